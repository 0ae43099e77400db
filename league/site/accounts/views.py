"""The pages of one's own account: allauth's views with what our pages say beside."""

from collections.abc import Callable
from textwrap import wrap
from typing import Any

from allauth.account.mixins import NextRedirectMixin
from allauth.account.models import Login
from allauth.account.views import PasswordChangeView
from allauth.account.views import ReauthenticateView as ConfirmView
from allauth.core.internal import ratelimit
from allauth.mfa.base.views import AuthenticateView, IndexView
from allauth.mfa.base.views import ReauthenticateView as ConfirmByCodeView
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.views import ActivateTOTPView
from allauth.mfa.webauthn.internal import auth, flows
from allauth.mfa.webauthn.views import (
    AddWebAuthnView,
    ListWebAuthnView,
    LoginWebAuthnView,
    ReauthenticateWebAuthnView,
)
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from scoring.accounts.selectors.accounts import sessions_of
from scoring.accounts.selectors.notices import notices_listed
from scoring.accounts.services.sessions import (
    session_end,
    session_limit,
    session_renew,
    sessions_end,
    sessions_note,
)
from scoring.web.addresses import passkeys_work
from scoring.web.pages import session_kept

View = Callable[..., HttpResponseBase]


def page(view: View, *, posts: bool = True) -> View:
    """Let a view be looked at, and sent to where it takes a form; no browser keeps a copy."""
    methods = ["GET", "HEAD", "POST"] if posts else ["GET", "HEAD"]
    return require_http_methods(methods)(never_cache(session_kept(view)))


def own_page(view: View, *, posts: bool = True) -> View:
    """A page of one's own account; others are asked to sign in first."""
    return page(login_required(view), posts=posts)


def signed_in(request: HttpRequest) -> User:
    """Return the signed-in user; only for requests from somebody who is signed in."""
    assert isinstance(request.user, User)  # noqa: S101
    return request.user


class PasskeysHere:
    """Tell the template whether a passkey can be used on this page."""

    request: HttpRequest

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """What the view says, and that."""
        return super().get_context_data(**kwargs) | {  # type: ignore[misc]
            "passkeys_here": passkeys_work(self.request)
        }


class Account(PasskeysHere, IndexView):
    """Show one's own account: how it is opened, and where it is signed in."""

    template_name = "account/account.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """The kinds of keys that there are."""
        context = super().get_context_data(**kwargs)
        authenticators = context["authenticators"]
        return context | {
            "passkeys": len(authenticators.get(Authenticator.Type.WEBAUTHN, [])),
            "codes_on": Authenticator.Type.TOTP in authenticators,
            "notices": notices_listed(signed_in(self.request)),
        }


class Password(PasswordChangeView):
    """Change one's own password; all other sessions end."""

    template_name = "account/password.html"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Redirect people without a password that could be changed."""
        if not signed_in(request).has_usable_password():
            messages.error(request, _("You have no password. Ask an organizer to give you one."))
            return redirect("mfa_index")
        return super().dispatch(request, *args, **kwargs)

    def form_valid(self, form: Any) -> HttpResponse:
        """Change it."""
        response = super().form_valid(form)
        sessions_end(user=signed_in(self.request), but=self.request.session.session_key)
        sessions_note(request=self.request)
        return response


class PasskeySignIn(NextRedirectMixin, LoginWebAuthnView):
    """Sign in with a passkey alone, and go on to where one was going."""

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """What the device is to be asked; each answer writes a session, so a flood is refused."""
        if not ratelimit.consume(
            request, app="allauth.mfa", action="webauthn_login", limit_get=True
        ):
            return ratelimit.respond_429(request)
        # What was asked is good for minutes, and so is the session of nobody that keeps it.
        if not request.user.is_authenticated:
            request.session.set_expiry(settings.ACCOUNT_LOGIN_TIMEOUT)
        return super().get(request, *args, **kwargs)

    def form_valid(self, form: Any) -> HttpResponse:
        """Sign in."""
        authenticator = form.cleaned_data["credential"]
        session_limit(request=self.request)
        login = Login(user=authenticator.user, redirect_url=self.get_next_url())
        return flows.perform_passwordless_login(self.request, authenticator, login)


class SecondStep(PasskeysHere, AuthenticateView):
    """The code after the password, or a passkey in its place."""

    template_name = "account/second_step.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Whether there is a passkey to offer."""
        context = super().get_context_data(**kwargs)
        offered = context["js_data"]["request_options"]["publicKey"].get("allowCredentials")
        return context | {"has_passkey": bool(offered)}


class Renewing:
    """A page that asks once more who it is: the right answer gives the session a new key."""

    request: HttpRequest

    def form_valid(self, form: Any) -> HttpResponse:
        """Go on in the renewed session."""
        response: HttpResponse = super().form_valid(form)  # type: ignore[misc]
        session_renew(request=self.request)
        return response


class Confirm(Renewing, ConfirmView):
    """The password once more."""

    template_name = "account/confirm.html"


class ConfirmByCode(Renewing, ConfirmByCodeView):
    """A code in place of the password once more."""

    template_name = "account/confirm_code.html"


class ConfirmByPasskey(Renewing, PasskeysHere, ReauthenticateWebAuthnView):
    """A passkey in place of the password once more."""

    template_name = "account/confirm_passkey.html"

    def form_invalid(self, form: Any) -> HttpResponse:
        """Say what is wrong on the same page."""
        return self.render_to_response(self.get_context_data(form=form))


class Passkeys(PasskeysHere, ListWebAuthnView):
    """One's passkeys."""

    template_name = "account/passkeys.html"


class AddPasskey(PasskeysHere, AddWebAuthnView):
    """A new passkey, kept on the device and asking who holds it."""

    template_name = "account/passkey_add.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """What the device is asked to make."""
        context = super().get_context_data(**kwargs)
        # Allauth's own answer suits a second step; ours signs in by itself.
        context["js_data"] = {"creation_options": auth.begin_registration(self.request.user, True)}
        context["form"] = kwargs.get("form") or self.get_form()
        return context

    def form_valid(self, form: Any) -> HttpResponse:
        """Store it. Recovery codes are for people with codes switched on, so none are made here."""
        cleaned = form.cleaned_data
        made = auth.WebAuthn.add(self.request.user, cleaned["name"], cleaned["credential"])
        messages.success(self.request, _("“%s” is added. Try it the next time.") % made.name)
        return redirect("mfa_list_webauthn")


class SwitchOnCodes(ActivateTOTPView):
    """Switch on codes after the password, by an app that shows them."""

    template_name = "account/codes_on.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """The key as it is read out and typed."""
        context = super().get_context_data(**kwargs)
        return context | {"secret_in_fours": " ".join(wrap(context["form"].secret, 4))}


@require_http_methods(["GET", "HEAD"])
@never_cache
@login_required
def sessions(request: HttpRequest) -> HttpResponse:
    """Where one is signed in."""
    sessions_note(request=request)
    listed = sessions_of(signed_in(request), now=request.session.session_key)
    return render(request, "account/sessions.html", {"sessions": listed})


@require_POST
@login_required
def session_stop(request: HttpRequest, pk: int) -> HttpResponse:
    """End one of one's own sessions."""
    own = UserSession.objects.filter(user=signed_in(request))
    others = own.exclude(session_key=request.session.session_key)
    session_end(session=get_object_or_404(others, pk=pk))
    messages.success(request, _("That one is signed out."))
    return redirect("account-sessions")


@require_POST
@login_required
def sessions_stop(request: HttpRequest) -> HttpResponse:
    """End all of one's own sessions but this one."""
    sessions_end(user=signed_in(request), but=request.session.session_key)
    messages.success(request, _("You are signed out everywhere else."))
    return redirect("account-sessions")
