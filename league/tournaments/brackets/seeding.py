"""The order of a field by seeds, and the snake that spreads it over tables.

Lots are drawn from a number and what is drawn for, not from a row of throws: a lot is a person's
own, whoever else is there and in whatever order they are named.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

from league.standings.results import Key

Number = int | float | Fraction
T = TypeVar("T")
K = TypeVar("K", bound=Key)


def lot(seed: int, *about: Key) -> int:
    """A lot for what it is about: a whole number below 2**64, the same for the same."""
    text = ":".join(map(str, (seed, *about)))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")


def seeds(keys: Iterable[K], ranks: Mapping[K, Number | None], seed: int) -> dict[K, int]:
    """Everybody's seed, from 1, in the order of their ranks, the lower the better.

    Equal ranks are parted by lot, and so are, after all others, those with a rank of None or
    without one. The same people, ranks and `seed` give the same seeds in whatever order they come.
    Raises ValueError where somebody is named twice.
    """
    drawn = sorted(keys, key=lambda key: (lot(seed, "seed", key), key))
    if len(set(drawn)) < len(drawn):
        raise ValueError("somebody is named twice")
    known = {key: rank for key in drawn if (rank := ranks.get(key)) is not None}
    in_order = [
        *sorted(known, key=known.__getitem__),
        *(key for key in drawn if key not in known),
    ]
    return {key: place for place, key in enumerate(in_order, 1)}


def snake(people: Sequence[T], sizes: Sequence[int]) -> tuple[tuple[T, ...], ...]:
    """People, the best first, dealt to and fro over tables of these sizes; a full one is left out.

    Table 1 gets the first and, where the tables are alike, the last of the second pass, and so on.
    Raises ValueError where there are not just as many seats as people.
    """
    tables: list[list[T]] = [[] for _ in sizes]
    for person, (table, _band) in zip(people, dealt(sizes), strict=True):
        tables[table].append(person)
    return tuple(tuple(table) for table in tables)


def dealt(sizes: Sequence[int]) -> list[tuple[int, int]]:
    """For each seed in turn, the table (from 0) that the snake gives it, and in which pass."""
    dealt: list[tuple[int, int]] = []
    for band in range(max(sizes, default=0)):
        way = range(len(sizes)) if band % 2 == 0 else range(len(sizes) - 1, -1, -1)
        dealt += [(table, band) for table in way if sizes[table] > band]
    return dealt
