"""The question that placing answers, and its answer."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate


@dataclass(frozen=True, slots=True, order=True)
class Want:
    """A hand to fill: tiles that come to `total` points, `low` to `high` of them."""

    total: int
    low: int
    high: int


@dataclass(frozen=True)
class Problem:
    """Hands to fill from one pool of tiles.

    `pool` says how many tiles there are of each value in points: tiles of one value are
    interchangeable. Each tile goes into one hand or none. All hands together take `fewest` to
    `most` tiles.
    """

    pool: Mapping[int, int]
    wants: tuple[Want, ...]
    fewest: int
    most: int

    @cached_property
    def values(self) -> tuple[tuple[int, int], ...]:
        """Value and number of tiles, the highest value first."""
        return tuple(sorted(((v, m) for v, m in self.pool.items() if m > 0), reverse=True))

    @cached_property
    def tiles(self) -> tuple[int, ...]:
        """The value of every tile, the highest first."""
        return tuple(value for value, many in self.values for _ in range(many))

    @cached_property
    def top(self) -> tuple[int, ...]:
        """What the k highest tiles come to, for k from 0."""
        return (0, *accumulate(self.tiles))

    @cached_property
    def bottom(self) -> tuple[int, ...]:
        """What the k lowest tiles come to, for k from 0."""
        return (0, *accumulate(reversed(self.tiles)))


@dataclass(frozen=True, slots=True)
class Placing:
    """Whether the hands can be filled.

    `possible` None: the search ended at its limit and proved nothing. `hands` are the values of
    the tiles in each hand, in the order of the wants, where they can be filled.
    """

    possible: bool | None
    hands: tuple[tuple[int, ...], ...] = ()
