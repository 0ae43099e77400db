"""A bracket for two at a table, drawn up before anybody plays: which game feeds which.

The best seeds meet as late as can be. In double elimination the losers of each round come down
into a second bracket, on the other side of it than they came from; its winner plays the grand
final, and perhaps a second one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


class Part(StrEnum):
    """Which part of the bracket a game belongs to."""

    WINNERS = "winners"
    LOSERS = "losers"
    FINAL = "final"


@dataclass(frozen=True)
class Feed:
    """Whence a side of a game comes: from a seed (0: none), or a game before as winner or loser."""

    seed: int = 0
    game: tuple[int, int] | None = None
    loser: bool = False


@dataclass(frozen=True)
class Node:
    """One game of the bracket as drawn up: its part, and whence its two sides come."""

    part: Part
    sides: tuple[Feed, Feed]


def seed_order(size: int) -> list[int]:
    """The seeds down the bracket, for 2, 4, 8, ...: each two that meet sum to one more than it."""
    order = [1]
    while len(order) < size:
        order = [seed for known in order for seed in (known, 2 * len(order) + 1 - known)]
    return order


def drawn_up(people: int, double: bool) -> list[list[Node]]:
    """Return all rounds of a bracket for a number of seeds; double elimination with both finals."""
    size = 1
    while size < people:
        size *= 2
    seeds = [Feed(seed=seed if seed <= people else 0) for seed in seed_order(size)]
    rounds: list[list[Node]] = []
    if size < 2:
        return rounds
    rounds.append(_paired(Part.WINNERS, seeds))
    winners = _from(0, rounds, Part.WINNERS)
    losers = _from(0, rounds, Part.WINNERS, loser=True)
    while len(winners) > 1:
        rounds.append(_paired(Part.WINNERS, winners))
        at = len(rounds) - 1
        winners = _from(at, rounds, Part.WINNERS)
        if double:
            falling = _from(at, rounds, Part.WINNERS, loser=True)
            rounds[at] += _paired(Part.LOSERS, losers)
            above = _from(at, rounds, Part.LOSERS)
            # Across the bracket and back, so that those who met do not meet again soon.
            falling = falling[::-1] if len(rounds) % 4 == 2 else falling
            rounds.append([Node(Part.LOSERS, pair) for pair in zip(above, falling, strict=True)])
            losers = _from(at + 1, rounds, Part.LOSERS)
    if double:
        rounds.append([Node(Part.FINAL, (winners[0], losers[0]))])
        last = (len(rounds) - 1, 0)
        rounds.append([Node(Part.FINAL, (Feed(game=last), Feed(game=last, loser=True)))])
    return rounds


def _paired(part: Part, feeds: Sequence[Feed]) -> list[Node]:
    return [Node(part, pair) for pair in zip(feeds[::2], feeds[1::2], strict=True)]


def _from(at: int, rounds: list[list[Node]], part: Part, *, loser: bool = False) -> list[Feed]:
    nodes = enumerate(rounds[at])
    return [Feed(game=(at, number), loser=loser) for number, node in nodes if node.part is part]
