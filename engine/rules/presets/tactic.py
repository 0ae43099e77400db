"""What the Finnish Tactic sheet 02588 B says, point by point, as far as it could be read.

Read so: the double 12 lies in the hub as the game is set up (TAC-08), in no hand, since the
youngest begins whoever drew it (TAC-12). The table of hand sizes (TAC-05) is lost, and in all that
stands behind TAC-13 the sheet is silent here, whatever it says.
"""

from collections.abc import Mapping
from typing import Any, Final

from engine.rules.parameters import Rule, implies, says, silent

BREAKS_OFF: Final = "TAC-13"
RULES: Final[Mapping[str, Rule[Any]]] = {
    "player_limits": silent("TAC-05", "TAC-11"),
    "hand_size": silent("TAC-05"),
    "starting_double_from": implies("highest_of_set_preset", "TAC-08", "TAC-09"),
    "first_starting_double": says("set_maximum", "TAC-08"),
    "starting_double_missing": silent("TAC-08"),
    "first_player": says("chosen", "TAC-12"),
    "drawing_tie": silent("TAC-12"),
    "next_round_starter": silent("TAC-12", "TAC-09"),
    "starting_double_is_a_double": silent("TAC-08"),
    "first_turn_mode": says("single", "TAC-12"),
    "marker_opens_train": silent("TAC-11", "TAC-13"),
    "play_direction": says("clockwise", "TAC-13"),
    "tiles_a_turn": silent("TAC-12", "TAC-13"),
    "ends_must_match": says(True, "TAC-12"),
    "own_train_open": says(True, "TAC-12"),
    "out_ends_round": silent("TAC-03", "TAC-02", "TAC-13"),
    "counting": silent("TAC-03", "TAC-13"),
    "winner_score": silent("TAC-03", "TAC-13"),
    "next_starting_double": says("minus_one", "TAC-09"),
    "last_starting_double": says(0, "TAC-10"),
    "rounds": says(None, "TAC-10"),
    "tie_break": silent("TAC-03", "TAC-13"),
    "hands_may_be_open": says(False, "TAC-07"),
}
