"""Who must and must not sit where, and why wishes cannot all be kept.

Wishes affect each other: a person who sits together with somebody at a fixed table is fixed there
too, and people fixed at the same table sit together.
"""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from league.seating.case import Case, Names, pairs
from league.seating.errors import CaseError, name_list
from league.seating.locks import RoundTables

_LOOKED_AT: Final = 20_000
"""The most steps of the search for a crowd of people who must all sit apart."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """All in numbers, and closed under what follows from them."""

    fixed: dict[int, int]
    """The fixed table of each person who has one."""
    groups: tuple[tuple[int, ...], ...]
    """Two or more who sit at one table, fixed or not; nobody is in two."""
    apart: frozenset[tuple[int, int]]
    """The pairs that must not meet, the lower number first, as the case lists them."""

    def never(self) -> frozenset[tuple[int, int]]:
        """Each two who cannot meet, those too for whom it follows from fixed tables and groups."""
        units = {who: group for group in self.groups for who in group}
        pairs = set()
        for a, b in self.apart:
            for x in units.get(a, (a,)):
                pairs |= {(min(x, y), max(x, y)) for y in units.get(b, (b,))}
        seated = sorted(self.fixed.items())
        for at, (a, table) in enumerate(seated):
            pairs |= {(a, b) for b, other in seated[at + 1 :] if other != table}
        return frozenset(pairs)


def settle_wishes(case: Case, rounds: Mapping[int, RoundTables]) -> Wishes:
    """The wishes of a case with these tables in each round, or a `CaseError` where two clash."""
    number = {name: i for i, name in enumerate(case.players)}
    _check_tables(case, rounds)
    links = _links(case)
    groups = _groups(case, links)
    group_of = {name: group for group in groups for name in group}
    fixed = dict(case.fixed)
    for group in groups:
        tables = {case.fixed[name] for name in group if name in case.fixed}
        if len(tables) > 1:
            _say_two_tables(case, group, links)
        fixed |= {name: table for name in group for table in tables}
    for first, second in pairs(case.apart):
        if second in group_of.get(first, ()):
            _say_apart_and_together(case, first, second, links)
    _check_room(case, groups, fixed, rounds)
    _check_crowd(case, group_of, rounds)
    return Wishes(
        {number[name]: table - 1 for name, table in fixed.items()},
        tuple(tuple(sorted(number[name] for name in group)) for group in groups),
        frozenset(
            (min(number[a], number[b]), max(number[a], number[b])) for a, b in pairs(case.apart)
        ),
    )


Links = dict[str, list[str]]


def _links(case: Case) -> Links:
    """Link the people who sit together: those of one list, and those of one table."""
    links: Links = {}
    tables: dict[int, list[str]] = {}
    for name, table in case.fixed.items():
        tables.setdefault(table, []).append(name)
    for group in (*case.together, *tables.values()):
        for first, second in pairwise(group):
            links.setdefault(first, []).append(second)
            links.setdefault(second, []).append(first)
    return links


def _groups(case: Case, links: Links) -> list[Names]:
    groups = []
    seen: set[str] = set()
    for name in case.players:
        if name in links and name not in seen:
            reached = list(_paths(name, links))
            seen |= set(reached)
            groups.append(tuple(reached))
    return groups


def _paths(start: str, links: Links) -> dict[str, list[str]]:
    """Return everyone linked with `start`, and by whom: the shortest chain of names."""
    paths = {start: [start]}
    waiting = deque([start])
    while waiting:
        name = waiting.popleft()
        for other in links.get(name, ()):
            if other not in paths:
                paths[other] = [*paths[name], other]
                waiting.append(other)
    return paths


def _chain(case: Case, path: list[str]) -> list[CaseError]:
    """How a chain of names holds together: a sentence for each link, six at most."""
    return [
        CaseError("Together: {first} and {second}.", first=first, second=second)
        if any(first in group and second in group for group in case.together)
        else CaseError(
            "Both at table {table}: {first} and {second}.",
            first=first,
            second=second,
            table=case.fixed[first],
        )
        for first, second in pairwise(path[:7])
    ]


def _check_tables(case: Case, rounds: Mapping[int, RoundTables]) -> None:
    fewest = min((len(tables.numbers) for tables in rounds.values()), default=0)
    for name, table in case.fixed.items():
        if table < 1 or any(
            table not in tables.numbers
            for tables in rounds.values()
            if name in tables.people and name not in tables.locked
        ):
            raise CaseError(
                "{name} is fixed at table {table}, but the tables are numbered 1 to {tables}: give "
                "one of these.",
                name=name_list([name]),
                table=table,
                tables=fewest,
            )


def _say_two_tables(case: Case, group: Names, links: Links) -> None:
    seated = [name for name in group if name in case.fixed]
    first = seated[0]
    second = next(name for name in seated if case.fixed[name] != case.fixed[first])
    raise CaseError(
        "{first} is fixed at table {one} and {second} at table {other}, but they are to sit "
        "together: fix both at one table, or drop one of these wishes.",
        first=first,
        second=second,
        one=case.fixed[first],
        other=case.fixed[second],
    ).advising(*_chain(case, _paths(first, links)[second]))


def _say_apart_and_together(case: Case, first: str, second: str, links: Links) -> None:
    raise CaseError(
        "{first} and {second} are to sit apart, and also together: drop one of these wishes.",
        first=first,
        second=second,
    ).advising(*_chain(case, _paths(first, links)[second]))


def _check_room(
    case: Case, groups: list[Names], fixed: dict[str, int], rounds: Mapping[int, RoundTables]
) -> None:
    """Groups that no table holds, and tables at which too many are fixed, round by round."""
    seated: dict[int, list[str]] = {}
    for name in case.players:
        if name in fixed:
            seated.setdefault(fixed[name], []).append(name)
    for laid in rounds.values():
        sizes = dict(zip(laid.numbers, laid.sizes, strict=True))
        # A lock is stronger than a wish: whoever has one is looked at elsewhere.
        free = {name for name in laid.people if name not in laid.locked}
        for table, names in sorted(seated.items()):
            here = [name for name in names if name in free]
            if len(here) > sizes.get(table, len(here)):
                raise CaseError(
                    "Table {table} has {seats} seats, but {people} are to sit there: {names}. Move "
                    "{over} of them to another table, or give it {people} seats.",
                    table=table,
                    seats=sizes[table],
                    people=len(here),
                    names=name_list(here),
                    over=len(here) - sizes[table],
                )
        for group in groups:
            here = [name for name in group if name in free]
            if len(here) > max(laid.sizes):
                raise CaseError(
                    "{names} are to sit together, {people} people, but the largest table has "
                    "{seats} seats: let {over} of them sit elsewhere, or lay a table of {people}.",
                    names=name_list(here),
                    people=len(here),
                    seats=max(laid.sizes),
                    over=len(here) - max(laid.sizes),
                )


def _check_crowd(case: Case, group_of: dict[str, Names], rounds: Mapping[int, RoundTables]) -> None:
    """More people who are all to sit apart from each other than there are tables."""
    fewest = min((len(tables.numbers) for tables in rounds.values()), default=0)
    if not fewest:
        return
    foes: dict[str, set[str]] = {}
    for first, second in pairs(case.apart):
        a, b = (group_of.get(name, (name,))[0] for name in (first, second))
        foes.setdefault(a, set()).add(b)
        foes.setdefault(b, set()).add(a)
    # People who are away take no chairs, and a lock is stronger than a wish: only those are counted
    # who are there all day and nowhere locked.
    away = {*case.absent, *(name for lock in case.locked for name in lock.people)}
    for name in [*foes]:
        if any(member in away for member in group_of.get(name, (name,))):
            for other in foes.pop(name):
                foes.get(other, set()).discard(name)
    crowd = _crowd(foes, fewest + 1)
    if crowd:
        raise CaseError(
            "{names} are all to sit apart from each other, {people} of them, but there are only "
            "{tables} tables: drop the wish for two of them, or lay another table.",
            names=name_list(crowd),
            people=len(crowd),
            tables=fewest,
        )


def _crowd(foes: dict[str, set[str]], size: int) -> list[str]:
    """Return this many people who must all sit apart, or nobody if none are found soon."""
    left = _LOOKED_AT

    def grow(chosen: list[str], rest: list[str]) -> list[str]:
        nonlocal left
        if len(chosen) == size:
            return chosen
        for at, name in enumerate(rest):
            left -= 1
            if left < 0 or len(chosen) + len(rest) - at < size:
                break
            grown = grow(
                [*chosen, name], [other for other in rest[at + 1 :] if other in foes[name]]
            )
            if grown:
                return grown
        return []

    names = [name for name in foes if len(foes[name]) >= size - 1]
    return grow([], sorted(names, key=lambda name: -len(foes[name])))
