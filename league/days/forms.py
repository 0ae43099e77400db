"""What organizers type about game days, made into values."""

from datetime import timedelta
from typing import Any, cast

from django import forms
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import referee
from scoring.accounts.models import Club
from scoring.sheets.forms import dominoes_field
from scoring.sheets.rule_fields import RuleFields
from scoring.web.fields import WholeNumber

from .models import GameDay, Wish

MOST_TABLE = 14
MOST_ROUNDS = 60
MOST_TABLES = 99
# For so long a game can be put into the day that it was played on.
SINCE = timedelta(days=120)
# As many as can be checked in, see services/attendance.py.
MOST_PLACES = 400
YEAR = timedelta(days=371)

ABOUT = ("date", "starts", "ends", "place", "contact", "title", "note", "counts")
SEATING = ("rounds", "movement", "movers", "size", "least", "most", "places", "meetings_count")


class DayChoice(forms.ModelChoiceField):
    """A choice of game days, by their dates."""

    def label_from_instance(self, obj: GameDay) -> str:
        """Return the date, with the day's name if it has one."""
        date = date_format(obj.date, "l, j F Y")
        return f"{date} · {obj.title}" if obj.title else date


class GameDayForm(forms.Form):
    """Which game day a game belongs to, as which game of the day, and at which table."""

    day = DayChoice(GameDay.objects.none(), label=gettext_lazy("Game day"), empty_label=None)
    number = WholeNumber(
        label=gettext_lazy("Which game of the day?"), min_value=1, max_value=MOST_ROUNDS
    )
    table = WholeNumber(label=gettext_lazy("Table"), min_value=1, max_value=MOST_TABLES)

    def __init__(
        self, *args: Any, club: Club, fixed_table: int | None = None, **kwargs: Any
    ) -> None:
        """Offer the club's days of late; a tablet of one table puts games at its own alone."""
        super().__init__(*args, **kwargs)
        today = timezone.localdate()
        days = GameDay.objects.filter(club=club, date__lte=today, date__gte=today - SINCE)
        choice = cast("DayChoice", self.fields["day"])
        choice.queryset = days.filter(cancelled_at=None).order_by("-date", "-pk")
        if fixed_table is not None:
            self.fields["table"] = WholeNumber(
                label=_("Table"),
                initial=fixed_table,
                min_value=fixed_table,
                max_value=fixed_table,
            )


class DayForm(RuleFields, forms.ModelForm):
    """A game day: when and where, how people are seated, what each table plays."""

    class Meta:
        model = GameDay
        fields = [*ABOUT, *SEATING, "set"]
        labels = {
            "title": gettext_lazy("Name, if it has one"),
            "contact": gettext_lazy("Contact"),
            "note": gettext_lazy("Note for everybody"),
            "rounds": gettext_lazy("How many games in a row, with new tables for each?"),
            "movement": gettext_lazy("How people come to their next table"),
            "movers": gettext_lazy("How many of each table move"),
            "size": gettext_lazy("People at a table"),
            "least": gettext_lazy("at least"),
            "most": gettext_lazy("at most"),
            "places": gettext_lazy("Room for how many people?"),
            "meetings_count": gettext_lazy("Who met on earlier game days meets later"),
        }
        widgets = {
            "date": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            "starts": forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
            "ends": forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
            "movement": forms.RadioSelect,
        }

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        """Offer the club's rules, the sets of dominoes and the house rules, as a new game does."""
        super().__init__(*args, **kwargs)
        self.fields["set"] = dominoes_field()
        self.add_rule_fields(club)
        for name, (low, high) in NUMBERS.items():
            label, first = self.fields[name].label, self.fields[name].initial
            self.fields[name] = WholeNumber(
                label=label, initial=first, min_value=low, max_value=high, required=True
            )
        self.fields["places"] = WholeNumber(
            label=self.fields["places"].label,
            help_text=_("Who says “I come” after that is on the waiting list. Empty: no limit."),
            min_value=1,
            max_value=MOST_PLACES,
        )
        like = self.instance if self.instance.rules else self.initial.pop("like", None)
        self.show_rules(like.rules if like else {}, like.rule_sheet if like else None)

    @property
    def about_fields(self) -> list[forms.BoundField]:
        """When and where."""
        return [self[name] for name in ABOUT]

    def clean(self) -> dict[str, Any]:
        """Refuse hours that run backward, sizes that clash, and tables that the rules forbid."""
        super().clean()
        cleaned = self.cleaned_data
        starts, ends = cleaned.get("starts"), cleaned.get("ends")
        if starts and ends and ends <= starts:
            self.add_error("ends", _("The day has to end after it starts."))
        size, least, most = (cleaned.get(name) for name in ("size", "least", "most"))
        if size and least and most and not least <= size <= most:
            self.add_error(
                "size",
                _("%(size)d does not lie between at least %(least)d and at most %(most)d.")
                % {"size": size, "least": least, "most": most},
            )
        if not self.errors:
            self._check_rules()
        return cleaned

    def _check_rules(self) -> None:
        cleaned, spec = self.cleaned_data, self.rule_spec()
        self.refuse_rules(spec, cleaned["set"])
        if self.errors:
            return
        for people in range(cleaned["least"], cleaned["most"] + 1):
            names = [str(number) for number in range(people)]
            if complaint := referee.check_setup(cleaned["set"], spec, names):
                self.add_error(None, complaint.text)
                return

    def told(self) -> dict[str, Any]:
        """The fields of a game day's row."""
        fields = {name: self.cleaned_data[name] for name in (*ABOUT, *SEATING, "set")}
        return {**fields, "rules": self.rule_spec(), "rule_sheet": self.rule_sheet()}


# From and to, for numbers that are typed.
NUMBERS = {
    "rounds": (1, MOST_ROUNDS),
    "movers": (1, MOST_TABLE),
    "size": (2, MOST_TABLE),
    "least": (2, MOST_TABLE),
    "most": (2, MOST_TABLE),
}


class NewDayForm(DayForm):
    """A game day that is new: one, or one a week."""

    until = forms.DateField(
        label=gettext_lazy("Every week until"),
        required=False,
        help_text=gettext_lazy("Leave it empty for a single day. At most a year ahead."),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )

    def clean(self) -> dict[str, Any]:
        """Refuse a last day before the first, and one more than a year after it."""
        cleaned = super().clean()
        first, until = cleaned.get("date"), cleaned.get("until")
        if first and until and not first <= until <= first + YEAR:
            self.add_error("until", _("Choose a last day within a year after the first one."))
        return cleaned


class FixForm(forms.Form):
    """The table that somebody needs on one day: empty is none."""

    table = WholeNumber(label=gettext_lazy("Always sits at table"), min_value=1, max_value=99)


class WishForm(forms.Form):
    """Two people who are to sit apart, or together."""

    kind = forms.ChoiceField(
        label=gettext_lazy("What is wished?"),
        choices=Wish.Kind.choices,
        initial=Wish.Kind.APART,
        widget=forms.RadioSelect,
    )
    always = forms.BooleanField(
        label=gettext_lazy("On every game day, not only on this one"), required=False
    )

    def __init__(self, *args: Any, people: list[tuple[int, str]], **kwargs: Any) -> None:
        """Offer these people: (player's id, name)."""
        super().__init__(*args, **kwargs)
        choices = [("", _("choose a name")), *people]
        for name, label in (("one", _("One of the two")), ("other", _("And the other"))):
            self.fields[name] = forms.TypedChoiceField(label=label, coerce=int, choices=choices)
        self.order_fields(["kind", "one", "other", "always"])
