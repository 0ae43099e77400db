"""What is typed about a club and its accounts, made into values."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from .club_time import time_zones
from .models import Club, Membership

PASSWORD_HELP = gettext_lazy(
    "At least 8 letters or digits. A good password: three words that have nothing to do with "
    "each other."
)


def zone_choices() -> list[tuple[str, str]]:
    """Return all time zones as choices, the site's own as none first."""
    own = _("This site’s: %s") % settings.TIME_ZONE
    return [("", own), *((name, name.replace("_", " ")) for name in time_zones())]


def new_zone_field() -> forms.ChoiceField:
    """Return the field for a new club's time zone; a page's script proposes the device's."""
    return forms.ChoiceField(
        label=gettext_lazy("Time zone of the club"),
        required=False,
        choices=zone_choices,
        help_text=gettext_lazy(
            "All times on the club’s pages follow it. If it is yours, leave it as it is. You can "
            "change it later."
        ),
        widget=forms.Select(attrs={"data-device-zone": True}),
    )


class SetupForm(forms.Form):
    """The first page of a new installation: the club and its organizer."""

    club = forms.CharField(label=gettext_lazy("Name of your club"), max_length=80)
    name = forms.CharField(label=gettext_lazy("Your name"), max_length=60)
    username = forms.CharField(
        label=gettext_lazy("User name"),
        help_text=gettext_lazy("You type it when you sign in, such as ann. No spaces."),
        max_length=60,
        validators=[UnicodeUsernameValidator()],
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
    password = forms.CharField(
        label=gettext_lazy("Password"),
        strip=False,
        help_text=PASSWORD_HELP,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    time_zone = new_zone_field()

    def add_error(self, field: str | None, error: Any) -> None:
        """Note what is wrong; the page stands at the first field that something is said of."""
        super().add_error(field, error)
        first = next((name for name in self.fields if name in self.errors), None)
        for name, own in self.fields.items():
            own.widget.attrs["autofocus"] = name == first


class InvitedForm(SetupForm):
    """A new account for somebody who was invited."""

    # It has both already.
    club = None  # type: ignore[assignment]
    time_zone = None  # type: ignore[assignment]


class SetupByCodeForm(SetupForm):
    """The same from another device, which has to show that its owner is the site's."""

    code = forms.CharField(
        label=gettext_lazy("Code from the computer"),
        max_length=40,
        help_text=gettext_lazy(
            "You find it in the window in which Roundhouse was started. It is also in the file "
            "setup-code, in the data folder."
        ),
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "class": "code"}
        ),
    )
    field_order = ("code",)


ROLE_CHOICES = (
    (Membership.Role.SCOREKEEPER, gettext_lazy("score the club’s games")),
    (Membership.Role.DIRECTOR, gettext_lazy("direct its tournaments as well")),
    (Membership.Role.ORGANIZER, gettext_lazy("run the club as well")),
)


class InvitationForm(forms.Form):
    """Who is invited into the club, and as what."""

    name = forms.CharField(label=gettext_lazy("Who is it for?"), max_length=60)
    role = forms.ChoiceField(
        label=pgettext_lazy("what somebody is allowed to do", "May"),
        choices=ROLE_CHOICES,
        initial=Membership.Role.SCOREKEEPER,
        widget=forms.RadioSelect,
    )


class ScorekeeperForm(forms.Form):
    """A new account in the club."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=60)
    username = forms.CharField(
        label=gettext_lazy("User name"),
        max_length=60,
        validators=[UnicodeUsernameValidator()],
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )
    password = forms.CharField(
        label=gettext_lazy("First password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    role = forms.ChoiceField(
        label=pgettext_lazy("what somebody is allowed to do", "May"),
        choices=ROLE_CHOICES,
        initial=Membership.Role.SCOREKEEPER,
        widget=forms.RadioSelect,
    )


class NewPasswordForm(forms.Form):
    """A new password for somebody who lost the old one."""

    password = forms.CharField(
        label=gettext_lazy("New password"),
        strip=False,
        help_text=PASSWORD_HELP,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )


class ClubForm(forms.ModelForm):
    """The club's name and what it shows; its language, where there is more than one."""

    language = forms.ChoiceField(
        label=gettext_lazy("Language of the club"),
        required=False,
        help_text=gettext_lazy(
            "The club’s people and tablets see all pages in it, unless they chose another one. "
            "Screens in the hall, prints and e-mails use it too. Strangers see their browser’s "
            "language."
        ),
    )

    second_language = forms.ChoiceField(
        label=gettext_lazy("Second language"),
        required=False,
        help_text=gettext_lazy(
            "The screens in the hall take turns between both, and each score sheet has a button "
            "for the other one. If the club has no language, the first one is this site’s own."
        ),
    )

    time_zone = forms.ChoiceField(
        label=gettext_lazy("Time zone of the club"),
        required=False,
        choices=zone_choices,
        help_text=gettext_lazy("All dates and times on the club’s pages follow it."),
    )

    class Meta:
        model = Club
        fields = [
            *("name", "shown", "names", "about", "public_contact", "framed", "numerals"),
            *("language", "second_language", "time_zone"),
        ]
        widgets = {
            "shown": forms.RadioSelect,
            "names": forms.RadioSelect,
            "about": forms.Textarea(attrs={"rows": 4}),
            # By the blank the style sheet knows whether something is typed there.
            "public_contact": forms.TextInput(attrs={"placeholder": " "}),
        }
        help_texts = {
            "about": gettext_lazy(
                "Who may come, and what it costs. Strangers see it on the club’s page."
            ),
            "public_contact": gettext_lazy(
                "The person strangers can ask, by telephone or e-mail. It is shown on the club’s "
                "page."
            ),
            "names": gettext_lazy(
                "People who are signed in to the club see whole names, and so do its tablets. "
                "Anyone with the link to a game or to a day’s wall sees them, too. The link on "
                "which people say that they are coming shows names as strangers see them. If two "
                "names would look the same, strangers see a few more letters: A. Ba. and A. Bo. "
                "If letters are not enough, they see what is in brackets after a name."
            ),
            "framed": gettext_lazy(
                "Each season’s page then has a line to copy. No other page can be shown there."
            ),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Offer the languages that the site speaks."""
        super().__init__(*args, **kwargs)
        for name, none in (
            ("language", _("As each device asks")),
            ("second_language", pgettext("a language", "none")),
        ):
            field = self.fields.pop(name)
            if len(settings.LANGUAGES) > 1 and isinstance(field, forms.ChoiceField):
                field.choices = [("", none), *settings.LANGUAGES]
                self.fields[name] = field
        # Behind the languages, as where and when the club plays.
        self.fields["time_zone"] = self.fields.pop("time_zone")

    def clean_second_language(self) -> str:
        """A second language is another one; without a choice the first is the site's own."""
        second: str = self.cleaned_data["second_language"]
        if second and second == (self.cleaned_data.get("language") or settings.LANGUAGE_CODE):
            raise forms.ValidationError(
                _("That is the club’s first language already. Choose another one, or none.")
            )
        return second
