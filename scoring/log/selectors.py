"""The log as organizers read it: who did what, newest first."""

import datetime
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import nlargest
from typing import Any

from django.db.models import Q, QuerySet
from django.urls import Resolver404, resolve
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.accounts.models import Club, Membership, Tablet
from scoring.collation import name_order
from scoring.deeds import deed_of

from .models import LogEntry

ON_A_PAGE = 50
MOST_IN_A_FILE = 10_000
NAMED = re.compile(r"%\((\w+)\)s")


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
            "operator": _("the people who run the site"),
        }
        return words.get(self.entry.role, "")


@dataclass(frozen=True)
class LogPage:
    """Some lines, newest first; `older` is the id before which the next page begins, or None."""

    lines: Sequence[LogLine]
    older: int | None


@dataclass(frozen=True)
class LogFilter:
    """What of the log is asked for: of one person or tablet, by the name at the time, and one day.

    The day is one in the club's time; each is empty for all.
    """

    who: str = ""
    day: datetime.date | None = None

    def filtered(self, entries: QuerySet[LogEntry]) -> QuerySet[LogEntry]:
        """The entries that are asked for, in no order."""
        if self.who:
            entries = entries.filter(who=self.who)
        if self.day is not None:
            zone = timezone.get_current_timezone()
            first, last = (
                datetime.datetime.combine(self.day, at, tzinfo=zone)
                for at in (datetime.time.min, datetime.time.max)
            )
            entries = entries.filter(moment__gte=first, moment__lte=last)
        return entries


def newest(club: Club, asked: LogFilter, *, most: int, before: int | None = None) -> list[LogEntry]:
    """The newest entries for the club's organizers, before the one with the id `before`.

    They are the club's own, and what strangers of no known club were refused. At most four queries,
    which follow an index whatever the log's length: the two kinds are asked for apart, since both
    at once would be sorted whole; and of a day only the ids are.
    """
    picked: list[LogEntry] = []
    for whose in (Q(club=club), Q(club=None)):
        entries = asked.filtered(LogEntry.objects.filter(whose))
        if before is not None:
            entries = entries.filter(pk__lt=before)
        if asked.day is not None:
            keys = entries.order_by().values_list("pk", flat=True)
            entries = LogEntry.objects.filter(pk__in=nlargest(most, keys))
        picked += entries.order_by("-pk")[:most]
    return sorted(picked, key=lambda entry: entry.pk, reverse=True)[:most]


def log_page(club: Club, asked: LogFilter, before: int | None = None) -> LogPage:
    """A page of what is asked for."""
    entries = newest(club, asked, most=ON_A_PAGE + 1, before=before)
    older = entries[ON_A_PAGE - 1].pk if len(entries) > ON_A_PAGE else None
    return LogPage(tuple(line_of(entry) for entry in entries[:ON_A_PAGE]), older)


def line_of(entry: LogEntry) -> LogLine:
    """The entry in words.

    What a stranger tried at another club's pages is not distinguished: the address is left out.
    """
    words, path = str(deed_of(entry.what).words), entry.path if entry.club_id else ""
    if names := NAMED.findall(words):
        values = _values_in(path)
        words %= {name: values.get(name, "…") for name in names}
    return LogLine(entry, words, path)


@lru_cache(maxsize=4096)
def _values_in(path: str) -> dict[str, Any]:
    """Return the values in an address by name; none for an address that no longer exists."""
    try:
        return dict(resolve(path).kwargs)
    except Resolver404:
        return {}


def who_can_be_asked_for(club: Club) -> list[str]:
    """Return the names of all who can appear in the log: people who sign in, and tablets."""
    members = Membership.objects.filter(club=club).select_related("user")
    names = {member.user.get_full_name() or member.user.get_username() for member in members}
    names |= set(Tablet.objects.filter(club=club).values_list("name", flat=True))
    return sorted(names, key=name_order)
