"""Asking once more who it is, before a deed that a stolen session must not do.

A session lasts half a year, so a laptop left open or a copied cookie could do everything its owner
may. The deeds marked with a star in docs/permissions.md ask for the password (or a passkey) again,
unless it was given within the last minutes, for such a deed or to sign in. What was typed waits in
the page that asks, not in the database, and goes on with the answer in one request: so the log
names the deed itself.
"""

import time
from typing import Any

from allauth.account import app_settings as account_settings
from allauth.account.authentication import get_authentication_records
from allauth.account.forms import ReauthenticateForm
from allauth.account.internal.flows.reauthentication import reauthenticate_by_password
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.mfa import app_settings as mfa_settings
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.forms import ReauthenticateWebAuthnForm
from allauth.mfa.webauthn.internal import auth
from allauth.utils import get_form_class
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.accounts.access import actor_of
from scoring.accounts.club_forms import FIELD as CLUB_FIELD
from scoring.accounts.services.sessions import session_renew
from scoring.deeds import deed_of
from scoring.web.addresses import passkeys_work
from scoring.web.pages import session_save

# Long enough to remove three people in a row, too short to find an open laptop in.
CONFIRMED_SECONDS = 5 * 60
# What the page that asks adds to the form that was sent.
PREFIX = "confirm"
PASSWORD, CREDENTIAL = f"{PREFIX}-password", f"{PREFIX}-credential"


def confirm_person(request: HttpRequest) -> None:
    """Continue only if the signed-in person has just confirmed that it is they.

    To be called once the permission is clear. Raises `ImmediateHttpResponse` with the page that
    asks; it holds all that the form held, so nothing has to be typed twice.
    """
    # Somebody whom the club has removed still has an account of their own to erase.
    user = request.user
    if not isinstance(user, User):
        raise ValueError("Only somebody who is signed in can be asked for a password.")
    if is_confirmed(request, user):
        return
    forms = _forms(request, user)
    answered = next((form for form in forms.values() if form.is_bound), None)
    if answered is not None and answered.is_valid():
        if answered is forms.get("password"):
            reauthenticate_by_password(request)
        else:
            answered.save()
        session_renew(request=request)
        return
    raise ImmediateHttpResponse(_page(request, user, forms))


def confirm_download(request: HttpRequest, back: str, *args: int) -> None:
    """Serve a file only to a person who has just confirmed that it is they.

    Raises `ImmediateHttpResponse` with the way to the page that asks, from which one comes back to
    the page of the name `back` (with its `args`), where the file's button is.
    """
    user = actor_of(request).user
    if user is None or is_confirmed(request, user):
        return
    messages.info(request, _("After that, press the button for the file once more."))
    where = f"{reverse('account_reauthenticate')}?next={reverse(back, args=args)}"
    raise ImmediateHttpResponse(redirect(where))


def is_confirmed(request: HttpRequest, user: User) -> bool:
    """Answer whether the password or a passkey was given within the last minutes.

    A code from an app does not count: it only supplements a password. A confirmation from the
    future is one of a clock that was wrong.
    """
    now = time.time()
    return any(
        (record["method"] == "password" or record.get("type") == Authenticator.Type.WEBAUTHN)
        and 0 <= now - record["at"] < CONFIRMED_SECONDS
        for record in get_authentication_records(request, user)
    )


def _forms(request: HttpRequest, user: User) -> dict[str, Any]:
    """Allauth's own forms for whatever the account has: a password, passkeys.

    The one that was answered is bound. A code alone is not enough: it only supplements a password.
    """
    forms: dict[str, Any] = {}
    options: dict[str, Any] = {"user": user, "prefix": PREFIX}
    if user.has_usable_password():
        kind = get_form_class(account_settings.FORMS, "reauthenticate", ReauthenticateForm)
        forms["password"] = kind(request.POST if PASSWORD in request.POST else None, **options)
    if Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN).exists():
        kind = get_form_class(
            mfa_settings.FORMS, "reauthenticate_webauthn", ReauthenticateWebAuthnForm
        )
        forms["passkey"] = kind(request.POST if CREDENTIAL in request.POST else None, **options)
    return forms


def _page(request: HttpRequest, user: User, forms: dict[str, Any]) -> Any:
    """The page that asks, with what was typed in hidden fields; 401, since nothing was done."""
    match = request.resolver_match
    words = str(deed_of(match.view_name).words) if match else ""
    context = {
        "forms": forms,
        "passkeys_here": passkeys_work(request),
        "deed": words % match.kwargs if match and "%(" in words else words,
        "typed": _typed(request.POST),
    }
    if "passkey" in forms:
        context["js_data"] = {"request_options": auth.begin_authentication(user)}
        session_save(request)
    page = render(request, "account/confirm_deed.html", context, status=401)
    page["Cache-Control"] = "private, no-store"
    # A wrong answer is a guess, which the log of who did what tells.
    page.wrong_guess = any(form.is_bound for form in forms.values())  # type: ignore[attr-defined]
    return page


def _typed(sent: QueryDict) -> list[tuple[str, str]]:
    ours = ("csrfmiddlewaretoken", CLUB_FIELD, PASSWORD, CREDENTIAL)
    return [(name, value) for name, values in sent.lists() if name not in ours for value in values]
