"""A database that cannot be used is found, and every page says which copy to restore, and how."""

import os
import shlex
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from pytest_django import Settings

from league.site import running, setup
from league.site.backups import making
from league.site.backups.files import Copy
from league.site.health import looking, trouble, watching
from league.site.management.commands import serve
from scoring.models import Club
from tests.page import Page

only_sqlite = pytest.mark.skipif(
    bool(os.environ.get("TEST_DATABASE_URL")), reason="it is about SQLite's file"
)


@pytest.fixture
def database(installation: Path) -> Path:
    """The file of a site in which there is a club, opened by nobody; with SQLite."""
    Club.objects.create(name="Hillside")
    connection.close()
    return Path(connection.settings_dict["NAME"])


def copied() -> Copy:
    made = making.copy_make()
    connection.close()
    return made


def overwrite(database: Path) -> None:
    """Damage pages in the middle: the first looks at it go well."""
    with database.open("r+b") as file:
        for block in range(8, database.stat().st_size // 4096, 2):
            file.seek(block * 4096)
            file.write(b"\xff" * 4096)


def with_odd_names(database: Path) -> None:
    """SQLite's own sentence will quote what it found, and that is no text."""
    whole = database.read_bytes()
    database.write_bytes(whole.replace(b"CREATE TABLE", b"CREA\xe1\xff\xe1\xffBLE"))


def from_a_newer_version() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES "
            "('league', '9999_later', '2030-01-01 00:00:00')"
        )
    connection.close()


@only_sqlite
def test_a_sound_database_is_no_trouble(database: Path) -> None:
    copied()
    assert looking.look_at_all_of_it() is None
    # What only a newer Django brings to a package that we no longer use is of no account.
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('gone', '1', '2030-01-01')"
        )
    connection.close()
    assert looking.look_at_all_of_it() is None


@only_sqlite
def test_damage_is_found_with_the_copy_to_restore(database: Path) -> None:
    assert looking.look_at_all_of_it() is None
    made = copied()
    overwrite(database)
    found = looking.look_at_all_of_it()
    assert found == trouble.Trouble("damaged", "", str(made.path), made.note.made_at)
    # A copy that is damaged itself, or whose like was made by a newer version, is passed over.
    made.path.write_bytes(made.path.read_bytes()[:-1] + b"x")
    assert looking.look_at_all_of_it() == trouble.Trouble("damaged")


@only_sqlite
@pytest.mark.parametrize("how", ["garbage", "folder", "names"])
def test_what_is_no_database_is_found_at_once(database: Path, how: str) -> None:
    copied()
    whole = database.read_bytes()
    database.unlink()
    if how == "folder":
        database.mkdir()
    elif how == "garbage":
        database.write_bytes(os.urandom(50_000))
    else:
        database.write_bytes(whole)
        with_odd_names(database)
    found = looking.look()
    assert found is not None
    assert found.kind == "damaged"


@only_sqlite
@pytest.mark.parametrize("how", ["gone", "empty"])
def test_a_database_that_is_gone_is_missed_where_there_are_copies(database: Path, how: str) -> None:
    before = database.read_bytes()
    database.unlink()
    assert looking.look() is None, "the very first start"
    assert not database.exists()
    database.write_bytes(before)
    copied()
    if how == "gone":
        database.unlink()
    else:
        os.truncate(database, 0)
    found = looking.look()
    assert found is not None
    assert found.kind == "missing"
    assert any("To start fresh instead" in line for line in trouble.lines(found))


def test_a_newer_version_is_refused_in_one_sentence(database: Path) -> None:
    made = copied()
    from_a_newer_version()
    with pytest.raises(serve.ServeError) as refused:
        serve.make_ready()
    first, *rest = str(refused.value).splitlines()
    assert first.startswith("A newer version of Roundhouse has changed the database (league.9999_")
    assert f"restore {made.path}" in rest[-1]


@only_sqlite
def test_every_page_says_what_to_type_on_the_machine_itself_alone(database: Path) -> None:
    made = copied()
    overwrite(database)
    watching.look(whole=True)
    command = f"python3 manage.py restore {shlex.quote(str(made.path))}"
    on_it: dict[str, Any] = {"REMOTE_ADDR": "127.0.0.1", "HTTP_HOST": "localhost:8000"}
    elsewhere = (
        {**on_it, "REMOTE_ADDR": "192.168.1.30"},
        {**on_it, "HTTP_X_FORWARDED_FOR": "192.168.1.30"},
        {**on_it, "HTTP_HOST": "testserver"},
    )
    for path in ("/", "/club/", "/sign-in/", "/no-such-page"):
        here = Client(**on_it).get(path)
        assert here.status_code == 503
        page = Page(here)
        assert command in page.text
        assert "The database is damaged." in page.text
        for asker in elsewhere:
            there = Client(**asker).get(path)
            assert there.status_code == 503
            assert "manage.py" not in there.content.decode()
            assert "The club's organizer must restore a copy" in Page(there).text
    asked = Client().post("/games/x/hand-over/", HTTP_ACCEPT="application/json")
    assert asked.status_code == 503
    assert asked.json()["saved"] is False
    part = Client().get("/", HTTP_HX_REQUEST="true")
    assert "The club's organizer must restore a copy." in Page(part).text
    assert "<html" not in part.content.decode()


@only_sqlite
def test_the_command_is_about_the_same_data(
    database: Path, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.BASE_DIR = database.parent
    made = copied()
    monkeypatch.setenv("DATA_DIR", "/srv/our club")
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.delenv("BACKUP_DIR", raising=False)
    told = trouble.command(trouble.Trouble("damaged", copy=str(made.path), made_at="x"))
    name = made.path.relative_to(database.parent)
    assert told == f"DATA_DIR='/srv/our club' python3 manage.py restore {name}"


@only_sqlite
def test_the_command_is_the_one_that_was_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in trouble.ENVIRONMENT:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(setup, "ROOT", tmp_path)
    monkeypatch.setattr(setup, "BATCH", batch := tmp_path / "roundhouse.cmd")
    assert trouble.start_command() == "roundhouse serve"
    batch.touch()
    assert trouble.start_command() == f'"{batch}" serve'


@only_sqlite
def test_what_is_mended_is_forgotten(database: Path) -> None:
    made = copied()
    overwrite(database)
    watching.look(whole=True)
    watching.look(whole=False)
    assert trouble.read() is not None, "a quick look sees no damage, and says nothing of it"
    call_command("restore", str(made.path), "--yes")
    assert trouble.read() is None
    assert Client().get("/rules/").status_code == 200


@only_sqlite
def test_damage_that_a_page_meets_is_said_and_looked_at(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    overwrite(database)
    asked: list[bool] = []
    monkeypatch.setattr(watching, "look_soon", lambda: asked.append(True))
    answer = Client().post("/sign-in/", {"login": "ann", "password": "x"})
    assert answer.status_code == 503
    assert asked
    connection.close()


@only_sqlite
def test_what_only_python_cannot_read_is_no_error_of_the_page(database: Path) -> None:
    with_odd_names(database)
    answer = Client(raise_request_exception=False).get("/")
    assert answer.status_code == 503
    assert "The database is damaged." in Page(answer).text
    connection.close()


@only_sqlite
def test_a_locked_database_is_no_damage(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from league.site.backups import sqlite

    monkeypatch.setattr(sqlite, "SECONDS_TO_WAIT", 0.1)
    with closing(sqlite3.connect(database)) as other:
        other.execute("PRAGMA locking_mode=EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        watching.look(whole=True)
    assert trouble.read() is None


class TestOneServer:
    """One server on a data folder, and how the last one ended."""

    @pytest.fixture(autouse=True)
    def folder(self, tmp_path: Path, settings: Settings) -> Path:
        settings.DATA_DIR = tmp_path
        return tmp_path

    def test_a_second_one_is_refused_in_a_sentence(self) -> None:
        with (
            running.only_server(),
            pytest.raises(running.RunningError, match="already, or a copy is being put back"),
            running.only_server(),
        ):
            pass

    def test_neither_a_restore_nor_a_server_comes_between(self) -> None:
        with (
            running.only_server(),
            pytest.raises(running.RunningError, match=r"The site is running\. Stop it first"),
            running.nobody_serves(),
        ):
            pass
        with (
            running.nobody_serves(),
            pytest.raises(running.RunningError, match="a copy is being put back"),
            running.only_server(),
        ):
            pass

    def test_workers_that_outlive_a_killed_server_are_waited_for(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(running, "SECONDS_TO_END", 0.0)
        worker = running.worker_lock()
        with pytest.raises(running.RunningError), running.only_server():
            pass
        monkeypatch.setattr(running, "SECONDS_TO_END", 3600.0)
        waited: list[float] = []

        def ends(seconds: float) -> None:
            waited.append(seconds)
            if len(waited) == 1:
                os.close(worker)

        monkeypatch.setattr("league.site.running.time.sleep", ends)
        with running.only_server():
            assert waited

    def test_how_the_last_one_ended_is_known(self, folder: Path) -> None:
        with running.only_server():
            assert running.ended_uncleanly(), "nobody knows"
        with running.only_server():
            assert not running.ended_uncleanly()
        with pytest.raises(KeyboardInterrupt), running.only_server():
            raise KeyboardInterrupt
        with running.only_server():
            assert running.ended_uncleanly()
        (folder / running.SERVER).write_text("[torn")
        with running.only_server():
            assert running.ended_uncleanly()
