"""Answers in the right shape: who decides, both readings of a text, what tables do, what was said.

The clauses: FAM-21 the owner can take the marker off; FAM-24 and FAM-30 against FAM-39 on going
out on two doubles; CAP has no rule on markers; HUB-20 takes the marker off.
"""

from typing import Any

import pytest

from engine.questions import answer
from tests.engine.deciding import table

DOUBLES = [{"train": "A", "double": 6, "laid_by": "A"}, {"train": "D", "double": 8}]


def answered(rules: Any, name: str, ask: dict[str, str], **changes: Any) -> dict[str, Any]:
    case = table(name, {key.replace("__", "."): value for key, value in changes.items()})
    return answer({**case, "rules": rules, "ask": ask})


LAID: dict[str, Any] = {
    "hands__B": ["0-1", "1-4"],
    "turn__laid": [{"tile": "7-3", "train": "B"}],
    "trains__B__tail": 3,
}


@pytest.mark.parametrize(
    ("rules", "name", "ask", "changes", "shape", "decides"),
    [
        ("family", "evening", {"must": "unmark"}, {**LAID, "trains__B__marked": True}, "may", "B"),
        ("hub", "evening", {"must": "unmark"}, {**LAID, "trains__B__marked": True}, "yes", None),
        ("hub", "evening", {"must": "unmark"}, LAID, "no", None),
        ("hub", "evening", {"must": "act"}, {}, "value", None),
        ("hub", "evening", {"may": "draw"}, {}, "no", None),
        ("family", "evening", {"may": "draw"}, {"hands": {}}, "unknown", None),
        ("hub", "uncovered", {"must": "cover"}, {}, "may", "B"),
        ("family", "uncovered", {"must": "cover"}, {}, "yes", None),
        (
            {"base": "family", "closing_order": "any"},
            *("left open", {"must": "cover"}, {}, "may", "B"),
        ),
        ({"base": "family", "draw_when_stuck": "may"}, "evening", {"may": "draw"},
         {"hands__B": ["0-1", "1-5"]}, "may", "B"),
    ],
)  # fmt: skip
def test_a_seat_that_may_and_need_not_decides(rules, name, ask, changes, shape, decides):
    given = answered(rules, name, ask, **changes)
    assert (given["shape"], given.get("decides")) == (shape, decides)


def test_a_text_that_says_two_things_is_read_both_ways():
    given = answered("family", "two doubles", {"is": "over"}, hands__A=[])
    assert (given["verdict"], given["shape"]) == ("depends", "readings")
    yes, no = given["options"]
    assert (yes["value"], yes["verdict"], yes["clauses"]) == (True, "yes", ["FAM-24", "FAM-30"])
    assert (no["value"], no["verdict"], no["clauses"]) == (False, "no", ["FAM-39"])
    assert "including when the last is a double" in yes["text"]
    assert "draw and try to play" in no["text"]
    assert given["needs"] == ["rules.out_on_two_doubles"]


def test_what_the_rules_leave_open_has_what_tables_do():
    given = answered("capri", "evening", {"must": "unmark"}, **LAID, trains__B__marked=True)
    assert (given["verdict"], given["shape"]) == ("not_covered", "silent")
    values = {option["value"]: option["verdict"] for option in given["options"]}
    assert values == {"automatic": "yes", "optional": "no"}
    for option in given["options"]:
        rules = {"base": "capri", option["parameter"]: option["value"]}
        adopted = answered(rules, "evening", {"must": "unmark"}, **LAID, trains__B__marked=True)
        assert adopted["verdict"] == option["verdict"]
        assert f"house:{option['parameter']}" in adopted["clauses"]


def test_two_points_that_are_open_leave_the_first_to_settle():
    given = answered(
        "token",
        "evening",
        {"may": "lay", "tile": "7-3", "train": "B"},
        uncovered=None,
        boneyard=0,
        can_play={"A": False, "B": False},
    )
    assert (given["verdict"], given["shape"]) == ("not_covered", "silent")
    assert {option["parameter"] for option in given["options"]} == {"uncovered_double_freezes"}


@pytest.mark.parametrize("ask", [{"may": "lay", "tile": "7-3", "train": "B"}, {"must": "cover"}])
def test_one_double_is_not_spoken_of_as_two(ask):
    one = answered("family", "uncovered", ask)
    two = answered("family", "left open", ask, hands__B=["7-3", "8-3", "6-1"])
    assert not {"FAM-38", "FAM-45"} & set(one["clauses"])
    assert "FAM-45" in two["clauses"]


def test_another_hand_is_for_the_organizer_alone():
    given = answered("family", "dry", {"is": "over"}, hands={})
    hidden = given["organizer_only"]
    assert sorted(hidden) == ["hands.A", "hands.C", "hands.D"]
    assert given["needs"][-3:] == hidden
    mine = answered("family", "evening", {"may": "draw"}, hands={})
    assert mine["needs"] == ["can_play.B", "hands.B"]
    assert "organizer_only" not in mine


def test_what_was_said_makes_a_sentence_or_two():
    given = answered("family", "follow", {"must": "act"}, boneyard="some")
    assert given["told"] == (
        "A is on turn, has played 6-6 on A's train and has not drawn. 6-6 on A's train is not "
        "covered, there is a marker on the train of D and tiles are left to draw."
    )
    few = answer({"rules": "family", "can_play": False, "ask": {"is": "over"}})
    assert few["told"] == "Nobody can play."
    none = answer({"rules": "family", "ask": {"must": "announce"}})
    assert "told" not in none
