"""Reasons why hands cannot be filled, each quick to see.

The central one: for any number L, tiles above L are worth what they exceed it by. A hand of c
tiles that comes to t points holds at least t - L * c of that worth, and all hands together
cannot hold more than the pool has. In the same way low tiles fall short of L, and c tiles that
come to t points fall short by L * c - t at least.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from engine.reports.placing.problem import Problem, Want

Values = tuple[tuple[int, int], ...]


def tightened(problem: Problem) -> Problem | None:
    """Narrow the numbers of tiles to what the pool allows; return None if nothing is left."""
    top, bottom = problem.top, problem.bottom
    wants = []
    for want in problem.wants:
        low = max(want.low, bisect_left(top, want.total))
        high = min(want.high, bisect_right(bottom, want.total) - 1)
        if want.total < 0 or low > high:
            return None
        wants.append(Want(want.total, low, high))
    low = sum(want.low for want in wants)
    high = sum(want.high for want in wants)
    fewest = max(problem.fewest, low)
    most = min(problem.most, high, len(problem.tiles))
    if fewest > most:
        return None
    wants = [
        Want(
            want.total,
            max(want.low, fewest - (high - want.high)),
            min(want.high, most - (low - want.low)),
        )
        for want in wants
    ]
    return replace(problem, wants=tuple(wants), fewest=fewest, most=most)


def without_singles(problem: Problem) -> tuple[Problem, dict[int, int]] | None:
    """Return the problem without hands of one tile, which leave no choice, and those hands' values.

    The values are by place in `problem.wants`. None where the pool lacks such a tile.
    """
    pool = dict(problem.pool)
    wants = problem.wants
    singles = {
        at: want.total for at, want in enumerate(problem.wants) if want.low == want.high == 1
    }
    for value in singles.values():
        if pool.get(value, 0) < 1:
            return None
        pool[value] -= 1
    rest = tuple(want for at, want in enumerate(wants) if at not in singles)
    many = len(singles)
    return Problem(pool, rest, problem.fewest - many, problem.most - many), singles


@lru_cache(maxsize=512)
def supply(values: Values) -> tuple[tuple[int, int, int], ...]:
    """Return for each value what the tiles above exceed it by, and what those below lack."""
    return tuple(
        (
            limit,
            sum(many * (value - limit) for value, many in values if value > limit),
            sum(many * (limit - value) for value, many in values if value < limit),
        )
        for limit, _ in values
    )


def exceeds(
    supplied: Iterable[tuple[int, int, int]], wants: Sequence[Want], fewest: int, most: int
) -> bool:
    """Return whether the wants need more high tiles, or more low ones, than the supply has."""
    return any(
        _least_above(wants, most, limit) > above or _least_below(wants, fewest, limit) > below
        for limit, above, below in supplied
    )


def _least_above(wants: Sequence[Want], most: int, limit: int) -> int:
    """Return the least worth above `limit` of hands with `most` tiles in all."""
    need = 0
    room = most
    whole = 0
    rests = []
    for want in wants:
        room -= want.low
        excess = want.total - limit * want.low
        if excess > 0:
            need += excess
            more = want.high - want.low
            if limit and more:
                full, rest = divmod(excess, limit)
                whole += min(full, more)
                if rest and full < more:
                    rests.append(rest)
    if room <= whole:
        return need - limit * max(room, 0)
    rests.sort(reverse=True)
    return need - limit * whole - sum(rests[: room - whole])


def _least_below(wants: Sequence[Want], fewest: int, limit: int) -> int:
    """Return the least shortfall from `limit` of hands with `fewest` tiles in all."""
    need = 0
    missing = fewest
    free = 0
    partly = []
    for want in wants:
        missing -= want.low
        short = limit * want.low - want.total
        more = want.high - want.low
        if short >= 0:
            need += short
            partly.append((limit, more))
        else:
            full, rest = divmod(-short, limit) if limit else (more, 0)
            if full >= more:
                free += more
            else:
                free += full
                partly.append((limit - rest, 1))
                partly.append((limit, more - full - 1))
    missing -= free
    partly.sort()
    for cost, many in partly:
        if missing <= 0:
            break
        taken = min(missing, many)
        need += taken * cost
        missing -= taken
    return need


def narrow_hands_exceed(problem: Problem, highest: Sequence[int]) -> bool:
    """Return whether hands that can only use low tiles need more of them than there are.

    `highest` is the highest value that each want can use.
    """
    for cap in sorted(set(highest)):
        inside = [w for w, most in zip(problem.wants, highest, strict=True) if most <= cap]
        outside = sum(w.low for w, most in zip(problem.wants, highest, strict=True) if most > cap)
        values = tuple((value, many) for value, many in problem.values if value <= cap)
        most = min(problem.most - outside, sum(many for _, many in values))
        fewest = sum(want.low for want in inside)
        if fewest > most:
            return True
        if exceeds(supply(values), inside, fewest, most):
            return True
    return False
