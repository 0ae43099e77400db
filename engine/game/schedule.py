"""The schedule of a game: hand sizes, starting doubles, number of rounds, late arrivals.

Every part of the product asks here, so that the sheet, the rulings and the simulator agree on
which round is the last one. `None` means that the rules do not fix it and the table decides.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.rules.parameters import Rule
from engine.rules.rule_set import RuleSet


def late_arrival_total(rules: RuleSet, totals: Sequence[int]) -> int:
    """Return the points with which somebody comes in, from the totals of those at the table.

    The highest total where the rules say nothing else; an average is rounded to whole points.
    """
    how = rules.late_arrival_total.value
    if not totals or how == "zero":
        return 0
    return round(sum(totals) / len(totals)) if how == "average" else max(totals)


@dataclass(frozen=True, slots=True)
class Schedule:
    """The starting doubles (pips) and rounds that the rules fix for one set of dominoes.

    `first` and `last` are the doubles that a game begins and ends with. `listed` are the starting
    doubles in order where the rules list them. `counts_down`: each round's double is one lower.
    `limit` is a number of rounds after which a game ends, whatever its doubles.
    """

    first: int | None
    last: int | None
    listed: tuple[int, ...] | None
    counts_down: bool
    limit: int | None

    @property
    def round_count(self) -> int | None:
        """The number of rounds of a full game: what the doubles allow, or fewer by the limit.

        With `first` 3, `last` 0 and a limit of 6 rounds there are 4 rounds: no double follows 0-0.
        """
        counts = [count for count in (self.rounds_by_doubles, self.limit) if count is not None]
        return min(counts, default=None)

    @property
    def rounds_by_doubles(self) -> int | None:
        """The number of rounds that the starting doubles make."""
        if self.listed is not None:
            return len(self.listed)
        if not self.counts_down or self.first is None or self.last is None:
            return None
        return self.first - self.last + 1

    def double_of(self, number: int) -> int | None:
        """Return the starting double of a round, counted from 1."""
        if self.listed is not None:
            return self.listed[number - 1] if number <= len(self.listed) else None
        if number == 1:
            return self.first
        if not self.counts_down or self.first is None or self.first < number - 1:
            return None
        return self.first - (number - 1)

    def number_of(self, double: int) -> int | None:
        """Return the number of the round that has this starting double."""
        if self.listed is not None:
            return self.listed.index(double) + 1 if double in self.listed else None
        if not self.counts_down or self.first is None or self.first < double:
            return None
        return self.first - double + 1

    def next_double(self, played: Sequence[int | None]) -> int | None:
        """Return the starting double after rounds with these, None being an unknown double.

        A table may have begun with another double than the rules say: it counts down from there.
        """
        if self.listed is not None or not played:
            return self.double_of(len(played) + 1)
        return played[-1] - 1 if self.counts_down and played[-1] else None

    def is_last(self, double: int) -> bool:
        """Whether the round with this starting double is the last one, by the doubles alone."""
        if self.listed is not None:
            return double == self.listed[-1]
        return self.counts_down and self.last is not None and double <= self.last

    def is_over(self, played: Sequence[int | None]) -> bool:
        """Whether rounds with these starting doubles are a full game."""
        if self.limit is not None and len(played) >= self.limit:
            return True
        if self.listed is not None:
            return len(played) >= len(self.listed)
        return bool(played) and played[-1] is not None and self.is_last(played[-1])


def schedule_of(rules: RuleSet, set_: int | None) -> Schedule:
    """Return the schedule under these rules; `set_` is the highest double, None if unknown."""
    first = rules.first_starting_double.value
    follows = rules.next_starting_double.value
    return Schedule(
        first=set_ if first == "set_maximum" else _number(rules.first_starting_double),
        last=_number(rules.last_starting_double),
        listed=follows if isinstance(follows, tuple) else None,
        counts_down=follows == "minus_one",
        limit=_number(rules.rounds),
    )


def _number(rule: Rule[Any]) -> int | None:
    """Return a rule's value where it is a number."""
    return rule.value if isinstance(rule.value, int) else None
