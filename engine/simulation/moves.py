"""Moves, hands and sets of trains as plain numbers, for rounds that are played fast.

A hand is a row of numbers: by pips, the set of pips at the other end of its tiles. So the hand
3-1, 3-3, 5-1 of a double-6 set is `[0, 0b101000, 0, 0b001010, 0, 0b000010, 0]`: row 3 holds 1 and
3, row 1 holds 3 and 5, row 5 holds 1. Which of its tiles fit an open end of 3 is one look at row 3.

A move is a number: the train, times 32, and the pips that become its open end. The move
`2 << 5 | 5` plays the tile on train 2 that leaves a 5 there.
"""

from enum import Enum
from functools import cache
from typing import Final, NamedTuple

NO_TILE: Final = (-1, -1)


class Act(Enum):
    """What the seat on turn does next."""

    PLAY = "play"
    DRAW = "draw"
    MARK = "mark"
    PASS = "pass"  # noqa: S105  nobody signs in with it
    STOP = "stop"
    OVER = "over"


class Ended(Enum):
    """How a round ended."""

    OUT = "out"
    BLOCKED = "blocked"
    STUCK = "stuck"
    """Nobody can do anything any more, but the rules know no blocked round."""


class BareDouble(NamedTuple):
    """A double with nothing on it: where, of what pips, played by which seat."""

    train: int
    pips: int
    by: int


class Fits(dict[int, tuple[int, ...]]):
    """By the set of pips at the other ends of tiles that fit a train: the moves that play them."""

    def __init__(self, train: int) -> None:
        super().__init__()
        self.train = train

    def __missing__(self, ends: int) -> tuple[int, ...]:
        base = self.train << 5
        moves = tuple(base | pips for pips in range(ends.bit_length()) if ends >> pips & 1)
        self[ends] = moves
        return moves


FITS: Final = tuple(Fits(train) for train in range(128))


class Members(dict[int, tuple[int, ...]]):
    """By a set of numbers (trains, or pips): those numbers, lowest first."""

    def __missing__(self, numbers: int) -> tuple[int, ...]:
        self[numbers] = members = tuple(
            number for number in range(numbers.bit_length()) if numbers >> number & 1
        )
        return members


MEMBERS: Final = Members()

_MOST_LISTED: Final = 13
"""The pips of a double-12 set: few enough numbers to list all their subsets."""


@cache
def subsets(count: int) -> list[tuple[int, ...]] | Members:
    """Return `MEMBERS` for numbers below `count`; where these are few, as a list: it is faster."""
    if count > _MOST_LISTED:
        return MEMBERS
    members: list[tuple[int, ...]] = [()]
    for number in range(count):
        members += [(*smaller, number) for smaller in members]
    return members


BIT: Final = tuple(1 << number for number in range(128))
"""By number: the set that holds it alone."""

OFF: Final = tuple(~bit for bit in BIT)
"""By number: all numbers but it."""


class Around(dict[int, tuple[tuple[int, ...], ...]]):
    """By a set of trains: for each train to look at first, the set's trains from there on.

    `trains` are all that there are; they lie in a ring, with the Mexican Train before seat 0.
    """

    def __init__(self, trains: int) -> None:
        super().__init__()
        self.trains = trains

    def __missing__(self, chosen: int) -> tuple[tuple[int, ...], ...]:
        members, trains = MEMBERS[chosen], self.trains
        self[chosen] = around = tuple(
            tuple(sorted(members, key=lambda train: (train - first) % trains))
            for first in range(trains)
        )
        return around


def tile_number(hand: list[int]) -> int:
    """Return how many tiles a hand has."""
    halves = sum(ends.bit_count() for ends in hand)
    return (halves + sum(ends >> pips & 1 for pips, ends in enumerate(hand))) // 2


def hand_of(tiles: list[tuple[int, int]], highest: int) -> list[int]:
    """Return these tiles as a hand of a double-`highest` set."""
    hand = [0] * (highest + 1)
    for low, high in tiles:
        hand[low] |= 1 << high
        hand[high] |= 1 << low
    return hand


def tiles_in(hand: list[int]) -> list[tuple[int, int]]:
    """Return the tiles of a hand, low pips first."""
    return [
        (low, high)
        for low, ends in enumerate(hand)
        for high in range(low, len(hand))
        if ends >> high & 1
    ]
