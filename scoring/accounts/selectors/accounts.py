"""Accounts as pages show them: where somebody is signed in, and by what."""

from dataclasses import dataclass
from datetime import datetime

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.translation import gettext as _

# What a browser calls itself holds the names of several; the first one found here is it.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
DEVICES = (
    ("iPad", "iPad"),
    ("iPhone", "iPhone"),
    ("Android", "Android"),
    ("CrOS", "Chromebook"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)


@dataclass(frozen=True)
class SignedIn:
    """One browser in which somebody is signed in; `now` marks the browser of this request."""

    pk: int
    browser: str
    address: str
    since: datetime
    now: bool


def sessions_of(user: User, *, now: str | None) -> list[SignedIn]:
    """Where somebody is signed in, the browser that asks first, then the newest.

    Asks the database twice, however many there are.
    """
    rows = list(UserSession.objects.filter(user=user).order_by("-created_at", "-pk"))
    keys = [row.session_key for row in rows]
    living = set(
        Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now()).values_list(
            "session_key", flat=True
        )
    )
    listed = [
        SignedIn(
            pk=row.pk,
            browser=browser_in_words(row.user_agent),
            address=row.ip,
            since=row.created_at,
            now=row.session_key == now,
        )
        for row in rows
        if row.session_key in living
    ]
    return sorted(listed, key=lambda signed_in: not signed_in.now)


def browser_in_words(user_agent: str) -> str:
    """What a browser is called, as far as what it says of itself can be believed."""
    browser = next((name for mark, name in BROWSERS if mark in user_agent), "")
    device = next((name for mark, name in DEVICES if mark in user_agent), "")
    if browser and device:
        return _("%(browser)s on %(device)s") % {"browser": browser, "device": device}
    return browser or device or _("A browser")


@dataclass(frozen=True)
class Keys:
    """What opens an account besides its password: codes after it, and a number of passkeys."""

    codes: bool
    passkeys: int


def keys_of(user: User) -> Keys:
    """The second step and the passkeys of an account."""
    kinds = list(Authenticator.objects.filter(user=user).values_list("type", flat=True))
    return Keys(
        codes=Authenticator.Type.TOTP in kinds, passkeys=kinds.count(Authenticator.Type.WEBAUTHN)
    )
