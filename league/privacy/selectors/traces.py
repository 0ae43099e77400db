"""Until when something that was erased can be found still: in copies and in the log."""

import datetime
from dataclasses import dataclass

from django.conf import settings
from django.utils import timezone

from league.site.backups import restoring
from league.site.backups.thinning import DAYS_TO_BELIEVE


@dataclass(frozen=True)
class Traces:
    """Until when something that is erased now can be found still.

    `copies` is the day on which the last copy that has it is thrown away; `log` the day on which
    the last line of the log loses the name; `all` the day after which no copy has such a line.
    `asides` counts databases that a restore has moved aside: they stay until somebody deletes them.
    """

    copies: datetime.date
    log: datetime.date
    all: datetime.date
    asides: int


def traces(moment: datetime.datetime) -> Traces:
    """The days, of what is erased at that moment.

    A day is left for the work itself, and those that it takes to believe the clock after a pause.
    """
    spare = datetime.timedelta(days=1 + DAYS_TO_BELIEVE)
    day = timezone.localtime(moment).date() + spare
    kept = datetime.timedelta(days=settings.BACKUP_DAYS)
    named = datetime.timedelta(days=settings.LOG_DAYS_WITH_NAMES)
    asides = len(restoring.moved_aside())
    return Traces(copies=day + kept, log=day + named, all=day + named + kept, asides=asides)
