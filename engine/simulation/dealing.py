"""Shuffled deals, each a round that is ready to be played."""

from itertools import islice
from random import Random
from struct import Struct
from typing import Final

from engine.game.schedule import schedule_of
from engine.rules.deal import hand_size_row
from engine.rules.rule_set import RuleSet
from engine.simulation.chance import Below
from engine.simulation.play import Playbook, RoundState, playbook
from engine.tiles import full_set, tile_count

_SHORT: Final = 16
"""So many bits has a short field, and so many numbers of pips fit there."""


class Dealer:
    """Deals rounds for a number of seats with a double-`highest` set, as the rules say.

    `start` is the starting double's pips where it is not left to the rules, `tiles` the hand's
    size likewise. Raises ValueError, with a sentence, where the rules do not say what is needed,
    or the set has too few tiles. The rules must leave nothing open (`complete_rules`).
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
        from_hand = str(rules.starting_double_from.value) in ("highest_held", "named_held")
        self.first_player = str(rules.first_player.value)
        self.start: int | None = start
        self.start_in_hand = from_hand and start is None
        if start is None and rules.starting_double_from.value != "highest_held":
            self.start = _first_double(rules, highest)
        self.pairs = [
            (tile.low, tile.high)
            for tile in full_set(highest)
            if self.start_in_hand or not tile.low == tile.high == self.start
        ]
        # While it is dealt a hand is one number, with a field for each of its rows.
        self.rows = Struct(f"<{highest + 1}{'H' if highest < _SHORT else 'I'}")
        field = 8 * self.rows.size // (highest + 1)
        self.codes = [1 << field * low + high | 1 << field * high + low for low, high in self.pairs]
        self.pair_of = dict(zip(self.codes, self.pairs, strict=True)).__getitem__
        # Which seat begins, and then which of the tiles left is taken next.
        self.numbers = Below([seats, *range(len(self.pairs), 0, -1)])
        if self.size * seats > len(self.pairs) - self.start_in_hand:
            raise ValueError(
                f"{seats} seats with {self.size} tiles each need more tiles than the "
                f"double-{highest} set has ({tile_count(highest)})."
            )

    def deal(self, random: Random) -> RoundState:
        """Return a freshly shuffled round. The same `random` deals the same rounds."""
        tiles, size, rows = self.codes.copy(), self.size, self.rows
        numbers = iter(self.numbers(random))
        seat = next(numbers)
        picked = map(tiles.pop, numbers)
        wholes = [sum(islice(picked, size)) for _ in range(self.seats)]
        hands = [list(rows.unpack(whole.to_bytes(rows.size, "little"))) for whole in wholes]
        boneyard = list(map(self.pair_of, picked))
        if self.start_in_hand:
            return self._with_double_in_hand(hands, boneyard, seat)
        return RoundState(self.book, self.start or 0, hands, boneyard, seat, [size] * self.seats)

    def _with_double_in_hand(
        self, hands: list[list[int]], boneyard: list[tuple[int, int]], seat: int
    ) -> RoundState:
        """Take the starting double out of a hand, or draw for it, seat by seat from `seat`."""
        counts = [self.size] * self.seats
        wanted = range(self.highest, -1, -1) if self.start is None else (self.start,)
        while True:
            for pips in wanted:
                for opener, hand in enumerate(hands):
                    if hand[pips] >> pips & 1:
                        hand[pips] &= ~(1 << pips)
                        counts[opener] -= 1
                        after = self.first_player == "left_of_layer"
                        first = (opener + after) % self.seats
                        return RoundState(self.book, pips, hands, boneyard, first, counts)
            low, high = boneyard.pop()
            hands[seat][low] |= 1 << high
            hands[seat][high] |= 1 << low
            counts[seat] += 1
            seat = (seat + 1) % self.seats


def _hand_size(rules: RuleSet, highest: int, seats: int) -> int:
    row = hand_size_row(rules, highest, seats)
    if row is None:
        raise ValueError(
            f"The rules do not say how many tiles {seats} seats draw from a double-{highest} set."
        )
    return row.tiles


def _first_double(rules: RuleSet, highest: int) -> int:
    first = schedule_of(rules, highest).first
    if first is None:
        return highest
    if first > highest:
        raise ValueError(f"The double-{highest} set has no {first}-{first} to start with.")
    return first
