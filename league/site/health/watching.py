"""The worker's looks at the database, beside its pages."""

import logging
import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection

from league.site import machine, running

from . import looking, trouble

# Seconds. A start that follows an orderly end is not slowed down by it.
FIRST_LOOK = 300.0
EVERY = 24 * 3600.0
# After a page met trouble, and no more often than that.
LEAST_PAUSE = 120.0
LOCK = "looking.lock"
log = logging.getLogger("league.site.health")
_soon = threading.Event()


def begin() -> None:
    """Look at once at what takes no time, and from now on at all of it in the background."""
    look(whole=False)
    connection.close()
    first = 0.0 if trouble.read() or running.ended_uncleanly() else FIRST_LOOK
    threading.Thread(target=_watch, args=[first], name="health", daemon=True).start()


def look_soon() -> None:
    """Let the whole database be looked at soon: something failed that it may be the reason of.

    What takes no time is checked now, so that whoever met the trouble already sees it.
    """
    if connection.vendor == "sqlite":
        look(whole=False)
    _soon.set()


def look(*, whole: bool) -> None:
    """Note what is wrong with the database, or that nothing is; never raises.

    With PostgreSQL it uses this thread's connection.
    """
    before = trouble.read()
    try:
        problem = looking.look_at_all_of_it() if whole else looking.look()
    except (DatabaseError, sqlite3.Error, OSError, ValueError) as error:
        log.warning("The database could not be looked at: %s", error)
        return
    if problem and problem.kind == "newer" and connection.vendor == "postgresql":
        # A site refuses to start on it. One that runs goes on beside the newer version that takes
        # its place: what a version adds is such that the one before can go on without it.
        problem = None
    if problem:
        trouble.note(problem)
        if problem != before:
            log.error("%s", "\n".join(trouble.lines(problem)))
    elif before and (whole or before.kind != "damaged"):
        trouble.forget()


def _watch(first: float) -> None:
    pause = first
    while True:
        _soon.wait(pause)
        _soon.clear()
        with _alone() as alone:
            if alone:
                look(whole=True)
                connection.close()
        time.sleep(LEAST_PAUSE)
        pause = EVERY


@contextmanager
def _alone() -> Iterator[bool]:
    """Whether no other worker looks at this moment; then none begins to."""
    try:
        descriptor = os.open(Path(settings.DATA_DIR) / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:
        yield True
        return
    try:
        machine.lock(descriptor, wait=False)
    except BlockingIOError:
        yield False
    else:
        yield True
    finally:
        os.close(descriptor)
