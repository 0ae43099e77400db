"""Which tables to lay."""

from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.seating.errors import CaseError
from league.seating.sizes import fitted, table_sizes


@pytest.mark.parametrize(
    ("people", "size", "least", "most", "expected"),
    [
        (23, 4, 3, 5, [4, 4, 4, 4, 4, 3]),
        (22, 4, 3, 5, [4, 4, 4, 4, 3, 3]),
        (21, 4, 3, 5, [5, 4, 4, 4, 4]),
        (11, 4, 3, 5, [4, 4, 3]),
        (6, 4, 3, 5, [3, 3]),
        (5, 4, 3, 5, [5]),
        (10, 4, 2, 6, [4, 4, 2]),
        (24, 4, 4, 4, [4] * 6),
        (2, 2, 2, 2, [2]),
    ],
)
def test_as_many_as_can_be_have_the_wished_size(people, size, least, most, expected):
    assert table_sizes(people, size, least, most) == expected


@pytest.mark.parametrize(
    ("people", "size", "least", "most", "sentence"),
    [
        (
            5, 3, 3, 3,
            "5 people cannot sit at tables of exactly 3. 3 or 6 people can. "
            "Or allow tables of 2 or 5.",
        ),
        (2, 4, 3, 5, "2 people cannot sit at tables of 3 to 5. 3 people can. "
                     "Or allow tables of 2."),
        (
            7, 5, 5, 6,
            "7 people cannot sit at tables of 5 to 6. 6 or 10 people can. "
            "Or allow tables of 3 or 7.",
        ),
        (1, 4, 3, 5, "One person alone cannot be seated: a table needs at least 2 people."),
        (0, 4, 3, 5, "Nobody cannot be seated: a table needs at least 2 people."),
        (8, 4, 1, 5, "A table of 1 is too small: nobody sits alone. Let least be 2 or more."),
        (8, 6, 3, 5, "The preferred size 6 must be from least (3) to most (5)."),
    ],
)  # fmt: skip
def test_what_cannot_be_is_said_with_the_least_change(people, size, least, most, sentence):
    with pytest.raises(CaseError) as refused:
        table_sizes(people, size, least, most)
    assert str(refused.value) == sentence


@given(st.integers(2, 24), st.integers(2, 5), st.integers(0, 2), st.integers(0, 2))
def test_against_all_ways_to_lay_tables(people, size, less, more):
    least, most = max(2, size - less), size + more
    ways = [
        way
        for tables in range(1, people // least + 1)
        for way in combinations_with_replacement(range(most, least - 1, -1), tables)
        if sum(way) == people
    ]
    if not ways:
        with pytest.raises(CaseError, match="people cannot sit"):
            table_sizes(people, size, least, most)
        return
    best = min(ways, key=lambda way: (-way.count(size), sum(abs(s - size) for s in way), len(way)))
    found = table_sizes(people, size, least, most)
    assert found == sorted(found, reverse=True)
    assert sum(found) == people
    assert found.count(size) == best.count(size)
    assert sum(abs(s - size) for s in found) == sum(abs(s - size) for s in best)
    assert len(found) == len(best)


@pytest.mark.parametrize(
    ("people", "tables", "expected"),
    [
        (23, 6, [4, 4, 4, 4, 4, 3]),
        (23, 5, [5, 5, 5, 4, 4]),
        (20, 5, [4] * 5),
        (6, 1, [6]),
    ],
)
def test_no_more_tables_than_there_are(people, tables, expected):
    assert table_sizes(people, 4, 3, 6, tables) == expected


def test_too_few_tables_are_said_with_what_helps():
    with pytest.raises(CaseError) as refused:
        table_sizes(23, 4, 3, 5, 4)
    assert str(refused.value) == (
        "23 people do not fit at 4 tables of at most 5: allow tables of 6, or use 5 tables."
    )
    with pytest.raises(CaseError, match="do not fit at one table of at most 5"):
        table_sizes(7, 4, 3, 5, 1)


@given(st.integers(2, 60), st.integers(2, 5), st.integers(0, 2), st.integers(0, 2), st.data())
def test_fewer_tables_are_larger_and_none_is_too_large(people, size, less, more, data):
    least, most = max(2, size - less), size + more
    try:
        free = table_sizes(people, size, least, most)
    except CaseError:
        return
    tables = data.draw(st.integers(1, len(free)))
    if people > tables * most:
        with pytest.raises(CaseError, match="do not fit"):
            table_sizes(people, size, least, most, tables)
        return
    laid = table_sizes(people, size, least, most, tables)
    assert sum(laid) == people
    assert len(laid) == tables
    assert least <= min(laid) <= max(laid) <= most


def test_who_is_missing_leaves_the_largest_tables_first():
    assert fitted([4, 4, 3], 10) == [4, 3, 3]
    assert fitted([4, 4, 3], 9) == [3, 3, 3]
    assert fitted([3, 4, 4], 10) == [3, 4, 3]
    assert fitted([4, 4, 3], 5) == [3, 2]
    assert fitted([2, 2], 3) == [3]
    for people in range(2, 12):
        found = fitted([4, 4, 3], people)
        assert sum(found) == people
        assert min(found) >= 2
