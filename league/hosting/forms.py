"""What is typed to found a club, to run it, and to report a page of it."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.accounts.forms import SetupForm, new_zone_field
from scoring.accounts.models import AbuseReport
from scoring.accounts.models.hosting import LONGEST_SHORT_NAME

SHORT_NAME_HELP = gettext_lazy(
    "It is at the end of your club’s address, such as /c/sun-valley/. You can change it later."
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
    time_zone = new_zone_field()


class FoundingForm(SetupForm):
    """A new club, and an account for whoever founds it."""

    short_name = short_name_field(required=False)
    field_order = ("club", "short_name", "name", "username", "password", "time_zone")


class FoundingAskForm(FoundedClubForm):
    """What somebody says who wants to found a club; the rest is asked once the mail has come."""

    time_zone = None  # type: ignore[assignment]
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


class FoundingLinkForm(forms.Form):
    """For whom a link is that founds a club."""

    name = forms.CharField(label=gettext_lazy("Who is it for?"), max_length=60)


class SuspendForm(forms.Form):
    """Why a club is paused."""

    reason = forms.CharField(
        label=gettext_lazy("Why? The club’s people read this."),
        max_length=300,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class HostForm(forms.Form):
    """A host name that is the club's own, and its limits."""

    host_name = forms.CharField(
        label=gettext_lazy("Host name of the club"),
        help_text=gettext_lazy("It must be in the setting SITE_ADDRESSES. Empty for none."),
        required=False,
        max_length=100,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )

    most_people = forms.IntegerField(
        label=gettext_lazy("People at most"), required=False, min_value=0, max_value=9_999_999
    )
    most_games = forms.IntegerField(
        label=gettext_lazy("Games a year at most"), required=False, min_value=0, max_value=9_999_999
    )

    most_megabytes = forms.IntegerField(
        label=gettext_lazy("Megabytes at most"), required=False, min_value=0, max_value=9_999_999
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Say what holds for a club without limits of its own."""
        super().__init__(*args, **kwargs)
        for name, usual in (
            ("most_people", settings.CLUB_PEOPLE),
            ("most_games", settings.CLUB_GAMES),
            ("most_megabytes", settings.CLUB_MEGABYTES),
        ):
            self.fields[name].help_text = (
                _("Empty for what is usual here: %d. 0 for no limit.") % usual
            )

    def clean_host_name(self) -> str:
        """Take a name at which the site answers, and no other one."""
        name = str(self.cleaned_data["host_name"]).lower()
        if name and name not in settings.ALLOWED_HOSTS:
            raise forms.ValidationError(
                _("The site does not answer to that name. Add it to SITE_ADDRESSES first.")
            )
        return name


class ReportForm(forms.Form):
    """What is wrong with a public page."""

    kind = forms.ChoiceField(
        label=gettext_lazy("What is wrong with the page?"),
        choices=AbuseReport.Kind.choices,
        widget=forms.RadioSelect,
    )
    text = forms.CharField(
        label=gettext_lazy("What should we know?"),
        max_length=600,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    contact = forms.EmailField(
        label=gettext_lazy("Your e-mail address, if you want an answer"),
        max_length=100,
        required=False,
    )
    page = forms.CharField(max_length=200, required=False, widget=forms.HiddenInput)

    def clean_page(self) -> str:
        """Keep the path of a page of ours; of anything else nothing."""
        page = str(self.cleaned_data["page"])
        return page if page.startswith("/") and not page.startswith("//") else ""
