"""What the rules say of a deal: how many tiles each seat draws, and how many that leaves.

A number is None where the rules do not say it.
"""

from typing import Final

from engine.rules.parameters import SILENT, HandSize, HandSizes
from engine.rules.rule_set import RuleSet
from engine.tiles import tile_count

STARTERS: Final = "starters_double"
"""The starter plays any double held, or draws one tile for it; without one the role passes left."""

FROM_A_HAND: Final = ("highest_held", "named_held", STARTERS)
"""Ways in which the starting double comes out of a hand, after the deal."""


def hand_size_row(rules: RuleSet, set_: int, players: int) -> HandSize | None:
    """Return the row of the table of hand sizes for this set and so many players."""
    sizes = rules.hand_size.value
    return sizes.find(set_, players) if isinstance(sizes, HandSizes) else None


def fewest_in_hub(rules: RuleSet) -> int:
    """Return how many tiles lie in the hub before the hands are dealt, at least."""
    origin = rules.starting_double_from.value
    return int(origin is not SILENT and origin not in FROM_A_HAND)


def most_left_to_draw(rules: RuleSet, set_: int, players: int) -> int | None:
    """Return how many tiles the deal leaves in the boneyard, at most.

    Below 0 where the deal asks for more tiles than the set has.
    """
    row = hand_size_row(rules, set_, players)
    if row is None:
        return None
    return left_after(set_, players, row.tiles, fewest_in_hub(rules))


def left_after(set_: int, players: int, tiles: int, in_hub: int = 1) -> int:
    """Return how many tiles are left after so many are dealt to each, below 0 if it has too few."""
    return tile_count(set_) - in_hub - tiles * players
