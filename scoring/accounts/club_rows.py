"""Which clubs' rows this request reads and writes.

With the setting ROW_SECURITY, PostgreSQL itself holds the clubs apart: it gives a statement the
rows of these clubs and no others (`league/site/row_security/`). A request begins with none. The
decisions of `access.py` add the club that the asker acts in, and that of a page that everybody or a
link's holder may see. What has to look into all clubs says so by `every_club`, such as signing in.
So a page that forgets shows nothing, and never another club's rows.

Outside of requests the site does its own work for all clubs: commands, copies, tidying, the stream.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, TypeVar

from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse

if TYPE_CHECKING:
    from .models import Club

Row = TypeVar("Row", bound=Model)
_is_every: ContextVar[bool] = ContextVar("is_every", default=True)
# The ids of the clubs, where it is not every club.
_clubs: ContextVar[frozenset[int]] = ContextVar("clubs", default=frozenset())


def clubs_read() -> frozenset[int] | None:
    """Return the ids of the clubs whose rows are read now; None for every club's."""
    return None if _is_every.get() else _clubs.get()


def read_club(*clubs: "Club") -> None:
    """Let the rest of this request read these clubs' rows too."""
    _clubs.set(_clubs.get() | {club.pk for club in clubs})


def read_every_club() -> None:
    """Let the rest of this request read all clubs' rows: for whoever runs the site."""
    _is_every.set(True)


@contextmanager
def _reading(*, every: bool) -> Iterator[None]:
    token = _is_every.set(every)
    try:
        yield
    finally:
        _is_every.reset(token)


@contextmanager
def every_club() -> Iterator[None]:
    """Read all clubs' rows inside, such as to find the club of an address; a decorator too.

    A query has to be asked inside: one that is only built here, and asked later, reads what is read
    then. A question about other clubs, such as "is this account in another club?", belongs here: it
    would be answered with no, else.
    """
    with _reading(every=True):
        yield


def first_of_any_club(rows: QuerySet[Row]) -> Row | None:
    """Return the first of the rows, whatever its club, to decide whether the asker may see it."""
    with every_club():
        return rows.first()


class ClubRowsMiddleware:
    """Let each request begin with no club's rows, and leave nothing to the next one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        """Stand around all that reads the database."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        token = _clubs.set(frozenset())
        try:
            with _reading(every=False):
                return self.get_response(request)
        finally:
            _clubs.reset(token)
