"""Whether the site can be used, and what its keeper should see to."""

import logging
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone
from django.utils.translation import gettext as _

from league.site import setup
from league.site.backups.selectors import copies_page
from league.site.health import trouble
from league.site.row_security.policies import rules_stand

from .check import Check, Status
from .postgres import check_archive, check_replica

WORST_FIRST: tuple[Status, ...] = ("failing", "warning", "ok")
Migration = tuple[str, str]
MEGABYTE = 1024 * 1024
# A hall's afternoon with its copies is a few megabytes.
NEARLY_FULL_BYTES = 500 * MEGABYTE
PROBE_BYTES = 64 * 1024
log = logging.getLogger("league.site.monitoring")


def check_all() -> dict[str, Check]:
    """Check the database, what is kept beside it, and the disk, in a few milliseconds.

    It raises nothing: a check that does is failing, and the others are asked all the same.
    """
    applied = _applied_migrations()
    results = _results_of(
        {
            "database": lambda: check_database(applied),
            "migrations": lambda: check_migrations(applied),
            "disk": check_disk,
        }
    )
    if results["database"].status == "ok":
        if connection.vendor == "postgresql":
            results |= _results_of(
                {
                    "row_security": check_row_security,
                    "archive": check_archive,
                    "replica": check_replica,
                }
            )
        results |= _results_of({"copies": check_copies})
    return results


def _results_of(checks: Mapping[str, Callable[[], Check | None]]) -> dict[str, Check]:
    """Return what each check says; one that says None is left out."""
    results = {name: _result_of(name, check) for name, check in checks.items()}
    return {name: result for name, result in results.items() if result is not None}


def _result_of(name: str, check: Callable[[], Check | None]) -> Check | None:
    try:
        return check()
    except Exception as error:  # noqa: BLE001 - such as of a table that is gone: it is said
        log.error("The check %s came to no end: %r", name, error)
        text = _("This could not be looked at. The computer says: %s") % error
        return Check("failing", text, _look_at_it())


def worst(checks: Mapping[str, Check]) -> Status:
    """Return the worst status of all checks."""
    statuses = {check.status for check in checks.values()}
    return next((status for status in WORST_FIRST if status in statuses), "ok")


def check_database(applied: frozenset[Migration] | None) -> Check:
    """Check that the database can be read; `applied` is None where it could not."""
    if problem := trouble.read():
        return Check("failing", trouble.what_is_wrong(problem), _restore())
    if applied is None:
        return Check("failing", _("The database cannot be read."), _look_at_it())
    return Check("ok")


def _restore() -> str:
    return _(
        "Look at the window where Roundhouse runs: it says why. Every page of the site says how to "
        "put the newest copy back."
    )


def _look_at_it() -> str:
    """Say what to do where nothing is noted: mostly a server of PostgreSQL that is stopped."""
    return _("Look whether the database runs. What Roundhouse writes to its log says why.")


def check_migrations(applied: frozenset[Migration] | None) -> Check:
    """Check that the database is of this very version."""
    if applied is None:
        text = _("Nobody knows of which version the database is: it cannot be read.")
        return Check("failing", text, _look_at_it())
    known = _known_migrations()
    apps = {app for app, _step in known}
    if missing := sorted(known - applied):
        text = _("The database is of an older version: the step %s is missing.") % _first(missing)
        action = _("Start Roundhouse again. It makes a copy first, and then takes this step.")
        return Check("failing", text, action)
    if newer := sorted(step for step in applied - known if step[0] in apps):
        if connection.vendor == "postgresql":
            # What a version changes only adds, so that the one before can go on meanwhile.
            text = _("A newer version has taken the step %s. People can go on scoring.")
            action = _("Let the newer version take over, then stop this one.")
            return Check("warning", text % _first(newer), action)
        text = _("The database is of a newer version, which took the step %s.") % _first(newer)
        action = _("Install the newer version, or put back a copy from before.")
        return Check("failing", text, action)
    return Check("ok")


def _first(steps: list[Migration]) -> str:
    return ".".join(steps[0])


def check_disk() -> Check:
    """Check that the folders of the data can be written to, by writing there."""
    free = None
    for folder in _folders():
        try:
            free_here = shutil.disk_usage(folder).free
            free = free_here if free is None else min(free, free_here)
            with tempfile.TemporaryFile(dir=folder) as file:
                file.write(bytes(PROBE_BYTES))
        except OSError as error:
            text = _("Nothing can be saved. The computer says: %s.") % error.strerror
            action = _("Make room on the disk, and let Roundhouse write into %s.") % folder
            return Check("failing", text, action, {"free_bytes": free})
    if free is not None and free < NEARLY_FULL_BYTES:
        text = _("The disk is nearly full: %d MB are left.") % (free // MEGABYTE)
        action = _("Delete from the disk what nobody needs. On a full disk nothing can be saved.")
        return Check("warning", text, action, {"free_bytes": free})
    return Check("ok", figures={"free_bytes": free})


def check_row_security() -> Check:
    """Check that this site and the database agree on who holds the clubs apart.

    Another site on the same database may have set the rules, or taken them away.
    """
    tells_clubs = getattr(connection, "tells_clubs", False)
    if tells_clubs == rules_stand():
        return Check("ok")
    if tells_clubs:
        text = _("The database does not hold the clubs apart any more, as ROW_SECURITY asks of it.")
    else:
        text = _("The database holds the clubs apart, but this site was started without that.")
    action = _("Give every site of this database the same ROW_SECURITY, and start this one again.")
    return Check("warning", text, action)


def check_copies() -> Check:
    """Check the copies of the database. Without them people can still score: it is a warning."""
    page = copies_page(timezone.now())
    made_at = page.newest.made_at if page.newest else None
    figures: dict[str, float | str | None] = {
        "made_at": made_at.isoformat() if made_at else None,
        "age_seconds": (timezone.now() - made_at).total_seconds() if made_at else None,
    }
    if page.trouble:
        text = _("Copies of the data cannot be made. The last try said: %s") % page.trouble.text
        action = _("Fix that. Then make a copy to see that it works: %s") % _how_to_copy()
        return Check("warning", text, action, figures)
    if page.old:
        text = _("Rounds were recorded a while ago that are in no copy yet.")
        action = _("Make a copy with %s. If it fails, it says why.") % _how_to_copy()
        return Check("warning", text, action, figures)
    return Check("ok", figures=figures)


def _how_to_copy() -> str:
    """The command, which always works: with several clubs the page may be nobody's."""
    return f"{setup.program()} backup"


def newest_steps() -> dict[str, str]:
    """Return the last step of each part of the site, by which two versions are told apart."""
    own = [step for step in _known_migrations() if step[0] in ("scoring", "league")]
    return dict(sorted(own))


@cache
def _known_migrations() -> frozenset[Migration]:
    """The steps of the version that this process runs."""
    return frozenset(MigrationLoader(None).disk_migrations)


def _applied_migrations() -> frozenset[Migration] | None:
    """The steps that the database has had; None where it cannot be read.

    A file that is gone is not opened: SQLite would make an empty one.
    """
    if connection.vendor == "sqlite" and not _database_file().exists():
        return None
    try:
        return frozenset(MigrationRecorder(connection).applied_migrations())
    except (DatabaseError, sqlite3.Error):
        return None


def _folders() -> set[Path]:
    folders = {Path(settings.DATA_DIR)}
    if connection.vendor == "sqlite":
        folders.add(_database_file().parent)
    return folders


def _database_file() -> Path:
    return Path(connection.settings_dict["NAME"])
