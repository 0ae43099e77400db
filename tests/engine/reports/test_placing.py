"""Filling hands from a pool of tiles, against a slow and obvious enumeration of every way.

Small pools are tried with every part of the machine: the quick guess, the reasons why there is no
way, the exact search in each of its orders. Hard problems of whole sets have no enumeration; there
the hands that are shown must be right, and real deals must be found to be possible.
"""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from engine.reports.placing import Problem, Want, _counts_are_free, place
from engine.reports.placing.bounds import tightened
from engine.reports.placing.orders import Order, lattices, orders
from engine.reports.placing.reach import Reach
from engine.reports.placing.repair import repaired
from engine.reports.placing.search import OutOfStepsError, Search
from tests.bench.adversarial import FAMILIES

SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much]


def tiles_used(problem: Problem) -> set[int]:
    """With how many tiles all wants can be filled; the slow and obvious way."""
    values = sorted(problem.pool)
    ways = {((0, 0),) * len(problem.wants)}
    for value in values:
        many = problem.pool[value]
        after = set()
        for way in ways:
            for taken in product(range(many + 1), repeat=len(problem.wants)):
                if sum(taken) > many:
                    continue
                hands = tuple(
                    (total + value * more, count + more)
                    for (total, count), more in zip(way, taken, strict=True)
                )
                if all(
                    total <= want.total and count <= want.high
                    for (total, count), want in zip(hands, problem.wants, strict=True)
                ):
                    after.add(hands)
        ways = after
    return {
        sum(count for _, count in way)
        for way in ways
        if all(
            total == want.total and want.low <= count <= want.high
            for (total, count), want in zip(way, problem.wants, strict=True)
        )
    }


def can_be_filled(problem: Problem) -> bool:
    return any(problem.fewest <= used <= problem.most for used in tiles_used(problem))


def fill(problem: Problem, hands: Sequence[Sequence[int]]) -> bool:
    """Whether these hands are what the problem asks for."""
    taken = Counter(value for hand in hands for value in hand)
    return (
        len(hands) == len(problem.wants)
        and all(taken[value] <= problem.pool.get(value, 0) for value in taken)
        and problem.fewest <= taken.total() <= problem.most
        and all(
            sum(hand) == want.total and want.low <= len(hand) <= want.high
            for hand, want in zip(hands, problem.wants, strict=True)
        )
    )


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    """Hands of a few tiles, their totals those of a real deal or a little off."""
    step = draw(st.sampled_from([1, 1, 2, 3]))
    tiles = draw(st.lists(st.integers(0, 4).map(lambda n: n * step), min_size=1, max_size=6))
    odd = draw(st.lists(st.sampled_from([1, 5, 7]), max_size=2))
    pool = Counter([*tiles, *odd])
    left = list(draw(st.permutations([*tiles, *odd])))
    wants = []
    for _ in range(draw(st.integers(1, 3))):
        size = draw(st.integers(0, min(3, len(left))))
        hand, left = left[:size], left[size:]
        total = sum(hand) + draw(st.sampled_from([0, 0, 0, 1, -1, 2]))
        low = max(0, size - draw(st.integers(0, 2)))
        high = draw(st.sampled_from([size, size + 1, sum(pool.values())]))
        wants.append(Want(total, low, high))
    used = sum(pool.values()) - len(left)
    fewest = draw(st.sampled_from([0, 0, used, max(0, used - 1), used + 1]))
    most = draw(st.sampled_from([sum(pool.values()), used, used + 1, max(0, used - 1)]))
    return Problem(dict(pool), tuple(wants), fewest, most)


@settings(max_examples=200, suppress_health_check=SLOW)
@given(problems())
def test_it_is_possible_just_where_some_way_is(problem):
    result = place(problem)
    assert result.possible is can_be_filled(problem)
    assert fill(problem, result.hands) is result.possible


@settings(max_examples=150, suppress_health_check=SLOW)
@given(problems())
def test_the_exact_search_alone_finds_it_in_every_order(problem):
    tight = tightened(problem)
    if tight is None or not tight.wants:
        assert tight is not None or not can_be_filled(problem)
        return
    possible = can_be_filled(problem)
    for order in orders(tight):
        hands = Search(tight, order, 10_000, free=False).run()
        assert (hands is not None) is possible
        assert hands is None or fill(problem, hands)


@st.composite
def free_problems(draw: st.DrawFn) -> Problem:
    """Hands of any number of tiles, of which only the totals are known."""
    tiles = draw(st.lists(st.integers(1, 6), min_size=2, max_size=7))
    tiles += draw(st.sampled_from([[], [0], [0, 0]]))  # no set has two that count nothing
    totals = draw(st.lists(st.integers(0, 9), min_size=1, max_size=3))
    low = draw(st.sampled_from([0, 1]))
    wants = tuple(Want(total, low, len(tiles)) for total in totals)
    fewest = draw(st.sampled_from([0, len(wants), len(tiles)]))
    return Problem(dict(Counter(tiles)), wants, fewest, len(tiles))


A_TILE_TOO_FEW = Problem({0: 1, 1: 1, 2: 1}, (Want(0, 0, 3), Want(2, 0, 3)), 3, 3)
"""Once the odd tile is dealt, the hands want more tiles than are left for a guess."""

TWO_TILES_OF_NOTHING = Problem({0: 2, 4: 1, 3: 1}, (Want(7, 1, 4),), 4, 4)


@settings(max_examples=150, suppress_health_check=SLOW)
@example(A_TILE_TOO_FEW)
@example(TWO_TILES_OF_NOTHING)
@given(free_problems())
def test_hands_of_any_size_are_found_too(problem):
    possible = can_be_filled(problem)
    assert place(problem).possible is possible
    tight = tightened(problem)
    if tight is None:
        return
    free = _counts_are_free(problem)
    for order in orders(tight):
        hands = Search(tight, order, 10_000, free=free).run()
        assert (hands is not None) is possible
        assert hands is None or fill(problem, hands)


@settings(max_examples=100, suppress_health_check=SLOW)
@given(problems(), st.integers(0, 3))
def test_a_guess_that_comes_right_is_right(problem, trial):
    tight = tightened(problem)
    hands = None if tight is None else repaired(tight, trial)
    assert hands is None or fill(problem, hands)


@settings(max_examples=100, suppress_health_check=SLOW)
@given(problems())
def test_with_few_steps_it_is_right_or_says_that_it_does_not_know(problem):
    result = place(problem, (1,))
    assert result.possible in (None, can_be_filled(problem))
    assert not result.possible or fill(problem, result.hands)


def test_a_search_without_steps_says_so():
    problem = Problem({1: 2}, (Want(1, 1, 1), Want(1, 1, 1)), 0, 2)
    with pytest.raises(OutOfStepsError):
        Search(problem, orders(problem)[0], 1, free=False).run()


def test_a_list_that_failed_once_is_not_tried_again():
    """Without what was kept it would be 31 steps."""
    wants = (Want(10, 2, 3), Want(0, 0, 1), Want(4, 1, 2))
    tight = tightened(Problem({0: 2, 5: 1, 3: 1, 6: 1, 4: 1}, wants, 0, 6))
    assert tight is not None
    assert max(_steps_to_fail(tight, order) for order in orders(tight)) == 19


def _steps_to_fail(problem: Problem, order: Order) -> int:
    search = Search(problem, order, 100, free=False)
    assert search.run() is None
    return 100 - search.steps


@pytest.mark.parametrize("name", sorted(FAMILIES))
def test_hard_problems_of_whole_sets(name):
    for seed in range(6):
        problem = FAMILIES[name](random.Random(seed))
        result = place(problem)
        assert not result.possible or fill(problem, result.hands)
        for efforts in ((1,), (30,)):
            hasty = place(problem, efforts)
            assert hasty.possible in (None, result.possible) or result.possible is None
            assert not hasty.possible or fill(problem, hasty.hands)


def test_lattices_set_the_few_odd_tiles_apart():
    problem = Problem({2: 3, 4: 3, 6: 3, 5: 1}, (Want(7, 2, 2), Want(6, 2, 2)), 4, 4)
    assert {(item.step, item.offset) for item in lattices(problem)} >= {(2, 0)}
    assert place(problem).possible is True
    both_odd = Problem({2: 3, 4: 3, 6: 3, 5: 1}, (Want(7, 2, 2), Want(7, 2, 2)), 4, 4)
    assert place(both_odd).possible is False
    with_an_empty_hand = replace(both_odd, wants=(*both_odd.wants, Want(0, 0, 0)))
    assert place(with_an_empty_hand).possible is False


def test_a_guess_for_the_even_tiles_that_fails_is_followed_by_the_search():
    problem = Problem({10: 1, 8: 1, 6: 2, 1: 1}, (Want(12, 1, 2), Want(16, 2, 2)), 0, 5)
    assert not can_be_filled(problem)
    assert place(problem).possible is False


def test_what_can_be_reached_with_how_many_tiles():
    reach = Reach(((3, 1), (1, 2)), 5)
    made = {(total, count) for total in range(6) for count in range(4)}
    made = {item for item in made if reach.counts(0, item[0], item[1], item[1])}
    assert made == {(0, 0), (1, 1), (2, 2), (3, 1), (4, 2), (5, 3)}
    assert reach.counts(1, 3, 0, 3) == 0
    assert bin(reach.counts(0, 4, 1, 3)) == "0b10"
    assert reach.counts(0, 4, 4, 9) == 0
