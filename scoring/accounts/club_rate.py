"""How many pages of one club a process answers within a minute: no club is to take all threads.

Counted are looks at pages (CLUB_REQUESTS), by the club that the asker acts in, and by that of a
page that is open to everybody or by a link. What is written has limits of its own
(`scoring/quotas.py`): whatever a table records is taken. Answers that all get alike come from a
cache, and are not counted.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.utils.translation import gettext_lazy

from scoring.quotas import NO_LIMIT, Quota, QuotaReached

if TYPE_CHECKING:
    from .models import Club

SECONDS: Final = 60.0
SENTENCE: Final = gettext_lazy(
    "Very many pages of this club are asked for just now. Wait a minute, then try again."
)
_is_look: ContextVar[bool] = ContextVar("is_look", default=False)


class Rates:
    """How many looks each club has had since the minute began; of one process."""

    def __init__(self) -> None:
        """Begin with none."""
        self._lock = Lock()
        self._begun = 0.0
        self._looks: dict[int, int] = {}

    def count(self, club: int) -> int:
        """Count one look at a page of the club; return how many there were in this minute."""
        now = time.monotonic()
        with self._lock:
            if now - self._begun >= SECONDS:
                self._begun, self._looks = now, {}
            self._looks[club] = self._looks.get(club, 0) + 1
            return self._looks[club]


RATES: Final = Rates()


@contextmanager
def looking(*, is_look: bool) -> Iterator[None]:
    """Say whether the request that is answered inside is a look, which counts."""
    token = _is_look.set(is_look)
    try:
        yield
    finally:
        _is_look.reset(token)


def rate_hold(club: "Club") -> None:
    """Count a look at a page of the club; raise `QuotaReached` where there were too many."""
    most: int = settings.CLUB_REQUESTS
    if most != NO_LIMIT and _is_look.get() and RATES.count(club.pk) > most:
        raise QuotaReached(Quota(most, SENTENCE), wait_seconds=int(SECONDS))
