"""In which time zone a request reads the clock: the club's, or the site's where the club has none.

The decisions of `access.py` say whose: the club that the asker acts in, and then that of a page
that is open to everybody or by a link.
"""

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

if TYPE_CHECKING:
    from .models import Club


@cache
def time_zones() -> tuple[str, ...]:
    """Return the names of all time zones that are named after a place."""
    names = (name for name in available_timezones() if "/" in name)
    return tuple(
        sorted(name for name in names if not name.startswith(("Etc/", "posix/", "right/")))
    )


def zone_of(club: "Club") -> ZoneInfo | None:
    """Return the club's own time zone; None where it has none that this machine knows."""
    try:
        return ZoneInfo(club.time_zone) if club.time_zone else None
    except (ZoneInfoNotFoundError, ValueError):
        return None


def tell_time_of(club: "Club") -> None:
    """Let the rest of this request read the clock as the club does."""
    zone = zone_of(club)
    if zone is None:
        timezone.deactivate()
    else:
        timezone.activate(zone)


class ClubTimeMiddleware:
    """Let each request begin with the site's own time, and leave no other to the next one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        """Stand around all that reads the clock."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        with timezone.override(None):
            return self.get_response(request)
