"""Reading public parts from a streaming replica of the database, where REPLICA_URL names one.

What a part follows from is read there only if the replica has the revision that the database itself
has now: nobody is shown anything older than what somebody saw before. Where it lags, does not
answer, or something has to be derived and written first, the database itself is read.
"""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final, TypeVar

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections, models

from .keys import Watched, newest_revisions

REPLICA: Final = "replica"
# How long one that does not answer is not asked again, in seconds.
LEFT_ALONE: Final = 10.0
logger = logging.getLogger(__name__)
Result = TypeVar("Result")
_is_read: ContextVar[bool] = ContextVar("is_replica_read", default=False)
_failed_at: dict[str, float] = {}


class NeedsDatabase(Exception):  # noqa: N818  it is no fault
    """Something is to be written before this can be shown."""


class ReplicaRouter:
    """Lets reads go to the replica inside of `_reading`, and all else to the database itself."""

    def db_for_read(self, _model: type[models.Model], **_hints: Any) -> str:
        """Return where rows are read."""
        return REPLICA if _is_read.get() else DEFAULT_DB_ALIAS

    def db_for_write(self, _model: type[models.Model], **_hints: Any) -> str:
        """Return where rows are written, or locked; raises `NeedsDatabase` inside."""
        if _is_read.get():
            raise NeedsDatabase
        return DEFAULT_DB_ALIAS

    def allow_relation(self, *_rows: models.Model, **_hints: Any) -> bool:
        """Both have the same rows."""
        return True

    def allow_migrate(self, database: str, _app: str, **_hints: Any) -> bool:
        """The replica follows by itself."""
        return database != REPLICA


@contextmanager
def _reading() -> Iterator[None]:
    token = _is_read.set(True)
    try:
        yield
    finally:
        _is_read.reset(token)


def read_where_fresh(watched: Watched, revision: str, make: Callable[[], Result]) -> Result:
    """Return what `make` returns, reading the replica if it has this revision of what is watched.

    `make` may begin twice, and must do nothing but read, derive and render.
    """
    if REPLICA not in connections.settings or _is_left_alone():
        return make()
    try:
        with _reading():
            if newest_revisions([watched]).get(watched) == revision:
                return make()
    except NeedsDatabase:
        pass
    except DatabaseError:
        _failed_at[REPLICA] = time.monotonic()
        logger.warning("The replica of the database does not answer; it is left alone for a while.")
    return make()


def _is_left_alone() -> bool:
    failed = _failed_at.get(REPLICA)
    return failed is not None and time.monotonic() - failed < LEFT_ALONE
