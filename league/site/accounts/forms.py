"""Allauth's forms with our labels, our fields' attributes and our limits on codes."""

import logging
from datetime import timedelta
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.forms import ChangePasswordForm, LoginForm, ReauthenticateForm
from allauth.core import context
from allauth.mfa.base.forms import AuthenticateForm
from allauth.mfa.base.forms import ReauthenticateForm as CodeReauthenticateForm
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    AuthenticateWebAuthnForm,
    EditWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from django import forms
from django.contrib.auth.models import User
from django.core.exceptions import NON_FIELD_ERRORS
from django.db import DatabaseError
from django.forms.utils import ErrorDict
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.accounts.services import guesses
from scoring.accounts.services.sessions import session_limit
from scoring.names import name_clean
from scoring.referee import JsonError, read_json
from scoring.web.addresses import client_address

from .adapters import WRONG_CODE
from .codes import code_spend

PASSKEY_NAME_LENGTH = 40
# A device answers with one or two thousand signs.
LONGEST_ANSWER = 50_000
BROKEN_ANSWER = gettext_lazy("This passkey did not work here. Try again, or use your password.")

logger = logging.getLogger(__name__)


def _plain(field: forms.Field, label: Any, **attrs: str) -> None:
    """Label the field, and take from it the placeholder that allauth repeats the label in."""
    field.label = label
    field.widget.attrs.pop("placeholder", None)
    field.widget.attrs.update(attrs)


class SignInForm(LoginForm):
    """A name and a password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plain(self.fields["login"], gettext_lazy("User name"), autocapitalize="none")
        _plain(self.fields["password"], gettext_lazy("Password"))

    def login(self, request: HttpRequest, redirect_url: str | None = None) -> HttpResponse:
        """Sign in, or go on to the second step."""
        response: HttpResponse = super().login(request, redirect_url)
        session_limit(request=request)
        return response


class ConfirmForm(ReauthenticateForm):
    """The password once more."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plain(self.fields["password"], gettext_lazy("Your password"))


class PasswordForm(ChangePasswordForm):
    """A new password, for somebody who knows the old one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plain(self.fields["oldpassword"], gettext_lazy("Your old password"))
        _plain(self.fields["password1"], gettext_lazy("New password"))
        _plain(self.fields["password2"], gettext_lazy("New password once more"))

    def clean_oldpassword(self) -> str:
        """Ask for it as signing in does, so that it cannot be guessed here either."""
        password = str(self.cleaned_data["oldpassword"])
        if not get_adapter().reauthenticate(self.user, password):
            raise get_adapter().validation_error("enter_current_password")
        return password


class LimitedCode(forms.Form):
    """A form whose code is refused while too many wrong ones were typed, and counted if wrong."""

    user: User

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plain(self.fields["code"], gettext_lazy("Code"))
        self.fields["code"].widget.attrs["class"] = "code"
        self.fields["code"].widget.attrs["autocapitalize"] = "none"

    def clean_code(self) -> str:
        """The code, if it is right and may be tried now."""
        wait = guesses.code_wait(self.user)
        if wait > timedelta(0):
            raise forms.ValidationError(_too_many(wait))
        try:
            code = str(super().clean_code())  # type: ignore[misc]
            if not code_spend(user=self.user, code=code):
                raise forms.ValidationError(WRONG_CODE)
            return code
        except forms.ValidationError:
            guesses.code_missed(self.user, client_address(context.request))
            raise


def _too_many(wait: timedelta) -> str:
    return _("Too many wrong codes. Wait %s, then try again.") % guesses.wait_in_words(wait)


class CodeForm(LimitedCode, AuthenticateForm):
    """The second step of signing in."""


class ConfirmCodeForm(LimitedCode, CodeReauthenticateForm):
    """A code in place of the password once more."""


class SwitchOnForm(LimitedCode, ActivateTOTPForm):
    """The first code of a new app, which shows that it was set up right."""


class CredentialField(forms.JSONField):
    """What a device answered, as the page's script wrote it down: small, flat, without NUL."""

    widget = forms.HiddenInput

    def to_python(self, value: Any) -> Any:
        """The answer as Python has it."""
        if isinstance(value, str) and value.strip():
            if len(value) > LONGEST_ANSWER:
                raise forms.ValidationError(BROKEN_ANSWER)
            try:
                read_json(value, letters=True)
            except JsonError as error:
                raise forms.ValidationError(BROKEN_ANSWER) from error
        return super().to_python(value)


class CredentialForm(forms.Form):
    """A form with a device's answer: whatever is forged or broken in it is refused in one sentence.

    Allauth lets through what its parser of other people's bytes stumbles over, and there are too
    many ways to stumble to name them.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["credential"] = CredentialField(
            error_messages={"required": BROKEN_ANSWER, "invalid": BROKEN_ANSWER}
        )

    def full_clean(self) -> None:
        """Check the answer; a database in trouble is not the answer's fault."""
        try:
            super().full_clean()
        except DatabaseError:
            raise
        except Exception:
            logger.info("A passkey's answer was refused", exc_info=True)
            self.cleaned_data, self._errors = {}, ErrorDict()
            self.add_error("credential", str(BROKEN_ANSWER))
        # Allauth speaks of a wrong code here, and of no field at all where all fit together.
        if self._errors.pop(NON_FIELD_ERRORS, None) or "credential" in self._errors:
            self._errors["credential"] = self.error_class([str(BROKEN_ANSWER)])


class PasskeyForm(CredentialForm, LoginWebAuthnForm):
    """Signing in with a passkey alone."""


class PasskeyStepForm(CredentialForm, AuthenticateWebAuthnForm):
    """A passkey in place of a code."""


class ConfirmPasskeyForm(CredentialForm, ReauthenticateWebAuthnForm):
    """A passkey in place of the password once more."""


class NamedPasskey(forms.Form):
    """What a passkey is called."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["name"]
        _plain(field, gettext_lazy("What do you call it?"), autocomplete="off")
        field.widget.attrs["maxlength"] = str(PASSKEY_NAME_LENGTH)
        field.help_text = gettext_lazy("Such as “My iPad”, so that you know later which one it is.")


class AddPasskeyForm(NamedPasskey, CredentialForm, AddWebAuthnForm):
    """A new passkey: always one that signs in by itself, so the device has to ask who it is."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["passwordless"]

    def clean_name(self) -> str:
        """The name as it is kept, cut where it is too long: the passkey is made already."""
        self.cleaned_data["name"] = name_clean(self.cleaned_data["name"])[:PASSKEY_NAME_LENGTH]
        return str(super().clean_name())

    def clean(self) -> dict[str, Any]:
        """Check what the device answered, as one that asked who holds it."""
        self.cleaned_data["passwordless"] = True
        return dict(super().clean() or {})


class NamePasskeyForm(NamedPasskey, EditWebAuthnForm):
    """Another name for a passkey."""

    def clean_name(self) -> str:
        """The name as it is kept."""
        name = name_clean(self.cleaned_data["name"])
        if not name:
            raise forms.ValidationError(_("Type a name."))
        if len(name) > PASSKEY_NAME_LENGTH:
            raise forms.ValidationError(_("A name has room for %d letters.") % PASSKEY_NAME_LENGTH)
        return name
