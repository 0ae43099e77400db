"""Rounds played by simple players: the same seed gives the same rounds.

`simulate` plays them, `spread` says how their points are spread. With `prove` every position is
put to the rulings (`engine.simulation.proving`).
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from engine.rules.rule_set import RuleSet
from engine.simulation.chance import rolls as rolls_of
from engine.simulation.dealing import Dealer
from engine.simulation.moves import Ended
from engine.simulation.play import RoundState
from engine.simulation.players import PLAYERS, step
from engine.simulation.playout import Playout, play_out
from engine.simulation.proving import prove_round


class PlayedRound(NamedTuple):
    """A round that has ended: points by seat, how it ended, and which seat went out (or None)."""

    points: tuple[int, ...]
    ended: Ended
    out: int | None


def simulate(
    rules: RuleSet,
    highest: int,
    seats: int,
    rounds: int,
    seed: int,
    *,
    player: str = "random",
    tiles: int | None = None,
    start: int | None = None,
    prove: bool = False,
) -> Iterator[PlayedRound]:
    """Play rounds of `seats` seats with a double-`highest` set, by rules that leave nothing open.

    All seats play as `player` (`engine.simulation.players`); `tiles` and `start` say the hand's
    size and the starting double where the rules do not. Raises ValueError where a round cannot be
    dealt so, KeyError for a player that there is not, and `DisagreementError`.
    """
    chosen = PLAYERS[player]
    dealer = Dealer(rules, highest, seats, start=start, tiles=tiles)
    playout = Playout(dealer.book, seats, highest)
    random = Random(seed)  # noqa: S311 - nothing here is to be kept secret
    rolls = rolls_of(random)
    count = Counting(rules)
    for _ in range(rounds):
        state = dealer.deal(random)
        if prove:
            prove_round(state, rules, chosen, rolls)
        elif player == "random":
            play_out(state, playout, rolls)
        else:
            while state.ended is None:
                step(state, chosen, next(rolls))
        yield count.played(state)


class Counting:
    """What the rules count at the end of a round. ValueError where they leave it open."""

    def __init__(self, rules: RuleSet) -> None:
        values = (
            rules.double_blank_value,
            rules.blank_side_points,
            rules.winner_score,
            rules.marked_train_points,
        )
        numbers = [rule.value for rule in values if isinstance(rule.value, int)]
        if len(numbers) < len(values) or rules.counting.value != "pips":
            raise ValueError("A round cannot be counted while its points are left open.")
        self.winner_too = rules.winner_marker_counts.value is True
        self.blank, self.side, self.winner, self.marker = numbers

    def played(self, state: RoundState) -> PlayedRound:
        """Return the points of a round that has ended."""
        if state.ended is None:
            raise ValueError("The round goes on.")
        points = []
        for seat, hand in enumerate(state.hands):
            total = self.marker if state.marked >> seat & 1 else 0
            if seat == state.winner:
                points.append(self.winner + (total if self.winner_too else 0))
                continue
            if hand[0] & 1:
                total += self.blank
            if self.side:
                total += self.side * (hand[0] & ~1).bit_count()
            for pips, ends in enumerate(hand):
                if ends:
                    total += pips * (ends.bit_count() + (ends >> pips & 1))
            points.append(total)
        return PlayedRound(tuple(points), state.ended, state.winner)


class Spread(NamedTuple):
    """How numbers are spread.

    `quarters` are the lowest, the highest and what parts the quarters between; `tens[3]` says how
    many numbers lie from 30 to 39.
    """

    quarters: tuple[int, ...]
    mean: float
    tens: tuple[int, ...]


def spread(numbers: Sequence[int]) -> Spread:
    """Return how these numbers are spread; there must be at least one.

    Below 0 counts as 0 to 9.
    """
    ordered = sorted(numbers)
    last = len(ordered) - 1
    tens = [0] * (max(ordered[-1], 0) // 10 + 1)
    for number in ordered:
        tens[max(number, 0) // 10] += 1
    quarters = [ordered[last * share // 4] for share in range(5)]
    mean = sum(ordered) / len(ordered)
    return Spread(tuple(quarters), mean, tuple(tens))
