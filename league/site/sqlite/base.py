"""Django's connection to SQLite, where tables that record at once wait for the disk together.

SQLite lets one connection write at a time, and with `synchronous=FULL` that one keeps all others
waiting until the disk has what it wrote: some milliseconds, in which nobody can do anything. Here a
transaction is committed without the disk (`NORMAL`), the next may begin, and only then is the disk
waited for, by all who have committed meanwhile in one go. `atomic` ends after that: who is told
"saved" is told so after the disk has it, and all that was committed before.

What is written outside of transactions, and where the file has no write-ahead log, is as before.
Named in the settings as the engine of the database.
"""

import os
import sys
import threading
from time import monotonic, sleep
from typing import Any

from django.db.backends.sqlite3 import base
from django.db.utils import OperationalError

# Where the settings say nothing; it is what Python's sqlite3 waits by itself.
SECONDS_TO_WAIT = 5
SECONDS_BETWEEN_LOOKS = 0.0005
if sys.platform == "linux":
    # Without what is not needed to read the data again, such as times.
    sync_file = os.fdatasync
else:
    sync_file = os.fsync


class Log:
    """The write-ahead log of a database's file, for all connections of this process."""

    def __init__(self, path: str) -> None:
        """Begin with nothing that waits for the disk."""
        # Held by the connection that writes. SQLite's own way of waiting for another one is to
        # sleep, longer each time; this one goes on as soon as it can.
        self.turn = threading.Lock()
        self._path = path
        self._syncing = threading.Lock()
        self._committed = self._synced = 0

    def count(self) -> int:
        """Return the number of a commit; its connection still has the turn."""
        self._committed += 1
        return self._committed

    def sync(self, number: int) -> None:
        """Wait until the disk has that commit, and all before it, also of other processes.

        Raises OSError where it cannot have them.
        """
        with self._syncing:
            # Who waited here while another one synced has nothing left to do.
            if self._synced >= number:
                return
            newest = self._committed
            # There as long as a connection is. SQLite locks other files, so closing this one takes
            # no lock away.
            file = os.open(self._path, os.O_RDWR)
            try:
                sync_file(file)
            finally:
                os.close(file)
            self._synced = newest


_logs: dict[str, Log] = {}


class SQLiteWrapper(base.DatabaseWrapper):
    """A connection that commits first, and then waits for the disk."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._log: Log | None = None
        self._has_turn = False

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Open the file, and see whether it has a write-ahead log."""
        connection = super().get_new_connection(conn_params)
        (mode,) = connection.execute("PRAGMA journal_mode").fetchone()
        (_number, _name, path) = connection.execute("PRAGMA database_list").fetchone()
        self._log = _logs.setdefault(path, Log(f"{path}-wal")) if mode == "wal" else None
        return connection

    def _start_transaction_under_autocommit(self) -> None:
        if self._log is None:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
            return
        seconds = self.settings_dict["OPTIONS"].get("timeout", SECONDS_TO_WAIT)
        end = monotonic() + seconds
        if not self._log.turn.acquire(timeout=seconds):
            raise OperationalError("database is locked")
        self._has_turn = True
        try:
            self._set("synchronous", "NORMAL")
            self._begin(end)
        except BaseException:
            self._give_turn()
            self._set("synchronous", "FULL")
            raise
        finally:
            self._set("busy_timeout", round(seconds * 1000))

    def _begin(self, end: float) -> None:
        """Begin as soon as no other process writes; raise OperationalError after `end`.

        SQLite would look again after 1, 2, 5, 10 and at last 100 milliseconds: whoever has waited
        long would go on waiting while the others write one after the other.
        """
        self._set("busy_timeout", 0)
        while True:
            try:
                super()._start_transaction_under_autocommit()  # type: ignore[misc]
            except OperationalError as error:
                if "locked" not in str(error) or monotonic() > end:
                    raise
                sleep(SECONDS_BETWEEN_LOOKS)
            else:
                return

    def commit(self) -> None:
        """Commit, let another connection write, and wait for the disk."""
        super().commit()
        if self._log is None or not self._has_turn:
            return
        number = self._log.count()
        self._give_turn()
        self._set("synchronous", "FULL")
        try:
            self._log.sync(number)
        except OSError as error:
            raise OperationalError(f"disk I/O error: {error.strerror}") from error

    def rollback(self) -> None:
        """Take all back, and let another connection write."""
        try:
            super().rollback()
            self._set("synchronous", "FULL")
        finally:
            self._give_turn()

    def close(self) -> None:
        """Close the file, also in the middle of a transaction."""
        super().close()
        self._give_turn()

    def _set(self, name: str, value: str | int) -> None:
        """Set one of SQLite's own settings; that of the disk only outside of transactions."""
        if self._log is not None and self.connection is not None:
            with self.wrap_database_errors:
                self.connection.execute(f"PRAGMA {name}={value}")

    def _give_turn(self) -> None:
        """Let another connection write, if it was this one's turn."""
        if self._log is not None and self._has_turn:
            self._has_turn = False
            self._log.turn.release()


# Django looks for it by that name.
DatabaseWrapper = SQLiteWrapper
