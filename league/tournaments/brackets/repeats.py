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
from league.standings.results import Key

from .values import StageCourse


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


def _laid(sizes: Sequence[int]) -> list[list[Key]]:
    """Tables of these sizes, at which people sit in the order of their numbers."""
    people = iter(range(sum(sizes)))
    return [[next(people) for _seat in range(size)] for size in sizes]
