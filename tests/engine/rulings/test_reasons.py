"""The sentence of a ruling says the same as its verdict.

Which answers a reason can stand behind is written here once more, question by question, as the
sentences read. Whatever cases there are, a ruling gives no other; and each has its case.
"""

from collections import defaultdict

import pytest

from engine.rulings.reasons import SUMMED_UP, Reason, sentence
from tests.engine.deciding import decide, kept_cases

ANSWERS = """
may lay: allowed: chain covers first_train_grows follow_on_public follows follows_elsewhere
may lay: allowed: has_third_tile last_two_doubles marked_train mexican_train open_train
may lay: allowed: opened_by_double own_train third_tile
may lay: not_allowed: does_not_fit first_train_only first_turn_own_train follow_on_double
may lay: not_allowed: misfit
may lay: not_allowed: follow_on_public frozen frozen_by_first marked_train_later mexican_train_later
may lay: not_allowed: needs_third_tile no_mexican_train not_in_hand own_train_first private_train
may lay: not_allowed: mexican_train_starter third_tile time_up too_many_doubles turn_done went_out

may draw: allowed: may_draw must_draw need_not_play
may draw: not_allowed: boneyard_empty can_play can_play_drawn has_drawn marks_without_drawing
may draw: not_allowed: must_go_on round_over time_up turn_complete

may stop: allowed: may_follow need_not_play need_not_play_drawn need_not_mark passes round_over
may stop: allowed: turn_complete
may stop: not_allowed: can_play can_play_drawn left_uncovered marks marks_without_drawing must_draw
may stop: not_allowed: must_follow must_go_on passes_and_marks

may mark: allowed: left_uncovered marks marks_without_drawing may_draw need_not_play
may mark: allowed: need_not_play_drawn passes_and_marks
may mark: not_allowed: can_play can_play_drawn must_draw must_go_on need_not_mark passes
may mark: not_allowed: round_over turn_complete

must mark: yes: left_uncovered marks marks_without_drawing passes_and_marks
must mark: no: can_play can_play_drawn must_draw must_go_on need_not_mark passes round_over
must mark: no: turn_complete

must act: lay: can_play can_play_drawn must_go_on
must act: draw: draws_then_marks must_draw
must act: mark: left_uncovered may_follow marks marks_without_drawing
must act: pass_and_mark: passes_and_marks
must act: pass: passes
must act: end_turn: need_not_play need_not_play_drawn need_not_mark round_over time_up
must act: end_turn: may_follow turn_complete

must cover: yes: must_cover must_cover_or_draw
must cover: no: cannot_be_covered need_not_cover nothing_uncovered turn_complete

must unmark: yes: marker_comes_off
must unmark: no: marker_may_come_off marker_may_stay no_marker not_on_own_train

must announce: yes: gives_notice
must announce: no: no_notice not_one_tile turn_goes_on

who next: value: next_seat round_over turn_goes_on

is over: yes: blocked time_up went_out
is over: no: no_blocked_round nobody_out not_all_passed out_is_not_over somebody_can_play

is public: yes: marked_train mexican_train open_train opened_by_double
is public: no: marked_train_later mexican_train_later mexican_train_starter no_mexican_train
is public: no: private_train
"""


def expected() -> dict[tuple[str, str], set[str]]:
    """By question and answer: the reasons that may stand behind it."""
    result: dict[tuple[str, str], set[str]] = defaultdict(set)
    for line in filter(None, ANSWERS.splitlines()):
        question, answer, reasons = line.split(": ")
        result[question, answer] |= set(reasons.split())
    return result


def given() -> dict[tuple[str, str], set[str]]:
    """The same as the kept cases are ruled."""
    result: dict[tuple[str, str], set[str]] = defaultdict(set)
    for kept in kept_cases():
        ruling = decide(kept.case)
        if ruling.verdict in ("depends", "not_covered"):
            continue
        if ruling.reason in (Reason.EITHER_WAY, Reason.WHATEVER, *SUMMED_UP.values()):
            continue  # several of the reasons at once: tests/engine/rulings/test_agreed_reasons.py
        kind = next(kind for kind in ("may", "must", "who", "is") if kind in kept.case["ask"])
        question = f"{kind} {kept.case['ask'][kind]}".replace("lay_chain", "lay")
        acts = question == "must act"
        answer = str(ruling.value) if acts else ruling.verdict
        result[question, answer].add(ruling.reason.name.lower())
    return result


def test_a_ruling_gives_a_reason_that_says_the_same():
    cases = given()
    for (question, answer), reasons in expected().items():
        assert cases.get((question, answer), set()) == reasons, (question, answer)
    assert cases.keys() == expected().keys()


def test_every_reason_is_a_sentence():
    for reason in Reason:
        assert reason.value.endswith((".", "}")), reason


@pytest.mark.parametrize(
    ("reason", "about", "text"),
    [
        (
            Reason.FROZEN,
            {"double": "6-6", "double_train": "Ann"},
            "First 6-6 on Ann's train must be covered.",
        ),
        (
            Reason.COVERS,
            {"double": "6-6", "train": "mexican"},
            "6-6 is uncovered on the Mexican Train, and this covers it.",
        ),
        (
            Reason.OWN_TRAIN,
            {"seat": "Ann", "train": "Ann"},
            "Ann's train is always open to Ann.",
        ),
        (
            Reason.MARKED_TRAIN,
            {"train": "ben", "seat": "Ann"},
            "Ben's train has a marker, so it is open to the others.",
        ),
    ],
)
def test_a_sentence_names_trains_in_words(reason, about, text):
    assert sentence(reason, about) == text
