"""When a stage starts, and when its people should be there."""

from datetime import time
from typing import Final

from django.utils.formats import time_format
from django.utils.translation import gettext as _

from league.tournaments.models import Stage

MINUTES_OF_HOUR: Final = 60


def be_there_at(starts: time, minutes: int) -> time:
    """Return the time so many minutes before the start, on the same day."""
    left = max(starts.hour * MINUTES_OF_HOUR + starts.minute - minutes, 0)
    return time(*divmod(left, MINUTES_OF_HOUR))


def start_words(stage: Stage | None, minutes: int) -> str:
    """Return when a stage starts, in words; "" where nobody has said, and once it is closed.

    With `minutes` it says when to be there too.
    """
    if stage is None or stage.starts is None or stage.closed_at is not None:
        return ""
    details = {"start": time_format(stage.starts)}
    if not minutes:
        return _("Starts at %(start)s") % details
    details["there"] = time_format(be_there_at(stage.starts, minutes))
    return _("Starts at %(start)s, be there at %(there)s") % details
