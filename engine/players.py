"""Simple players: each chooses one of the moves that are open to it.

A player gets the round, the moves (never none) and a random number from 0 to 2**30, and answers
one of the moves. See `engine.moves` for how they are written.
"""

from collections.abc import Callable
from types import MappingProxyType
from typing import Final

from engine.moves import MEMBERS, Act
from engine.play import Play

TILE_ROLL: Final = 10
"""So many bits of a roll say which train comes first; those above say which tile is laid."""

MOST_TRIED: Final = 200
"""So many ways to go on are looked at, at most, to find how far a train can grow."""

Player = Callable[[Play, tuple[int, ...], int], int]


def go(play: Play, player: Player, roll: int) -> None:
    """One lay, or the end of a turn, with the draws before it; nothing in a round that is over."""
    while (act := play.act()) is Act.DRAW:
        play.draw()
    if act is Act.LAY:
        play.lay(player(play, play.moves, roll))
    elif act is not Act.OVER:
        play.end_turn(mark=act is Act.MARK)


def random_lay(play: Play, moves: tuple[int, ...], roll: int) -> int:
    """On the first train that takes a tile, from a random one on round the table: any that fits.

    Each train is as likely to be looked at first, and each tile that fits there to be laid.
    """
    trains = len(play.tails)
    first = roll % trains
    nearest = min([((move >> 5) - first) % trains for move in moves])
    train = (first + nearest) % trains
    fits = [move for move in moves if move >> 5 == train]
    return fits[(roll >> TILE_ROLL) % len(fits)]


def any_that_fits(ends: int, roll: int) -> int:
    """One of a set of pips, as `random_lay` chooses among the tiles that fit a train."""
    fits = MEMBERS[ends]
    return fits[(roll >> TILE_ROLL) % len(fits)]


def first_that_takes(hand: list[int], tails: list[int], trains: tuple[int, ...]) -> int | None:
    """The first of these trains that takes a tile of the hand."""
    for train in trains:
        if hand[tails[train]]:
            return train
    return None


def highest_first(play: Play, moves: tuple[int, ...], roll: int) -> int:
    """The tile with the most pips; the roll parts equal ones."""
    tails = play.tails
    return _best(moves, [tails[move >> 5] + (move & 31) for move in moves], roll)


def longest_train_first(play: Play, moves: tuple[int, ...], roll: int) -> int:
    """The tile from which its own train can then grow longest; the roll parts equal ones.

    On another train a tile is worth what the own train can still grow without it; where that is
    the same the own train comes first. How far a train can grow is looked for in at most
    `MOST_TRIED` ways.
    """
    hand = list(play.hands[play.seat])
    own = play.tails[play.seat]
    reach: list[int] = []
    for move in moves:
        train, end = move >> 5, move & 31
        tail = play.tails[train]
        _take(hand, tail, end)
        tries = [MOST_TRIED]
        on_own = train == play.seat
        grows = 1 + _growth(hand, end, tries) if on_own else _growth(hand, own, tries)
        reach.append(2 * grows + on_own)
        _give(hand, tail, end)
    return _best(moves, reach, roll)


def _best(moves: tuple[int, ...], worth: list[int], roll: int) -> int:
    most = max(worth)
    best = [move for move, value in zip(moves, worth, strict=True) if value == most]
    return best[roll % len(best)]


def _growth(hand: list[int], tail: int, tries: list[int]) -> int:
    """How many tiles of the hand can follow on a tail, as far as the tries reach."""
    longest = 0
    for end in range(len(hand)):
        if not hand[tail] >> end & 1:
            continue
        if not tries[0]:
            break
        tries[0] -= 1
        _take(hand, tail, end)
        longest = max(longest, 1 + _growth(hand, end, tries))
        _give(hand, tail, end)
    return longest


def _take(hand: list[int], one: int, other: int) -> None:
    hand[one] &= ~(1 << other)
    hand[other] &= ~(1 << one)


def _give(hand: list[int], one: int, other: int) -> None:
    hand[one] |= 1 << other
    hand[other] |= 1 << one


PLAYERS: Final = MappingProxyType(
    {"random": random_lay, "highest": highest_first, "longest": longest_train_first}
)
"""The players by name."""
