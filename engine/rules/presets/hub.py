"""What the Mexican Train Hub rules say, point by point.

Read so: the section on turns is whole as it stands, with a list of the trains that are open, so
"no restriction" is a rule there, not silence. Whether a double gives an extra turn while the
first train is built stays open: HUB-14 against HUB-21.
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
    unclear,
)

HAND_SIZES: Final = HandSizes(
    tuple(HandSize(None, players, 15, "HUB-04") for players in range(1, 5))
    + tuple(HandSize(None, players, 12, "HUB-04") for players in (5, 6))
    + tuple(HandSize(None, players, 10, "HUB-05") for players in (7, 8))
)

RULES: Final[Mapping[str, Rule[Any]]] = {
    "player_limits": says(
        PlayerLimits((PlayerLimit(None, 1, 8, "HUB-29"),)), "HUB-29", "HUB-05", "HUB-04"
    ),
    "hand_size": says(HAND_SIZES, "HUB-04", "HUB-05"),
    "starting_double_from": says("highest_held", "HUB-10"),
    "first_starting_double": says(None, "HUB-10"),
    "starting_double_missing": says("draw_any_double", "HUB-28"),
    "first_player": says("left_of_layer", "HUB-11", "HUB-10"),
    "drawing_tie": silent("HUB-11", "HUB-10"),
    "next_round_starter": says("starting_double_rule", "HUB-11", "HUB-10"),
    "starting_double_is_a_double": silent("HUB-11", "HUB-21"),
    "first_turn_mode": says("chain_max", "HUB-14", "HUB-12"),
    "first_turn_own_train_only": says(True, "HUB-13", "HUB-14"),
    "own_train_first": says(False, "HUB-15", "HUB-23"),
    "marker_opens_train": says(True, "HUB-24"),
    "private_trains": says(True, "HUB-24"),
    "first_turn_stuck": says("mark", "HUB-30"),
    "marked_open_from": says("second_turn", "HUB-13", "HUB-15"),
    "first_turn_double_deferred": unclear(says(True, "HUB-14"), says(False, "HUB-21")),
    "play_direction": says("clockwise", "HUB-11"),
    "tiles_a_turn": says(1, "HUB-15", "HUB-16"),
    "ends_must_match": says(True, "HUB-13", "HUB-23"),
    "lay_from": says("hand", "HUB-14", "HUB-18"),
    "own_train_open": says(True, "HUB-22", "HUB-15"),
    "must_play_if_able": says(True, "HUB-16", "HUB-17"),
    "draw_when_stuck": says("must", "HUB-17"),
    "draw_when_no_follow_up": says("must", "HUB-17", "HUB-21"),
    "draw_when_cannot_cover": says("must", "HUB-17"),
    "draw_count": says(1, "HUB-17"),
    "drawn_tile_must_be_played": says(True, "HUB-18"),
    "empty_boneyard": silent("HUB-17", "HUB-19"),
    "mark_when_stuck": says(True, "HUB-19"),
    "mark_when_no_follow_up": says(True, "HUB-19", "HUB-21"),
    "marker_off": says("automatic", "HUB-20"),
    "double_gives": says("extra_turn", "HUB-21"),
    "follow_up_targets": says("any_available", "HUB-21", "HUB-15"),
    "next_double_targets": says("as_follow_up", "HUB-21"),
    "uncovered_double_freezes": says(False, "HUB-15", "HUB-21"),
    "cover_on_unmarked_train": says(False, "HUB-24"),
    "uncovered_double_opens_train": says(False, "HUB-24"),
    "mark_when_left_uncovered": says(False, "HUB-21", "HUB-19"),
    "mark_when_cannot_cover": silent("HUB-21", "HUB-19"),
    "double_player_bound_later": says(False, "HUB-21", "HUB-15"),
    "max_doubles_per_turn": says(None, "HUB-21"),
    "second_double_needs_third_tile_from_hand": says(False, "HUB-21"),
    "third_tile_target": says("any", "HUB-21", "HUB-15"),
    "several_doubles_bind": says(False, "HUB-21"),
    "closing_order": silent("HUB-21"),
    "drawn_double_draw_again": says(True, "HUB-21", "HUB-17"),
    "impossible_double_releases": silent("HUB-21"),
    "mexican_train": says("not_first_turn", "HUB-23", "HUB-13"),
    "mexican_train_count": says(1, "HUB-09"),
    "mexican_train_marker": says("setup", "HUB-09"),
    "last_tile_notice": silent("HUB-31", "HUB-25"),
    "notice_in_mid_turn": silent("HUB-31", "HUB-25"),
    "notice_penalty": silent("HUB-31"),
    "out_ends_round": says(True, "HUB-25"),
    "out_on_double": says(True, "HUB-25"),
    "out_on_two_doubles": says(True, "HUB-25", "HUB-21"),
    "blocked_rule": silent("HUB-25", "HUB-31", "HUB-26"),
    "counting": says("pips", "HUB-26"),
    "double_blank_value": says(0, "HUB-26"),
    "winner_score": says(0, "HUB-26"),
    "marked_train_points": says(0, "HUB-26"),
    "next_starting_double": says("rule_again", "HUB-10", "HUB-27"),
    "last_starting_double": says(None, "HUB-27"),
    "rounds": silent("HUB-27"),
    "tie_break": silent("HUB-27"),
    "late_arrival_total": silent("HUB-27"),
    "leaver_tiles": silent("HUB-27"),
    "time_limit_minutes": silent("HUB-27"),
    "hands_may_be_open": says(False, "HUB-06"),
    "misplay_policy": silent("HUB-15"),
    "out_of_turn_policy": silent("HUB-11"),
}
