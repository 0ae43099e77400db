"""Whether hands can be filled from a pool of tiles, exactly.

The question behind every reported total: tiles of the set are to be put into hands so that
each comes to its points. Values are points of one tile; tiles of one value are interchangeable.
`place` answers yes with hands to show for it, or no, or (at the limit of its steps) that it does
not know; it always ends.
"""

from engine.placing.bounds import (
    Values,
    exceeds_pool,
    narrow_hands_exceed,
    tightened,
    without_singles,
)
from engine.placing.problem import Placing, Problem, Want
from engine.placing.reach import Reach
from engine.placing.repair import TRIALS, repaired
from engine.placing.search import OutOfStepsError, Search

__all__ = ["STEPS", "Placing", "Problem", "Want", "place"]

STEPS = 2000
"""Steps of the exact search."""


def place(problem: Problem, steps: int = STEPS) -> Placing:
    """Whether all wants can be filled together, with hands to show for it."""
    tight = tightened(problem)
    reduced = None if tight is None else without_singles(tight)
    if reduced is None:
        return Placing(False)
    rest, singles = reduced
    found = _place(rest, _counts_are_free(problem), steps)
    if not found.possible:
        return found
    hands = iter(found.hands)
    return Placing(
        True,
        tuple((singles[at],) if at in singles else next(hands) for at in range(len(problem.wants))),
    )


def _place(problem: Problem, free: bool, steps: int) -> Placing:
    """The same for a problem without hands of one tile; `free` as `_counts_are_free` says."""
    tight = tightened(problem)
    if tight is None:
        return Placing(False)
    limits = [value for value, _ in tight.values]
    if exceeds_pool(tight.values, tight.wants, tight.fewest, tight.most, limits):
        return Placing(False)
    hands = repaired(tight, 0)
    if hands is not None:
        return Placing(True, hands)
    reach = Reach(tight.values, max((want.total for want in tight.wants), default=0))
    highest = [_highest_usable(tight, reach, want) for want in tight.wants]
    if None in highest or narrow_hands_exceed(tight, [h for h in highest if h is not None]):
        return Placing(False)
    for order, share in _orders(tight):
        try:
            hands = Search(tight, order, steps // share, free=free).run()
            return Placing(hands is not None, hands or ())
        except OutOfStepsError:
            pass
    for trial in range(1, TRIALS):
        hands = repaired(tight, trial)
        if hands is not None:
            return Placing(True, hands)
    return Placing(None)


def _counts_are_free(problem: Problem) -> bool:
    """Whether hands may have any number of tiles, so that one tile can stand for several.

    Then a hand that needs exactly one tile's value can as well take that tile: whoever has it
    takes the others instead.
    """
    everything = len(problem.tiles)
    return all(want.low <= 1 and want.high >= everything for want in problem.wants) and (
        problem.fewest <= len(problem.wants) or problem.fewest == everything
    )


def _orders(problem: Problem) -> list[tuple[Values, int]]:
    """Orders in which to deal the values, each with its share of the steps."""
    falling = problem.values
    orders: list[tuple[Values, int]] = [(falling, 2), (falling[::-1], 4)]
    odd_ones = _off_lattice(falling)
    if odd_ones:
        rest = [pair for pair in falling if pair not in odd_ones]
        orders.insert(0, ((*odd_ones, *rest), 2))
    return orders


def _off_lattice(values: Values) -> Values:
    """The few values that do not fit the step in which all others lie, if there is such a step."""
    best: Values = ()
    whole = sum(many for _, many in values)
    for step in range(2, 10):
        off = tuple(pair for pair in values if pair[0] % step)
        tiles = sum(many for _, many in off)
        if 0 < tiles <= whole // 3 and (not best or tiles < sum(many for _, many in best)):
            best = off
    return best


def _highest_usable(problem: Problem, reach: Reach, want: Want) -> int | None:
    """The highest value that a hand with this want can hold; None where it cannot be filled."""
    if not reach.counts(0, want.total, want.low, want.high):
        return None
    for at, (value, _) in enumerate(problem.values):
        if (
            value <= want.total
            and want.high
            and reach.counts(at, want.total - value, max(0, want.low - 1), want.high - 1)
        ):
            return value
    return -1
