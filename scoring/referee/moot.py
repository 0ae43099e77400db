"""Questions that make no difference, because another answer leaves them no case."""

from collections.abc import Mapping
from typing import Final

from engine.game.schedule import schedule_of
from engine.rules.deal import FROM_A_HAND
from engine.rules.rule_set import RuleSet
from engine.tiles import SETS

MOOT: Final[Mapping[str, tuple[str, tuple[object, ...]]]] = {
    "mexican_train_count": ("mexican_train", ("off",)),
    "mexican_train_marker": ("mexican_train", ("off",)),
    "notice_in_mid_turn": ("last_tile_notice", ("none",)),
    "notice_penalty": ("last_tile_notice", ("none",)),
    "next_double_targets": ("max_doubles_per_turn", (1,)),
    "second_double_needs_third_tile_from_hand": ("max_doubles_per_turn", (1,)),
    "third_tile_target": ("max_doubles_per_turn", (1,)),
    "several_doubles_bind": ("max_doubles_per_turn", (1,)),
    "out_on_two_doubles": ("max_doubles_per_turn", (1,)),
    "unstarted_train_frees": ("uncovered_double_freezes", (False,)),
    "closing_order": ("uncovered_double_freezes", (False,)),
    "winner_marker_counts": ("marked_train_points", (0,)),
}
"""A question, another one, and the answers to that one under which the first has no case."""


def is_moot(rules: RuleSet, name: str, set_: int = min(SETS)) -> bool:
    """Whether the question on this parameter makes no difference with these rules and dominoes.

    What makes none with the smallest set makes none with any: more dominoes make more rounds.
    """
    if name == "last_starting_double":
        # A game of two rounds ends long before it.
        schedule = schedule_of(rules, set_)
        return schedule.limit is not None and schedule.limit < (schedule.rounds_by_doubles or 0)
    if name == "starting_double_missing":
        return rules.starting_double_from.value not in FROM_A_HAND
    if name == "drawing_tie":
        return rules.first_player.value != "drew_highest"
    if name not in MOOT:
        return False
    other, answers = MOOT[name]
    value = rules.rule(other).value
    return any(type(value) is type(answer) and value == answer for answer in answers)
