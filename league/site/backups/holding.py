"""One connection that the site keeps open, so that SQLite's own files stay where they are."""

import logging
import sqlite3
from pathlib import Path

log = logging.getLogger("league.site.backups")
_held: list[sqlite3.Connection] = []


def hold_open(database: Path) -> bool:
    """Open the database for as long as this process lives; answers whether that went well.

    Each page opens the database, and the last to close it removes the files `-wal` and `-shm`. To
    make them again takes room: on a full disk, a site at which nobody did anything for a moment
    could not even be read. With one connection that stays open they stay too.

    What a killed server had written may be there and yet not be on the disk. It is brought there
    first, before any page tells a tablet that it is saved.
    """
    try:
        connection = sqlite3.connect(database, check_same_thread=False)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
        # Files are opened when something is read.
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.Error as error:
        # Pages say what is wrong, each by itself.
        log.error("The database cannot be held open: %s", error)
        return False
    _held.append(connection)
    return True
