"""The sheet for spreadsheet programs."""

import csv

import pytest

from scoring.models import Club, Game
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.services.games import game_start
from scoring.sheets.services.seats import seat_join, seat_leave
from tests.factories import ANN, make_game, new_key, play
from tests.litany import ClientOf, OfGame, ShownToAll


class TestSheetCsv(OfGame, ShownToAll):
    name = "sheet-csv"
    most_queries = 7

    def table(self, client_of: ClientOf, game: Game) -> list[list[str]]:
        answer = client_of("scorekeeper").get(self.url(game))
        assert answer["Content-Type"] == "text/csv; charset=utf-8"
        assert answer["Content-Disposition"] == f'attachment; filename="sheet-{game.code}.csv"'
        return list(csv.reader(answer.content.decode("utf-8-sig").splitlines()))

    def test_a_line_a_round_a_column_a_seat(self, client_of: ClientOf, game: Game) -> None:
        play(game, 12, 0, 45, 12)
        assert self.table(client_of, game) == [
            ["round", "starting double", "Ann", "Bob", "Cal", "Dot"],
            ["1", "12-12", "12", "0", "45", "12"],
            ["total", "", "12", "0", "45", "12"],
            ["place", "", "2", "1", "4", "2"],
        ]

    def test_a_run_off_is_named_since_it_is_in_no_total(
        self, client_of: ClientOf, club: Club
    ) -> None:
        rules = {"base": "family", "fill": "defaults", "rounds": 1, "tie_break": "playoff"}
        game = make_game(club, rules=rules)
        play(game, 5, 30, 5, 9, ending="blocked")
        play(game, 12, 0)
        lines = self.table(client_of, game)
        assert [line[0] for line in lines[1:]] == ["1", "2 run-off", "total", "place"]
        assert lines[3][2:] == ["5", "30", "5", "9"]

    def test_who_came_late_and_who_left(self, client_of: ClientOf, game: Game) -> None:
        play(game, 12, 0, 45, 9)
        seat_join(game=game, author=ANN, key=new_key(), name="Eve")
        ann = sheet_of(game).seats[0]
        seat_leave(game=game, author=ANN, key=new_key(), seat_id=ann.id, ranked=False)
        play(game, 0, 1, 2, 3)
        assert self.table(client_of, game)[1:] == [
            ["came in with", "", "0", "0", "0", "0", "45"],
            ["1", "12-12", "12", "0", "45", "9", ""],
            ["2", "11-11", "", "0", "1", "2", "3"],
            ["total", "", "12", "0", "46", "11", "48"],
            ["place", "", "", "1", "3", "2", "4"],
        ]

    @pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", '=HYPERLINK("x")'])
    def test_a_name_is_no_formula(self, client_of: ClientOf, game: Game, name: str) -> None:
        odd = game_start(club=game.club, author=ANN, names=[name, "Bob"], set_=12, rules=game.rules)
        assert self.table(client_of, odd)[0][2:] == [f"'{name}", "Bob"]

    def test_letters_of_all_scripts_arrive(self, client_of: ClientOf, game: Game) -> None:
        names = ['Zoë, "the fast"', "שרה", "🐢"]
        odd = game_start(club=game.club, author=ANN, names=names, set_=12, rules=game.rules)
        assert self.table(client_of, odd)[0][2:] == names
