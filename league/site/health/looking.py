"""Looking whether the database can be used, and for the newest good copy where it cannot."""

import sqlite3
from contextlib import suppress

from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from league.site.backups import files, restoring, sqlite
from league.site.backups.facts import MIGRATIONS
from league.site.backups.files import BackupError, Copy
from league.site.backups.versions import unknown_migrations

from .trouble import Kind, Trouble

# SQLite's own words for it: malformed, not a database, and a file that ends too soon.
CORRUPT, NOT_A_DATABASE, TOO_SHORT = 11, 26, 522


def look() -> Trouble | None:
    """What can be seen at once: none there, none that can be read, or one of a newer version.

    Raises `DatabaseError` or sqlite3.Error where the database cannot be asked just now.
    """
    if connection.vendor != "sqlite":
        return _verdict(_applied_in_postgresql())
    database = restoring.database_file()
    if database.is_dir():
        return _trouble("damaged")
    if not database.exists() or database.stat().st_size == 0:
        # SQLite takes an empty file for a database; what waits in a -wal is not empty.
        return _verdict({})
    try:
        with sqlite.looking_at(database) as opened:
            return _verdict(_applied_in_sqlite(opened))
    except (sqlite3.Error, UnicodeError) as error:
        if is_damage(error):
            return _trouble("damaged")
        raise


def look_at_all_of_it() -> Trouble | None:
    """As `look`, and SQLite reads every page of its file, which writers need not wait for.

    PostgreSQL finds damage when it reads a row, so each copy is such a look.
    """
    trouble = look()
    if trouble or connection.vendor != "sqlite" or not restoring.database_file().exists():
        return trouble
    try:
        with sqlite.looking_at(restoring.database_file()) as opened:
            sound = opened.execute("PRAGMA quick_check(1)").fetchall() == [("ok",)]
    except (sqlite3.Error, UnicodeError) as error:
        if not is_damage(error):
            raise
        sound = False
    return None if sound else _trouble("damaged")


def is_damage(error: sqlite3.Error | UnicodeError) -> bool:
    """Whether SQLite says that the file itself is broken, not that it is locked or the like.

    Where its sentence quotes what it found in the file, Python may not even be able to read that.
    """
    if isinstance(error, UnicodeError):
        return True
    code = getattr(error, "sqlite_errorcode", 0)
    return code == TOO_SHORT or code & 0xFF in (CORRUPT, NOT_A_DATABASE)


def newest_good() -> Copy | None:
    """Return the newest copy that can be restored here, read whole; None if there is none."""
    for copy in files.copies():
        with suppress(BackupError, OSError):
            files.check(copy.path, restoring.copy_look(copy.path))
            return copy
    return None


def _verdict(applied: dict[str, list[str]]) -> Trouble | None:
    if not applied:
        # Before the very first start there is neither a database nor a copy.
        return _trouble("missing") if newest_good() else None
    unknown = unknown_migrations(applied)
    return _trouble("newer", unknown[0]) if unknown else None


def _trouble(kind: Kind, detail: str = "") -> Trouble:
    copy = newest_good()
    if copy is None:
        return Trouble(kind, detail)
    return Trouble(kind, detail, str(copy.path.resolve()), copy.note.made_at)


def _applied_in_sqlite(opened: sqlite3.Connection) -> dict[str, list[str]]:
    applied: dict[str, list[str]] = {}
    if sqlite.has_table(opened, MIGRATIONS):
        for app, name in opened.execute(f"SELECT app, name FROM {MIGRATIONS} ORDER BY id"):  # noqa: S608
            applied.setdefault(app, []).append(name)
    return applied


def _applied_in_postgresql() -> dict[str, list[str]]:
    applied: dict[str, list[str]] = {}
    for app, name in MigrationRecorder(connection).applied_migrations():
        applied.setdefault(app, []).append(name)
    return applied
