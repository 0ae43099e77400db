"""Copying a SQLite database while it is written to, and putting a copy back in one step."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.utils.translation import gettext as _

from .facts import SESSIONS, facts_of
from .files import BackupError, Facts

SECONDS_TO_WAIT = 30


def dump(database: Path, target: Path) -> Facts:
    """Write a whole and sound copy of the database, as it is at this moment; writers go on.

    All pages in one step: taken piece by piece, the copy would begin anew after every write.
    Sessions are left out. Raises `BackupError` where the database is damaged.
    """
    with _connected(database) as source, _connected(target) as copy:
        # Nothing is lost with a draft that is cut off, so it need not wait for the disk.
        copy.execute("PRAGMA synchronous=OFF")
        source.backup(copy, pages=-1)
        copy.execute("PRAGMA journal_mode=DELETE")
        copy.execute("PRAGMA secure_delete=ON")
        if _has(copy, SESSIONS):
            copy.execute(f"DELETE FROM {SESSIONS}")  # noqa: S608 - our own word
            copy.commit()
    return check(target)


def check(database: Path) -> Facts:
    """What the database holds, after a look at every page and reference; else `BackupError`."""
    damaged = BackupError(_("The database in %s is damaged.") % database.name)
    try:
        with _connected(database) as copy:
            if copy.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
                raise damaged
            if copy.execute("PRAGMA foreign_key_check").fetchone() is not None:
                raise damaged
            return facts_of(
                lambda sql: copy.execute(sql).fetchall(), lambda table: _has(copy, table)
            )
    except sqlite3.DatabaseError as error:
        raise damaged from error


def load(
    staged: Path, database: Path, *, progress: Callable[[int, int, int], object] | None = None
) -> None:
    """Put a checked copy in the place of the database, in one transaction of SQLite's own.

    Cut off at any moment, the database is what it was before, or the copy. `progress` is for who
    wants to look on, a page at a time.
    """
    with _connected(staged) as source, _connected(database) as live:
        live.execute("PRAGMA synchronous=FULL")
        source.backup(live, pages=1 if progress else -1, progress=progress)
        live.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def mark(database: Path) -> str:
    """A text that is another one after the database was written to."""
    told = []
    for file in (database, Path(f"{database}-wal")):
        try:
            found = file.stat()
        except FileNotFoundError:
            continue
        if found.st_size:
            told.append(f"{found.st_size}:{found.st_mtime_ns}")
    return " ".join(told)


@contextmanager
def _connected(database: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(database, timeout=SECONDS_TO_WAIT)) as connection:
        yield connection


def _has(connection: sqlite3.Connection, table: str) -> bool:
    found = connection.execute(
        "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", [table]
    )
    return found.fetchone() is not None
