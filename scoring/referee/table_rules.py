"""A table's rules: who can play with what, how a game counts down, what late arrivals get."""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine import tiles
from engine.game import schedule
from engine.rules import rule_set as rules
from engine.rules.deal import STARTERS, hand_size_row, left_after, most_left_to_draw
from engine.rules.parameters import PlayerLimits
from scoring.values import Complaint, Deal, HasRules, HouseRule, Preset

from .rule_words import WORDS

SETS = tiles.SETS
# More than sit at any table of dominoes; what a set has tiles for is asked besides.
MOST_AT_A_TABLE = 14
USUAL_SET = 12
BEGINS = ("holder", "left_of_layer", "finder", "drew_highest", "chosen", "left_of_opener")
DOUBLES = ("first_starting_double", "last_starting_double")
ORDER = "next_starting_double"

TITLES = {
    "family": gettext_lazy("Family rules"),
    "hub": gettext_lazy("Mexican Train Hub rules"),
    "capri": gettext_lazy("Isles of Capri rules"),
    "roundhouse": gettext_lazy("Roundhouse rules"),
    "token": gettext_lazy("Train-token rules"),
    "senior": gettext_lazy("District Senior Games rules"),
    "pagat": gettext_lazy("German rules at pagat.com"),
    "ludomax": gettext_lazy("German rules at ludomax.de"),
    "tactic": gettext_lazy("Finnish rules by Tactic"),
}


def presets() -> list[Preset]:
    """The published rule sets, the usual one first."""
    return [Preset(name, str(title)) for name, title in TITLES.items()]


def house_rules() -> list[HouseRule]:
    """The house rules that a table may set for one game, in the order of a game."""
    return [
        _choice("double_blank_value"),
        _choice("marked_train_points"),
        _choice("late_arrival_total"),
        _choice("tie_break"),
        _number_of("hand_size", 1, 60),
        _number_of("first_starting_double", 0, 18),
        _number_of("last_starting_double", 0, 18),
        _number_of("rounds", 1, 99),
        _number_of("time_limit_minutes", 1, 600, _("minutes")),
    ]


def _choice(name: str, *values: object) -> HouseRule:
    words = WORDS[name]
    choices = [(str(value), str(words.answers[value])) for value in values or words.answers]
    return HouseRule(name, str(words.question), _("as the rules say"), choices)


def _number_of(name: str, least: int, most: int, unit: str = "") -> HouseRule:
    blank = _("Leave it empty to play as the rules say.")
    return HouseRule(name, str(WORDS[name].question), blank, least=least, most=most, unit=unit)


def rule_spec(base: str, house: Mapping[str, Any]) -> dict[str, Any]:
    """A rule set as the engine's contract writes it; what nobody says takes its default."""
    numbers = {
        name: int(value) if isinstance(value, str) and value.isdecimal() else value
        for name, value in house.items()
    }
    return {"base": base, "fill": "defaults", **numbers}


@lru_cache(maxsize=256)
def _parsed(spec: str) -> rules.RuleSet:
    return rules.rule_set(json.loads(spec))


def rules_of(spec: Mapping[str, Any]) -> rules.RuleSet:
    """The engine's rule set for a game's rules. Raises ValueError where they are nonsense."""
    return _parsed(json.dumps(spec, sort_keys=True))


def unknown_rules(spec: Mapping[str, Any]) -> list[str]:
    """The rules in a spec that this version does not know, as a later one writes them."""
    return [name for name in spec if name not in ("base", "fill", *rules.PARAMETERS)]


def spec_problem(spec: Mapping[str, Any]) -> str:
    """Why this is no rule set of the engine's contract; "" where it is one."""
    try:
        rules_of(spec)
    except ValueError as error:
        return str(error)
    return ""


def _number(rule: "rules.Rule[Any]") -> int | None:
    """A rule's value where it is a number."""
    value = rule.value
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _double(spec: Mapping[str, Any], name: str, set_: int) -> int | None:
    """The first or last starting double (pips): the house's, else the rule set's; None: not fixed.

    The rule set is asked alone, since together with the house rules it may be nonsense.
    """
    value = _said(spec, name)
    if value == "set_maximum":
        return set_
    return value if isinstance(value, int) else None


def _said(spec: Mapping[str, Any], name: str) -> object:
    """What the house says on a point, else what its rule set says."""
    if name in spec:
        return spec[name]
    return rules_of(rule_spec(spec["base"], {})).rule(name).value


def rule_problems(spec: Mapping[str, Any], set_: int) -> list[Complaint]:
    """What is wrong with house rules, each under the name of its parameter."""
    order = _said(spec, ORDER)
    first, last = (_double(spec, name, set_) for name in DOUBLES)
    problems = list(_doubles_of_no_tile(spec, order, set_))
    if not problems and first is not None and last is not None:
        problems += _wrong_way(spec, order, first, last)
    if not problems and (problem := spec_problem(spec)):
        problems.append(Complaint("rules", problem))
    return problems


def _wrong_way(
    spec: Mapping[str, Any], order: object, first: int, last: int
) -> Iterator[Complaint]:
    """Doubles that would have to count the other way to get from the first to the last."""
    sentence = ""
    if order == "minus_one" and first < last:
        sentence = _(
            "The doubles count down, so the last one (%(last)d) cannot be higher than the "
            "first (%(first)d)."
        )
    elif order == "plus_one" and first > last:
        sentence = _(
            "The doubles count up, so the last one (%(last)d) cannot be lower than the "
            "first (%(first)d)."
        )
    if sentence:
        name = DOUBLES[1] if DOUBLES[1] in spec else DOUBLES[0]
        yield Complaint(name, sentence % {"first": first, "last": last})


def _doubles_of_no_tile(spec: Mapping[str, Any], order: object, set_: int) -> Iterator[Complaint]:
    """Starting doubles that the set does not have, and the first one of a list that it has."""
    for name in DOUBLES:
        double = _double(spec, name, set_)
        if name in spec and double is not None and double > set_:
            yield Complaint(name, _no_double(set_, double))
    listed = order if isinstance(order, list | tuple) else ()
    too_high = next((double for double in listed if double > set_), None)
    if too_high is None:
        return
    fits = next((double for double in listed if double <= set_), None)
    sentence = _no_double(set_, too_high)
    if fits is not None:
        sentence += " " + _("The first one in the list that fits is the double %d.") % fits
    yield Complaint(ORDER, sentence)


def _no_double(set_: int, double: int) -> str:
    return _("A double-%(set)d set has no double %(double)d.") % {"set": set_, "double": double}


def deal(set_: int, spec: Mapping[str, Any], names: Sequence[str]) -> Deal | None:
    """How many tiles each draws at a table of these people; None while fewer than two are named."""
    if len(names) < 2:
        return None
    if problem := check_setup(set_, spec, names):
        return Deal(len(names), None, problem.text)
    row = _hand_sizes(spec, set_, len(names))
    return Deal(len(names), row, ours="hand_size" in spec)


def _hand_sizes(spec: Mapping[str, Any], set_: int, players: int) -> int | None:
    row = hand_size_row(rules_of(spec), set_, players)
    return row.tiles if row else None


def check_setup(set_: int, spec: Mapping[str, Any], names: Sequence[str]) -> Complaint | None:
    """Why these people cannot play with these dominoes and rules; None where they can."""
    if len(names) < 2:
        return Complaint("few", _("Type the names of at least two players."))
    try:
        rule_set = rules_of(spec)
    except ValueError as error:
        return Complaint("rules", str(error))
    size = _hand_sizes(spec, set_, len(names))
    # A house that says how many tiles so many draw plays with so many, whatever the text allows.
    is_ours = "hand_size" in spec and "player_limits" not in spec and size is not None
    limits = rule_set.player_limits.value
    row = limits.find(set_) if isinstance(limits, PlayerLimits) and not is_ours else None
    numbers = {"players": len(names), "set": set_}
    if row and (len(names) < row.low or (row.high is not None and len(names) > row.high)):
        allowed = (
            _("%d or more") % row.low
            if row.high is None
            else _("%(low)d to %(high)d") % {"low": row.low, "high": row.high}
        )
        return Complaint(
            "players",
            _(
                "These rules with a double-%(set)d set are for %(allowed)s players, and "
                "%(players)d are named. Choose another set or other rules."
            )
            % {**numbers, "allowed": allowed},
        )
    if size is None:
        return Complaint(
            "hand_size",
            _(
                "These rules do not say how many tiles %(players)d players draw from a "
                "double-%(set)d set. Say it under “Change a rule for this once”, or choose "
                "another set."
            )
            % numbers,
        )
    if (most_left_to_draw(rule_set, set_, len(names)) or 0) < 0:
        return Complaint(
            "tiles",
            _(
                "%(players)d hands of %(size)d tiles are more than a double-%(set)d set has. "
                "Choose a larger set, or smaller hands below."
            )
            % {**numbers, "size": size},
        )
    return None


def own_hand_sizes(set_: int, spec: Mapping[str, Any], names: Sequence[str]) -> list[int]:
    """Hands (tiles) of the house's own with which these people can play; none where none helps.

    Three at most: the largest hand that leaves a tile to draw for each, and the two below it.
    """
    largest = (left_after(set_, len(names), 0) - len(names)) // max(len(names), 1)
    sizes = range(max(largest - 2, 1), largest + 1)
    return [size for size in sizes if not check_setup(set_, {**spec, "hand_size": size}, names)]


def marker_points(game: HasRules) -> int:
    """What a marker left on one's train adds at the end of a round, in points."""
    return _number(rules_of(game.rules).marked_train_points) or 0


def blank_points(game: HasRules) -> tuple[int, int] | None:
    """What the double blank counts, and what the blank side of another tile adds, in points.

    None where the rules do not say: then a hand cannot be added up by its pips alone.
    """
    rule_set = rules_of(game.rules)
    blank = _number(rule_set.double_blank_value)
    if rule_set.counting.value != "pips" or blank is None:
        return None
    return blank, _number(rule_set.blank_side_points) or 0


def counts_winners_marker(game: HasRules) -> bool:
    """Whether a marker adds to the points of the player who went out, too."""
    return bool(marker_points(game)) and rules_of(game.rules).winner_marker_counts.value is True


def late_arrival_total(game: HasRules, totals: Sequence[int]) -> int:
    """Return the total (points) that somebody comes in with, from those of the ranked seats."""
    return schedule.late_arrival_total(rules_of(game.rules), totals)


def late_total_by(game: HasRules) -> str:
    """Return which total somebody comes in with: the "highest", the "average" or "zero"."""
    how = str(rules_of(game.rules).late_arrival_total.value)
    return how if how in ("average", "zero") else "highest"


def gives_late_arrivals_points(game: HasRules) -> bool:
    """Whether who comes late begins with points, for the rounds that were missed."""
    return late_total_by(game) != "zero"


def late_arrival_rule(game: HasRules) -> str:
    """The rule for late arrivals in a few words."""
    return {
        "zero": _("no points"),
        "average": _("the average total at the table"),
        "highest": _("the highest total at the table"),
    }[late_total_by(game)]


def parts_ties_by_rounds_out(game: HasRules) -> bool:
    """Whether equal totals are parted by who went out in more rounds."""
    return rules_of(game.rules).tie_break.value == "went_out_more"


def schedule_of(game: HasRules) -> schedule.Schedule:
    """Return the game's schedule: its starting doubles and how many rounds it has."""
    return schedule.schedule_of(rules_of(game.rules), game.set)


def next_double(game: HasRules, played: Sequence[int | None]) -> int | None:
    """Return the starting double (pips) after the rounds with these; None: the table finds it."""
    return schedule_of(game).next_double(played)


def round_count(game: HasRules) -> int | None:
    """Return how many rounds a full game has; None where the table decides when to stop."""
    return schedule_of(game).round_count


def is_over(game: HasRules, played: Sequence[int | None]) -> bool:
    """Return whether the rounds with these starting doubles are a full game."""
    return schedule_of(game).is_over(played)


def has_run_offs(game: HasRules) -> bool:
    """Whether those who tie for the game play on."""
    return rules_of(game.rules).tie_break.value == "playoff"


def run_offs_after(game: HasRules, played: Sequence[int | None]) -> int | None:
    """After which round only those who tie for the game play on; None where nobody does, or yet."""
    if not has_run_offs(game):
        return None
    return schedule_of(game).full_after(played)


def usual_set(rule_set: rules.RuleSet) -> int:
    """The dominoes to speak of: the usual ones, unless these rules are for others."""
    limits = rule_set.player_limits.value
    sets = limits.sets if isinstance(limits, PlayerLimits) else ()
    return USUAL_SET if USUAL_SET in sets or not sets else sets[0]


def time_limit(game: HasRules) -> int | None:
    """After how many minutes everybody counts what is left; None where no rule says so."""
    return _number(rules_of(game.rules).time_limit_minutes)


def first_turn_rule(game: HasRules, round_number: int) -> str:
    """Who takes a round's first turn, as `first_player` and `next_round_starter` name it.

    opener: whoever opens it, as the role of the starter passes left.
    rotate: the seats take turns to begin, clockwise; a table that picks who begins is taken to pick
    the first seat for round 1. next_left: they take turns too, from a seat that the table knows and
    nobody has written down.
    """
    rule_set = rules_of(game.rules)
    if rule_set.starting_double_from.value == STARTERS:
        return "opener"
    first, later = str(rule_set.first_player.value), str(rule_set.next_round_starter.value)
    if round_number > 1:
        rule = first if later == "starting_double_rule" else later
        if rule == "rotate" and first in BEGINS and first != "chosen":
            return "next_left"
    else:
        rule = "rotate" if first == "chosen" else first
    return rule if rule in BEGINS else "rotate"
