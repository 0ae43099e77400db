"""Putting a copy back: looked at first, kept apart until it is whole, then in one step."""

import sqlite3
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext as _

from . import files, making, postgres, sqlite
from .files import BackupError, Copy, Facts, Note
from .keeping import nobody_serves

OURS = "scoring"
ENGINES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


def copy_look(path: Path) -> Note:
    """What the copy says of itself; raises `BackupError` for one that cannot be put back here."""
    note = files.read_note(path)
    if note.vendor != connection.vendor:
        raise BackupError(
            _(
                "%(file)s is of a %(theirs)s database, and this site keeps its data in %(ours)s. "
                "A club moves between the two as an archive: manage.py archive, manage.py "
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
    known = MigrationLoader(None).disk_migrations
    apps = {app for app, _name in known}
    unknown = [
        f"{app}.{name}"
        for app, names in migrations.items()
        for name in names
        if (app, name) not in known and (app in apps or app in {OURS, "league"})
    ]
    if unknown:
        raise BackupError(
            _(
                "%(file)s was made by a newer version of Roundhouse, which has %(unknown)s. Take "
                "that version here first."
            )
            % {"file": path.name, "unknown": unknown[0]}
        )


def copy_restore(path: Path, note: Note) -> Copy | None:
    """Put the copy in the place of the site's database, and bring it up to this version.

    The present database is kept as a copy first, and answered; None where it had no club. Either
    all of it is done or nothing: whatever cuts it off, the database is as it was before, or as the
    copy has it (of PostgreSQL's, the step up to this version may be left to the next start).

    Raises `BackupError`: for a damaged copy, while the site runs, or where there is no room.
    """
    with nobody_serves(), files.one_at_a_time(wait=True):
        files.sweep()
        try:
            with tempfile.TemporaryDirectory(dir=files.folder(), suffix=files.UNFINISHED) as inner:
                staged = Path(inner) / files.DATABASE
                files.unpack(path, note, staged)
                return _put(path, staged)
        except OSError as error:
            raise BackupError(files.trouble_in_words(error)) from error
        except (sqlite3.Error, DatabaseError) as error:
            raise BackupError(_("The copy cannot be put back: %s.") % error) from error


def _put(path: Path, staged: Path) -> Copy | None:
    if connection.vendor == "sqlite":
        _check_migrations(path, _checked(path, staged).migrations)
        with _instead(staged):
            call_command("migrate", interactive=False, verbosity=0)
        _checked(path, staged)
        kept = _keep()
        connection.close()
        sqlite.load(staged, Path(connection.settings_dict["NAME"]))
        return kept
    postgres.check(connection, staged)
    kept = _keep()
    connection.close()
    postgres.load(connection, staged)
    call_command("migrate", interactive=False, verbosity=0)
    return kept


def _checked(path: Path, staged: Path) -> Facts:
    try:
        return sqlite.check(staged)
    except BackupError as error:
        raise BackupError(_("%s is damaged. Take another copy.") % path.name) from error


def _keep() -> Copy | None:
    return making.make_locked(kind=making.RESTORE) if making.has_data() else None


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


def newest() -> Path:
    """The newest copy of the folder; raises `BackupError` where there is none."""
    found = files.copies()
    if not found:
        raise BackupError(_("There is no copy in %s.") % settings.BACKUP_DIR)
    return found[0].path
