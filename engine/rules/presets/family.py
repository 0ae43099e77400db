"""What the Family rules say, point by point.

Read so: the starting double lies in the hub (FAM-06), not the Mexican Train (FAM-04). With one
uncovered double the follow-up goes anywhere (FAM-29), with two on the first (FAM-38); from the
next turn on the double comes first (FAM-33). Going out on two doubles stays open: FAM-24 and
FAM-30 against FAM-39.
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
    tuple(
        HandSize(12, players, tiles, "FAM-07")
        for players, tiles in zip(range(2, 9), (16, 16, 15, 14, 12, 10, 9), strict=True)
    )
    + tuple(
        HandSize(9, players, tiles, "FAM-08")
        for players, tiles in zip(range(2, 5), (15, 13, 10), strict=True)
    )
)

RULES: Final[Mapping[str, Rule[Any]]] = {
    "player_limits": says(
        PlayerLimits(
            (
                PlayerLimit(9, 2, 4, "FAM-01"),
                PlayerLimit(12, 2, 8, "FAM-01"),
                PlayerLimit(15, 9, 12, "FAM-01"),
                PlayerLimit(18, 9, 12, "FAM-01"),
            )
        ),
        "FAM-01",
    ),
    "hand_size": says(HAND_SIZES, "FAM-07", "FAM-08"),
    "starting_double_from": says("highest_of_set_preset", "FAM-06", "FAM-26"),
    "first_starting_double": says("set_maximum", "FAM-06"),
    "starting_double_missing": silent("FAM-06"),
    "first_player": says("chosen", "FAM-10"),
    "drawing_tie": silent("FAM-10"),
    "next_round_starter": silent("FAM-10"),
    "starting_double_is_a_double": silent("FAM-06", "FAM-29"),
    "first_turn_mode": says("single", "FAM-16", "FAM-11"),
    "first_turn_own_train_only": says(False, "FAM-13", "FAM-14"),
    "own_train_first": says(False, "FAM-17", "FAM-20"),
    "marker_opens_train": says(True, "FAM-17", "FAM-52"),
    "private_trains": says(True, "FAM-17", "FAM-52"),
    "first_turn_stuck": says("must_draw", "FAM-12", "FAM-19"),
    "marked_open_from": says("immediately", "FAM-17"),
    "first_turn_double_deferred": silent("FAM-16"),
    "play_direction": says("clockwise", "FAM-10"),
    "tiles_a_turn": says(1, "FAM-16", "FAM-42"),
    "ends_must_match": says(True, "FAM-11", "FAM-13"),
    "lay_from": says("hand", "FAM-05", "FAM-19"),
    "own_train_open": says(True, "FAM-17"),
    "must_play_if_able": says(True, "FAM-18"),
    "draw_when_stuck": says("must", "FAM-19", "FAM-12"),
    "draw_when_no_follow_up": says("must", "FAM-31"),
    "draw_when_cannot_cover": says("must", "FAM-34", "FAM-44"),
    "draw_count": says(1, "FAM-19"),
    "drawn_tile_must_be_played": says(True, "FAM-18", "FAM-19", "FAM-31"),
    "empty_boneyard": says("pass_and_mark", "FAM-22"),
    "mark_when_stuck": says(True, "FAM-19"),
    "mark_when_no_follow_up": says(True, "FAM-32", "FAM-43"),
    "marker_off": says("optional", "FAM-21", "FAM-35"),
    "double_gives": says("follow_up_tile", "FAM-29"),
    "follow_up_targets": says("any_available", "FAM-29"),
    "next_double_targets": says("as_follow_up", "FAM-36", "FAM-41"),
    "uncovered_double_freezes": says(True, "FAM-33"),
    "cover_on_unmarked_train": says(True, "FAM-33", "FAM-44"),
    "uncovered_double_opens_train": says(False, "FAM-33", "FAM-17"),
    "mark_when_left_uncovered": says(False, "FAM-32", "FAM-43"),
    "mark_when_cannot_cover": says(True, "FAM-34"),
    "double_player_bound_later": says(True, "FAM-44"),
    "max_doubles_per_turn": says(None, "FAM-41", "FAM-36"),
    "second_double_needs_third_tile_from_hand": says(False, "FAM-36", "FAM-37"),
    "third_tile_target": says("first", "FAM-38"),
    "several_doubles_bind": says(True, "FAM-38"),
    "closing_order": says("oldest", "FAM-45", "FAM-38"),
    "drawn_double_draw_again": says(True, "FAM-40"),
    "impossible_double_releases": says(True, "FAM-46"),
    "mexican_train": says("any_turn", "FAM-14", "FAM-13"),
    "mexican_train_count": silent("FAM-14"),
    "mexican_train_marker": says("optional", "FAM-15"),
    "last_tile_notice": says("tap_or_say", "FAM-23"),
    "notice_in_mid_turn": unclear(says(True, "FAM-23"), says(False, "FAM-23")),
    "notice_penalty": silent("FAM-23"),
    "out_ends_round": says(True, "FAM-24"),
    "out_on_double": says(True, "FAM-24", "FAM-30"),
    "out_on_two_doubles": unclear(says(True, "FAM-24", "FAM-30"), says(False, "FAM-39")),
    "blocked_rule": says("empty_and_none_can", "FAM-25"),
    "counting": says("pips", "FAM-48"),
    "double_blank_value": says(50, "FAM-49"),
    "winner_score": says(0, "FAM-47"),
    "marked_train_points": says(0, "FAM-48"),
    "next_starting_double": says("minus_one", "FAM-26"),
    "last_starting_double": says(0, "FAM-27"),
    "rounds": silent("FAM-26", "FAM-27"),
    "tie_break": silent("FAM-50"),
    "late_arrival_total": silent("FAM-50"),
    "leaver_tiles": silent("FAM-50"),
    "time_limit_minutes": silent("FAM-27"),
    "hands_may_be_open": says(True, "FAM-09"),
    "misplay_policy": silent("FAM-18"),
    "out_of_turn_policy": silent("FAM-10"),
}
