"""What later rounds make of seats that were changed by hand; what is changed, see `directing`."""

import random
from dataclasses import replace
from typing import Any

import pytest

from league.tournaments.brackets.seat_changes import (
    SeatDeed,
    TableChange,
    effects,
    seats_changed,
)
from league.tournaments.brackets.values import Seating, Sizes, StagePlan

from .courses import changed, course
from .test_rounds import scored, seated, stage

MIXED = (Seating.RANDOM, Seating.SWISS, Seating.PLANNED)
STAYING = (Seating.SNAKE, Seating.LOWEST)


def sizes_after(seating: Seating, *sizes: int, gone: int = 0) -> list[int]:
    """The sizes of the second game, where the first had these by hand; wished are tables of 4."""
    plan = StagePlan(seating=seating, sizes=Sizes(4, 3, 5), rounds=3, movers=1)
    names = iter(range(1, 100))
    first: list[Any] = [{next(names): 0 for _seat in range(size)} for size in sizes]
    now = scored(course(plan, first, field=stage(plan, sum(sizes)).field), random.Random(1))
    later = seated(replace(now, field=changed(now.field, *range(1, gone + 1), out=True)))
    return [len(table.seats) for table in later.rounds[1].tables]


@pytest.mark.parametrize("seating", STAYING)
def test_where_people_stay_the_sizes_made_by_hand_stay(seating: Seating) -> None:
    assert sizes_after(seating, 3, 5, 4) == [3, 5, 4]
    assert sorted(sizes_after(seating, 3, 5, 4, gone=1)) == [3, 4, 4]


@pytest.mark.parametrize("seating", MIXED)
def test_where_people_are_mixed_tables_have_the_best_sizes_again(seating: Seating) -> None:
    """A plan for the sizes of the first game may have fewer repeats, and is not followed."""
    assert sorted(sizes_after(seating, 3, 5, 4)) == [4, 4, 4]
    assert sorted(sizes_after(seating, 3, 4, 3, 3)) == [4, 4, 5]


def test_the_last_one_of_a_table_leaves_none_behind() -> None:
    plan = StagePlan(sizes=Sizes(3, 3, 5))
    now = course(plan, [dict.fromkeys("abc", 0), dict.fromkeys("def", 0)])
    now = replace(now, lines={}, field=changed(now.field, "b", "c", out=True))
    for who in ("b", "c"):  # their seats were given away and are empty again
        tables = tuple(
            replace(table, seats=tuple(key for key in table.seats if key != who))
            for table in now.rounds[0].tables
        )
        now = replace(now, rounds=(replace(now.rounds[0], tables=tables),))
    after = seats_changed(now, TableChange(SeatDeed.MOVE, "a", table=2), begun=())
    assert [table.number for table in after.rounds[0].tables] == [2]
    assert effects([now], after).sizes == {1: 0, 2: 4}
