"""Plans counted by hand: slowly, obviously, and without the planner's own code."""

from collections import Counter
from itertools import combinations, product

from league.seating.case import Case
from league.seating.planner import plan
from league.seating.report import DayPlan


def still() -> float:
    """A clock that stands still, so that only work ends a search."""
    return 0.0


def players(number: int) -> tuple[str, ...]:
    return tuple(f"p{i}" for i in range(number))


def planned(sizes: list[int], rounds: int, **more) -> DayPlan:
    """The checked plan of a case with nothing but sizes and rounds."""
    more = {"seconds": 1, "seed": 1} | more
    case = Case(players(sum(sizes)), tuple(sizes), rounds, **more)
    return checked(case)


def checked(case: Case) -> DayPlan:
    """The plan of a case, after everything about it has been counted."""
    found = plan(case, still)
    check(case, found)
    return found


def meetings(case: Case, rounds) -> Counter:
    count: Counter = Counter()
    for tables in [case.met, *rounds]:
        for table in tables:
            count.update(frozenset(pair) for pair in combinations(table, 2))
    return count


def check(case: Case, found: DayPlan) -> None:
    """Everybody once a round, all wishes kept, all figures true."""
    assert len(found.rounds) == case.rounds
    assert found.rounds[: len(case.played)] == case.played
    for at, tables in enumerate(found.rounds[len(case.played) :], len(case.played) + 1):
        here = [name for name in case.players if at not in case.absent.get(name, ())]
        assert sorted(name for table in tables for name in table) == sorted(here)
        if isinstance(case.tables, tuple) and len(here) == len(case.players):
            assert [len(table) for table in tables] == list(case.tables)
        for name, number in case.fixed.items():
            assert name not in here or name in tables[number - 1]
        for group in case.together:
            assert sum(bool(set(group) & set(table)) for table in tables) <= 1
        for group in case.apart:
            assert all(len(set(group) & set(table)) <= 1 for table in tables)
    count = meetings(case, found.rounds)
    assert found.repeats == sum(times - 1 for times in count.values())
    assert found.most_meetings == max(count.values(), default=0)
    assert found.never_met == sum(
        frozenset(pair) not in count for pair in combinations(case.players, 2)
    )
    assert found.least_repeats <= found.repeats


def seatings(case: Case) -> list[tuple[tuple[str, ...], ...]]:
    """Every seating of one round that keeps all wishes, one of those with the same companies."""

    def seat(rest: tuple[str, ...], sizes: tuple[int, ...]):
        if not sizes:
            yield ()
            return
        for table in combinations(rest, sizes[0]):
            others = tuple(name for name in rest if name not in table)
            for tables in seat(others, sizes[1:]):
                yield (table, *tables)

    def keeps(tables) -> bool:
        return (
            all(name in tables[number - 1] for name, number in case.fixed.items())
            and all(any(set(group) <= set(table) for table in tables) for group in case.together)
            and all(len(set(group) & set(table)) < 2 for group in case.apart for table in tables)
        )

    assert isinstance(case.tables, tuple)
    found = {}
    for tables in seat(case.players, case.tables):
        if keeps(tables):
            found[frozenset(frozenset(table) for table in tables)] = tables
    return list(found.values())


def fewest_repeats(case: Case, kept) -> int:
    """The fewest repeats of any day of these seatings, by trying all days."""
    best = 10**9
    for day in product(kept, repeat=case.rounds):
        count = meetings(case, day)
        best = min(best, sum(times - 1 for times in count.values()))
    return best
