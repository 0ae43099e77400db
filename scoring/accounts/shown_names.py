"""How much of people's names a stranger sees: all, the first name and an initial, or initials.

Names stand on boards, sheets, brackets, walls, in charts and files. So that none of them can forget
it, names are shortened where they are read from the database (`PersonName.from_db_value`), for the
length of a request by somebody who is not of the club. Such a request writes no name: it looks at
pages that are public, and what these derive refers to people by their ids.

Where several people of the club would read alike, such as "Hans K.", each has as many letters more
as tells them apart, on every page the same: "Hans Ka." and "Hans Kö."; else what stands in brackets
behind a name, as the "(Hof)" of "Maria S. (Hof)". The neutral name of somebody erased, such as
"Player 1", hides nobody and stays whole.

What people write in their own words, such as a reason, and sentences that were kept with names in
them cannot be shortened: where names are, these are left out (`names_shortened`).
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from django.apps import apps
from django.db import models
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from scoring.names import first_and_initial, initials, name_found, name_plain, told_apart


class Names(models.TextChoices):
    """How strangers read the names of a club's people."""

    FULL = "full", _("The whole name, such as Ann Baker")
    FIRST = "first", _("First name and initial, such as Ann B.")
    INITIALS = "initials", _("Initials, such as A. B.")


SHORTER: dict[str, Callable[[str], str]] = {
    Names.FIRST: first_and_initial,
    Names.INITIALS: initials,
}


class ClubNames(NamedTuple):
    """The whole names of a club's people, and the neutral names of those who were erased."""

    people: tuple[str, ...] = ()
    erased: frozenset[str] = frozenset()


# More letters without a space are a word.
MOST_INITIALS = 3


@dataclass(frozen=True)
class _Reading:
    """How names are read, and of which club's people those who would read alike have more."""

    names: str = Names.FULL
    club: int | None = None

    def of(self, name: str) -> str:
        """Return the name as it is read; the first one may take a query."""
        return name if self.names == Names.FULL else name_shown(name, self.names, self._whole)

    @cached_property
    def _whole(self) -> ClubNames:
        return ClubNames() if self.club is None else names_in(self.club)


_reading: ContextVar[_Reading] = ContextVar("names", default=_Reading())  # noqa: B039  frozen


def names_in(club: int) -> ClubNames:
    """Return the whole names of everybody who is known to a club; one query."""
    return names_by_club([club])[club]


def names_by_club(clubs: Iterable[int]) -> dict[int, ClubNames]:
    """Return the whole names of everybody who is known to each of the clubs; one query."""
    people: dict[int, list[str]] = defaultdict(list)
    erased: dict[int, list[str]] = defaultdict(list)
    wanted = list(clubs)
    rows = apps.get_model("scoring", "Player").objects.filter(club__in=wanted).order_by("pk")
    rows = rows.exclude(erased_at=None, same_as__isnull=False)
    with names_whole():
        for club, name, erased_at in rows.values_list("club", "name", "erased_at"):
            (people if erased_at is None else erased)[club].append(name)
    return {club: ClubNames(tuple(people[club]), frozenset(erased[club])) for club in wanted}


def name_shown(name: str, names: str, whole: ClubNames) -> str:
    """Return a whole name as a club shows it whose people have the names `whole`."""
    shorter = SHORTER.get(names)
    if shorter is None or name in whole.erased:
        return name
    return _longer_names(names, whole.people).get(name) or shorter(name)


@lru_cache(maxsize=16)
def _longer_names(names: str, whole: tuple[str, ...]) -> dict[str, str]:
    """Return what strangers read of those whole names that would read alike, by the whole name."""
    shorter = SHORTER[names]
    alike: dict[str, list[str]] = defaultdict(list)
    for name in dict.fromkeys(whole):
        alike[shorter(name)].append(name)
    return {
        name: label
        for group in alike.values()
        if len(group) > 1
        for name, label in zip(group, told_apart(group, shorter), strict=True)
    }


def names_shortened() -> bool:
    """Whether this request reads shortened names."""
    return names_shown() != Names.FULL


def names_shown() -> str:
    """How this request reads names: what keeps pages has to keep them apart by it."""
    return _reading.get().names


def names_show(names: str, club: int | None = None) -> None:
    """Let what is read from now on, in this request, have such names, told apart in the club."""
    _reading.set(_Reading(names, club))


@contextmanager
def names_whole() -> Iterator[None]:
    """Let names be whole again afterwards, and at first."""
    token = _reading.set(_Reading())
    try:
        yield
    finally:
        _reading.reset(token)


def names_are_initials() -> bool:
    """Whether this request reads initials alone."""
    return names_shown() == Names.INITIALS


def name_fits(name: str, typed: str) -> bool:
    """Whether somebody may mean with what they typed a name as this request reads it.

    It has the text in it, whatever the accents. And where names are shortened, "Ann Baker" means
    "Ann B.", "Ann Ba." and "A. B.", for the page tells nobody more than that. Where these are
    initials, "AB" means what "A B" means.
    """
    if name_plain(typed) in name_plain(name):
        return True
    if names_are_initials() and typed.isalpha() and 1 < len(typed) <= MOST_INITIALS:
        return name_found(name, typed) or name_found(name, " ".join(typed))
    return names_shortened() and name_found(name, typed)


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
        return _reading.get().of(value) if value else value

    def deconstruct(self) -> tuple[str, str, list[object], dict[str, object]]:
        """Return the plain field that it is in the database, so that no migration names this."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", list(args), dict(kwargs)
