"""The forms of the dispute desk; without scripts, every answer is a button or a field."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import referee
from scoring.forms import TilesField, WholeNumber
from scoring.selectors.questions import MEXICAN, FactQuestion, Topic, train_name

ONE_TILE = gettext_lazy("Write one tile, like 7-3.")


def _trains(seats: Sequence[str]) -> list[tuple[str, str]]:
    return [*((seat, train_name(seat)) for seat in seats), (MEXICAN, train_name(MEXICAN))]


class OneTile(TilesField):
    """One tile, typed or picked."""

    def clean(self, value: Any) -> str | None:
        """The tile as "7-3", None where nothing is told."""
        told = super().clean(value)
        if told is not None and len(told.split()) != 1:
            raise forms.ValidationError(str(ONE_TILE))
        return told


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
                error_messages={"required": _("Choose one.")},
            )
        if "tile" in topic.needs:
            self.fields["tile"] = OneTile(label=_("Which tile?"))
            self.fields["tile"].required = True
            self.fields["tile"].error_messages["required"] = ONE_TILE
        if "tiles" in topic.needs:
            self.fields["tiles"] = TilesField(label=_("Which tiles, in the order they are laid?"))
            self.fields["tiles"].required = True
            self.fields["tiles"].error_messages["required"] = ONE_TILE
        if "train" in topic.needs:
            self.fields["train"] = forms.ChoiceField(
                label=_("On which train?"),
                choices=_trains(seats),
                widget=forms.RadioSelect,
                error_messages={"required": _("Choose one.")},
            )
        if "laid" in topic.needs:
            self.fields["laid_tile"] = OneTile(label=_("Which tile was laid last?"))
            self.fields["laid_train"] = forms.ChoiceField(
                required=False,
                label=_("On which train?"),
                choices=_trains(seats),
                widget=forms.RadioSelect,
            )

    def clean(self) -> dict[str, Any]:
        """Refuse a laid tile without its train, and the other way round."""
        super().clean()
        told = self.cleaned_data
        if "laid" in self.topic.needs and bool(told.get("laid_tile")) != bool(
            told.get("laid_train")
        ):
            self.add_error("laid_train", _("Say both: the tile and the train it was laid on."))
        return told

    def ask(self) -> dict[str, Any]:
        """The question as the engine's contract writes it."""
        told = self.cleaned_data
        ask = dict(self.topic.ask)
        if "tile" in self.topic.needs:
            ask["tile"] = told["tile"]
        if "tiles" in self.topic.needs:
            ask["tiles"] = told["tiles"].split()
        if "train" in self.topic.needs:
            ask["train"] = told["train"]
        return ask

    def facts(self) -> dict[str, Any]:
        """The facts that the question itself tells, by their paths."""
        told = self.cleaned_data
        facts: dict[str, Any] = {}
        if told.get("seat"):
            facts["turn.seat"] = told["seat"]
        if told.get("laid_tile"):
            facts["turn.laid"] = [{"tile": told["laid_tile"], "train": told["laid_train"]}]
        return facts


class FactForm(forms.Form):
    """The answer to one fact's question: a tapped choice, or what is typed beside it."""

    choice = forms.CharField(required=False, max_length=80)
    tile = OneTile()
    tiles = TilesField()
    number = WholeNumber(min_value=0, max_value=190)
    double = WholeNumber(min_value=0, max_value=18)

    def __init__(
        self,
        *args: Any,
        seats: Sequence[str],
        highest: int,
        question: FactQuestion | None,
        **kwargs: Any,
    ) -> None:
        """Know whose trains there are and which question is asked."""
        super().__init__(*args, **kwargs)
        self.question = question
        self.doubles = range(highest, -1, -1)
        self.fields["train"] = forms.ChoiceField(
            required=False,
            label=_("On which train?"),
            choices=_trains(seats),
            widget=forms.RadioSelect,
        )

    def clean(self) -> dict[str, Any]:
        """Refuse a form without an answer, with a sentence for what is missing."""
        super().clean()
        told = self.cleaned_data
        if self.question is None or self.errors or told.get("choice"):
            return told
        typed = self.question.typed
        if typed in ("tile", "lay") and not told.get("tile"):
            self.add_error("tile", str(ONE_TILE))
        elif typed == "tiles" and told.get("tiles") is None:
            self.add_error("tiles", _("Write the tiles, like 7-3 0-0."))
        elif typed == "number" and told.get("number") is None:
            self.add_error("number", _("Type a number, such as 27."))
        elif typed == "double" and told.get("double") is None:
            self.add_error("double", _("Choose the double."))
        if typed in ("lay", "double") and not told.get("train"):
            self.add_error("train", _("Choose the train."))
        if not typed:
            self.add_error(None, _("Tap one of the answers."))
        return told

    def fact(self) -> object:
        """The fact's value as the engine's contract writes it; None says that nobody knows."""
        told, question = self.cleaned_data, self.question
        choice = told.get("choice")
        if choice == "unknown" or question is None:
            return None
        if choice:
            return _chosen(question, choice)
        if question.typed == "tile":
            return told["tile"]
        if question.typed == "lay":
            return [{"tile": told["tile"], "train": told["train"]}]
        if question.typed == "tiles":
            return told["tiles"].split()
        if question.typed == "double":
            return [{"train": told["train"], "double": told["double"]}]
        return told["number"]


def _chosen(question: FactQuestion, choice: str) -> object:
    """A tapped choice as a value: yes and no, numbers, an empty list, else the word itself."""
    if choice not in {one.value for one in question.choices}:
        return None
    if question.path in ("uncovered", "turn.laid") or question.path.startswith("hands."):
        return []
    if choice in ("yes", "no"):
        return choice == "yes"
    return int(choice) if choice.isdecimal() else choice


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
