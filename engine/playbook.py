"""What a rule set says on turns, as plain values that a program can play by.

A round can only be played where the rules say what happens. `settled` fills what a preset leaves
silent with its defaults, and takes the likeliest reading where its clauses contradict each other.
"""

from dataclasses import dataclass, fields, replace
from typing import Any

from engine.parameters import SILENT, Unclear
from engine.record import rules_spec
from engine.rules import PARAMETERS, RuleSet, first_turn_shuts_mexican, rule_set


@dataclass(frozen=True, slots=True)
class Playbook:
    """The parameters of a `RuleSet` that decide what is laid, drawn and marked, by their names."""

    first_turn_mode: str
    first_turn_own_train_only: bool
    first_turn_stuck: str
    first_turn_double_deferred: bool
    own_train_first: bool
    private_trains: bool
    marked_open_from: str
    draw_count: int | str
    empty_boneyard: str
    mark_when_stuck: bool
    mark_when_no_follow_up: bool
    mark_when_cannot_cover: bool
    mark_when_left_uncovered: bool
    follow_up_targets: str
    uncovered_double_freezes: bool
    cover_on_unmarked_train: bool
    uncovered_double_opens_train: bool
    double_player_bound_later: bool
    max_doubles_per_turn: int | None
    second_double_needs_third_tile_from_hand: bool
    third_tile_target: str
    closing_order: str
    drawn_double_draw_again: bool
    impossible_double_releases: bool
    mexican_train: str
    out_ends_round: bool
    out_on_double: bool
    out_on_two_doubles: bool
    blocked_rule: str


def settled(preset: str, house: dict[str, object] | None = None) -> RuleSet:
    """A preset with house rules on top that leaves nothing open.

    ValueError where a house rule is not one.
    """
    rules = rule_set(rules_spec(preset, house or {}, fill=True))
    readings: dict[str, Any] = {}
    for name in PARAMETERS:
        value = rules.rule(name).value
        if isinstance(value, Unclear):
            readings[name] = value.readings[0]
    return replace(rules, **readings)


def playbook(rules: RuleSet) -> Playbook:
    """The rules as they are played by. ValueError where they leave open what happens."""
    values: dict[str, Any] = {}
    for each in fields(Playbook):
        value = rules.rule(each.name).value
        if value is SILENT or isinstance(value, Unclear):
            raise ValueError(f'A round cannot be played while "{each.name}" is left open.')
        values[each.name] = value
    if values["mexican_train"] == "any_turn" and first_turn_shuts_mexican(rules):
        values["mexican_train"] = "not_first_turn"
    return Playbook(**values)
