"""How much a club may write: more than any club ever does, and too little to fill a disk.

Limits on strangers stand beside what they may do, such as signing up for a tournament. A limit
that is reached is said in a sentence and loses nothing: what a tablet hands over stays there, and
is sent again by itself. Rows of the future, from a clock that was ahead for a while, do not count.
Files of people that somebody is looking at have a limit of their own: of these the oldest go
(`league.imports.drafts`).
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from .refusals import Refusal

HOUR: Final = timedelta(hours=1)
# As a setting, or an operator, says that there is none.
NO_LIMIT: Final = 0
# In bytes.
MEGABYTE: Final = 1_000_000


@dataclass(frozen=True)
class Quota:
    """At most so many rows: within the `span` before now, or at all without one."""

    most: int
    sentence: str | Promise
    span: timedelta | None = HOUR


# A tournament of 500 people starts 125 games in one round, and four rounds an hour at most.
GAMES: Final = Quota(
    2000,
    gettext_lazy("Your club has started %(most)d games within an hour. Wait before the next one."),
)
# Each round that is recorded with a network is a hand-over too: twelve an hour at each table.
HAND_OVERS: Final = Quota(
    3000,
    gettext_lazy("Your club’s tablets have sent too much within an hour. It is sent again later."),
)
# A long game has a hundred entries, with all its corrections.
ENTRIES: Final = Quota(
    1000,
    gettext_lazy("This sheet has got %(most)d entries within an hour. Wait before the next one."),
)
DISPUTES: Final = Quota(
    500,
    gettext_lazy("This game has %(most)d disputes already, and has no room for more."),
    span=None,
)
RULE_SHEETS: Final = Quota(
    60,
    gettext_lazy("Your club keeps %(most)d rule sheets. Delete one that nobody plays by."),
    span=None,
)
SET_ASIDE: Final = Quota(
    500,
    gettext_lazy(
        "%(most)d entries that are not on this sheet are kept with it already. It has no room "
        "for more."
    ),
    span=None,
)
SET_ASIDE_IN_CLUB: Final = Quota(
    1000,
    gettext_lazy("Too much of what your club’s tablets sent could not be read. Try again later."),
)


YEAR: Final = timedelta(days=365)


def people_at_most(own: int | None) -> Quota:
    """How many people a club may have: by its own limit, or the one of the settings."""
    sentence = gettext_lazy(
        "Your club has room for %(most)d people. Erase people who no longer come, or ask the "
        "people who run this site for more room."
    )
    return Quota(_most(own, settings.CLUB_PEOPLE), sentence, span=None)


def games_at_most(own: int | None) -> Quota:
    """How many games a club may start within a year: by its own limit, or the settings'."""
    sentence = gettext_lazy(
        "Your club has room for %(most)d games within a year. Ask the people who run this site "
        "for more room."
    )
    return Quota(_most(own, settings.CLUB_GAMES), sentence, span=YEAR)


def megabytes_at_most(own: int | None) -> Quota:
    """How many megabytes a club may keep: by its own limit, or the one of the settings."""
    sentence = gettext_lazy(
        "Your club has filled its %(most)d MB. Ask the people who run this site for more room."
    )
    return Quota(_most(own, settings.CLUB_MEGABYTES), sentence, span=None)


def _most(own: int | None, usual: int) -> int:
    return own if own is not None else usual


class QuotaReached(Refusal):
    """There are as many rows as anybody may write; nothing is wrong with this one."""

    def __init__(self, quota: Quota, *, wait_seconds: int | None = None) -> None:
        """Say which limit it is, and how long it lasts where the sentence says that."""
        super().__init__("quota", str(quota.sentence) % {"most": quota.most})
        self.wait_seconds = wait_seconds


def recent(quota: Quota, moment: str, now: datetime) -> Q:
    """The rows that count, by the field that says when each was written."""
    if quota.span is None:
        return Q()
    return Q(**{f"{moment}__gt": now - quota.span, f"{moment}__lte": now})


def quota_hold(quota: Quota, rows: "QuerySet[Any]", moment: str = "") -> None:
    """Raise `QuotaReached` where there are too many rows with the one that was just written.

    Must run inside the transaction that wrote it, which takes it back.
    """
    if quota.most == NO_LIMIT:
        return
    counted = rows.filter(recent(quota, moment, timezone.now())).order_by()
    if counted[quota.most : quota.most + 1].exists():
        raise QuotaReached(quota)
