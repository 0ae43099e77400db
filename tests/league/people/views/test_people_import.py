"""Sending a file of people: read and kept, or refused in a sentence; nothing is changed yet."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from league.models import PeopleImport
from scoring.models import Game
from tests.league.spreadsheets.files import workbook
from tests.litany import BOTH, ClientOf, Shows, Writes, rows


def upload(data: bytes, name: str = "people.csv") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data)


class TestPeopleImport(Shows, Writes):
    app = "league"
    name = "people-import"
    methods = BOTH
    may = frozenset({"organizer", "stranger"})
    most_queries = 3

    def data(self, game: Game) -> dict[str, Any]:
        return {"file": upload(b"name;notes\nZo\xeb;door\nAnn;\n")}

    @pytest.mark.parametrize("name", ["people.csv", "people.xlsx", "../../etc/passwd", "x" * 400])
    def test_a_file_leads_to_what_it_changes(
        self, client_of: ClientOf, game: Game, name: str
    ) -> None:
        client = client_of("organizer")
        before = rows()
        data = workbook([["name", "notes"], ["Zoë", "door"], ["Ann", None]])
        page = self.followed(client, game, file=upload(data, name))
        assert "What the file changes" in page.text
        assert "1 new 0 changed 1 without a change 0 with a mistake, left out" in page.text
        draft = PeopleImport.objects.get()
        assert (draft.club, draft.erases) == (game.club, False)
        assert "/" not in draft.file_name
        assert {**rows(), "PeopleImport": []} == before

    def test_empty_cells_can_erase(self, client_of: ClientOf, game: Game) -> None:
        page = self.followed(client_of("organizer"), game, erases="on")
        assert "An empty cell erases what the directory has." in page.text

    @pytest.mark.parametrize(
        ("file", "said"),
        [
            (None, "Choose a file first."),
            (upload(b""), "The file is empty."),
            (upload(b"\n \n"), "The file is empty."),
            (upload(b"%PDF-1.7"), "This list cannot be read."),
            (upload(b"PK\x03\x04xx", "a.xlsx"), "The file is damaged"),
            (upload(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a.xls"), "an old XLS file"),
            (upload(b"name\n" + b"x\n" * 100_000), "more than 20,000 lines"),
            (upload(b"x" * (20 * 2**20 + 1)), "larger than 20 MB"),
        ],
    )
    def test_what_cannot_be_read_is_said(
        self, client_of: ClientOf, game: Game, file: Any, said: str
    ) -> None:
        client, before = client_of("organizer"), rows()
        page = self.followed(client, game, file=file)
        assert said in page.trouble
        assert "b" not in page.tags
        assert rows() == before

    def test_text_in_place_of_a_file_is_no_file(self, client_of: ClientOf, game: Game) -> None:
        assert (
            "Choose a file first."
            in self.followed(client_of("organizer"), game, file="name").trouble
        )
