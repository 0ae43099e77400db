"""The first seat at each table, in equal shares."""

from collections.abc import Sequence


def first_seats(tables: Sequence[Sequence[int]], before: Sequence[int]) -> list[int]:
    """One of each table for its first seat, so that nobody has it more than need be.

    `before` is how often each had it already. The highest count is as low as can be: as long as
    somebody who has it most can pass it on, through others, to one who has it less by two, it is
    passed on (shortest augmenting paths, which end at a semi-matching without such a path: Harvey,
    Ladner, Lovasz and Tamir 2006).
    """
    count = list(before)
    chosen = []
    for table in tables:
        first = min(table, key=lambda who: (count[who], who))
        count[first] += 1
        chosen.append(first)
    firsts: list[set[int]] = [set() for _ in before]
    for at, first in enumerate(chosen):
        firsts[first].add(at)
    passed_on = True
    while passed_on:
        passed_on = False
        for start in sorted(range(len(count)), key=lambda who: (-count[who], who)):
            while path := _path(start, tables, firsts, count):
                for who, at, other in path:
                    firsts[who].discard(at)
                    firsts[other].add(at)
                    chosen[at] = other
                count[start] -= 1
                count[path[-1][2]] += 1
                passed_on = True
    return chosen


def _path(
    start: int,
    tables: Sequence[Sequence[int]],
    firsts: Sequence[set[int]],
    count: Sequence[int],
) -> list[tuple[int, int, int]]:
    """The steps (who, table, to whom) by which `start` passes a first seat on, or none."""
    reached: dict[int, tuple[int, int]] = {start: (-1, -1)}
    waiting = [start]
    for who in waiting:
        if count[who] <= count[start] - 2:
            steps = []
            taker = who
            while taker != start:
                giver, at = reached[taker]
                steps.append((giver, at, taker))
                taker = giver
            return steps[::-1]
        for at in sorted(firsts[who]):
            for other in tables[at]:
                if other not in reached:
                    reached[other] = (who, at)
                    waiting.append(other)
    return []
