"""Tables that stay as they are as far as they can."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.days.services.movements import TableSizes, moved_by_totals, settle
from league.seating.errors import CaseError

SIZES = TableSizes(4, 3, 5)


@st.composite
def halls(draw: st.DrawFn) -> tuple[list[list[int]], list[int]]:
    """Tables of before, and who is there now."""
    sizes = draw(st.lists(st.integers(1, 5), min_size=0, max_size=6))
    people = iter(range(1, 100))
    tables = [[next(people) for _seat in range(size)] for size in sizes]
    before = [one for table in tables for one in table]
    gone = draw(st.sets(st.sampled_from(before))) if before else set()
    coming = draw(st.integers(0, 7))
    present = [one for one in before if one not in gone] + list(range(100, 100 + coming))
    return tables, present


@given(halls(), st.booleans())
def test_all_who_are_there_have_one_seat_at_a_table_of_a_right_size(
    hall: tuple[list[list[int]], list[int]], ordered: bool
) -> None:
    tables, present = hall
    if len(present) < 3:
        with pytest.raises(CaseError):
            settle(tables, present, SIZES, {}, ordered=ordered)
        return
    after = settle(tables, present, SIZES, {}, ordered=ordered)
    assert sorted(one for table in after for one in table) == sorted(present)
    assert all(3 <= len(table) <= 5 for table in after)


@given(halls())
def test_settled_again_nobody_moves(hall: tuple[list[list[int]], list[int]]) -> None:
    tables, present = hall
    if len(present) >= 3:
        once = settle(tables, present, SIZES, {})
        assert settle(once, present, SIZES, {}) == once


@pytest.mark.parametrize(
    ("tables", "present", "after"),
    [
        # Who comes sits where fewest are.
        ([[1, 2, 3, 4], [5, 6, 7]], [*range(1, 8), 9], [[1, 2, 3, 4], [5, 6, 7, 9]]),
        # A table that would be too small gets one from the largest.
        ([[1, 2, 3, 4], [5, 6, 7]], [1, 2, 3, 4, 5, 6], [[1, 2, 3], [5, 6, 4]]),
        # A table that is empty is not laid, and the last takes its number.
        ([[1, 2, 3], [4, 5, 6], [7, 8, 9]], [4, 5, 6, 7, 8, 9], [[7, 8, 9], [4, 5, 6]]),
        # Too many for the tables: one more is laid, and filled from the largest.
        ([[1, 2, 3, 4, 5]], [1, 2, 3, 4, 5, 6], [[1, 2, 3], [6, 5, 4]]),
    ],
)
def test_as_few_as_can_be_move(
    tables: list[list[int]], present: list[int], after: list[list[int]]
) -> None:
    assert settle(tables, present, SIZES, {}) == after


def test_a_table_more_is_laid_only_where_there_is_one() -> None:
    tables, present = [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]], [*range(1, 12)]
    assert len(settle(tables, present, TableSizes(4, 3, 6), {})) == 2
    assert len(settle(tables, present, SIZES, {})) == 3
    with pytest.raises(CaseError, match="do not fit at 2 tables"):
        settle(tables, present, TableSizes(4, 3, 5, tables=2), {})
    # What was laid when there were more is put together.
    three = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11]]
    assert len(settle(three, present, TableSizes(4, 3, 6, tables=2), {})) == 2


def test_in_order_the_tables_after_an_empty_one_move_up() -> None:
    tables = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
    assert settle(tables, [4, 5, 6, 7, 8, 9], SIZES, {}, ordered=True) == [[4, 5, 6], [7, 8, 9]]


def test_who_needs_a_table_comes_to_it() -> None:
    tables = [[1, 2, 3, 4], [5, 6, 7]]
    assert settle(tables, [1, 2, 3, 4, 5, 6, 7], SIZES, {5: 1}) == [[1, 2, 3, 5], [4, 6, 7]]
    assert settle(tables, [1, 2, 3, 4, 5, 6, 7, 8], SIZES, {8: 1}) == [[1, 2, 3, 4, 8], [5, 6, 7]]


def test_the_lowest_go_up_and_the_highest_down() -> None:
    tables = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
    totals = {one: one * 10 for one in range(1, 10)}
    moved = moved_by_totals(tables, totals, 1)
    assert [set(table) for table in moved] == [{1, 2, 4}, {3, 5, 7}, {6, 8, 9}]


def test_who_needs_a_table_or_has_no_total_stays() -> None:
    tables = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
    totals = {one: one * 10 for one in range(1, 9)}
    moved = moved_by_totals(tables, totals, 1, stay={4})
    assert 4 in moved[1]
    assert 9 in moved[2]
    assert sorted(one for table in moved for one in table) == list(range(1, 10))


def test_small_tables_let_fewer_move() -> None:
    tables = [[1, 2, 3], [4], [7, 8, 9]]
    assert moved_by_totals(tables, dict.fromkeys(range(10), 1), 2) == tables
