"""What devices tell beside a form: the mark by which a browser is known, keys and clocks."""

import re
import secrets
from datetime import UTC, datetime, timedelta
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from scoring.shapes import Text, Unfit

# With room for what a service adds where one sending writes several entries.
KEY_LENGTH: Final = 56
KEY: Final = Text(KEY_LENGTH, least=1, printable=True)
CLOCK: Final = Text(40)
DEVICE_COOKIE = "roundhouse-device"
DEVICE = re.compile(r"[\w-]{20,64}", re.ASCII)
DEVICE_LIFE = timedelta(days=400)


def is_key(key: object) -> bool:
    """Return whether this can be a device's key."""
    try:
        KEY.read(key)
    except Unfit:
        return False
    return True


def moment(told: object) -> datetime | None:
    """Return a device's clock as a moment: with its zone, and in no odd year; else None."""
    try:
        found = parse_datetime(CLOCK.read(told))
    except ValueError:
        return None
    if found is None or not timezone.is_aware(found) or not 1970 < found.year < 3000:
        return None
    # By Greenwich's calendar too, in which it is kept.
    return found if 1970 < found.astimezone(UTC).year < 3000 else None


def device_of(request: HttpRequest) -> str:
    """The mark by which this browser is known again; a new one where it has none.

    It says nothing of who uses it, and opens nothing by itself.
    """
    device: str | None = getattr(request, "_scoring_device", None)
    if device is None:
        told = request.COOKIES.get(DEVICE_COOKIE, "")
        device = told if DEVICE.fullmatch(told) else secrets.token_urlsafe(24)
        request._scoring_device = device  # type: ignore[attr-defined]
    return device


def device_keep(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Let the browser keep its mark for as long as browsers keep anything."""
    response.set_cookie(
        DEVICE_COOKIE,
        device_of(request),
        max_age=DEVICE_LIFE,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
    return response
