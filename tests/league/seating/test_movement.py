"""Moving between tables without a plan."""

import pytest

from league.seating.errors import CaseError
from league.seating.movement import move_by_steps, move_lowest, stay

TABLES = [["Ann", "Bob", "Cid"], ["Dan", "Eve", "Fay"], ["Gus", "Hal", "Ida"]]
TOTALS = {"Ann": 1, "Bob": 9, "Cid": 5, "Dan": 7, "Eve": 2, "Fay": 8, "Gus": 3, "Hal": 3, "Ida": 6}


def test_the_lowest_moves_up_and_the_highest_down():
    assert move_lowest(TABLES, TOTALS, 1) == [
        ["Ann", "Eve", "Cid"],
        ["Dan", "Bob", "Gus"],
        ["Fay", "Hal", "Ida"],
    ]


def test_among_equals_the_first_moves():
    tables = [["Ann", "Bob"], ["Cid", "Dan"]]
    assert move_lowest(tables, dict.fromkeys(("Ann", "Bob", "Cid", "Dan"), 4), 1) == [
        ["Cid", "Bob"],
        ["Ann", "Dan"],
    ]


def test_nobody_moves_both_ways_or_gets_lost():
    tables = [["Ann", "Bob"], ["Cid", "Dan"], ["Eve", "Fay"]]
    totals = dict.fromkeys(("Ann", "Bob", "Cid", "Dan", "Eve", "Fay"), 4)
    moved = move_lowest(tables, totals, 1)
    assert [len(table) for table in moved] == [2, 2, 2]
    assert sorted(name for table in moved for name in table) == sorted(totals)
    assert {"Ann", "Eve"} <= set(moved[1])


def test_with_nobody_moving_and_with_one_table_all_stay():
    assert move_lowest(TABLES, TOTALS, 0) == stay(TABLES) == TABLES
    assert move_lowest(TABLES[:1], TOTALS, 2) == TABLES[:1]


@pytest.mark.parametrize(
    ("tables", "totals", "n", "sentence"),
    [
        (TABLES, {}, 1, "Ann has no total, so nobody can say who moves."),
        (TABLES, TOTALS, -1, "-1 people cannot move: give 0 or more."),
        (TABLES, TOTALS, 2, "Table 2 has 3 people, too few for 2 to move: 1 can."),
        (TABLES, TOTALS, 4, "Table 1 has 3 people, too few for 4 to move: 3 can."),
        ([["Ann"], ["Ann"]], TOTALS, 1, "Ann sits at two places."),
    ],
)
def test_what_cannot_be_moved(tables, totals, n, sentence):
    with pytest.raises(CaseError) as refused:
        move_lowest(tables, totals, n)
    assert str(refused.value) == sentence


def test_steps_are_for_places_from_the_first_and_go_round():
    assert move_by_steps(TABLES, [1, 0]) == [
        ["Dan", "Bob", "Cid"],
        ["Gus", "Eve", "Fay"],
        ["Ann", "Hal", "Ida"],
    ]


def test_the_top_table_has_steps_of_its_own():
    fours = [["Ann", "Bob", "Cid", "Dan"], ["Eve", "Fay", "Gus", "Hal"], ["Ida", "Jo", "Kay", "Lu"]]
    assert move_by_steps(fours, [1, 1], [0, 0, 1, 1]) == [
        ["Ann", "Eve", "Bob", "Fay"],
        ["Ida", "Jo", "Gus", "Hal"],
        ["Cid", "Kay", "Dan", "Lu"],
    ]


def test_who_finds_no_seat_takes_one_that_is_left_over():
    tables = [["Ann", "Bob", "Cid"], ["Dan", "Eve"]]
    assert move_by_steps(tables, [0, 0, 1]) == [["Ann", "Bob", "Cid"], ["Dan", "Eve"]]
