"""Tiles, sets of dominoes, and how a tile is written.

A double-N set holds each pair of the pips 0 to N once: (N + 1)(N + 2) / 2 tiles. A tile is
written with a hyphen, `7-3` or `3-7`; both are the same tile, and it prints low pips first.
"""

import re
from functools import cache, lru_cache
from typing import Final

SETS: Final = (6, 9, 12, 15, 18)
"""The highest pips of the boxed sets. The functions here take any number from 0 up."""

HIGHEST_SET: Final = SETS[-1]

MEXICAN: Final = "mexican"
"""The key of the Mexican Train among the trains; every other train has its owner's name."""

_WRITTEN = re.compile(r"\s*([0-9]{1,3})\s*-\s*([0-9]{1,3})\s*", re.ASCII)
_SHOWN_OF_BAD_TEXT = 20


class Tile(tuple[int, int]):
    """One domino: its two pips, the lower first. `Tile(7, 3) == Tile(3, 7)`.

    Immutable, hashable, and ordered by low pips, then high pips. It does not know its set:
    `in_set` says whether a set holds it. Raises ValueError for negative pips.
    """

    __slots__ = ()

    def __new__(cls, first: int, other: int) -> "Tile":
        if first < 0 or other < 0:
            raise ValueError(f"A tile has no negative pips: {first}-{other}.")
        return super().__new__(cls, (first, other) if first <= other else (other, first))

    def __getnewargs__(self) -> tuple[int, int]:
        return self[0], self[1]

    @property
    def low(self) -> int:
        """The lower of the two pips."""
        return self[0]

    @property
    def high(self) -> int:
        """The higher of the two pips."""
        return self[1]

    @property
    def pips(self) -> int:
        """Both ends added, in pips. Points can differ (`rules.double_blank_value`)."""
        return self[0] + self[1]

    @property
    def is_double(self) -> bool:
        """Whether both ends are the same."""
        return self[0] == self[1]

    def in_set(self, highest: int) -> bool:
        """Whether the double-`highest` set holds this tile."""
        return self[1] <= highest

    def has(self, pips: int) -> bool:
        """Whether one end shows these pips."""
        return pips in (self[0], self[1])

    def other_end(self, pips: int) -> int:
        """The pips at the end that is not `pips`; the same for a double.

        Raises ValueError when neither end shows them.
        """
        if pips == self[0]:
            return self[1]
        if pips == self[1]:
            return self[0]
        raise ValueError(f"{self} has no end with {pips}.")

    def __str__(self) -> str:
        return f"{self[0]}-{self[1]}"

    def __repr__(self) -> str:
        return f"Tile({self[0]}, {self[1]})"


def parse_tile(text: str) -> Tile:
    """The tile that `text` writes, as `7-3` or `3-7`; blanks around the numbers do no harm.

    Raises ValueError with a sentence for the table. Any set's tiles are read, and those of no
    set (`99-1`) too: what a set lacks is for the caller to find.
    """
    written = _WRITTEN.fullmatch(text)
    if written is None:
        shown = text if len(text) <= _SHOWN_OF_BAD_TEXT else text[:_SHOWN_OF_BAD_TEXT] + "..."
        raise ValueError(f'"{shown}" is not a tile: write its two numbers like 7-3.')
    return Tile(int(written[1]), int(written[2]))


@lru_cache(maxsize=HIGHEST_SET + 1)
def double_of(pips: int) -> Tile:
    """The tile that shows `pips` at both ends."""
    return Tile(pips, pips)


def tile_count(highest: int) -> int:
    """How many tiles the double-`highest` set holds: 28, 55, 91, 136, 190 for the boxed sets."""
    return (highest + 1) * (highest + 2) // 2


def total_pips(highest: int) -> int:
    """All pips of the double-`highest` set added: each pip value stands at N + 2 ends."""
    return highest * (highest + 1) * (highest + 2) // 2


@cache
def full_set(highest: int) -> tuple[Tile, ...]:
    """Every tile of the double-`highest` set, in order. Raises ValueError below 0."""
    if highest < 0:
        raise ValueError(f"There is no double-{highest} set.")
    return tuple(Tile(low, high) for low in range(highest + 1) for high in range(low, highest + 1))
