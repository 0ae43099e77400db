"""One hand as photos show it, and its most probable reading.

Probabilities are counted as costs, their negative logarithms: what is more probable is cheaper, and
the costs of independent choices add up.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import product
from math import inf, log
from typing import Final

from engine.tiles import Tile


class Other(Enum):
    """What a place in a photo can be that is no tile that was read there."""

    NO_TILE = "no_tile"
    UNREAD = "unread"


Choice = Tile | Other
"""What a place in a photo is taken for."""

Barred = frozenset[tuple[int, Choice]]
"""Choices that are ruled out, each with the place of its sight in the hand."""

UNREAD_COST: Final = -log(1e-6)
"""That a tile is none of those that the camera thought of."""

WRONG_NUMBER_COST: Final = -log(0.02)
"""That a total, or a number of tiles, was put down wrongly."""


@dataclass(frozen=True, slots=True)
class Sight:
    """One tile in a photo: the tiles that it may be, and how probable it is no tile at all."""

    tiles: tuple[tuple[Tile, float], ...]
    none: float = 0.0

    def options(self) -> Iterator[tuple[Choice, float]]:
        """Yield each choice with its cost."""
        for tile, probability in self.tiles:
            if probability > 0:
                yield tile, -log(probability)
        if self.none > 0:
            yield Other.NO_TILE, -log(self.none)
        yield Other.UNREAD, UNREAD_COST

    @property
    def likeliest(self) -> Tile | None:
        """The tile that it looks like most; None where it looks like none."""
        return max(self.tiles, key=lambda pair: pair[1])[0] if self.tiles else None


@dataclass(frozen=True, slots=True)
class PhotoHand:
    """All sights of one seat's hand; `total` points of its tiles and their `count`, where known."""

    seat: str
    sights: tuple[Sight, ...]
    total: int | None = None
    count: int | None = None

    @property
    def is_whole(self) -> bool:
        """Whether the photos can show all of its tiles."""
        return self.count is None or self.count <= len(self.sights)

    @property
    def is_additive(self) -> bool:
        """Whether each sight can be chosen by itself."""
        return not self.is_whole or (self.total is None and self.count is None)


@dataclass(frozen=True, slots=True)
class HandReading:
    """A choice for each sight of a hand, and what it costs."""

    cost: float
    choices: tuple[Choice, ...]


Points = Callable[[Tile], int | None]
"""What a tile counts; None where the rules do not say."""


def floor(hand: PhotoHand, barred: Barred) -> float:
    """Return a cost that no reading of the hand is below, quickly."""
    return sum(
        min((cost for choice, cost in sight.options() if (at, choice) not in barred), default=inf)
        for at, sight in enumerate(hand.sights)
    )


def cheapest(hand: PhotoHand, points: Points, barred: Barred) -> HandReading | None:
    """Return the most probable reading of a hand by itself; None where everything is barred.

    Its total and its number of tiles hold, or are taken for wrong at their cost.
    """
    checks_total = hand.is_whole and hand.total is not None
    checks_count = hand.is_whole and hand.count is not None
    best: HandReading | None = None
    for with_total, with_count in product(
        (True, False) if checks_total else (False,), (True, False) if checks_count else (False,)
    ):
        wrong = (checks_total and not with_total) + (checks_count and not with_count)
        reading = _cheapest_with(
            hand,
            points,
            barred,
            total=hand.total if with_total else None,
            count=hand.count if with_count else None,
        )
        if reading is not None:
            reading = HandReading(reading.cost + wrong * WRONG_NUMBER_COST, reading.choices)
            if best is None or reading.cost < best.cost:
                best = reading
    return best


# The choices so far, the last one first: sharing them keeps a table of thousands of sums small.
Chain = tuple["Chain", Choice] | None


def _cheapest_with(
    hand: PhotoHand, points: Points, barred: Barred, *, total: int | None, count: int | None
) -> HandReading | None:
    """Return the cheapest choices whose tiles come to the total and the count, where given.

    Sight by sight, for each sum of points and number of tiles the cheapest way to it. A sight that
    is left unread can count anything, so it is none where a total has to hold.
    """
    ways: dict[tuple[int, int], tuple[float, Chain]] = {(0, 0): (0.0, None)}
    for at, sight in enumerate(hand.sights):
        options = [
            (cost, worth if total is not None else 0, int(count is not None and is_tile), choice)
            for choice, cost in sight.options()
            if (at, choice) not in barred
            for is_tile in (choice is not Other.NO_TILE,)
            for worth in (points(choice) if isinstance(choice, Tile) else 0,)
            if total is None or (worth is not None and choice is not Other.UNREAD)
        ]
        further: dict[tuple[int, int], tuple[float, Chain]] = {}
        for (points_before, tiles_before), (cost_before, chain) in ways.items():
            for cost, worth, tiles, choice in options:
                state = points_before + (worth or 0), tiles_before + tiles
                reached = cost_before + cost
                if reached < further.get(state, (inf, None))[0]:
                    further[state] = reached, (chain, choice)
        ways = further
    way = ways.get((total or 0, count or 0))
    return None if way is None else HandReading(way[0], _choices(way[1]))


def _choices(chain: Chain) -> tuple[Choice, ...]:
    choices: list[Choice] = []
    while chain is not None:
        chain, choice = chain
        choices.append(choice)
    return tuple(reversed(choices))
