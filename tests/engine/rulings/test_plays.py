"""All plays in a position, against a ruling on each tile and train."""

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.questions import answer_or_error
from engine.rulings.hypothesis import Fork
from engine.rulings.plays import all_plays
from engine.table.case import read_facts
from engine.table.deduction import conclude
from engine.tiles import parse_tile
from tests.engine.completing import Case, ruled
from tests.engine.small_tables import whole_table

FOLLOWING: tuple[dict[str, object], ...] = (
    {},
    {"follow_up_targets": "any_available", "max_doubles_per_turn": 1},
    {"follow_up_targets": "any_available", "max_doubles_per_turn": 2},
    {
        "follow_up_targets": "any_available",
        "max_doubles_per_turn": None,
        "second_double_needs_third_tile_from_hand": True,
        "out_on_two_doubles": True,
    },
)


def allowed(case: Case) -> list[tuple[object, str]]:
    """The slow and obvious way: ask of each tile, on each train, whether it may be played there."""
    turn = case["turn"]
    in_sight = list(case["hands"][turn["seat"]])
    if turn["drawn"] not in ("none", *(play["tile"] for play in turn["laid"])):
        in_sight.append(turn["drawn"])
    result = []
    for tile in in_sight:
        for train in case["trains"]:
            ask = {"may": "lay", "tile": tile, "train": train}
            if ruled(case | {"ask": ask})[0] == "allowed":
                result.append((parse_tile(tile), train))
    return sorted(result)


def agrees(case: Case) -> None:
    position = conclude(read_facts(case))
    try:
        result = all_plays(position)
    except Fork:  # the rules are silent, or contradict themselves, on something that is read
        return
    assert sorted(result) == allowed(case)


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 10**9))
def test_what_can_be_laid_is_what_a_ruling_allows(seed):
    chance = random.Random(seed)
    case = whole_table(chance)
    case["rules"] = {**case["rules"], **chance.choice(FOLLOWING), "fill": "defaults"}
    agrees(case)


TWO = {"max_doubles_per_turn": 2, "out_on_two_doubles": True}
THIRD = {**TWO, "second_double_needs_third_tile_from_hand": True}


@pytest.mark.parametrize(
    ("hand", "drawn", "house", "result"),
    [
        (["2-2"], "1-1", TWO, []),  # it lies there already, and is not a tile to lay
        (["0-0"], "none", {"max_doubles_per_turn": 1}, []),
        (["0-2"], "none", {"max_doubles_per_turn": 1}, [("0-2", "mexican")]),
        (["0-0"], "none", THIRD, [("0-0", "mexican")]),
        (["0-0", "2-2"], "none", THIRD, []),
        (["2-2"], "0-0", THIRD, []),  # drawn: the hand keeps a tile, so they are not the last
        (["1-2"], "0-0", THIRD, [("0-0", "mexican"), ("1-2", "A")]),
    ],
)
def test_after_a_double_what_can_be_laid_is_what_the_house_rules_leave(hand, drawn, house, result):
    """A has played 1-1 on its own train; the Mexican Train ends in 0."""
    case: Case = {
        "set": 3,
        "seats": ["A", "B"],
        "starting_double": 3,
        "trains": {
            "A": {"started": True, "tail": 1, "tiles": 2, "marked": False},
            "B": {"started": False, "tail": 3, "tiles": 0, "marked": False},
            "mexican": {"started": True, "tail": 0, "tiles": 1},
        },
        "uncovered": [{"train": "A", "double": 1, "laid_by": "A"}],
        "hands": {"A": hand, "B": ["2-3"]},
        "hand_counts": {"A": len(hand), "B": 1},
        "turn": {
            "seat": "A",
            "kind": "follow_up",
            "drawn": drawn,
            "laid": [{"tile": "1-1", "train": "A"}],
            "passes": 0,
        },
        "rules": {"base": "family", "follow_up_targets": "any_available", **house},
    }
    assert sorted(all_plays(conclude(read_facts(case)))) == [
        (parse_tile(t), on) for t, on in result
    ]
    agrees(case)


@pytest.mark.parametrize(
    ("turn", "hand", "error"),
    [
        ({"third_tile": False}, ["5-5", "7-7", "3-7"], "turn.third_tile: A has 3-7, which fits"),
        ({"third_tile": True}, ["5-5", "7-7"], "turn.third_tile: A has no tile that fits"),
        ({"third_tile": "perhaps"}, [], "turn.third_tile: "),
    ],
)
def test_a_third_tile_that_the_hand_does_not_have_is_refused(turn, hand, error):
    case: dict[str, Any] = {
        "rules": "roundhouse",
        "set": 12,
        "seats": ["A", "B"],
        "starting_double": 12,
        "trains": {"A": {"tail": 5}, "mexican": {"tail": 7}},
        "uncovered": [],
        "hands": {"A": hand},
        "hand_counts": {"A": len(hand)},
        "turn": {"seat": "A", "kind": "normal", "laid": [], **turn},
        "ask": {"may": "lay_chain", "tiles": ["5-5", "7-7"], "trains": ["A", "mexican"]},
    }
    assert answer_or_error(case)["error"].startswith(error)
    case["ask"]["trains"] = ["A"]
    assert answer_or_error(case)["error"].startswith(("ask.trains: ", "turn.third_tile: "))
