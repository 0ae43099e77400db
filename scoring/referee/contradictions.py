"""House rules that cannot hold together, with a sentence that names the two questions."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _

from engine import tiles
from engine.rules.deal import fewest_in_hub, left_after
from engine.rules.parameters import MOST_SEATS, HandSizes, PlayerLimits
from engine.rules.rule_set import RuleSet
from scoring.values import Complaint

from .rule_questions import answer_words, one_hand_size, parameter_sentence
from .table_rules import rules_of, spec_problem

USUAL_SET: Final = 12
"""The dominoes that most tables play with: what a rule for any set is held against."""

Test = Callable[[Any, Any], bool]


def _are(first: object, second: object) -> Test:
    """Whether the two rules have just these values."""
    return lambda value, other: (value, other) == (first, second)


PAIRS: Final[tuple[tuple[str, str, Test], ...]] = (
    (
        "first_starting_double",
        "next_starting_double",
        lambda first, listed: (
            isinstance(first, int) and isinstance(listed, tuple) and listed[0] != first
        ),
    ),
    (
        "last_starting_double",
        "next_starting_double",
        lambda last, listed: (
            isinstance(last, int) and isinstance(listed, tuple) and listed[-1] != last
        ),
    ),
    (
        "rounds",
        "next_starting_double",
        lambda rounds, listed: (
            isinstance(rounds, int) and isinstance(listed, tuple) and rounds > len(listed)
        ),
    ),
    (
        "starting_double_from",
        "first_starting_double",
        lambda source, first: source == "named_held" and first is None,
    ),
    (
        "starting_double_from",
        "first_starting_double",
        lambda source, first: source == "highest_held" and isinstance(first, int),
    ),
    ("double_gives", "several_doubles_bind", _are("optional_tile", True)),
    ("marked_train_points", "winner_marker_counts", _are(0, True)),
    ("uncovered_double_freezes", "unstarted_train_frees", _are(False, True)),
    (
        "starting_double_from",
        "first_starting_double",
        lambda source, first: source == "starters_double" and isinstance(first, int),
    ),
    (
        "starting_double_from",
        "next_starting_double",
        lambda source, follows: source == "starters_double" and follows != "rule_again",
    ),
    ("starting_double_from", "first_player", _are("highest_of_set_preset", "holder")),
    ("first_turn_own_train_only", "mexican_train", _are(True, "starter_opens")),
    (
        "first_starting_double",
        "next_starting_double",
        lambda first, follows: first == "set_maximum" and follows == "plus_one",
    ),
    (
        "last_starting_double",
        "next_starting_double",
        lambda last, follows: last == 0 and follows == "plus_one",
    ),
    ("out_ends_round", "blocked_rule", _are(False, "none")),
    ("mexican_train", "mexican_train_marker", _are("off", "setup")),
    ("last_tile_notice", "notice_in_mid_turn", _are("none", True)),
    (
        "last_tile_notice",
        "notice_penalty",
        lambda notice, tiles_drawn: notice == "none" and isinstance(tiles_drawn, int),
    ),
    ("out_on_double", "out_on_two_doubles", _are(False, True)),
    ("private_trains", "cover_on_unmarked_train", _are(False, False)),
)
"""Two parameters, and a test of their values: true where they contradict each other."""


def contradictions(spec: Mapping[str, Any]) -> list[Complaint]:
    """Every contradiction in a rule set, each under the name of the parameter to mend first.

    What a published text says by itself is left alone: one of the two is a house rule.
    """
    if problem := _wrong_way(spec) or spec_problem(spec):
        return [
            Complaint("last_starting_double" if "last_starting_double" in spec else "", problem)
        ]
    rule_set = rules_of(spec)
    conflicts = []
    for first, second, contradict in PAIRS:
        values = rule_set.rule(first).value, rule_set.rule(second).value
        own = [name for name in (second, first) if name in spec]
        if own and contradict(*values):
            conflicts.append(Complaint(own[0], _not_together(first, values[0], second, values[1])))
    return [*conflicts, *_too_many_tiles(rule_set)]


def sheet_contradictions(spec: Mapping[str, Any]) -> list[Complaint]:
    """Every contradiction in a rule sheet, which says for whom and for how long it is.

    A game that runs is not held to these: who plays it is known, and it may end sooner.
    """
    if conflicts := contradictions(spec):
        return conflicts
    rule_set = rules_of(spec)
    return [
        *_shorter_than_its_list(rule_set),
        *_no_set_for_its_list(rule_set),
        *(_hands_for_most_players(rule_set) if "player_limits" in spec else ()),
    ]


def sheet_warnings(spec: Mapping[str, Any]) -> list[Complaint]:
    """What a rule sheet says that not every table can play, where its published rules say half."""
    if contradictions(spec):
        return []
    return list(_hands_for_most_players(rules_of(spec)))


def _shorter_than_its_list(rule_set: RuleSet) -> Iterator[Complaint]:
    """A list of starting doubles of which the game would never reach the last."""
    rounds, listed = rule_set.rounds.value, rule_set.next_starting_double.value
    if isinstance(rounds, int) and isinstance(listed, tuple) and rounds < len(listed):
        yield Complaint("rounds", _not_together("rounds", rounds, "next_starting_double", listed))


def _no_set_for_its_list(rule_set: RuleSet) -> Iterator[Complaint]:
    """A list of starting doubles with one that no set has which these rules are for."""
    limits, listed = rule_set.player_limits.value, rule_set.next_starting_double.value
    if not isinstance(limits, PlayerLimits) or not isinstance(listed, tuple) or not limits.sets:
        return
    largest = max(limits.sets)
    if "player_limits" in rule_set.house and max(listed) > largest:
        sentence = _(
            "The largest set that these rules name players for is double-%(set)d. "
            "It has no double %(double)d."
        )
        facts = {"set": largest, "double": max(listed)}
        yield Complaint("next_starting_double", sentence % facts)


def _hands_for_most_players(rule_set: RuleSet) -> Iterator[Complaint]:
    """One hand size for every table, of which the most players that may play get too few tiles."""
    sizes, limits = rule_set.hand_size.value, rule_set.player_limits.value
    if not isinstance(limits, PlayerLimits):
        return
    tiles_each = one_hand_size(sizes)
    in_hub = fewest_in_hub(rule_set)
    for row in limits.rows:
        set_, most = row.set or USUAL_SET, row.high or MOST_SEATS
        if tiles_each is None or most == MOST_SEATS:
            continue
        if left_after(set_, most, tiles_each, in_hub) >= 0:
            continue
        sentence = _(
            "%(players)d players may play, and %(tiles)d tiles for each are %(all)d. A double-"
            "%(set)d set has %(count)d. Let fewer people play, or type hands by players."
        )
        facts = {"players": most, "tiles": tiles_each, "set": set_}
        facts |= {"all": most * tiles_each, "count": tiles.tile_count(set_)}
        yield Complaint("hand_size", sentence % facts)
        return


def _not_together(first: str, value: object, second: str, other: object) -> str:
    return _(
        "These two rules do not go together: “%(question)s %(answer)s” "
        "and “%(other_question)s %(other_answer)s”. Change one of them."
    ) % {
        "question": parameter_sentence(first),
        "answer": answer_words(first, value),
        "other_question": parameter_sentence(second),
        "other_answer": answer_words(second, other),
    }


def _wrong_way(spec: Mapping[str, Any]) -> str:
    """The sentence for doubles that would have to count the other way; "" where there is none."""
    names = ("first_starting_double", "last_starting_double")
    base = rules_of({"base": spec["base"], "fill": "defaults"})
    first, last = (spec.get(name, base.rule(name).value) for name in names)
    order = spec.get("next_starting_double", base.next_starting_double.value)
    if not isinstance(first, int) or not isinstance(last, int):
        return ""
    if (order == "minus_one" and first < last) or (order == "plus_one" and first > last):
        return _not_together(names[0], first, names[1], last)
    return ""


def _too_many_tiles(rule_set: RuleSet) -> Iterator[Complaint]:
    """The first hand size in a table by set that the set has too few tiles for.

    One size for any set is checked where a game starts, since nobody knows the set before.
    """
    sizes = rule_set.hand_size.value
    if not isinstance(sizes, HandSizes) or "hand_size" not in rule_set.house:
        return
    for row in sizes.rows:
        if row.set is None or row.players is None:
            continue
        in_hub = fewest_in_hub(rule_set)
        if left_after(row.set, row.players, row.tiles, in_hub) < 0:
            count = tiles.tile_count(row.set)
            facts = {"players": row.players, "tiles": row.tiles, "set": row.set, "count": count}
            sentence = (
                _(
                    "%(players)d players with %(tiles)d tiles each need too many tiles: "
                    "a double-%(set)d set has %(count)d, and one lies in the hub."
                )
                if in_hub
                else _(
                    "%(players)d players with %(tiles)d tiles each need too many tiles: "
                    "a double-%(set)d set has %(count)d."
                )
            )
            yield Complaint("hand_size", sentence % facts)
            return
