"""What the District Senior Games rules say, point by point.

Read so: marked only when the drawn tile cannot be played (SEN-12), though SEN-24 says both; a
double must be finished in the end (SEN-19), not on the same turn (SEN-22); its train is public
for finishing it (SEN-25), and nobody is skipped (SEN-27); SEN-30 describes a turn and sets no
condition. Whether the tile after a second double goes anywhere stays open: SEN-22 against
SEN-32. That each round's double is one lower follows from SEN-05 and SEN-34.
"""

from collections.abc import Mapping
from typing import Any, Final

from engine.rules.parameters import HandSize, HandSizes, Rule, says, silent, unclear

HAND_SIZES: Final = HandSizes((HandSize(None, 4, 15, "SEN-04"), HandSize(None, 5, 12, "SEN-04")))

RULES: Final[Mapping[str, Rule[Any]]] = {
    "player_limits": silent("SEN-04"),
    "hand_size": says(HAND_SIZES, "SEN-04"),
    "starting_double_from": says("named_held", "SEN-05", "SEN-07"),
    "first_starting_double": says(5, "SEN-05"),
    "starting_double_missing": says("draw_named", "SEN-06"),
    "first_player": says("holder", "SEN-07", "SEN-05"),
    "drawing_tie": silent("SEN-07", "SEN-05"),
    "next_round_starter": silent("SEN-07", "SEN-05"),
    "starting_double_is_a_double": says(True, "SEN-08"),
    "first_turn_mode": says("single", "SEN-09", "SEN-21"),
    "first_turn_own_train_only": says(False, "SEN-16", "SEN-15"),
    "own_train_first": says(False, "SEN-13", "SEN-16"),
    "marker_opens_train": says(True, "SEN-13", "SEN-12"),
    "private_trains": says(True, "SEN-11", "SEN-10"),
    "first_turn_stuck": says("must_draw", "SEN-12"),
    "marked_open_from": says("immediately", "SEN-13"),
    "first_turn_double_deferred": silent("SEN-08", "SEN-20"),
    "play_direction": says("clockwise", "SEN-09"),
    "tiles_a_turn": says(1, "SEN-20", "SEN-21"),
    "ends_must_match": says(True, "SEN-16", "SEN-27"),
    "lay_from": says("hand", "SEN-12", "SEN-21"),
    "own_train_open": says(True, "SEN-11"),
    "must_play_if_able": silent("SEN-12", "SEN-24"),
    "draw_when_stuck": says("must", "SEN-24", "SEN-12"),
    "draw_when_no_follow_up": says("must", "SEN-24", "SEN-21"),
    "draw_when_cannot_cover": says("must", "SEN-28"),
    "draw_count": says(1, "SEN-12"),
    "drawn_tile_must_be_played": silent("SEN-12"),
    "empty_boneyard": silent("SEN-12"),
    "mark_when_stuck": says(True, "SEN-12"),
    "mark_when_no_follow_up": says(True, "SEN-12", "SEN-24"),
    "marker_off": says("automatic", "SEN-14"),
    "double_gives": says("extra_turn", "SEN-20", "SEN-21"),
    "follow_up_targets": says("any_available", "SEN-22", "SEN-21"),
    "next_double_targets": says("as_follow_up", "SEN-30", "SEN-21"),
    "uncovered_double_freezes": says(True, "SEN-26"),
    "cover_on_unmarked_train": says(True, "SEN-25", "SEN-27"),
    "uncovered_double_opens_train": says(True, "SEN-25"),
    "mark_when_left_uncovered": says(False, "SEN-23"),
    "mark_when_cannot_cover": says(True, "SEN-28"),
    "double_player_bound_later": says(True, "SEN-26", "SEN-29", "SEN-19"),
    "max_doubles_per_turn": says(None, "SEN-20", "SEN-21", "SEN-30"),
    "second_double_needs_third_tile_from_hand": says(False, "SEN-31"),
    "third_tile_target": unclear(
        says("any", "SEN-22", "SEN-21", "SEN-31"), says("first", "SEN-32", "SEN-26")
    ),
    "several_doubles_bind": says(False, "SEN-31", "SEN-22"),
    "closing_order": says("oldest", "SEN-32"),
    "drawn_double_draw_again": says(True, "SEN-20", "SEN-21"),
    "impossible_double_releases": says(False, "SEN-29", "SEN-26"),
    "mexican_train": says("any_turn", "SEN-16", "SEN-15"),
    "mexican_train_count": says(1, "SEN-18"),
    "mexican_train_marker": silent("SEN-17"),
    "last_tile_notice": silent("SEN-35", "SEN-33"),
    "notice_in_mid_turn": silent("SEN-35", "SEN-33"),
    "notice_penalty": silent("SEN-35"),
    "out_ends_round": says(True, "SEN-35"),
    "out_on_double": says(True, "SEN-33", "SEN-35"),
    "out_on_two_doubles": says(True, "SEN-33", "SEN-30"),
    "blocked_rule": silent("SEN-35", "SEN-36", "SEN-12"),
    "counting": says("pips", "SEN-36"),
    "double_blank_value": says(0, "SEN-36"),
    "winner_score": says(0, "SEN-36"),
    "marked_train_points": says(0, "SEN-36"),
    "next_starting_double": says("minus_one", "SEN-34", "SEN-05"),
    "last_starting_double": says(0, "SEN-34"),
    "rounds": silent("SEN-34", "SEN-05"),
    "tie_break": silent("SEN-37"),
    "late_arrival_total": silent("SEN-37"),
    "leaver_tiles": silent("SEN-37"),
    "time_limit_minutes": silent("SEN-35"),
    "hands_may_be_open": silent("SEN-03"),
    "misplay_policy": silent("SEN-11"),
    "out_of_turn_policy": silent("SEN-09"),
}
