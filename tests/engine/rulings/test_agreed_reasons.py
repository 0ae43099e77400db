"""A ruling's reason is never one that only some of what is not known would make true."""

from engine.rulings.reasons import Outcome, Reason, agreed
from tests.engine.deciding import decide, table


def because(name, rules, changes, ask):
    ruling = decide(table(name, changes) | {"rules": rules, "ask": ask})
    return ruling.verdict, ruling.because


def test_two_reasons_are_both_told():
    # RND-15 or RND-16, by whether a tile is left
    changes = {"boneyard": None, "trains.B.tiles": None}
    assert because("evening", "roundhouse", changes, {"may": "draw"}) == (
        "not_allowed",
        "It is the same either way: No tile is left to draw. "
        "Or: B has a tile that can be played, and must play it.",
    )


def test_neither_of_two_doubles_is_named_where_nobody_knows_which_was_first():
    ask = {"may": "lay", "tile": "7-2", "train": "B"}
    verdict, text = because("left open", "senior", {"uncovered_in_order": False}, ask)
    assert verdict == "not_allowed"
    assert text == "The double that was played first must be covered first."


def test_more_than_two_reasons_are_not_listed():
    changes = {"boneyard": None, "trains.B.tiles": None}
    verdict, text = because("evening", "roundhouse", changes, {"is": "over"})
    assert (verdict, text) == ("no", "Nobody has ended the round, and it is not blocked.")


def outcome(reason, *clauses, **about):
    return Outcome("no", None, clauses, reason, about)


def test_one_reason_stays_what_it_is():
    result = agreed([outcome(Reason.NO_NOTICE, "HUB-31"), outcome(Reason.NO_NOTICE, "HUB-25")])
    assert (result.reason, result.clauses) == (Reason.NO_NOTICE, ("HUB-31", "HUB-25"))
    same = [outcome(Reason.NO_NOTICE, "HUB-31", seat="A"), outcome(Reason.NO_NOTICE, seat="B")]
    assert agreed(same).reason is Reason.NO_NOTICE


def test_reasons_that_were_joined_before_are_not_told_twice():
    first, other = outcome(Reason.NO_NOTICE), outcome(Reason.BONEYARD_EMPTY)
    joined = agreed([first, other])
    assert agreed([joined, other, first]).about == joined.about
    third = agreed([joined, outcome(Reason.BLOCKED)])
    assert third.reason is Reason.WHATEVER
    assert agreed([third, first]).reason is Reason.WHATEVER


def test_who_marks_without_drawing_on_a_first_turn_is_told_that():
    # HUB-30; what is in the boneyard, or can be played, does not matter.
    ask = {"may": "draw"}
    case = table("first turn", {"boneyard": None, "hands.B": None}) | {"rules": "hub", "ask": ask}
    ruling = decide(case)
    assert ruling.verdict == "not_allowed"
    assert ruling.because.startswith("On a first turn nobody draws here")
    assert ruling.clauses[0] == "HUB-30"
