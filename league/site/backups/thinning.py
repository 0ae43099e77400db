"""Which copies are kept: all of the last hours, then one an hour, then one a day."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

ALL_OF_THE_LAST = timedelta(hours=3)
HOURLY = timedelta(days=2)
# A clock that moves on by more than this between two copies may have jumped, and is believed once
# copies of so many days stand behind it.
LEAP = timedelta(days=1)
DAYS_TO_BELIEVE = 3
AUTO = "auto"


@dataclass(frozen=True)
class Kept:
    """A copy as keeping looks at it: when it was made, and why."""

    name: str
    moment: datetime
    kind: str


def superfluous(copies: Sequence[Kept], *, now: datetime, days: int) -> list[str]:
    """The names of copies to throw away; `copies` is in the order of making, the newest first.

    Copies made by themselves are thinned: all of the last three hours stay, of the last two days
    the last one of each hour, and before that the last one of each day. After `days` all go, those
    made for a reason too, but never the newest of all.
    """
    gone, taken = [], set()
    for copy, age in list(zip(copies, _ages(copies, now), strict=True))[1:]:
        if age > timedelta(days=days):
            gone.append(copy.name)
        elif copy.kind == AUTO and age > ALL_OF_THE_LAST:
            span = _span(copy.moment, hourly=age <= HOURLY)
            if span in taken:
                gone.append(copy.name)
            taken.add(span)
    return gone


def _ages(copies: Sequence[Kept], now: datetime) -> Iterator[timedelta]:
    """How long ago each copy was made, for all that a clock that may have jumped can tell.

    The clock shows 2026, then for an hour 2036, then 2026 again. Meanwhile all that was made in
    2026 seems ten years old, and would be thrown away. So a leap counts for nothing until copies of
    three days stand behind it, on no later one of which the clock went back. What was made in 2036
    seems, from then on, to come from the future: it is as old as the copies beside it.
    """
    latest = min((copy.moment for copy in copies if copy.moment <= now), default=now)
    believed = []
    for copy in reversed(copies):
        # A clock that went back makes no copy older than those before it.
        if copy.moment <= now:
            latest = max(latest, copy.moment)
        believed.append(latest)
    age, after, lowest, days, went_back = timedelta(), now, now, {now.date()}, False
    for copy, moment in zip(copies, reversed(believed), strict=True):
        step = after - moment
        if step <= LEAP or sum(day >= after.date() for day in days) >= DAYS_TO_BELIEVE:
            age += step
        yield age
        after = moment
        # Days before the clock last went back prove nothing: each may be of a wrong clock.
        went_back |= copy.moment > lowest + LEAP
        if copy.moment <= lowest and not went_back:
            lowest = copy.moment
            days.add(lowest.date())


def _span(moment: datetime, *, hourly: bool) -> str:
    return f"{moment:%Y-%m-%d %H}" if hourly else f"{moment:%Y-%m-%d}"
