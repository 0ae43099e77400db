"""A season: its days, and how its games count."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.standings.methods import BY_DAY, Count, Measure
from league.standings.tie_breaks import OF_SEASONS
from league.tie_break_words import tie_break_choices

from .models import Season

MOST_PLACES = 14
FIELDS = (
    "name",
    "first",
    "last",
    "measure",
    "count",
    "days",
    "place_points",
    "least_games",
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
        if len(points) > MOST_PLACES:
            raise forms.ValidationError(
                _("No table has more than %d places.") % MOST_PLACES,
            )
        if points != sorted(points, reverse=True):
            raise forms.ValidationError(_("A better place has to give at least as much."))
        return points


class SeasonForm(forms.ModelForm):
    """A season as an organizer sets it; which parts do not go together is said beside them."""

    place_points = PlacePoints(
        label=gettext_lazy("Points for places"),
        required=False,
        max_length=80,
        help_text=gettext_lazy(
            "From first place down, such as 7 5 4 3 2 1. Who share a place share its points."
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
            "days": forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
            "least_games": forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        }
        help_texts = {
            "days": gettext_lazy("With the best days: these count. With the worst: these do not."),
            "least_games": gettext_lazy("Who has played fewer stands below, without a place."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Offer the tie-breaks in several fields, so that their order can be chosen."""
        super().__init__(*args, **kwargs)
        self.fields["days"].required = False
        kept = list(self.instance.tie_breaks or ())
        for number in range(len(OF_SEASONS)):
            self.fields[f"tie-{number}"] = forms.ChoiceField(
                label=_("Tie-break %d") % (number + 1),
                choices=[("", _("none")), *tie_break_choices(OF_SEASONS)],
                required=False,
                initial=kept[number] if number < len(kept) else "",
            )

    @property
    def tie_fields(self) -> list[forms.BoundField]:
        """The fields for tie-breaks, in their order."""
        return [self[name] for name in self.fields if name.startswith("tie-")]

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
                _("Only points and rounds gone out in have an average of rounds. Choose games."),
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
