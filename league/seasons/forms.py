"""A season: its days, and how its games count."""

import re
from typing import Any

from django import forms
from django.forms.boundfield import BoundWidget
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.standings.methods import BY_DAY, Count, Measure, Method
from league.standings.tie_breaks import OF_SEASONS
from league.tie_break_words import tie_break_choices
from scoring import referee

from .models import Season
from .ways import OWN, TIE_BREAKS, WARNING, WAYS, Way, way_of

OWN_WAY = gettext_lazy("Another way, put together below")
FIELDS = (
    "name",
    "first",
    "last",
    "measure",
    "count",
    "days",
    "place_points",
    "least_games",
    "guests",
    "public",
)
PER_ROUND = (Measure.POINTS, Measure.OUTS)


class DateInput(forms.DateInput):
    """A field that phones and tablets fill from a calendar."""

    input_type = "date"

    def __init__(self) -> None:
        """Write dates as the browser's own calendar reads them."""
        super().__init__(format="%Y-%m-%d")


class PlacePoints(forms.CharField):
    """Points for places as text, such as "7 5 4 3 2 1"; best place first."""

    def prepare_value(self, value: Any) -> Any:
        """The points in one line."""
        return " ".join(map(str, value)) if isinstance(value, list) else value

    def clean(self, value: Any) -> list[int]:
        """The points as numbers."""
        text = super().clean(self.prepare_value(value))
        words = re.split(r"[\s,;]+", str(text or "").strip())
        words = [word for word in words if word]
        if any(not (word.isascii() and word.isdecimal() and len(word) < 5) for word in words):
            raise forms.ValidationError(_("Write whole numbers, such as 7 5 4 3 2 1."))
        points = [int(word) for word in words]
        if len(points) > referee.MOST_AT_A_TABLE:
            raise forms.ValidationError(
                _("No table has more than %d places.") % referee.MOST_AT_A_TABLE,
            )
        if points != sorted(points, reverse=True):
            raise forms.ValidationError(_("A better place must give at least as much."))
        return points


class SeasonForm(forms.ModelForm):
    """A season as an organizer sets it; which parts do not go together is said beside them."""

    place_points = PlacePoints(
        label=gettext_lazy("Points for places"),
        required=False,
        max_length=80,
        help_text=gettext_lazy(
            "From first place down, such as 7 5 4 3 2 1. People who share a place share its points."
        ),
    )

    class Meta:
        model = Season
        fields = FIELDS
        widgets = {
            "first": DateInput(),
            "last": DateInput(),
            "measure": forms.RadioSelect,
            "count": forms.RadioSelect,
            "guests": forms.RadioSelect,
            "days": forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
            "least_games": forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        }
        help_texts = {
            "days": gettext_lazy("With the best days: these count. With the worst: these do not."),
            "least_games": gettext_lazy(
                "Players with fewer games are listed below, without a place."
            ),
            "guests": gettext_lazy(
                "It counts for each day’s result too, also for past days. Guests who are not on "
                "the leaderboard are listed below there, without a place."
            ),
        }

    way = forms.ChoiceField(
        label=gettext_lazy("How games count"),
        choices=[*((name, way.label) for name, way in WAYS.items()), (OWN, OWN_WAY)],
        widget=forms.RadioSelect,
        required=False,
    )

    def __init__(self, data: QueryDict | None = None, **kwargs: Any) -> None:
        """Offer ready-made ways, and the tie-breaks in several fields so that they have an order.

        A ready-made way stands for the fields of which it says something.
        """
        if data is not None and (way := WAYS.get(data.get("way", ""))):
            data = data.copy()
            data.update({name: str(value) for name, value in way.fields.items()})
        super().__init__(data, **kwargs)
        self.fields["days"].required = self.fields["guests"].required = False
        season = self.instance
        self.initial["way"] = (
            way_of(season.measure, season.count, season.days, season.place_points)
            if season.pk
            else next(iter(WAYS))
        )
        if not season.pk:
            season.tie_breaks = [tie_break.value for tie_break in TIE_BREAKS]
        kept = list(self.instance.tie_breaks or ())
        for number in range(len(OF_SEASONS)):
            self.fields[f"tie-{number}"] = forms.ChoiceField(
                label=_("Tie-break %d") % (number + 1),
                choices=[("", _("none")), *tie_break_choices(OF_SEASONS)],
                required=False,
                initial=kept[number] if number < len(kept) else "",
            )

    @property
    def way_choices(self) -> list[tuple[BoundWidget, Way | None]]:
        """The ready-made ways, each with its button; without one for another way."""
        return [(button, WAYS.get(str(button.data["value"]))) for button in self["way"]]

    @property
    def warning(self) -> str:
        """What is to be known of the way that was chosen, "" where it is fair."""
        method = Method(
            measure=self.cleaned_data["measure"],
            count=self.cleaned_data["count"],
            days=self.cleaned_data["days"],
            table=tuple(self.cleaned_data["place_points"]),
        )
        return str(WARNING) if method.favors_seldom else ""

    @property
    def tie_fields(self) -> list[forms.BoundField]:
        """The fields for tie-breaks, in their order."""
        return [self[name] for name in self.fields if name.startswith("tie-")]

    @property
    def more_errors(self) -> bool:
        """Whether something is wrong in the rules that are folded."""
        return any(
            name in self.errors
            for name in ("least_games", "guests", *(field.name for field in self.tie_fields))
        )

    def clean_guests(self) -> str:
        """What happens with guests; nothing said is what it was."""
        return self.cleaned_data["guests"] or self.instance.guests

    def clean_days(self) -> int:
        """How many days; nothing is none."""
        return self.cleaned_data["days"] or 0

    def clean(self) -> dict[str, Any]:
        """Refuse what does not go together, beside the field that can mend it."""
        cleaned = super().clean() or {}
        names = [cleaned.get(f"tie-{number}") or "" for number in range(len(OF_SEASONS))]
        for number, name in enumerate(names):
            if name and name in names[:number]:
                self.add_error(f"tie-{number}", _("This one is asked already, further up."))
        cleaned["tie_breaks"] = [name for name in names if name]
        measure, count = cleaned.get("measure"), cleaned.get("count")
        if count in BY_DAY and "days" in cleaned and not cleaned["days"]:
            self.add_error("days", _("Say how many days: 1 or more."))
        if count not in BY_DAY:
            cleaned["days"] = 0
        if count == Count.PER_ROUND and measure and measure not in PER_ROUND:
            self.add_error(
                "count",
                _("Only points and rounds won have an average of rounds. Choose games."),
            )
        if measure == Measure.PLACES and not cleaned.get("place_points"):
            if "place_points" not in self.errors:
                self.add_error("place_points", _("Say what each place gives."))
        elif measure != Measure.PLACES:
            cleaned["place_points"] = []
        return cleaned

    def changes(self) -> dict[str, Any]:
        """The season's fields as they were typed."""
        return {name: self.cleaned_data[name] for name in (*FIELDS, "tie_breaks")}


class ClosedSeasonForm(forms.ModelForm):
    """What an organizer can change in a closed season: who sees it."""

    warning = ""

    class Meta:
        model = Season
        fields = ("public",)

    def changes(self) -> dict[str, Any]:
        """Who sees the season, as it was chosen."""
        return {"public": self.cleaned_data["public"]}
