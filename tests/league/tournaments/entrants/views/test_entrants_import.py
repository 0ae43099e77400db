"""Sending a file of entrants, and taking it in as seen."""

from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from league.imports.columns import people_file
from league.models import Entrant, EntrantImport
from league.spreadsheets.reading import read_lines
from league.tournaments.entrants.selectors.imports import COLUMNS
from league.tournaments.entrants.services.imports import entrants_keep, plan_of_draft
from scoring.models import Game
from tests.league.factories import EntrantFactory
from tests.league.spreadsheets.files import workbook
from tests.litany import BOTH, ClientOf, Shows, Writes, rows

from .of_tournament import OfTournament

FILE = """Senior games
name,born,sex,shoe size
Ann,1944,,9
<b>Zoë</b>,5/31/1944,w,
Bob,,,
,1950,,
Yan,soon,,
"""


def upload(data: bytes, name: str = "list.csv") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data)


class TestEntrantsImport(OfTournament, Shows, Writes):
    name = "entrants-import"
    methods = BOTH
    most_queries = 5

    def data(self, game: Game) -> dict[str, Any]:
        return {"file": upload(FILE.encode())}

    @pytest.mark.parametrize("name", ["list.csv", "list.xlsx", "../../etc/passwd", "x" * 400])
    def test_a_file_leads_to_what_it_does(self, client_of: ClientOf, game: Game, name: str) -> None:
        self.ready(game)
        client, before = client_of("organizer"), rows()
        data = workbook([["name", "born"], ["Zoë", 1944], ["Ann", None]])
        page = self.followed(client, game, file=upload(data, name))
        assert "What the list does" in page.text
        assert "1 new 0 changed 1 without a change 0 with a mistake, left out" in page.text
        assert "/" not in EntrantImport.objects.get().file_name
        assert {**rows(), "EntrantImport": []} == before

    @pytest.mark.parametrize(
        ("file", "said"),
        [
            (None, "Choose a file first."),
            ("name", "Choose a file first."),
            (upload(b""), "The file is empty."),
            (upload(b"%PDF-1.7"), "This list cannot be read."),
            (upload(b"name\n" + b"x\n" * 100_000), "more than 20,000 lines"),
        ],
    )
    def test_what_cannot_be_read_is_said(
        self, client_of: ClientOf, game: Game, file: Any, said: str
    ) -> None:
        self.ready(game)
        client, before = client_of("organizer"), rows()
        page = self.followed(client, game, file=file)
        assert said in page.trouble
        assert "b" not in page.tags
        assert rows() == before


class TestEntrantsPreview(OfTournament, Shows, Writes):
    name = "entrants-preview"
    methods = BOTH
    most_queries = 10

    @pytest.fixture(autouse=True)
    def _organizer(self, organizer: User) -> None:
        self.user = organizer

    def ready(self, game: Game) -> None:
        super().ready(game)
        self.keep(game, FILE)

    def keep(self, game: Game, text: str) -> EntrantImport:
        file = people_file(read_lines(text.encode()), COLUMNS)
        return entrants_keep(
            tournament=self.tournament(game), user=self.user, file_name="a.csv", file=file
        )

    def draft(self) -> EntrantImport:
        return EntrantImport.objects.latest("pk")

    def args(self, game: Game) -> list[object]:
        return [*super().args(game), self.draft().pk]

    def unknown(self, game: Game) -> list[list[object]]:
        pk, number = self.args(game)
        theirs = EntrantFactory().tournament_id
        return [[pk, 0], [pk, 10**30], [0, number], [theirs, number]]

    def data(self, game: Game) -> dict[str, Any]:
        draft = self.draft()
        mark = plan_of_draft(draft, self.tournament(game)).fingerprint if draft.packed else ""
        return {"do": "apply", "seen": mark}

    def test_each_line_is_told(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.get(client_of("organizer"), game)
        assert "1 new 1 changed 1 without a change 2 with a mistake, left out" in page.text
        assert "1 line above the column names is left out." in page.text
        assert "These columns are left out: shoe size." in page.text
        assert "3 Ann Date of birth: was June 15, 1950 →, becomes 1944" in page.text
        assert "4 <b>Zoë</b> New. Date of birth: May 31, 1944 Woman or man: woman" in page.text
        assert "“soon” is not a date of birth." in page.trouble
        assert "Import all who are ticked" in page.text
        assert "b" not in page.tags

    def test_a_long_list_has_one_main_button_and_nothing_else_to_press_first(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        self.keep(game, "name\n" + "".join(f"Person {number}\n" for number in range(11)))
        text = self.get(client_of("organizer"), game).text
        assert text.count("Import all who are ticked") == 1
        assert "Keep these choices" not in text
        assert text.index("Import all who are ticked") < text.index("Read the file this way")

    @pytest.mark.parametrize(
        ("kind", "lines"),
        [("new", "4"), ("changed", "3"), ("same", "5"), ("bad", "6 7"), ("x", "6 7 3 4")],
    )
    def test_lines_of_one_kind(
        self, client_of: ClientOf, game: Game, kind: str, lines: str
    ) -> None:
        self.ready(game)
        page = self.get(client_of("organizer"), game, kind=kind)
        words = page.text.partition("What happens")[2].split()
        assert [word for word in words if word in "34567"] == lines.split()

    def test_it_is_done_as_seen(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.followed(client_of("organizer"), game)
        assert "Imported: 1 new, 1 changed, 2 lines left out." in page.trouble
        assert "4 have entered" in page.text
        assert Entrant.objects.get(name="<b>Zoë</b>").number == 5
        page = self.followed(client_of("organizer"), game)
        assert "This file was imported already" in page.trouble
        answer = client_of("organizer").get(self.url(game))
        assert answer["Location"] == f"/tournaments/{self.tournament(game).pk}/entrants/"

    @pytest.mark.parametrize("seen", ["", "0" * 64, None])
    def test_what_was_not_seen_is_not_done(
        self, client_of: ClientOf, game: Game, seen: str | None
    ) -> None:
        self.ready(game)
        client, before = client_of("organizer"), rows()
        page = self.followed(client, game, seen=seen)
        assert "The list has changed since you looked" in page.trouble
        assert "What the list does" in page.text
        assert rows() == before

    def test_once_begun_it_is_refused(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        self.change(game, began_at=timezone.now())
        client, before = client_of("organizer"), rows()
        assert "so the list is closed" in self.followed(client, game).trouble
        assert rows() == before

    def test_it_can_be_thrown_away(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.followed(client_of("organizer"), game, do="drop")
        assert "Import a list" in page.text
        assert not EntrantImport.objects.exists()

    @pytest.mark.parametrize(("do", "born"), [("day-first", 6), ("month-first", 5)])
    def test_a_list_whose_dates_can_be_two_days_is_asked_about(
        self, client_of: ClientOf, game: Game, do: str, born: int
    ) -> None:
        self.ready(game)
        self.keep(game, "name,born\nHal,5/6/1944\nIvy,7/7/1950\n")
        page = self.get(client_of("organizer"), game)
        assert "“5/6/1944” can be two days. Say above the list which it is." in page.trouble
        assert "1 new 0 changed 0 without a change 1 with a mistake" in page.text
        page = self.followed(client_of("organizer"), game, do=do)
        assert ("June 5, 1944" if born == 6 else "May 6, 1944") in page.text
        assert "2 new 0 changed 0 without a change 0 with a mistake" in page.text
        assert "Which day do the dates" not in page.text
        # A slip of the finger is taken back.
        other = "month-first" if do == "day-first" else "day-first"
        assert "Read it the other way" in page.text
        page = self.followed(client_of("organizer"), game, do=other)
        assert ("May 6, 1944" if born == 6 else "June 5, 1944") in page.text

    def test_the_order_that_a_list_shows_is_said_and_can_be_changed(
        self, client_of: ClientOf, game: Game
    ) -> None:
        """A date that there is in neither order is no other one."""
        self.ready(game)
        self.keep(game, "name,born\nHal,5/6/1944\nIvy,5/31/1950\nJim,31/02/1960\n")
        client = client_of("organizer")
        page = self.get(client, game)
        assert "read with the month first: “5/6/1944” is May 6, 1944." in page.text
        assert "2 new 0 changed 0 without a change 1 with a mistake" in page.text
        page = self.followed(client, game, do="day-first")
        assert "read with the day first: “5/6/1944” is June 5, 1944." in page.text
        assert "2 new 0 changed 0 without a change 1 with a mistake" in page.text

    def test_a_language_that_names_the_day_first_needs_no_question(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        self.keep(game, "name,born\nHal,5/6/1944\n")
        client = client_of("organizer")
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = "de"
        assert "5. Juni 1944" in self.get(client, game).text

    def test_a_wrong_cell_is_corrected_on_the_page(self, client_of: ClientOf, game: Game) -> None:
        """What is typed is read as the file's cells are; what was right before stays."""
        self.ready(game)
        self.keep(game, "name,born,sex\nHal,31.02.1950,both\n,1951,\n")
        client = client_of("organizer")
        page = self.get(client, game)
        assert "“31.02.1950” is not a date of birth." in page.trouble
        cells = {name: text for name, text in page.fields.items() if name.startswith("cell-")}
        assert cells == {"cell-2-born": "31.02.1950", "cell-2-gender": "both", "cell-3-name": ""}
        assert "Nothing can be imported yet. Fill in a line, then look again." in page.text
        lines = {"line": ["2", "3"], "take-2": "on", "take-3": "on", **cells}
        first = {**lines, "cell-2-born": " 28.02.1950", "cell-3-name": "x" * 41, "do": "look"}
        page = self.followed(client, game, **first)
        assert "The name has 41 letters" in page.trouble
        assert page.fields["cell-3-name"] == "x" * 41
        assert (page.fields["cell-2-gender"], "cell-2-born" in page.fields) == ("both", False)
        lines |= {"cell-2-gender": "", "cell-3-name": "Ivy"}
        del lines["cell-2-born"]
        page = self.followed(client, game, **lines, seen=page.fields["seen"])
        assert "Imported: 2 new, 0 changed, 0 lines left out." in page.trouble
        entered = Entrant.objects.filter(name__in=["Hal", "Ivy"]).order_by("name")
        assert [str(row.born) for row in entered] == ["1950-02-28", "1951-01-01"]

    def test_a_formula_that_nobody_corrects_stays_a_mistake(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        lines = read_lines(workbook([["name", "born"], ["Hal", "=1+1"]]))
        entrants_keep(
            tournament=self.tournament(game),
            user=self.user,
            file_name="a.xlsx",
            file=people_file(lines, COLUMNS),
        )
        client, form = client_of("organizer"), {"line": "2", "take-2": "on", "do": "look"}
        page = self.followed(client, game, **form, **{"cell-2-born": ""})
        assert "“Date of birth” holds a formula that has no result" in page.trouble
        page = self.followed(client, game, **form, **{"cell-2-born": "1944"})
        assert "Hal New. Date of birth: 1944" in page.text

    def test_of_very_many_mistakes_fifty_are_corrected_on_the_page(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        self.keep(game, "name,born\n" + "".join(f"P{number},x\n" for number in range(51)))
        page = self.get(client_of("organizer"), game)
        assert page.trouble.count("“x” is not a date of birth.") == 51
        assert sum(name.startswith("cell-") for name in page.fields) == 50

    def test_nothing_to_import_has_no_button(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        self.keep(game, "name\nAnn\n")
        page = self.get(client_of("organizer"), game)
        assert "There is nothing to import." in page.text
