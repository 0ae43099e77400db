"""The doors of the site: which one a request came by, and what may pass there.

A browser keeps the cookies of a host for all of its ports, so anybody who can tamper with http in a
hall's network can put cookies beside those of https. The secure door therefore has cookies of its
own: named ``__Host-...``, which a browser takes over https alone and never sends in the clear, and
signed for that door, so that a value heard at the plain one is worth nothing here.

Three doors:

- **secure**: https, spoken by the server itself or by a trusted proxy.
- **machine**: plain http, asked by a browser on the machine that serves. Nobody can listen there.
- **plain**: plain http from another device. Everybody in the same wifi may listen, so there are no
  accounts: nobody is signed in there, and pages on which passwords or people's data are typed are
  closed. PLAIN_SIGN_IN opens it.
"""

import re
from collections.abc import Callable, Iterator
from http.cookies import SimpleCookie
from typing import Any, Literal

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.http import HttpRequest, HttpResponse, parse_cookie
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from league.site.accounts.guessing import KNOWN_COOKIE
from scoring.web.addresses import asked_on_the_machine
from scoring.web.connection import door

PREFIX = "__Host-"
SALT = "league.site.doors"
# Where passwords and people's data are typed: accounts, founding a club, entering a tournament.
CLOSED = ("/setup/", "/sign-in/", "/account/", "/found/", "/enter/")
# Cookies of accounts, which have no business at a plain door.
OF_ACCOUNTS = (settings.SESSION_COOKIE_NAME, KNOWN_COOKIE)
# Python takes more for white space than browsers do: a browser would let plain http set a name that
# begins with one of those, and Python would read it without. Hence letters, digits, - and _ alone.
NAME = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)

Entrance = Literal["secure", "machine", "plain"]


def entrance_of(request: HttpRequest) -> Entrance:
    """Answer the door by which a request came, as the server's own socket tells.

    A header can only make it a lower one; but for X-Forwarded-Proto where TRUST_PROXY is on. Where
    every address of the site is https, all that comes is what a proxy has passed on.
    """
    if request.is_secure() or settings.HTTPS_ONLY:
        return "secure"
    return "machine" if asked_on_the_machine(request) else "plain"


def accounts_open(request: HttpRequest) -> bool:
    """Answer whether somebody may sign in by the door of this request, and be signed in there."""
    return settings.PLAIN_SIGN_IN or entrance_of(request) != "plain"


def accounts(request: HttpRequest) -> dict[str, object]:
    """Tell every page whether nobody can be signed in by the door that it was asked for by."""
    return {"accounts_closed": not accounts_open(request)}


class DoorMiddleware:
    """Give each door its own cookies, and keep accounts from a door where others may listen.

    Views and Django know one name of each cookie; what it is called at the door is seen here alone.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        may_pass = request.is_secure() or is_page(request) or _is_exempt(request)
        if settings.SECURE_SSL_REDIRECT and not may_pass:
            return HttpResponse(_in_the_clear(), status=403, content_type="text/plain")
        secure = entrance_of(request) == "secure"
        if secure:
            request.plain_cookies = request.COOKIES  # type: ignore[attr-defined]
            header = request.META.get("HTTP_COOKIE", "")
            request.COOKIES = dict(read_secure(header))
        elif not accounts_open(request):
            request.COOKIES = _without_accounts(request.COOKIES)
        response = self.get_response(request)
        if secure:
            write_secure(response.cookies)
        elif not accounts_open(request):
            for name in OF_ACCOUNTS:
                response.cookies.pop(name, None)
        return response

    def process_view(
        self, request: HttpRequest, _view: Any, _args: Any, _kwargs: Any
    ) -> HttpResponse | None:
        """Answer what is closed here with the way to the secure door."""
        if request.path_info.startswith(CLOSED) and not accounts_open(request):
            return secure_first(request)
        return None


def is_page(request: HttpRequest) -> bool:
    """Return whether a person requests a page and can be redirected from http to https.

    A form, a script or a calendar program would go on sending its keys in the clear, unnoticed.
    """
    asked_by_script = "HTTP_HX_REQUEST" in request.META
    accepted = request.META.get("HTTP_ACCEPT", "")
    return request.method in {"GET", "HEAD"} and "text/html" in accepted and not asked_by_script


def _is_exempt(request: HttpRequest) -> bool:
    """Return whether Django itself would not send this address to https."""
    path = request.path.lstrip("/")
    return any(re.search(pattern, path) for pattern in settings.SECURE_REDIRECT_EXEMPT)


def _in_the_clear() -> str:
    return _("Use the address that begins with https. No other address works here.")


def _without_accounts(cookies: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in cookies.items() if name not in OF_ACCOUNTS}


def read_secure(header: str) -> Iterator[tuple[str, str]]:
    """Answer the cookies of the secure door in a Cookie header, by the names that the site knows.

    The first of a name counts: a browser keeps one alone of those with the prefix.
    """
    seen = set()
    for part in header.split(";"):
        name, _, value = part.strip(" \t").partition("=")
        own = name.removeprefix(PREFIX)
        if own == name or own in seen or not NAME.fullmatch(own):
            continue
        seen.add(own)
        try:
            yield own, _signer(own).unsign(parse_cookie(f"x={value}").get("x", ""))
        except BadSignature:
            continue


def write_secure(cookies: "SimpleCookie") -> None:
    """Turn the cookies of an answer into those of the secure door."""
    for name in list(cookies):
        before = cookies.pop(name)
        cookies[PREFIX + name] = secure_value(name, before.value) if before.value else ""
        after = cookies[PREFIX + name]
        after.update(before)
        after["secure"], after["path"], after["domain"] = True, "/", ""


def secure_value(name: str, value: str) -> str:
    """Answer a cookie's value as the secure door writes it."""
    return _signer(name).sign(value)


def _signer(name: str) -> Signer:
    return Signer(salt=f"{SALT}.{name}")


def secure_first(request: HttpRequest) -> HttpResponse:
    """Say that a page needs a secure connection, and how this device comes to one."""
    path = request.get_full_path() if request.method in ("GET", "HEAD") else request.path
    own = door(request, secure=True)
    sites = [address for address in settings.SITE_ADDRESSES if address.startswith("https://")]
    context = {
        "page_urls": [f"{origin}{path}" for origin in ([own] if own else sites)],
        "own_door": own,
        "here": f"http://localhost:{settings.PLAIN_PORT}" if settings.PLAIN_PORT else None,
        "trust_path": reverse("league:trust"),
        "entering": request.path_info.startswith("/enter/"),
    }
    return render(request, "secure_first.html", context, status=403)
