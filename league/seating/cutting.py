"""A day cut from a design: fewer rounds, fewer people, and the right people at the right points.

A person left out of a design leaves a hole at a table in each round. Tables of a design for 4 and
tables of 4 and 3 in a plan: the holes must be at different tables in each round that is kept.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from league.seating.day import Day
from league.seating.designs import Design, designs

Numbers = NDArray[np.int64]

_CLIMBS: Final = 12
_TRIES: Final = 120
_DRAWS: Final = 4
_APART: Final = 1000
_LABELINGS: Final = 400


def cut(day: Day, rng: np.random.Generator) -> list[list[int]] | None:
    """A wanted table for each person in each round, or None where no design fits.

    Rounds past those of the design have -1 for all. Wishes are looked after as far as naming the
    points can do it.
    """
    sizes = max(day.sizes, key=sum)
    best: tuple[int, Numbers] | None = None
    for design in _fitting(sizes):
        piece = _with_holes(design, sizes, day.rounds, rng)
        if piece is not None and (best is None or piece[0] > best[0]):
            best = piece
            if piece[0] == day.rounds:
                break
    if best is None or best[0] < 2 or best[1].shape[1] != day.people:
        return None
    points = _named(day, best[1], rng)
    wanted = [[int(table) for table in row[points]] for row in best[1]]
    for row, places in zip(wanted, day.places, strict=False):
        _renumber(row, places, sizes)
    return wanted + [[-1] * day.people] * (day.rounds - len(wanted))


def kept(
    day: Day, planned: Sequence[Sequence[Sequence[str]]], names: Sequence[str]
) -> list[list[int]]:
    """The wanted table of each person in each round, as an earlier plan had it (-1: anywhere)."""
    number = {name: i for i, name in enumerate(names)}
    wanted = []
    for at, sizes in enumerate(day.sizes):
        row = np.full(day.people, -1)
        for table, seated in enumerate(planned[at][: len(sizes)] if at < len(planned) else ()):
            row[[number[name] for name in seated if name in number]] = table
        people = np.bincount(row[row >= 0], minlength=len(sizes))
        if (people > np.array(sizes)).any():
            now = np.argsort(-people, kind="stable")
            places = np.empty(len(sizes) + 1, dtype=np.int64)
            places[now] = np.argsort(-np.array(sizes), kind="stable")
            places[-1] = -1
            row = places[row]
        wanted.append([int(table) for table in row])
        _renumber(wanted[-1], day.places[at], sizes)
    return wanted


def _fitting(sizes: Sequence[int]) -> Iterator[Design]:
    """Designs for just these sizes, then for as many tables of the largest."""
    falling = tuple(sorted(sizes, reverse=True))
    yield from designs(falling)
    full = (falling[0],) * len(falling)
    if full != falling:
        yield from designs(full)


def _with_holes(
    design: Design, sizes: Sequence[int], rounds: int, rng: np.random.Generator
) -> tuple[int, Numbers] | None:
    """How many rounds fit the sizes, and the tables of those left in these and some others.

    At most as many rounds as asked for; the smallest tables are shared as evenly as was found.
    """
    table = _table_of(design)
    seats = sorted((len(table) for table in design[0]), reverse=True)
    missing = [full - size for full, size in zip(seats, sorted(sizes, reverse=True), strict=True)]
    lacking = np.array(sorted(missing))
    number = int(lacking.sum())
    if not number:
        keep = np.sort(rng.permutation(len(design))[:rounds])
        return len(keep), _in_order(table[keep], sizes)
    best: tuple[tuple[int, int], Numbers] | None = None
    for holes in _first_holes(table, number, rng):
        climbed = _climb(table, holes, lacking, rounds, rng)
        misfit = _misfit(table, climbed, lacking)
        for _ in range(_DRAWS):
            keep = np.lexsort((rng.permutation(len(table)), misfit))[:rounds]
            fit = int((misfit[keep] == 0).sum())
            left = np.delete(table[keep], climbed, axis=1)
            key = (fit, -_unevenness(left))
            if best is None or key > best[0]:
                best = key, left
            if fit == len(table):
                break
    return (best[0][0], _in_order(best[1], sizes)) if best else None


def _table_of(design: Design) -> Numbers:
    people = sum(len(table) for table in design[0])
    table_at = np.zeros((len(design), people), dtype=np.int64)
    for at, tables in enumerate(design):
        for number, table in enumerate(tables):
            table_at[at, list(table)] = number
    return table_at


def _first_holes(table: Numbers, number: int, rng: np.random.Generator) -> Iterator[Numbers]:
    """Where to begin to look for holes: people who meet seldom."""
    people = table.shape[1]
    meetings = (table[:, :, None] == table[:, None, :]).sum(axis=0)
    for _ in range(_CLIMBS):
        holes = [int(rng.integers(people))]
        while len(holes) < number:
            cost = meetings[holes].sum(axis=0) * 8 + rng.integers(8, size=people)
            cost[holes] = 1 << 30
            holes.append(int(cost.argmin()))
        yield np.array(holes)
        # Those who sit at one table in a round that is left out meet in no other.
        at = table[int(rng.integers(len(table)))]
        order = np.argsort(at * people + rng.permutation(people))
        yield order[:number].copy()


def _misfit(table: Numbers, holes: Numbers, lacking: Numbers) -> Numbers:
    """For each round, how far the seats left empty are from what the sizes ask for."""
    width = len(lacking)
    at = np.arange(len(table))[:, None] * width + table[:, holes]
    empty = np.bincount(at.ravel(), minlength=len(table) * width).reshape(-1, width)
    return np.asarray(np.abs(np.sort(empty, axis=1) - lacking).sum(axis=1))


def _climb(
    table: Numbers, holes: Numbers, lacking: Numbers, rounds: int, rng: np.random.Generator
) -> Numbers:
    """Better the holes, one at a time, until enough rounds fit."""

    def worth(some: Numbers) -> tuple[int, int]:
        misfit = np.sort(_misfit(table, some, lacking))[:rounds]
        return -int((misfit > 0).sum()), -int(misfit.sum())

    value = worth(holes)
    for _ in range(_TRIES):
        if value[0] == 0:
            break
        other = holes.copy()
        other[int(rng.integers(len(holes)))] = int(rng.integers(table.shape[1]))
        if len(set(other.tolist())) < len(other):
            continue
        value_of_other = worth(other)
        if value_of_other >= value:
            holes, value = other, value_of_other
    return holes


def _unevenness(left: Numbers) -> int:
    """How unevenly the smallest tables are shared: a sum of squares."""
    short = np.zeros(left.shape[1], dtype=np.int64)
    for row in left:
        people = np.bincount(row)
        short += people[row] == people[people > 0].min()
    return int((short**2).sum())


def _in_order(table: Numbers, sizes: Sequence[int]) -> Numbers:
    """The tables of each round numbered so that they have the sizes asked for."""
    places = np.argsort(-np.array(sizes), kind="stable")
    result = np.empty_like(table)
    for at, row in enumerate(table):
        people = np.bincount(row, minlength=len(sizes))
        number = np.empty(len(sizes), dtype=np.int64)
        number[np.argsort(-people, kind="stable")] = places
        result[at] = number[row]
    return result


def _named(day: Day, table: Numbers, rng: np.random.Generator) -> Numbers:
    """The point of each person, so that those who met or must not meet do so as little as can be.

    By steepest descent over the exchange of two people's points, all worked out at once.
    """
    people = day.people
    points = rng.permutation(people)
    wish = np.minimum(day.earlier, 1).astype(np.float64)
    for a, b in day.wishes.never():
        wish[a, b] = wish[b, a] = _APART
    for group in day.wishes.groups:
        for a in group:
            for b in group:
                wish[a, b] = -_APART if a != b else 0
    if not wish.any():
        return points
    meetings = (table[:, :, None] == table[:, None, :]).sum(axis=0).astype(np.float64)
    np.fill_diagonal(meetings, 0)
    now = meetings[np.ix_(points, points)]
    cost = wish @ now
    for _ in range(_LABELINGS):
        own = np.diag(cost)
        change = cost + cost.T - own[:, None] - own + 2 * wish * now
        at = int(change.argmin())
        if change.flat[at] >= 0:
            break
        two = list(divmod(at, people))
        before = now[two]
        points[two] = points[two[::-1]]
        now[two] = meetings[np.ix_(points[two], points)]
        now[:, two] = now[two].T
        cost += wish[:, two] @ (now[two] - before)
        cost[:, two] = wish @ now[:, two]
    return points


def _renumber(row: list[int], places: Mapping[int, int], sizes: Sequence[int]) -> None:
    """Give tables of equal size other numbers where that brings the fixed to theirs."""
    for who, table in places.items():
        now = row[who]
        if 0 <= now != table < len(sizes) and sizes[now] == sizes[table]:
            row[:] = [{now: table, table: now}.get(at, at) for at in row]
