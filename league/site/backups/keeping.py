"""The site's own part: it says that it serves, and sees that copies are made while people play."""

import fcntl
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone
from django.utils.translation import gettext as _

from . import making
from .files import BackupError

# Seconds. After a copy failed, a full disk is not filled again at once.
LOOKS_EVERY = 20.0
LOOKS_AGAIN = 120.0
GENTLE = 15
log = logging.getLogger("league.site.backups")


def _lock_file() -> Path:
    return Path(settings.DATA_DIR) / "serving.lock"


@contextmanager
def nobody_serves() -> Iterator[None]:
    """Hold that the site does not run, and cannot start meanwhile; else raises `BackupError`."""
    try:
        descriptor = os.open(_lock_file(), os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise BackupError(
            _("Nothing can be written to %(folder)s: %(error)s.")
            % {"folder": settings.DATA_DIR, "error": error.strerror or error}
        ) from error
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise BackupError(
                _("The site is running. Stop it first (Ctrl-C where it runs), then try again.")
            ) from error
        yield
    finally:
        os.close(descriptor)


def serve_with_copies() -> int:
    """Say, for as long as this process lives, that the site runs; and begin to make copies.

    Called once by the process that answers requests. Waits while a copy is being put back. The lock
    ends with the process, whatever ends it; what is answered is its descriptor, to keep open.
    """
    descriptor = os.open(_lock_file(), os.O_RDWR | os.O_CREAT, 0o600)
    fcntl.flock(descriptor, fcntl.LOCK_SH)
    if settings.BACKUP_MINUTES:
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
        if making.due(timezone.now()):
            copy_in_a_process()
        return True
    except (BackupError, DatabaseError, OSError, ValueError) as error:
        log.error("No copy could be made: %s", error)
        making.trouble_note(str(error))
        return False
    finally:
        connection.close()


def copy_in_a_process() -> None:
    """Make a copy in a process of its own, which gives way to the pages; tell what went wrong."""
    done = subprocess.run(
        [sys.executable, "-m", "django", "backup", "--by-itself"],
        cwd=settings.BASE_DIR,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode:
        said = done.stderr.strip().splitlines()
        raise BackupError(said[-1] if said else _("The copy was cut off."))


def give_way() -> None:
    """Let this process come after all others."""
    os.nice(GENTLE)
