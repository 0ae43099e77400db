"""How often people of a stage meet again, and how often at least they have to.

A repeat is a meeting of two who have met in this stage before: two who meet three times have two.
What is proven holds for any way to seat the same people at tables of the same sizes.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from league.seating.bounds import least_repeats
from league.seating.day import plain_day
from league.seating.errors import CaseError
from league.seating.movement import move_by_steps, move_lowest
from league.standings.results import Key

from .values import MovesBy, Seating, StageCourse, StagePlan


@dataclass(frozen=True)
class Repeats:
    """The repeats of a stage's games that are seated.

    `pairs` says how many pairs have met so often, for two times and more. `least` is a number of
    repeats that no seating of these games could have been below; there may be none that reaches it.
    """

    pairs: Mapping[int, int]
    least: int

    @property
    def number(self) -> int:
        """All meetings that were not the first of their pair."""
        return sum((times - 1) * pairs for times, pairs in self.pairs.items())

    @property
    def is_least(self) -> bool:
        """Whether fewer are proven to be impossible."""
        return self.number == self.least


def stage_repeats(course: StageCourse) -> Repeats:
    """Return the repeats of all games of a stage that are seated."""
    rounds = [[(table.group, table.seats) for table in at.tables] for at in course.rounds]
    met = Counter(
        pair for at in rounds for _group, seats in at for pair in combinations(sorted(seats), 2)
    )
    pairs = Counter(times for times in met.values() if times > 1)
    groups = {group for at in rounds for group, _seats in at}
    least = sum(
        least_repeats(plain_day([[seats for of, seats in at if of == group] for at in rounds]))
        for group in groups
    )
    return Repeats(dict(sorted(pairs.items())), least)


@lru_cache(maxsize=256)
def unavoidable(games: tuple[tuple[int, ...], ...]) -> int:
    """Return how many repeats any seating has of games of such tables has if all play each."""
    return least_repeats(plain_day([_laid(sizes) for sizes in games]))


def moves_people(plan: StagePlan) -> bool:
    """Return whether people go from table to table by a rule, and nobody looks who has met."""
    return plan.seating in (Seating.MOVES, Seating.LOWEST)


def forced_by_moves(plan: StagePlan, sizes: Sequence[int]) -> int:
    """Return how many repeats the rule of movement makes of games at tables of these sizes.

    Who goes to a table together, or stays there together, meets again, whoever it is. By places
    nobody knows who that is, so meetings after a game in between are not counted; where people
    move by their seats all of them are known. An example: at tables of six of which three move,
    each table has six repeats in each game but the first.
    """
    tables = [list(map(str, table)) for table in _laid(sizes)]
    if plan.seating is Seating.MOVES and plan.moves_by is MovesBy.SEATS:
        games = [tables]
        while len(games) < plan.rounds:
            games.append(move_by_steps(games[-1], plan.moves, plan.top_moves))
        met = Counter(pair for at in games for pair in _pairs(at))
        return sum(times - 1 for times in met.values())
    if not moves_people(plan):
        return 0
    if plan.seating is Seating.LOWEST:
        totals = {person: at for table in tables for at, person in enumerate(table)}
        try:
            after = move_lowest(tables, totals, plan.movers)
        except CaseError:
            return 0
    else:
        after = move_by_steps(tables, plan.moves, plan.top_moves)
    again = set(_pairs(tables)).intersection(_pairs(after))
    return (plan.rounds - 1) * len(again)


def _pairs(tables: Sequence[Sequence[str]]) -> list[tuple[str, ...]]:
    return [pair for table in tables for pair in combinations(sorted(table), 2)]


def _laid(sizes: Sequence[int]) -> list[list[Key]]:
    """Tables of these sizes, at which people sit in the order of their numbers."""
    people = iter(range(sum(sizes)))
    return [[next(people) for _seat in range(size)] for size in sizes]
