"""What PostgreSQL says of its archive of all changes, and of the replica, where there are any."""

import time
from threading import Lock
from typing import Any, Final

from django.db import DatabaseError, connection, connections
from django.utils.translation import gettext as _

from scoring.watching.replica import REPLICA

from .check import Check

# A replica that follows has within a minute what the database had then.
LATE_SECONDS: Final = 60.0
# It archives anew what failed; what was archived since is as good as never failed.
ARCHIVER = """
SELECT last_failed_time IS NOT NULL
    AND (last_archived_time IS NULL OR last_failed_time > last_archived_time)
FROM pg_stat_archiver
"""
# Of a server that archives nothing, SHOW says "(disabled)" in place of the command.
ARCHIVE_COMMAND = "SELECT reset_val FROM pg_settings WHERE name = 'archive_command'"
WRITTEN = "SELECT pg_current_wal_lsn() - '0/0'"
FOLLOWED = "SELECT pg_last_wal_replay_lsn() - '0/0'"


class Lag:
    """For how long at least the replica lacks something that the database has."""

    def __init__(self) -> None:
        """Begin with one that lacks nothing."""
        self._lock = Lock()
        self._lacked: tuple[int, float] | None = None

    def seconds(self, written: int, followed: int, now: float) -> float:
        """Note how far both are; return the seconds since it lacks what it lacked first."""
        with self._lock:
            if self._lacked is None or followed >= self._lacked[0]:
                self._lacked = (written, now) if followed < written else None
            return now - self._lacked[1] if self._lacked else 0.0


LAG: Final = Lag()


def check_archive() -> Check | None:
    """Check that changes are archived; None where PostgreSQL has no command to do it."""
    if _value("SHOW archive_mode") == "off":
        if not _value(ARCHIVE_COMMAND):
            return None
        text = _("The database has an archive_command, but archives nothing: archive_mode is off.")
        action = _(
            "Has the server been brought back with back-to.sh? Then switch archive_mode on, "
            "restart PostgreSQL, and make a base backup: docs/hosting.md has the lines. If "
            "nothing is to be archived, set archive_command to nothing."
        )
        return Check("warning", text, action, {"archive_failing": 1})
    if not _value(ARCHIVER):
        return Check("ok", figures={"archive_failing": 0})
    text = _("The database cannot archive its changes: its disk fills up meanwhile.")
    action = _("Look into the log of PostgreSQL: it has what archive_command says.")
    return Check("warning", text, action, {"archive_failing": 1})


def check_replica() -> Check | None:
    """Check that the replica answers and follows; None where REPLICA_URL names none."""
    if REPLICA not in connections.settings:
        return None
    action = _(
        "Look at the replica's server. The database keeps all changes until it follows again, and "
        "its disk fills up. If it is gone for good, see docs/hosting.md."
    )
    try:
        followed = _value(FOLLOWED, REPLICA)
    except DatabaseError:
        text = _("The replica of the database does not answer. Pages are read without it.")
        return Check("warning", text, action, {"replica_answers": 0})
    seconds = LAG.seconds(int(_value(WRITTEN)), int(followed or 0), time.monotonic())
    figures = {"replica_answers": 1, "replica_lag_seconds": seconds}
    if seconds < LATE_SECONDS:
        return Check("ok", figures=figures)
    text = _("The replica of the database does not follow. Pages are read without it.")
    return Check("warning", text, action, figures)


def _value(question: str, database: str = "") -> Any:
    with (connections[database] if database else connection).cursor() as cursor:
        cursor.execute(question)
        return cursor.fetchone()[0]
