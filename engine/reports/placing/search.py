"""Filling hands by exact search, value by value from the highest.

Hands with the same needs are interchangeable, so what matters is the list of needs in order;
a list that failed once is not tried again. It answers within its number of steps, or says that
it does not know.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate

from engine.reports.placing.bounds import Values, exceeds, supply
from engine.reports.placing.orders import Need, Order
from engine.reports.placing.problem import Problem, Want
from engine.reports.placing.reach import reach_of
from engine.reports.placing.repair import repaired

Needs = tuple[Need, ...]


STEPS_OF_A_GUESS = 40


class OutOfStepsError(Exception):
    """The search has used up its steps."""


class Search:
    """One exact search. `run` gives the hands, or None where there are none."""

    def __init__(self, problem: Problem, order: Order, steps: int, *, free: bool) -> None:
        self.problem = problem
        self.order = order
        self.values = values = order.values
        self.free = free
        self.reach = reach_of(values, max(want.total for want in problem.wants))
        self.steps = steps
        self.tails = [_worth_up_to(values[place:]) for place in range(len(values) + 1)]
        self.failed: set[tuple[int, int, tuple[tuple[int, int, int], ...]]] = set()
        self.taken: list[tuple[int, int, int]] = []

    def run(self) -> tuple[tuple[int, ...], ...] | None:
        """Hands that fill the wants, or None when there surely are none.

        Raises OutOfStepsError when neither was found in time.
        """
        needs = tuple(
            (want.total, want.low, want.high, seat) for seat, want in enumerate(self.problem.wants)
        )
        if not self._fill(0, needs, 0):
            return None
        hands: list[list[int]] = [[] for _ in needs]
        for seat, value, many in self.taken:
            hands[seat] += [value] * many
        return tuple(tuple(hand) for hand in hands)

    def _fill(self, place: int, needs: Needs, used: int) -> bool:
        """Fill what is needed from the values at `place` and after it."""
        self.steps -= 1
        if self.steps < 0:
            raise OutOfStepsError
        narrowed = self._narrowed(place, needs, used)
        if narrowed is None:
            return False
        if not any(total or low for total, low, _, _ in narrowed) and used >= self.problem.fewest:
            return True
        key = (place, used, tuple(need[:3] for need in narrowed))
        if key in self.failed:
            return False
        if place == self.order.apart and place and self._guess(place, narrowed, used):
            return True
        if self._deal(place, narrowed, 0, self.values[place][1], used, ()):
            return True
        self.failed.add(key)
        return False

    def _narrowed(self, place: int, needs: Needs, used: int) -> Needs | None:
        """The needs in order, with the numbers of tiles that are left possible; None for none."""
        narrowed = []
        for total, low, high, seat in needs:
            bits = self.reach.counts(place, total, low, high)
            if not bits:
                return None
            narrowed.append(
                (total, low + (bits & -bits).bit_length() - 1, low + bits.bit_length() - 1, seat)
            )
        fewest, most = self.problem.fewest - used, self.problem.most - used
        low = sum(need[1] for need in narrowed)
        high = sum(need[2] for need in narrowed)
        if low > most or high < fewest:
            return None
        narrowed.sort(reverse=True)
        if self._too_little_is_left(place, narrowed, fewest, most):
            return None
        return tuple(narrowed)

    def _too_little_is_left(
        self, place: int, needs: Sequence[Need], fewest: int, most: int
    ) -> bool:
        """Whether the values from `place` on surely cannot fill all these needs together."""
        if self.order.too_few_off(place, needs):
            return True
        worth = self.tails[place]
        asked = 0
        singles: Counter[int] = Counter()
        for total, low, high, _ in reversed(needs):
            asked += total
            if asked > worth[min(total, len(worth) - 1)]:
                return True
            if low == high == 1:
                singles[total] += 1
        if any(many > self.problem.pool[value] for value, many in singles.items()):
            return True
        if self.free or place % 2:
            return False
        wants = [Want(total, low, high) for total, low, high, _ in needs if total or low]
        least = max(fewest - self.problem.pool.get(0, 0), sum(want.low for want in wants))
        return exceeds(supply(self.values[place:]), wants, least, most)

    def _guess(self, place: int, needs: Needs, used: int) -> bool:
        """Fill what is needed by a guess, now that only values in even steps are left."""
        self.steps -= STEPS_OF_A_GUESS
        values = self.values[place:]
        fewest = max(self.problem.fewest - used, sum(low for _, low, _, _ in needs))
        most = min(self.problem.most - used, sum(many for _, many in values))
        if fewest > most:
            return False
        wants = tuple(Want(total, low, high) for total, low, high, _ in needs)
        rest = Problem(dict(values), wants, fewest, most)
        hands = repaired(rest, 0)
        if hands is None:
            return False
        for need, hand in zip(needs, hands, strict=True):
            self.taken += [(need[3], value, 1) for value in hand]
        return True

    def _deal(self, place: int, needs: Needs, at: int, left: int, used: int, dealt: Needs) -> bool:
        """Deal the tiles of one value to the needs from `at` on, then go on to lower values."""
        if at == len(needs):
            return self._fill(place + 1, dealt, used)
        value = self.values[place][0]
        total, low, high, seat = needs[at]
        most = min(left, high, total // value if value else left)
        if at and needs[at - 1][:3] == needs[at][:3]:
            most = min(most, self._given(needs[at - 1], dealt[at - 1]))
        least = 0
        if low == high == 1 and total == value:
            least = 1
        elif self.free and most and total == value and (value or low):
            least = most = 1
        for many in range(most, least - 1, -1):
            self.taken.append((seat, value, many))
            rest = (total - many * value, max(0, low - many), high - many, seat)
            if self._deal(place, needs, at + 1, left - many, used + many, (*dealt, rest)):
                return True
            self.taken.pop()
        return False

    @staticmethod
    def _given(before: tuple[int, int, int, int], after: tuple[int, int, int, int]) -> int:
        return before[2] - after[2]


def _worth_up_to(values: Values) -> list[int]:
    """Return, for each number of points, what all tiles of at most that value come to."""
    worth = [0] * (max((value for value, _ in values), default=0) + 1)
    for value, many in values:
        worth[value] += value * many
    return list(accumulate(worth))
