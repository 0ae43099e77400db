"""The cookie by which a paired tablet is known: how it is written, and when it is written again."""

import time
from collections.abc import Callable

from django.core import signing
from django.http import HttpRequest, HttpResponse

from scoring.accounts.access import TABLET_COOKIE, TABLET_SALT, Actor

# Browsers keep no cookie for longer than that; so one that is in use is written again by and by.
LIFE_SECONDS = 400 * 24 * 60 * 60
RENEW_SECONDS = 30 * 24 * 60 * 60


def tablet_cookie_set(response: HttpResponse, value: str) -> None:
    """Let the browser be known as a tablet; `value` is the tablet's number and its secret."""
    response.set_signed_cookie(
        TABLET_COOKIE,
        value,
        salt=TABLET_SALT,
        max_age=LIFE_SECONDS,
        httponly=True,
        samesite="Lax",
    )


class TabletCookieMiddleware:
    """Write the cookie of a tablet again once it is a month old, long before a browser drops it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        """Stand around the views."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the answer on, with the cookie where it is due."""
        response = self.get_response(request)
        actor: Actor | None = getattr(request, "_scoring_actor", None)
        written = request.COOKIES.get(TABLET_COOKIE)
        if actor and actor.tablet and written and TABLET_COOKIE not in response.cookies:
            value, at, _signature = written.rsplit(":", 2)
            # Also where it was written in the future, by a clock that was ahead.
            if abs(time.time() - signing.b62_decode(at)) > RENEW_SECONDS:
                tablet_cookie_set(response, value)
        return response
