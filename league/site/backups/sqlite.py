"""Copying a SQLite database while it is written to, and finding out whether one is sound."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import quote

from django.utils.translation import gettext as _

from .facts import SESSIONS, facts_of
from .files import BackupError, Facts

SECONDS_TO_WAIT = 30


def dump(database: Path, target: Path) -> Facts:
    """Write a whole and sound copy of the database, as it is at this moment; writers go on.

    All pages in one step: taken piece by piece, the copy would restart after every write.
    Sessions are left out. Nothing beside the database is changed, such as its `-wal`. Raises
    `BackupError` where the database is damaged.
    """
    with looking_at(database) as source, _connected(target) as copy:
        # Nothing is lost with a draft that is cut off, so it need not wait for the disk.
        copy.execute("PRAGMA synchronous=OFF")
        source.backup(copy, pages=-1)
        copy.execute("PRAGMA journal_mode=DELETE")
        copy.execute("PRAGMA secure_delete=ON")
        if has_table(copy, SESSIONS):
            copy.execute(f"DELETE FROM {SESSIONS}")  # noqa: S608 - our own word
            copy.commit()
    return check(target)


def check(database: Path) -> Facts:
    """What the database holds, after a look at every page and reference; else `BackupError`."""
    damaged = BackupError(_("The database is damaged."))
    try:
        with _connected(database) as copy:
            if copy.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
                raise damaged
            if copy.execute("PRAGMA foreign_key_check").fetchone() is not None:
                raise damaged
            return facts_of(
                lambda sql: copy.execute(sql).fetchall(), lambda table: has_table(copy, table)
            )
    except (sqlite3.DatabaseError, ValueError, TypeError) as error:
        # Or a value that is not of its column's kind, or no text at all.
        raise damaged from error


def mark(database: Path) -> str:
    """A text that is another one after the database was written to."""
    marks = []
    for file in (database, Path(f"{database}-wal")):
        try:
            status = file.stat()
        except FileNotFoundError:
            continue
        if status.st_size:
            marks.append(f"{status.st_size}:{status.st_mtime_ns}")
    return " ".join(marks)


@contextmanager
def looking_at(database: Path) -> Iterator[sqlite3.Connection]:
    """A connection that writes nothing, not even what waits in the `-wal` when it is closed."""
    address = f"file:{quote(str(database))}?mode=ro"
    with closing(sqlite3.connect(address, uri=True, timeout=SECONDS_TO_WAIT)) as connection:
        yield connection


@contextmanager
def _connected(database: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(database, timeout=SECONDS_TO_WAIT)) as connection:
        yield connection


def has_table(connection: sqlite3.Connection, table: str) -> bool:
    """Whether the database has the table."""
    cursor = connection.execute(
        "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", [table]
    )
    return cursor.fetchone() is not None
