"""What directors type of entrants, and people of themselves in the public form."""

from datetime import date
from typing import Any, cast

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.tournaments.brackets.divisions import AgeGroup
from league.tournaments.entrants.selectors.age_groups import age_group_read, age_group_text
from league.tournaments.entrants.selectors.births import born_read, day_comes_first, year_alone
from league.tournaments.entrants.selectors.divisions import ages_name, divisions_of
from league.tournaments.entrants.selectors.imports import LABELS, ROOM
from league.tournaments.models import Entrant, StateList, Tournament
from scoring.accounts.authors import MAX_REASON
from scoring.accounts.name_questions import NameQuestion
from scoring.refusals import Refusal
from scoring.web.fields import NameField, WholeNumber

TOO_LONG = gettext_lazy("There is room for %(limit_value)d letters.")
SEEDS = 500


def born_text(born: date | None) -> str:
    """A date of birth as it is typed: "5/31/1944", or the year where only that may be known.

    In a language that names the day first it is "31.5.1944", which means one day in every language.
    """
    if born is None:
        return ""
    if year_alone(born):
        return str(born.year)
    if day_comes_first():
        return f"{born.day}.{born.month}.{born.year}"
    return f"{born.month}/{born.day}/{born.year}"


class BornField(forms.CharField):
    """A date of birth, or the year alone, of somebody who comes to an event on `event`."""

    def __init__(self, *, event: date, **kwargs: Any) -> None:
        """Take text as people write dates."""
        kwargs.setdefault("label", gettext_lazy("Date of birth"))
        kwargs.setdefault(
            "help_text",
            gettext_lazy("Like 5/31/1944. If you type only the year, 1 January is kept."),
        )
        super().__init__(**kwargs)
        self.event = event
        self.widget.attrs["autocomplete"] = "off"

    def clean(self, value: Any) -> date | None:
        """The day, or None for nothing."""
        try:
            return born_read(str(super().clean(value)), event=self.event)
        except Refusal as refusal:
            raise forms.ValidationError(refusal.message) from refusal


class AgeGroupField(forms.TypedChoiceField):
    """The age group of somebody whose date of birth nobody knows: a band of the tournament.

    `own` is a group that is given already and may be no band.
    """

    def __init__(self, *, tournament: Tournament, own: AgeGroup | None = None) -> None:
        """Offer the bands, each once for women and men, and those who are too young."""
        bands = {AgeGroup(row.lowest, row.highest): None for row in divisions_of(tournament)}
        if youngest := min(ages.lowest for ages in bands):
            bands = {AgeGroup(0, youngest - 1): None, **bands}
        offered = dict.fromkeys([*bands, *([own] if own else [])])
        super().__init__(
            label=gettext_lazy("Age group, if the date of birth is not known"),
            required=False,
            choices=[
                ("", gettext_lazy("not given")),
                *((age_group_text(ages), ages_name(ages)) for ages in offered),
            ],
            coerce=lambda text: age_group_read(text)[0],
            empty_value=None,
        )


def text_field(name: str, **kwargs: Any) -> forms.CharField:
    """One of the fields that hold text, with the room that there is."""
    field = forms.CharField(
        label=cast("str", LABELS[name]),
        required=False,
        max_length=ROOM[name],
        error_messages={"max_length": TOO_LONG},
        **kwargs,
    )
    field.widget.attrs["autocomplete"] = "off"
    return field


class EntrantForm(forms.Form):
    """An entrant, as a director types it; only the name is required."""

    question: NameQuestion | None = None

    name = NameField(label=gettext_lazy("Name"))
    community = text_field("community")
    home_club = text_field(
        "home_club",
        help_text=gettext_lazy(
            "Club-mates can sit at different tables. Without a club the residence counts for that."
        ),
    )
    contact = text_field("contact", help_text=gettext_lazy("Only directors see it."))
    visitor = forms.BooleanField(label=gettext_lazy("From out of the area"), required=False)
    seed_by_hand = WholeNumber(
        label=gettext_lazy("Seed"),
        help_text=gettext_lazy("Empty for most. 1 is the best: it goes before the season's order."),
        min_value=1,
        max_value=SEEDS,
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        """Ask for what the tournament's divisions need."""
        super().__init__(*args, **kwargs)
        self.fields["name"].widget.attrs["autocomplete"] = "off"
        self.fields["born"] = BornField(event=tournament.date, required=False)
        if tournament.by_age:
            own = age_group_read(self.initial.get("age_group") or "")[0]
            self.fields["age_group"] = AgeGroupField(tournament=tournament, own=own)
        if tournament.by_gender:
            self.fields["gender"] = gender_field(required=False)
        elif _lists_gender(tournament):
            self.fields["gender"] = gender_field(required=False)
            self.fields["gender"].help_text = _("Asked because the state’s list needs it.")
        self.order_fields(["name", "born", "age_group", "gender"])

    def details(self) -> dict[str, Any]:
        """The values typed besides the name."""
        return {name: value for name, value in self.cleaned_data.items() if name != "name"}

    @staticmethod
    def initial_of(entrant: Entrant) -> dict[str, Any]:
        """The fields as they stand."""
        details = {
            name: getattr(entrant, name)
            for name in (
                *("name", "gender", "community", "home_club", "contact", "visitor"),
                "seed_by_hand",
            )
        }
        ages = entrant.age_group
        return {
            **details,
            "born": born_text(entrant.born),
            "age_group": age_group_text(ages) if ages else "",
        }


class WalkUpForm(EntrantForm):
    """Somebody at the door: asked for what the divisions need, and for no more than the day needs.

    Nobody is kept waiting for it: a tick lets somebody in without.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Leave out what can be added later, and say why the rest is asked for."""
        super().__init__(*args, **kwargs)
        del self.fields["contact"], self.fields["seed_by_hand"]
        tournament: Tournament = kwargs["tournament"]
        self.needs: dict[str, str] = {}
        if tournament.by_age:
            self.needs["born"] = _(
                "Medals are won by age: give the date of birth, the year, or the age group."
            )
            self.fields["born"].label = _("Date of birth, or the year")
            self.fields["born"].help_text = _(
                "Like 5/31/1944, or 1944. Medals are won by age; only directors see it."
            )
        if tournament.by_gender:
            self.needs["gender"] = _(
                "Women and men win separately: without it there is no division."
            )
        if self.needs:
            self.fields["later"] = forms.BooleanField(
                label=_("Enter without it: the person is in no division until it is filled in"),
                required=False,
            )
            self.order_fields(["name", "born", "age_group", "gender", "later"])

    def clean(self) -> dict[str, Any]:
        """Ask for what the divisions need, unless it is to be filled in later."""
        cleaned = super().clean() or {}
        if not cleaned.pop("later", False):
            for name, why in self.needs.items():
                given = cleaned.get(name) or (name == "born" and cleaned.get("age_group"))
                if name not in self.errors and not given:
                    self.add_error(name, why)
        return cleaned


def _lists_gender(tournament: Tournament) -> bool:
    """Whether the club has saved a list for the state that has this column; one query."""
    lists = StateList.objects.filter(club=tournament.club_id)
    return any("sex" in row.columns for row in lists)


def gender_field(*, required: bool) -> forms.ChoiceField:
    """Woman or man, as radio buttons."""
    open_choice = [] if required else [("", gettext_lazy("not given"))]
    return forms.ChoiceField(
        label=gettext_lazy("Woman or man"),
        help_text=gettext_lazy("Women and men win in divisions of their own."),
        choices=[*Entrant.Gender.choices, *open_choice],
        required=required,
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose woman or man.")},
    )


class SignUpForm(forms.Form):
    """The public form: it asks for no more than the tournament's divisions need."""

    name = NameField(label=gettext_lazy("Your first and last name"))
    community = text_field(
        "community", help_text=gettext_lazy("The town or community you live in.")
    )
    contact = text_field(
        "contact", help_text=gettext_lazy("So that the director can reach you. It can stay empty.")
    )
    agree = forms.BooleanField(
        label=gettext_lazy("I agree to that"),
        error_messages={
            "required": gettext_lazy("Without your yes nothing is kept. Tick this to enter.")
        },
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        """Ask for a date of birth where there are bands of age, and for gender where it counts."""
        super().__init__(*args, **kwargs)
        self.fields["name"].widget.attrs["autocomplete"] = "name"
        if tournament.by_age:
            self.fields["born"] = BornField(
                event=tournament.date,
                label=gettext_lazy("Your date of birth"),
                help_text=gettext_lazy("Like 5/31/1944, or only the year."),
                error_messages={
                    "required": gettext_lazy("Your division depends on it. The year is enough.")
                },
            )
        if tournament.by_gender:
            self.fields["gender"] = gender_field(required=True)
        self.order_fields(["name", "born", "gender", "community", "contact"])

    def details(self) -> dict[str, Any]:
        """The values typed besides the name and the consent."""
        return {
            name: value
            for name, value in self.cleaned_data.items()
            if name not in ("name", "agree")
        }


class MergeForm(forms.Form):
    """Divisions that are to win medals as one, and why."""

    reason = forms.CharField(
        label=gettext_lazy("Why?"),
        help_text=gettext_lazy(
            "It is shown with the medals, such as “only one woman in her division”."
        ),
        max_length=MAX_REASON,
        error_messages={
            "required": gettext_lazy("Say why, in a few words."),
            "max_length": TOO_LONG,
        },
    )

    def __init__(self, *args: Any, groups: list[tuple[str, str]], **kwargs: Any) -> None:
        """Offer these groups: (key, name)."""
        super().__init__(*args, **kwargs)
        self.fields["groups"] = forms.MultipleChoiceField(
            label=gettext_lazy("Which divisions?"),
            choices=groups,
            widget=forms.CheckboxSelectMultiple,
            error_messages={"required": gettext_lazy("Choose two divisions at least.")},
        )
        self.fields["reason"].widget.attrs["autocomplete"] = "off"
