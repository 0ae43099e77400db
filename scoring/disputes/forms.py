"""The forms for an organizer's decision on a dispute."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from scoring import referee
from scoring.accounts.authors import MAX_REASON


class DecisionForm(forms.Form):
    """An organizer's decision over a ruling."""

    answer = forms.CharField(label=gettext_lazy("What is the decision?"), max_length=MAX_REASON)
    reason = forms.CharField(label=gettext_lazy("Why?"), max_length=MAX_REASON)


class PrecedentForm(forms.Form):
    """A decision as a rule of the club's: one of the answers to the questions it rests on."""

    def __init__(self, *args: Any, involved: Sequence[str], **kwargs: Any) -> None:
        """Offer each answer to the questions that the ruling rests on, as a rule sheet does."""
        super().__init__(*args, **kwargs)
        self.values = {
            f"{name}={referee.key_of(value)}": (name, value)
            for name in involved
            for value in referee.tapped_values(name)
        }
        self.questions = [
            (
                referee.parameter_sentence(name),
                [
                    (f"{name}={referee.key_of(value)}", referee.answer_words(name, value))
                    for value in referee.tapped_values(name)
                ],
            )
            for name in involved
        ]
        self.fields["rule"] = forms.ChoiceField(choices=[(key, key) for key in self.values])

    def rule(self) -> tuple[str, object]:
        """The parameter and its value, as the engine's contract writes it."""
        return self.values[self.cleaned_data["rule"]]
