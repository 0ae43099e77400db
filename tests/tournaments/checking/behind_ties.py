"""Who is level at a table behind those who go on from it: one is second, one third, by hand."""

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain

from .state import Key, Stage

At = tuple[int, Fraction]
"""A place at the own table, and the value: the lower, the sooner somebody fills up."""

Tie = tuple[frozenset[Key], int]
"""People who are level at a table, and for how many places."""


def by_lots(stage: Stage, keys: list[Key]) -> list[list[Key]]:
    """People whom tie-breaks leave level, in the order of the newest lots that all of them had."""
    lots = [drawn for drawn in stage.drawn if set(keys) <= set(drawn)]
    if len(keys) < 2 or not lots:
        return [keys]
    return [[key] for key in sorted(keys, key=lots[-1].__getitem__)]


@dataclass
class Spots:
    """The places behind those who go on: each at its least and its most, with whose it is.

    Who is level shares several, one place of the table after the other.
    """

    least: list[tuple[frozenset[Key], At]] = field(default_factory=list)
    most: list[tuple[frozenset[Key], At]] = field(default_factory=list)

    def add(self, keys: list[Key], place: int, values: dict[Key, Fraction]) -> None:
        """Note people of a table who are level from this place on, or somebody alone."""
        owners = frozenset(keys)
        low = min(values[key] for key in keys)
        high = max(values[key] for key in keys)
        for at in range(place, place + len(keys)):
            self.least.append((owners, (at, low)))
            self.most.append((owners, (at, high)))

    def ties(self) -> list[frozenset[Key]]:
        """Who is level, table by table."""
        return list(dict.fromkeys(owners for owners, _at in self.least if len(owners) > 1))

    def without(self, keys: frozenset[Key]) -> "Spots":
        """The places of the others."""
        left = [[one for one in spots if one[0] != keys] for spots in (self.least, self.most)]
        return Spots(*left)

    def safe(self, keys: frozenset[Key], room: int) -> int:
        """How many of somebody's places are among so many, with all equals before them."""
        own = sorted(at for owners, at in self.most if owners == keys)
        others = [at for owners, at in self.least if owners != keys]
        ahead = [number + sum(at <= mine for at in others) for number, mine in enumerate(own)]
        return sum(before < room for before in ahead)

    def out(self, keys: frozenset[Key], room: int) -> bool:
        """Whether even the first of somebody's places is behind so many."""
        first = min(at for owners, at in self.least if owners == keys)
        return sum(at < first for owners, at in self.most if owners != keys) >= room

    def waiting(self, room: int) -> list[Tie]:
        """Those ties of which neither all are safe nor all are out, and how many are, if any."""
        safe = [(keys, self.safe(keys, room)) for keys in self.ties()]
        return [
            (keys, min(max(number, 1), len(keys) - 1))
            for keys, number in safe
            if number < len(keys) and not self.out(keys, room)
        ]

    def let_on(self, stage: Stage, room: int) -> tuple["Spots", int, list[Key]]:
        """What is left where the director lets all of a tie go on in the places it waits for."""
        spots, on = self, list[Key]()
        while chosen := [tie for tie in spots.waiting(room) if tie[0] in stage.all_on]:
            keys, number = chosen[0]
            spots, room, on = spots.without(keys), room - number, [*on, *sorted(keys)]
        return spots, room, on

    def placed(self) -> dict[Key, int]:
        """The place of each at the own table, of those who are level in any order."""
        places: dict[Key, int] = {}
        for keys in dict.fromkeys(owners for owners, _at in self.least):
            at = sorted(spot[0] for owners, spot in self.least if owners == keys)
            places |= dict(zip(sorted(keys), at, strict=True))
        return places

    @property
    def people(self) -> set[Key]:
        """Whose these places are."""
        return set(chain.from_iterable(owners for owners, _at in self.least))
