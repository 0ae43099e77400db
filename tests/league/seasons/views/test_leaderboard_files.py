"""The leaderboard as a file for spreadsheet programs."""

import csv
import io
from typing import Any

import pytest
from django.test import Client
from openpyxl import load_workbook

from league.models import Season
from league.seasons.services.leaderboard import board_refresh
from scoring.models import Game
from tests.league.factories import MONDAY, GameDayFactory, SeasonFactory, day_game
from tests.litany import ClientOf
from tests.page import Page

from .test_leaderboard import OfSeason

HEADS = [
    "place",
    "player",
    "Points a round",
    "games",
    "rounds",
    "rounds won",
    "won",
    "best game",
    "rating",
    "places up",
]


class Files(OfSeason):
    """A file: it holds what the page shows, of the date asked for."""

    def table(self, client: Client, game: Game, **query: str) -> list[list[Any]]:
        raise NotImplementedError

    def test_it_holds_what_the_page_shows(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        heads, *lines = self.table(client_of("scorekeeper"), game)
        assert heads == HEADS
        assert [line[:4] for line in lines] == [
            [1, "Dot", 5, 1],
            [2, "Bob", 6.25, 2],
            [3, "Ann", 20, 2],
            [4, "Cal", 30, 1],
        ]
        assert [line[-1] for line in lines] == [None, 0, -2, -1]

    def test_as_of_a_date(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("tablet")
        _heads, *lines = self.table(client, game, as_of=str(MONDAY))
        assert [line[1] for line in lines] == ["Ann", "Bob", "Cal"]
        told = client.get(self.url(game), {"as_of": str(MONDAY)})["Content-Disposition"]
        assert f"season-{self.args(game)[0]}-2026-03-02." in told

    def test_an_empty_season_has_heads_alone(self, client_of: ClientOf, game: Game) -> None:
        SeasonFactory(club=game.club)
        assert self.table(client_of("organizer"), game) == [HEADS]

    @pytest.mark.parametrize("name", ["=1+1", "@SUM(A1)", "-2", "+1"])
    def test_no_name_is_a_formula(self, client_of: ClientOf, game: Game, name: str) -> None:
        season = SeasonFactory(club=game.club)
        day_game(GameDayFactory(club=game.club), {name: (0,), "Bob": (2,), "Cal": (3,)})
        board_refresh(season=season)
        _heads, first, *_lines = self.table(client_of("organizer"), game)
        assert first[1] == f"'{name}"

    def test_a_half_is_rounded_as_on_the_page(self, client_of: ClientOf, game: Game) -> None:
        SeasonFactory(club=game.club)
        eight = {"Ann": (9, 9, 9, 9, 9, 8, 8, 8), "Bob": (0,) * 8, "Cal": (20,) * 8}
        day_game(GameDayFactory(club=game.club), eight)
        _heads, *lines = self.table(client_of("organizer"), game)
        assert [line[1:3] for line in lines] == [["Bob", 0], ["Ann", 8.63], ["Cal", 20]]

    def test_a_club_can_show_it(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        Season.objects.update(public=True)
        assert len(self.table(client_of("nobody"), game)) == 5


class TestLeaderboardCsv(Files):
    name = "leaderboard-csv"

    def table(self, client: Client, game: Game, **query: str) -> list[list[Any]]:
        answer = client.get(self.url(game), query)
        assert answer["Content-Type"] == "text/csv; charset=utf-8"
        rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
        return [[read(cell) for cell in row] for row in rows]


class TestLeaderboardXlsx(Files):
    name = "leaderboard-xlsx"

    def table(self, client: Client, game: Game, **query: str) -> list[list[Any]]:
        answer = client.get(self.url(game), query)
        sheet = load_workbook(io.BytesIO(answer.content)).active
        return [list(row) for row in sheet.iter_rows(values_only=True)]


def read(cell: str) -> Any:
    """A number where the cell is one, nothing where it is empty."""
    if not cell:
        return None
    try:
        return float(cell)
    except ValueError:
        return cell


def test_the_page_leads_to_both(client_of: ClientOf, game: Game) -> None:
    season = SeasonFactory(club=game.club)
    day_game(GameDayFactory(club=game.club), {"Ann": (0,), "Bob": (2,), "Cal": (3,)})
    page = Page(client_of("organizer").get(f"/seasons/{season.pk}/"))
    for ending in ("csv", "xlsx"):
        assert f"/seasons/{season.pk}/leaderboard.{ending}?as_of=2026-03-02" in page.links
