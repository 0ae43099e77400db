"""Each fault of a reported round: found, said in a sentence, with its seats and tiles."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from engine.reports import FaultCode, examine
from engine.reports.faults import SENTENCES, clauses_of_set, fault, join
from engine.reports.joint import Deal, Open, completions
from engine.rules.clauses import CLAUSES
from engine.rules.rule_set import rule_set
from tests.engine.reports.reporting import a_report, codes, faults_of, tiles

C = FaultCode
STILL = {"blocked": True, "out": None, "boneyard": 0, "uncovered": ()}
MARKS = {"base": "family", "marked_train_points": 5}
TRAINS = ("Ann", "Bob", "Cal", "mexican")
NINE = {"Ann": 9, "Bob": 7, "Cal": 4, "mexican": 8}

CASES: list[tuple[FaultCode, dict[str, Any], str, tuple[str, ...], tuple[str, ...], str]] = [
    (
        C.UNKNOWN_SEAT,
        {"totals": {"Eve": 7}},
        "Eve does not sit at this table.",
        ("Eve",),
        (),
        "FAM-01",
    ),
    (
        C.UNKNOWN_SEAT,
        {"counts": {"Eve": 7}},
        "Eve does not sit at this table.",
        ("Eve",),
        (),
        "FAM-01",
    ),
    (C.UNKNOWN_SEAT, {"out": "Eve"}, "Eve does not sit at this table.", ("Eve",), (), "FAM-01"),
    (
        C.UNKNOWN_SEAT,
        {"train_tiles": {"Eve": 1}},
        "Eve does not sit at this table.",
        ("Eve",),
        (),
        "FAM-01",
    ),
    (
        C.NO_SUCH_STARTING_DOUBLE,
        {"starting_double": 13},
        "The double-12 set has no 13-13 to start with.",
        (),
        (),
        "FAM-03",
    ),
    (
        C.NO_SUCH_STARTING_DOUBLE,
        {"starting_double": -1},
        "The double-12 set has no -1--1 to start with.",
        (),
        (),
        "FAM-03",
    ),
    (
        C.TILE_NOT_IN_SET,
        {"hands": {"Bob": ["13-4", "1-2"]}},
        "Bob cannot hold 4-13: the double-12 set has no such tile.",
        ("Bob",),
        ("4-13",),
        "FAM-03",
    ),
    (
        C.TABLE_TILE_NOT_IN_SET,
        {"set": 9, "starting_double": 9, "on_table": ["10-4"]},
        "4-10 cannot be on the table: the double-9 set has no such tile.",
        (),
        ("4-10",),
        "FAM-02",
    ),
    (
        C.TILE_TWICE_IN_HAND,
        {"hands": {"Bob": ["3-4", "4-3"]}},
        "Bob has 3-4 twice; there is only one.",
        ("Bob",),
        ("3-4",),
        "FAM-03",
    ),
    (
        C.TILE_IN_TWO_HANDS,
        {"hands": {"Bob": ["3-4"], "Cal": ["4-3", "0-1"]}},
        "3-4 is in the hands of Bob and Cal; there is only one.",
        ("Bob", "Cal"),
        ("3-4",),
        "FAM-03",
    ),
    (
        C.TILE_IN_HAND_AND_ON_TABLE,
        {"hands": {"Bob": ["3-4"]}, "on_table": ["4-3"]},
        "Bob cannot hold 3-4: it is on the table.",
        ("Bob",),
        ("3-4",),
        "FAM-03",
    ),
    (
        C.TILE_TWICE_ON_TABLE,
        {"on_table": ["4-3", "3-4"]},
        "3-4 is on the table twice; there is only one.",
        (),
        ("3-4",),
        "FAM-03",
    ),
    (
        C.STARTING_DOUBLE_IN_HAND,
        {"hands": {"Bob": ["12-12"]}},
        "Bob cannot hold 12-12: it started this round and is in the hub.",
        ("Bob",),
        ("12-12",),
        "FAM-06",
    ),
    (
        C.NO_DOUBLE_FOR_HUB,
        {"set": 2, "starting_double": None, "hands": {"Bob": ["0-0", "1-1"], "Cal": ["2-2"]}},
        "Every double is in a hand, but one of them started this round and is in the hub.",
        ("Bob", "Cal"),
        (),
        "FAM-06",
    ),
    (
        C.HAND_AND_COUNT_DIFFER,
        {"hands": {"Bob": ["3-4", "1-2"]}, "counts": {"Bob": 1}},
        "Bob has 2 tiles written one by one, but 1 as their number.",
        ("Bob",),
        ("3-4", "1-2"),
        "FAM-03",
    ),
    (
        C.HAND_AND_TOTAL_DIFFER,
        {"hands": {"Bob": ["3-4", "1-2"]}, "totals": {"Bob": 11}},
        "The tiles of Bob come to 10 points, but 11 are written.",
        ("Bob",),
        ("3-4", "1-2"),
        "FAM-48",
    ),
    (
        C.HAND_AND_TOTAL_DIFFER,
        {"hands": {"Bob": ["0-0"]}, "totals": {"Bob": 0}},
        "The tiles of Bob come to 50 points, but 0 are written.",
        ("Bob",),
        ("0-0",),
        "FAM-49",
    ),
    (
        C.TOTAL_NEGATIVE,
        {"totals": {"Bob": -3}},
        "Bob cannot have -3 points: tiles left over never count below 0.",
        ("Bob",),
        (),
        "FAM-48",
    ),
    (
        C.COUNT_IMPOSSIBLE,
        {"counts": {"Bob": -1}},
        "Bob cannot have -1 tiles: the double-12 set has 91.",
        ("Bob",),
        (),
        "FAM-03",
    ),
    (
        C.COUNT_IMPOSSIBLE,
        {"counts": {"Bob": 91}},
        "Bob cannot have 91 tiles: the double-12 set has 91.",
        ("Bob",),
        (),
        "FAM-03",
    ),
    (
        C.COUNT_IMPOSSIBLE,
        {"boneyard": -2},
        "The boneyard cannot have -2 tiles: the double-12 set has 91.",
        (),
        (),
        "FAM-03",
    ),
    (
        C.COUNT_IMPOSSIBLE,
        {"boneyard": 10**9},
        "The boneyard cannot have so very many tiles: the double-12 set has 91.",
        (),
        (),
        "FAM-03",
    ),
    (
        C.COUNT_IMPOSSIBLE,
        {"train_tiles": {"mexican": -1}},
        "The Mexican Train cannot have -1 tiles: the double-12 set has 91.",
        (),
        (),
        "FAM-03",
    ),
    (
        C.COUNT_IMPOSSIBLE,
        {"train_tiles": {"Bob": 99}},
        "The train of Bob cannot have 99 tiles: the double-12 set has 91.",
        ("Bob",),
        (),
        "FAM-03",
    ),
    (
        C.NO_POINTS_BUT_NOT_OUT,
        {"totals": {"Bob": 0}},
        "Bob cannot have 0 points: whoever did not go out has a tile that counts.",
        ("Bob",),
        (),
        "FAM-49",
    ),
    (
        C.TOTAL_OF_NO_TILES,
        {"totals": {"Bob": 2000}},
        "Bob cannot have 2000 points: no such tiles of the double-12 set make them.",
        ("Bob",),
        (),
        "FAM-03",
    ),
    (
        C.TOTAL_NOT_WITH_COUNT,
        {"totals": {"Bob": 47}, "counts": {"Bob": 2}},
        "Bob cannot have 47 points with 2 tiles of the double-12 set.",
        ("Bob",),
        (),
        "FAM-48",
    ),
    (
        C.TOTAL_NOT_LEFT,
        {"totals": {"Bob": 23}, "counts": {"Bob": 1}, "hands": {"Cal": ["12-11"]}},
        "Bob cannot have 23 points: the tiles that nobody else has cannot make them.",
        ("Bob",),
        (),
        "FAM-48",
    ),
    (
        C.TOTALS_CONFLICT,
        {"totals": {"Bob": 23, "Cal": 23}, "counts": {"Bob": 1, "Cal": 1}},
        (
            "The points of Bob and Cal cannot all be right: the tiles that are left cannot make "
            "them."
        ),
        ("Bob", "Cal"),
        (),
        "FAM-03",
    ),
    (
        C.HAND_AND_TOTAL_DIFFER,
        {"hands": {"Bob": ["12-11"]}, "counts": {"Bob": 3}, "totals": {"Bob": 20}},
        "The tiles of Bob come to 23 points, but 20 are written.",
        ("Bob",),
        ("11-12",),
        "FAM-48",
    ),
    (
        C.TOO_MANY_TILES,
        {"counts": {"Bob": 50, "Cal": 40}, "boneyard": 1},
        "92 tiles are entered, with the one in the hub; the double-12 set has 91.",
        ("Ann", "Bob", "Cal"),
        (),
        "FAM-03",
    ),
    (
        C.TOO_MANY_TILES,
        {
            "set": 2,
            "starting_double": 2,
            "counts": {"Bob": 2, "Cal": 2},
            "on_table": ["0-1", "2-2", "1-1"],
        },
        "7 tiles are entered, with the one in the hub; the double-2 set has 6.",
        ("Ann", "Bob", "Cal"),
        (),
        "FAM-02",
    ),
    (
        C.TILES_MISSING,
        {
            "counts": {"Bob": 20, "Cal": 20},
            "boneyard": 1,
            "train_tiles": dict.fromkeys(["Ann", "Bob", "Cal", "mexican"], 12),
        },
        "Only 90 tiles are entered, with the one in the hub; the double-12 set has 91.",
        ("Ann", "Bob", "Cal"),
        (),
        "FAM-03",
    ),
    (
        C.WINNER_HAS_TILES,
        {"hands": {"Ann": ["1-2"]}},
        "Ann went out, so no tile can be left in that hand.",
        ("Ann",),
        ("1-2",),
        "FAM-24",
    ),
    (
        C.WINNER_HAS_TILES,
        {"counts": {"Ann": 2}},
        "Ann went out, so no tile can be left in that hand.",
        ("Ann",),
        (),
        "FAM-24",
    ),
    (
        C.WINNER_HAS_POINTS,
        {"totals": {"Ann": 4}},
        "Ann went out and gets 0 points, but 4 are written.",
        ("Ann",),
        (),
        "FAM-47",
    ),
    (
        C.WINNER_HAS_POINTS,
        {"out": None, "hands": {"Bob": []}, "totals": {"Bob": 4}},
        "Bob went out and gets 0 points, but 4 are written.",
        ("Bob",),
        (),
        "FAM-47",
    ),
    (
        C.TWO_OUT,
        {"hands": {"Cal": []}},
        "Ann and Cal cannot all be out: the round ends with the first.",
        ("Ann", "Cal"),
        (),
        "FAM-24",
    ),
    (
        C.TWO_OUT,
        {"out": None, "counts": {"Cal": 0, "Bob": 0}},
        "Bob and Cal cannot all be out: the round ends with the first.",
        ("Bob", "Cal"),
        (),
        "FAM-24",
    ),
    (
        C.TWO_OUT,
        {"hands": {"Ann": ["1-2"], "Cal": []}},
        "Ann and Cal cannot all be out: the round ends with the first.",
        ("Ann", "Cal"),
        (),
        "FAM-24",
    ),
    (
        C.NOBODY_OUT,
        {"out": None, "blocked": False, "counts": {"Ann": 1, "Bob": 2, "Cal": 3}},
        "Somebody must have gone out, or the round was blocked.",
        ("Ann", "Bob", "Cal"),
        (),
        "FAM-24",
    ),
    (
        C.NOBODY_OUT,
        {"out": None, "blocked": False, "totals": {"Ann": 1, "Bob": 2, "Cal": 3}},
        "Somebody must have gone out, or the round was blocked.",
        ("Ann", "Bob", "Cal"),
        (),
        "FAM-25",
    ),
    (
        C.NOBODY_OUT,
        {"out": None, "boneyard": 3, "hands": {"Ann": ["0-1"]}, "totals": {"Bob": 2, "Cal": 3}},
        "Somebody must have gone out, or the round was blocked.",
        ("Ann", "Bob", "Cal"),
        (),
        "FAM-25",
    ),
    (
        C.OUT_BUT_NOT_ENDED_SO,
        {"blocked": True},
        "Ann cannot have gone out in a round that is written as blocked.",
        ("Ann",),
        (),
        "FAM-25",
    ),
    (
        C.OUT_BUT_NOT_ENDED_SO,
        {"time": True},
        "Ann cannot have gone out in a round that is written as ended by time.",
        ("Ann",),
        (),
        "FAM-24",
    ),
    (
        C.EMPTY_HAND_BUT_NOT_OUT,
        {"blocked": True, "out": None, "hands": {"Bob": []}},
        "Bob must have a tile left: the round is written as blocked.",
        ("Bob",),
        (),
        "FAM-25",
    ),
    (
        C.NO_BLOCKED_ROUNDS,
        {"rules": {"base": "family", "blocked_rule": "none"}, "blocked": True, "out": None},
        "In these rules a round cannot be blocked.",
        (),
        (),
        "house:blocked_rule",
    ),
    (
        C.BLOCKED_WITH_BONEYARD,
        {"blocked": True, "out": None, "boneyard": 3},
        "The round cannot be blocked: 3 tiles are left to draw.",
        (),
        (),
        "FAM-25",
    ),
    (
        C.BLOCKED_WITH_BONEYARD,
        {"rules": "roundhouse", "blocked": True, "out": None, "boneyard": 1},
        "The round cannot be blocked: 1 tiles are left to draw.",
        (),
        (),
        "RND-30",
    ),
    (
        C.BLOCKED_WITH_BONEYARD,
        {
            "blocked": True,
            "out": None,
            "counts": {"Ann": 2, "Bob": 2, "Cal": 2},
            "train_tiles": dict.fromkeys(["Ann", "Bob", "Cal", "mexican"], 20),
        },
        "The round cannot be blocked: 4 tiles are left to draw.",
        (),
        (),
        "FAM-25",
    ),
    (
        C.CAN_STILL_PLAY,
        STILL | {"hands": {"Ann": ["1-2", "9-3"]}, "open_ends": NINE},
        "The round cannot be blocked: Ann can play 3-9 on the train of Ann.",
        ("Ann",),
        ("3-9",),
        "FAM-25",
    ),
    (
        C.CAN_STILL_PLAY,
        STILL | {"hands": {"Ann": ["9-3", "8-2", "9-4"]}, "open_ends": NINE},
        "The round cannot be blocked: Ann can play 3-9 on the train of Ann.",
        ("Ann",),
        ("3-9",),
        "FAM-25",
    ),
    (
        C.CAN_STILL_PLAY,
        STILL | {"hands": {"Ann": ["7-2"]}, "uncovered": (("Bob", 7),), "rules": "roundhouse"},
        "The round cannot be blocked: Ann can play 2-7 on the train of Bob.",
        ("Ann",),
        ("2-7",),
        "RND-30",
    ),
    (
        C.CAN_STILL_PLAY,
        STILL | {"hands": {"Ann": ["8-2"]}, "open_ends": NINE},
        "The round cannot be blocked: Ann can play 2-8 on the Mexican Train.",
        ("Ann",),
        ("2-8",),
        "FAM-18",
    ),
    (
        C.CAN_STILL_PLAY,
        STILL | {"hands": {"Ann": ["4-2"]}, "open_ends": NINE, "marked": {"Cal": True}},
        "The round cannot be blocked: Ann can play 2-4 on the train of Cal.",
        ("Ann",),
        ("2-4",),
        "FAM-25",
    ),
    (
        C.CAN_STILL_PLAY,
        STILL | {"hands": {"Ann": ["7-7"]}, "uncovered": (("Bob", 7), ("Cal", 4))},
        "The round cannot be blocked: Ann can play 7-7 on the train of Bob.",
        ("Ann",),
        ("7-7",),
        "FAM-25",
    ),
    (
        C.MORE_THAN_DEALT,
        {"counts": {"Bob": 40, "Cal": 20}, "boneyard": 16},
        "Each seat draws 16 tiles, which leaves 42 to draw: "
        "the hands and the boneyard have 2 too many.",
        ("Bob", "Cal"),
        (),
        "FAM-07",
    ),
]


@pytest.mark.parametrize(("code", "facts", "text", "seats", "shown", "clause"), CASES)
def test_each_fault_alone(code, facts, text, seats, shown, clause):
    result = [fault for fault in faults_of(**facts) if fault.code is code]
    assert [fault.text for fault in result] == [text]
    assert result[0].seats == seats
    assert result[0].tiles == tiles(*shown)
    assert clause in result[0].clauses


def test_every_fault_has_a_case_and_a_sentence():
    of_a_deal = {
        *(C.TOO_FEW_PLAYERS, C.TOO_MANY_PLAYERS, C.WRONG_STARTING_DOUBLE),
        *(C.NO_ROUND_OF_THIS_DOUBLE, C.HIGHER_DOUBLE_HELD, C.WRONG_HAND_SIZE),
        *(C.DEAL_BEYOND_SET, C.NO_SUCH_ROUND),
    }
    assert {case[0] for case in CASES} | of_a_deal == set(FaultCode)
    assert set(SENTENCES) == set(FaultCode)
    assert len(set(SENTENCES.values())) == len(SENTENCES)
    assert all(code.sentence.endswith(".") for code in FaultCode)


NO_FAULT: list[dict[str, Any]] = [
    {},
    {"hands": {"Ann": [], "Bob": ["0-0", "1-2"], "Cal": ["3-4"]}, "totals": {"Bob": 53}},
    {"hands": {"Bob": ["1-2"]}, "counts": {"Bob": 3}},
    {"on_table": ["12-12", "3-4"], "hands": {"Bob": ["1-2"]}},
    {"totals": {"Ann": 0}},
    {"rules": {"base": "family", "winner_score": -10}, "totals": {"Ann": -10}},
    {"rules": {"base": "family", "winner_score": -10}, "totals": {"Bob": -10}, "out": None},
    {"rules": "token", "totals": {"Ann": 4, "Bob": -3}},
    {"rules": "token", "hands": {"Bob": ["0-0"]}, "totals": {"Bob": 10}},
    {"out": None},
    {"out": None, "blocked": False},
    {"out": None, "blocked": False, "totals": {"Ann": 1, "Bob": 2}},
    {"out": None, "blocked": False, "totals": {"Ann": 1, "Bob": 2, "Cal": 3}, "all_seats": False},
    {"out": None, "totals": {"Ann": 1, "Bob": 2, "Cal": 3}},
    {"out": None, "boneyard": 0, "totals": {"Ann": 1, "Bob": 2, "Cal": 3}},
    {"out": None, "time": True, "boneyard": 5, "totals": {"Ann": 1, "Bob": 2, "Cal": 3}},
    {"out": None, "blocked": True, "rules": "hub", "boneyard": 5},
    {"set": 2, "starting_double": None, "hands": {"Bob": ["0-0", "1-1"]}},
    {"hands": {"Bob": ["1-2"]}, "counts": {"Bob": 3}, "totals": {"Bob": 20}},
    {  # Bob has 10-11 and a marker too, and Cal six more points and none
        "rules": MARKS,
        "hands": {"Bob": ["12-11", "0-1"], "Cal": ["12-10", "11-11"]},
        "counts": {"Bob": 3, "Cal": 3},
        "totals": {"Bob": 50, "Cal": 50},
    },
    {"rules": "roundhouse", "out": None, "counts": {"Bob": 50, "Cal": 40}},
    {"rules": "roundhouse", "seats": ("Ann", "Bob"), "counts": {"Bob": 90}},
    {"out": None, "boneyard": 20, "train_tiles": dict.fromkeys(TRAINS, 10)},
    {
        "counts": {"Bob": 1, "Cal": 1},
        "boneyard": 20,
        "train_tiles": dict.fromkeys(TRAINS, 10),
        "all_seats": False,
    },
    STILL | {"hands": {"Ann": ["1-2"], "Bob": ["2-3"]}, "open_ends": NINE},
    STILL | {"hands": {"Ann": ["9-3"]}, "open_ends": NINE, "blocked": None},
    STILL | {"hands": {"Ann": ["1-2"]}, "open_ends": {"Ann": 9}, "marked": {"Cal": True}},
    STILL
    | {
        "hands": {"Ann": ["4-2"]},
        "uncovered": (("Cal", 4),),
        "rules": {"base": "family", "cover_on_unmarked_train": False},
    },
    STILL
    | {
        "hands": {"Ann": ["4-2"]},
        "uncovered": (("Cal", 4),),
        "rules": {"base": "token", "cover_on_unmarked_train": True, "must_play_if_able": True},
    },
    STILL | {"hands": {"Ann": ["9-2"]}, "open_ends": NINE, "uncovered": None},
    STILL | {"hands": {"Ann": ["4-2"]}, "open_ends": NINE, "marked": {"Cal": False}},
    STILL | {"hands": {"Ann": ["9-2"]}, "open_ends": NINE, "uncovered": (("Cal", 4),)},
    STILL | {"hands": {"Ann": ["9-2"]}, "open_ends": NINE, "rules": "token"},
    STILL | {"hands": {"Ann": ["8-2"]}, "open_ends": NINE, "rules": "roundhouse"},
    STILL
    | {
        "hands": {"Ann": ["8-2"]},
        "open_ends": NINE,
        "rules": {"base": "family", "mexican_train": "off"},
    },
    STILL
    | {
        "hands": {"Ann": ["8-2"]},
        "open_ends": NINE,
        "rules": {"base": "family", "first_turn_own_train_only": True},
    },
    STILL
    | {
        "hands": {"Ann": ["9-2"]},
        "open_ends": NINE,
        "uncovered": (("Cal", 4),),
        "rules": {"base": "family", "cover_on_unmarked_train": False},
    },
    STILL
    | {
        "hands": {"Ann": ["4-2"]},
        "uncovered": (("Cal", 4), ("Bob", 7)),
        "rules": {"base": "family", "closing_order": "newest"},
    },
    STILL
    | {"hands": {"Ann": ["4-2"]}, "uncovered": (("Bob", 7), ("Cal", 4)), "rules": "roundhouse"},
]


@pytest.mark.parametrize("facts", NO_FAULT)
def test_what_could_have_happened_has_no_fault(facts):
    assert codes(faults_of(**facts)) == []


@pytest.mark.parametrize(
    ("order", "open_end"), [("oldest", "4-2"), ("newest", "7-2"), ("any", "4-2"), ("any", "7-2")]
)
def test_the_double_that_is_due_decides_whether_a_round_is_blocked(order, open_end):
    result = faults_of(
        {"base": "family", "closing_order": order},
        **STILL
        | {"hands": {"Ann": [open_end]}, "uncovered": (("Cal", 4), ("mexican", 6), ("Bob", 7))},
    )
    assert codes(result) == [C.CAN_STILL_PLAY]


def test_without_freezing_other_trains_stay_open_beside_an_uncovered_double():
    rules = {"base": "hub", "blocked_rule": "empty_and_none_can"}
    facts = STILL | {"hands": {"Ann": ["9-2"]}, "open_ends": NINE, "uncovered": (("Cal", 4),)}
    assert codes(faults_of(rules, **facts)) == [C.CAN_STILL_PLAY]
    beyond = facts | {"hands": {"Ann": ["8-2"]}}
    assert codes(faults_of(rules, **beyond)) == []
    assert codes(faults_of(rules, **beyond, train_tiles={"Ann": 3})) == [C.CAN_STILL_PLAY]


@pytest.mark.parametrize(
    ("totals", "fits"),
    [
        ({"Bob": 23, "Cal": 22}, True),  # 11-12, and 11-11 or 10-12
        ({"Bob": 27, "Cal": 27}, True),  # both of these with a marker
        ({"Bob": 28, "Cal": 27}, True),
        ({"Bob": 23, "Cal": 28}, True),  # 6-12 and 11-12, both with a marker
        ({"Bob": 28, "Cal": 28}, False),  # there is one 11-12 only
        ({"Bob": 28, "Cal": 29}, False),  # and no tile of 24 but the one in the hub
    ],
)
def test_markers_that_nobody_told_of_may_lie_on_any_train(totals, fits):
    result = codes(faults_of(MARKS, totals=totals, counts={"Bob": 1, "Cal": 1}))
    assert (result == []) is fits


def test_a_double_in_the_hub_that_nobody_told_is_in_no_hand():
    facts: dict[str, Any] = {"set": 1, "starting_double": None, "counts": {"Bob": 1, "Cal": 1}}
    assert codes(faults_of(**facts, totals={"Bob": 2, "Cal": 1})) == []
    assert codes(faults_of(**facts, totals={"Bob": 2, "Cal": 50})) == [C.TOTALS_CONFLICT]


def test_only_totals_that_do_not_go_together_are_named():
    result = faults_of(
        seats=("Ann", "Bob", "Cal", "Dot", "Eve"),
        totals={"Bob": 23, "Cal": 7, "Dot": 23, "Eve": 9},
        counts={"Bob": 1, "Dot": 1},
    )
    assert [(item.code, item.seats) for item in result] == [(C.TOTALS_CONFLICT, ("Bob", "Dot"))]


def test_the_last_number_does_not_follow_where_the_others_are_too_many():
    trains = dict.fromkeys(["Ann", "Bob", "Cal", "mexican"], 0)
    result = faults_of(counts={"Bob": 50}, boneyard=41, train_tiles=trains)
    assert codes(result) == [C.TOO_MANY_TILES]


def test_what_was_not_proved_is_said():
    seats = tuple(f"S{number}" for number in range(8))
    totals = {seat: 1000 + number for number, seat in enumerate(seats[1:])}
    counts = dict.fromkeys(seats[1:], 1)
    report = a_report(seats=seats, out="S0", totals=totals, counts=counts)
    examination = examine(report, rule_set(MARKS))
    assert not examination.proved
    few = replace(report, totals={"S1": 1000}, counts={"S1": 1})
    assert examine(few, rule_set(MARKS)).proved


def test_a_search_that_ends_at_its_limit_proves_nothing():
    report = a_report(
        set=2, starting_double=None, totals={"Bob": 2, "Cal": 6}, counts={"Bob": 2, "Cal": 2}
    )
    rules = rule_set("hub")
    deal = Deal(report, rules, next(completions(report, rules)), strict=True)
    assert deal.fits(deal.hands, ()) is None
    assert deal.fits(deal.hands) is False


@pytest.mark.parametrize(
    ("facts", "result"),
    [
        ({"hands": {"Ann": ["1-2"]}, "counts": {"Ann": 0}}, [C.WINNER_HAS_TILES]),
        ({"totals": {"Bob": -1}}, [C.TOTAL_NEGATIVE]),
        (
            {"hands": {"Bob": ["12-12"]}, "on_table": ["12-12"]},
            [C.STARTING_DOUBLE_IN_HAND],
        ),
        (
            {"hands": {"Bob": ["1-2"]}, "totals": {"Bob": 4, "Cal": 2000}},
            [C.HAND_AND_TOTAL_DIFFER, C.TOTAL_OF_NO_TILES],
        ),
        ({"rules": MARKS, "marked": {"Bob": True}, "totals": {"Bob": 3}}, [C.TOTAL_OF_NO_TILES]),
        (
            {"hands": {"Bob": ["1-2"]}, "counts": {"Bob": 2}, "totals": {"Bob": 3}},
            [C.TOTAL_NOT_WITH_COUNT],
        ),
        (
            {"hands": {"Bob": ["11-12"]}, "counts": {"Bob": 2}, "totals": {"Bob": 46}},
            [C.TOTAL_NOT_WITH_COUNT],
        ),
        (
            {"on_table": ["11-12"], "counts": {"Bob": 1}, "totals": {"Bob": 23}},
            [C.TOTAL_NOT_LEFT],
        ),
        (
            {"boneyard": 40, "train_tiles": dict.fromkeys(TRAINS, 10), "totals": {"Bob": 500}},
            [C.TOTAL_NOT_LEFT],
        ),
        ({"counts": {"Bob": 3}, "totals": {"Bob": 2000}}, [C.TOTAL_OF_NO_TILES]),
        ({"counts": {"Bob": 3}, "totals": {"Bob": 1}}, [C.TOTAL_NOT_WITH_COUNT]),
        (
            {"hands": {"Bob": ["1-2"]}, "counts": {"Bob": 2}, "totals": {"Bob": 27}},
            [C.TOTAL_NOT_WITH_COUNT],
        ),
        (
            {"out": None, "blocked": False, "totals": {"Ann": 1, "Bob": 2, "Cal": 2000}},
            [C.NOBODY_OUT, C.TOTAL_OF_NO_TILES],
        ),
        (
            {"totals": {"Bob": 2000}, "counts": {"Cal": 200}},
            [C.COUNT_IMPOSSIBLE, C.TOTAL_OF_NO_TILES],
        ),
        ({"hands": {"Bob": ["13-4"]}, "counts": {"Cal": 3}}, [C.TILE_NOT_IN_SET]),
        (
            {"set": 1, "starting_double": None}
            | {"hands": {"Cal": ["0-0"]}, "counts": {"Bob": 1}, "totals": {"Bob": 2}},
            [C.TOTAL_NOT_LEFT],
        ),
        (  # ten tiles must be in the hands of Bob and Cal
            {"boneyard": 40, "train_tiles": dict.fromkeys(TRAINS, 10)}
            | {"totals": {"Bob": 3, "Cal": 4}},
            [C.TOTALS_CONFLICT],
        ),
        (  # a blocked round leaves nothing to draw: ten tiles in the hands
            {"out": None, "blocked": True, "train_tiles": dict.fromkeys(TRAINS, 20)}
            | {"totals": {"Ann": 3, "Bob": 4, "Cal": 5}},
            [C.TOTALS_CONFLICT],
        ),
        (  # and here three, one for each
            {"out": None, "blocked": True, "train_tiles": dict.fromkeys(TRAINS, 20) | {"Ann": 27}}
            | {"totals": {"Ann": 45}},
            [C.TOTAL_NOT_LEFT],
        ),
        (
            {"hands": {"Bob": ["6-6"]}, "counts": {"Bob": 2}, "totals": {"Bob": 11}},
            [C.HAND_AND_TOTAL_DIFFER],
        ),
        (  # two tiles at most are left for Bob and Cal: one lies with Ann, two in the boneyard
            {"set": 2, "starting_double": 1, "out": None, "time": True, "hands": {"Ann": ["0-2"]}}
            | {"boneyard": 2, "train_tiles": {"mexican": 0}, "totals": {"Bob": 1, "Cal": 7}},
            [C.TOTAL_NOT_LEFT],
        ),
        (  # another seat may hold the three tiles that are left
            {"set": 2, "starting_double": 1, "seats": ("Ann", "Bob"), "all_seats": False}
            | {
                "boneyard": 0,
                "train_tiles": dict.fromkeys(("Ann", "Bob", "mexican"), 0),
                "out": None,
            }
            | {"hands": {"Ann": ["0-2"]}, "totals": {"Bob": 4}},
            [],
        ),
        (  # three tiles of the set make 6 points, and but two are left
            {"set": 2, "starting_double": 2, "hands": {"Bob": ["0-2", "1-2", "1-1"]}}
            | {"totals": {"Cal": 6}},
            [C.TOTAL_NOT_LEFT],
        ),
        (  # one tile of 23 points is there, and Bob's marker is the only one
            {"rules": MARKS, "marked": {"Bob": True, "Cal": False}}
            | {"totals": {"Bob": 28, "Cal": 28}, "counts": {"Bob": 1, "Cal": 1}},
            [C.TOTAL_NOT_WITH_COUNT],
        ),
    ],
)
def test_just_these_faults_are_named(facts, result):
    assert codes(faults_of(**facts)) == result


@pytest.mark.parametrize("marked", [("Bob",), ("Cal",), ("Bob", "Cal"), ()])
def test_equal_totals_are_looked_at_whichever_train_is_marked(marked):
    facts = {seat: seat in marked for seat in ("Bob", "Cal")}
    result = codes(faults_of(MARKS, marked=facts, totals={"Bob": 2000, "Cal": 2000}))
    assert result == [C.TOTAL_OF_NO_TILES] * 2
    hands = {"Bob": ["12-11"], "Cal": ["11-10", "1-1"]}  # 23 points each
    totals = {seat: 28 if seat in marked else 23 for seat in hands}
    assert faults_of(MARKS, hands=hands, totals=totals, marked=facts) == ()
    assert faults_of(MARKS, hands=hands, totals=totals) == ()


@pytest.mark.parametrize("seats", [("Ann", "Bob"), ("Bob", "Ann")])
def test_the_winner_s_total_says_nothing_of_another_s_marker(seats):
    rules = MARKS | {"winner_score": 6}  # with one tile, 0-1, and a marker Bob has 6 too
    facts: dict[str, Any] = {"set": 1, "starting_double": 1, "seats": seats}
    assert faults_of(rules, **facts, totals={"Ann": 6, "Bob": 6}) == ()


def test_seats_of_which_the_same_is_told_are_not_tried_one_for_the_other():
    seats = ("Ann", "Bob", *(f"S{number}" for number in range(7)))
    totals = dict.fromkeys(seats[2:], 2000) | {"Bob": 23}
    report = a_report(seats=seats, hands={"Bob": ["12-11"]}, totals=totals)
    examination = examine(report, rule_set(MARKS))
    assert examination.proved
    assert codes(examination.faults) == [C.TOTAL_OF_NO_TILES] * 7


@pytest.mark.parametrize("doubtful", [0, 25, 50])
def test_one_way_in_doubt_leaves_all_in_doubt(doubtful, monkeypatch):
    def fits(deal: Deal, hands: Sequence[Open], *_: object) -> bool | None:
        if all(hand.total is None for hand in hands):
            return True
        return None if deal.completion.blank == doubtful else False

    monkeypatch.setattr(Deal, "fits", fits)
    rules = rule_set({"base": "token", "counting": "pips"})
    examination = examine(a_report(totals={"Bob": 5}), rules)
    assert not examination.proved
    assert not examination.faults


def test_where_numbers_of_tiles_fail_in_every_way_no_total_is_at_fault(monkeypatch):
    monkeypatch.setattr(Deal, "fits", lambda *_: False)
    assert faults_of(totals={"Bob": 5}) == ()


def test_strangers_are_named_in_the_order_of_the_report():
    result = faults_of(
        hands={"P": ["1-2"]}, totals={"Q": 3}, counts={"R": 1}, out="S", train_tiles={"T": 1}
    )
    assert [item.seats[0] for item in result[:5]] == list("PQRST")


def test_conflicts_are_told_one_by_one_those_of_high_totals_first():
    totals = {"Bob": 23, "Cal": 23, "Dot": 22, "Eve": 22, "Fay": 22}
    result = faults_of(seats=("Ann", *totals), totals=totals, counts=dict.fromkeys(totals, 1))
    assert [item.seats for item in result] == [("Bob", "Cal"), ("Dot", "Eve", "Fay")]


def test_tiles_and_total_that_differ_are_told_without_a_marker_and_by_their_clauses():
    (result,) = faults_of(MARKS, hands={"Bob": ["1-2"]}, totals={"Bob": 4})
    assert result.text == "The tiles of Bob come to 3 points, but 4 are written."
    (result,) = faults_of(hands={"Bob": ["0-0"]}, totals={"Bob": 4})
    assert result.clauses == ("FAM-48", "FAM-49")


def test_those_who_hold_all_doubles_are_named():
    hands = {"Ann": ["0-2"], "Bob": ["0-0", "1-1", "0-1"], "Cal": ["2-2"]}
    result = faults_of(set=2, starting_double=None, out=None, hands=hands)
    assert (result[0].code, result[0].seats) == (C.NO_DOUBLE_FOR_HUB, ("Bob", "Cal"))


def test_all_faults_are_named_at_once():
    result = faults_of(
        starting_double=9,
        hands={"Ann": ["1-1"], "Bob": ["13-4", "9-9", "1-2", "1-2"], "Cal": ["1-2"]},
        counts={"Bob": 200, "Eve": 1},
        totals={"Ann": 4, "Cal": 2},
    )
    assert codes(result) == [
        C.UNKNOWN_SEAT,
        C.COUNT_IMPOSSIBLE,
        C.TILE_NOT_IN_SET,
        C.TILE_TWICE_IN_HAND,
        C.TILE_IN_TWO_HANDS,
        C.STARTING_DOUBLE_IN_HAND,
        C.WINNER_HAS_TILES,
        C.WINNER_HAS_POINTS,
        C.HAND_AND_TOTAL_DIFFER,
    ]


def test_a_fault_names_clauses_that_exist():
    for rules in ("family", "hub", "roundhouse", "senior", "token", "capri"):
        for case in CASES:
            if "rules" not in case[1]:
                for result in faults_of(rules, **case[1]):
                    assert set(result.clauses) <= set(CLAUSES)
                    assert result.clauses
    assert rule_set("family").base == "family"


def test_values_fill_the_sentence_in_any_language():
    result = fault(C.TOTAL_NEGATIVE, ["Bob"], total=-3)
    assert result.values == (("total", -3),)
    assert result.code.sentence.format(seats="Bob", **dict(result.values)) == result.text
    assert "so very few" in fault(C.TOTAL_NEGATIVE, ["Bob"], total=-(10**5000)).text
    assert "-999999999 points" in fault(C.TOTAL_NEGATIVE, ["Bob"], total=1 - 10**9).text


def test_the_clauses_of_a_set():
    assert clauses_of_set(9) == ("FAM-02",)
    assert clauses_of_set(12) == ("FAM-03",)
    assert clauses_of_set(6) == ("FAM-02", "FAM-03")


def test_join():
    assert join([]) == ""
    assert join(["Ann"]) == "Ann"
    assert join(["Ann", "Bob"]) == "Ann and Bob"
    assert join(["Ann", "Bob", "Cal"]) == "Ann, Bob and Cal"
