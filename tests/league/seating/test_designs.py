"""Designs: no two points meet twice, and there are as many rounds as mathematics says."""

from itertools import combinations

import pytest

from league.seating.designs import designs, developed, round_robin, starters, transversal
from league.seating.fields import prime_powers, ring, spread_elements


def assert_is_design(design, sizes):
    seen = set()
    for tables in design:
        assert [len(table) for table in tables] == list(sizes)
        assert sorted(point for table in tables for point in table) == list(range(sum(sizes)))
        for table in tables:
            for pair in combinations(sorted(table), 2):
                assert pair not in seen
                seen.add(pair)


@pytest.mark.parametrize("sizes", list(starters()), ids=str)
def test_each_starter_moves_into_a_design(sizes):
    for starter in starters()[sizes]:
        design = developed(starter)
        order = 1
        for modulus in starter.moduli:
            order *= modulus
        assert len(design) == order * len(starter.points) // sum(sizes)
        assert_is_design(design, sizes)


@pytest.mark.parametrize(
    ("tables", "seats", "rounds"),
    [(4, 4, 5), (5, 4, 5), (7, 5, 7), (8, 8, 9), (9, 3, 13), (12, 3, 16), (16, 4, 21), (20, 4, 25)],
)
def test_transversal_designs(tables, seats, rounds):
    design = transversal(tables, seats)
    assert_is_design(design, [seats] * tables)
    assert len(design) == rounds


def test_round_robin_lets_everybody_meet():
    for people in (2, 4, 10, 16):
        design = round_robin(people)
        assert len(design) == people - 1
        assert_is_design(design, [2] * (people // 2))


def test_the_one_with_most_rounds_comes_first():
    for sizes in [(4,) * 7, (3,) * 9, (4,) * 9, (2,) * 5, (6,)]:
        rounds = [len(design) for design in designs(sizes)]
        assert rounds == sorted(rounds, reverse=True)
        assert rounds[0] >= 1


@pytest.mark.parametrize("order", [2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 25, 27])
def test_rings(order):
    """Addition is a group, multiplication distributes, and in a field all but 0 divide."""
    of = ring(order)
    elements = range(order)
    one = next(e for e in elements if all(of.times[e][x] == x for x in elements))
    for a in elements:
        assert sorted(of.plus[a]) == list(elements)
        for b in elements:
            assert of.times[a][b] == of.times[b][a]
            for c in (1, order - 1, order // 2):
                assert of.times[a][of.plus[b][c]] == of.plus[of.times[a][b]][of.times[a][c]]
    if len(prime_powers(order)) == 1:
        assert all(one in of.times[a] for a in elements if a)


@pytest.mark.parametrize("order", [4, 6, 12, 15, 35])
def test_spread_elements_differ_by_what_divides(order):
    of = ring(order)
    found = spread_elements(order)
    assert len(found) == min(prime**exponent for prime, exponent in prime_powers(order))
    for a, b in combinations(found, 2):
        difference = next(x for x in range(order) if of.plus[b][x] == a)
        assert len(set(of.times[difference])) == order
