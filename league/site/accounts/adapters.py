"""What allauth asks the site: its messages, who may sign in, and what a second step is."""

from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.contrib import messages
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import Resolver404, resolve, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.accounts.access import actor_anew, club_choose
from scoring.accounts.selectors.addresses import address_at
from scoring.web.addresses import client_address

# Allauth names a sentence by a template; what is not named here is not said.
SAID = {
    "account/messages/password_changed.txt": gettext_lazy(
        "Your password is changed. You are signed out everywhere else."
    ),
    "mfa/messages/webauthn_removed.txt": gettext_lazy("The passkey is removed."),
    "mfa/messages/totp_activated.txt": gettext_lazy(
        "From now on a code is asked for after your password."
    ),
    "mfa/messages/totp_deactivated.txt": gettext_lazy(
        "Your password is enough again, without a code."
    ),
    "mfa/messages/recovery_codes_generated.txt": gettext_lazy(
        "Write these recovery codes down, or print them, before you go on."
    ),
}
WRONG_CODE = gettext_lazy(
    "That is not the right code. Check it again: a new one comes every half minute."
)


class AccountAdapter(DefaultAccountAdapter):
    """Names and passwords, without mail and without signing up."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "username_password_mismatch": gettext_lazy(
            "The name or the password is wrong. Check both, and try again."
        ),
        "incorrect_password": gettext_lazy("That is not your password. Try again."),
        "enter_current_password": gettext_lazy("That is not your password. Try again."),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Accounts are made by organizers."""
        return False

    def add_message(
        self,
        request: HttpRequest,
        level: int,
        message_template: str | None = None,
        message_context: dict[str, Any] | None = None,
        extra_tags: str = "",
        message: str | None = None,
    ) -> None:
        """Say one of our own sentences."""
        sentence = message or SAID.get(message_template or "")
        if sentence:
            messages.add_message(request, level, str(sentence), extra_tags=extra_tags)

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the address that guesses are counted by; a common one if it is unknown."""
        return client_address(request) or "0.0.0.0"  # noqa: S104

    def post_login(
        self, request: HttpRequest, user: AbstractBaseUser, **options: Any
    ) -> HttpResponse:
        """Somebody of several clubs who signs in at the address of one acts in that one."""
        response: HttpResponse = super().post_login(request, user, **options)
        with suppress(Resolver404):
            page = resolve(urlsplit(response.get("Location", "")).path)
            if page.view_name == "league:club-at":
                address = address_at(page.kwargs["short_name"])
                if address is not None and address.club in actor_anew(request).other_clubs:
                    club_choose(request, address.club)
        return response

    def respond_user_inactive(self, request: HttpRequest, user: User) -> HttpResponse:
        """An account that was switched off comes no further than a wrong password."""
        messages.error(request, _("This account is switched off. Ask an organizer."))
        return redirect("scoring:sign-in")

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """Back to the page of one's account."""
        return reverse("mfa_index")


class SecondStepAdapter(DefaultMFAAdapter):
    """Codes after a password, and passkeys in its place."""

    error_messages = DefaultMFAAdapter.error_messages | {"incorrect_code": WRONG_CODE}

    def is_mfa_enabled(self, user: User, types: list[str] | None = None) -> bool:
        """Whether a password is not enough: only where codes are switched on.

        A passkey is another way in, not a step that is asked for beside the password: who added
        one on a tablet could no longer sign in anywhere else.
        """
        if types is not None and set(types) == {
            Authenticator.Type.TOTP,
            Authenticator.Type.WEBAUTHN,
        }:
            types = [Authenticator.Type.TOTP]
        return super().is_mfa_enabled(user, types)

    def generate_authenticator_name(self, user: User, type: str) -> str:  # noqa: A002
        """What a passkey is called that nobody named."""
        return _("My passkey")

    def get_public_key_credential_user_entity(self, user: User) -> dict[str, Any]:
        """Whom the browser shows when it asks which passkey to use."""
        entity = super().get_public_key_credential_user_entity(user)
        return entity | {"display_name": user.get_full_name() or user.get_username()}

    def build_totp_svg(self, url: str) -> str:
        """Nothing: our page draws its own."""
        return ""
