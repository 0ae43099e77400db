"""The input of a plan: attendance, wishes, and what was played."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from league.days.models import GameDay, Wish

from .game_days import Attendee
from .seating import DaySeating, Round, Table, earlier_tables, seating_of, wished_pair, wishes_of


@dataclass(frozen=True)
class Inputs:
    """All that a plan of a day follows from, read at one moment; players are ids."""

    seating: DaySeating
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
    def coming(self) -> tuple[Attendee, ...]:
        """Those who are there in a round that is still open."""
        rounds = range(self.seating.first_open, self.day.rounds + 1)
        return tuple(person for person in self.seating.people if any(map(person.plays, rounds)))

    @property
    def fixed(self) -> Mapping[int, int]:
        """The table that each of those who need one always sits at."""
        return {person.player.pk: person.fixed for person in self.coming if person.fixed}

    def locked(self, number: int) -> Mapping[int, tuple[list[int], bool]]:
        """The people who keep their table in a round, by table; whether nobody else joins it."""
        seating, here = self.seating, set(self.present(number))
        tables: dict[int, tuple[list[int], bool]] = {}
        for table, ids in enumerate(seating.tables(number), 1):
            closed = (number, table) in seating.locks.tables
            people = [
                pk for pk in ids if pk in here and (closed or (number, pk) in seating.locks.people)
            ]
            if people or closed:
                tables[table] = people, closed
        return tables

    def pairs(self, kind: Wish.Kind) -> list[Table]:
        """The pairs of that kind of wish of which both are still to play."""
        there = {person.player.pk for person in self.coming}
        pairs = [
            tuple(player.pk for player in wished_pair(w)) for w in self.wishes if w.kind == kind
        ]
        return [pair for pair in pairs if there.issuperset(pair)]

    def present(self, number: int) -> list[int]:
        """Return the people who play in a round, in the order in which they came."""
        playing = [person for person in self.seating.people if person.plays(number)]
        playing.sort(key=lambda person: (person.attendance.arrived_at, person.attendance.pk))
        return [person.player.pk for person in playing]

    @cached_property
    def basis(self) -> str:
        """Return a digest of all this: it is the same for equal inputs alone."""
        day, seating = self.day, self.seating
        basis = (
            seating.plan.pk if seating.plan else None,
            seating.first_open,
            [list(place) for place in sorted(seating.games)],
            (day.movement, day.movers, day.size, day.least, day.most, day.tables, day.rounds),
            [list(map(list, tables)) for tables in self.played],
            [
                (person.player.pk, person.name, person.fixed, row.joins_at, row.leaves_after)
                for person in self.coming
                for row in (person.attendance,)
            ],
            sorted(
                (wish.kind, *sorted(player.pk for player in wished_pair(wish)))
                for wish in self.wishes
            ),
            sorted(self.met),
        )
        return hashlib.sha256(repr(basis).encode()).hexdigest()


def inputs_of(day: GameDay, *, kept: int = 0) -> Inputs:
    """What a plan of the day would be made from now; the first `kept` games stay as they are."""
    seating = replace(seating_of(day), kept=kept)
    coming = [person.player.pk for person in seating.people]
    met = earlier_tables(day, coming) if day.meetings_count else []
    return Inputs(seating, tuple(wishes_of(day)), tuple(met))
