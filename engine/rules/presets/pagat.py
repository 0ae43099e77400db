"""What the German text at pagat.com says, point by point, as far as it could be read.

Read so: the table of hand sizes ends with ten players, so no more can play. In all that stands
behind PAG-13 the text is silent here, whatever it says.
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

BREAKS_OFF: Final = "PAG-13"
HAND_SIZES: Final = HandSizes(
    tuple(HandSize(12, players, 15, "PAG-05") for players in range(1, 5))
    + tuple(HandSize(12, players, 12, "PAG-05") for players in (5, 6))
    + tuple(HandSize(12, players, 10, "PAG-06") for players in (7, 8))
    + tuple(HandSize(12, players, 8, "PAG-06") for players in (9, 10))
)

RULES: Final[Mapping[str, Rule[Any]]] = {
    "player_limits": says(
        PlayerLimits((PlayerLimit(12, 1, 10, "PAG-06"),)), "PAG-06", "PAG-05", "PAG-02"
    ),
    "hand_size": says(HAND_SIZES, "PAG-05", "PAG-06"),
    "starting_double_from": says("named_held", "PAG-08", "PAG-09"),
    "first_starting_double": says("set_maximum", "PAG-08"),
    "starting_double_missing": says("draw_named", "PAG-10"),
    "first_player": says("holder", "PAG-08", "PAG-13"),
    "drawing_tie": silent("PAG-10"),
    "next_round_starter": says("starting_double_rule", "PAG-08", "PAG-09"),
    "marker_opens_train": silent("PAG-03", "PAG-13"),
    "mexican_train_marker": silent("PAG-03", "PAG-13"),
    "next_starting_double": says("minus_one", "PAG-09"),
    "last_starting_double": says(0, "PAG-09"),
    "rounds": says(None, "PAG-09"),
    "hands_may_be_open": says(False, "PAG-04"),
}
