"""Search over the whole day at once: swaps of two people in a round, and of groups.

Tabu search (Glover 1989; for this problem Dotu and Van Hentenryck 2005). A step takes one round,
computes what each swap of two people there would change over the whole day, all at once as arrays,
and does the best one that is not forbidden; somebody who left a table may not come back there for a
while. The best plan so far is kept.

An example: in round 2 Ann sits with Bob again, which costs 16. Swapping Bob with Cal from another
table saves these 16, but Cal meets Dee again at Ann's table: the swap changes nothing in all.
Swapping Bob with Eve makes no new repeat, so it is done, and Bob may not come back to that table
for some turns. Then a swap that makes the plan worse may be the best one left: so the search
leaves a plan that no single swap improves.

Only whole numbers are added, so the same seed takes the same steps on any machine.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from league.seating.day import Day

Numbers = NDArray[np.int32]
Tables = list[list[int]]
"""The table of each person in each round; -1: not there."""

REPEAT: Final = 16
"""The cost of a meeting again; each further one of the same two costs a little more."""
_FURTHER: Final = 1
_MOST_FURTHER: Final = 12
_TOO_OFTEN: Final = 16 * REPEAT
STEEP: Final = 8
_MOST_BEYOND: Final = 4
"""A meeting beyond the most that two should have costs `_TOO_OFTEN` on top, the next `STEEP` times
as much, and so on up to `_MOST_BEYOND`: rather many pairs once too often than one pair always. With
4 times, fourteen people at tables of 8 and 6 had one pair together in all five games instead of six
pairs in four."""
_APART: Final = 1 << 20
"""The cost of a meeting of two who must not meet: never taken, since plans begin without."""
_FORBIDDEN: Final = 1 << 26
_NOISE: Final = 1 << 16
_ROWS: Final = 32
"""The people looked at in a step, each with all others."""
_QUIET: Final = 64
"""Steps in which nothing could be moved, past some for each round, after which nothing will."""
_TABLES: Final = 12
"""The tables looked at for a group to change with."""
_CAP: Final = 255
_SHORTEST: Final = 3
_LONGEST: Final = 10
"""How many turns of a round somebody stays away from the table just left."""


@dataclass(slots=True)
class Budget:
    """What may still be spent: work in millionths of a second as of a slow machine, and the time.

    Work is counted, not measured, so that it does not depend on the machine or on what else that
    does; the processor's time is looked at only so that nobody waits without end.
    """

    work: float
    end: float
    now: Callable[[], float]

    def spend(self, work: float) -> None:
        self.work -= work

    @property
    def is_over(self) -> bool:
        return self.work <= 0 or self.now() >= self.end


class Search:
    """A plan being bettered.

    `cost` is the plan's now and `best` that of the best seen, whose `repeats` are those that come
    of the rounds planned.
    """

    def __init__(self, day: Day, tables: Tables, rng: np.random.Generator) -> None:
        self.day, self.rng = day, rng
        self.people = day.people
        self.table = np.array(tables, dtype=np.int64).reshape(day.rounds, day.people)
        self.seats: list[NDArray[np.int64]] = [np.empty(0, dtype=np.int64)] * day.rounds
        self.place = np.zeros_like(self.table)
        for at in range(day.rounds):
            self._sort_seats(at)
        self.starts = [np.cumsum((0, *sizes[:-1])) for sizes in day.sizes]
        self.marginal = _marginal(day)
        self.apart = np.zeros((day.people, day.people), dtype=np.int32)
        for a, b in day.wishes.apart:
            self.apart[a, b] = self.apart[b, a] = _APART
        self.met = np.minimum(day.earlier, _CAP // 2).astype(np.int32)
        for at in range(day.rounds):
            self.met += self._same(at)
        self.movable, self.groups = _bound(day)
        self.grouped = any(self.groups)
        most_tables = max((len(sizes) for sizes in day.sizes), default=0)
        self.until = np.zeros((day.rounds, day.people, most_tables), dtype=np.int64)
        self.noise = rng.integers(0, 4, size=_NOISE + _ROWS * day.people, dtype=np.int32)
        self.step = 0
        self.before = self._beyond(np.minimum(day.earlier, _CAP // 2).astype(np.int32))
        self.cost = self.best = self._whole_cost()
        self.repeats = self._repeats()
        self.kept = self.table.copy()
        self.work = 90 + 0.013 * day.people**2 + (150 if self.grouped else 0)

    def tables(self) -> Tables:
        """The best plan seen."""
        return [[int(table) for table in row] for row in self.kept]

    def run(
        self, clock: Budget, goal: int, patience: int, only: Sequence[int] | None = None
    ) -> None:
        """Better the plan until it has `goal` repeats, or `patience` steps gained nothing.

        Where `only` names rounds, the others stay as they are.
        """
        rounds = range(self.day.rounds) if only is None else only
        gained = self.step
        quiet = 0
        while self.repeats > goal and self.step - gained < patience and not clock.is_over:
            for _ in range(64):
                at = rounds[self.step % len(rounds)]
                self.step += 1
                before = self.best
                moved = self._move(at)
                if self.grouped and self.step % 8 == 0:
                    moved |= self._move_group(rounds[int(self.rng.integers(len(rounds)))])
                quiet = 0 if moved else quiet + 1
                if self.best < before:
                    gained = self.step
                    if self.repeats <= goal:
                        break
            clock.spend(64 * self.work)
            if quiet > 8 * len(rounds) + _QUIET:
                break

    def _move(self, at: int) -> bool:
        """The best swap of two in a round that is not forbidden; whether one was done."""
        here = self.table[at]
        weight = self._weights(at)
        sums = np.add.reduceat(weight[:, self.seats[at]], self.starts[at], axis=1)
        own = sums[np.arange(self.people), here]
        rows = np.flatnonzero((own > 0) & self.movable[at])
        if not rows.size:
            return False
        if rows.size > _ROWS:
            rows = self.rng.permutation(rows)[:_ROWS]
        tables = here[rows]
        change = sums[rows][:, here]
        change += sums.T[tables]
        change -= own[rows][:, None]
        change -= own
        change -= 2 * weight[rows]
        until = self.until[at]
        wait = (until[rows][:, here] > self.step) | (until.T[tables] > self.step)
        wait &= change >= self.best - self.cost
        change <<= 2
        offset = int(self.rng.integers(_NOISE))
        change += self.noise[offset : offset + change.size].reshape(change.shape)
        change[wait | (tables[:, None] == here) | ~self.movable[at]] = _FORBIDDEN
        least = int(change.argmin())
        row, other = divmod(least, self.people)
        gain = int(change[row, other])
        if gain >= _FORBIDDEN or gain >> 2 >= _APART // 2:
            return False
        self._swap(at, int(rows[row]), other)
        self._took(gain >> 2)
        return True

    def changes(self, at: int) -> Numbers:
        """What each swap of two in a round would change, for people at different tables."""
        here = self.table[at]
        weight = self._weights(at)
        sums = np.add.reduceat(weight[:, self.seats[at]], self.starts[at], axis=1)
        gain = sums[:, here]
        own = sums[np.arange(self.people), here]
        return np.asarray(gain + gain.T - own[:, None] - own - 2 * weight, dtype=np.int32)

    def swap(self, at: int, a: int, b: int, change: int) -> None:
        """Two people of a round change places; `change` is what that costs."""
        self._swap(at, a, b)
        self._took(change)

    def _took(self, change: int) -> None:
        self.cost += change
        if self.cost < self.best:
            self.best = self.cost
            self.repeats = self._repeats()
            self.kept = self.table.copy()

    def _repeats(self) -> int:
        return self._beyond(self.met) - self.before

    def _beyond(self, met: Numbers) -> int:
        """Repeats in all; one beyond the most that two should have counts as very many."""
        repeats = np.maximum(met - 1, 0).sum()
        if self.day.most:
            beyond = np.clip(met - self.day.most, 0, _MOST_BEYOND)
            repeats += _TOO_OFTEN * ((STEEP**beyond - 1) // (STEEP - 1)).sum()
        return int(repeats) // 2

    def _weights(self, at: int) -> Numbers:
        """What each two cost when they sit together in this round, the other rounds as they are."""
        weight: Numbers = self.marginal[np.minimum(self.met - self._same(at), _CAP)]
        weight += self.apart
        np.fill_diagonal(weight, 0)
        return weight

    def _same(self, at: int) -> Numbers:
        here = self.table[at]
        same: Numbers = (here[:, None] == here).astype(np.int32)
        if len(self.seats[at]) < self.people:
            same[here < 0] = 0
        np.fill_diagonal(same, 0)
        return same

    def _swap(self, at: int, a: int, b: int) -> None:
        """Two people change places, and neither comes back for a while."""
        here, seats, starts = self.table[at], self.seats[at], self.starts[at]
        first, other = int(here[a]), int(here[b])
        sizes = self.day.sizes[at]
        old = seats[starts[first] : starts[first] + sizes[first]]
        new = seats[starts[other] : starts[other] + sizes[other]]
        old, new = old[old != a], new[new != b]
        met = self.met
        for who, company, more in ((a, old, -1), (b, new, -1), (a, new, 1), (b, old, 1)):
            met[who, company] += more
            met[company, who] += more
        here[a], here[b] = other, first
        x, y = self.place[at, a], self.place[at, b]
        seats[x], seats[y] = b, a
        self.place[at, a], self.place[at, b] = y, x
        turns = self.rng.integers(_SHORTEST, _LONGEST, size=2)
        self.until[at, a, first] = self.step + int(turns[0]) * self.day.rounds
        self.until[at, b, other] = self.step + int(turns[1]) * self.day.rounds

    def _move_group(self, at: int) -> bool:
        """One of a round's groups changes with as many people of another table, if it may."""
        groups = self.groups[at]
        if not groups:
            return False
        group = groups[int(self.rng.integers(len(groups)))]
        weight = self._weights(at)
        here = self.table[at]
        home = int(here[group[0]])
        best: tuple[int, list[int]] | None = None
        for table in self.rng.permutation(len(self.day.sizes[at]))[:_TABLES]:
            out = self._to_change_with(at, group, int(table)) if table != home else None
            if out is None or self.until[at, group[0], table] > self.step:
                continue
            change = _change(weight, here, group, out)
            if best is None or change < best[0]:
                best = change, out
        if best is None or best[0] >= _APART // 2:
            return False
        change, out = best
        if change > 0 and self.rng.integers(4):
            return False
        away = int(here[out[0]])
        self.met -= self._same(at)
        here[group], here[out] = away, home
        self.met += self._same(at)
        self._sort_seats(at)
        self.until[at, group[0], home] = self.step + _LONGEST * self.day.rounds
        self._took(change)
        return True

    def _to_change_with(self, at: int, group: list[int], table: int) -> list[int] | None:
        """Return as many people of a table as the group has: a group, or some who may move."""
        begin = self.starts[at][table]
        seats = self.seats[at][begin : begin + self.day.sizes[at][table]]
        choices = [other for other in self.groups[at] if len(other) == len(group)]
        choices = [choice for choice in choices if self.table[at, choice[0]] == table]
        free = [int(who) for who in seats if self.movable[at, who]]
        if len(free) >= len(group):
            choices.append(sorted(int(i) for i in self.rng.permutation(free)[: len(group)]))
        return choices[int(self.rng.integers(len(choices)))] if choices else None

    def _sort_seats(self, at: int) -> None:
        here = self.table[at]
        self.seats[at] = np.argsort(here, kind="stable")[(here < 0).sum() :]
        self.place[at, self.seats[at]] = np.arange(len(self.seats[at]))

    def _whole_cost(self) -> int:
        costs = np.concatenate(([0], np.cumsum(self.marginal, dtype=np.int64)))
        whole = costs[np.minimum(self.met, _CAP)] + self.met.astype(np.int64) * self.apart
        return int(np.triu(whole, 1).sum())


def _marginal(day: Day) -> Numbers:
    """What a meeting costs by how many there were: the first nothing, later ones rising.

    Meetings beyond the most that two should have cost more than all that they could save.
    """
    further = np.minimum(np.arange(_CAP + 1) - 1, _MOST_FURTHER) * _FURTHER
    cost = np.asarray(REPEAT + further, dtype=np.int32)
    cost[0] = 0
    if day.most:
        beyond = np.clip(np.arange(_CAP + 1) - day.most + 1, 0, _MOST_BEYOND)
        steep = _TOO_OFTEN * STEEP ** np.maximum(beyond - 1, 0)
        cost += np.where(beyond > 0, steep, 0).astype(np.int32)
    return cost


def _bound(day: Day) -> tuple[NDArray[np.bool_], list[list[list[int]]]]:
    """Return the people who may be swapped alone in each round, and the groups that move as one."""
    movable = np.zeros((day.rounds, day.people), dtype=bool)
    groups: list[list[list[int]]] = []
    for at, who in enumerate(day.there):
        movable[at, list(who)] = True
        movable[at, list(day.places[at])] = False
        bound = []
        for group in day.wishes.groups:
            present = [person for person in group if movable[at, person]]
            if len(present) > 1:
                movable[at, present] = False
                bound.append(present)
        groups.append(bound)
    return movable, groups


def _change(weight: Numbers, here: NDArray[np.int64], group: list[int], out: list[int]) -> int:
    """What it changes when a group and as many of another table change places."""
    stay = here == here[group[0]]
    stay[group] = False
    others = here == here[out[0]]
    others[out] = False
    gain = weight[group].sum(axis=0, dtype=np.int64) - weight[out].sum(axis=0, dtype=np.int64)
    return int(gain[others].sum() - gain[stay].sum())
