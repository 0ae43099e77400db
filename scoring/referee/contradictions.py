"""House rules that cannot hold together, with a sentence that names the two questions."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _

from engine import tiles
from engine.rules.parameters import HandSizes
from engine.rules.rule_set import RuleSet
from scoring.values import Complaint

from .rule_questions import answer_words, can_deal, parameter_sentence
from .tables import rules_of, spec_problem

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
    if problem := _countdown(spec) or spec_problem(spec):
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


def _countdown(spec: Mapping[str, Any]) -> str:
    """The sentence for doubles that would have to count up; "" where there is none."""
    names = ("first_starting_double", "last_starting_double")
    base = rules_of({"base": spec["base"], "fill": "defaults"})
    first, last = (spec.get(name, base.rule(name).value) for name in names)
    order = spec.get("next_starting_double", base.next_starting_double.value)
    if order == "minus_one" and isinstance(first, int) and isinstance(last, int) and first < last:
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
        if not can_deal(row.set, row.players, row.tiles):
            count = tiles.tile_count(row.set)
            facts = {"players": row.players, "tiles": row.tiles, "set": row.set, "count": count}
            yield Complaint(
                "hand_size",
                _(
                    "%(players)d players with %(tiles)d tiles each need too many tiles: "
                    "a double-%(set)d set has %(count)d, and one lies in the hub."
                )
                % facts,
            )
            return
