"""To whom a seat is offered that is free before a stage's first game: who comes next, and others.

A free seat goes to who comes next by the stage before. Where tables sent people on, who comes next
at the table of who left is offered too: the director chooses.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.tournaments.brackets.seat_changes import SeatDeed, TableChange
from league.tournaments.brackets.values import How
from league.tournaments.courses import Loaded
from league.tournaments.models import Entrant
from league.tournaments.stages.selectors.next_in_line import NextInLine, level_words, next_words
from league.tournaments.wording import free_seat_words
from scoring.lists import listed

from .next_in_line import free_seats
from .seat_changes import (
    SeatChangePlan,
    SeatFacts,
    SwapsAfter,
    seat_facts,
    swaps_after,
    table_of,
    tables_before,
)

NOBODY: Final = SwapsAfter((), ())


@dataclass(frozen=True)
class SeatChoices:
    """A seat that is free: who left it, and who could have it, as the groups of a list."""

    left: Entrant
    table: int
    groups: tuple[tuple[str, tuple[tuple[TableChange, str], ...]], ...]


@dataclass(frozen=True)
class FreeSeats:
    """Seats of a division that are free since people withdrew: who left, and who can have them.

    They are offered to who comes next by that `stage`, by a `rule` in words. Who is `level` for
    the rest of them is not proposed. `stood` says how those stood in it to whom they are offered.
    Of these, who `should` have gone on by the results as they are now comes first. `choices` are
    all who could sit down, for each who left, with the change that seats them. `at_tables` are
    those who come next at the tables of those who left, where others come first.
    """

    left: tuple[str, ...]
    stage: str
    swaps: SwapsAfter
    level: tuple[str, ...]
    rule: str = ""
    stood: tuple[str, ...] = ()
    should: tuple[str, ...] = ()
    choices: tuple[SeatChoices, ...] = ()
    at_tables: SwapsAfter = NOBODY

    @property
    def next_words(self) -> str:
        """To whom seats are offered, how they stood, and why in that order; "" for nobody."""
        if not self.following:
            return ""
        people = [
            f"{name} ({stood})" if stood else name
            for name, stood in zip(self.following, self.stood, strict=True)
        ]
        return f"{next_words(self.stage, people)} {self.should_words}".strip()

    @property
    def should_words(self) -> str:
        """Who comes first because of going on by the results as they are now; "" for nobody."""
        if not self.should:
            return ""
        sentence = ngettext(
            "%(names)s comes first: by the results now, this one goes on from the table.",
            "%(names)s come first: by the results now, they go on from their tables.",
            len(self.should),
        )
        return sentence % {"names": listed(self.should)}

    @property
    def following(self) -> tuple[str, ...]:
        """Those to whom a seat is offered."""
        return tuple(plan.other.name for plan in self.swaps.plans if plan.other)

    @property
    def level_words(self) -> str:
        """Who is level for a seat, in a sentence; "" for nobody."""
        if not self.level:
            return ""
        return level_words(self.stage, self.level, after_others=bool(self.swaps.plans))

    def words_before(self) -> Iterator[str]:
        """Say, before somebody leaves, to whom the seat is offered then, and by which rule."""
        names = {"stage": self.stage, "others": listed(self.following)}
        if self.following and self.rule and not self.should:
            yield _("The place goes to the best of those who did not go on: %(others)s.") % names
        elif len(self.following) == 1:
            yield _("In the order of %(stage)s, %(others)s comes next.") % names
        elif self.following:
            yield _("In the order of %(stage)s, %(others)s come next.") % names
        yield from self.at_tables.words
        if self.following or self.at_tables.plans:
            yield _("Roundhouse then asks you who takes the seat.")
        yield from filter(None, (self.should_words, self.level_words, self.rule))


def swaps_for_free(snapshot: Loaded) -> tuple[FreeSeats, ...]:
    """Return who comes next where people withdrew before the first game of a stage, by division.

    At most six queries, and none where no seat is free.
    """
    stage = snapshot.current
    seats = free_seats(snapshot, stage) if stage else {}
    return tuple(_offers(seat_facts(snapshot, stage), seats)) if stage and seats else ()


def _offers(facts: SeatFacts, seats: Mapping[str, Sequence[int]]) -> Iterator[FreeSeats]:
    entrants = facts.snapshot.entrants
    for group, free in seats.items():
        line = facts.line(group)
        if line is None:
            continue
        sure, level = line.first(len(free))
        swaps = swaps_after(facts, sure, free)
        offered = [plan.other.pk for plan in swaps.plans if plan.other]
        going = facts.closing.advance.going if facts.closing else ()
        winners = {goer.key for goer in going if goer.how is How.TABLE}
        yield FreeSeats(
            tuple(entrants[pk].name for pk in free),
            line.earlier.name,
            swaps,
            tuple(entrants[pk].name for pk in level),
            free_seat_words(line.earlier),
            stood=tuple(line.stood.get(pk, "") for pk in offered),
            should=tuple(entrants[pk].name for pk in offered if pk in winners),
            choices=tuple(_choices_for(facts, pk) for pk in free),
            at_tables=_next_at_tables(facts, line, free, offered),
        )


def _next_at_tables(
    facts: SeatFacts, line: NextInLine, free: Sequence[int], offered: Sequence[int]
) -> SwapsAfter:
    """Who comes next at the table that each came from, but for whom a seat is `offered` to."""
    at = tables_before(facts)
    plans, words = list[SeatChangePlan](), list[str]()
    for left in free:
        there = [[pk for pk in keys if pk in at and at[pk] == at.get(left)] for keys in line.groups]
        first = next((keys for keys in there if keys), [])
        if len(first) != 1 or first[0] in offered:
            continue
        swaps = swaps_after(facts, first, [left])
        plans += swaps.plans
        names = facts.snapshot.entrants
        details = {
            "table": at[left],
            "stage": line.earlier.name,
            "left": names[left].name,
            "name": names[first[0]].name,
        }
        sentence = _("At table %(table)d of %(stage)s, where %(left)s played, %(name)s comes next.")
        words += [sentence % details for _plan in swaps.plans]
    return SwapsAfter(tuple(plans), (), tuple(words))


def _choices_for(facts: SeatFacts, left: int) -> SeatChoices:
    """Who could sit down in somebody's seat, of the division where it is played by division."""
    table = table_of(facts.course, left)
    groups = tuple(
        (label, tuple((TableChange(SeatDeed.REPLACE, left, pk), text) for pk, text in people))
        for label, people in facts.choices_at(table)
    )
    return SeatChoices(facts.snapshot.entrants[left], table, groups)
