"""Which copies are kept: all of the last hours, then one an hour, then one a day."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

ALL_OF_THE_LAST = timedelta(hours=3)
HOURLY = timedelta(days=2)
AUTO = "auto"


@dataclass(frozen=True)
class Kept:
    """A copy as keeping looks at it: when it was made, and why."""

    name: str
    moment: datetime
    kind: str


def superfluous(found: Iterable[Kept], *, now: datetime, days: int) -> list[str]:
    """The names of copies to throw away.

    Copies made by themselves are thinned: all of the last three hours stay, of the last two days
    the last one of each hour, and before that the last one of each day. After `days` all go, those
    made for a reason too, but never the newest of all.
    """
    newest_first = sorted(found, key=lambda copy: (copy.moment, copy.name), reverse=True)
    gone, taken = [], set()
    for copy in newest_first[1:]:
        age = now - copy.moment
        if age > timedelta(days=days):
            gone.append(copy.name)
        elif copy.kind == AUTO and age > ALL_OF_THE_LAST:
            span = _span(copy.moment, hourly=age <= HOURLY)
            if span in taken:
                gone.append(copy.name)
            taken.add(span)
    return gone


def _span(moment: datetime, *, hourly: bool) -> str:
    return f"{moment:%Y-%m-%d %H}" if hourly else f"{moment:%Y-%m-%d}"
