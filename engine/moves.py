"""Moves and hands as plain numbers, for rounds that are played fast.

A hand is a row of numbers: by pips, the set of pips at the other end of its tiles. A move is a
number: the train, times 32, and the pips that become its tail.
"""

from enum import Enum
from functools import cache
from typing import Final, NamedTuple

NO_TILE: Final = (-1, -1)


class Act(Enum):
    """What the seat on turn does next."""

    LAY = "lay"
    DRAW = "draw"
    MARK = "mark"
    PASS = "pass"  # noqa: S105  nobody signs in with it
    STOP = "stop"
    OVER = "over"


class How(Enum):
    """How a round ended."""

    OUT = "out"
    BLOCKED = "blocked"
    STUCK = "stuck"
    """Nobody can do anything any more, but the rules know no blocked round."""


class Bare(NamedTuple):
    """A double with nothing on it: where, of what pips, laid by which seat."""

    train: int
    pips: int
    by: int


class Fits(dict[int, tuple[int, ...]]):
    """By the set of pips at the other ends of tiles that fit a train: the moves that lay them."""

    def __init__(self, train: int) -> None:
        super().__init__()
        self.train = train

    def __missing__(self, ends: int) -> tuple[int, ...]:
        base = self.train << 5
        found = tuple(base | pips for pips in range(ends.bit_length()) if ends >> pips & 1)
        self[ends] = found
        return found


FITS: Final = tuple(Fits(train) for train in range(128))


class Members(dict[int, tuple[int, ...]]):
    """By a set of numbers (trains, or pips): those numbers, lowest first."""

    def __missing__(self, numbers: int) -> tuple[int, ...]:
        self[numbers] = found = tuple(
            number for number in range(numbers.bit_length()) if numbers >> number & 1
        )
        return found


MEMBERS: Final = Members()

_LISTED: Final = 13
"""Of so many numbers, the pips of a double-12 set, there are few enough sets to list them all."""


@cache
def subsets(many: int) -> list[tuple[int, ...]] | Members:
    """As `MEMBERS`, for numbers below `many`; where these are few, as a list: it is faster."""
    if many > _LISTED:
        return MEMBERS
    found: list[tuple[int, ...]] = [()]
    for number in range(many):
        found += [(*members, number) for members in found]
    return found


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

    def __missing__(self, found: int) -> tuple[tuple[int, ...], ...]:
        members, trains = MEMBERS[found], self.trains
        self[found] = around = tuple(
            tuple(sorted(members, key=lambda train: (train - first) % trains))
            for first in range(trains)
        )
        return around


def tile_number(hand: list[int]) -> int:
    """How many tiles a hand has."""
    halves = sum(ends.bit_count() for ends in hand)
    return (halves + sum(ends >> pips & 1 for pips, ends in enumerate(hand))) // 2


def hand_of(tiles: list[tuple[int, int]], highest: int) -> list[int]:
    """These tiles as a hand of a double-`highest` set."""
    hand = [0] * (highest + 1)
    for low, high in tiles:
        hand[low] |= 1 << high
        hand[high] |= 1 << low
    return hand


def tiles_in(hand: list[int]) -> list[tuple[int, int]]:
    """The tiles of a hand, low pips first."""
    return [
        (low, high)
        for low, ends in enumerate(hand)
        for high in range(low, len(hand))
        if ends >> high & 1
    ]
