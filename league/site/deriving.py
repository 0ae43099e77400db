"""What is derived while nobody waits for it: a thread of the process that makes the copies, too."""

import logging
import threading

from django.db import DatabaseError, connection

from league.seasons.public import derive_ahead

# Seconds: long enough for many rounds of a game day to be derived at once, which keeps the
# processor for the pages, and less than it takes until somebody looks after the last of them.
AGAIN_AFTER = 60.0
logger = logging.getLogger(__name__)


def begin() -> None:
    """Derive ahead every now and then for as long as this process lives."""
    threading.Thread(target=_watch, name="deriving", daemon=True).start()


def _watch() -> None:
    pause = threading.Event()
    line: int | None = None
    while True:
        pause.wait(AGAIN_AFTER)
        try:
            line = derive_ahead(after=line)
        except DatabaseError:
            logger.warning("The database does not answer; pages derive what they show.")
        finally:
            connection.close()
