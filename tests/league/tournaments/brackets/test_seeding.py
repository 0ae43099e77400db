"""Who is first of a field, and the snake."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.seating.sizes import table_sizes
from league.tournaments.brackets.seeding import Number, lot, seeds, snake


def test_the_lower_rank_goes_before_and_none_comes_last():
    ranks: dict[str, Number | None] = {"Ann": Fraction(7, 2), "Bob": 2, "Cid": None, "Dan": 40.5}
    assert seeds(["Ann", "Bob", "Dan"], ranks, 1) == {"Bob": 1, "Ann": 2, "Dan": 3}
    found = seeds(["Eve", "Cid", "Dan", "Bob", "Ann"], ranks, 1)
    assert list(found) == ["Bob", "Ann", "Dan", *sorted(["Cid", "Eve"], key=found.__getitem__)]
    assert sorted(found.values()) == [1, 2, 3, 4, 5]
    with pytest.raises(ValueError, match="named twice"):
        seeds(["Ann", "Ann"], {}, 1)


@given(st.permutations(range(12)), st.integers(0, 9))
def test_lots_do_not_follow_the_order_of_names(people, seed):
    ranks: dict[int, Number | None] = dict.fromkeys(range(6), 1)
    found = seeds(people, ranks, seed)
    assert found == seeds(range(12), ranks, seed)
    assert {found[key] for key in range(6)} == set(range(1, 7))
    fewer = seeds([key for key in people if key != 3], ranks, seed)
    without = sorted((key for key in found if key != 3), key=found.__getitem__)
    assert sorted(fewer, key=fewer.__getitem__) == without


def test_lots_differ_from_seed_to_seed():
    orders = {tuple(seeds(range(6), {}, seed)) for seed in range(40)}
    assert len(orders) > 30
    assert {order[0] for order in orders} == set(range(6))
    assert lot(1, 12) != lot(11, 2)
    assert 0 <= lot(0) < 2**64


def test_the_snake_goes_to_and_fro():
    assert snake(range(1, 13), [4, 4, 4]) == ((1, 6, 7, 12), (2, 5, 8, 11), (3, 4, 9, 10))
    assert snake(range(1, 12), [4, 4, 3]) == ((1, 6, 7, 11), (2, 5, 8, 10), (3, 4, 9))
    assert snake(range(1, 6), [5]) == ((1, 2, 3, 4, 5),)
    assert snake([], []) == ()
    with pytest.raises(ValueError, match="zip"):
        snake(range(12), [4, 4, 3])


@given(st.integers(6, 90), st.integers(3, 6))
def test_the_snake_against_a_slow_one(people, size):
    sizes = table_sizes(people, size, 2, 8)
    tables: list[list[int]] = [[] for _ in sizes]
    waiting, passes = list(range(people)), 0
    while waiting:
        for table in tables if passes % 2 == 0 else reversed(tables):
            if len(table) < sizes[next(at for at, one in enumerate(tables) if one is table)]:
                table.append(waiting.pop(0))
        passes += 1
    assert snake(range(people), sizes) == tuple(map(tuple, tables))
