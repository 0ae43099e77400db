"""Rounds that nobody played, for a made-up club: dealt and played out by the engine's simulator.

Not a part of `scoring.referee` itself, which tablets keep: only a server makes clubs up.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from engine.simulation.dealing import Dealer
from engine.simulation.moves import Ended, tiles_in
from engine.simulation.play import complete_rules
from engine.simulation.players import PLAYERS, step
from engine.simulation.simulate import Counting
from engine.tiles import Tile

# The low bits of a roll choose a train, those above them a tile.
ROLL_BITS = 30


@dataclass(frozen=True)
class MadeUpRound:
    """How a round ended: the place that went out, None where it was blocked, and what was left.

    `hands` and their `points` are by place, a hand as it is typed: "12-7 3-1", "" for no tile.
    """

    starting_double: int
    out: int | None
    hands: tuple[str, ...]
    points: tuple[int, ...]


def made_up_round(
    *, set_: int, rules: Mapping[str, Any], seats: int, starting_double: int, random: Random
) -> MadeUpRound:
    """Return a round of so many seats, as players who lay down their highest tiles end it.

    Raises ValueError for a table that the rules cannot deal to.
    """
    house = {name: value for name, value in rules.items() if name not in ("base", "fill")}
    rule_set = complete_rules(str(rules["base"]), house)
    dealer = Dealer(rule_set, set_, seats, start=starting_double)
    state = dealer.deal(random)
    for roll in _rolls(random):
        if state.ended is not None:
            break
        step(state, PLAYERS["highest"], roll)
    return MadeUpRound(
        starting_double,
        state.winner if state.ended is Ended.OUT else None,
        tuple(
            " ".join(str(Tile(high, low)) for low, high in tiles_in(hand)) for hand in state.hands
        ),
        Counting(rule_set).played(state).points,
    )


def _rolls(random: Random) -> Iterator[int]:
    while True:
        yield random.getrandbits(ROLL_BITS)
