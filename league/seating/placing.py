"""Seating one round so that all wishes are kept, whatever it costs in meetings."""

from collections.abc import Sequence
from enum import Enum
from typing import Final

import numpy as np

from league.seating.day import Day

_LOOKS: Final = 60_000
"""So often it is looked where somebody could sit before a round is given up."""

_HARDEST: Final = 24
"""The most groups that are compared before one is seated."""


class Failed(Enum):
    """Why a round could not be seated."""

    IMPOSSIBLE = "no seating keeps all wishes"
    NOT_FOUND = "none was found in the time given"


def seat_round(
    day: Day,
    at: int,
    rng: np.random.Generator,
    wanted: Sequence[int] | None = None,
    looks: int = _LOOKS,
) -> list[int] | Failed:
    """The table of each person in round `at` (-1: not there), keeping all wishes.

    Who need not sit elsewhere sits at the table `wanted` (-1: anywhere), the others by chance.
    """
    seating = _Round(day, at, rng, wanted, looks)
    failed = seating.place_units()
    return failed or seating.fill()


class _Round:
    """One round while it is being filled: people bound by wishes first, then all others."""

    def __init__(
        self,
        day: Day,
        at: int,
        rng: np.random.Generator,
        wanted: Sequence[int] | None,
        looks: int,
    ) -> None:
        self.day, self.rng, self.left = day, rng, looks
        self.sizes = day.sizes[at]
        self.room = list(self.sizes)
        self.here = set(day.there[at])
        self.table = [-1] * day.people
        self.wanted = wanted or [-1] * day.people
        self.foes: dict[int, set[int]] = {}
        places = day.places[at]
        for a, b in day.wishes.apart:
            # Where both have their table already, it is too late to part them.
            if a in self.here and b in self.here and not (a in places and b in places):
                self.foes.setdefault(a, set()).add(b)
                self.foes.setdefault(b, set()).add(a)
        self.banned: list[dict[int, int]] = [{} for _ in self.sizes]
        self.order = [int(table) for table in rng.permutation(len(self.sizes))]
        self.places = places
        self.fixed_tables = set(places.values())

    def place_units(self) -> Failed | None:
        """Seat the fixed, then by trying all who are bound by a wish."""
        fixed = self.places
        for who, table in fixed.items():
            if who in self.here:
                if self.room[table] < 1 or who in self.banned[table]:
                    return Failed.IMPOSSIBLE
                self._sit((who,), table)
        bound = []
        grouped = set()
        for group in self.day.wishes.groups:
            grouped |= set(group)
            present = tuple(who for who in group if who in self.here and who not in fixed)
            if len(present) > 1 or any(who in self.foes for who in present):
                bound.append(present)
        bound += [(who,) for who in sorted(self.foes) if who not in grouped and who not in fixed]
        if bound:
            order = self.rng.permutation(len(bound))
            bound = sorted((bound[i] for i in order), key=self._ease)
            if not self._place(bound):
                return Failed.IMPOSSIBLE if self.left > 0 else Failed.NOT_FOUND
        return None

    def _ease(self, unit: tuple[int, ...]) -> tuple[int, int]:
        """What is easy to seat sorts last: small, and apart from few."""
        return -len(unit), -sum(len(self.foes.get(who, ())) for who in unit)

    def _place(self, units: list[tuple[int, ...]]) -> bool:
        """Seat all units: at each step, of some of the hardest, that with the fewest tables."""
        if not units:
            return True
        best: tuple[int, int] | None = None
        choice: list[int] = []
        for at, unit in enumerate(units[:_HARDEST]):
            tables = self._tables(unit)
            key = (len(tables), -len(unit))
            if best is None or key < best:
                best, choice, chosen = key, tables, at
            if not tables:
                return False
        unit, rest = units[chosen], units[:chosen] + units[chosen + 1 :]
        for table in choice:
            if self.left <= 0:
                return False
            self._sit(unit, table)
            if self._place(rest):
                return True
            self._rise(unit, table)
        return False

    def _tables(self, unit: tuple[int, ...]) -> list[int]:
        """Where a unit may sit: the wanted table first; of empty tables of one size, one."""
        self.left -= 1
        wanted = self.wanted[unit[0]]
        order = [wanted, *self.order] if wanted in self.order else self.order
        tables: list[int] = []
        empty_seen = set()
        for table in order:
            if table in tables or self.room[table] < len(unit):
                continue
            if any(who in self.banned[table] for who in unit):
                continue
            if self.room[table] == self.sizes[table] and table not in self.fixed_tables:
                if self.sizes[table] in empty_seen:
                    continue
                empty_seen.add(self.sizes[table])
            tables.append(table)
        return tables

    def _sit(self, unit: tuple[int, ...], table: int) -> None:
        self.room[table] -= len(unit)
        banned = self.banned[table]
        for who in unit:
            self.table[who] = table
            for foe in self.foes.get(who, ()):
                banned[foe] = banned.get(foe, 0) + 1

    def _rise(self, unit: tuple[int, ...], table: int) -> None:
        self.room[table] += len(unit)
        banned = self.banned[table]
        for who in unit:
            self.table[who] = -1
            for foe in self.foes.get(who, ()):
                banned[foe] -= 1
                if not banned[foe]:
                    del banned[foe]

    def fill(self) -> list[int]:
        """Seat all others: at the wanted table while it has room, else by chance."""
        waiting = []
        for who in self.rng.permutation(sorted(self.here)):
            person = int(who)
            if self.table[person] < 0:
                table = self.wanted[person]
                if 0 <= table < len(self.room) and self.room[table] > 0:
                    self._sit((person,), table)
                else:
                    waiting.append(person)
        seats = [table for table, room in enumerate(self.room) for _ in range(room)]
        for person, table in zip(waiting, seats, strict=True):
            self.table[person] = table
        return self.table
