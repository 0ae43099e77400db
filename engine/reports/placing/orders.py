"""Steps in which nearly all values lie, and the order in which an exact search deals them.

Where nearly all values are even, say, the few odd tiles decide which hand can come to which
total. They are dealt first, and a hand that needs one of them when none is left ends the search.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.reports.placing.bounds import Values
from engine.reports.placing.problem import Problem

STEPS_TRIED = range(2, 13)
MOST_LATTICES = 4
MANY = 1 << 20

Need = tuple[int, int, int, int]
"""What a hand still needs: points, fewest tiles, most tiles, and which want it is."""


@dataclass(frozen=True, slots=True)
class Lattice:
    """The numbers `offset`, `offset + step`, `offset + 2 * step` and so on.

    An offset other than 0 tells something only where each hand's number of tiles is fixed.
    """

    step: int
    offset: int

    def has(self, value: int) -> bool:
        """Whether a tile of this value lies on it."""
        return not (value - self.offset) % self.step

    def off(self, values: Values) -> list[tuple[int, int]]:
        """The values that do not lie on it."""
        return [pair for pair in values if not self.has(pair[0])]


class Order:
    """Values in the order in which they are dealt; the first `apart` of them set apart.

    `few[lattice][place]` says, for the values from `place` on, how many tiles lie off a lattice,
    and for each rest how many of these make it up at least.
    """

    def __init__(self, values: Values, lattices: Sequence[Lattice], apart: int = 0) -> None:
        self.values = values
        self.apart = apart
        self.few = [(lattice, _tails(lattice, self.values)) for lattice in lattices]

    def too_few_off(self, place: int, needs: Sequence[Need]) -> bool:
        """Whether some hands cannot come to their totals for lack of tiles off a lattice."""
        for lattice, tails in self.few:
            left, fewest = tails[place]
            step, offset = lattice.step, lattice.offset
            asked = sum(fewest[(total - offset * low) % step] for total, low, _, _ in needs)
            if asked > left:
                return True
        return False


def orders(problem: Problem) -> list[Order]:
    """The orders worth trying, the most telling first."""
    values = problem.values
    tried = lattices(problem)
    apart = []
    for lattice in tried:
        off = lattice.off(values)
        rest = [pair for pair in values if lattice.has(pair[0])]
        apart.append(Order((*off, *rest), tried, len(off)))
    return [*apart, Order(values, tried), Order(values[::-1], tried)]


def lattices(problem: Problem) -> list[Lattice]:
    """The lattices on which most tiles lie but not all, the widest first."""
    counts_are_fixed = all(want.low == want.high for want in problem.wants)
    fewest_off = [
        lattice
        for off, lattice in _lattices(problem.values, counts_are_fixed)
        if off <= 2 * len(problem.wants)
    ]
    return sorted(fewest_off[:MOST_LATTICES], key=lambda lattice: -lattice.step)


@lru_cache(maxsize=64)
def _lattices(values: Values, counts_are_fixed: bool) -> list[tuple[int, Lattice]]:
    """Lattices with the number of tiles off them, at most a third of all; the fewest first."""
    whole = sum(many for _, many in values)
    by_tiles_off: dict[int, Lattice] = {}
    for step in STEPS_TRIED:
        for offset in range(step if counts_are_fixed else 1):
            lattice = Lattice(step, offset)
            off = sum(many for _, many in lattice.off(values))
            if 0 < off <= whole // 3:
                by_tiles_off[off] = lattice
    return sorted(by_tiles_off.items(), key=lambda pair: pair[0])


@lru_cache(maxsize=256)
def _tails(lattice: Lattice, values: Values) -> list[tuple[int, tuple[int, ...]]]:
    """For the values from each place on: the tiles off the lattice, and what they make up."""
    step, offset = lattice.step, lattice.offset
    left = 0
    fewest = [0] + [MANY] * (step - 1)
    tails = [(left, tuple(fewest))]
    for value, many in reversed(values):
        if not lattice.has(value):
            left += many
            for _ in range(min(many, step)):
                shifted = [fewest[(rest - value + offset) % step] + 1 for rest in range(step)]
                fewest = [min(pair) for pair in zip(fewest, shifted, strict=True)]
        tails.append((left, tuple(fewest)))
    return tails[::-1]
