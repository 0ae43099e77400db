"""Simple players: each chooses one of the moves that are open to it.

A player gets the round, the moves (never none) and a random number from 0 to 2**30, and answers
one of the moves. See `engine.simulation.moves` for how they are written.
"""

from collections.abc import Callable
from types import MappingProxyType
from typing import Final

from engine.simulation.moves import MEMBERS, Act
from engine.simulation.play import RoundState

TILE_ROLL: Final = 10
"""The low bits of a roll that say which train comes first; those above say which tile is played."""

MOST_TRIED: Final = 200
"""The most ways to go on that are tried to find how far a train can grow."""

Player = Callable[[RoundState, tuple[int, ...], int], int]


def step(state: RoundState, player: Player, roll: int) -> None:
    """Play one tile, or end the turn, with the draws before it; nothing in a round that is over."""
    while (act := state.next_act()) is Act.DRAW:
        state.draw()
    if act is Act.PLAY:
        state.play(player(state, state.moves, roll))
    elif act is not Act.OVER:
        state.end_turn(mark=act is Act.MARK)


def random_tile(state: RoundState, moves: tuple[int, ...], roll: int) -> int:
    """Choose on the first train that takes a tile, from a random one on round the table.

    Each train is as likely to be looked at first, and each tile that fits there to be played.
    """
    trains = len(state.open_ends)
    first = roll % trains
    nearest = min([((move >> 5) - first) % trains for move in moves])
    train = (first + nearest) % trains
    fits = [move for move in moves if move >> 5 == train]
    return fits[(roll >> TILE_ROLL) % len(fits)]


def any_that_fits(ends: int, roll: int) -> int:
    """Return one of a set of pips, as `random_tile` chooses among the tiles that fit a train."""
    fits = MEMBERS[ends]
    return fits[(roll >> TILE_ROLL) % len(fits)]


def first_that_takes(hand: list[int], open_ends: list[int], trains: tuple[int, ...]) -> int | None:
    """Return the first of these trains that takes a tile of the hand."""
    for train in trains:
        if hand[open_ends[train]]:
            return train
    return None


def highest_first(state: RoundState, moves: tuple[int, ...], roll: int) -> int:
    """Choose the tile with the most pips; the roll decides between equal ones."""
    open_ends = state.open_ends
    return _best(moves, [open_ends[move >> 5] + (move & 31) for move in moves], roll)


def longest_train_first(state: RoundState, moves: tuple[int, ...], roll: int) -> int:
    """Choose the tile from which the own train can then grow longest; the roll decides ties.

    On another train a tile is worth what the own train can still grow without it; where that is
    the same the own train comes first. How far a train can grow is looked for in at most
    `MOST_TRIED` ways.
    """
    hand = list(state.hands[state.seat])
    own = state.open_ends[state.seat]
    reach: list[int] = []
    for move in moves:
        train, end = move >> 5, move & 31
        open_end = state.open_ends[train]
        _take(hand, open_end, end)
        tries = [MOST_TRIED]
        on_own = train == state.seat
        growth = 1 + _growth(hand, end, tries) if on_own else _growth(hand, own, tries)
        reach.append(2 * growth + on_own)
        _give(hand, open_end, end)
    return _best(moves, reach, roll)


def _best(moves: tuple[int, ...], worth: list[int], roll: int) -> int:
    most = max(worth)
    best = [move for move, value in zip(moves, worth, strict=True) if value == most]
    return best[roll % len(best)]


def _growth(hand: list[int], open_end: int, tries: list[int]) -> int:
    """Return how many tiles of the hand can follow on an open end, as far as the tries reach."""
    longest = 0
    for end in range(len(hand)):
        if not hand[open_end] >> end & 1:
            continue
        if not tries[0]:
            break
        tries[0] -= 1
        _take(hand, open_end, end)
        longest = max(longest, 1 + _growth(hand, end, tries))
        _give(hand, open_end, end)
    return longest


def _take(hand: list[int], low: int, high: int) -> None:
    hand[low] &= ~(1 << high)
    hand[high] &= ~(1 << low)


def _give(hand: list[int], low: int, high: int) -> None:
    hand[low] |= 1 << high
    hand[high] |= 1 << low


PLAYERS: Final = MappingProxyType(
    {"random": random_tile, "highest": highest_first, "longest": longest_train_first}
)
"""The players by name."""
