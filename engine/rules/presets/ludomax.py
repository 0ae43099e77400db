"""What the German sheet at ludomax.de says, point by point, as far as it could be read.

Read so: the sheet deals to four to eight players, so neither fewer nor more can play. Its "game"
is one deal, which ends with the count of what is left (LUD-10): each is started by LUD-11 anew. In
all that stands behind LUD-13 the sheet is silent here, whatever it says.
"""

from collections.abc import Mapping
from typing import Any, Final

from engine.rules.parameters import (
    HandSize,
    HandSizes,
    PlayerLimit,
    PlayerLimits,
    Rule,
    says,
    silent,
)

BREAKS_OFF: Final = "LUD-13"
HAND_SIZES: Final = HandSizes(
    tuple(
        HandSize(12, players, tiles, "LUD-03")
        for players, tiles in zip(range(4, 9), (18, 14, 12, 10, 9), strict=True)
    )
)

RULES: Final[Mapping[str, Rule[Any]]] = {
    "player_limits": says(PlayerLimits((PlayerLimit(12, 4, 8, "LUD-03"),)), "LUD-03", "LUD-01"),
    "hand_size": says(HAND_SIZES, "LUD-03"),
    "starting_double_from": says("highest_held", "LUD-11", "LUD-13"),
    "first_starting_double": says(None, "LUD-11", "LUD-13"),
    "first_player": says("holder", "LUD-11", "LUD-12"),
    "next_round_starter": says("starting_double_rule", "LUD-11", "LUD-10"),
    "marker_opens_train": silent("LUD-07", "LUD-13"),
    "mexican_train": silent("LUD-08", "LUD-13"),
    "mexican_train_count": says(1, "LUD-08"),
    "mexican_train_marker": says("setup", "LUD-08"),
    "out_ends_round": silent("LUD-09", "LUD-13"),
    "counting": silent("LUD-10"),
    "double_blank_value": silent("LUD-10"),
    "winner_score": silent("LUD-10"),
    "marked_train_points": silent("LUD-10"),
    "next_starting_double": says("rule_again", "LUD-11", "LUD-10"),
    "last_starting_double": says(None, "LUD-11", "LUD-10"),
    "rounds": silent("LUD-10", "LUD-13"),
    "tie_break": silent("LUD-10"),
    "hands_may_be_open": says(False, "LUD-04"),
}
