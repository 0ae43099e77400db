"""The forms for an organizer's decision on a dispute."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import referee


class DecisionForm(forms.Form):
    """An organizer's decision over a ruling."""

    answer = forms.CharField(label=gettext_lazy("What is the decision?"), max_length=200)
    reason = forms.CharField(label=gettext_lazy("Why?"), max_length=200)


class PrecedentForm(forms.Form):
    """A decision kept as the club's house rule: a parameter and what holds."""

    parameter = forms.ChoiceField(label=gettext_lazy("Which rule?"))
    holds = forms.CharField(label=gettext_lazy("What holds?"), max_length=40)

    def __init__(self, *args: Any, involved: Sequence[str], **kwargs: Any) -> None:
        """Offer the rules that the ruling rests on first, then all others."""
        super().__init__(*args, **kwargs)
        names = dict(referee.parameter_names())
        first = [(name, names[name]) for name in involved if name in names]
        others = [(name, text) for name, text in names.items() if name not in involved]
        self.fields["parameter"] = forms.ChoiceField(
            label=_("Which rule?"), choices=[*first, *others]
        )
        self.values = [
            (name, [referee.value_words(value) for value in referee.values_at(f"rules.{name}")])
            for name, _text in first
        ]

    def value(self) -> object:
        """The typed value as the engine's contract writes it: a number, yes or no, or a word."""
        told = self.cleaned_data["holds"].strip().casefold()
        if told in ("yes", "no"):
            return told == "yes"
        if told == "none":
            return None
        return int(told) if told.isdecimal() else told.replace(" ", "_")
