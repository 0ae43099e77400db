"""All games: their day and not when they were typed in, table, players, winner."""

import datetime

import time_machine
from django.urls import reverse

from league.days.selectors.games import game_row, games_listed
from league.models import GameDay
from league.seasons.services.tallies import tallies_refresh
from scoring.models import Game
from tests.factories import play
from tests.league.factories import MONDAY, GameDayFactory, day_game
from tests.litany import SCORERS, ClientOf, Shows

WEEK = datetime.timedelta(days=7)
LATE = datetime.datetime(2026, 5, 20, 12, tzinfo=datetime.UTC)


class TestGames(Shows):
    app = "league"
    name = "games"
    may = SCORERS
    most_queries = 8

    def ready(self, game: Game) -> None:
        """Two game days whose games were typed in on 20 May, and a game that goes on."""
        with time_machine.travel(LATE, tick=False):
            day = GameDayFactory(club=game.club)
            day_game(day, {"Eve": (0, 9), "Fay": (5, 0)}, table_number=7)
            day_game(GameDayFactory(club=game.club, date=MONDAY + WEEK), {"Gus": (9,), "Eve": (0,)})
        play(game, 12, 0, 45, 9)
        # Deriving is paid by whoever comes first.
        tallies_refresh(club=game.club)

    def grow(self, game: Game) -> None:
        super().grow(game)
        tallies_refresh(club=game.club)

    def test_a_game_has_its_day_table_winner_and_players(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        page = self.get(client_of("scorekeeper"), game)
        assert "March 2, 2026 · Game 1 · Table 7 Won by Fay Eve and Fay" in page.text
        assert page.text.index("March 9") < page.text.index("March 2,")
        assert "Going on now Ann, Bob, Cal and Dot" in page.text
        assert "May 20" not in page.text

    def test_the_games_of_a_day_stand_in_its_order_whenever_they_were_entered(
        self, game: Game
    ) -> None:
        day = GameDayFactory(club=game.club)
        for number, table in ((2, 2), (1, 2), (2, 1), (1, 1)):
            day_game(day, {"Eve": (0,), "Fay": (5,)}, table_number=table, seating_round=number)
        # One of that date that belongs to no day is seen first, and not below all of these.
        noon = datetime.datetime(2026, 3, 2, 12, tzinfo=datetime.UTC)
        Game.objects.filter(pk=game.pk).update(started_at=noon, revision=1)
        listed = [(row.number, row.table) for row in map(game_row, games_listed(game.club))]
        assert listed == [(None, None), (2, 1), (2, 2), (1, 1), (1, 2)]

    def test_it_finds_names_and_days(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("organizer")
        assert "2 games" in self.get(client, game, q="eve").text
        page = self.get(client, game, q="eve", day="2026-03-09")
        assert "1 game March 9, 2026 · Game 1 · Table 1 Won by Eve Gus and Eve" in page.text
        assert "No game fits" in self.get(client, game, q="Zoe").text
        assert "3 games" in self.get(client, game, day="soon").text

    def test_the_players_page_and_the_directory_say_that_day_too(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        fay = game.club.players.get(name="Fay").pk
        client = client_of("organizer")
        assert "March 2, 2026" in client.get(f"/people/{fay}/").content.decode()
        assert "March 2, 2026" in client.get(reverse("league:people")).content.decode()
        GameDay.objects.update(date=MONDAY + 2 * WEEK)
        home = client_of("organizer").get("/").content.decode()
        assert "March 16, 2026" in home
        assert "May 20" not in home
