"""The forms of a rule sheet: an answer to each question, only what is possible."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import parsing, referee
from scoring.values import Complaint, RuleQuestion
from scoring.web.fields import WholeNumber

from .selectors import RuleOffer, questions_about
from .services import NAME_LENGTH

SEATS: Final = range(2, 15)
ORDER: Final = "next_starting_double"
UP: Final = "plus_one"
FROM_TO: Final = {"first_starting_double": 0, "last_starting_double": None}
"""Where doubles that count up begin, and that they go on to the highest of the set."""

OTHER_LENGTH: Final = 2000
MOST_HAND: Final = 60
MOST_PLAYERS: Final = 99
HIGHEST_DOUBLE: Final = 18
DOUBLE_IN_FULL: Final = re.compile(r"\b(\d{1,2})\s*-\s*\1\b")
"""A double as pages write it, such as 12-12."""


@dataclass(frozen=True)
class QuestionFields:
    """A question with the fields that answer it; tables are rows of a heading and its fields."""

    question: RuleQuestion
    choice: forms.BoundField | None
    typed: forms.BoundField | None
    rows: tuple[tuple[str, tuple[forms.BoundField, ...]], ...]
    errors: tuple[str, ...]


class AnswersForm(forms.Form):
    """Answers to questions of a rule sheet.

    `answers` are all of them, `house` those of the whole sheet that differ from its base; both by
    parameter, as the engine's contract writes them. The fields of a question are named
    rule-<parameter>, with -number, -list or the place in a table after it. `names` are the
    questions that are asked, all unless told otherwise.
    """

    def __init__(
        self,
        *args: Any,
        rules: Mapping[str, Any],
        names: Iterable[str] | None = None,
        **kwargs: Any,
    ) -> None:
        """Make the fields of each question, filled with what is in force."""
        super().__init__(*args, **kwargs)
        self.rules = rules
        self.base = str(rules["base"])
        wanted = None if names is None else set(names)
        self.sections = [
            (section, [q for q in section.questions if wanted is None or q.name in wanted])
            for section in referee.rule_sheet(rules)
        ]
        self.answers: dict[str, Any] = {}
        self.house: dict[str, Any] = {}
        for question in self.questions:
            self._add_fields(question)

    @property
    def questions(self) -> list[RuleQuestion]:
        """All questions that are asked, in order."""
        return [question for _section, questions in self.sections for question in questions]

    def _add_fields(self, question: RuleQuestion) -> None:
        name = f"rule-{question.name}"
        if question.kind in ("choice", "number", "doubles") and len(question.answers) > 1:
            self.fields[name] = forms.ChoiceField(
                required=False,
                label=question.text,
                choices=[(answer.key, answer.label) for answer in question.answers],
                widget=forms.RadioSelect,
                initial=question.key,
            )
        if question.kind == "number":
            self.fields[f"{name}-number"] = WholeNumber(
                label=question.text,
                min_value=question.low,
                max_value=question.high,
                initial=question.value if question.key == referee.NUMBER else None,
                error_messages=_between(question.low, question.high),
            )
        elif question.kind == "doubles":
            listed = question.value if question.key == referee.LIST else ()
            self.fields[f"{name}-list"] = forms.CharField(
                required=False,
                label=question.text,
                max_length=120,
                initial=" ".join(str(pips) for pips in listed),
                help_text=_("Type the doubles with spaces between them, such as 9 7 5 3."),
            )
        elif question.kind == "sizes":
            self._add_sizes(name, question)
        elif question.kind == "limits":
            self._add_limits(name, question)

    def _add_sizes(self, name: str, question: RuleQuestion) -> None:
        same = referee.one_hand_size(question.value)
        self.fields[name] = WholeNumber(
            label=_("The same for every table"),
            min_value=1,
            max_value=MOST_HAND,
            initial=same,
            error_messages=_between(1, MOST_HAND),
        )
        table = referee.hand_size_table(question.value, referee.SETS, SEATS) if not same else {}
        for seats in SEATS:
            for set_ in referee.SETS:
                self.fields[f"{name}-{set_}-{seats}"] = WholeNumber(
                    label=_("%(players)d players, double %(set)d")
                    % {"players": seats, "set": set_},
                    min_value=1,
                    max_value=MOST_HAND,
                    initial=table.get((set_, seats)),
                    error_messages=_between(1, MOST_HAND),
                )

    def _add_limits(self, name: str, question: RuleQuestion) -> None:
        table = referee.player_limit_table(question.value, referee.SETS)
        for set_ in referee.SETS:
            low, high = table.get(set_, (None, None))
            ends = (("low", _("from"), low), ("high", _("to"), high))
            for end, word, number in ends:
                self.fields[f"{name}-{set_}-{end}"] = WholeNumber(
                    label=_("double %(set)d, %(word)s") % {"set": set_, "word": word},
                    min_value=1,
                    max_value=MOST_PLAYERS,
                    initial=number,
                    error_messages=_between(1, MOST_PLAYERS),
                )

    def section_fields(self) -> list[tuple[str, str, list[QuestionFields]]]:
        """Each section's name and title, with its questions and their fields."""
        return [
            (section.name, section.title, [self._fields_of(question) for question in questions])
            for section, questions in self.sections
            if questions
        ]

    def _fields_of(self, question: RuleQuestion) -> QuestionFields:
        name = f"rule-{question.name}"
        own = [field for field in self.fields if field == name or field.startswith(f"{name}-")]
        rows: list[tuple[str, tuple[forms.BoundField, ...]]] = []
        if question.kind == "sizes":
            rows = [
                (str(seats), tuple(self[f"{name}-{set_}-{seats}"] for set_ in referee.SETS))
                for seats in SEATS
            ]
        elif question.kind == "limits":
            rows = [
                (
                    _("double %d") % set_,
                    tuple(self[f"{name}-{set_}-{end}"] for end in ("low", "high")),
                )
                for set_ in referee.SETS
            ]
        typed = {"number": f"{name}-number", "doubles": f"{name}-list", "sizes": name}
        return QuestionFields(
            question=question,
            choice=self[name] if name in self.fields and question.kind != "sizes" else None,
            typed=self[typed[question.kind]] if question.kind in typed else None,
            rows=tuple(rows),
            errors=tuple(
                dict.fromkeys(str(error) for field in own for error in self.errors.get(field, ()))
            ),
        )

    def clean(self) -> dict[str, Any]:
        """Read each answer, and refuse two that contradict each other, beside one of them."""
        super().clean()
        readers = {
            "choice": self._choice,
            "number": self._number,
            "doubles": self._doubles,
            "sizes": self._sizes,
            "limits": self._limits,
        }
        answers: dict[str, Any] = {}
        for question in self.questions:
            name = f"rule-{question.name}"
            if question.kind in readers and not any(
                field == name or field.startswith(f"{name}-") for field in self.errors
            ):
                answers |= readers[question.kind](question, name)
        if not self.errors:
            asked = {question.name for question in self.questions}
            kept = {name: value for name, value in self.rules.items() if name not in asked}
            answers |= self._counting_up(answers)
            self.answers = answers
            self.house = referee.own_rules(referee.rule_spec(self.base, kept | answers))
            for complaint in self.conflicts():
                self._complain(complaint.code, complaint.text)
        return self.cleaned_data

    def conflicts(self) -> list[Complaint]:
        """The rules that contradict each other."""
        return referee.contradictions(self.rule_spec())

    def _complain(self, parameter: str, text: str) -> None:
        fields = [name for name in self.fields if name.startswith(f"rule-{parameter}")]
        self.add_error(fields[0] if fields and parameter else None, text)

    def _choice(self, question: RuleQuestion, name: str) -> dict[str, Any]:
        key = self._key(question, name)
        for value in referee.values_of(question.name):
            if referee.key_of(value) == key:
                return {question.name: value}
        return {}

    def _key(self, question: RuleQuestion, name: str) -> str:
        """The key that was chosen; what was in force where a form names none."""
        if name not in self.fields:
            return question.answers[0].key
        return str(self.cleaned_data.get(name, "")) if name in self.data else question.key

    def _number(self, question: RuleQuestion, name: str) -> dict[str, Any]:
        key, typed = self._key(question, name), self.cleaned_data.get(f"{name}-number")
        newly = typed is not None and typed != self.fields[f"{name}-number"].initial
        if key == referee.NUMBER or (newly and key == question.key):
            if typed is None:
                self.add_error(f"{name}-number", _("Type the number."))
                return {}
            return {question.name: typed}
        return self._choice(question, name)

    def _doubles(self, question: RuleQuestion, name: str) -> dict[str, Any]:
        text = self.cleaned_data.get(f"{name}-list", "")
        key = self._key(question, name)
        newly = text and text != self.fields[f"{name}-list"].initial
        if key != referee.LIST and not (newly and key == question.key):
            return self._choice(question, name)
        text = DOUBLE_IN_FULL.sub(r"\1", text)
        numbers = [int(part) for part in re.findall(r"\d{1,3}", text)]
        if (
            not numbers
            or re.sub(r"[\d\s,;]", "", text)
            or len(set(numbers)) < len(numbers)
            or max(numbers) > HIGHEST_DOUBLE
        ):
            self.add_error(
                f"{name}-list",
                _("Type each double once, from 0 to 18, with spaces between: 9 7 5 3."),
            )
            return {}
        return {question.name: numbers}

    def _counting_up(self, answers: Mapping[str, Any]) -> dict[str, Any]:
        """Where to begin and end, for who newly counts up and leaves these two as they were.

        Counting up begins with the double blank and ends with the highest double of the set.
        """
        before = {question.name: question.value for question in self.questions}
        if answers.get(ORDER) != UP or before[ORDER] == UP:
            return {}
        untouched = all(name in answers and answers[name] == before[name] for name in FROM_TO)
        return dict(FROM_TO) if untouched else {}

    def _sizes(self, question: RuleQuestion, name: str) -> dict[str, Any]:
        same = self.cleaned_data.get(name)
        if same is not None:
            return {question.name: same}
        table = {
            str(set_): row
            for set_ in referee.SETS
            if (
                row := {
                    str(seats): tiles
                    for seats in SEATS
                    if (tiles := self.cleaned_data.get(f"{name}-{set_}-{seats}")) is not None
                }
            )
        }
        return {question.name: table} if table else {}

    def _limits(self, question: RuleQuestion, name: str) -> dict[str, Any]:
        table = {}
        for set_ in referee.SETS:
            low, high = (self.cleaned_data.get(f"{name}-{set_}-{end}") for end in ("low", "high"))
            if low is None and high is None:
                continue
            if low is not None and high is not None and low > high:
                self.add_error(
                    f"{name}-{set_}-low",
                    _("From %(low)d to %(high)d is not a number of players.")
                    % {"low": low, "high": high},
                )
                continue
            table[str(set_)] = [low or 1, high or MOST_PLAYERS]
        return {question.name: table} if table else {}

    def rule_spec(self) -> dict[str, Any]:
        """The rules with these answers, as the engine's contract writes them."""
        return referee.rule_spec(self.base, self.house)


def _between(low: int, high: int) -> dict[str, str]:
    sentence = _("Type a number from %(low)d to %(high)d.") % {"low": low, "high": high}
    return {"invalid": str(parsing.NOT_A_NUMBER), "min_value": sentence, "max_value": sentence}


class RuleSheetForm(AnswersForm):
    """A whole rule sheet with its name."""

    name = forms.CharField(
        label=gettext_lazy("Name of these rules"),
        max_length=NAME_LENGTH,
        error_messages={"required": gettext_lazy("Give these rules a name.")},
    )

    other_rules = forms.CharField(
        label=gettext_lazy("Our other rules"),
        required=False,
        help_text=gettext_lazy(
            "Anything no question asks about, in your own words. It is shown with the rules. "
            "Roundhouse never decides by it."
        ),
        widget=forms.Textarea(attrs={"rows": 6, "maxlength": OTHER_LENGTH}),
    )

    def clean_other_rules(self) -> str:
        """The table's own words. Browsers send two letters for the end of a line, and count one."""
        text = str(self.cleaned_data["other_rules"]).replace("\r\n", "\n")
        if len(text) > OTHER_LENGTH:
            raise forms.ValidationError(
                _("There is room for %(most)d letters; these are %(count)d.")
                % {"most": OTHER_LENGTH, "count": len(text)}
            )
        return text

    def conflicts(self) -> list[Complaint]:
        """The rules of the sheet that contradict each other, or cannot be played by anybody."""
        return referee.sheet_contradictions(self.rule_spec())


class NewRuleSheetForm(forms.Form):
    """A rule sheet to begin with: its name, and the rules that it starts from."""

    name = forms.CharField(
        label=gettext_lazy("What are your rules called?"),
        max_length=NAME_LENGTH,
        help_text=gettext_lazy("Such as Tuesday rules."),
        error_messages={"required": gettext_lazy("Give these rules a name.")},
    )

    def __init__(self, *args: Any, offers: Iterable[RuleOffer], **kwargs: Any) -> None:
        """Offer these rule sets to start from."""
        super().__init__(*args, **kwargs)
        self.offers = {offer.key: offer for offer in offers}
        self.fields["start"] = forms.ChoiceField(
            label=_("Which rules are nearest to yours? You change them on the next page."),
            choices=[(offer.key, offer.title) for offer in self.offers.values()],
            initial="family",
        )

    @property
    def start(self) -> RuleOffer:
        """The rule set that was chosen."""
        return self.offers[self.cleaned_data["start"]]


class FindForm(forms.Form):
    """A word to look for in a rule sheet, and the rule set to compare it with."""

    q = forms.CharField(
        label=gettext_lazy("Find a rule"),
        required=False,
        max_length=60,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off"}),
    )

    def matches(self, rules: Mapping[str, Any]) -> list[RuleQuestion] | None:
        """The questions that the word finds; None where nothing was looked for."""
        words = self.cleaned_data.get("q", "") if self.is_valid() else ""
        return questions_about(rules, words) if words else None
