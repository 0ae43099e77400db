"""The site's own part: it says that it serves, and sees that copies are made while people play."""

import logging
import threading
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone
from django.utils.translation import gettext as _

from league.site.background import failure_of
from league.site.health import trouble, watching
from league.site.running import worker_lock

from . import making
from .files import BackupError
from .holding import hold_open

# Seconds. After a copy failed, a full disk is not filled again at once.
LOOKS_EVERY = 20.0
LOOKS_AGAIN = 120.0
log = logging.getLogger("league.site.backups")


def serve_with_copies(*, makes_copies: bool = True) -> int:
    """Begin what a worker does beside answering requests: looks at the database, and copies.

    Called once by each process that answers requests; one of them makes the copies. Waits while a
    copy is being put back; what is answered is the descriptor of the lock that keeps one away, to
    keep open.
    """
    descriptor = worker_lock()
    watching.begin()
    # A missing file must not be created, and a broken one not be touched.
    if connection.vendor == "sqlite" and not trouble.read():
        hold_open(Path(connection.settings_dict["NAME"]))
    if settings.BACKUP_MINUTES and makes_copies:
        threading.Thread(target=_watch, name="copies", daemon=True).start()
    return descriptor


def _watch() -> None:
    pause = threading.Event()
    while True:
        went_well = look()
        pause.wait(LOOKS_EVERY if went_well else LOOKS_AGAIN)


def look() -> bool:
    """Let a copy be made if one is due; answers whether nothing went wrong, and never raises."""
    try:
        if trouble.read() is None and making.due(timezone.now()):
            copy_in_a_process()
        return True
    except (BackupError, DatabaseError, OSError, ValueError) as error:
        log.error("No copy could be made: %s", error)
        making.trouble_note(str(error))
        # It may be the database itself that no copy can be made of.
        watching.look_soon()
        return False
    finally:
        connection.close()


def copy_in_a_process() -> None:
    """Make a copy in a process of its own, which gives way to the pages; tell what went wrong."""
    failure = failure_of("backup")
    if failure is not None:
        raise BackupError(failure or _("The copy was cut off."))
