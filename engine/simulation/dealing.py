"""Shuffled deals, each a round that is ready to be played."""

from collections.abc import Iterable
from itertools import islice
from random import Random
from struct import Struct
from typing import Final

from engine.game.schedule import schedule_of
from engine.rules.deal import FROM_A_HAND, STARTERS, hand_size_row
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
        origin = rules.starting_double_from.value
        from_hand = origin in FROM_A_HAND
        self.all_draw = rules.starting_double_missing.value == "all_draw"
        self.starter_opens = origin == STARTERS
        self.first_player = str(rules.first_player.value)
        self.start: int | None = start
        self.start_in_hand = from_hand and start is None
        if start is None and origin not in ("highest_held", STARTERS):
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
        """Take the starting double out of a hand, or draw for it, seat by seat from `seat`.

        Where it is the starter's, a seat whose turn it is to open plays its highest, or draws once.
        """
        counts = [self.size] * self.seats
        everybody = range(self.seats)
        drawing = everybody if self.all_draw and not self.starter_opens else range(1)
        while True:
            openers = [seat] if self.starter_opens else everybody
            if (opening := self._double_in(hands, openers)) is not None:
                return self._opened(*opening, hands, boneyard, counts)
            for _ in drawing:
                drawn = self._draw(seat, hands, boneyard, counts)
                if self.starter_opens and drawn is not None:
                    return self._opened(seat, drawn, hands, boneyard, counts)
                seat = (seat + 1) % self.seats

    def _draw(
        self,
        seat: int,
        hands: list[list[int]],
        boneyard: list[tuple[int, int]],
        counts: list[int],
    ) -> int | None:
        """Let this seat draw a tile, if any is left. Return its pips where it is a double."""
        if not boneyard:
            return None
        low, high = boneyard.pop()
        hands[seat][low] |= 1 << high
        hands[seat][high] |= 1 << low
        counts[seat] += 1
        return low if low == high else None

    def _double_in(self, hands: list[list[int]], openers: Iterable[int]) -> tuple[int, int] | None:
        """Return who of these seats holds the starting double, and its pips; None if nobody."""
        wanted = range(self.highest, -1, -1) if self.start is None else (self.start,)
        for pips in wanted:
            bit = 1 << pips
            for opener in openers:
                if hands[opener][pips] & bit:
                    return opener, pips
        return None

    def _opened(
        self,
        opener: int,
        pips: int,
        hands: list[list[int]],
        boneyard: list[tuple[int, int]],
        counts: list[int],
    ) -> RoundState:
        """Return the round after this seat has played this double in the hub."""
        hands[opener][pips] &= ~(1 << pips)
        counts[opener] -= 1
        first = (opener + (self.first_player == "left_of_layer")) % self.seats
        return RoundState(self.book, pips, hands, boneyard, first, counts)


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
