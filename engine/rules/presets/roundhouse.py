"""What the Roundhouse rules say, point by point.

Read so: who cannot play must draw (RND-15, RND-16), though RND-10 and RND-18 say "can"; RND-31
is the exception to RND-23 for the last tiles. RND-07 does not say how many tiles a first turn
lays. The table of hand sizes (RND-05), the later starting doubles (RND-34) and the options but
the first (RND-17) are lost.
"""

from collections.abc import Mapping
from typing import Any, Final

from engine.rules.parameters import Rule, says, silent, unclear

RULES: Final[Mapping[str, Rule[Any]]] = {
    "player_limits": silent("RND-05"),
    "hand_size": silent("RND-05"),
    "starting_double_from": says("found_before_deal", "RND-01", "RND-35", "RND-03"),
    "first_starting_double": silent("RND-34", "RND-01"),
    "starting_double_missing": silent("RND-01"),
    "first_player": says("finder", "RND-02", "RND-01"),
    "drawing_tie": silent("RND-02", "RND-01"),
    "next_round_starter": says("starting_double_rule", "RND-02", "RND-01"),
    "starting_double_is_a_double": silent("RND-03", "RND-07"),
    "first_turn_mode": unclear(says("single", "RND-07", "RND-14"), says("chain_any", "RND-07")),
    "first_turn_own_train_only": says(True, "RND-07", "RND-12"),
    "own_train_first": says(False, "RND-12", "RND-14"),
    "marker_opens_train": says(True, "RND-12", "RND-19"),
    "private_trains": says(True, "RND-20", "RND-12"),
    "first_turn_stuck": unclear(
        says("may_draw", "RND-10", "RND-13"), says("must_draw", "RND-15", "RND-10")
    ),
    "marked_open_from": says("second_turn", "RND-12"),
    "first_turn_double_deferred": silent("RND-07", "RND-21"),
    "play_direction": says("clockwise", "RND-09"),
    "tiles_a_turn": says(1, "RND-14"),
    "ends_must_match": says(True, "RND-18", "RND-08"),
    "lay_from": says("hand", "RND-18", "RND-27"),
    "own_train_open": says(True, "RND-17", "RND-14"),
    "must_play_if_able": says(True, "RND-16", "RND-27", "RND-25"),
    "draw_when_stuck": says("must", "RND-15", "RND-16"),
    "draw_when_no_follow_up": says("must", "RND-15", "RND-16"),
    "draw_when_cannot_cover": says("must", "RND-22", "RND-15"),
    "draw_count": says(1, "RND-15", "RND-22"),
    "drawn_tile_must_be_played": says(True, "RND-16", "RND-18", "RND-11"),
    "empty_boneyard": says("pass_and_mark", "RND-28"),
    "mark_when_stuck": says(True, "RND-19", "RND-13"),
    "mark_when_no_follow_up": says(True, "RND-19"),
    "marker_off": says("automatic", "RND-20"),
    "double_gives": silent("RND-32", "RND-21", "RND-23"),
    "follow_up_targets": silent("RND-21", "RND-32"),
    "next_double_targets": says("any_available", "RND-23"),
    "uncovered_double_freezes": says(True, "RND-21"),
    "cover_on_unmarked_train": says(True, "RND-21", "RND-22"),
    "uncovered_double_opens_train": silent("RND-21"),
    "mark_when_left_uncovered": silent("RND-21", "RND-19"),
    "mark_when_cannot_cover": says(True, "RND-22", "RND-19"),
    "double_player_bound_later": says(True, "RND-21"),
    "max_doubles_per_turn": says(2, "RND-23", "RND-24"),
    "second_double_needs_third_tile_from_hand": says(True, "RND-23"),
    "third_tile_target": says("either", "RND-23"),
    "several_doubles_bind": says(True, "RND-23"),
    "closing_order": silent("RND-23", "RND-21"),
    "drawn_double_draw_again": silent("RND-18", "RND-22"),
    "impossible_double_releases": silent("RND-21"),
    "mexican_train": silent("RND-17", "RND-12"),
    "mexican_train_count": silent("RND-17"),
    "mexican_train_marker": silent("RND-17"),
    "last_tile_notice": says("tap", "RND-26"),
    "notice_in_mid_turn": unclear(says(True, "RND-26"), says(False, "RND-26")),
    "notice_penalty": silent("RND-26"),
    "out_ends_round": says(True, "RND-29", "RND-32"),
    "out_on_double": says(True, "RND-31", "RND-32"),
    "out_on_two_doubles": says(True, "RND-31", "RND-32"),
    "blocked_rule": says("empty_and_all_pass", "RND-30", "RND-29"),
    "counting": says("pips", "RND-33"),
    "double_blank_value": says(0, "RND-33"),
    "winner_score": says(0, "RND-33"),
    "marked_train_points": says(0, "RND-33"),
    "next_starting_double": silent("RND-34"),
    "last_starting_double": silent("RND-34"),
    "rounds": silent("RND-34"),
    "tie_break": silent("RND-33"),
    "late_arrival_total": silent("RND-33"),
    "leaver_tiles": silent("RND-33"),
    "time_limit_minutes": silent("RND-29"),
    "hands_may_be_open": says(False, "RND-06"),
    "misplay_policy": silent("RND-27"),
    "out_of_turn_policy": silent("RND-09"),
}
