"""How a reported round can have ended, and what that says of the boneyard."""

from typing import Any

import pytest

from engine.reports.endings import boneyard, boneyard_after, endings
from engine.rules.rule_set import rule_set
from tests.engine.reports.reporting import a_report

TRAINS = {"Ann": 20, "Bob": 20, "Cal": 20, "mexican": 20}
COUNTS = {"Bob": 4, "Cal": 3}
ALL = {"train_tiles": TRAINS, "counts": COUNTS}


@pytest.mark.parametrize(
    ("facts", "left"),
    [
        ({"boneyard": 7}, 7),
        ({}, None),
        (ALL, 3),  # 90 tiles but the hub's, 80 on trains, 7 in hands, none in Ann's
        (ALL | {"counts": {"Bob": 4}}, None),
        (ALL | {"train_tiles": {"Ann": 20, "Bob": 20, "Cal": 20}}, None),
        (ALL | {"all_seats": False}, None),
        (ALL | {"counts": {"Bob": 7, "Cal": 3}}, 0),
        (ALL | {"counts": {"Bob": 6, "Cal": 3}}, 1),
        (ALL | {"counts": {"Bob": 70, "Cal": 3}}, 0),  # a fault, reported elsewhere
    ],
)
def test_the_boneyard_follows_from_all_other_numbers(facts, left):
    assert boneyard(a_report(**facts)) == left


@pytest.mark.parametrize(
    ("facts", "rules", "out", "left"),
    [
        ({"boneyard": 7}, "family", "Ann", 7),
        ({"boneyard": 7}, "family", None, 7),
        ({}, "family", "Ann", None),
        ({}, "family", None, 0),  # blocked, which takes an empty boneyard
        ({"blocked": True}, "roundhouse", None, 0),
        ({"blocked": False}, "family", None, None),
        ({"time": True}, "family", None, None),
        ({"all_seats": False}, "family", None, None),
        ({}, "hub", None, None),
        ({}, {"base": "family", "blocked_rule": "none"}, None, None),
    ],
)
def test_a_blocked_round_leaves_no_tile_to_draw(facts, rules, out, left):
    assert boneyard_after(a_report(out=None, **facts), rule_set(rules), out) == left


@pytest.mark.parametrize(
    ("facts", "rules", "result"),
    [
        ({}, "family", ("Ann", "Bob", "Cal", None)),
        ({"out": "Bob"}, "family", ("Bob",)),
        ({"blocked": True}, "family", (None,)),
        ({"time": True}, "family", (None,)),
        ({"hands": {"Cal": []}}, "family", ("Cal",)),
        ({"hands": {"Bob": [], "Cal": []}}, "family", ("Bob",)),
        ({"counts": {"Bob": 3}}, "family", ("Ann", "Cal", None)),
        ({"hands": {"Bob": ["1-2"]}}, "family", ("Ann", "Cal", None)),
        ({"totals": {"Ann": 5, "Cal": 0}}, "family", ("Cal", "Bob", None)),
        ({"totals": {"Ann": 5, "Cal": 0}}, "token", ("Ann", "Cal", "Bob", None)),
        ({"boneyard": 3}, "family", ("Ann", "Bob", "Cal")),
        ({"boneyard": 0}, "family", ("Ann", "Bob", "Cal", None)),
        ({"boneyard": 3}, "hub", ("Ann", "Bob", "Cal", None)),
        ({"blocked": False}, "family", ("Ann", "Bob", "Cal")),
        ({"blocked": False, "all_seats": False}, "family", ("Ann", "Bob", "Cal", None)),
        ({}, {"base": "family", "blocked_rule": "none"}, ("Ann", "Bob", "Cal")),
        (
            {"blocked": False, "totals": {"Ann": 1, "Bob": 2, "Cal": 3}},
            "family",
            (),
        ),
    ],
)
def test_who_can_have_gone_out(facts, rules, result):
    asked: dict[str, Any] = {"out": None} | facts
    assert endings(a_report(**asked), rule_set(rules)) == result
