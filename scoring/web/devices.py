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


def moment(raw: object) -> datetime | None:
    """Return a device's clock as a moment: with its zone, and in no odd year; else None."""
    try:
        at = parse_datetime(CLOCK.read(raw))
    except ValueError:
        return None
    if at is None or not timezone.is_aware(at) or not 1970 < at.year < 3000:
        return None
    # By Greenwich's calendar too, in which it is kept.
    return at if 1970 < at.astimezone(UTC).year < 3000 else None


def device_of(request: HttpRequest) -> str:
    """The mark by which this browser is known again; a new one where it has none.

    It says nothing of who uses it, and opens nothing by itself.
    """
    device: str | None = getattr(request, "_scoring_device", None)
    if device is None:
        mark = request.COOKIES.get(DEVICE_COOKIE, "")
        device = mark if DEVICE.fullmatch(mark) else secrets.token_urlsafe(24)
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
