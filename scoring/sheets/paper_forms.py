"""A table's paper sheet as a form: people down, rounds across, as it is printed."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from scoring.lists import all_of
from scoring.values import HasRules

from .paper import MOST_POINTS
from .paper_rounds import NOBODY, ReadSheet, TypedSheet, read_sheet


class RoundsGrid(forms.Form):
    """A paper sheet round by round.

    What the sheet says and can hardly be is marked, and written where `anyway` agrees to just that.
    Of several doubts each is ticked by itself: `sure` are their numbers.
    Whoever uses it says which `people` (each with `pk` and `name`) have a line, which `game` is
    played (its rules and dominoes), and which `doubles` start the rounds; then it adds the fields.
    """

    anyway = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)
    sure = forms.Field(required=False, widget=forms.SelectMultiple)

    people: Sequence[Any]
    game: HasRules
    doubles: list[int | None]
    read: ReadSheet
    doubts: Sequence[tuple[str, str]] = ()

    def add_rounds(self) -> None:
        """Add a field for each person's points in each round, for who went out, and the totals."""
        self.read = ReadSheet()
        everybody = [(person.pk, person.name) for person in self.people]
        for number in range(1, len(self.doubles) + 1):
            for person in self.people:
                self.fields[f"points-{number}-{person.pk}"] = number_field(
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
            self.fields[f"sum-{person.pk}"] = number_field(
                _("Total of %s on the sheet") % person.name, MOST_POINTS
            )

    def left(self) -> frozenset[int]:
        """Who has gone home, and may have empty cells from some round on."""
        return frozenset()

    def late(self) -> frozenset[int]:
        """Who came late, and may have empty cells up to some round."""
        return frozenset()

    def names(self, cleaned: Mapping[str, Any]) -> dict[int, str]:
        """Whose lines are read, by id: everybody's."""
        return {person.pk: person.name for person in self.people}

    def clean(self) -> dict[str, Any]:
        """Add the sheet up; each thing that is wrong stands beside its field."""
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        columns = range(1, len(self.doubles) + 1)
        names = self.names(cleaned)
        self.read = read_sheet(
            TypedSheet(
                names=names,
                points={(at, pk): cleaned[f"points-{at}-{pk}"] for at in columns for pk in names},
                outs={at: cleaned[f"out-{at}"] for at in columns},
                sums={pk: cleaned[f"sum-{pk}"] for pk in names},
                left=self.left(),
                late=self.late(),
            ),
            self.game,
            self.doubles,
        )
        self.look_further(names)
        for name, sentences in self.read.faults.items():
            for sentence in sentences:
                self.add_error(name or None, sentence)
        self.doubts = list(self._doubts())
        for sentence in self._asked() if self.asks else ():
            self.add_error(None, sentence)
        return cleaned

    def _doubts(self) -> Iterator[tuple[str, str]]:
        """All that is odd or asked, each by the name of its field."""
        for sentences_of in (self.read.odd, self.read.questions):
            for name, sentences in sentences_of.items():
                yield from ((name, sentence) for sentence in sentences)

    def _asked(self) -> Iterator[str]:
        """What stands at the top while something is asked."""
        if len(self.doubts) > 1:
            asked = _("%d things on this sheet are unusual. Tick each one where the sheet says so.")
            yield str(asked) % len(self.doubts)
            if self._is_same:
                yield str(_("Not all are ticked yet. Tick what is right, or correct the number."))
            return
        if self.read.odd:
            yield str(
                _("Something on this sheet is hardly possible. It is marked. Look at it again.")
            )
        elif self.read.questions:
            yield str(_("One question first. It is marked below."))

    def totals_words(self) -> str:
        """The totals of a valid form, to be compared with the sheet."""
        return str(_("Totals: %s.")) % all_of(self._sums())

    def _sums(self) -> Iterator[str]:
        """The total of each one, with the points that a late arrival begins with."""
        for person in self.people:
            line = self.read.lines.get(person.pk)
            if line is None or line.total is None:
                continue
            if start := self.read.starts.get(person.pk):
                details = {"name": person.name, "total": line.total, "start": start}
                yield str(_("%(name)s %(total)d (begins with %(start)d)")) % details
            else:
                yield f"{person.name} {line.total}"

    def look_further(self, names: Mapping[int, str]) -> None:
        """Add to what was found amiss, or is to be asked, in the lines of these people."""

    @property
    def asks(self) -> bool:
        """Whether all fits but what is odd or asked, to which nobody has agreed as it is now."""
        if self.read.faults or not self.read.mark:
            return False
        return not self._is_same or any(not ticked for _at, _text, ticked in self.boxes())

    @property
    def _is_same(self) -> bool:
        """Whether what was agreed to is what is odd or asked now."""
        return bool(self.cleaned_data["anyway"] == self.read.mark)

    def boxes(self, *names: str) -> list[tuple[int, str, bool]]:
        """Doubts to tick, each with its number and whether it is: of these fields, or all.

        None where there is only one doubt, which the button itself agrees to.
        """
        if len(self.doubts) < 2:
            return []
        ticked = self.cleaned_data["sure"] or () if self._is_same else ()
        return [
            (at, sentence, str(at) in ticked)
            for at, (name, sentence) in enumerate(self.doubts)
            if not names or name in names
        ]

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
        read = self.read
        questions = [*read.odd.get(bound.name, ()), *read.questions.get(bound.name, ())]
        return {
            "name": bound.name,
            "value": "" if value is None else value,
            "label": bound.label,
            "number": True,
            "choices": getattr(bound.field, "choices", ()),
            "faults": faults,
            "questions": questions,
            "boxes": self.boxes(bound.name) if questions and self.asks else (),
            "notes": f"notes-{bound.name}" if faults or questions else "",
        }


def number_field(label: Any, most: int, least: int = 0) -> forms.IntegerField:
    """A whole number that may be left empty."""
    return forms.IntegerField(
        label=label,
        min_value=least,
        max_value=most,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
