"""The database as the site runs it: SQLite's settings, and two writers at once.

The trials on SQLite have a file of their own, so they run as well where the suite runs on
PostgreSQL.
"""

import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import IntegrityError, connection, connections, transaction
from pytest_django import DjangoDbBlocker

from league.site.environment import read_database
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
    start = threading.Barrier(WRITERS)
    faults: list[Exception] = []

    def write() -> None:
        start.wait(timeout=PATIENCE)
        try:
            # Many short writes one after the other starve one of them for longer than the site's
            # own five seconds, where the machine is busy.
            execute(f"PRAGMA busy_timeout={PATIENCE * 1000}")
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
