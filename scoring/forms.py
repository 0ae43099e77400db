"""What people type, made into values; every wrong thing gets a sentence that says what to do."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib.auth import password_validation
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import referee, typed
from scoring.models import Club, Membership
from scoring.selectors.sheet import SeatLine, Sheet
from scoring.services.people import name_clean, name_key
from scoring.values import RoundReport

MAX_SEATS = 14
NAME_LENGTH = 40
NAME_TOO_LONG = gettext_lazy("A name has room for %(limit_value)d letters.")


class WholeNumber(forms.IntegerField):
    """A whole number for the keypad, or nothing: -9999 to 9999 unless told otherwise.

    The text stays as it was typed when it is wrong, so that it can be mended.
    """

    def __init__(self, **kwargs: Any) -> None:
        """Set the sentences and the keypad's attributes."""
        kwargs.setdefault("required", False)
        kwargs.setdefault("max_value", typed.MAX_NUMBER)
        kwargs.setdefault("min_value", -typed.MAX_NUMBER)
        kwargs.setdefault(
            "widget", forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
        )
        kwargs.setdefault(
            "error_messages",
            {
                "invalid": typed.NOT_A_NUMBER,
                "max_value": typed.TOO_BIG,
                "min_value": typed.TOO_LOW if kwargs["min_value"] < 0 else typed.FROM_UP,
            },
        )
        super().__init__(**kwargs)

    def to_python(self, value: Any) -> int | None:
        """The number; spaces alone are nothing."""
        try:
            return typed.number(value)
        except typed.Unread:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid") from None


class TilesField(forms.CharField):
    """Tiles as text, such as "7-3 0-0"; cleaned to that notation as `typed.tiles` says."""

    def __init__(self, **kwargs: Any) -> None:
        """Make the field optional."""
        super().__init__(required=False, max_length=typed.LONGEST_TILES, **kwargs)

    def read(self, value: Any) -> str | None:
        """The tiles that are typed. Raises `typed.Unread`."""
        return typed.tiles(value)

    def clean(self, value: Any) -> str | None:
        """The tiles in our notation, or None where nothing was told."""
        try:
            told = self.read(value)
        except typed.Unread as unread:
            raise forms.ValidationError(str(unread)) from None
        if not told and self.required:
            raise forms.ValidationError(self.error_messages["required"], code="required")
        return told


class NameField(forms.CharField):
    """A player's name as it is kept, so that what is too long or twice is found in that form."""

    def __init__(self, **kwargs: Any) -> None:
        """Give the name the room that the database has for it."""
        kwargs.setdefault("max_length", NAME_LENGTH)
        super().__init__(error_messages={"max_length": NAME_TOO_LONG}, **kwargs)

    def to_python(self, value: Any) -> str:
        """The name with single spaces and nothing unseen."""
        return name_clean(super().to_python(value) or "")


class RoundForm(forms.Form):
    """One round as the scorekeeper reports it: how it ended, and a hand or a total a seat.

    Fields of a seat are named seat-<id>-total, -tiles, -count and -marked.
    """

    ending = forms.CharField(required=False)
    boneyard = WholeNumber(min_value=0)
    reason = forms.CharField(required=False, max_length=200)
    as_it_stands = forms.BooleanField(required=False)

    def __init__(self, *args: Any, sheet: Sheet, seats: Sequence[SeatLine], **kwargs: Any) -> None:
        """Make a set of fields for each seat that plays this round."""
        super().__init__(*args, **kwargs)
        self.sheet = sheet
        self.seats = seats
        self.fields["starting_double"] = WholeNumber(min_value=0, max_value=sheet.game.set)
        too_big = typed.no_such_double(sheet.game.set)
        self.fields["starting_double"].error_messages["max_value"] = too_big
        for seat in seats:
            self.fields[f"seat-{seat.id}-total"] = WholeNumber()
            self.fields[f"seat-{seat.id}-tiles"] = TilesField()
            self.fields[f"seat-{seat.id}-count"] = WholeNumber(min_value=0)
            self.fields[f"seat-{seat.id}-marked"] = forms.BooleanField(required=False)

    def clean_ending(self) -> tuple[str, int | None]:
        """How the round ended, and the seat that went out; ("", None) while it is not told."""
        try:
            return typed.ending(self.cleaned_data["ending"], [seat.id for seat in self.seats])
        except typed.Unread as unread:
            raise forms.ValidationError(str(unread)) from None

    def report(self) -> RoundReport:
        """What the fields say that could be read; what could not be is left out as not told."""
        return typed.report_of(
            self.cleaned_data,
            [seat.id for seat in self.seats],
            counts_markers=referee.marker_points(self.sheet.game) > 0,
        )

    def seat_errors(self, seat_id: int) -> list[str]:
        """What could not be read in this seat's fields, in words."""
        return [
            str(message)
            for part in ("total", "tiles", "count")
            for message in self.errors.get(f"seat-{seat_id}-{part}", [])
        ]


class StartForm(forms.Form):
    """A new game: who plays, under which rules, with which dominoes."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Offer the rule sets, the sets of dominoes, a name field a seat and the house rules."""
        super().__init__(*args, **kwargs)
        self.fields["rules"] = forms.ChoiceField(
            label=_("Rules"),
            choices=[(one.name, one.title) for one in referee.presets()],
            initial="family",
        )
        self.fields["set"] = forms.TypedChoiceField(
            label=_("Dominoes"),
            coerce=int,
            choices=[(size, _("double %d") % size) for size in referee.SETS],
            initial=12,
        )
        for number in range(MAX_SEATS):
            self.fields[f"name-{number}"] = NameField(
                required=False,
                label=_("Seat %d") % (number + 1),
                widget=forms.TextInput(
                    attrs={"list": "known-names", "autocomplete": "off", "autocapitalize": "words"}
                ),
            )
        for house in referee.house_rules():
            self.fields[f"house-{house.name}"] = (
                forms.ChoiceField(
                    required=False,
                    label=house.title,
                    choices=[("", house.blank), *house.choices],
                )
                if house.choices
                else WholeNumber(
                    label=house.title,
                    help_text=house.blank,
                    min_value=house.least,
                    max_value=house.most,
                )
            )

    @property
    def name_fields(self) -> list[forms.BoundField]:
        """The fields for names, in playing order."""
        return [self[f"name-{number}"] for number in range(MAX_SEATS)]

    @property
    def house_fields(self) -> list[forms.BoundField]:
        """The fields for house rules."""
        return [self[name] for name in self.fields if name.startswith("house-")]

    def names(self) -> list[str]:
        """The names typed so far, in playing order, empty seats left out."""
        told = (self.cleaned_data.get(f"name-{number}", "") for number in range(MAX_SEATS))
        return [name for name in told if name]

    def rule_spec(self) -> dict[str, Any]:
        """The rules in force, as the engine's contract writes them, gaps filled by defaults."""
        house = {
            name.removeprefix("house-"): value
            for name, value in self.cleaned_data.items()
            if name.startswith("house-") and value not in ("", None)
        }
        return referee.rule_spec(self.cleaned_data.get("rules", "family"), house)

    def clean(self) -> dict[str, Any]:
        """Refuse names twice, and a table that the rules and the dominoes do not allow."""
        super().clean()
        names = self.names()
        seen: dict[str, str] = {}
        for number in range(MAX_SEATS):
            name = self.cleaned_data.get(f"name-{number}", "")
            if name and name_key(name) in seen:
                self.add_error(
                    f"name-{number}",
                    _("%s is typed twice. Add a letter to tell the two apart.") % name,
                )
            seen[name_key(name)] = name
        if not self.errors:
            spec = self.rule_spec()
            for problem in referee.rule_problems(spec, self.cleaned_data["set"]):
                field = f"house-{problem.code}"
                self.add_error(field if field in self.fields else None, problem.text)
            if not self.errors and (
                complaint := referee.check_setup(self.cleaned_data["set"], spec, names)
            ):
                self.add_error(None, complaint.text)
        return self.cleaned_data


class JoinForm(forms.Form):
    """A late arrival."""

    name = NameField(label=gettext_lazy("Who has come?"))
    total = WholeNumber(label=gettext_lazy("Comes in with (points)"), min_value=0)


class SetupForm(forms.Form):
    """The first page of a new installation: the club and its organizer."""

    club = forms.CharField(label=gettext_lazy("Name of your club"), max_length=80)
    name = forms.CharField(label=gettext_lazy("Your name"), max_length=60)
    username = forms.CharField(
        label=gettext_lazy("Name to sign in with"),
        max_length=60,
        validators=[UnicodeUsernameValidator()],
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
    password = forms.CharField(
        label=gettext_lazy("Password"),
        strip=False,
        help_text=password_validation.password_validators_help_text_html(),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )


class ScorekeeperForm(forms.Form):
    """A new account in the club."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=60)
    username = forms.CharField(
        label=gettext_lazy("Name to sign in with"),
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
        label=gettext_lazy("May"),
        choices=[
            (Membership.Role.SCOREKEEPER, gettext_lazy("score the club's games")),
            (Membership.Role.DIRECTOR, gettext_lazy("direct its tournaments as well")),
            (Membership.Role.ORGANIZER, gettext_lazy("run the club as well")),
        ],
        initial=Membership.Role.SCOREKEEPER,
        widget=forms.RadioSelect,
    )


class NewPasswordForm(forms.Form):
    """A new password for somebody who lost the old one."""

    password = forms.CharField(
        label=gettext_lazy("New password"),
        strip=False,
        help_text=password_validation.password_validators_help_text_html(),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )


class ClubForm(forms.ModelForm):
    """The club's name and what it shows."""

    class Meta:
        model = Club
        fields = ["name", "shown", "numerals"]
        widgets = {"shown": forms.RadioSelect}


class TabletForm(forms.Form):
    """A tablet, and which games it may score."""

    name = forms.CharField(
        label=gettext_lazy("What do you call this tablet?"),
        max_length=40,
        help_text=gettext_lazy("Such as “Table 3”. The sheet shows it beside what it records."),
    )
    scope = forms.ChoiceField(
        label=gettext_lazy("It may score the games of"),
        choices=[
            ("club", gettext_lazy("the whole club")),
            ("table", gettext_lazy("one table only")),
        ],
        initial="club",
        required=False,
        widget=forms.RadioSelect,
    )
    table = WholeNumber(
        label=gettext_lazy("Number of that table"),
        min_value=1,
        max_value=999,
        help_text=gettext_lazy("For one table only. The tablet then opens straight at its game."),
    )

    def clean(self) -> dict[str, Any]:
        """Ask for the number where one table is meant."""
        super().clean()
        told = self.cleaned_data
        if (
            told.get("scope") == "table"
            and told.get("table") is None
            and "table" not in self.errors
        ):
            self.add_error("table", _("Type the table's number, such as 4."))
        typed = told.get("table") is not None and not self.initial.get("table")
        if typed and told.get("scope") != "table":
            self.add_error(
                "scope", _("A table's number is typed. Choose one table only, or take it out.")
            )
        return told

    def table_number(self) -> int | None:
        """The one table whose games the tablet may score; None for the whole club."""
        number: int | None = self.cleaned_data["table"]
        return number if self.cleaned_data["scope"] == "table" else None


class PairForm(forms.Form):
    """The code from the organizer's screen."""

    code = forms.CharField(
        label=gettext_lazy("Code from the organizer's screen"),
        max_length=20,
        widget=forms.TextInput(
            attrs={"inputmode": "numeric", "autocomplete": "off", "class": "code"}
        ),
    )


class ReasonForm(forms.Form):
    """Why something on the sheet is changed."""

    reason = forms.CharField(label=gettext_lazy("Why?"), max_length=200)
