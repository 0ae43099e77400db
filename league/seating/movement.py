"""Three ways to move people between tables that need no plan.

Both take the tables of the round just played and answer those of the next. Table 1 is the top.
"""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from league.seating.errors import CaseError

Person = TypeVar("Person")


def stay(tables: Sequence[Sequence[str]]) -> list[list[str]]:
    """Everybody stays all day: the same tables again."""
    return [list(table) for table in tables]


def move_lowest(
    tables: Sequence[Sequence[str]], totals: Mapping[str, int], n: int
) -> list[list[str]]:
    """The `n` with the lowest totals of each table move up one, the `n` highest move down one.

    Low totals are good in Mexican Train, so this is how clubs move winners up and losers down. The
    lowest of table 1 and the highest of the last table stay. As many go up from a table as come
    down to it, so each table keeps its size. Among equal totals, the person first in the list moves
    first. People who stay keep their seats; people who come take the seats of those who went.

    Raises `CaseError` when a total is missing, somebody sits twice, `n` is negative, or a table
    between two others has fewer than 2n people (an end: fewer than n), for then somebody would
    have to move both ways.
    """
    _check(tables, totals, n)
    last = len(tables) - 1
    result = [list(table) for table in tables]
    if last < 1 or n == 0:
        return result
    up, down = {}, {}
    for number, table in enumerate(tables):
        ranked = sorted(range(len(table)), key=lambda seat: (totals[table[seat]], seat))
        up[number] = ranked[:n] if number > 0 else []
        # Among equal totals at the far end, too, the first in the list moves.
        falling = sorted(range(len(table)), key=lambda seat: (-totals[table[seat]], seat))
        free = [seat for seat in falling if seat not in up[number]]
        down[number] = free[:n] if number < last else []
    for number in range(last):
        for low, high in zip(down[number], up[number + 1], strict=True):
            result[number][low] = tables[number + 1][high]
            result[number + 1][high] = tables[number][low]
    return result


def move_by_steps(
    tables: Sequence[Sequence[Person]], steps: Sequence[int], top: Sequence[int] = ()
) -> list[list[Person]]:
    """Move each one so many tables up as `steps` say for the position at the table, from the first.

    Below 0 is down; whoever has no step stays. Above table 1 comes the last table, and the other
    way round. `top` are the steps of table 1 where they differ. Each table keeps its size. Where
    more come than there are seats, the last of them by position fill the seats that are left over,
    so that as few as can be go elsewhere than the steps say.
    """
    coming: list[list[tuple[int, int, Person]]] = [[] for _table in tables]
    for at, table in enumerate(tables):
        own = top if top and at == 0 else steps
        for position, person in enumerate(table):
            step = own[position] if position < len(own) else 0
            coming[(at - step) % len(tables)].append((position, at, person))
    result: list[list[Person]] = []
    left: list[Person] = []
    for table, people in zip(tables, coming, strict=True):
        in_order = [person for _position, _at, person in sorted(people, key=lambda own: own[:2])]
        result.append(in_order[: len(table)])
        left += in_order[len(table) :]
    for table, there in zip(tables, result, strict=True):
        while len(there) < len(table):
            there.append(left.pop(0))
    return result


def _check(tables: Sequence[Sequence[str]], totals: Mapping[str, int], n: int) -> None:
    seated = [name for table in tables for name in table]
    for name in seated:
        if name not in totals:
            raise CaseError("{name} has no total, so nobody can say who moves.", name=name)
    if len(set(seated)) < len(seated):
        twice = next(name for name in seated if seated.count(name) > 1)
        raise CaseError("{name} sits at two places.", name=twice)
    if n < 0:
        raise CaseError("{n} people cannot move: give 0 or more.", n=n)
    for number, table in enumerate(tables if len(tables) > 1 else ()):
        needed = n if number in (0, len(tables) - 1) else 2 * n
        if len(table) < needed:
            raise CaseError(
                "Table {table} has {people} people, too few for {n} to move: {fewer} can.",
                table=number + 1,
                people=len(table),
                n=n,
                fewer=len(table) * n // needed,
            )
