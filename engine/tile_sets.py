"""Sets of tiles, and of pips, as whole numbers with one bit for each member.

A tile's bit is the same for every set of dominoes: low and high pips of the double-18 set and
all smaller ones. `1 << 3` as a set of pips holds the 3 alone. Union is `|`, what two sets share
`&`, and 0 is the empty set.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from engine.tiles import HIGHEST_SET, Tile, double_of, full_set, tile_count

TILES: Final = tuple(sorted(full_set(HIGHEST_SET), key=lambda tile: (tile.high, tile.low)))
"""Every tile, by the number of its bit: those of a smaller set come first."""

BIT: Final = {tile: 1 << number for number, tile in enumerate(TILES)}
"""The bit of each tile."""

NO_TILE: Final = 1 << len(TILES)
"""A bit for no tile at all, where a tile may or may not have been drawn."""

WITH: Final = tuple(
    sum(bit for tile, bit in BIT.items() if tile.has(pips)) for pips in range(HIGHEST_SET + 1)
)
"""By pips: the tiles that show them, the double among them."""

DOUBLE: Final = tuple(BIT[double_of(pips)] for pips in range(HIGHEST_SET + 1))
"""By pips: the bit of the double."""

DOUBLES: Final = sum(DOUBLE)
"""All doubles."""

PLAIN: Final = tuple(tiles & ~DOUBLES for tiles in WITH)
"""By pips: the tiles that show them at one end only."""


def whole_set(highest: int) -> int:
    """Every tile of the double-`highest` set."""
    return (1 << tile_count(highest)) - 1


def all_pips(highest: int) -> int:
    """Every number of pips from 0 to `highest`, as a set of pips."""
    return (1 << highest + 1) - 1


def bits_of(tiles: Iterable[Tile]) -> int:
    """These tiles as one number."""
    combined = 0
    for tile in tiles:
        combined |= BIT[tile]
    return combined


def members(bits: int) -> Iterator[int]:
    """The number of each bit that is set, lowest first: pips, or places in `TILES`."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def tiles_of(bits: int) -> tuple[Tile, ...]:
    """The tiles of a set of tiles, in the order of their bits."""
    return tuple(TILES[number] for number in members(bits))
