"""What is typed to found a club, and its short name."""

from django import forms
from django.utils.translation import gettext_lazy

from scoring.accounts.forms import SetupForm
from scoring.accounts.models.hosting import LONGEST_SHORT_NAME

SHORT_NAME_HELP = gettext_lazy(
    "It stands at the end of your club’s address, such as /c/sun-valley/. You can change it later."
)


def short_name_field(*, required: bool) -> forms.CharField:
    """Return the field for a club's short name."""
    attrs = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
    return ShortNameField(
        label=gettext_lazy("Short name"),
        help_text=SHORT_NAME_HELP,
        required=required,
        max_length=LONGEST_SHORT_NAME,
        widget=forms.TextInput(attrs=attrs),
    )


class ShortNameField(forms.CharField):
    """A short name in small letters, however it was typed."""

    def to_python(self, value: object) -> str:
        """Read capitals as small letters."""
        return str(super().to_python(value) or "").lower()


class AddressForm(forms.Form):
    """The club's short name."""

    short_name = short_name_field(required=True)


class FindForm(forms.Form):
    """The short name of a club that somebody looks for."""

    short_name = forms.CharField(max_length=200)


class FoundedClubForm(forms.Form):
    """A new club of somebody who has an account."""

    club = forms.CharField(label=gettext_lazy("Name of your club"), max_length=80)
    short_name = short_name_field(required=False)


class FoundingForm(SetupForm):
    """A new club, and an account for whoever founds it."""

    short_name = short_name_field(required=False)
    field_order = ("club", "short_name", "name", "username", "password")


class FoundingAskForm(FoundedClubForm):
    """What somebody says who wants to found a club; the rest is asked once the mail has come."""

    name = forms.CharField(
        label=gettext_lazy("Your name"),
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    email = forms.EmailField(
        label=gettext_lazy("Your e-mail address"),
        help_text=gettext_lazy("You get a link there. Later you sign in with this address."),
        max_length=60,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )

    def clean_email(self) -> str:
        """Read an address in small letters, so that one person has one account."""
        return str(self.cleaned_data["email"]).lower()
