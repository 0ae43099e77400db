"""The lightest way to pair everybody, against trying all ways."""

import random
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.trains.matching import lightest_pairs


def cost_of(cost, mate):
    assert all(mate[mate[first]] == first != mate[first] for first in range(len(cost)))
    return sum(cost[first][other] for first, other in enumerate(mate) if first < other)


def least_of_all_ways(cost):
    """Tries them all: the first who is left is paired with each of the others."""

    @cache
    def least(left):
        if not left:
            return 0
        first, *others = left
        return min(
            cost[first][other] + least(tuple(o for o in others if o != other)) for other in others
        )

    return least(tuple(range(len(cost))))


def square(size, cost_between):
    cost = [[0] * size for _ in range(size)]
    for first in range(size):
        for other in range(first):
            cost[first][other] = cost[other][first] = cost_between(first, other)
    return cost


def crowded(rng, crowd, near, gap):
    """Costs that are small within a crowd, and larger by a gap between two."""
    return lambda first, other: rng.randint(0, near) + gap * (crowd[first] != crowd[other])


@st.composite
def costs(draw):
    size = 2 * draw(st.integers(0, 5))
    most = draw(st.sampled_from([1, 3, 20]))
    numbers = st.integers(-most, most)
    return square(size, lambda first, other: draw(numbers))


@given(costs())
def test_no_way_is_lighter(cost):
    assert cost_of(cost, lightest_pairs(cost)) == least_of_all_ways(cost)


def test_no_way_is_lighter_where_odd_crowds_keep_together():
    """Crowds of odd size make blossoms inside blossoms, and have some of them fall apart."""
    for seed in range(200):
        rng = random.Random(seed)
        size = 2 * rng.randint(4, 6)
        crowd = [rng.randrange(4) for _ in range(size)]
        gap = rng.choice([3, 10, 50])
        near = rng.choice([1, 4, 12])
        cost = square(size, crowded(rng, crowd, near, gap))
        assert cost_of(cost, lightest_pairs(cost)) == least_of_all_ways(cost), seed


def test_two_odd_crowds_join_hands_once():
    cost = square(10, lambda first, other: 1 if (first < 5) == (other < 5) else 100)
    assert cost_of(cost, lightest_pairs(cost)) == 4 * 1 + 100


def test_a_pair_that_must_not_be_is_taken_only_without_a_way_around():
    never = 1 << 60
    chain = square(4, lambda first, other: 1 if first - other == 1 else never)
    assert lightest_pairs(chain) == [1, 0, 3, 2]
    star = square(4, lambda first, other: 1 if other == 0 else never)
    assert cost_of(star, lightest_pairs(star)) == never + 1


def test_nobody_needs_no_partner():
    assert lightest_pairs([]) == []


def test_an_odd_number_cannot_be_paired():
    with pytest.raises(ValueError, match="cannot be paired: 3"):
        lightest_pairs(square(3, lambda first, other: 1))


def test_the_square_that_is_given_stays_as_it_is():
    cost = square(6, lambda first, other: first * other % 5)
    before = [list(row) for row in cost]
    lightest_pairs(cost)
    assert cost == before
