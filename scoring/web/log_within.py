"""Logging a deed within the transaction that does it, for deeds that many do at once.

Else the log is written in a transaction of its own, once the view has answered: the disk is waited
for twice. Here both are kept, or none is.
"""

from collections.abc import Callable

from django.db import OperationalError, transaction
from django.http import HttpRequest


def log_within(request: HttpRequest) -> Callable[[], None]:
    """Return what logs this request as done, to be called at the end of its transaction.

    Raises `OperationalError` where the database has given the transaction up meanwhile, as a full
    disk may make it: nothing of it would be kept, and nobody would be told.
    """

    def log() -> None:
        # The log's middleware stands around all pages, and around no command and no test.
        if write := getattr(request, "log_deed", None):
            write()
            if transaction.get_rollback():
                raise OperationalError("The transaction was given up while it was logged.")
            request.is_logged = True  # type: ignore[attr-defined]

    return log


def is_logged(request: HttpRequest) -> bool:
    """Whether a transaction of this request has logged it."""
    return getattr(request, "is_logged", False)
