"""How much of people's names a stranger sees: all, the first name and an initial, or initials.

Names stand on boards, sheets, brackets, walls, in charts and files. So that none of them can forget
it, names are shortened where they are read from the database (`PersonName.from_db_value`), for the
length of a request by somebody who is not of the club. Such a request writes no name: it looks at
pages that are public, and what these derive refers to people by their ids.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

from django.db import models
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from scoring.names import first_and_initial, initials, name_found, name_plain, told_apart

if TYPE_CHECKING:
    from .models import Player


class Names(models.TextChoices):
    """How strangers read the names of a club's people."""

    FULL = "full", _("The whole name, such as Ann Baker")
    FIRST = "first", _("First name and initial, such as Ann B.")
    INITIALS = "initials", _("Initials, such as A. B.")


SHORTER: dict[str, Callable[[str], str]] = {
    Names.FIRST: first_and_initial,
    Names.INITIALS: initials,
}
_names: ContextVar[str] = ContextVar("names", default=Names.FULL)


def names_shortened() -> bool:
    """Whether this request reads shortened names."""
    return _names.get() != Names.FULL


def names_shown() -> str:
    """How this request reads names: what keeps pages has to keep them apart by it."""
    return _names.get()


def names_show(names: str) -> None:
    """Let what is read from now on, in this request, have such names."""
    _names.set(names)


def names_whole() -> AbstractContextManager[None]:
    """Let names be whole again afterwards, and at first."""
    return names_read(Names.FULL)


@contextmanager
def names_read(names: str) -> Iterator[None]:
    """Let what is read inside have such names, and be as it was afterwards."""
    token = _names.set(names)
    try:
        yield
    finally:
        _names.reset(token)


def names_are_initials() -> bool:
    """Whether this request reads initials alone."""
    return _names.get() == Names.INITIALS


def name_fits(name: str, typed: str) -> bool:
    """Whether somebody may mean with what they typed a name as this request reads it.

    It has the text in it, whatever the accents. And where names are shortened, "Ann Baker" means
    "Ann B.", "Ann Ba." and "A. B.", for the page tells nobody more than that.
    """
    if name_plain(typed) in name_plain(name):
        return True
    return names_shortened() and name_found(name, typed)


def names_apart(players: Sequence["Player"]) -> None:
    """Let people whose names this request reads alike have a little more of them, in memory.

    For a page on which people choose themselves. One query, none where all differ.
    """
    shorter = SHORTER.get(_names.get())
    alike: dict[str, list[Player]] = defaultdict(list)
    for player in players if shorter else ():
        alike[player.name].append(player)
    groups = [group for group in alike.values() if len(group) > 1]
    if shorter is None or not groups:
        return
    with names_whole():
        ids = [player.pk for group in groups for player in group]
        whole = dict(type(players[0]).objects.filter(pk__in=ids).values_list("pk", "name"))
    for group in groups:
        labels = told_apart([whole[player.pk] for player in group], shorter)
        for player, label in zip(group, labels, strict=True):
            player.name = label


class WholeNamesMiddleware:
    """Let each request begin with whole names: threads serve one after the other."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        with names_whole():
            return self.get_response(request)


if TYPE_CHECKING:
    TextColumn = models.CharField[str, str]
else:
    TextColumn = models.CharField


class PersonName(TextColumn):
    """The name of somebody who plays; read as `names_show` says, and always kept whole."""

    def from_db_value(self, value: str | None, *_of: object) -> str | None:
        """Return the name as this request may read it."""
        shorter = SHORTER.get(_names.get())
        return shorter(value) if shorter and value else value

    def deconstruct(self) -> tuple[str, str, list[object], dict[str, object]]:
        """Return the plain field that it is in the database, so that no migration names this."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", list(args), dict(kwargs)
