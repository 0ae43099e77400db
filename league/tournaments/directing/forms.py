"""What the director types: a table's paper sheet, and why somebody goes away."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from league.days.selectors.tables import starting_doubles
from league.tournaments.directing.selectors.paper_rounds import (
    NOBODY,
    ReadSheet,
    TypedSheet,
    read_sheet,
)
from league.tournaments.models import Entrant, PaperResult
from scoring import referee
from scoring.sheets.forms import ReasonsForm
from scoring.sheets.paper import MOST_POINTS, MOST_ROUNDS, PaperLine, outs_fault
from scoring.values import HasRules
from scoring.web.fields import NameField


class _PaperForm(ReasonsForm):
    """A table's paper sheet: who checked it, and why it is corrected."""

    verified_by = NameField(label=_("Who checked the sheet and signed it?"), required=False)

    def __init__(
        self,
        *args: Any,
        people: Sequence[Entrant],
        game: HasRules,
        newest: PaperResult | None,
        **kwargs: Any,
    ) -> None:
        """Begin with what was typed last; `game` has the table's rules and dominoes."""
        super().__init__(*args, **kwargs)
        self.people = people
        self.game = game
        self.doubles = starting_doubles(game)
        self.most_rounds = referee.round_count(game) or MOST_ROUNDS
        self.newest = newest
        if newest is not None:
            self._begin_with(newest)

    def _begin_with(self, paper: PaperResult) -> None:
        self.initial["verified_by"] = paper.verified_by
        self.initial["played"] = paper.played or None
        for at, (pk, total, outs, lowest) in enumerate(paper.lines, 1):
            self.initial.update({f"total-{pk}": total, f"outs-{pk}": outs, f"lowest-{pk}": lowest})
            if paper.rounds:
                self.initial[f"sum-{pk}"] = total
            for number, row in enumerate(paper.rounds, 1):
                self.initial[f"points-{number}-{pk}"] = row[at]
        for number, (out, *_points) in enumerate(paper.rounds, 1):
            self.initial[f"out-{number}"] = NOBODY if out is None else paper.lines[out][0]

    def lines(self) -> Mapping[int, PaperLine]:
        """What a valid form says of each of the people, by entrant's id."""
        raise NotImplementedError

    def rounds(self) -> list[list[int | None]]:
        """The rounds of a valid form, as a `PaperResult` keeps them."""
        return []

    def rounds_played(self) -> int | None:
        """How many rounds the totals of a valid form are of, None where nobody says."""
        return None


class PaperForm(_PaperForm):
    """A total for each seat; people who left without a place have none. The rest is optional.

    A seat without a total whose person is here, and a total of somebody who went away, may be
    slips: they are asked about, and written where `anyway` agrees to just these.
    """

    anyway = forms.CharField(required=False, max_length=200, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """With three fields for each of the people, those who went away last."""
        super().__init__(*args, **kwargs)
        self.people = sorted(self.people, key=lambda person: person.withdrawn_at is not None)
        self.asks = False
        label = _("How many rounds were played?")
        self.fields["played"] = _number(label, self.most_rounds, least=1)
        if self.newest is None:
            # A sheet that says nothing else has all of them.
            self.initial["played"] = referee.round_count(self.game)
        for person in self.people:
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

    @property
    def knows_more(self) -> bool:
        """Whether anything but totals is typed, or wrong."""
        return any(
            self[name].value() not in (None, "") or name in self.errors
            for name in self.fields
            if name.startswith(("outs-", "lowest-"))
        )

    def clean(self) -> dict[str, Any]:
        """Refuse what no sheet of so many rounds can say, beside the field that says it."""
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        lines = self.lines()
        rounds = cleaned["played"] or self.most_rounds
        for person in self.people:
            for fault in lines[person.pk].faults(person.name, rounds):
                self.add_error(f"{fault.code}-{person.pk}", fault.text)
        too_many = outs_fault([line.outs for line in lines.values()], rounds)
        for person in self.people if too_many else ():
            if lines[person.pk].outs:
                self.add_error(f"outs-{person.pk}", too_many)
        if not self.errors and any(line.total is not None for line in lines.values()):
            self._ask(lines)
        return cleaned

    @property
    def mark(self) -> str:
        """A mark of who has a total and who has none."""
        return "-".join(
            f"{person.pk}" for person in self.people if self[f"total-{person.pk}"].value()
        )

    def _ask(self, lines: Mapping[int, PaperLine]) -> None:
        """Ask about totals that are missing, or of who was not there; unless that is agreed to."""
        if self.cleaned_data["anyway"] == self.mark:
            return
        was = {} if self.newest is None else {line[0]: line[1] for line in self.newest.lines}
        for person in self.people:
            total, away = lines[person.pk].total, person.withdrawn_at is not None
            if self.newest is not None and (was.get(person.pk) is None) == (total is None):
                continue
            if total is None and not away:
                sentence = _("%s has no total. Has this person left the table?")
            elif total is not None and away:
                sentence = _("%s has left the tournament. Did this person play this game?")
            else:
                continue
            self.add_error(f"total-{person.pk}", sentence % person.name)
            self.asks = True

    def rounds_played(self) -> int | None:
        """What is typed."""
        played: int | None = self.cleaned_data["played"]
        return played

    def lines(self) -> Mapping[int, PaperLine]:
        """What is typed of each, by entrant's id."""
        cleaned = self.cleaned_data
        return {
            person.pk: PaperLine(
                cleaned[f"total-{person.pk}"],
                cleaned[f"outs-{person.pk}"],
                cleaned[f"lowest-{person.pk}"],
            )
            for person in self.people
        }


class PaperRoundsForm(_PaperForm):
    """A paper sheet round by round, as it is printed: people down, rounds across.

    What the sheet says and can hardly be is marked, and written where `anyway` agrees to just that.
    """

    anyway = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """With a field for each person's points in each round, who went out, and the totals."""
        super().__init__(*args, **kwargs)
        self.read = ReadSheet()
        everybody = [(person.pk, person.name) for person in self.people]
        for number in range(1, len(self.doubles) + 1):
            for person in self.people:
                self.fields[f"points-{number}-{person.pk}"] = _number(
                    _("%(name)s, round %(round)d") % {"name": person.name, "round": number},
                    MOST_POINTS,
                )
            self.fields[f"out-{number}"] = forms.TypedChoiceField(
                label=_("Went out in round %d") % number,
                choices=[("", "–"), *everybody, (NOBODY, _("nobody"))],
                coerce=int,
                empty_value=None,
                required=False,
            )
        for person in self.people:
            self.fields[f"sum-{person.pk}"] = _number(
                _("Total of %s on the sheet") % person.name, MOST_POINTS
            )

    def clean(self) -> dict[str, Any]:
        """Add the sheet up; each thing that is wrong stands beside its field."""
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        columns = range(1, len(self.doubles) + 1)
        pks = [person.pk for person in self.people]
        self.read = read_sheet(
            TypedSheet(
                names={person.pk: person.name for person in self.people},
                points={(at, pk): cleaned[f"points-{at}-{pk}"] for at in columns for pk in pks},
                outs={at: cleaned[f"out-{at}"] for at in columns},
                sums={pk: cleaned[f"sum-{pk}"] for pk in pks},
                left=frozenset(
                    person.pk for person in self.people if person.withdrawn_at is not None
                ),
            ),
            self.game,
            self.doubles,
        )
        for name, sentences in self.read.faults.items():
            for sentence in sentences:
                self.add_error(name or None, sentence)
        if self.asks:
            self.add_error(
                None, _("Something on this sheet can hardly be. It is marked. Look at it again.")
            )
        return cleaned

    @property
    def asks(self) -> bool:
        """Whether all fits but what is odd, to which nobody has agreed as it is now."""
        read = self.read
        return not read.faults and bool(read.odd) and self.cleaned_data["anyway"] != read.mark

    def head(self) -> list[tuple[int, int | None]]:
        """The rounds, and the double that each begins with (None: the table finds it)."""
        return list(enumerate(self.doubles, 1))

    def rows(self) -> list[dict[str, Any]]:
        """A line for each person: the cells of the rounds, the total, and those with sentences."""
        return [
            {"person": person, **self._cells(f"points-%d-{person.pk}", f"sum-{person.pk}")}
            for person in self.people
        ]

    def outs(self) -> dict[str, Any]:
        """Who went out: a cell for each round, and those with sentences."""
        return self._cells("out-%d")

    def faulty(self) -> list[dict[str, Any]]:
        """All cells with something to mend, or to look at once more."""
        return [cell for line in [*self.rows(), self.outs()] for cell in line["noted"]]

    def _cells(self, name: str, *more: str) -> dict[str, Any]:
        names = [*(name % number for number, _double in self.head()), *more]
        cells = [self._cell(self[name]) for name in names]
        return {"cells": cells, "noted": [cell for cell in cells if cell["notes"]]}

    def _cell(self, bound: BoundField) -> dict[str, Any]:
        value = bound.value()
        faults: Sequence[Any] = self.errors.get(bound.name, [])
        questions = self.read.odd.get(bound.name, [])
        return {
            "name": bound.name,
            "value": "" if value is None else value,
            "label": bound.label,
            "number": True,
            "choices": getattr(bound.field, "choices", ()),
            "faults": faults,
            "questions": questions,
            "notes": f"notes-{bound.name}" if faults or questions else "",
        }

    def lines(self) -> Mapping[int, PaperLine]:
        """What the rounds come to, by entrant's id."""
        return self.read.lines

    def rounds(self) -> list[list[int | None]]:
        """The rounds as they are kept."""
        return self.read.rounds


class LeavingForm(forms.Form):
    """Why somebody goes away, if they say."""

    reason = forms.CharField(
        label=_("Why, if it is given"),
        required=False,
        max_length=200,
        error_messages={"max_length": _("There is room for 200 letters.")},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


def _number(label: Any, most: int, least: int = 0) -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        min_value=least,
        max_value=most,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
