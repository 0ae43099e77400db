"""The log as organizers read it: who did what, newest first."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any

from django.conf import settings
from django.db.models import Q, QuerySet
from django.urls import Resolver404, resolve
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from scoring.models import Club, LogEntry, Membership, Tablet

ON_A_PAGE = 50
MOST_IN_A_FILE = 20_000


@dataclass(frozen=True)
class Deed:
    """What the page of one address does, in words, such as “Finishing game %(code)s”.

    Names in the words are those of the address. `guess`: who sends the form in vain has guessed, as
    with passwords. `always`: it is a deed although it writes nothing. `quiet`: it is asked for
    while somebody types, so that not even its refusal is logged.
    """

    words: str | Promise
    guess: bool = False
    always: bool = False
    quiet: bool = False


@cache
def deeds() -> MappingProxyType[str, Deed]:
    """Every deed by the name of its address, from the tables that LOG_WORDS names."""
    found: dict[str, Deed] = {}
    for path in settings.LOG_WORDS:
        found |= import_string(path)
    return MappingProxyType(found)


def deed_of(name: str) -> Deed:
    """The deed of that address; one of no words where nobody has told them."""
    return deeds().get(name) or Deed(name)


@dataclass(frozen=True)
class LogLine:
    """One line of the log: the entry, its deed in words, and where the page is that was used.

    `address` is "" where the page cannot be looked at by its address alone.
    """

    entry: LogEntry
    words: str
    address: str

    @property
    def who(self) -> str:
        """The name at the time."""
        return self.entry.who or _("somebody unknown")

    @property
    def role(self) -> str:
        """What the asker was at the time."""
        words = {
            "organizer": _("organizer"),
            "director": _("director"),
            "scorekeeper": _("scorekeeper"),
            "tablet": _("tablet"),
            "table": _("tablet of one table"),
        }
        return words.get(self.entry.role, "")


@dataclass(frozen=True)
class LogPage:
    """Some lines, newest first; `older` is the id before which the next page begins, or None."""

    lines: Sequence[LogLine]
    older: int | None


def log_of(club: Club, *, who: str = "", day: datetime.date | None = None) -> QuerySet[LogEntry]:
    """The club's entries, newest first, and what strangers of no known club were refused.

    Of one person or tablet, by the name at the time, and of one day in the club's time, where told.
    """
    entries = LogEntry.objects.filter(Q(club=club) | Q(club=None))
    if who:
        entries = entries.filter(who=who)
    if day is not None:
        zone = timezone.get_current_timezone()
        first = datetime.datetime.combine(day, datetime.time.min, tzinfo=zone)
        last = datetime.datetime.combine(
            day + datetime.timedelta(days=1), datetime.time.min, tzinfo=zone
        )
        entries = entries.filter(moment__gte=first, moment__lt=last)
    return entries.order_by("-pk")


def log_page(entries: QuerySet[LogEntry], before: int | None = None) -> LogPage:
    """A page of the entries; one query, as long as the page whatever the log's length."""
    if before is not None:
        entries = entries.filter(pk__lt=before)
    found = list(entries[: ON_A_PAGE + 1])
    older = found[ON_A_PAGE - 1].pk if len(found) > ON_A_PAGE else None
    return LogPage(tuple(line_of(entry) for entry in found[:ON_A_PAGE]), older)


def line_of(entry: LogEntry) -> LogLine:
    """The entry in words.

    What a stranger tried at another club's page is not told apart: the address is left out.
    """
    deed = deed_of(entry.what)
    told: dict[str, Any] = {}
    if entry.club_id is not None:
        try:
            told = dict(resolve(entry.path).kwargs)
        except Resolver404:
            told = {}
    words = str(deed.words)
    for name in _names(words):
        told.setdefault(name, "…")
    return LogLine(entry, words % told if told else words, entry.path if entry.club_id else "")


def _names(words: str) -> list[str]:
    return [part.partition(")")[0] for part in words.split("%(")[1:]]


def who_can_be_asked_for(club: Club) -> list[str]:
    """The names of those who may have done something: people who sign in, and tablets."""
    members = Membership.objects.filter(club=club).select_related("user")
    names = {one.user.get_full_name() or one.user.get_username() for one in members}
    names |= set(Tablet.objects.filter(club=club).values_list("name", flat=True))
    return sorted(names, key=str.casefold)
