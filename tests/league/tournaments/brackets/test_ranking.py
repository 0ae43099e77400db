"""Places at a table, in a stage, in the tournament."""

from dataclasses import replace
from fractions import Fraction

import pytest

from league.standings.tie_breaks import TieBreak
from league.standings.ties import TieOutcome, Why
from league.tournaments.brackets.counting import DRAWN
from league.tournaments.brackets.ranking import places, stage_places, table_places, won_by
from league.tournaments.brackets.values import (
    Onward,
    PlayOff,
    SeatScore,
    StageMeasure,
    StagePlan,
)

from .courses import changed, course, listed, members

TOTAL = StagePlan(onward=Onward.TABLES)
PLACES = StagePlan(measure=StageMeasure.PLACES, place_points=(7, 5, 4, 3, 2, 1), rounds=3)


def test_the_fewest_points_lead_at_a_table_and_in_a_stage():
    stage = course(TOTAL, [{"Ann": 30, "Bob": 20, "Cid": 40}, {"Dan": 20, "Eve": None, "Fay": 5}])
    assert listed(table_places(stage, 1, 1)) == [("Bob", 1), ("Ann", 2), ("Cid", 3)]
    assert listed(table_places(stage, 1, 2)) == [("Fay", 1), ("Dan", 2), ("Eve", None)]
    found = stage_places(stage)
    assert listed(found) == [
        ("Fay", 1), ("Bob", 2), ("Dan", 2), ("Ann", 4), ("Cid", 5), ("Eve", None),
    ]  # fmt: skip
    assert [one.value for one in found] == [5, 20, 20, 30, 40, 0]
    assert [one.shared for one in found] == [False, True, True, False, False, False]
    with pytest.raises(ValueError, match="no table 3 in round 1"):
        table_places(stage, 1, 3)


def test_a_table_that_is_not_in_leaves_its_people_without_a_place():
    stage = course(TOTAL, [{"Ann": 30, "Bob": 20}, {"Cid": None, "Dan": None}])
    assert listed(stage_places(stage)) == [("Bob", 1), ("Ann", 2), ("Cid", None), ("Dan", None)]
    assert stage_places(stage)[2].value is None
    stage = course(StagePlan(rounds=2), [{"Ann": 30, "Bob": 20}], [{"Ann": None, "Bob": None}])
    assert listed(stage_places(stage)) == [("Bob", 1), ("Ann", 2)]


def test_who_left_a_table_with_everybody_there_has_no_place():
    left = (None, None, None)
    now = course(StagePlan(rounds=2), [{"ann": 5, "bob": 9}], [{"ann": left, "bob": left}])
    assert listed(stage_places(now)) == [("ann", None), ("bob", None)]


def test_who_withdrew_keeps_a_value_and_has_no_place():
    stage = course(TOTAL, [{"Ann": 30, "Bob": 20, "Cid": 25}])
    stage = replace(stage, field=changed(stage.field, "Bob", out=True) + members("Dan"))
    found = stage_places(stage)
    assert listed(found) == [("Cid", 1), ("Ann", 2), ("Dan", None), ("Bob", None)]
    assert found[3].value == 20


def test_who_missed_a_game_does_not_lead_by_it():
    tables = [{"Ann": 30, "Bob": 20, "Cid": 25}], [{"Ann": 30, "Cid": 20}]
    assert listed(stage_places(course(StagePlan(rounds=2), *tables))) == [
        ("Cid", 1), ("Ann", 2), ("Bob", None),
    ]  # fmt: skip
    by_places = replace(PLACES, rounds=2)
    assert listed(stage_places(course(by_places, *tables))) == [("Cid", 1), ("Ann", 2), ("Bob", 3)]


def test_shared_places_share_their_points():
    stage = course(
        PLACES,
        [{"Ann": 10, "Bob": 10, "Cid": 40, "Dan": 50}],
        [{"Ann": 9, "Bob": 9, "Cid": 9, "Dan": 50}],
    )
    values = {one.key: one.value for one in stage_places(stage)}
    assert values["Ann"] == Fraction(7 + 5, 2) + Fraction(7 + 5 + 4, 3)
    assert values["Cid"] == 4 + Fraction(7 + 5 + 4, 3)
    assert values["Dan"] == 3 + 3
    assert listed(stage_places(stage)) == [("Ann", 1), ("Bob", 1), ("Cid", 3), ("Dan", 4)]


def test_what_was_carried_counts():
    field = changed(members("Ann", "Bob"), "Ann", carried=Fraction(9, 2))
    stage = course(TOTAL, [{"Ann": 1, "Bob": 5}], field=field)
    assert listed(stage_places(stage)) == [("Bob", 1), ("Ann", 2)]
    assert stage_places(stage)[1].value == Fraction(11, 2)
    stage = course(PLACES, [{"Ann": 6, "Bob": 5}], field=field)
    assert [one.value for one in stage_places(stage)] == [Fraction(19, 2), 7]


@pytest.mark.parametrize(
    ("tie", "ann", "bob"),
    [
        (TieBreak.OUTS, (20, 3, 0), (20, 2, 0)),
        (TieBreak.LOWEST_ROUND, (20, 0, 1), (20, 0, 2)),
    ],
)
def test_ties_of_rounds(tie, ann, bob):
    stage = course(TOTAL, [{"Bob": bob, "Ann": ann}], ties=(TieBreak.FEWEST, tie))
    found = stage_places(stage)
    assert listed(found) == [("Ann", 1), ("Bob", 2)]
    assert [why.outcome for why in found[0].why] == [TieOutcome.LEVEL, TieOutcome.PARTED]
    assert listed(table_places(stage, 1, 1)) == [("Ann", 1), ("Bob", 2)]
    untold = course(TOTAL, [{"Bob": bob, "Ann": 20}], ties=(tie,))
    assert listed(stage_places(untold)) == [("Ann", 1), ("Bob", 1)]
    assert stage_places(untold)[0].why == (Why(tie, TieOutcome.NOT_KNOWN),)


def test_fewest_points_part_those_with_equal_points_for_places():
    stage = course(
        PLACES,
        [{"Ann": 10, "Bob": 20}, {"Cid": 30, "Dan": 31}],
        [{"Ann": 90, "Bob": 20}, {"Cid": 30, "Dan": 50}],
        ties=(TieBreak.FEWEST,),
    )
    assert listed(stage_places(stage)) == [("Cid", 1), ("Bob", 2), ("Ann", 3), ("Dan", 4)]


def test_head_to_head_needs_a_common_table_and_is_asked_again():
    rounds = [
        [{"Ann": 10, "Bob": 20, "Cid": 30}, {"Dan": 30, "Eve": 40, "Fay": 41}],
        [{"Ann": 50, "Bob": 40, "Eve": 60}, {"Cid": 30, "Dan": 30, "Fay": 42}],
    ]
    stage = course(StagePlan(rounds=2), *rounds, ties=(TieBreak.HEAD_TO_HEAD,))
    found = stage_places(stage)
    # Ann, Bob, Cid and Dan have 60; Ann has not met Dan.
    assert listed(found)[:4] == [("Ann", 1), ("Bob", 1), ("Cid", 1), ("Dan", 1)]
    assert found[0].why[0].outcome is TieOutcome.NOT_KNOWN
    # Without Dan: Ann and Bob beat Cid and are level with each other.
    found = stage_places(stage, among={"Ann", "Bob", "Cid"})
    assert listed(found) == [("Ann", 1), ("Bob", 1), ("Cid", 3)]
    assert found[0].why[0].numbers == (
        ("Ann", Fraction(3, 2)), ("Bob", Fraction(3, 2)), ("Cid", 0),
    )  # fmt: skip
    assert [why.outcome for why in found[0].why] == [TieOutcome.PARTED, TieOutcome.LEVEL]


def test_the_newest_play_off_of_all_who_are_tied_counts():
    tables = [{"Ann": 10, "Bob": 10, "Cid": 10}]
    ties = (TieBreak.PLAY_OFF,)
    one = PlayOff({"Ann": 7, "Bob": 3, "Cid": 3})
    stage = course(TOTAL, tables, ties=ties, play_offs=(one,))
    assert listed(stage_places(stage)) == [("Bob", 1), ("Cid", 1), ("Ann", 3)]
    two = PlayOff({"Bob": 9, "Cid": 8})
    stage = replace(stage, play_offs=(one, two))
    assert listed(stage_places(stage)) == [("Cid", 1), ("Bob", 2), ("Ann", 3)]
    assert listed(table_places(stage, 1, 1)) == [("Cid", 1), ("Bob", 2), ("Ann", 3)]
    stage = replace(stage, play_offs=(two,))
    assert listed(stage_places(stage)) == [("Ann", 1), ("Bob", 1), ("Cid", 1)]
    assert stage_places(stage)[0].why == (Why(TieBreak.PLAY_OFF, TieOutcome.NOT_KNOWN),)
    assert listed(stage_places(stage, among={"Bob", "Cid"})) == [("Cid", 1), ("Bob", 2)]
    assert listed(stage_places(replace(stage, ties=(), play_offs=(one,))))[0] == ("Ann", 1)


def test_who_came_first_by_a_play_off_or_lots_alone_is_known():
    tables = [{"Ann": 10, "Bob": 10, "Cid": 10, "Dan": 30}]
    of_three = PlayOff({"Ann": 7, "Bob": 3, "Cid": 8})
    stage = course(TOTAL, tables, ties=(TieBreak.PLAY_OFF,))
    assert won_by(stage, None) == {}
    stage = replace(stage, play_offs=(of_three,))
    assert won_by(stage, None) == {"Bob": TieBreak.PLAY_OFF}
    # Two of the three go on, and the play-off has sent both of them.
    assert won_by(stage, ("Ann", "Bob")) == dict.fromkeys(("Ann", "Bob"), TieBreak.PLAY_OFF)
    # Once all of them go on, it has decided nothing.
    assert won_by(stage, ("Ann", "Bob", "Cid")) == {}
    level = PlayOff({"Ann": 7, "Bob": 3, "Cid": 7})
    stage = replace(stage, play_offs=(level,), drawn=({"Ann": 2, "Cid": 1},))
    assert won_by(stage, None) == {"Bob": TieBreak.PLAY_OFF, "Cid": DRAWN}
    # A play-off after the lots counts before them.
    stage = replace(stage, play_offs=(level, PlayOff({"Ann": 1, "Cid": 2}, lots_before=1)))
    assert won_by(stage, None) == {"Bob": TieBreak.PLAY_OFF, "Ann": TieBreak.PLAY_OFF}
    # A corrected total parts those who were level, and the play-off counts no more.
    lines = {**stage.lines, (1, "Bob"): SeatScore("Bob", 12)}
    assert won_by(replace(stage, lines=lines), None) == {"Ann": TieBreak.PLAY_OFF}


def test_lots_never_make_a_place():
    stage = course(TOTAL, [{"Ann": 10, "Bob": 10}], drawn={"Ann": 2, "Bob": 1})
    assert listed(stage_places(stage)) == [("Ann", 1), ("Bob", 1)]
    assert listed(table_places(stage, 1, 1)) == [("Ann", 1), ("Bob", 1)]


def test_at_a_table_equal_totals_share_where_places_give_points():
    stage = course(PLACES, [{"Ann": (10, 1, 0), "Bob": (10, 2, 0)}], ties=(TieBreak.OUTS,))
    assert listed(table_places(stage, 1, 1)) == [("Ann", 1), ("Bob", 1)]
    assert listed(stage_places(stage)) == [("Bob", 1), ("Ann", 2)]


def test_each_division_has_places_of_its_own():
    field = changed(members("Ann", "Bob", "Cid", "Dan"), "Bob", "Dan", group="90+")
    field = changed(field, "Ann", "Cid", group="100+")
    stage = course(
        replace(TOTAL, by_division=True),
        [{"Ann": 9, "Cid": 8}, {"Bob": 5, "Dan": 7}],
        field=field,
    )
    assert listed(stage_places(stage)) == [("Bob", 1), ("Dan", 2), ("Cid", 1), ("Ann", 2)]
    assert listed(places([stage])) == [("Bob", 1), ("Dan", 2), ("Cid", 3), ("Ann", 4)]


def test_who_came_to_a_later_stage_goes_before():
    one = course(
        TOTAL,
        [{"Ann": 9, "Bob": 8, "Cid": 20}, {"Dan": 30, "Eve": 40, "Fay": None}],
        field=members("Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus"),
    )
    two = course(StagePlan(), [{"Bob": 50, "Dan": 45}])
    found = places([one, two])
    assert listed(found) == [
        ("Dan", 1), ("Bob", 2), ("Ann", 3), ("Cid", 4), ("Eve", 5), ("Fay", None), ("Gus", None),
    ]  # fmt: skip
    assert [one.stage for one in found] == [2, 2, 1, 1, 1, 1, 1]
    assert [one.value for one in found] == [45, 50, 9, 20, 40, 0, None]
    assert listed(places([one, two], among={"Cid", "Dan", "Ann"})) == [
        ("Dan", 1), ("Ann", 2), ("Cid", 3),
    ]  # fmt: skip


def test_a_stage_that_has_begun_puts_its_people_before_the_others():
    one = course(TOTAL, [{"Ann": 9, "Bob": 8, "Cid": 20, "Dan": 6}])
    two = course(StagePlan(), [{"Bob": None, "Dan": None, "Ann": None}])
    assert listed(places([one, two])) == [("Ann", 1), ("Bob", 1), ("Dan", 1), ("Cid", 4)]
    gone = replace(two, field=changed(two.field, "Bob", out=True))
    assert listed(places([one, gone])) == [("Ann", 1), ("Dan", 1), ("Cid", 3), ("Bob", None)]
    assert places([]) == ()
