"""Whole copies: made while the site is written to, refused when damaged, put back whole."""

import io
import json
import os
import shutil
import sqlite3
import zipfile
from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import time_machine
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connection, transaction
from pytest_django import Settings

from league.privacy.services.erase_person import person_erase
from league.site import running
from league.site.backups import files, keeping, making, postgres, restoring, sealing
from league.site.backups.files import BackupError, BusyError, Copy
from league.site.management.commands import serve
from scoring.models import Club, Game, SheetEntry
from tests.factories import make_game, play
from tests.waiting import wait_until

ROOT = Path(__file__).resolve().parents[3]
only_sqlite = pytest.mark.skipif(
    bool(os.environ.get("TEST_DATABASE_URL")), reason="it is about SQLite's file"
)


def played() -> Game:
    game = make_game(Club.objects.create(name="Hillside"))
    play(game, 0, 10, 20, 30)
    return game


def repack(path: Path, target: Path, note: object = None, **members: bytes) -> Path:
    """The copy with another note or other members."""
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            if name == "note.json" and note is not None:
                new.writestr(name, json.dumps(note))
            else:
                new.writestr(name, members.pop(name, old.read(name)))
        for name, content in members.items():
            new.writestr(name, content)
        sealing.leave_room(new)
    sealing.seal(target)
    return target


def put_back(path: Path) -> Copy | None:
    """Put the copy back; the answer is the copy of what was there, of which no file is left."""
    restored = restoring.copy_restore(path, restoring.copy_look(path))
    assert not restored.aside
    return restored.kept


def test_a_copy_brings_back_what_was_and_what_is_there_is_kept_first(installation: Path) -> None:
    game = played()
    Session.objects.create(
        session_key="k", session_data="d", expire_date=datetime(2030, 1, 1, tzinfo=UTC)
    )
    copy = making.copy_make()
    assert copy.path.parent == installation / "backups"
    assert copy.path.stat().st_mode & 0o077 == 0
    assert copy.path.parent.stat().st_mode & 0o077 == 0
    note = files.read_note(copy.path)
    assert note.counts == {
        "clubs": 1,
        "people": 4,
        "games": 1,
        "entries": 1,
        "days": 0,
        "tournaments": 0,
    }
    assert note.last_entry == game.entries.get().recorded_at
    assert [one.path for one in files.copies()] == [copy.path]

    play(game, 40, 0, 20, 30)
    Club.objects.create(name="Later")
    kept = put_back(copy.path)
    assert SheetEntry.objects.count() == 1
    assert [club.name for club in Club.objects.all()] == ["Hillside"]
    # A session that was ended must not come back.
    assert not Session.objects.exists()
    # The sheet still refuses to be changed, and goes on.
    with pytest.raises(Exception, match="never changed"), transaction.atomic():
        SheetEntry.objects.update(reason="changed")
    play(game, 40, 0, 20, 30)

    assert kept is not None
    put_back(kept.path)
    assert {club.name for club in Club.objects.all()} == {"Hillside", "Later"}
    assert SheetEntry.objects.count() == 2


def test_a_copy_of_an_older_version_is_brought_up_to_this_one(installation: Path) -> None:
    played()
    call_command("migrate", "auth", "0011", verbosity=0)
    copy = making.copy_make()
    assert copy.note.migrations["auth"][-1].startswith("0011")
    call_command("migrate", verbosity=0)
    put_back(copy.path)
    assert making.copy_before_migrations() is None
    assert Club.objects.get().name == "Hillside"


def test_an_empty_database_takes_a_copy(installation: Path) -> None:
    game = played()
    copy = making.copy_make()
    call_command("flush", interactive=False, verbosity=0)
    assert put_back(copy.path) is None
    assert Game.objects.get().code == game.code


def test_what_is_no_sound_copy_is_refused_and_changes_nothing(installation: Path) -> None:
    played()
    copy = making.copy_make()
    whole, note = copy.path.read_bytes(), asdict(copy.note)
    half, flipped = installation / "half", installation / "flipped"
    half.write_bytes(whole[: len(whole) // 2])
    middle = len(whole) // 2
    # Not one bit alone: of a page's zeros, packed, there are many that change nothing.
    flipped.write_bytes(whole[:middle] + bytes(64) + whole[middle + 64 :])
    text = installation / "text"
    text.write_text("no copy at all")
    later = {**note["migrations"], "league": ["0001_start", "9999_later"]}
    other = {"sqlite": "postgresql", "postgresql": "sqlite"}[connection.vendor]
    made = iter(range(100))

    def new() -> Path:
        return installation / f"new-{next(made)}"

    for path, sentence in [
        (installation / "missing", "There is no file"),
        (installation, "cannot be read"),
        (text, "is damaged, or is not a copy"),
        (half, "is damaged, or is not a copy"),
        (flipped, "is damaged, or is not a copy"),
        (repack(copy.path, new(), {**note, "format": 3}), "made by a newer version"),
        (repack(copy.path, new(), {"format": 3, "cities": []}), "made by a newer version"),
        (repack(copy.path, new(), {**note, "migrations": later}), "league.9999_later"),
        (repack(copy.path, new(), {**note, "migrations": {}}), "not a copy that Roundhouse made"),
        (
            repack(copy.path, new(), {**note, "vendor": other}),
            "moves between the two as an archive",
        ),
        (repack(copy.path, new(), {**note, "sha256": "0" * 64}), "is damaged"),
        (repack(copy.path, new(), {**note, "size": 10}), "is damaged"),
        (repack(copy.path, new(), {**note, "made_at": "today"}), "is damaged"),
        (repack(copy.path, new(), {**note, "made_at": 3}), "not a copy"),
        (repack(copy.path, new(), {"kind": "auto"}), "is damaged"),
        (repack(copy.path, new(), ["note"]), "is damaged"),
        (repack(copy.path, new(), **{"../elsewhere": b"x"}), "not a copy that Roundhouse made"),
    ]:
        with pytest.raises(BackupError, match=sentence):
            put_back(path)
        assert SheetEntry.objects.count() == 1
    # None of them left anything behind.
    assert sorted(path.name for path in (installation / "backups").iterdir()) == [
        ".lock",
        copy.path.name,
    ]


@only_sqlite
def test_a_sound_file_around_a_broken_database_is_refused(installation: Path) -> None:
    played()
    copy = making.copy_make()
    database = installation / "database"
    files.unpack(copy.path, copy.note, database)
    with sqlite3.connect(database) as broken:
        broken.execute("PRAGMA foreign_keys=OFF")
        broken.execute("DELETE FROM scoring_player")
    broken.close()
    note = replace(copy.note, sha256=files.sha256_of(database), size=database.stat().st_size)
    files.pack(database, installation / "broken", note)
    with pytest.raises(BackupError, match=r"broken is damaged\. Take another copy"):
        put_back(installation / "broken")
    assert Club.objects.count() == 1


def test_a_file_made_to_fill_the_disk_fills_nothing(installation: Path) -> None:
    played()
    copy = making.copy_make()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as bomb:
        bomb.writestr("note.json", json.dumps({**asdict(copy.note), "size": 1000}))
        bomb.writestr("database", bytes(50_000_000))
        sealing.leave_room(bomb)
    path = installation / "bomb"
    path.write_bytes(packed.getvalue())
    sealing.seal(path)
    target = installation / "unpacked"
    with pytest.raises(BackupError, match="is damaged"):
        files.unpack(path, restoring.copy_look(path), target)
    assert not target.exists()


def test_nothing_is_put_back_while_the_site_runs(installation: Path) -> None:
    played()
    copy = making.copy_make()
    held = running.worker_lock()
    try:
        with pytest.raises(BackupError, match=r"The site is running\. Stop it first"):
            put_back(copy.path)
        # Nobody is asked about what cannot be done: there is nobody here to answer.
        with pytest.raises(SystemExit, match=r"The site is running\. Stop it first"):
            call_command("restore", str(copy.path))
    finally:
        os.close(held)
    put_back(copy.path)


def test_two_copies_are_never_made_at_once(installation: Path) -> None:
    with files.one_at_a_time(wait=True), pytest.raises(BusyError, match="being made just now"):
        making.copy_make(wait=False)
    assert making.trouble() is None


def test_only_so_many_copies_are_made_by_hand(
    installation: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(making, "HAND_AN_HOUR", 2)
    monkeypatch.setattr(making, "HAND_A_DAY", 3)
    now = datetime.now(UTC).replace(microsecond=0)
    # Made when the clock was a year ahead.
    for hours in (365 * 24, -5, 0, 0):
        with time_machine.travel(now + timedelta(hours=hours), tick=False):
            connection.close()
            making.copy_make(limited=True)
    for later, allowed in ((0.1, False), (1.1, False), (19.5, True)):
        with time_machine.travel(now + timedelta(hours=later), tick=False):
            connection.close()
            if allowed:
                making.copy_make(limited=True)
            else:
                with pytest.raises(making.TooManyError, match="in a while"):
                    making.copy_make(limited=True)
    # That is no trouble with copies, and the command on the machine itself is not kept from it.
    assert making.trouble() is None
    with time_machine.travel(now + timedelta(hours=0.1), tick=False):
        making.copy_make()


def test_a_full_disk_is_remembered_until_a_copy_succeeds(
    installation: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played()
    first = making.copy_make()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(files, "pack", full)
        with pytest.raises(BackupError, match=r"No space left on device\. Free some space"):
            making.copy_make()
        since = making.trouble().since
        with pytest.raises(BackupError):
            making.copy_make()
    trouble = making.trouble()
    assert trouble is not None
    assert trouble.since == since
    assert "No space left" in trouble.text
    assert [copy.path for copy in files.copies()] == [first.path]
    making.copy_make()
    assert making.trouble() is None


def test_what_a_cut_off_copy_left_is_swept(installation: Path) -> None:
    played()
    (files.folder() / "20260101-000000-auto.roundhouse.part").write_text("half")
    (files.folder() / "tmp.part").mkdir()
    making.copy_make()
    assert not list(files.folder().glob("*.part"))


def test_a_copy_is_due_once_something_was_written(installation: Path, settings: Settings) -> None:
    now = datetime.now(UTC)
    assert not making.due(now)  # no club yet
    game = played()
    assert making.due(now)
    with time_machine.travel(now - timedelta(minutes=6), tick=False):
        connection.close()
        making.copy_make(kind=making.AUTO)
    assert not making.due(now)
    play(game, 0, 10, 20, 30)
    if connection.vendor == "postgresql":
        # The server counts what was written when a connection has nothing to do.
        connection.close()
        wait_until(lambda: making.due(now))
    assert making.due(now)
    assert not making.due(now - timedelta(minutes=2))
    # A clock that was put back an hour must not keep the next copy away.
    assert making.due(now - timedelta(hours=1))
    settings.BACKUP_MINUTES = 0
    assert not making.due(now)


def test_a_copy_is_due_at_once_when_the_server_was_brought_back(
    installation: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The newest copy may be of the time between the mistake and the going back."""
    played()
    making.copy_make(kind=making.AUTO)
    newest = files.copies()[0].note
    back = f"00000009/{newest.mark.partition('/')[2]}"
    monkeypatch.setattr(making, "mark", lambda: back)
    assert making.due(newest.moment) is (connection.vendor == "postgresql")


def test_the_site_looks_again_after_a_copy_failed(
    installation: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    played()

    def fails() -> None:
        raise BackupError("The disk is full.")

    monkeypatch.setattr(keeping, "copy_in_a_process", fails)
    assert not keeping.look()
    assert "The disk is full." in caplog.text
    assert making.trouble().text == "The disk is full."
    monkeypatch.setattr(keeping, "copy_in_a_process", making.copy_make)
    assert keeping.look()
    assert making.trouble() is None
    assert len(files.copies()) == 1


def test_a_copy_is_made_before_the_database_is_changed(
    installation: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert making.copy_before_migrations() is None
    played()
    assert making.copy_before_migrations() is None
    call_command("migrate", "auth", "0011", verbosity=0)
    copy = making.copy_before_migrations()
    assert copy.note.kind == "migration"
    assert copy.note.migrations["auth"][-1].startswith("0011")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files, "pack", full)
    with pytest.raises(serve.ServeError, match="first a copy of it has to be made"):
        serve.make_ready()
    monkeypatch.undo()
    assert making.copy_before_migrations() is not None


def test_old_copies_are_thrown_away(installation: Path, settings: Settings) -> None:
    played()
    settings.BACKUP_DAYS = 1
    now = datetime.now(UTC)
    for hours in (40, 20):
        with time_machine.travel(now - timedelta(hours=hours), tick=False):
            making.copy_make(kind=making.AUTO)
    assert len(files.copies()) == 2
    last = making.copy_make()
    assert [copy.note.kind for copy in files.copies()] == ["hand", "auto"]
    assert files.copies()[0].path == last.path


def test_the_newest_copy_is_the_last_one_made_whatever_the_clock_showed(
    installation: Path,
) -> None:
    played()
    now = datetime.now(UTC)
    made: list[Path] = []
    for years in (0, 10, -20, 0):
        with time_machine.travel(now + timedelta(days=365 * years, seconds=len(made)), tick=False):
            made.insert(0, making.copy_make(kind=making.AUTO).path)
            assert [copy.path for copy in files.copies()] == made
    assert [copy.note.number for copy in files.copies()] == [4, 3, 2, 1]


def test_the_commands_say_what_they_do(
    installation: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = played()
    with pytest.raises(SystemExit, match=r"There is no folder .*stik"):
        call_command("backup", str(installation / "stik" / "club.roundhouse"))
    assert making.trouble() is None, "a mistyped name is no trouble with the copies here"
    target = installation / "stick.roundhouse"
    call_command("backup", str(target))
    assert f"Kept in {target} (" in capsys.readouterr().out
    play(game, 0, 10, 20, 30)

    monkeypatch.setattr("builtins.input", lambda _: "no")
    with pytest.raises(SystemExit, match=r"Nothing was changed\."):
        call_command("restore", str(target))
    assert SheetEntry.objects.count() == 2
    told = capsys.readouterr().out
    assert "clubs: 1, people: 4, games: 1, entries on sheets: 1" in told
    assert "the newest entry of a sheet: " in told

    ann = game.seats.get(place=0).player
    person_erase(player=ann)
    call_command("restore", str(target), "--yes")
    told = capsys.readouterr().out
    assert "What was there before is kept in" in told
    assert f"What was erased since that copy is back. Erase it again:\n  /people/{ann.pk}/" in told
    assert SheetEntry.objects.count() == 1
    with pytest.raises(SystemExit, match="There is no file"):
        call_command("restore", str(installation / "nothing"), "--yes")
    with pytest.raises(SystemExit, match="Nothing can be written to /proc: "):
        call_command("backup", "/proc/copy")


@only_sqlite
def test_a_restored_database_goes_on_as_the_site_wants_it(installation: Path) -> None:
    played()
    put_back(making.copy_make().path)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA journal_mode")
        assert cursor.fetchone() == ("wal",)


@pytest.mark.skipif(not os.environ.get("TEST_DATABASE_URL"), reason="it is about PostgreSQL")
def test_a_restore_that_fails_half_way_changes_nothing_in_postgresql(
    installation: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played()
    copy = making.copy_make()
    Club.objects.create(name="Later")
    monkeypatch.setattr(
        postgres, "EMPTY_SCHEMA", f"{postgres.EMPTY_SCHEMA}; CREATE TABLE scoring_seatresult ()"
    )
    with pytest.raises(BackupError, match="psql did not get through"):
        put_back(copy.path)
    assert Club.objects.count() == 2


def test_without_pg_dump_it_is_said_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(postgres, "DEBIANS", tmp_path)
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(BackupError, match="sudo apt install postgresql-client-15"):
        postgres.find_tools(15)


def test_the_matching_pg_dump_is_taken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for version in (14, 15, 17):
        folder = tmp_path / str(version) / "bin"
        folder.mkdir(parents=True)
        for tool in postgres.TOOLS:
            (folder / tool).write_text(f"#!/bin/sh\necho '{tool} (PostgreSQL) {version}.3'\n")
            (folder / tool).chmod(0o755)
    monkeypatch.setattr(postgres, "DEBIANS", tmp_path)
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert postgres.find_tools(15).parent.name == "15"
    assert postgres.find_tools(16).parent.name == "17"
    with pytest.raises(BackupError):
        postgres.find_tools(18)
