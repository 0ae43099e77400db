"""The forms of the dispute desk; without scripts, every answer is a button or a field."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import parsing, referee
from scoring.web.fields import TilesField, WholeNumber

from . import answers
from .questions import Topic


class OneTile(TilesField):
    """One tile, typed or picked: cleaned to "7-3", None where nothing is told."""

    def read(self, value: Any) -> str | None:
        """The tile that is typed. Raises `parsing.Unread`."""
        return parsing.one_tile(value)


class AskForm(forms.Form):
    """The parts that a topic's question names: who, which tile, which train, what was laid."""

    def __init__(
        self, *args: Any, topic: Topic, seats: Sequence[str], highest: int, **kwargs: Any
    ) -> None:
        """Make the fields that this topic needs."""
        super().__init__(*args, **kwargs)
        self.topic = topic
        people = [(seat, seat) for seat in seats]
        if "seat" in topic.needs:
            self.fields["seat"] = forms.ChoiceField(
                label=_("Who?"),
                choices=people,
                widget=forms.RadioSelect,
                error_messages={"required": answers.choose_one()},
            )
        if "tile" in topic.needs:
            self.fields["tile"] = OneTile(label=_("Which tile?"))
            self.fields["tile"].required = True
            self.fields["tile"].error_messages["required"] = parsing.ONE_TILE
        if "tiles" in topic.needs:
            self.fields["tiles"] = TilesField(label=_("Which tiles, in the order they are laid?"))
            self.fields["tiles"].required = True
            self.fields["tiles"].error_messages["required"] = parsing.ONE_TILE
        if "train" in topic.needs:
            self.fields["train"] = forms.ChoiceField(
                label=_("On which train?"),
                choices=answers.trains(seats),
                widget=forms.RadioSelect,
                error_messages={"required": answers.choose_one()},
            )
        if "laid" in topic.needs:
            self.fields["laid_tile"] = OneTile(label=_("Which tile was laid last?"))
            self.fields["laid_train"] = forms.ChoiceField(
                required=False,
                label=_("On which train?"),
                choices=answers.trains(seats),
                widget=forms.RadioSelect,
            )

    def clean(self) -> dict[str, Any]:
        """Refuse a laid tile without its train, and the other way round."""
        super().clean()
        told = self.cleaned_data
        if "laid" in self.topic.needs and answers.is_half_laid(told):
            self.add_error("laid_train", answers.say_both())
        return told

    def ask(self) -> dict[str, Any]:
        """The question as the engine's contract writes it."""
        return answers.ask_of(self.topic, self.cleaned_data)

    def facts(self) -> dict[str, Any]:
        """The facts that the question itself tells, by their paths."""
        return answers.facts_of(self.cleaned_data)


class FactForm(forms.Form):
    """The fields to type one fact's answer in; `answers.fact_of` reads what comes back."""

    tile = OneTile()
    tiles = TilesField()
    number = WholeNumber()

    def __init__(self, *args: Any, seats: Sequence[str], highest: int, **kwargs: Any) -> None:
        """Know whose trains there are, and the doubles of the set."""
        super().__init__(*args, **kwargs)
        self.doubles = range(highest, -1, -1)
        self.fields["train"] = forms.ChoiceField(
            required=False,
            label=_("On which train?"),
            choices=answers.trains(seats),
            widget=forms.RadioSelect,
        )


class DecisionForm(forms.Form):
    """An organizer's decision over a ruling."""

    answer = forms.CharField(label=gettext_lazy("What holds instead?"), max_length=200)
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
