"""What the director types: a table's paper sheet, and why somebody goes away."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from league.tournaments.models import Entrant
from scoring.sheets.paper import MOST_POINTS, MOST_ROUNDS


class PaperForm(forms.Form):
    """A total for each seat; people who left without a place have none. The rest is optional."""

    reason = forms.CharField(label=_("Why is it corrected?"), max_length=200, required=False)

    def __init__(self, *args: Any, people: Sequence[Entrant], **kwargs: Any) -> None:
        """With three fields for each of the people."""
        super().__init__(*args, **kwargs)
        self.people = people
        for person in people:
            self.fields[f"total-{person.pk}"] = _number(_("Total"), MOST_POINTS)
            self.fields[f"outs-{person.pk}"] = _number(_("Rounds gone out in"), MOST_ROUNDS)
            self.fields[f"lowest-{person.pk}"] = _number(_("Lowest round"), MOST_POINTS)

    def rows(self) -> list[tuple[Entrant, BoundField, BoundField, BoundField]]:
        """Each of the people with the fields for total, rounds gone out in and lowest round."""
        return [
            (
                person,
                self[f"total-{person.pk}"],
                self[f"outs-{person.pk}"],
                self[f"lowest-{person.pk}"],
            )
            for person in self.people
        ]

    def lines(self) -> Mapping[int, tuple[int | None, int | None, int | None]]:
        """Total, rounds gone out in and lowest round, by entrant's id; of a valid form."""
        cleaned = self.cleaned_data
        return {
            person.pk: (
                cleaned[f"total-{person.pk}"],
                cleaned[f"outs-{person.pk}"],
                cleaned[f"lowest-{person.pk}"],
            )
            for person in self.people
        }


class LeavingForm(forms.Form):
    """Why somebody goes away, if they say."""

    reason = forms.CharField(
        label=_("Why, if it is given"),
        required=False,
        max_length=200,
        error_messages={"max_length": _("There is room for 200 letters.")},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


def _number(label: Any, most: int) -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        min_value=0,
        max_value=most,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
