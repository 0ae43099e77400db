"""What goes by itself once it is old: names in the log, addresses, guesses, sessions, copies."""

import logging
import threading
from collections.abc import Mapping
from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone
from django.utils.module_loading import import_string

from league.days.models import DayAnswerSent
from league.imports.drafts import KEPT
from league.people.models import PeopleImport
from league.tournaments.models import EntrantImport, SignUpSent
from scoring.accounts.services.guesses import guesses_clear
from scoring.accounts.services.notices import account_notices_clear
from scoring.accounts.services.sessions import sessions_clear
from scoring.erasing.models import Erasure
from scoring.erasing.permits import log_fade
from scoring.tablets.pairing.services import pairing_clear

from .background import failure_of
from .backups import files, making

# Seconds: not in the first rush after a start, and then once an hour, since laptops are closed.
BEGINS_AFTER = 90.0
AGAIN_AFTER = 3600.0
# Entries by the public form are counted for an hour at most.
COUNTED = timedelta(days=1)
# A little less than a day, so that a look every hour finds each day its own copy.
DAILY = timedelta(hours=23)
log = logging.getLogger("league.site.tidying")


def tidy() -> Mapping[str, int]:
    """Take away what is too old by now; return how much of each kind.

    Each step is small or goes in batches, so that nobody waits for it. Raises `BackupError` where a
    copy cannot be made or thrown away; all else is done by then.
    """
    now = timezone.now()
    done = {
        "lines of the log": log_fade(before=now - timedelta(days=settings.LOG_DAYS_WITH_NAMES)),
        "guesses and entries counted": guesses_clear() + pairing_clear() + _entries_delete(now),
        "files that waited": _drafts_delete(now),
        "sessions": sessions_clear(),
        "notices about accounts": account_notices_clear(),
    }
    for name, path in settings.TIDIED.items():
        done[name] = import_string(path)()
    for path in settings.COUNTED:
        import_string(path)()
    done["copies"] = copies_age(now)
    return done


def _entries_delete(now: datetime) -> int:
    counted = (SignUpSent.objects, DayAnswerSent.objects)
    return sum(int(rows.filter(sent_at__lt=now - COUNTED).delete()[0]) for rows in counted)


def _drafts_delete(now: datetime) -> int:
    waiting = (PeopleImport.objects, EntrantImport.objects)
    old = now - KEPT
    return sum(int(rows.filter(applied_at=None, made_at__lt=old).delete()[0]) for rows in waiting)


def copies_age(now: datetime) -> int:
    """Throw away copies that are too old, also while nobody plays; return how many.

    The newest copy is never thrown away, and after a pause none is until copies of three days stand
    behind it, so that a clock that jumped does not delete all. So while a copy that is too old may
    have what was erased since, one is made every day.
    """
    copies = files.copies()
    if not copies:
        return 0
    if now - copies[0].note.moment > DAILY and _is_owed(copies, now):
        making.copy_make(kind=making.AUTO)
    else:
        with files.one_at_a_time(wait=True):
            making.thin()
    left = {copy.path for copy in files.copies()}
    return sum(copy.path not in left for copy in copies)


def _is_owed(copies: list[files.Copy], now: datetime) -> bool:
    """Return whether a copy that is too old may have what was erased since it was made."""
    oldest = min(copy.note.moment for copy in copies)
    if now - oldest <= timedelta(days=settings.BACKUP_DAYS):
        return False
    # A line of the log may keep the name of an account that long after it was erased.
    since = oldest - timedelta(days=settings.LOG_DAYS_WITH_NAMES)
    return Erasure.objects.filter(erased_at__gt=since).exists()


def begin() -> None:
    """Tidy up every few hours for as long as this process lives."""
    threading.Thread(target=_watch, name="tidying", daemon=True).start()


def _watch() -> None:
    pause = threading.Event()
    pause.wait(BEGINS_AFTER)
    while True:
        tidy_in_a_process()
        pause.wait(AGAIN_AFTER)


def tidy_in_a_process() -> None:
    """Tidy up in a process of its own, which gives way to the pages; log what went wrong."""
    try:
        failure = failure_of("tidy")
    except OSError as error:
        failure = str(error)
    if failure is not None:
        log.error("What is too old could not be taken away: %s", failure or "it was cut off")
