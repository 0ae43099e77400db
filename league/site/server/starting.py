"""What every way of starting the server does first, and what it ends with."""

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings

from league.site.backups import replacing
from league.site.backups.files import BackupError
from league.site.private import tighten
from league.site.running import only_server


@contextmanager
def alone_on_the_data() -> Iterator[None]:
    """Be the one server on the data folder; else end this process with a sentence."""
    try:
        with only_server():
            make_data_ready()
            yield
    except BackupError as error:
        sys.exit(str(error))


def make_data_ready() -> None:
    """Finish a restore that was cut off, and let nobody else read what is there.

    Raises `BackupError` where another program still writes to a database that was moved aside.
    Uses nothing of Django but its settings: the server's main process has no more of it.
    """
    database = sqlite_file(settings.DATABASES["default"])
    if database:
        try:
            replacing.finish(database)
        except OSError as error:
            raise BackupError(
                f"A restore was cut off and cannot be finished: {error}. "
                f"Make the folder {database.parent} writable."
            ) from error
        for aside in replacing.asides(database):
            if replacing.in_use(aside):
                raise BackupError(
                    f"Another program still has the old database open: {aside}. "
                    "End that program first."
                )
    for path in tighten(settings.DATA_DIR, settings.BACKUP_DIR, database):
        logging.getLogger(__name__).warning("Others can read %s, and it is not ours.", path)


def sqlite_file(config: dict[str, Any]) -> Path | None:
    """Where the site's SQLite database is, whatever links lead there; None with PostgreSQL."""
    if "sqlite" not in config["ENGINE"]:
        return None
    return Path(config["NAME"]).resolve()
