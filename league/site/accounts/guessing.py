"""What axes asks about wrong passwords, and the cookie by which a browser is known."""

import secrets
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from axes.handlers.base import AbstractAxesHandler, AxesBaseHandler
from django.contrib import messages
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.accounts.services import guesses
from scoring.accounts.services.introductions import FIELD, KNOWN_SALT, introduction_read, mark_of
from scoring.web.addresses import client_address, on_the_machine

KNOWN_COOKIE = "roundhouse-known"
KNOWN_SECONDS = 400 * 24 * 60 * 60
# The most people known in one browser, such as the club's own laptop.
MOST_KNOWN = 8


def known_in(request: HttpRequest) -> dict[str, str]:
    """The marks of this browser, by those who signed in there before; a forged cookie has none."""
    try:
        entries = signing.loads(
            request.COOKIES.get(KNOWN_COOKIE, ""), salt=KNOWN_SALT, max_age=KNOWN_SECONDS
        )
    except signing.BadSignature:
        return {}
    return dict(entries)


def guesser_of(request: HttpRequest, name: str) -> guesses.Guesser:
    """Who tries a password for that name."""
    browser = known_in(request).get(mark_of(name), "")
    return guesses.Guesser(name, client_address(request), browser, on_the_machine(request))


class GuessHandler(AbstractAxesHandler, AxesBaseHandler):
    """Axes' way to our limits."""

    def is_locked(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> bool:
        """Whether a password may not be tried now; how long is kept for the page that says so."""
        wait = guesses.password_wait(guesser_of(request, _name(credentials)))
        request.guess_wait = wait  # type: ignore[attr-defined]
        return wait > timedelta(0)

    def get_failures(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> int:
        """Axes asks this of handlers that have one limit alone; ours answer `is_locked`."""
        return int(self.is_locked(request, credentials))

    def user_login_failed(
        self,
        sender: Any,
        credentials: dict[str, Any],
        request: HttpRequest | None = None,
        **kwargs: Any,
    ) -> None:
        """Count a wrong password; the one that reaches a limit is answered with that at once."""
        if request is None or request.axes_locked_out:  # type: ignore[attr-defined]
            return
        guesses.password_missed(guesser_of(request, _name(credentials)))
        request.axes_locked_out = self.is_locked(request, credentials)  # type: ignore[attr-defined]

    def user_logged_in(self, sender: Any, request: HttpRequest, user: Any, **kwargs: Any) -> None:
        """Forget what went wrong before, and know this browser from now on."""
        if "REMOTE_ADDR" not in request.META:
            return  # no browser: a session that a command or a test gives
        guesses.password_hit(guesser_of(request, user.get_username()))
        request.known_name = user.get_username()  # type: ignore[attr-defined]

    def user_logged_out(self, sender: Any, request: HttpRequest, user: Any, **kwargs: Any) -> None:
        """Keep a browser known after signing out."""


def _name(credentials: dict[str, Any] | None) -> str:
    return str((credentials or {}).get("username") or "")


def too_many_guesses(
    request: HttpRequest, response: HttpResponse | None, credentials: dict[str, Any] | None
) -> HttpResponse:
    """Return the page for somebody who has to wait before trying another password."""
    wait: timedelta = request.guess_wait  # type: ignore[attr-defined]
    context = {"wait": guesses.wait_in_words(wait), "until": timezone.now() + wait}
    page = render(request, "account/too_many_guesses.html", context, status=429)
    page["Retry-After"] = str(int(wait.total_seconds()) + 1)
    return page


class KnownBrowserMiddleware:
    """Give a browser the cookie by which it is known.

    One in which somebody has just signed in, or that opens the address of an introduction.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        introduced = introduction_read(request.GET[FIELD]) if FIELD in request.GET else None
        if introduced and request.method == "GET":
            messages.info(request, _("This browser is known now. Sign in with your password."))
        response = self.get_response(request)
        name = getattr(request, "known_name", None)
        if name is None and introduced is None:
            return response
        known = known_in(request)
        if name is not None:
            # A new one each time: nobody else can know it, not even the person who made an
            # introduction.
            mark, nonce = mark_of(name), secrets.token_urlsafe(12)
            known.pop(mark, None)
        else:
            mark, nonce = introduced or ("", "")
            nonce = known.pop(mark, nonce)
        others = [*known.items()][-(MOST_KNOWN - 1) :]
        response.set_cookie(
            KNOWN_COOKIE,
            signing.dumps([*others, (mark, nonce)], salt=KNOWN_SALT),
            max_age=KNOWN_SECONDS,
            httponly=True,
            samesite="Lax",
        )
        return response
