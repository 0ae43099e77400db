"""A season's report on paper: everything that the season's pages say, on one page."""

import datetime
import re

from league.models import BroughtForward, GameDay, Season
from league.seasons.public import board_refresh, records_refresh
from league.seasons.services.seasons import season_close
from scoring.models import Game, Player
from tests.factories import ANN
from tests.league.factories import MONDAY, GameDayFactory, SeasonFactory, come, day_game
from tests.litany import ClientOf, OfRow, Shows

WEEK = datetime.timedelta(days=7)
FIRST = {"Ivy": (0, 10), "Joe": (20, 0), "Kim": (10, 20)}
SECOND = {"Ivy": (40, 30), "Joe": (0, 5), "Max": (10, 0)}


class TestSeasonReport(OfRow, Shows):
    app = "league"
    name = "season-report"
    most_queries = 27

    def ready(self, game: Game) -> None:
        season = SeasonFactory(club=game.club, tie_breaks=["outs"])
        for number, rounds in enumerate((FIRST, SECOND)):
            day = GameDayFactory(club=game.club, date=MONDAY + number * WEEK)
            day_game(day, rounds)
            come(day, *rounds)
        self.derive(season)

    def derive(self, season: Season) -> None:
        """Deriving is paid by whoever comes first, not counted for each."""
        records_refresh(club=season.club, season=season)
        board_refresh(season=season)

    def grow(self, game: Game) -> None:
        for number in range(2, 5):
            day = GameDayFactory(club=game.club, date=MONDAY + number * WEEK)
            for table in (1, 2):
                names = [f"P{table}{letter}" for letter in "abcd"]
                rounds = dict(zip(names, [(0, 0), (9, 40), (40, 9), (1, 1)], strict=True))
                day_game(day, rounds, table_number=table)
                come(day, *names)
        self.derive(Season.objects.get(club=game.club))

    def args(self, game: Game) -> list[object]:
        return [Season.objects.get(club=game.club).pk]

    def test_it_has_places_winners_records_and_who_came(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        text = self.get(client_of("organizer"), game).text
        assert "Jan. 1, 2026 – Dec. 31, 2026 · printed on" in text
        assert "1 Max 5.00 1 0 1 10" in text
        assert "2 Joe 6.25 2 1 2 5" in text
        assert "March 2, 2026 3 1 Ivy March 9, 2026 3 1 Joe" in text
        assert "Most points in one round 40 points Ivy March 9, 2026" in text
        assert "Came, of 2 days Ivy 2 Joe 2 Kim 1 Max 1" in text
        assert "Tie-breaks 1. more rounds won" in text

    def test_it_says_what_was_brought_forward_and_from_where(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        BroughtForward.objects.create(
            season=Season.objects.get(club=game.club),
            player=Player.objects.get(name="Kim"),
            amount=24,
            games=2,
            rounds=6,
            source="spring.csv",
        )
        Season.objects.update(brings_forward=True)
        text = self.get(client_of("organizer"), game).text
        assert "Kim Brought forward: 24." in text
        assert "Kim 24 2 6 spring.csv" in text

    def test_days_that_do_not_count_are_not_on_it(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        GameDay.objects.filter(date=MONDAY).update(counts=False)
        text = self.get(client_of("organizer"), game).text
        assert "March 9, 2026 3 1 Joe" in text
        assert "March 2, 2026 3 1" not in text

    def test_a_closed_season_has_no_day_that_came_later(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        season_close(season=Season.objects.get(club=game.club), author=ANN)
        day = GameDayFactory(club=game.club, date=MONDAY + 2 * WEEK)
        day_game(day, {"Ivy": (0,), "Max": (5,)})
        text = self.get(client_of("organizer"), game).text
        assert "closed" in text
        assert "After March 9, 2026." in text
        assert "March 16, 2026" not in text

    def test_where_days_are_chosen_it_says_on_how_many_somebody_played(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        Season.objects.update(count="best_days", days=1, revision=2)
        text = self.get(client_of("organizer"), game).text
        assert "Your best day counts." in text
        assert re.search(r"1 Joe [0-9.]+ 2 2 1", text)
