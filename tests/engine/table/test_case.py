"""Cases that cannot be read, or whose facts cannot all be true: a sentence with the place."""

from typing import Any

import pytest

from engine.questions import answer_or_error as answer
from engine.rulings.case_analysis import analyze
from engine.rulings.rulings import question
from engine.table.case import Ask, read_ask, read_facts
from engine.table.deduction import conclude
from engine.table.position import Position, Span
from engine.table.unseen import Assumption, fits
from engine.tiles import Tile
from tests.engine.deciding import table

PLAY: dict[str, Any] = {"ask": {"may": "lay", "tile": "7-3", "train": "B"}}
ON_B = {"tile": "5-7", "train": "B"}
ON_A_9 = {"train": "A", "double": 9}


def error_of(name: str, changes: dict[str, Any], **more: Any) -> str:
    case = {**table(name, {}), "rules": "family", **PLAY, **more}
    for path, value in changes.items():
        *heads, last = path.split(".")
        place: Any = case
        for head in heads:
            place = place[head]
        place[last] = value
    result: str = answer(case)["error"]
    return result


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"sets": 12}, "sets: this key is not known."),
        ({"turn.who": "B"}, "turn.who: this key is not known."),
        ({"rules": "famly"}, 'rules: "famly" is not a preset'),
        ({"rules": None}, "rules: "),
        ({"set": "12"}, "set: it must be a whole number from 1 to 18."),
        ({"set": 19}, "set: it must be a whole number from 1 to 18."),
        ({"seats": []}, "seats: it must be a list of 1 to 99 seats."),
        ({"seats": ["A", "A", "B", "C", "D"]}, "seats: each seat must have a name of its own."),
        ({"seats": ["A", "mexican"]}, 'seats.2: "mexican" is the Mexican Train, not a seat.'),
        ({"seats": ["A", 3]}, "seats.2: it must be the name of a seat."),
        ({"starting_double": 13}, "starting_double: it must be a whole number from 0 to 12."),
        ({"trains": []}, "trains: it must be an object with keys."),
        ({"trains.E": {}}, 'trains.E: "E" does not sit at this table.'),
        ({"trains.A.tail": -1}, "trains.A.tail: it must be a whole number from 0 to 12."),
        ({"trains.A.marked": "yes"}, "trains.A.marked: it must be true or false."),
        ({"hands.B": "7-3"}, "hands.B: it must be a list."),
        ({"hands.B": ["7-3"] * 401}, "hands.B: 401 are more than any table has."),
        ({"hands.B": [73]}, "hands.B.1: a tile is written like 7-3."),
        ({"hands.B": ["seven"]}, 'hands.B.1: "seven" is not a tile'),
        ({"hands.B": ["13-4"]}, "hands.B.1: 4-13 is not in the double-12 set."),
        ({"hands.B": ["7-3", "3-7"]}, "hands.B: 3-7 is there twice; there is only one."),
        ({"hands.A": ["7-3"]}, "hands: 3-7 cannot be in B's hand and in A's hand."),
        ({"hands.B": ["12-12"]}, "hands: 12-12 is in the hub and cannot be in B's hand."),
        ({"on_table": ["7-3"]}, "hands: 3-7 cannot be in B's hand and on the table."),
        ({"hand_counts.B": 2}, "hands.B: 3 tiles are named, but the hand has only 2."),
        ({"boneyard": 30}, "set: 101 tiles are known, with the one in the hub; the double-12"),
        ({"turn.kind": "third"}, "turn.kind: it must be one of normal, first_turn, follow_up."),
        ({"turn.kind": "follow_up"}, 'turn.kind: "follow_up" means that a double was played'),
        ({"turn.drawn": "none!"}, 'turn.drawn: "none!" is not a tile'),
        ({"turn.laid": [{"tile": "7-5"}]}, "turn.laid.1.train: it must be told."),
        (
            {"turn.laid": [{"tile": "7-5", "train": "B"}, {"tile": "7-5", "train": "B"}]},
            "turn.laid: 5-7 is played twice; there is only one.",
        ),
        (
            {"turn.laid": [{"tile": "12-12", "train": "B"}]},
            "turn.laid: 12-12 is in the hub and cannot be played.",
        ),
        (
            {"turn.laid": [{"tile": "2-5", "train": "B"}]},
            "trains.B.tail: it cannot be 7 after 2-5 was played there.",
        ),
        (
            {"turn.laid": [{"tile": "7-5", "train": "B"}, {"tile": "0-2", "train": "B"}]},
            "turn.laid: 0-2 does not fit where it is on B.",
        ),
        (
            {"turn.laid": [{"tile": "7-7", "train": "B"}]},
            "uncovered: 7-7 was played last on B this turn",
        ),
        ({"trains.A.tiles": 0}, "trains.A.started: with 0 tiles it cannot be started."),
        (
            {"trains.A.started": False},
            "trains.A.started: with 11 tiles it must have been started.",
        ),
        (
            {"trains.B.tiles": 0, "trains.B.started": None, "turn.laid": [ON_B]},
            "trains.B.tiles: 1 tiles were played there this turn, so there cannot be 0.",
        ),
        (
            {"trains.B.tiles": None, "trains.B.started": False, "turn.laid": [ON_B]},
            "trains.B.started: a tile is on it, so it is started.",
        ),
        (
            {"trains.A": {"started": False, "tail": 9}},
            "trains.A.tail: a train that is not started waits for the pips",
        ),
        (
            {"uncovered": [{"train": "A", "double": 6}]},
            "trains.A.tail: 6-6 is uncovered on this train, so the train cannot end in 9.",
        ),
        (
            {"uncovered": [{"train": "A", "double": 9}, {"train": "A", "double": 9}]},
            "uncovered.1: only one double can be the last on A.",
        ),
        (
            {"trains.C.tail": 9, "uncovered": [ON_A_9, {"train": "C", "double": 9}]},
            "uncovered.1: there is only one 9-9.",
        ),
        (
            {"trains.A.tail": 12, "uncovered": [{"train": "A", "double": 12}]},
            "uncovered.1: 12-12 is in the hub, not on a train.",
        ),
        (
            {
                "starting_double": None,
                "trains.A": {"started": False, "tail": 9},
                "trains.C": {"tiles": 0, "tail": 4},
            },
            "trains.C.tail: trains that are not started all wait for the pips",
        ),
        ({"ask": {}}, "ask: it needs one of"),
        ({"ask": {"may": "sing"}}, "ask.may: it can be draw, lay, lay_chain, mark, stop."),
        ({"ask": {"may": "draw", "tile": "7-3"}}, "ask.tile: this key is not known."),
        ({"ask": {"may": "lay_chain", "tiles": [], "train": "B"}}, "ask.tiles: name the tiles"),
        ({"ask": {"is": "public", "train": "E"}}, 'ask.train: "E" does not sit at this table.'),
    ],
)  # fmt: skip
def test_what_cannot_be_is_said_with_its_place(changes, sentence):
    assert error_of("evening", changes).startswith(sentence)


def test_tiles_of_no_set_are_refused_where_the_set_is_not_told():
    assert error_of("evening", {"set": None, "hands.B": ["19-1"]}).startswith("hands.B.1: 1-19")


@pytest.mark.parametrize("ask", [{}, {"may": "draw", "must": "act"}])
def test_a_ruling_needs_one_question(ask):
    with pytest.raises(ValueError, match="it needs one of"):
        read_ask({**table("evening", {}), "ask": ask})


def test_an_unknown_question_is_a_key_error():
    with pytest.raises(KeyError):
        question(Ask("what", "time"))


def test_a_search_that_takes_too_long_counts_as_possible(monkeypatch):
    monkeypatch.setattr("engine.table.unseen.MOST_TRIES", 0)
    position = conclude(read_facts({**table("dry", {"hands": {}}), "rules": "family"}))
    assumed = {"A": Assumption(some_of=(1,)), "B": Assumption(some_of=(1,))}
    assert fits(position, assumed, position.drawn) in (True, False)


def test_one_tile_is_not_in_two_hands():
    position = conclude(read_facts({**table("dry", {"hands": {}}), "rules": "family"}))
    assumed = {"A": Assumption(some_of=(2,)), "B": Assumption(some_of=(2,))}
    assert not fits(position, assumed, position.drawn)
    assert fits(position, {"A": Assumption(some_of=(2,))}, position.drawn)
    assert not fits(position, {"A": Assumption(some_of=(2,), size=Span(0, 0))}, position.drawn)


@pytest.mark.parametrize("limit", ["MOST_FACTS", "MOST_RUNS"])
def test_a_question_that_asks_for_too_much_depends(limit, monkeypatch):
    monkeypatch.setattr(f"engine.rulings.case_analysis.{limit}", 1)
    case = {
        **table("evening", {"hands": {}, "hand_counts": {}, "boneyard": None}),
        "rules": "token",
    }
    complete_rules = analyze(conclude(read_facts(case)), question(Ask("must", "act")))
    assert complete_rules.verdict == "depends"
    assert complete_rules.needs


def position_of(name: str, changes: dict[str, Any]) -> Position:
    return conclude(read_facts({**table(name, changes), "rules": "family"}))


def test_tails_and_numbers_show_that_a_train_is_started():
    shown_by_tail = position_of("evening", {"trains.A": {"tail": 9}, "trains.C.tiles": None})
    assert shown_by_tail.trains["A"].started is True
    shown_by_numbers = position_of(
        "evening", {"trains.A": {"marked": False}, "turn.drawn": None, "trains.C.tail": None}
    )
    assert shown_by_numbers.trains["A"].started is True
    assert shown_by_numbers.trains["A"].tiles is None


def test_tiles_must_lie_somewhere():
    case = {
        "rules": "family",
        "set": 2,
        "seats": ["A", "B"],
        "starting_double": 0,
        "trains": {name: {"started": False, "tiles": 0} for name in ("A", "B", "mexican")},
        "hand_counts": {"A": 2, "B": 3},
        "boneyard": 0,
        "turn": {"drawn": "none"},
    }
    position = conclude(read_facts(case))
    tile = position.unseen & -position.unseen
    assert fits(position, {"A": Assumption(without=tile)}, position.drawn)
    nobody = {"A": Assumption(without=tile), "B": Assumption(without=tile)}
    assert not fits(position, nobody, position.drawn)


def test_a_lay_leaves_unknown_what_was_unknown():
    position = position_of("evening", {"uncovered": None})
    after = position.after(Tile(7, 3), "B", 3)
    assert after.uncovered is None
    assert after.trains["B"].open_ends == 1 << 3


def test_what_was_drawn_and_what_is_held_are_weighed_together():
    """Whatever A holds, A or B can lay: a 1 is in the hand or has been drawn."""
    idle = {"started": False, "tail": 1, "tiles": 0}
    case = {
        "rules": "hub",
        "set": 2,
        "seats": ["A", "B"],
        "trains": {
            "A": {**idle, "marked": True},
            "B": {"started": True, "tail": 1, "tiles": 1, "marked": False},
            "mexican": idle,
        },
        "uncovered": [],
        "hands": {"B": ["2-2", "0-0"]},
        "hand_counts": {"A": 1, "B": 2},
        "boneyard": 0,
        "turn": {"seat": "B", "kind": "normal", "laid": [], "passes": 0},
        "ask": {"is": "over"},
    }
    assert answer(case)["verdict"] == "no"
