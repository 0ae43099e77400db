"""Which totals can be made with how many tiles, for every rest of a list of values.

All totals and numbers of tiles stand as the bits of one whole number, so that adding a tile is
one shift: bit `total * width + count` says that `count` tiles can make `total`.

An example: one tile of 1 point and one of 2, so the width is 3 (0, 1 or 2 tiles). At first only bit
0 is set: no tile makes 0 points. The tile of 1 shifts it by 1 * 3 + 1 to bit 4. The tile of 2
shifts both by 2 * 3 + 1, to bits 7 and 11. Bit 11 is 3 * 3 + 2: two tiles make 3 points.
"""

from functools import lru_cache


class Reach:
    """The totals up to `highest` that the values from each place on can make."""

    def __init__(self, values: tuple[tuple[int, int], ...], highest: int) -> None:
        self.width = sum(many for _, many in values) + 1
        kept = (1 << (self.width * (highest + 1))) - 1
        made = 1
        tails = [made]
        for value, many in reversed(values):
            for _ in range(many):
                made |= (made << (value * self.width + 1)) & kept
            tails.append(made)
        self.tails = tails[::-1]

    def counts(self, place: int, total: int, low: int, high: int) -> int:
        """The numbers of tiles from `low` to `high` that make `total`, as bits from `low` up.

        Only the values from `place` on are used.
        """
        if low > min(high, self.width - 1):
            return 0
        made = self.tails[place] >> (total * self.width + low)
        return made & ((1 << (min(high, self.width - 1) - low + 1)) - 1)


@lru_cache(maxsize=4)
def reach_of(values: tuple[tuple[int, int], ...], highest: int) -> Reach:
    """The reach of these values, asked for again and again while one report is looked into."""
    return Reach(values, highest)
