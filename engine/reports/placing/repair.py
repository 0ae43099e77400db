"""Filling hands by a good guess, and swaps that bring it right.

Quick where many ways exist, which is nearly always; it proves nothing where it fails. The
order of its trials is fixed: the same problem always gets the same hands.
"""

from collections.abc import Iterator

from engine.reports.placing.problem import Problem

TRIALS = 4
_WORK = (500, 1500, 3000, 3000)
"""By trial: the most hands that are looked at for changes before a guess is given up."""

_MEANS = (1.0, 1.5, 0.75, 1.2)


def repaired(problem: Problem, trial: int) -> tuple[tuple[int, ...], ...] | None:
    """Hands that fill the wants, or None where this trial's guess did not come right.

    Trials are numbered from 0 up to `TRIALS`; each begins with other numbers of tiles.
    """
    guess = _Guess(problem, _numbers(problem, trial), trial)
    return guess.hands_when_right()


def _numbers(problem: Problem, trial: int) -> list[int]:
    """How many tiles each hand is to have: as an average tile suggests, or more, or fewer."""
    mean = (problem.top[-1] / max(1, len(problem.tiles)) or 1.0) * _MEANS[trial]
    wants = problem.wants
    counts = [min(want.high, max(want.low, round(want.total / mean))) for want in wants]
    while sum(counts) < problem.fewest:
        seats = [s for s, want in enumerate(wants) if counts[s] < want.high]
        counts[max(seats, key=lambda s: wants[s].total / (counts[s] + 1))] += 1
    while sum(counts) > problem.most:
        seats = [s for s, want in enumerate(wants) if counts[s] > want.low]
        counts[min(seats, key=lambda s: wants[s].total / counts[s])] -= 1
    return counts


class _Guess:
    """Hands as they stand, and by how much each is off its total.

    The last of the `piles` is the pool. `seen[pile]` has a bit for each value that lies there.
    """

    def __init__(self, problem: Problem, counts: list[int], trial: int) -> None:
        self.problem = problem
        self.counts = counts
        self.pool = len(counts)
        self.size = (problem.tiles[0] if problem.tiles else 0) + 1
        self.piles = [[0] * self.size for _ in range(self.pool + 1)]
        self.seen = [0] * (self.pool + 1)
        for value, many in problem.values:
            self.piles[self.pool][value] = many
            self.seen[self.pool] |= 1 << value
        self.off = [want.total for want in problem.wants]
        self.dice = 12345 + trial
        self.work = _WORK[trial]
        self.fixed = all(want.low == want.high for want in problem.wants)
        if trial % 2 and problem.fewest == len(problem.tiles):
            self._highest_first()
        else:
            self._near_average()

    def _highest_first(self) -> None:
        """Give the highest tiles first, each to the hand that must still rise most a tile."""
        left = self.counts.copy()
        for value in self.problem.tiles:
            seat = max(
                (s for s in range(self.pool) if left[s]),
                key=lambda s: (self.off[s] >= value, self.off[s] / left[s]),
            )
            self._move(value, self.pool, seat)
            left[seat] -= 1

    def _near_average(self) -> None:
        """Give each hand tiles near its own average, the most unusual hands first."""
        wants, counts = self.problem.wants, self.counts
        mean = self.problem.top[-1] / max(1, len(self.problem.tiles))
        for seat in sorted(
            range(self.pool), key=lambda s: -abs(wants[s].total / max(1, counts[s]) - mean)
        ):
            for left in range(counts[seat], 0, -1):
                value = self._nearest_left(round(self.off[seat] / left))
                self._move(value, self.pool, seat)

    def _nearest_left(self, value: int) -> int:
        """The value in the pool that is nearest."""
        left = self.seen[self.pool]
        value = min(max(value, 0), self.size - 1)
        above = left >> value
        up = value + (above & -above).bit_length() - 1 if above else self.size * 2
        below = (left & ((1 << value) - 1)).bit_length() - 1
        return up if below < 0 or up - value < value - below else below

    def _move(self, value: int, source: int, target: int) -> None:
        """Move one tile from a pile to another."""
        self.piles[source][value] -= 1
        if not self.piles[source][value]:
            self.seen[source] &= ~(1 << value)
        self.piles[target][value] += 1
        self.seen[target] |= 1 << value
        if source != self.pool:
            self.off[source] += value
        if target != self.pool:
            self.off[target] -= value

    def hands_when_right(self) -> tuple[tuple[int, ...], ...] | None:
        """Swap tiles until all hands come right, or give up."""
        while any(self.off):
            wrong = sorted((s for s in range(self.pool) if self.off[s]), key=self._weight)
            self.work -= 1
            if not any(self._mend(seat) for seat in wrong):
                self._stir(wrong[self._roll(len(wrong))])
            if self.work < 0:
                return None
        piles = self.piles[: self.pool]
        return tuple(
            tuple(v for v in range(self.size - 1, -1, -1) for _ in range(pile[v])) for pile in piles
        )

    def _weight(self, seat: int) -> int:
        return -abs(self.off[seat])

    def _roll(self, sides: int) -> int:
        self.dice = (self.dice * 1103515245 + 12345) % (1 << 31)
        return (self.dice >> 8) % sides

    def _mend(self, seat: int) -> bool:
        """Bring one hand nearer without putting the others off more; whether that was possible."""
        off = self.off[seat]
        sign = 1 if off > 0 else -1
        return any(
            self._pass_on(seat, sign * step) for step in range(min(abs(off), self.size - 1), 0, -1)
        )

    def _pass_on(self, seat: int, step: int) -> bool:
        """Change the hand by `step` points, along a chain of swaps that ends where it helps.

        Each swap gives the hand before a tile that is `step` higher. The chain ends at the pool,
        or at a hand that is off the other way.
        """
        came_from = {seat: seat}
        queue = [seat]
        for pile in queue:
            self.work -= 1
            for other in self._partners(pile, step):
                if other not in came_from:
                    came_from[other] = pile
                    if other == self.pool or self.off[other] * step < 0:
                        return self._swap_along(came_from, other, step)
                    queue.append(other)
        return False

    def _partners(self, hand: int, step: int) -> Iterator[int]:
        """Piles that this hand can get `step` points from with one change, the pool first."""
        seen = self.seen[hand]
        raised = seen << step if step > 0 else seen >> -step
        first = self._roll(self.pool)
        for other in (self.pool, *range(first, self.pool), *range(first)):
            if other != hand and (
                raised & self.seen[other] or (not self.fixed and self._may_give(other, hand, step))
            ):
                yield other

    def _may_give(self, pile: int, hand: int, step: int) -> bool:
        """Whether one tile of `step` points may go to the hand, or (below 0) come back from it."""
        source, target = (pile, hand) if step > 0 else (hand, pile)
        if not self.seen[source] >> abs(step) & 1:
            return False
        wants, total = self.problem.wants, sum(self.counts)
        if source == self.pool:
            spare = total < self.problem.most
        else:
            spare = self.counts[source] > wants[source].low
        if target == self.pool:
            return spare and total > self.problem.fewest
        return spare and self.counts[target] < wants[target].high

    def _swap_along(self, came_from: dict[int, int], end: int, step: int) -> bool:
        """Do the changes of a chain, from its end back to its start.

        A change can take away the tile that the next one wants; then the rest is left undone.
        """
        while (before := came_from[end]) != end:
            seen = self.seen[before]
            both = (seen << step if step > 0 else seen >> -step) & self.seen[end]
            if both:
                for _ in range(self._roll(both.bit_count())):
                    both &= both - 1
                new = (both & -both).bit_length() - 1
                self._move(new, end, before)
                self._move(new - step, before, end)
            elif not self.fixed and self._may_give(end, before, step):
                self._give(end, before, step)
            else:
                return False
            end = before
        return True

    def _give(self, pile: int, hand: int, step: int) -> None:
        source, target = (pile, hand) if step > 0 else (hand, pile)
        self._move(abs(step), source, target)
        if source != self.pool:
            self.counts[source] -= 1
        if target != self.pool:
            self.counts[target] += 1

    def _stir(self, seat: int) -> None:
        """Swap two tiles at random, so that other chains come up."""
        other = self._roll(self.pool + 1)
        mine = [value for value, many in enumerate(self.piles[seat]) if many]
        theirs = [value for value, many in enumerate(self.piles[other]) if many]
        if other != seat and mine and theirs:
            old, new = mine[self._roll(len(mine))], theirs[self._roll(len(theirs))]
            self._move(old, seat, other)
            self._move(new, other, seat)
