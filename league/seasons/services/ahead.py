"""Deriving boards and records before anybody looks at them: who looks need not wait for it.

Pages derive what they find old by themselves, so nothing is lost where this fails or never runs.
"""

import logging
from collections.abc import Iterable

from django.db import DatabaseError

from league.seasons.models import Season
from scoring.log.models import LogEntry

from .leaderboard import board_refresh
from .records import records_refresh

logger = logging.getLogger(__name__)
# At first, this many of the newest lines of the log are looked at.
LINES = 1000


def newest_line() -> int:
    """Return the number of the log's newest line, 0 where there is none."""
    return LogEntry.objects.order_by("-pk").values_list("pk", flat=True).first() or 0


def derive_ahead(*, after: int | None = None) -> int:
    """Derive what follows from the deeds after a line of the log; return the newest line.

    Once for each open season of a club, however much was done in it. None: from the newest
    thousand lines.
    """
    newest = newest_line()
    if after is None:
        after = newest - LINES
    if newest > after:
        done = LogEntry.objects.filter(pk__gt=after, pk__lte=newest)
        done = done.filter(outcome=LogEntry.Outcome.DONE).exclude(club=None).order_by()
        _derive(done.values_list("club", flat=True).distinct())
    return newest


def _derive(clubs: Iterable[int]) -> None:
    seasons = Season.objects.filter(club__in=list(clubs), closed_at=None)
    for season in seasons.select_related("club"):
        try:
            board_refresh(season=season)
            records_refresh(club=season.club, season=season)
        except DatabaseError:
            # Such as that it was erased meanwhile, or the disk is full.
            logger.warning("What follows from the games of a season was not derived ahead.")
