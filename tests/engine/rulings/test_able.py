"""What is said of who can play, beside hands: the same rulings as all hands agree on."""

import random

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from engine.questions import answer_or_error
from engine.rulings.able import able, able_on
from engine.rulings.hypothesis import Fork, Hypothesis
from engine.table.case import read_facts
from engine.table.deduction import conclude
from engine.tiles import MEXICAN
from tests.engine.completing import completions, drew_although_able, is_whole, ruled, without
from tests.engine.deciding import table
from tests.engine.small_tables import question, whole_table

FEW = 400


def truth(case, about):
    """Whether the seat can play in this whole case, on the train if one is named."""
    position = Hypothesis(conclude(read_facts(case)), {})
    return able(position, about[0]) if len(about) == 1 else able_on(position, *about)


def with_fact(case, about, fact):
    seat, *train = about
    return {**case, "can_play": {seat: {train[0]: fact} if train else fact}}


@settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
@given(st.integers(0, 10**9))
@example(256)  # under the text without the house rule the fact would be impossible
@example(301)
@example(1082)
def test_who_can_play_says_what_every_hand_that_fits_it_says(seed):
    chance = random.Random(seed)
    case = whole_table(chance)
    case["rules"] = {"fill": "defaults", "third_tile_target": "any", **case["rules"]}
    case["rules"] |= {"out_on_two_doubles": True, "first_turn_double_deferred": True}
    case["rules"] |= {"first_turn_mode": "single", "notice_in_mid_turn": True}
    case["ask"] = question(chance, case)
    # What is asked of a tile says that it is in the hand.
    assume(case["ask"].get("may") != "lay")
    seat = chance.choice(case["seats"])
    about = (seat,) if chance.random() < 0.6 else (seat, chance.choice([*case["seats"], MEXICAN]))
    removed = [f"hands.{seat}"]
    removed += [path for path in ("trains.A.marked", "trains.B.tail") if chance.random() < 0.3]
    try:
        fact = truth(case, about)
        assume(not drew_although_able(case))
        poorer = without(case, tuple(removed))
        alike = set()
        for number, full in enumerate(completions(poorer, tuple(removed))):
            assume(number < FEW)
            # Whoever drew although able made a mistake, from which the engine concludes nothing.
            assume(not drew_although_able(full))
            if truth(full, about) == fact:
                alike.add(ruled(full))
    except Fork:
        assume(False)
    assume(alike)
    # Who asks about notice has one tile left: that is not put together again here.
    assume(case["ask"].get("must") != "announce")
    expected = alike.pop() if len(alike) == 1 else ("depends", None)
    assert ruled(with_fact(poorer, about, fact)) == expected


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 10**9))
def test_beside_a_known_hand_it_changes_nothing_or_clashes(seed):
    chance = random.Random(seed)
    case = whole_table(chance)
    assert is_whole(case)
    case["rules"] = {"fill": "defaults", "third_tile_target": "any", **case["rules"]}
    case["rules"] |= {"out_on_two_doubles": True, "first_turn_double_deferred": True}
    case["rules"] |= {"first_turn_mode": "single", "notice_in_mid_turn": True}
    case["ask"] = question(chance, case)
    about = (chance.choice(case["seats"]),)
    fact = truth(case, about)
    assert answer_or_error(with_fact(case, about, fact))["verdict"] == ruled(case)[0]
    assert answer_or_error(with_fact(case, about, not fact))["error"].startswith("can_play.")


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"can_play": {"B": False}}, "can_play.B: B has 3-7, which can be played on B's train."),
        (
            {"can_play": {"B": {"mexican": True}}},
            "can_play.B.mexican: B has no tile that can be played on the Mexican Train.",
        ),
        ({"can_play": {"B": {"B": False}}}, "can_play.B.B: B has 3-7, which can be played on"),
        ({"can_play": False}, "can_play: B has 3-7, which can be played on B's train."),
        (
            {"hands.B": ["0-1", "1-5", "2-5"], "can_play": {"B": True}},
            "can_play.B: B has no tile that can be played.",
        ),
        (
            {"turn.laid": None, "can_play": False},
            "can_play: B has a tile that can be played.",
        ),
        ({"out": "B"}, "out: B has tiles left, so B is not out."),
        ({"hand_counts.C": 0, "out": "A"}, "out: "),
        ({"turn.passes": 2, "turn.passed": ["A"]}, "turn.passed: Players named who passed: 1;"),
        ({"can_play": {"E": True}}, 'can_play.E: "E" does not sit at this table.'),
        ({"can_play": {"B": "perhaps"}}, "can_play.B: it must be true or false."),
        ({"boneyard": "many"}, "boneyard: it must be a whole number"),
    ],
)
def test_facts_that_clash_are_said(changes, error):
    case = table("evening", {"turn.seat": "B"})
    for path, value in changes.items():
        *heads, last = path.split(".")
        place = case
        for head in heads:
            place = place[head]
        place[last] = value
    case |= {"rules": "family", "ask": {"must": "act"}}
    assert answer_or_error(case)["error"].startswith(error)
