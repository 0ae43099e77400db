"""The most probable reading of several hands in which no tile comes twice.

Each hand is read by itself first. If two sights took the same tile, it belongs to one of them at
most: either the first has it and no other, or the first does not have it. Both ways are tried, the
cheaper one first, until the cheapest one left has no tile twice; as no way can get cheaper by going
on, that one is the most probable of all.

A way's price counts what its tiles taken twice will cost at least: one of the two sights has to go
over to its next choice. So photos with many tiles in common do not double the ways with each tile.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from math import inf
from typing import Final

from engine.reports.photos.hands import (
    UNREAD_COST,
    Barred,
    Choice,
    HandReading,
    Other,
    PhotoHand,
    Points,
    cheapest,
    floor,
)
from engine.tiles import Tile

MOST_WAYS: Final = 2000
"""Ways that one search looks at."""

MOST_IN_ALL: Final = 4000
"""Ways that all searches of one audit look at: many tiles that look alike took minutes."""

Spot = tuple[int, int]
"""A sight: the number of its hand and its place there."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A choice for each sight of each hand; `proved` says that none is more probable."""

    cost: float
    choices: tuple[tuple[Choice, ...], ...]
    proved: bool = True


@dataclass(slots=True)
class Search:
    """Readings of these hands together; `taken` are tiles that lie elsewhere.

    `left` are the ways that may still be looked at; a search without any looks at one.
    """

    hands: Sequence[PhotoHand]
    points: Points
    taken: frozenset[Tile] = frozenset()
    left: int = MOST_IN_ALL
    _known: dict[tuple[int, Barred], HandReading | None] = field(default_factory=dict)
    _spots: dict[Tile, list[Spot]] = field(default_factory=lambda: defaultdict(list))

    def best(self, barred: Iterable[tuple[Spot, Choice]] = (), most: float = inf) -> Reading | None:
        """Return the most probable reading without these choices.

        None where there is none that costs at most `most`.
        """
        numbers = count()
        root = self._without(self._start(), barred)
        ways: list[tuple[float, int, tuple[Barred, ...]]] = []
        self._push(ways, next(numbers), root, most)
        for _step in range(max(1, min(MOST_WAYS, self.left))):
            if not ways:
                return None
            self.left -= 1
            price, _number, way = heappop(ways)
            readings = [self._read(at, bars) for at, bars in enumerate(way)]
            choices = tuple(reading.choices for reading in readings if reading is not None)
            twice = _taken_twice(choices)
            if not twice:
                return Reading(price, choices)
            first, _others, tile = twice[0]
            options = self.hands[first[0]].sights[first[1]].options()
            keeps = [(first, choice) for choice, _cost in options if choice != tile]
            rest = [(spot, tile) for spot in self._spots_by_tile()[tile] if spot != first]
            self._push(ways, next(numbers), self._without(way, [*keeps, *rest]), most)
            self._push(ways, next(numbers), self._without(way, [(first, tile)]), most)
        return self._left_open(choices)

    def least_without(self, spot: Spot, choice: Choice) -> float:
        """Return a cost that no reading without this choice is below, quickly."""
        start = self._without(self._start(), [(spot, choice)])
        total = 0.0
        for at, bars in enumerate(start):
            if at == spot[0]:
                total += floor(self.hands[at], bars)
            else:
                reading = self._read(at, bars)
                total += inf if reading is None else reading.cost
        return total

    def _spots_by_tile(self) -> Mapping[Tile, list[Spot]]:
        """Return the sights that each tile may be."""
        if not self._spots:
            for number, hand in enumerate(self.hands):
                for at, sight in enumerate(hand.sights):
                    for tile, _probability in sight.tiles:
                        self._spots[tile].append((number, at))
        return self._spots

    def _start(self) -> tuple[Barred, ...]:
        return tuple(
            frozenset(
                (at, tile)
                for at, sight in enumerate(hand.sights)
                for tile, _probability in sight.tiles
                if tile in self.taken
            )
            for hand in self.hands
        )

    def _without(
        self, way: tuple[Barred, ...], more: Iterable[tuple[Spot, Choice]]
    ) -> tuple[Barred, ...]:
        by_hand: dict[int, set[tuple[int, Choice]]] = defaultdict(set)
        for (number, at), choice in more:
            by_hand[number].add((at, choice))
        return tuple(
            bars | by_hand[number] if number in by_hand else bars for number, bars in enumerate(way)
        )

    def _read(self, number: int, bars: Barred) -> HandReading | None:
        key = number, bars
        if key not in self._known:
            self._known[key] = cheapest(self.hands[number], self.points, bars)
        return self._known[key]

    def _push(
        self,
        ways: list[tuple[float, int, tuple[Barred, ...]]],
        number: int,
        way: tuple[Barred, ...],
        most: float,
    ) -> None:
        readings = [self._read(at, bars) for at, bars in enumerate(way)]
        if any(reading is None for reading in readings):
            return
        by_hand = [reading for reading in readings if reading is not None]
        price = sum(reading.cost for reading in by_hand)
        price += self._least_for_twice(way, tuple(reading.choices for reading in by_hand))
        if price <= most:
            heappush(ways, (price, number, way))

    def _least_for_twice(
        self, way: tuple[Barred, ...], choices: tuple[tuple[Choice, ...], ...]
    ) -> float:
        """Return what the tiles that are taken twice will cost at least.

        Only where each sight is chosen by itself: then what each of them costs more adds up.
        """
        return sum(
            min(self._step_from(way, first, tile), self._step_from(way, others[0], tile))
            for first, others, tile in _taken_twice(choices)
            if self.hands[first[0]].is_additive and self.hands[others[0][0]].is_additive
        )

    def _step_from(self, way: tuple[Barred, ...], spot: Spot, tile: Tile) -> float:
        """Return what a sight costs more without this tile, which it has now."""
        number, at = spot
        costs = dict(self.hands[number].sights[at].options())
        rest = [
            cost
            for choice, cost in costs.items()
            if choice != tile and (at, choice) not in way[number]
        ]
        return min(rest, default=inf) - costs[tile]

    def _left_open(self, choices: tuple[tuple[Choice, ...], ...]) -> Reading:
        """Return the choices with all but the first of each tile taken twice left unread."""
        open_ = {spot for _first, others, _tile in _taken_twice(choices) for spot in others}
        settled = tuple(
            tuple(
                Other.UNREAD if (number, at) in open_ else choice for at, choice in enumerate(hand)
            )
            for number, hand in enumerate(choices)
        )
        return Reading(UNREAD_COST * len(open_), settled, proved=False)


def _taken_twice(
    choices: Sequence[Sequence[Choice]],
) -> list[tuple[Spot, tuple[Spot, ...], Tile]]:
    """Return each tile that is chosen more than once, with its first sight and the others."""
    spots: dict[Tile, list[Spot]] = defaultdict(list)
    for number, hand in enumerate(choices):
        for at, choice in enumerate(hand):
            if isinstance(choice, Tile):
                spots[choice].append((number, at))
    return [(first, tuple(others), tile) for tile, (first, *others) in spots.items() if others]
