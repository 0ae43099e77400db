"""Points of a round: what tiles count, who gets none, what a marker adds."""

import pytest

from engine.reports import points, points_of
from engine.reports.counting import blanks, marker_points, markers
from engine.rules.rule_set import rule_set
from tests.engine.reports.reporting import a_report, tiles

HANDS = {"Ann": [], "Bob": ["0-0", "1-2"], "Cal": ["9-8"]}


@pytest.mark.parametrize(
    ("rules", "bob"), [("family", 53), ("roundhouse", 3), ("hub", 3), ("senior", 3)]
)
def test_the_double_blank_counts_as_the_rules_say(rules, bob):
    assert points(a_report(hands=HANDS), rule_set(rules)) == {"Ann": 0, "Bob": bob, "Cal": 17}


def test_a_house_rule_sets_the_double_blank():
    rules = rule_set({"base": "hub", "double_blank_value": 25})
    assert points_of(tiles("0-0", "12-11"), rules) == 48
    assert points_of(tiles("12-11", "0-0"), rules) == 48
    assert points_of([], rules) == 0


@pytest.mark.parametrize("rules", ["token", "capri"])
def test_rules_that_say_nothing_of_counting_give_no_points(rules):
    assert points(a_report(hands=HANDS), rule_set(rules)) == {"Ann": None, "Bob": None, "Cal": None}
    filled = rule_set({"base": rules, "fill": "defaults"})
    assert points(a_report(hands=HANDS), filled) == {"Ann": 0, "Bob": 53, "Cal": 17}


def test_a_silent_double_blank_matters_only_where_it_is_held():
    rules = rule_set({"base": "token", "counting": "pips", "marked_train_points": 0})
    result = points(a_report(hands=HANDS | {"Cal": ["9-8"]}), rules)
    assert result == {"Ann": None, "Bob": None, "Cal": 17}


def test_totals_stand_in_for_tiles_that_are_not_told():
    report = a_report(hands={"Bob": ["1-2"]}, counts={"Bob": 2}, totals={"Bob": 9, "Cal": 4})
    assert points(report, rule_set("family")) == {"Ann": 0, "Bob": 9, "Cal": 4}


def test_unknown_hands_and_contradicted_totals_give_no_points():
    report = a_report(hands={"Bob": ["1-2"]}, totals={"Bob": 9})
    assert points(report, rule_set("family")) == {"Ann": 0, "Bob": None, "Cal": None}


def test_the_winner_is_told_or_the_only_one_without_tiles():
    rules = rule_set({"base": "family", "winner_score": -5})
    assert points(a_report(out=None, hands=HANDS), rules)["Ann"] == -5
    two = a_report(out=None, hands=HANDS | {"Cal": []})
    assert points(two, rules) == {"Ann": 0, "Bob": 53, "Cal": 0}
    blocked = a_report(out=None, blocked=True, hands={"Ann": ["1-1"], "Bob": ["2-2"]})
    assert points(blocked, rules) == {"Ann": 2, "Bob": 4, "Cal": None}


def test_a_marked_train_adds_its_points_but_not_to_the_winner():
    rules = rule_set({"base": "family", "marked_train_points": 10})
    marked = {"Ann": True, "Bob": True, "Cal": False}
    report = a_report(hands=HANDS, marked=marked)
    assert points(report, rules) == {"Ann": 0, "Bob": 63, "Cal": 17}
    assert points(a_report(hands=HANDS), rules) == {"Ann": 0, "Bob": None, "Cal": None}


def test_a_total_that_the_tiles_bear_out_stands():
    report = a_report(hands={"Bob": ["1-2"]}, totals={"Ann": 0, "Bob": 3})
    assert points(report, rule_set("family")) == {"Ann": 0, "Bob": 3, "Cal": None}


def test_what_the_double_blank_and_a_marker_can_count():
    assert blanks(rule_set("family")) == (50,)
    assert sorted(blanks(rule_set("token"))) == [0, 25, 50]
    rules = rule_set({"base": "family", "marked_train_points": 5})
    report = a_report(marked={"Bob": True, "Cal": False})
    result = {seat: markers(report, rules, seat) for seat in report.seats}
    assert result == {"Ann": (0, 5), "Bob": (5,), "Cal": (0,)}
    assert markers(report, rule_set("token"), "Bob") == (0,)
    assert marker_points(report, rules, "Ann") is None
    assert marker_points(report, rules, "Bob") == 5
