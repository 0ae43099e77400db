"""Everybody's share of the smaller tables, where it costs no meeting."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from league.seating.day import Day
from league.seating.search import Budget, Search, Tables

_PASSES: Final = 3
_LONGEST_WORK: Final = 500_000
"""What these swaps may cost, in millionths of a second, however little the search left."""


def share_short_tables(day: Day, searched: Search, clock: Budget) -> Tables:
    """The best plan of a search, after swaps that cost nothing and even out the smaller tables.

    A swap counts when it moves somebody who sat at smaller tables more often to a larger one for
    somebody who sat there less often by two or more.
    """
    search = Search(day, searched.tables(), searched.rng)
    small = _small_tables(day)
    count = np.array(day.short_tables, dtype=np.int64)
    for at, row in enumerate(search.table):
        count += small[at][row] & (row >= 0)
    rest = Budget(_LONGEST_WORK, clock.end, clock.now)
    for _ in range(_PASSES):
        moved = False
        for at in range(day.rounds):
            if small[at].any():
                while not rest.is_over and _even_out(search, at, small[at], count):
                    rest.spend(search.work)
                    moved = True
                rest.spend(search.work)
        if not moved:
            break
    return [[int(table) for table in row] for row in search.table]


def _small_tables(day: Day) -> list[NDArray[np.bool_]]:
    """Which tables of each round are smaller than others; the last entry is for absent people."""
    shares = []
    for sizes in day.sizes:
        tables = np.array([*sizes, max(sizes)])
        shares.append((tables == tables.min()) & (tables.min() < tables.max()))
    return shares


def _even_out(search: Search, at: int, small: NDArray[np.bool_], count: NDArray[np.int64]) -> bool:
    """Do the swap of a round that evens out most; whether there was one."""
    change = search.changes(at)
    here = search.table[at]
    seated = (here >= 0) & search.movable[at]
    rows, columns = seated & small[here], seated & ~small[here]
    better = count[:, None] - count - 1
    fits = rows[:, None] & columns & (change <= 0)
    worth = np.where(fits, better, 0)
    best = int(worth.argmax())
    if worth.flat[best] < 1:
        return False
    a, b = divmod(best, search.people)
    search.swap(at, a, b, int(change[a, b]))
    count[a] -= 1
    count[b] += 1
    return True
