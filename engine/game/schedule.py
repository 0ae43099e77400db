"""The schedule of a game: starting doubles, number of rounds, late arrivals.

Every part of the product asks here, so that the sheet, the rulings and the simulator agree on
which round is the last one. `None` means that the rules do not fix it and the table decides.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.rules.deal import STARTERS
from engine.rules.parameters import Rule
from engine.rules.rule_set import RuleSet

STEPS: Final = {"minus_one": -1, "plus_one": 1}
"""What each round's starting double adds to the one before, by the rule for the next double."""


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
    doubles in order where the rules list them. `step` is what each round's double adds to the one
    before: -1 counting down, 1 counting up, None where the doubles do not follow each other.
    `limit` is a number of rounds after which a game ends, whatever its doubles.
    """

    first: int | None
    last: int | None
    listed: tuple[int, ...] | None
    step: int | None
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
        if self.step is None or self.first is None or self.last is None:
            return None
        return (self.last - self.first) * self.step + 1

    def double_of(self, number: int) -> int | None:
        """Return the starting double of a round, counted from 1."""
        if self.listed is not None:
            return self.listed[number - 1] if number <= len(self.listed) else None
        if number == 1:
            return self.first
        if self.step is None or self.first is None:
            return None
        double = self.first + (number - 1) * self.step
        return double if self._has(double) else None

    def number_of(self, double: int) -> int | None:
        """Return the number of the round that has this starting double."""
        if self.listed is not None:
            return self.listed.index(double) + 1 if double in self.listed else None
        if self.step is None or self.first is None:
            return None
        rounds = (double - self.first) * self.step
        return rounds + 1 if rounds >= 0 else None

    def _has(self, double: int) -> bool:
        """Whether there can be such a double: counting up ends with the highest of the set."""
        return double >= 0 and (self.step != 1 or self.last is None or double <= self.last)

    def next_double(self, played: Sequence[int | None]) -> int | None:
        """Return the starting double after rounds with these, None being an unknown double.

        A table may have begun with another double than the rules say: it counts on from there.
        """
        if self.listed is not None or not played:
            return self.double_of(len(played) + 1)
        if self.step is None or played[-1] is None:
            return None
        double = played[-1] + self.step
        return double if self._has(double) else None

    def is_last(self, double: int) -> bool:
        """Whether the round with this starting double is the last one, by the doubles alone."""
        if self.listed is not None:
            return double == self.listed[-1]
        if self.step is None or self.last is None:
            return False
        return (double - self.last) * self.step >= 0

    def is_over(self, played: Sequence[int | None]) -> bool:
        """Whether rounds with these starting doubles are a full game, or more than one.

        A round after the last one, which has no double of its own, leaves the game over.
        """
        if self.limit is not None and len(played) >= self.limit:
            return True
        if self.listed is not None:
            return len(played) >= len(self.listed)
        known = [double for double in played if double is not None]
        count = self.rounds_by_doubles
        if count is None or len(played) <= count:
            known = known[-1:]  # a table may have put down the last double too early, by mistake
        return any(self.is_last(double) for double in known)

    def full_after(self, played: Sequence[int | None]) -> int | None:
        """Return after how many of these rounds the game was full; None while it is not."""
        numbers = range(1, len(played) + 1)
        return next((number for number in numbers if self.is_over(played[:number])), None)


def schedule_of(rules: RuleSet, set_: int | None) -> Schedule:
    """Return the schedule under these rules; `set_` is the highest double, None if unknown.

    Where each round's starter plays any double of their own, no double is fixed. Counting up
    without a last double ends with the highest of the set.
    """
    if rules.starting_double_from.value == STARTERS:
        return Schedule(None, None, None, step=None, limit=_number(rules.rounds))
    first = rules.first_starting_double.value
    follows = rules.next_starting_double.value
    step = STEPS.get(follows) if isinstance(follows, str) else None
    last = _number(rules.last_starting_double)
    return Schedule(
        first=set_ if first == "set_maximum" else _number(rules.first_starting_double),
        last=set_ if last is None and step == 1 else last,
        listed=follows if isinstance(follows, tuple) else None,
        step=step,
        limit=_number(rules.rounds),
    )


def _number(rule: Rule[Any]) -> int | None:
    """Return a rule's value where it is a number."""
    return rule.value if isinstance(rule.value, int) else None
