"""Logging a deed within the transaction that does it, for deeds that many do at once.

Else the log is written in a transaction of its own, once the view has answered: the disk is waited
for twice. Here both are kept, or none is, and it is done again without its line.
"""

from collections.abc import Callable
from typing import TypeVar

from django.db import OperationalError, transaction
from django.http import HttpRequest

Result = TypeVar("Result")


class NotLoggedError(OperationalError):
    """The database has given a transaction up while it was logged, as a full disk may make it."""


def log_within(request: HttpRequest, do: Callable[[Callable[[], None]], Result]) -> Result:
    """Return what `do` returns, which calls what it is given at the end of its transaction.

    That logs this request as done. Where that cannot be written, `do` is called once more without
    it, for a log that is full keeps nobody from scoring. The log's middleware then tries by itself.
    """

    def log() -> None:
        # The log's middleware stands around all pages, and around no command and no test.
        if write := getattr(request, "log_deed", None):
            write()
            if transaction.get_rollback():
                raise NotLoggedError
            request.is_logged = True  # type: ignore[attr-defined]

    try:
        return do(log)
    except NotLoggedError:
        return do(lambda: None)


def is_logged(request: HttpRequest) -> bool:
    """Whether a transaction of this request has logged it."""
    return getattr(request, "is_logged", False)
