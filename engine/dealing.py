"""Shuffled deals, each a round that is ready to be played."""

from collections.abc import Callable
from random import Random
from typing import Final

from engine.play import Play
from engine.playbook import Playbook, playbook
from engine.rules import RuleSet
from engine.tiles import full_set, tile_count

_FIELD: Final = 32
"""Bits for each row of a hand while it is one number; a row has at most 19."""

_KEY: Final = 30
"""Bits of the number by which a tile is sorted in a shuffle: the last 8 are the tile's own."""


class Dealer:
    """Deals rounds for a number of seats with a double-`highest` set, as the rules say.

    `start` is the starting double's pips where it is not left to the rules, `tiles` the hand's
    size likewise. Raises ValueError, with a sentence, where the rules do not say what is needed,
    or the set has too few tiles. The rules must be settled (`engine.playbook`).
    """

    def __init__(
        self,
        rules: RuleSet,
        highest: int,
        seats: int,
        *,
        start: int | None = None,
        tiles: int | None = None,
    ) -> None:
        self.book: Playbook = playbook(rules)
        self.highest, self.seats = highest, seats
        self.size = _hand_size(rules, highest, seats) if tiles is None else tiles
        held = str(rules.starting_double_from.value) in ("highest_held", "named_held")
        self.first_player = str(rules.first_player.value)
        self.start: int | None = start
        self.held = held and start is None
        if start is None and rules.starting_double_from.value != "highest_held":
            self.start = _first_double(rules, highest)
        self.pairs = [
            (tile.low, tile.high)
            for tile in full_set(highest)
            if self.held or not tile.low == tile.high == self.start
        ]
        self.codes = [
            1 << _FIELD * low + high | 1 << _FIELD * high + low for low, high in self.pairs
        ]
        self.bytes = 4 * (highest + 1)
        fields = [_FIELD * number for number in range(len(self.pairs))]
        self.kept = sum((1 << _KEY) - 256 << field for field in fields)
        self.numbers = sum(number << field for number, field in enumerate(fields))
        if self.size * seats > len(self.pairs) - self.held:
            raise ValueError(
                f"{seats} seats with {self.size} tiles each need more tiles than the "
                f"double-{highest} set has ({tile_count(highest)})."
            )

    def deal(self, random: Random) -> Play:
        """A freshly shuffled round. The same `random` deals the same rounds."""
        bits: Callable[[int], int] = random.getrandbits
        count = len(self.pairs)
        keys = bits(_FIELD * count) & self.kept | self.numbers
        shuffled = memoryview(keys.to_bytes(4 * count, "little")).cast("I").tolist()
        shuffled.sort()
        order = [key & 255 for key in shuffled]
        size, code = self.size, self.codes.__getitem__
        hands: list[list[int]] = []
        for seat in range(self.seats):
            whole = sum(map(code, order[seat * size : seat * size + size]))
            hands.append(memoryview(whole.to_bytes(self.bytes, "little")).cast("I").tolist())
        boneyard = list(map(self.pairs.__getitem__, order[size * self.seats :]))
        seat = bits(30) % self.seats
        if self.held:
            return self._with_held_double(hands, boneyard, seat)
        return Play(self.book, self.start or 0, hands, boneyard, seat, [size] * self.seats)

    def _with_held_double(
        self, hands: list[list[int]], boneyard: list[tuple[int, int]], seat: int
    ) -> Play:
        """The starting double comes out of a hand, or is drawn for, seat by seat from `seat`."""
        counts = [self.size] * self.seats
        wanted = range(self.highest, -1, -1) if self.start is None else (self.start,)
        while True:
            for pips in wanted:
                for layer, hand in enumerate(hands):
                    if hand[pips] >> pips & 1:
                        hand[pips] &= ~(1 << pips)
                        counts[layer] -= 1
                        after = self.first_player == "left_of_layer"
                        first = (layer + after) % self.seats
                        return Play(self.book, pips, hands, boneyard, first, counts)
            low, high = boneyard.pop()
            hands[seat][low] |= 1 << high
            hands[seat][high] |= 1 << low
            counts[seat] += 1
            seat = (seat + 1) % self.seats


def _hand_size(rules: RuleSet, highest: int, seats: int) -> int:
    value = rules.hand_size.value
    row = value.find(highest, seats) if hasattr(value, "find") else None
    if row is None:
        raise ValueError(
            f"The rules do not say how many tiles {seats} seats draw from a double-{highest} set."
        )
    size: int = row.tiles
    return size


def _first_double(rules: RuleSet, highest: int) -> int:
    value = rules.first_starting_double.value
    first = value if isinstance(value, int) else highest
    if first > highest:
        raise ValueError(f"The double-{highest} set has no {first}-{first} to start with.")
    return first
