"""The page of copies: when the last one was made, what is wrong, and making one now."""

import json
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import time_machine
from django.urls import reverse
from pytest_django import Settings

from league.site.backups import files, making
from league.site.backups.files import BackupError, Note
from scoring.models import Game
from tests.factories import play
from tests.litany import ORGANIZERS, ClientOf, Shows, Writes

NOW = datetime(2026, 5, 20, 14, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Settings) -> Iterator[Path]:
    """Copies of this test alone."""
    settings.BACKUP_DIR = tmp_path / "backups"
    with time_machine.travel(NOW, tick=False):
        yield files.folder()


def copy_of(moment: datetime, kind: str = "auto") -> Path:
    """A copy with nothing in it, made at that moment."""
    draft = files.folder() / "draft"
    draft.write_bytes(b"rows")
    path = files.new_path(kind, moment)
    note = Note(
        format=files.FORMAT,
        version="0.1.0",
        vendor="sqlite",
        kind=kind,
        made_at=moment.isoformat(),
        sha256=files.sha256_of(draft),
        size=4,
    )
    files.pack(draft, path, note)
    draft.unlink()
    return path


class TestCopies(Shows):
    app = "league"
    name = "copies"
    most_queries = 5

    def test_before_the_first_copy(self, client_of: ClientOf, game: Game) -> None:
        page = self.get(client_of("organizer"), game)
        assert "There is no copy yet." in page.text
        assert "every 5 minutes" in page.text
        assert "Copies are kept for 14 days." in page.text
        assert "Not done." not in page.text

    def test_the_last_copy_is_told_first(self, client_of: ClientOf, game: Game) -> None:
        copy_of(NOW - timedelta(days=2), "migration")
        copy_of(NOW - timedelta(minutes=3))
        page = self.get(client_of("organizer"), game)
        assert "The last copy was made 3 minutes ago" in page.text
        assert page.text.index("by itself") < page.text.index("before a new version changed")

    def test_that_copies_fail_is_told_with_the_reason(
        self, client_of: ClientOf, game: Game
    ) -> None:
        making.trouble_note("The disk is full.")
        page = self.get(client_of("organizer"), game)
        assert "no copy could be made. The disk is full." in page.text
        making.trouble_forget()
        assert "no copy could be made" not in self.get(client_of("organizer"), game).text

    def test_rounds_that_no_copy_has_are_told(
        self, client_of: ClientOf, game: Game, settings: Settings
    ) -> None:
        """Also where nobody could even write down that copies fail: on a full disk."""
        warning = "Some recorded rounds are in no copy yet."
        copy_of(NOW)
        with time_machine.travel(NOW + timedelta(hours=5), tick=False):
            play(game, 12, 0, 45, 9)
        for minutes, told in ((14, False), (16, True)):
            with time_machine.travel(NOW + timedelta(hours=5, minutes=minutes), tick=False):
                play(game, 12, 0, 45, 9)
                assert (warning in self.get(client_of("organizer"), game).text) is told
        with time_machine.travel(NOW + timedelta(hours=6), tick=False):
            settings.BACKUP_MINUTES = 0
            page = self.get(client_of("organizer"), game)
            assert warning not in page.text
            assert "This server makes no copies by itself." in page.text
            settings.BACKUP_MINUTES = 5
            copy_of(NOW + timedelta(hours=6))
            assert warning not in self.get(client_of("organizer"), game).text

    def test_another_clubs_organizer_sees_none_of_them(
        self, client_of: ClientOf, game: Game, settings: Settings
    ) -> None:
        """Of a server with several clubs only the named organizers see the copies."""
        copy_of(NOW, "hand")
        making.trouble_note("The disk under /srv is full.")
        stranger, organizer = client_of("stranger"), client_of("organizer")
        for client in (stranger, organizer):
            page = self.get(client, game)
            assert "The last copy was made" in page.text
            assert "Save the club's archive" in page.text
            assert "Tell the person who looks after the server." in page.text
            for hidden in ("/srv", "by hand", "Make a copy now"):
                assert hidden not in page.text
        settings.HOST_ACCOUNTS = frozenset({game.club.memberships.get().user.username})
        assert "Make a copy now" in self.get(organizer, game).text
        assert "Make a copy now" not in self.get(stranger, game).text

    def test_a_copy_without_a_seal_says_so(self, client_of: ClientOf, game: Game) -> None:
        told = "without a checksum of the whole file"
        path = copy_of(NOW)
        assert told not in self.get(client_of("organizer"), game).text
        with zipfile.ZipFile(path) as packed:
            note, database = packed.read(files.NOTE), packed.read(files.DATABASE)
        with zipfile.ZipFile(path, "w") as packed:
            packed.writestr(files.NOTE, json.dumps({**json.loads(note), "format": 1}))
            packed.writestr(files.DATABASE, database)
        assert told in self.get(client_of("organizer"), game).text

    def test_no_copy_can_be_fetched(self, client_of: ClientOf, game: Game) -> None:
        path = copy_of(NOW)
        page = client_of("organizer").get(self.url(game)).content.decode()
        assert path.name not in page
        assert "hash" not in page


class TestCopyMake(Writes):
    app = "league"
    name = "copy-make"
    # With one club; the stranger's is another one.
    may = ORGANIZERS
    # It writes a file, and asks the database as everybody else does.
    writes = False

    @pytest.fixture(autouse=True)
    def quick(self, monkeypatch: pytest.MonkeyPatch, db: None) -> None:
        """That a copy is whole has its own tests; here it is what the page makes of it."""

        def make(*, wait: bool, limited: bool) -> files.Copy:
            assert limited
            assert not wait
            path = copy_of(NOW, "hand")
            return files.Copy(path, files.read_note(path), 2_500_000)

        monkeypatch.setattr(making, "copy_make", make)

    def test_a_copy_is_made(self, client_of: ClientOf, game: Game) -> None:
        page = self.followed(client_of("organizer"), game)
        assert "A copy is made (2.4 MB)." in page.text
        assert "by hand" in page.text

    def test_why_there_is_none_is_said(
        self, client_of: ClientOf, game: Game, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fails(**_: bool) -> files.Copy:
            raise BackupError("The disk is full.")

        monkeypatch.setattr(making, "copy_make", fails)
        page = self.followed(client_of("organizer"), game)
        assert "The disk is full." in page.text

    def test_it_is_found_from_the_clubs_pages(self, client_of: ClientOf, game: Game) -> None:
        page = client_of("organizer").get(reverse("scoring:club")).content.decode()
        assert reverse("league:copies") in page
