"""A restore works over whatever lies in the database's place, and destroys nothing of it."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection

from league.site.backups import files, making, postgres, replacing, restoring, sealing, sqlite
from league.site.backups.files import BackupError, Copy
from league.site.backups.restoring import Restored
from league.site.server import starting
from scoring.models import Club, Game
from tests.factories import make_game, play

only_sqlite = pytest.mark.skipif(
    bool(os.environ.get("TEST_DATABASE_URL")), reason="it is about SQLite's file"
)
only_postgresql = pytest.mark.skipif(
    not os.environ.get("TEST_DATABASE_URL"), reason="it is about PostgreSQL"
)


def played() -> Game:
    game = make_game(Club.objects.create(name="Hillside"))
    play(game, 0, 10, 20, 30)
    return game


@pytest.fixture
def copy(installation: Path) -> Copy:
    """A copy with one club in it; then nobody has the database open."""
    played()
    made = making.copy_make()
    Club.objects.create(name="Later")
    connection.close()
    return made


def put_back(copy: Copy) -> Restored:
    return restoring.copy_restore(copy.path, restoring.copy_look(copy.path))


def clubs() -> list[str]:
    found = sorted(Club.objects.values_list("name", flat=True))
    connection.close()
    return found


def garbage(database: Path) -> None:
    database.write_bytes(os.urandom(100_000))


def half(database: Path) -> None:
    os.truncate(database, database.stat().st_size // 2 + 77)


def one_page(database: Path) -> None:
    """Overwrite what is neither the first page nor the last one."""
    with database.open("r+b") as file:
        for block in range(4, database.stat().st_size // 4096, 3):
            file.seek(block * 4096)
            file.write(b"\xff" * 4096)


def empty_with_wal(database: Path) -> None:
    database.write_bytes(b"")
    Path(f"{database}-wal").write_bytes(b"what was written last")


def folder(database: Path) -> None:
    database.unlink()
    database.mkdir()
    (database / "somebody's file").write_text("kept")


def missing_with_wal(database: Path) -> None:
    database.unlink()
    Path(f"{database}-wal").write_bytes(b"what was written last")
    Path(f"{database}-shm").write_bytes(b"its index")


def dangling_link(database: Path) -> None:
    database.rename(database.with_name("elsewhere"))
    database.symlink_to(database.with_name("elsewhere"))
    garbage(database)


@only_sqlite
@pytest.mark.parametrize(
    "broken",
    [garbage, half, one_page, empty_with_wal, folder, missing_with_wal, dangling_link],
    ids=lambda how: how.__name__,
)
def test_over_what_cannot_be_read(copy: Copy, broken: Callable[[Path], None]) -> None:
    database = Path(connection.settings_dict["NAME"])
    broken(database)
    before = contents(database)
    restored = put_back(copy)
    assert clubs() == ["Hillside"]
    # SQLite's reader may have put an empty -wal beside it.
    assert before.items() <= contents(Path(restored.aside)).items()
    assert restored.kept is None
    assert not list(database.parent.glob(f"{replacing.UNFINISHED}*"))


def contents(database: Path) -> dict[str, bytes]:
    """All that lies under the database's name, byte for byte; of a folder what is in it."""
    found: dict[str, bytes] = {}
    for part in replacing.PARTS:
        path = Path(f"{database}{part}")
        if path.is_dir():
            found |= {f"{part}/{file.name}": file.read_bytes() for file in path.iterdir()}
        elif path.exists():
            found[part] = path.read_bytes()
    return found


@only_sqlite
@pytest.mark.parametrize("how", ["missing", "empty"])
def test_over_nothing_there_is_nothing_to_keep(copy: Copy, how: str) -> None:
    database = Path(connection.settings_dict["NAME"])
    if how == "missing":
        database.unlink()
    else:
        database.write_bytes(b"")
    assert put_back(copy) == Restored()
    assert clubs() == ["Hillside"]
    assert replacing.asides(database) == []


@only_sqlite
def test_a_wal_of_another_file_is_not_mixed_in(copy: Copy, tmp_path: Path) -> None:
    """SQLite would read the pages of the other file's `-wal` as if they were this one's."""
    database = Path(connection.settings_dict["NAME"])
    other = tmp_path / "other"
    with closing(sqlite3.connect(other)) as opened:
        opened.execute("PRAGMA journal_mode=WAL")
        opened.execute("CREATE TABLE foreign_rows (text)")
        opened.executemany("INSERT INTO foreign_rows VALUES (?)", [("x" * 500,)] * 2000)
        opened.commit()
        shutil.copy(f"{other}-wal", f"{database}-wal")
        shutil.copy(f"{other}-shm", f"{database}-shm")
    before = contents(database)
    restored = put_back(copy)
    assert clubs() == ["Hillside"]
    after = contents(Path(restored.aside))
    assert (after[""], after["-wal"]) == (before[""], before["-wal"])


@only_sqlite
def test_what_a_killed_server_left_in_the_wal_is_in_the_copy_that_is_kept(copy: Copy) -> None:
    database = Path(connection.settings_dict["NAME"])
    with closing(sqlite3.connect(database)) as opened:
        opened.execute("UPDATE scoring_club SET name = 'Killed' WHERE name = 'Later'")
        opened.commit()
        for part in ("", "-wal"):
            shutil.copy(f"{database}{part}", f"{database}.left{part}")
    for part in ("", "-wal"):
        Path(f"{database}.left{part}").replace(f"{database}{part}")
    restored = put_back(copy)
    assert clubs() == ["Hillside"]
    # Whether a `-wal` really belongs to its database, only people can know: the files stay too.
    assert restored.aside
    assert restored.kept is not None
    put_back(restored.kept)
    assert clubs() == ["Hillside", "Killed"]


HOLDS = """
import sqlite3, sys
opened = sqlite3.connect(sys.argv[1], isolation_level=None)
opened.execute("PRAGMA locking_mode=" + sys.argv[2])
opened.execute("BEGIN EXCLUSIVE")
opened.execute("UPDATE scoring_club SET name = 'Held' WHERE name = 'Later'")
print("held", flush=True)
sys.stdin.readline()
opened.execute("COMMIT")
opened.close()
"""


@contextmanager
def held(database: Path, mode: str = "NORMAL") -> Iterator["subprocess.Popen[str]"]:
    """Another program in the middle of a write."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLDS, database, mode],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        try:
            yield process
        finally:
            if process.poll() is None:
                process.communicate("\n")


@only_sqlite
@pytest.mark.parametrize("mode", ["NORMAL", "EXCLUSIVE"])
def test_over_one_that_another_program_has_locked(
    copy: Copy, mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "SECONDS_TO_WAIT", 0.1)
    database = Path(connection.settings_dict["NAME"])
    with held(database, mode) as other:
        restored = put_back(copy)
        assert restored.in_use
        # It goes by the old name, and would take the new `-wal` away when it ends.
        with pytest.raises(BackupError, match="still has the old database open"):
            starting.make_data_ready()
        other.communicate("\n")
        starting.make_data_ready()
    assert clubs() == ["Hillside"]
    with closing(sqlite3.connect(restored.aside)) as opened:
        assert ("Held",) in opened.execute("SELECT name FROM scoring_club").fetchall()


@only_sqlite
def test_over_a_file_that_may_not_be_written(copy: Copy) -> None:
    Path(connection.settings_dict["NAME"]).chmod(0o400)
    restored = put_back(copy)
    assert clubs() == ["Hillside"]
    assert restored.kept is not None
    assert restored.kept.note.counts["clubs"] == 2


def test_over_a_database_of_a_newer_version(copy: Copy) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES "
            "('league', '9999_later', '2030-01-01 00:00:00')"
        )
    connection.close()
    restored = put_back(copy)
    assert clubs() == ["Hillside"]
    assert restored.kept is not None
    with pytest.raises(BackupError, match=r"a newer version of Roundhouse, .* league.9999_later"):
        restoring.copy_look(restored.kept.path)


@only_sqlite
def test_where_there_is_no_room_for_a_copy_the_file_itself_stays(
    copy: Copy, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files, "pack", full)
    restored = put_back(copy)
    assert clubs() == ["Hillside"]
    with closing(sqlite3.connect(restored.aside)) as opened:
        assert opened.execute("SELECT count(*) FROM scoring_club").fetchone() == (2,)


@only_sqlite
def test_a_copy_that_cannot_be_unpacked_leaves_the_database(
    copy: Copy, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files, "unpack", full)
    with pytest.raises(BackupError, match=r"the database's folder, .*: No space left on device"):
        put_back(copy)
    assert clubs() == ["Hillside", "Later"]


@only_sqlite
def test_files_that_cannot_be_moved_stay_as_they_are(
    copy: Copy, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as a file that a container has mounted: then no later start does what was refused."""
    database = Path(connection.settings_dict["NAME"])

    def busy(*_: object) -> None:
        raise OSError(16, "Device or resource busy")

    monkeypatch.setattr(replacing, "_move_aside", busy)
    with pytest.raises(BackupError, match="busy"):
        put_back(copy)
    monkeypatch.undo()
    assert replacing.finish(database) is None
    assert clubs() == ["Hillside", "Later"]


class Cut(BaseException):
    """The power fails."""


@only_sqlite
def test_a_restore_cut_off_at_any_step_leaves_the_old_or_the_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before each change of a name, and after the last; the next start does what is left."""
    rename = Path.rename
    states = []
    for steps in range(6):
        database = tmp_path / f"{steps}" / "site.sqlite3"
        database.parent.mkdir()
        for name, rows in (("site.sqlite3", ["old"] * 3), ("new", ["new"] * 5)):
            with closing(sqlite3.connect(database.with_name(name))) as opened:
                opened.execute("CREATE TABLE sheet (text)")
                opened.executemany("INSERT INTO sheet VALUES (?)", [(row,) for row in rows])
                opened.commit()
        # What a killed server leaves: an entry that is in the -wal alone, and its index.
        with closing(sqlite3.connect(database)) as opened:
            opened.execute("PRAGMA journal_mode=WAL")
            opened.execute("INSERT INTO sheet VALUES ('waits')")
            opened.commit()
            for part in ("", "-wal", "-shm"):
                shutil.copy(f"{database}{part}", f"{database}.left{part}")
        for part in ("", "-wal", "-shm"):
            Path(f"{database}.left{part}").replace(f"{database}{part}")
        done = iter(range(100))

        def cut(path: Path, target: Path, steps: int = steps, done: Iterator[int] = done) -> Path:
            if next(done) == steps:
                raise Cut
            return rename(path, target)

        with monkeypatch.context() as patched:
            patched.setattr(Path, "rename", cut)
            try:
                replacing.make_ready(database.with_name("new"), database)
                replacing.finish(database)
            except Cut:
                pass
        replacing.finish(database)
        states.append(rows_of(database))
        if states[-1] == ["new"] * 5:
            (aside,) = replacing.asides(database)
            assert rows_of(aside) == ["old"] * 3 + ["waits"]
    assert states == [["old"] * 3 + ["waits"]] + [["new"] * 5] * 5


def rows_of(database: Path) -> list[str]:
    with closing(sqlite3.connect(database)) as opened:
        return [row for (row,) in opened.execute("SELECT text FROM sheet")]


@only_postgresql
def test_what_cannot_be_copied_is_moved_into_a_schema_of_its_own(
    copy: Copy, monkeypatch: pytest.MonkeyPatch
) -> None:
    def damaged(*_: object) -> None:
        raise BackupError("pg_dump did not get through: invalid page in block 7")

    with monkeypatch.context() as patched:
        patched.setattr(postgres, "dump", damaged)
        restored = put_back(copy)
    assert clubs() == ["Hillside"]
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM {restored.aside}.scoring_club")  # noqa: S608
        assert cursor.fetchone() == (2,)
    # The next copy is of the site alone.
    again = making.copy_make()
    assert again.note.counts["clubs"] == 1
    assert put_back(again).kept is not None
    assert clubs() == ["Hillside"]


def test_a_flipped_bit_in_any_block_is_refused(copy: Copy, tmp_path: Path) -> None:
    whole = copy.path.read_bytes()
    flipped = tmp_path / "flipped.roundhouse"
    ends = {*range(80), *range(len(whole) - 400, len(whole))}
    for place in sorted({*range(0, len(whole), 512), *ends}):
        damaged = bytearray(whole)
        damaged[place] ^= 1 << place % 8
        flipped.write_bytes(damaged)
        with pytest.raises(BackupError, match=r"damaged|not a copy|newer version"):
            restoring.copy_look(flipped)


def test_a_copy_that_an_older_version_made_has_no_seal_and_says_so(
    copy: Copy, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = tmp_path / "old.roundhouse"
    note = asdict(replace(copy.note, format=1))
    with zipfile.ZipFile(copy.path) as source, zipfile.ZipFile(old, "w") as packed:
        packed.writestr("note.json", json.dumps(note))
        packed.writestr("database", source.read("database"))
    assert not sealing.is_sealed(old)
    call_command("restore", str(old), "--yes")
    assert "no checksum over the whole file" in capsys.readouterr().out
    assert clubs() == ["Hillside"]
    call_command("restore", str(copy.path), "--yes")
    assert "no checksum" not in capsys.readouterr().out
