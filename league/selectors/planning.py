"""What a plan is made from: who is there, what is wished, what was played."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from league.models import GameDay, Wish

from .days import Person
from .seating import Round, Seating, Table, earlier_tables, seating_of, wished_pair, wishes_of


@dataclass(frozen=True)
class Inputs:
    """All that a plan of a day follows from, read at one moment; players are ids."""

    seating: Seating
    wishes: tuple[Wish, ...]
    met: tuple[Table, ...]

    @property
    def day(self) -> GameDay:
        """The day that is planned."""
        return self.seating.day

    @property
    def played(self) -> Sequence[Round]:
        """The rounds of seating that stay as they are."""
        return [self.seating.tables(number) for number in range(1, self.seating.first_open)]

    @cached_property
    def coming(self) -> tuple[Person, ...]:
        """Those who are there in a round that is still open."""
        rounds = range(self.seating.first_open, self.day.rounds + 1)
        return tuple(one for one in self.seating.people if any(map(one.plays, rounds)))

    @property
    def fixed(self) -> Mapping[int, int]:
        """The table that each of those who need one always sits at."""
        return {one.player.pk: one.fixed for one in self.coming if one.fixed}

    def pairs(self, kind: Wish.Kind) -> list[Table]:
        """The pairs of that kind of wish of which both are still to play."""
        there = {one.player.pk for one in self.coming}
        found = [
            tuple(player.pk for player in wished_pair(w)) for w in self.wishes if w.kind == kind
        ]
        return [pair for pair in found if there.issuperset(pair)]

    def present(self, number: int) -> list[int]:
        """Who plays in a round, in the order in which they came."""
        playing = [one for one in self.seating.people if one.plays(number)]
        playing.sort(key=lambda one: (one.attendance.arrived_at, one.attendance.pk))
        return [one.player.pk for one in playing]

    @cached_property
    def basis(self) -> str:
        """Stands for all of this: equal inputs have the same, others another."""
        day, seating = self.day, self.seating
        told = (
            seating.plan.pk if seating.plan else None,
            seating.first_open,
            [list(one) for one in sorted(seating.games)],
            (day.movement, day.movers, day.size, day.least, day.most, day.rounds),
            [list(map(list, tables)) for tables in self.played],
            [
                (one.player.pk, one.name, one.fixed, row.joins_at, row.leaves_after)
                for one in self.coming
                for row in (one.attendance,)
            ],
            sorted(
                (wish.kind, *sorted(one.pk for one in wished_pair(wish))) for wish in self.wishes
            ),
            sorted(self.met),
        )
        return hashlib.sha256(repr(told).encode()).hexdigest()


def inputs_of(day: GameDay) -> Inputs:
    """What a plan of the day would be made from now."""
    seating = seating_of(day)
    coming = [one.player.pk for one in seating.people]
    met = earlier_tables(day, coming) if day.meetings_count else []
    return Inputs(seating, tuple(wishes_of(day)), tuple(met))
