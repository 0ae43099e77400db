"""Whether hands can be filled from a pool of tiles, exactly.

The question behind every reported total: tiles of the set are to be put into hands so that
each comes to its points. Values are points of one tile; tiles of one value are interchangeable.
`place` answers yes with hands to show for it, or no, or (at the limit of its steps) that it does
not know; it always ends.

An example, with a double-3 set and 0-0 in the hub. The tiles count 1 2 2 3 3 4 4 5 6 points (0-1,
0-2, 1-1, 0-3, 1-2, 1-3, 2-2, 2-3, 3-3). Ann reports 11 points with 2 tiles, Bob 10 with 2:

- `tightened` sees that each total alone can be made: the two highest tiles make 11.
- `exceeds` looks at what tiles are worth above a limit, say 4: 5 and 6 exceed it by 1 and 2, so the
  pool has 3. Two tiles that make 11 hold at least 11 - 2 * 4 = 3 of that, and two that make 10 hold
  at least 2. Together they need 5 and there are 3: no hands can be right, and nothing was searched.

Had Bob reported 8, he would need 0 and Ann 3, and no limit refuses it. Then `repaired` deals at a
guess and swaps tiles until the totals come right: 6 and 5 for Ann, 4 and 4 for Bob. Only where
neither a bound nor a guess decides does `Search` try all deals, value by value from the highest.
"""

from engine.reports.placing.bounds import (
    exceeds,
    narrow_hands_exceed,
    supply,
    tightened,
    without_singles,
)
from engine.reports.placing.orders import orders
from engine.reports.placing.problem import Placing, Problem, Want
from engine.reports.placing.reach import Reach, reach_of
from engine.reports.placing.repair import repaired
from engine.reports.placing.search import OutOfStepsError, Search

__all__ = ["EFFORTS", "LITTLE", "Placing", "Problem", "Want", "place"]

EFFORTS = (100, 400, 1600)
"""Steps of the exact search in each order, before each further guess."""

LITTLE = EFFORTS[:1]
"""Enough for nearly every problem."""


def place(problem: Problem, efforts: tuple[int, ...] = EFFORTS) -> Placing:
    """Return whether all wants can be filled together, with hands that show it."""
    tight = tightened(problem)
    reduced = None if tight is None else without_singles(tight)
    if reduced is None:
        return Placing(False)
    rest, singles = reduced
    placing = _place(rest, efforts, _counts_are_free(problem))
    if not placing.possible:
        return placing
    hands = iter(placing.hands)
    return Placing(
        True,
        tuple((singles[at],) if at in singles else next(hands) for at in range(len(problem.wants))),
    )


def _place(problem: Problem, efforts: tuple[int, ...], free: bool) -> Placing:
    """Do the same for a problem without hands of one tile; `free` as `_counts_are_free` says."""
    tight = tightened(problem)
    if tight is None:
        return Placing(False)
    if not tight.wants:
        return Placing(True)
    if exceeds(supply(tight.values), tight.wants, tight.fewest, tight.most):
        return Placing(False)
    hands = repaired(tight, 0)
    if hands is not None:
        return Placing(True, hands)
    reach = reach_of(tight.values, max(want.total for want in tight.wants))
    highest = [_highest_usable(tight, reach, want) for want in tight.wants]
    if None in highest or narrow_hands_exceed(tight, [h for h in highest if h is not None]):
        return Placing(False)
    ways = orders(tight)
    for trial, limit in enumerate(efforts, 1):
        for order in ways:
            try:
                hands = Search(tight, order, limit, free=free).run()
                return Placing(hands is not None, hands or ())
            except OutOfStepsError:
                pass
        hands = repaired(tight, trial)
        if hands is not None:
            return Placing(True, hands)
    return Placing(None)


def _counts_are_free(problem: Problem) -> bool:
    """Return whether hands may have any number of tiles, so that one tile can replace several.

    Then a hand that needs exactly one tile's value can as well take that tile: the hand that has it
    takes the others instead. Of two tiles that count nothing it might need both.
    """
    everything = len(problem.tiles)
    return (
        problem.pool.get(0, 0) < 2
        and all(want.low <= 1 and want.high >= everything for want in problem.wants)
        and (problem.fewest <= len(problem.wants) or problem.fewest == everything)
    )


def _highest_usable(problem: Problem, reach: Reach, want: Want) -> int | None:
    """Return the highest value that a hand with this want can hold; None if it cannot be filled."""
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
