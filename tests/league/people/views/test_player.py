"""A player's page: figures, form, head-to-head, every game; private fields for organizers alone."""

import datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from league.models import Season, SeatTally, Tally
from league.people.services.merging import merge_make
from league.seasons.services.leaderboard import board_refresh
from league.seasons.services.tallies import tallies_refresh
from scoring.models import Club, Game, Player
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.services.games import game_finish, game_start
from scoring.sheets.services.seats import seat_join, seat_leave
from tests.factories import ANN, make_game, new_key, play
from tests.league.factories import GameDayFactory, SeasonFactory, day_game, paper_game, person
from tests.league.seasons.views.tallied import Tallied
from tests.litany import ClientOf, OfRow
from tests.page import Page


class TestPlayer(Tallied, OfRow):
    name = "player"
    most_queries = 11

    def args(self, game: Game) -> list[object]:
        return [game.seats.get(place=0).player_id]

    def ready(self, game: Game) -> None:
        """Ann: 12 of two rounds in a finished game, fourth; another game goes on."""
        play(game, 12, 0, 45, 9)
        play(game, 11, 7, 0, 9)
        game_finish(game=game, author=ANN, key=new_key())
        play(make_game(game.club, players=2), 0, 30)
        tallies_refresh(club=game.club)

    def test_the_figures_are_those_of_finished_games(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.get(client_of("scorekeeper"), game)
        assert (
            "Games 1 Won 0 Points a round 11.50 Average total 23 Average place 3 "
            "Rounds won 0 of 2 Best game 23 " in page.text
        )
        assert "Best round 11 Form: the last places, newest last 3" in page.text
        assert "going on" in page.text
        assert reverse("scoring:sheet", args=[game.code]) in page.links

    def test_head_to_head_says_who_was_lower(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.get(client_of("organizer"), game)
        against = page.text.partition("Neither ")[2].partition(" Games ")[0]
        assert against == "Bob 1 0 1 0 Cal 1 1 0 0 Dot 1 0 1 0"

    def test_other_players_stand_as_lists_of_names_do(
        self, client_of: ClientOf, game: Game
    ) -> None:
        day_game(GameDayFactory(club=game.club), {"Ann": (0,), "Bob": (5,), "Élie": (6,)})
        day_game(GameDayFactory(club=game.club), {"Ann": (0,), "Zoe": (5,), "Bob": (6,)})
        tallies_refresh(club=game.club)
        text = self.get(client_of("organizer"), game).text
        assert "Bob 2 2 0 0 Élie 1 1 0 0 Zoe 1" in text

    def test_who_left_unranked_is_listed_and_counts_nowhere(
        self, client_of: ClientOf, game: Game
    ) -> None:
        play(game, 12, 0, 45, 9)
        ann = sheet_of(game).seats[0]
        seat_leave(game=game, author=ANN, key=new_key(), seat_id=ann.id, ranked=False)
        play(game, 0, 1, 2)
        game_finish(game=game, author=ANN, key=new_key())
        page = self.get(client_of("organizer"), game)
        assert "1 game is finished, but Ann has no place in it." in page.text
        assert "not ranked 12" in page.text
        assert "Bob 1 0 0 1" in page.text

    def test_the_figures_of_who_came_late_add_up(self, client_of: ClientOf, game: Game) -> None:
        """Eve came in after two rounds, and played one."""
        play(game, 20, 0, 60, 40)
        play(game, 20, 0, 60, 40)
        seat_join(game=game, author=ANN, key=new_key(), name="Eve", total=60)
        play(game, 9, 0, 11, 12, 3)
        game_finish(game=game, author=ANN, key=new_key())
        eve = Player.objects.get(name="Eve")
        answer = client_of("organizer").get(reverse("league:player", args=[eve.pk]))
        text = Page(answer).text
        assert (
            "Eve has 63 points from 3 rounds. Among them are 60 that Eve came in with, "
            "for 2 missed rounds. That is 21 a round." in text
        )
        assert "3 63 1 of 3 0" in text

    def test_the_form_follows_the_games_of_a_day(self, client_of: ClientOf, game: Game) -> None:
        day = GameDayFactory(club=game.club)
        for number, points in ((2, (0, 9)), (1, (9, 0))):  # the second was typed in first
            day_game(day, {"Ann": points[:1], "Bob": points[1:]}, seating_round=number)
        Game.objects.filter(table_game__game_day=day).update(started_at=timezone.now())
        tallies_refresh(club=game.club)
        page = self.get(client_of("organizer"), game)
        assert "the last places, newest last 2 1" in page.text

    def test_private_fields_are_for_organizers_alone(self, client_of: ClientOf, game: Game) -> None:
        zoe = person(
            game.club,
            "Zoë",
            nickname="Zo",
            community="Oak Village",
            birth_year=1944,
            fixed_table=77,
            notes="<b>by the door</b>",
        )
        seen = {}
        for who in ("organizer", "scorekeeper", "tablet"):
            answer = client_of(who).get(reverse("league:player", args=[zoe.pk]))
            seen[who] = answer.content.decode()
        for text in ("<dd>1944", "<dd>77", "by the door", "/edit/"):
            assert [who for who, page in seen.items() if text in page] == ["organizer"], text
        assert all("Oak Village" in page for page in seen.values())
        assert "&lt;b&gt;by the door" in seen["organizer"]

    @pytest.mark.parametrize("who", ["nobody", "stranger", "unpaired"])
    def test_a_stranger_sees_what_a_public_board_shows_and_nothing_else(
        self, client_of: ClientOf, game: Game, who: str
    ) -> None:
        """Ann played on a day of a public season and in a game beside it, Zoë never."""
        zoe = person(game.club, "Zoë")
        Club.objects.update(shown=Club.Shown.GAMES)
        self.ready(game)
        season = SeasonFactory(club=game.club)
        day_game(GameDayFactory(club=game.club), {"Ann": (0, 9), "Bob": (5, 0)})
        url, client = self.url(game), client_of(who)
        assert client.get(url).status_code == 404
        Season.objects.filter(pk=season.pk).update(public=True)
        page = self.get(client, game)
        assert "Ann 2026 Place 2 Points a round 4.50 Games 1 Won 0" in page.text
        assert not {"Bob", "Cal"} & set(page.text.split())
        assert not [link for link in page.links if link.startswith("/games/")]
        assert client.get(reverse("league:player", args=[zoe.pk])).status_code == 404

    def test_paper_that_tells_only_totals_says_nothing_of_who_went_out(
        self, client_of: ClientOf, game: Game
    ) -> None:
        """Ann's only finished game is one of 13 rounds, written down as totals."""
        SeasonFactory(club=game.club, public=True)
        Club.objects.update(shown=Club.Shown.GAMES)
        day = GameDayFactory(club=game.club)
        paper_game(day, {"Ann": 40, "Bob": 50})
        tallies_refresh(club=game.club)
        of_the_club = self.get(client_of("organizer"), game).text
        assert "Rounds won – Best game 40" in of_the_club
        assert "Rounds won – Best game 40" in self.get(client_of("nobody"), game).text
        season = Season.objects.get()
        board = board_refresh(season=season)
        assert board is not None
        assert set(board.standings.values_list("rounds_out", flat=True)) == {None}
        csv = client_of("organizer").get(f"/seasons/{season.pk}/leaderboard.csv")
        assert ",1,13,,1,40," in csv.content.decode()
        day_game(day, {"Ann": (0, 9), "Bob": (5, 0)}, seating_round=2)
        assert "Rounds won 1 of 2 Best" in self.get(client_of("organizer"), game).text

    def test_a_merged_record_leads_to_the_person(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        annie = person(game.club, "Annie")
        merge_make(kept=Player.objects.get(name="Ann"), gone=annie, author=ANN)
        answer = client_of("tablet").get(reverse("league:player", args=[annie.pk]))
        assert answer["Location"] == self.url(game)

    def test_no_game_at_all(self, client_of: ClientOf, game: Game) -> None:
        zoe = person(game.club, "<i>Zoë</i>")
        page = client_of("organizer").get(reverse("league:player", args=[zoe.pk]))
        assert "No finished game yet" in page.content.decode()
        assert "<i>" not in page.content.decode()

    @pytest.mark.values_differ
    @pytest.mark.parametrize(("asked", "shown"), [("1", 50), ("2", 10), ("x", 50), ("99", 10)])
    def test_games_are_paged(self, client_of: ClientOf, game: Game, asked: str, shown: int) -> None:
        ann = Player.objects.get(name="Ann")
        begin = game.started_at
        for number in range(60):
            one = Game.objects.create(
                club=game.club,
                code=f"old{number}",
                watch_key=f"old{number}",
                set=12,
                rules=game.rules,
                started_at=begin - datetime.timedelta(days=number + 1),
                started_by="Ann",
                finished_at=begin - datetime.timedelta(days=number),
            )
            Tally.objects.create(game=one, revision=0, rounds=13, blocked=0)
            SeatTally.objects.create(
                game=one,
                player=ann,
                total=100 + number,
                rounds=13,
                rounds_out=2,
                place=1,
                sharing=1,
                players=4,
                best_round=0,
            )
        page = self.get(client_of("organizer"), game, page=asked)
        assert len([link for link in page.links if link.startswith("/games/old")]) - 2 == shown
        assert f"Page {1 if shown == 50 else 2} of 2" in page.text
        assert "Points a round in 60 games: between 7.69 and 12.23, 7.69 in the newest one." in (
            client_of("organizer").get(self.url(game)).content.decode()
        )

    def test_a_name_of_forty_letters_is_whole(self, client_of: ClientOf, game: Game) -> None:
        names = ["W" * 40, "Bob"]
        odd = game_start(club=game.club, author=ANN, names=names, set_=12, rules=game.rules)
        play(odd, 0, 5)
        game_finish(game=odd, author=ANN, key=new_key())
        bob = odd.seats.get(place=1).player_id
        page = client_of("organizer").get(reverse("league:player", args=[bob]))
        assert "W" * 40 in page.content.decode()
