"""The database as the site runs it: SQLite's settings, and two writers at once.

The trials on SQLite have a file of their own, so they run as well where the suite runs on
PostgreSQL.
"""

import errno
import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from django.db import IntegrityError, OperationalError, connection, connections, transaction
from pytest_django import DjangoDbBlocker

from league.site.environment import read_database
from league.site.sqlite import base
from tests.waiting import PATIENCE

WRITERS = 4
TURNS = 25


@pytest.fixture
def trial(tmp_path: Path, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """A second database, configured as the site's own is when nothing is set."""
    config = read_database("NOT_SET", base=tmp_path, default_file=tmp_path / "trial.sqlite3")
    # Django fills in what a database's settings leave out.
    connections.settings["trial"] = connections.configure_settings({"default": config})["default"]
    with django_db_blocker.unblock():
        yield "trial"
        connections["trial"].close()
    del connections["trial"]
    del connections.settings["trial"]


def execute(sql: str, *values: int) -> int:
    with connections["trial"].cursor() as cursor:
        cursor.execute(sql, values)
        row = cursor.fetchone() if cursor.description else None
    return row[0] if row else 0


@pytest.mark.django_db
def test_the_suite_runs_on_the_database_that_was_asked_for() -> None:
    """Else a run on PostgreSQL could pass on SQLite, and say nothing."""
    wanted = "postgresql" if os.environ.get("TEST_DATABASE_URL") else "sqlite"
    assert connection.vendor == wanted


@pytest.mark.parametrize(
    ("pragma", "value"),
    [
        ("journal_mode", "wal"),
        ("synchronous", 2),  # FULL: what was shown as saved survives a pulled plug
        ("foreign_keys", 1),
        ("busy_timeout", 5000),
    ],
)
def test_sqlite_keeps_what_it_was_told(trial: str, pragma: str, value: object) -> None:
    assert execute(f"PRAGMA {pragma}") == value


def test_sqlite_refuses_a_row_that_points_nowhere(trial: str) -> None:
    execute("CREATE TABLE game (id INTEGER PRIMARY KEY)")
    execute("CREATE TABLE round (game_id INTEGER REFERENCES game (id))")
    with pytest.raises(IntegrityError):
        execute("INSERT INTO round VALUES (12)")


def test_writers_at_once_wait_for_each_other_and_lose_nothing(trial: str) -> None:
    """Each reads and then writes what it read: with deferred transactions, most of them fail."""
    execute("CREATE TABLE total (points INTEGER)")
    execute("INSERT INTO total VALUES (0)")
    # Many short writes one after the other starve one of them for longer than the site's own five
    # seconds, where the machine is busy.
    connections.settings[trial]["OPTIONS"]["timeout"] = PATIENCE
    start = threading.Barrier(WRITERS)
    faults: list[Exception] = []

    def write() -> None:
        start.wait(timeout=PATIENCE)
        try:
            for _ in range(TURNS):
                with transaction.atomic(using=trial):
                    points = execute("SELECT points FROM total")
                    execute("UPDATE total SET points = %s", points + 1)
        except Exception as error:  # noqa: BLE001 - a thread tells the test what went wrong
            faults.append(error)
        finally:
            connections[trial].close()

    threads = [threading.Thread(target=write) for _ in range(WRITERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    assert execute("SELECT points FROM total") == WRITERS * TURNS


def others_write(file: str) -> str:
    """Write as another process would; return what keeps it from that, "" for nothing."""
    try:
        with closing(sqlite3.connect(file, timeout=0)) as other:
            other.execute("INSERT INTO total VALUES (0)")
            other.commit()
    except sqlite3.OperationalError as error:
        return str(error)
    return ""


def test_the_disk_is_waited_for_once_others_may_write_and_before_atomic_ends(
    trial: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    execute("CREATE TABLE total (points INTEGER)")
    file = str(connections[trial].settings_dict["NAME"])
    seen: list[str] = []

    def sync(descriptor: int) -> None:
        assert os.path.samestat(os.fstat(descriptor), Path(f"{file}-wal").stat())
        seen.append(others_write(file))

    monkeypatch.setattr(base, "sync_file", sync)
    with transaction.atomic(using=trial):
        execute("INSERT INTO total VALUES (1)")
        assert others_write(file) == "database is locked"
        assert seen == []
    assert seen == [""]
    # What is written alone is synced by SQLite itself, after a transaction too.
    assert execute("PRAGMA synchronous") == 2
    execute("INSERT INTO total VALUES (2)")
    assert seen == [""]


def test_what_the_disk_cannot_take_is_not_called_written(
    trial: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    execute("CREATE TABLE total (points INTEGER)")
    told: list[str] = []

    def fail(_descriptor: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    def write() -> None:
        with transaction.atomic(using=trial):
            execute("INSERT INTO total VALUES (1)")
            transaction.on_commit(lambda: told.append("written"), using=trial)

    with monkeypatch.context() as patch:
        patch.setattr(base, "sync_file", fail)
        with pytest.raises(OperationalError, match="disk I/O error"):
            write()
    assert told == []
    # The next one waits for nobody.
    with transaction.atomic(using=trial):
        execute("INSERT INTO total VALUES (2)")


def test_commits_that_another_one_has_synced_are_not_synced_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    monkeypatch.setattr(base, "sync_file", synced.append)
    (tmp_path / "wal").touch()
    log = base.Log(str(tmp_path / "wal"))
    first, second = log.count(), log.count()
    log.sync(second)
    log.sync(first)
    assert len(synced) == 1
    log.sync(log.count())
    assert len(synced) == 2


@pytest.mark.parametrize("end", ["rollback", "close", "no begin"])
def test_a_transaction_that_does_not_commit_gives_its_turn_back(trial: str, end: str) -> None:
    connections.settings[trial]["OPTIONS"]["timeout"] = 0
    execute("CREATE TABLE total (points INTEGER)")
    with closing(sqlite3.connect(connections[trial].settings_dict["NAME"])) as other:
        if end == "no begin":
            other.execute("BEGIN IMMEDIATE")
        with suppress(ZeroDivisionError, OperationalError), transaction.atomic(using=trial):
            if end == "close":
                connections[trial].close()
            raise ZeroDivisionError
    assert execute("PRAGMA synchronous") == 2
    with transaction.atomic(using=trial):
        execute("INSERT INTO total VALUES (1)")


def test_who_waits_for_another_process_begins_once_that_has_written(
    trial: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bug it would catch: SQLite's own pauses, ever longer, so that the last waits longest."""
    execute("CREATE TABLE total (points INTEGER)")
    pauses: list[float] = []
    with closing(sqlite3.connect(connections[trial].settings_dict["NAME"])) as other:
        other.execute("BEGIN IMMEDIATE")

        def pause(seconds: float) -> None:
            pauses.append(seconds)
            if len(pauses) == 3:
                other.commit()

        monkeypatch.setattr(base, "sleep", pause)
        with transaction.atomic(using=trial):
            execute("INSERT INTO total VALUES (1)")
    assert pauses == [base.SECONDS_BETWEEN_LOOKS] * 3
    assert execute("PRAGMA busy_timeout") == 5000
