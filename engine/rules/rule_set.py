"""The rules in force at a table: a preset, with house rules on top.

`rule_set("family")` is the published text alone. `rule_set({"base": "family",
"closing_order": "newest", "fill": "defaults"})` has house rules that fill or override it; with
`fill` whatever the text leaves silent takes its default. Each parameter is one field of `RuleSet`
and holds a `Rule`: its value (or `SILENT`, or `Unclear`) and the clauses that say so. A further
house rule is one more field here, the function that reads it, and its question in
`scoring/referee/rule_words.py`; and either a line in each preset or `house_only=True`, where no
published text speaks of it.

Not covered: what a table says about manners, the look of trains, and penalties other than
`notice_penalty`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from types import MappingProxyType
from typing import Any, Final

from engine.rules.parameters import (
    SILENT,
    HandSizes,
    Parameter,
    PlayerLimit,
    PlayerLimits,
    Rule,
    Unclear,
    choice,
    doubles_in_order,
    limits_table,
    size_table,
    whole,
    yes_no,
)
from engine.rules.presets import PRESET_RULES
from engine.rules.presets.family import HAND_SIZES as FAMILY_HAND_SIZES

__all__ = ["PARAMETERS", "PRESETS", "SILENT", "Rule", "RuleSet", "Unclear", "rule_set"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """Every rule of one table. Immutable and hashable; made by `rule_set`.

    `base` is the preset's name; `house` names the parameters set by house rules, `filled`
    those of them that a table has only taken from the defaults.
    """

    base: str
    house: frozenset[str] = frozenset()
    filled: frozenset[str] = frozenset()

    # Before the round
    player_limits: Rule[PlayerLimits] = limits_table(
        "How many can play, by set of dominoes.",
        default=PlayerLimits((PlayerLimit(12, 2, 8),)),
    )
    hand_size: Rule[HandSizes] = size_table(
        "How many tiles each seat draws.", default=FAMILY_HAND_SIZES
    )
    starting_double_from: Rule[str] = choice(
        "Where the starting double comes from.",
        "highest_of_set_preset",
        "highest_held",
        "named_held",
        "found_before_deal",
        "starters_double",
        default="highest_of_set_preset",
    )
    first_starting_double: Rule[int | str | None] = whole(
        "The first round's starting double.", 0, 18, "set_maximum", None, default="set_maximum"
    )
    starting_double_missing: Rule[str] = choice(
        "What happens when nobody holds the starting double.",
        "draw_any_double",
        "draw_named",
        "all_draw",
        default=SILENT,
    )
    first_player: Rule[str] = choice(
        "Who takes the first turn of the game.",
        "left_of_layer",
        "finder",
        "chosen",
        "holder",
        "drew_highest",
        default="chosen",
    )
    drawing_tie: Rule[str] = choice(
        "What is done where two draw equal tiles to see who begins.",
        "draw_again",
        "chosen",
        default=SILENT,
    )
    next_round_starter: Rule[str] = choice(
        "Who takes the first turn of a later round.",
        "rotate",
        "starting_double_rule",
        "chosen",
        "left_of_opener",
        default="rotate",
    )

    # The first turn
    starting_double_is_a_double: Rule[bool] = yes_no(
        "Whether playing the starting double counts as playing a double.", default=False
    )
    first_turn_mode: Rule[str] = choice(
        "How much is played on a first turn: one tile, a train of any length, or all that fits.",
        "single",
        "chain_any",
        "chain_max",
        default="single",
    )
    first_turn_own_train_only: Rule[bool] = yes_no(
        "Whether a first turn may be played only on one's own train.", default=False
    )
    own_train_first: Rule[bool] = yes_no(
        "Whether a seat plays elsewhere only after its own train has a tile.", default=False
    )
    marker_opens_train: Rule[bool] = choice(
        "A marker opens its owner's train to the others.", True, default=True
    )
    private_trains: Rule[bool] = yes_no(
        "Whether a train without a marker is only its owner's.", default=True
    )
    first_turn_stuck: Rule[str] = choice(
        "What a seat does that cannot play on its first turn.",
        "mark",
        "may_draw",
        "must_draw",
        default="must_draw",
    )
    marked_open_from: Rule[str] = choice(
        "From when marked trains are open to others.",
        "immediately",
        "second_turn",
        default="immediately",
    )
    first_turn_double_deferred: Rule[bool] = yes_no(
        "Whether a double that ends a first train waits until all have had their first turn.",
        default=True,
    )

    # Turns
    play_direction: Rule[str] = choice(
        "Which way the turns go round.", "clockwise", default="clockwise"
    )
    tiles_a_turn: Rule[int] = choice("How many tiles a turn has, doubles aside.", 1, default=1)
    ends_must_match: Rule[bool] = choice("Ends that touch show the same pips.", True, default=True)
    lay_from: Rule[str] = choice(
        "Where a tile to play comes from: the hand, or the tile just drawn.",
        "hand",
        default="hand",
    )
    own_train_open: Rule[bool] = choice("A seat's own train is open to it.", True, default=True)
    must_play_if_able: Rule[bool] = yes_no("Whether a seat that can play must play.", default=True)
    draw_when_stuck: Rule[str] = choice(
        "Whether a seat that cannot play must draw.", "must", "may", default="must"
    )
    draw_when_no_follow_up: Rule[str] = choice(
        "Whether a seat that cannot follow its own double must draw.", "must", "may", default="must"
    )
    draw_when_cannot_cover: Rule[str] = choice(
        "Whether a seat that cannot cover another's double must draw.",
        "must",
        "may",
        default="must",
    )
    draw_count: Rule[int | str] = whole(
        "How many tiles a seat draws that cannot play.", 1, 9, "until_playable", default=1
    )
    drawn_tile_must_be_played: Rule[bool] = yes_no(
        "Whether a drawn tile that fits must be played at once.", default=True
    )
    empty_boneyard: Rule[str] = choice(
        "What a seat does that cannot play when no tile is left to draw.",
        "pass_and_mark",
        "pass",
        default="pass_and_mark",
    )
    mark_when_stuck: Rule[bool] = yes_no(
        "Whether a seat that cannot play, even after drawing, marks its train.", default=True
    )
    mark_when_no_follow_up: Rule[bool] = yes_no(
        "Whether a seat that cannot follow its own double, even after drawing, marks its train.",
        default=True,
    )
    marker_off: Rule[str] = choice(
        "Whether playing on one's own marked train takes the marker off.",
        "automatic",
        "optional",
        default="automatic",
    )

    # Doubles
    double_gives: Rule[str] = choice(
        "What a double gives the player who plays it.",
        "follow_up_tile",
        "extra_turn",
        "optional_tile",
        default="follow_up_tile",
    )
    follow_up_targets: Rule[str] = choice(
        "Where the tile after a double can go.",
        "any_available",
        "double_or_public",
        "double_only",
        default="any_available",
    )
    next_double_targets: Rule[str] = choice(
        "Where a further double can go: as any tile after a double, or on any open train.",
        "as_follow_up",
        "any_available",
        default="as_follow_up",
    )
    uncovered_double_freezes: Rule[bool] = yes_no(
        "Whether nothing else can be played while a double is uncovered.", default=True
    )
    unstarted_train_frees: Rule[bool] = yes_no(
        "Whether a seat whose own train has no tile is free from covering a double.",
        default=False,
        house_only=True,
    )
    cover_on_unmarked_train: Rule[bool] = yes_no(
        "Whether a double on another's unmarked train can be covered.", default=True
    )
    uncovered_double_opens_train: Rule[bool] = yes_no(
        "Whether an uncovered double opens its train to all.", default=False
    )
    mark_when_left_uncovered: Rule[bool] = yes_no(
        "Whether a seat that leaves a double uncovered marks its own train.", default=False
    )
    mark_when_cannot_cover: Rule[bool] = yes_no(
        "Whether a seat that cannot cover a double marks its own train.", default=True
    )
    double_player_bound_later: Rule[bool] = yes_no(
        "Whether the seat that played the double must cover it on a later turn too.", default=True
    )
    max_doubles_per_turn: Rule[int | None] = whole(
        "How many doubles can be played in one turn (null: any number).", 1, 19, None, default=None
    )
    second_double_needs_third_tile_from_hand: Rule[bool] = yes_no(
        "Whether a second double needs a third tile from the hand to go with it.", default=False
    )
    third_tile_target: Rule[str] = choice(
        "Which of two doubles the third tile goes on.", "either", "first", "any", default="first"
    )
    several_doubles_bind: Rule[bool] = yes_no(
        "Whether a seat that plays several doubles in a turn must cover one of them in that turn.",
        default=True,
    )
    closing_order: Rule[str] = choice(
        "In what order several uncovered doubles are covered.",
        "oldest",
        "newest",
        "any",
        default="oldest",
    )
    drawn_double_draw_again: Rule[bool] = yes_no(
        "Whether a seat that draws and plays a double draws again.", default=True
    )
    impossible_double_releases: Rule[bool] = yes_no(
        "Whether a double that no tile can cover no longer has to be covered.", default=True
    )

    # The Mexican Train
    mexican_train: Rule[str] = choice(
        "When you can play on the Mexican Train.",
        "off",
        "any_turn",
        "not_first_turn",
        "starter_opens",
        default="any_turn",
    )
    mexican_train_count: Rule[int] = whole("How many Mexican Trains there are.", 1, 9, default=1)
    mexican_train_marker: Rule[str] = choice(
        "When the Mexican Train gets a marker.", "setup", "optional", "none", default="optional"
    )

    # The end of the round
    last_tile_notice: Rule[str] = choice(
        "How a seat says that it has one tile left.",
        "none",
        "tap",
        "tap_or_say",
        default="tap_or_say",
    )
    notice_in_mid_turn: Rule[bool] = yes_no(
        "Whether a seat says “one tile left” while its turn still goes on.",
        default=False,
    )
    notice_penalty: Rule[int | None] = whole(
        "How many tiles a seat draws that did not say “one tile left” (null: none).",
        1,
        9,
        None,
        default=None,
    )
    out_ends_round: Rule[bool] = yes_no(
        "Whether the round ends when a seat plays its last tile.", default=True
    )
    out_on_double: Rule[bool] = yes_no(
        "Whether a double as the last tile ends the round.", default=True
    )
    out_on_two_doubles: Rule[bool] = yes_no(
        "Whether two doubles as the last tiles end the round.", default=True
    )
    blocked_rule: Rule[str] = choice(
        "When a round is blocked: the boneyard is empty and all pass, or the boneyard is empty "
        "and nobody can play.",
        "empty_and_all_pass",
        "empty_and_none_can",
        "none",
        default="empty_and_all_pass",
    )

    # Counting
    counting: Rule[str] = choice("What is counted at the end of a round.", "pips", default="pips")
    double_blank_value: Rule[int] = whole(
        "What the double blank counts, in points.", 0, 200, default=50
    )
    blank_side_points: Rule[int] = whole(
        "What a blank side counts, in points; the double blank has a value of its own.",
        0,
        50,
        default=0,
        house_only=True,
    )
    winner_score: Rule[int] = whole(
        "What the seat that went out gets, in points.", -200, 200, default=0
    )
    marked_train_points: Rule[int] = choice(
        "What a marker left on one's train adds at the end of a round, in points.",
        0,
        5,
        10,
        25,
        default=0,
    )
    winner_marker_counts: Rule[bool] = yes_no(
        "Whether a marker left on the train of the seat that went out adds its points too.",
        default=False,
        house_only=True,
    )

    # The game
    next_starting_double: Rule[str | tuple[int, ...]] = doubles_in_order(
        "Which double starts the next round.", default="minus_one"
    )
    last_starting_double: Rule[int | None] = whole(
        "The last round's starting double (null: none is set).", 0, 18, None, default=0
    )
    rounds: Rule[int | None] = whole(
        "How many rounds a game has (null: until the last starting double).",
        1,
        99,
        None,
        default=None,
    )
    tie_break: Rule[str] = choice(
        "What breaks a tie of equal totals.", "shared", "went_out_more", "playoff", default="shared"
    )
    late_arrival_total: Rule[str] = choice(
        "With what total a latecomer enters.",
        "highest",
        "average",
        "zero",
        default="highest",
    )
    leaver_tiles: Rule[str] = choice(
        "What is done with the tiles of somebody who leaves.",
        "to_boneyard",
        "set_aside",
        "plays_round_out",
        default=SILENT,
    )
    time_limit_minutes: Rule[int | None] = whole(
        "After how many minutes everybody counts what is left (null: no limit).",
        1,
        600,
        None,
        default=None,
    )
    hands_may_be_open: Rule[bool] = yes_no("Whether hands may lie face up.", default=False)
    misplay_policy: Rule[str] = choice(
        "What happens to a tile played wrongly.",
        "correct_before_next_play",
        "stands",
        "undo",
        default="correct_before_next_play",
    )
    out_of_turn_policy: Rule[str] = choice(
        "What happens to a tile played by a seat whose turn it was not.",
        "correct_before_next_play",
        "stands",
        "undo",
        default="correct_before_next_play",
    )

    def rule(self, name: str) -> Rule[Any]:
        """Return the rule on one parameter, by its name. KeyError for an unknown name."""
        if name not in PARAMETERS:
            raise KeyError(name)
        stated: Rule[Any] = getattr(self, name)
        return stated


PARAMETERS: Final = MappingProxyType(
    {
        parameter_field.name: Parameter(
            parameter_field.name, *parameter_field.metadata["parameter"]
        )
        for parameter_field in fields(RuleSet)
        if "parameter" in parameter_field.metadata
    }
)
"""Every parameter by name, in the order of a round."""

PRESETS: Final = MappingProxyType(
    {name: RuleSet(base=name, **dict[str, Any](rules)) for name, rules in PRESET_RULES.items()}
)
"""The published rule sets, by name."""


def house_rule(name: str, value: object) -> Rule[Any]:
    """Return a house rule's JSON value as a `Rule`; ValueError says what is valid.

    `name` must be one of `PARAMETERS`.
    """
    parameter = PARAMETERS[name]
    try:
        kept = parameter.read(value)
    except ValueError:
        raise ValueError(f'"{name}" must be {parameter.expected}.') from None
    return Rule(kept, (f"house:{name}",))


def rule_set(spec: object) -> RuleSet:
    """Return the rules that `spec` names: a preset, or a preset with house rules on top.

    `spec` is as JSON gives it: `"family"`, or `{"base": "family", "closing_order": "newest"}`;
    with `"fill": "defaults"` every silent parameter takes its default as a house rule. What
    the text contradicts itself on stays unclear until a house rule decides it. Raises ValueError
    with a sentence that names the key that is wrong.
    """
    if isinstance(spec, str):
        return _preset(spec)
    if not isinstance(spec, Mapping):
        raise ValueError(f'"rules" must be a preset ({", ".join(PRESETS)}) or house rules on one.')
    if "base" not in spec:
        raise ValueError('House rules need a "base": the preset that they stand on.')
    rules = _preset(spec["base"])
    changes: dict[str, Any] = {}
    if "fill" in spec:
        if spec["fill"] != "defaults":
            raise ValueError('"fill" can only be "defaults".')
        changes |= _fill(rules)
    for name, value in spec.items():
        if name in ("base", "fill"):
            continue
        if name not in PARAMETERS:
            raise ValueError(f'"{str(name)[:40]}" is not a house rule that we know.')
        changes[name] = house_rule(name, value)
    filled = frozenset(changes).difference(spec)
    changed = replace(rules, house=frozenset(changes), filled=filled, **changes)
    _check_together(changed)
    return changed


def _preset(name: object) -> RuleSet:
    if not isinstance(name, str) or name not in PRESETS:
        shown = f'"{name[:40]}"' if isinstance(name, str) else "This"
        raise ValueError(f"{shown} is not a preset; they are {', '.join(PRESETS)}.")
    return PRESETS[name]


@cache
def _fill(rules: RuleSet) -> Mapping[str, Rule[Any]]:
    """Return the defaults for what a preset leaves silent, as house rules.

    So is what it only implies: a table that asks for the rule finds it in none of the clauses.
    """
    silent = {
        name: Rule(parameter.default, (f"house:{name}",))
        for name, parameter in PARAMETERS.items()
        if rules.rule(name).value is SILENT and parameter.default is not SILENT
    }
    implied = {
        name: Rule(rules.rule(name).value, (f"house:{name}",))
        for name in PARAMETERS
        if rules.rule(name).implied
    }
    return MappingProxyType(silent | implied)


def first_turn_shuts_mexican(rules: RuleSet) -> bool:
    """Return whether a first turn on the own train only excludes the Mexican Train too.

    It does where the rules have a Mexican Train; a text without one (TOK-08, RND-12)
    cannot mean it. A house that opens the Mexican Train has the last word over the text.
    """
    own, mexican = rules.first_turn_own_train_only, rules.mexican_train
    if own.value is not True or mexican.value is SILENT:
        return False
    explicit = rules.house - rules.filled
    return "mexican_train" not in explicit or "first_turn_own_train_only" in explicit


def first_double_waits_alone(rules: RuleSet) -> bool:
    """Whether a double waits that ends a first turn of one tile, as it does at a first train's end.

    The texts say it of trains of several tiles (TOK-05), and so does the default. A house that sets
    it says it of its own first turns, whatever their length.
    """
    name = "first_turn_double_deferred"
    if rules.first_turn_double_deferred.value is not True or name not in rules.house - rules.filled:
        return False
    return rules.first_turn_mode.value == "single"


def _check_together(rules: RuleSet) -> None:
    """Raise ValueError for house rules that contradict each other."""
    first, last = rules.first_starting_double.value, rules.last_starting_double.value
    if not isinstance(first, int) or not isinstance(last, int):
        return
    order = rules.next_starting_double.value
    if order == "minus_one" and first < last:
        raise ValueError(
            f'"first_starting_double" ({first}) cannot be below "last_starting_double" ({last}): '
            "each round's double is one lower."
        )
    if order == "plus_one" and first > last:
        raise ValueError(
            f'"first_starting_double" ({first}) cannot be above "last_starting_double" ({last}): '
            "each round's double is one higher."
        )
