"""All plays of a position: each is allowed by the rulings, and no other is."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.rulings.hypothesis import Fork
from engine.rulings.plays import all_plays
from engine.rulings.rulings import rule
from engine.table.case import Ask, read_facts
from engine.table.deduction import conclude
from engine.tiles import MEXICAN, parse_tile
from tests.engine.completing import tiles_of_set
from tests.engine.deciding import table
from tests.engine.small_tables import whole_table

FILLED = {"fill": "defaults", "first_turn_mode": "single", "first_turn_stuck": "must_draw"}
CLEAR = FILLED | {"first_turn_double_deferred": True, "out_on_two_doubles": True}


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 10**9))
def test_each_lay_is_allowed_and_no_other_is(seed):
    chance = random.Random(seed)
    case = whole_table(chance)
    case["rules"] = {"base": case["rules"]["base"], **CLEAR}
    if chance.random() < 0.5:
        case["rules"]["first_turn_mode"] = "chain_max"
    position = conclude(read_facts(case))
    given_plays = all_plays(position)
    assert len(set(given_plays)) == len(given_plays)
    for text in tiles_of_set(case["set"]):
        tile = parse_tile(text)
        for train in (*case["seats"], MEXICAN):
            ruling = rule(position, Ask("may", "lay", (tile,), train))
            assert (ruling.verdict == "allowed") is ((tile, train) in given_plays), (tile, train)


def test_lays_after_each_lay():
    position = conclude(read_facts(table("follow", {}) | {"rules": "family"}))
    result = all_plays(position)
    assert (parse_tile("6-2"), "A") in result
    after = position.after(parse_tile("6-2"), "A", 2)
    assert all_plays(after) == []
    assert after.counts["A"] == (2, 2)
    assert after.uncovered == ()


def test_no_lays_once_somebody_is_out():
    position = conclude(read_facts(table("follow", {"hands.A": []}) | {"rules": "family"}))
    assert all_plays(position) == []


def test_a_position_that_is_not_wholly_known_says_what_is_missing():
    position = conclude(read_facts(table("evening", {"trains.B.tail": None}) | {"rules": "family"}))
    with pytest.raises(Fork) as raised:
        all_plays(position)
    assert raised.value.paths == ("trains.B.tail",)


def test_only_a_known_turn_can_be_laid_on():
    case = table("evening", {"turn": {}}) | {"rules": "family"}
    with pytest.raises(ValueError, match="Who is on turn"):
        conclude(read_facts(case)).after(parse_tile("7-3"), "B", 3)


def test_a_second_double_without_its_third_tile_is_no_lay():
    rules = {"rules": {"base": "capri", "marker_opens_train": True}}
    changes = {"hands.A": ["10-10", "5-2"]}
    position = conclude(read_facts(table("follow", changes) | rules))
    assert all_plays(position) == []
    richer = {"hands.A": ["10-10", "10-2"]}
    position = conclude(read_facts(table("follow", richer) | rules))
    assert (parse_tile("10-10"), "D") in all_plays(position)
