"""Making a copy, keeping it for a time, and remembering what went wrong."""

import json
import sqlite3
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.accounts.club_rows import every_club

from . import files, postgres, sqlite, thinning
from .files import BackupError, Copy, Facts, Note

TROUBLE = "trouble.json"
HAND, AUTO, MIGRATION, RESTORE = "hand", thinning.AUTO, "migration", "restore"
FULL_DISK = "disk is full"
# More than anybody makes by hand who means well; each is as large as the database.
HAND_AN_HOUR, HAND_A_DAY = 12, 40


class TooManyError(BackupError):
    """Raised for so many copies made by hand that the disk would fill up."""


@dataclass(frozen=True)
class CopyTrouble:
    """That the last try to make a copy failed: since when copies fail, and why."""

    since: datetime
    text: str


def copy_make(
    *, kind: str = HAND, target: Path | None = None, wait: bool = True, limited: bool = False
) -> Copy:
    """Make a whole copy of the site's database, verified, into the folder of copies or a file.

    The file appears whole or not at all. Raises `BackupError`, and `BusyError` where another copy
    is being made and `wait` is off; a failure in the folder is remembered until a copy succeeds.
    Where it is `limited`, only so many may be made by hand in an hour and in a day, else
    `TooManyError`.
    """
    try:
        with files.one_at_a_time(wait=wait):
            if limited:
                _check_quota(timezone.now())
            files.sweep()
            copy = make_locked(kind=kind, target=target)
            if target is None:
                thin()
    except (files.BusyError, TooManyError):
        raise
    except BackupError as error:
        # A file that somebody names, such as one on a stick, says nothing of the copies here.
        if target is None:
            trouble_note(str(error))
        raise
    if target is None:
        trouble_forget()
    return copy


def _check_quota(now: datetime) -> None:
    ages = [now - copy.note.moment for copy in files.copies() if copy.note.kind == HAND]
    for most, span in ((HAND_AN_HOUR, timedelta(hours=1)), (HAND_A_DAY, timedelta(days=1))):
        # What a clock that was wrong has put into the future counts for nothing.
        if sum(timedelta() <= age < span for age in ages) >= most:
            raise TooManyError(
                _("Many copies were made by hand already. The next one can be made in a while.")
            )


def make_locked(*, kind: str, target: Path | None = None, database: Path | None = None) -> Copy:
    """As `copy_make`, for who holds the lock; nothing is thinned or remembered.

    `database` is another file than the site's own, with SQLite: one that was moved aside.
    """
    moment = timezone.now()
    path = target or files.new_path(kind, moment)
    try:
        with tempfile.TemporaryDirectory(dir=files.folder(), suffix=files.UNFINISHED) as inner:
            draft = Path(inner) / files.DATABASE
            seen = sqlite.mark(database) if database else mark()
            facts = _dump(draft, database)
            note = Note(
                format=files.FORMAT,
                version=settings.VERSION,
                vendor=connection.vendor,
                kind=kind,
                made_at=moment.isoformat(),
                sha256=files.sha256_of(draft),
                size=draft.stat().st_size,
                mark=seen,
                migrations=facts.migrations,
                counts=facts.counts,
                last=facts.last,
                number=1 + max((copy.note.number for copy in files.copies()), default=0),
            )
            files.pack(draft, path, note)
    except OSError as error:
        raise BackupError(files.trouble_in_words(error, target=target)) from error
    return Copy(path, note, path.stat().st_size)


def _dump(draft: Path, database: Path | None) -> Facts:
    try:
        if connection.vendor == "sqlite":
            return sqlite.dump(database or Path(connection.settings_dict["NAME"]), draft)
        return postgres.dump(connection, draft)
    except (sqlite3.Error, DatabaseError, UnicodeError) as error:
        if FULL_DISK in str(error):
            raise BackupError(files.trouble_in_words(OSError(28, str(error)))) from error
        raise BackupError(_("The database cannot be copied: %s.") % error) from error


def mark() -> str:
    """A text that is another one after the site's database was written to."""
    if connection.vendor == "sqlite":
        return sqlite.mark(Path(connection.settings_dict["NAME"]))
    return postgres.mark(connection)


def due(now: datetime) -> bool:
    """Whether something was written since the last copy, and that is long enough ago.

    Asked of the newest copy that there is, whoever made it. A clock that was put back does not
    keep the next copy away. Once a server of PostgreSQL was brought back, one is due at once.
    """
    if not settings.BACKUP_MINUTES:
        return False
    copies = files.copies()
    if not copies:
        return has_data()
    newest, now_marked = copies[0].note, mark()
    if newest.mark == now_marked:
        return False
    minutes = (now - newest.moment).total_seconds() / 60
    return _was_brought_back(newest.mark, now_marked) or not 0 <= minutes < settings.BACKUP_MINUTES


def _was_brought_back(copied: str, now_marked: str) -> bool:
    """Whether the server went back to an earlier moment since: the copy may hold a mistake."""
    if connection.vendor == "sqlite":
        return False
    return postgres.history_of(copied) != postgres.history_of(now_marked)


@every_club()
def has_data() -> bool:
    """Whether there is a club in the database: an empty one needs no copy."""
    with connection.cursor() as cursor:
        if "scoring_club" not in connection.introspection.table_names(cursor):
            return False
        cursor.execute("SELECT 1 FROM scoring_club LIMIT 1")
        return cursor.fetchone() is not None


def copy_before_migrations() -> Copy | None:
    """Make a copy where the database has data and is about to be changed; raises `BackupError`."""
    executor = MigrationExecutor(connection)
    if not executor.migration_plan(executor.loader.graph.leaf_nodes()) or not has_data():
        return None
    return copy_make(kind=MIGRATION)


def thin() -> None:
    """Throw away copies that are not to be kept any longer; only under the lock."""
    by_name = {copy.path.name: copy for copy in files.copies()}
    kept = [thinning.Kept(name, copy.note.moment, copy.note.kind) for name, copy in by_name.items()]
    for name in thinning.superfluous(kept, now=timezone.now(), days=settings.BACKUP_DAYS):
        by_name[name].path.unlink(missing_ok=True)


def trouble_note(text: str) -> None:
    """Remember that copies fail, and since when."""
    before = trouble()
    since = before.since if before else timezone.now()
    # Where not even this can be written, the page says that the last copy is old.
    with suppress(OSError, BackupError):
        note = json.dumps({"since": since.isoformat(), "text": text})
        (files.folder() / TROUBLE).write_text(note, encoding="utf-8")


def trouble_forget() -> None:
    """Copies succeed again."""
    with suppress(OSError):
        (settings.BACKUP_DIR / TROUBLE).unlink(missing_ok=True)


def trouble() -> CopyTrouble | None:
    """Why the last try to make a copy failed; None where it did not."""
    try:
        kept = json.loads((settings.BACKUP_DIR / TROUBLE).read_text(encoding="utf-8"))
        return CopyTrouble(datetime.fromisoformat(kept["since"]), str(kept["text"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None
