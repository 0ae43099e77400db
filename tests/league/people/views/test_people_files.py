"""The directory as files: all fields, no formulas, and what is saved can be imported again."""

import csv
import io

import pytest
from openpyxl import load_workbook

from league.imports.columns import people_file
from league.people.selectors.imports import import_plan
from league.seasons.services.tallies import tallies_refresh
from league.spreadsheets.reading import read_lines
from scoring.models import Club, Game
from scoring.sheets.services.games import game_finish
from tests.confirming import Sensitive
from tests.factories import ANN, new_key, play
from tests.league.factories import person
from tests.league.seasons.views.tallied import Tallied
from tests.litany import ClientOf, Shows

HEADS = [
    *("Name", "Nickname", "Home community", "E-mail", "E-mails about game days"),
    *("Phone", "Year of birth", "Always sits at table", "Notes"),
    *("Games", "Last played"),
]
ODD = ["=1+1", "+1", "-1", "@SUM(A1)", '=HYPERLINK("x")', "'=1", "שרה, “the fast”", "🐢;\uffff"]


def fill(club: Club) -> None:
    for name in ODD:
        person(club, name, notes=name, nickname=name, mails=True, birth_year=1944, fixed_table=7)


class File(Sensitive, Tallied, Shows):
    may = frozenset({"organizer", "stranger"})
    most_queries = 6

    def ready(self, game: Game) -> None:
        play(game, 12, 0, 45, 9)
        game_finish(game=game, author=ANN, key=new_key())
        tallies_refresh(club=game.club)

    def file(self, client_of: ClientOf, game: Game) -> bytes:
        answer = client_of("organizer").get(self.url(game))
        assert answer["Cache-Control"] == "private, no-store"
        assert "attachment" in answer["Content-Disposition"]
        return answer.content

    def test_what_is_saved_changes_nothing_when_imported(
        self, client_of: ClientOf, game: Game
    ) -> None:
        fill(game.club)
        file = people_file(read_lines(self.file(client_of, game)))
        plan = import_plan(game.club, file, erases=True)
        assert [row for row in plan.rows if row.kind != "same" and "\uffff" not in row.name] in (
            [],
            [row for row in plan.rows if "\ufffd" in row.name],
        )
        assert plan.counts["bad"] == 0
        assert file.ignored == ()


class TestPeopleCsv(File):
    name = "people-csv"

    @pytest.mark.parametrize("name", ODD[:6])
    def test_no_cell_is_a_formula(self, client_of: ClientOf, game: Game, name: str) -> None:
        self.ready(game)
        person(game.club, name, notes=name)
        heads, *lines = csv.reader(self.file(client_of, game).decode("utf-8-sig").splitlines())
        assert heads == HEADS
        (odd,) = [line for line in lines if line[8]]
        assert (odd[0], odd[8]) == (f"'{name}", f"'{name}")
        (ann,) = [line for line in lines if line[0] == "Ann"]
        assert ann[1:10] == ["", "", "", "", "", "", "", "", "1"]
        assert len(ann[10]) == len("2026-03-02")


class TestPeopleXlsx(File):
    name = "people-xlsx"

    def test_no_cell_is_a_formula(self, client_of: ClientOf, game: Game) -> None:
        fill(game.club)
        sheet = load_workbook(io.BytesIO(self.file(client_of, game))).active
        assert [cell.value for cell in sheet[1]] == HEADS
        assert {cell.data_type for row in sheet for cell in row} <= {"s", "n", "inlineStr"}
        names = [row[0].value for row in sheet.iter_rows(min_row=2)]
        assert {"'=1+1", "''=1", "'@SUM(A1)"} <= set(names)
