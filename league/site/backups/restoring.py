"""Putting a copy back: looked at first, kept apart until it is whole, then in one step."""

import sqlite3
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from django.core.management import call_command
from django.db import DatabaseError, connection
from django.utils.translation import gettext as _

from league.site.health import trouble
from league.site.running import nobody_serves

from . import files, making, postgres, replacing, sqlite
from .files import BackupError, Copy, Facts, Note
from .versions import OURS, unknown_migrations

ENGINES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


@dataclass(frozen=True)
class Restored:
    """What became of what was there before a copy was put back.

    `kept` is the copy that was made of it; None where there was no club in it, or where none could
    be made. `aside` is where the old database itself was moved, if it is still there: a file, or a
    schema of PostgreSQL. `in_use` says that another program still has that file open.
    """

    kept: Copy | None = None
    aside: str = ""
    in_use: bool = False


def copy_look(path: Path) -> Note:
    """What the copy says of itself; raises `BackupError` for one that cannot be put back here."""
    note = files.read_note(path)
    files.check_seal(path, note)
    if note.vendor != connection.vendor:
        raise BackupError(
            _(
                "%(file)s is of a %(theirs)s database, and this site keeps its data in %(ours)s. "
                "A club moves between the two as an archive: by the commands archive and "
                "unarchive."
            )
            % {
                "file": path.name,
                "theirs": ENGINES.get(note.vendor, note.vendor),
                "ours": ENGINES[connection.vendor],
            }
        )
    _check_migrations(path, note.migrations)
    return note


def _check_migrations(path: Path, migrations: Mapping[str, list[str]]) -> None:
    """Raise `BackupError` for what a newer version wrote, and for what is not ours at all."""
    if not migrations.get(OURS):
        raise BackupError(_("%s is not a copy that Roundhouse made.") % path.name)
    if unknown := unknown_migrations(migrations):
        raise BackupError(
            _(
                "%(file)s was made by a newer version of Roundhouse, which has %(unknown)s. Take "
                "that version here first."
            )
            % {"file": path.name, "unknown": unknown[0]}
        )


def copy_restore(path: Path, note: Note) -> Restored:
    """Put the copy in the place of the site's database, and bring it up to this version.

    Whatever is there is moved aside first, and a copy of it made where that is possible. Either
    all of it is done or nothing: whatever cuts it off, the database is as it was before, or as the
    copy has it (of PostgreSQL's, the step up to this version may be left to the next start).

    Raises `BackupError`: for a damaged copy, while the site runs, or where there is no room.
    """
    with nobody_serves(), files.one_at_a_time(wait=True):
        files.sweep()
        try:
            if connection.vendor == "sqlite":
                return _put_file(path, note)
            with tempfile.TemporaryDirectory(dir=files.folder(), suffix=files.UNFINISHED) as inner:
                staged = Path(inner) / files.DATABASE
                files.unpack(path, note, staged)
                return _put_rows(staged)
        except OSError as error:
            data = database_file().parent if connection.vendor == "sqlite" else None
            raise BackupError(files.trouble_in_words(error, data)) from error
        except (sqlite3.Error, DatabaseError) as error:
            raise BackupError(_("The copy cannot be put back: %s.") % error) from error


def moved_aside() -> list[str]:
    """Return the names of what restores have moved aside: files, or schemas of PostgreSQL.

    Nobody deletes them but whoever runs the machine, since they may be all that is left of a game.
    """
    if connection.vendor == "sqlite":
        return [aside.name for aside in replacing.asides(database_file())]
    with connection.cursor() as cursor:
        cursor.execute("SELECT nspname FROM pg_namespace ORDER BY nspname")
        return [name for (name,) in cursor.fetchall() if name.startswith(postgres.ASIDE)]


def database_file() -> Path:
    """Where SQLite's database is, whatever links lead there."""
    return Path(connection.settings_dict["NAME"]).resolve()


def _put_file(path: Path, note: Note) -> Restored:
    database = database_file()
    connection.close()
    replacing.finish(database)
    replacing.sweep(database)
    with tempfile.TemporaryDirectory(dir=database.parent, prefix=replacing.UNFINISHED) as inner:
        staged = Path(inner) / files.DATABASE
        files.unpack(path, note, staged)
        _check_migrations(path, _checked(path, staged).migrations)
        with _instead(staged):
            call_command("migrate", interactive=False, verbosity=0)
        _checked(path, staged)
        replacing.make_ready(staged, database)
    try:
        aside = replacing.finish(database)
    except OSError:
        replacing.withdraw(database)
        raise
    trouble.forget()
    return _keep_file(aside) if aside else Restored()


def _keep_file(aside: Path) -> Restored:
    """Make a copy of a database that was moved aside; then the file itself can go, if it is whole.

    It stays where nobody could read it, where another program has it open, and where a `-wal` lies
    beside it: whether that really belongs to it, somebody may still want to find out.
    """
    if not aside.is_file():
        return Restored(aside=str(aside))
    in_use = replacing.in_use(aside)
    waiting = any(_is_filled(Path(f"{aside}{part}")) for part in ("-wal", "-journal"))
    kept, is_read = None, False
    try:
        if _has_club(aside):
            kept = making.make_locked(kind=making.RESTORE, database=aside)
        is_read = True
    except (BackupError, sqlite3.Error, UnicodeError):
        pass
    if is_read and not (in_use or waiting):
        replacing.throw_away(aside)
        return Restored(kept=kept)
    return Restored(kept=kept, aside=str(aside), in_use=in_use)


def _is_filled(file: Path) -> bool:
    return file.is_file() and file.stat().st_size > 0


def _has_club(database: Path) -> bool:
    """Whether a club is in the file. Raises sqlite3.Error where it is none of our databases."""
    if not _is_filled(database):
        return False
    with sqlite.looking_at(database) as opened:
        return opened.execute("SELECT 1 FROM scoring_club LIMIT 1").fetchone() is not None


def _put_rows(staged: Path) -> Restored:
    """Put a copy of PostgreSQL's in the place of what is there; move that aside if need be."""
    postgres.check(connection, staged)
    kept, aside = None, ""
    try:
        kept = making.make_locked(kind=making.RESTORE) if making.has_data() else None
    except (BackupError, DatabaseError):
        aside = f"{postgres.ASIDE}{datetime.now(UTC):%Y%m%d_%H%M%S}"
    connection.close()
    postgres.load(connection, staged, aside=aside)
    call_command("migrate", interactive=False, verbosity=0)
    trouble.forget()
    return Restored(kept=kept, aside=aside)


def _checked(path: Path, staged: Path) -> Facts:
    try:
        return sqlite.check(staged)
    except BackupError as error:
        raise BackupError(_("%s is damaged. Take another copy.") % path.name) from error


@contextmanager
def _instead(staged: Path) -> Iterator[None]:
    """Let this process take the staged file for the site's database, to migrate it as it lies."""
    connection.close()
    name = connection.settings_dict["NAME"]
    connection.settings_dict["NAME"] = staged
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = name
