"""What the director types: a table's paper sheet, and why somebody goes away."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from league.days.selectors.tables import starting_doubles
from league.tournaments.models import Entrant, PaperResult
from scoring import referee
from scoring.accounts.authors import MAX_REASON
from scoring.sheets.forms import ReasonsForm
from scoring.sheets.paper import MOST_POINTS, MOST_ROUNDS, PaperLine, outs_fault
from scoring.sheets.paper_forms import RoundsGrid, number_field
from scoring.sheets.paper_rounds import NOBODY
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
        rounds_count: bool = False,
        late: Collection[int] = (),
        time_over: bool = False,
        **kwargs: Any,
    ) -> None:
        """Begin with what was typed last; `game` has the table's rules and dominoes.

        Where `rounds_count`, how many rounds were played changes what the totals count. `late` are
        the ids of those who joined the table once it had begun. With `time_over` the table has
        stopped, however few its rounds are.
        """
        super().__init__(*args, **kwargs)
        self.people = people
        self.game = game
        self.doubles = starting_doubles(game)
        self.most_rounds = referee.round_count(game) or MOST_ROUNDS
        self.newest = newest
        self.rounds_count = rounds_count
        self.joined_late = frozenset(late)
        self.time_over = time_over
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

    @property
    def reasons_to_correct(self) -> list[str]:
        """Why numbers are corrected, or more of them typed, to be tapped."""
        return [*super().reasons_to_correct, str(_("Written down later"))]

    def lines(self) -> Mapping[int, PaperLine]:
        """What a valid form says of each of the people, by entrant's id."""
        raise NotImplementedError

    def questions_of_presence(
        self, lines: Mapping[int, PaperLine]
    ) -> Iterator[tuple[Entrant, str]]:
        """Ask about totals that are missing, or of who was not there, where that is new."""
        was = {} if self.newest is None else {line[0]: line[1] for line in self.newest.lines}
        for person in self.people:
            total, away = lines[person.pk].total, person.withdrawn_at is not None
            if self.newest is not None and (was.get(person.pk) is None) == (total is None):
                continue
            if total is None and not away:
                yield person, _("%s has no total. Has this person left the table?") % person.name
            elif total is not None and away:
                sentence = _("%s has left the tournament. Did this person play this game?")
                yield person, sentence % person.name

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
    next_too = forms.BooleanField(label=_("The next tables by totals only, too"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """With three fields for each of the people, those who went away last."""
        super().__init__(*args, **kwargs)
        self.people = sorted(self.people, key=lambda person: person.withdrawn_at is not None)
        self.asks = False
        label = _("How many rounds were played?")
        self.fields["played"] = number_field(label, self.most_rounds, least=1)
        if self.rounds_count:
            self.fields["played"].required = True
            self.fields["played"].error_messages["required"] = _(
                "Type how many rounds were played: here tables are compared by that."
            )
        for person in self.people:
            self.fields[f"total-{person.pk}"] = number_field(_("Total"), MOST_POINTS)
            self.fields[f"outs-{person.pk}"] = number_field(_("Rounds won"), MOST_ROUNDS)
            self.fields[f"lowest-{person.pk}"] = number_field(_("Lowest round"), MOST_POINTS)

    def rows(self) -> list[tuple[Entrant, BoundField, BoundField, BoundField]]:
        """Each of the people with the fields for total, rounds won and lowest round."""
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
        for person, sentence in self.questions_of_presence(lines):
            self.add_error(f"total-{person.pk}", sentence)
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


class PaperRoundsForm(RoundsGrid, _PaperForm):
    """A paper sheet round by round; who went away may have empty cells from some round on."""

    people: Sequence[Entrant]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """With a field for each person's points in each round, who went out, and the totals."""
        super().__init__(*args, **kwargs)
        self.add_rounds()

    def look_further(self, names: Mapping[int, str]) -> None:
        """Ask about rounds that are missing, and about points of who was not there to the end.

        What is written down counts as the table's end.
        """
        played, due = len(self.read.rounds), self.most_rounds
        was = self.newest.played if self.newest is not None else None
        if 0 < played < min(due, len(self.doubles)) and played != was and not self.time_over:
            self.read.questions[f"out-{played + 1}"].append(
                ngettext(
                    "%(played)d of %(due)d rounds is filled in. Has this table stopped? "
                    "If it still plays, write nothing down yet.",
                    "%(played)d of %(due)d rounds are filled in. Has this table stopped? "
                    "If it still plays, write nothing down yet.",
                    played,
                )
                % {"played": played, "due": due}
            )
        if not self.read.faults:
            for person, sentence in self.questions_of_presence(self.read.lines):
                self.read.questions[f"sum-{person.pk}"].append(sentence)
            self._ask_about_left()

    def _ask_about_left(self) -> None:
        """Say of a total of somebody who left before the last round that it is of no whole game."""
        rounds = self.read.rounds
        for at, person in enumerate(self.people, 1):
            total = self.cleaned_data[f"sum-{person.pk}"]
            if total is None or self.read.lines[person.pk].total is not None:
                continue
            own = [number for number, row in enumerate(rounds, 1) if row[at] is not None]
            self.read.questions[f"sum-{person.pk}"].append(
                _(
                    "%(name)s left after %(after)d of %(rounds)d rounds. The total of %(total)d "
                    "does not count as a game: those who played on come before. Is that so?"
                )
                % {
                    "name": person.name,
                    "after": max(own, default=0),
                    "rounds": len(rounds),
                    "total": total,
                }
            )

    def left(self) -> frozenset[int]:
        """Who went away."""
        return frozenset(person.pk for person in self.people if person.withdrawn_at is not None)

    def late(self) -> frozenset[int]:
        """Who joined the table once it had begun."""
        return self.joined_late

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
        max_length=MAX_REASON,
        error_messages={"max_length": _("There is room for %(limit_value)d letters.")},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
