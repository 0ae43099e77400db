"""An answer names every house rule without which it would be another."""

import json

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.questions import answer_or_error
from engine.rules.attribution import without
from engine.rules.rule_set import PARAMETERS, PRESETS, rule_set
from tests.engine.test_cases import DATA

SAMPLE = json.loads((DATA / "sample.json").read_text())
BY_ID = {case["id"]: case for case in SAMPLE}
HOUSE_RULES = [(item.name, value) for item in PARAMETERS.values() for value in item.values] + [
    ("draw_count", "until_playable"),
    ("max_doubles_per_turn", 1),
    ("next_starting_double", "minus_one"),
    ("rounds", 2),
    ("last_starting_double", 7),
    ("winner_score", -10),
    ("hand_size", 11),
    ("player_limits", [3, 4]),
]
OPEN = ("depends", "not_covered")


def asked(case, rules):
    given = answer_or_error({**case, "rules": rules})
    return given, (given.get("verdict"), given.get("value"))


@given(st.sampled_from(SAMPLE), st.sampled_from(tuple(PRESETS)), st.sampled_from(HOUSE_RULES))
@example(BY_ID["MT168"], "family", ("draw_count", "until_playable"))
@example(BY_ID["MT152"], "hub", ("first_turn_double_deferred", False))
@example(BY_ID["MT192"], "family", ("private_trains", False))
@example(BY_ID["MT198"], "hub", ("blocked_rule", "empty_and_none_can"))
@example(BY_ID["MT236"], "hub", ("starting_double_from", "found_before_deal"))
@settings(max_examples=300, deadline=None)
def test_an_answer_that_a_house_rule_changes_names_it(case, preset, house):
    name, value = house
    given, text = asked(case, {"base": preset, name: value})
    _, before = asked(case, preset)
    if text != before and given.get("verdict") not in (None, *OPEN):
        assert f"house:{name}" in given["clauses"], given


@pytest.mark.parametrize("preset", tuple(PRESETS))
def test_gaps_that_are_filled_are_named_where_an_answer_needs_them(preset):
    for case in SAMPLE:
        given, text = asked(case, {"base": preset, "fill": "defaults"})
        _, before = asked(case, preset)
        if text != before and text[0] not in OPEN:
            assert any(clause.startswith("house:") for clause in given["clauses"]), case["note"]


def test_a_house_rule_taken_away_leaves_what_the_preset_says():
    rules = rule_set({"base": "family", "closing_order": "newest", "draw_count": 2})
    less = without(rules, "draw_count")
    assert less == rule_set({"base": "family", "closing_order": "newest"})
    assert without(less, "closing_order") == PRESETS["family"]
