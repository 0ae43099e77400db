"""What is left over within one block, against walking every way through it."""

import random
from itertools import combinations

import pytest

from engine.trains.remainder import Block, bits


def lightest(edges, prize, bonus, *, closed):
    """Walks on and on from point 0, over every edge that is left."""
    total = sum(weight for _, _, weight in edges) + sum(prize)
    best = total

    def walk(here, used, got, seen):
        nonlocal best
        if not closed or here == 0:
            best = min(best, total - got - (0 if closed else bonus[here]))
        for place, (first, other, weight) in enumerate(edges):
            if not used >> place & 1 and here in (first, other):
                there = first + other - here
                more = weight + (0 if seen >> there & 1 else prize[there])
                walk(there, used | 1 << place, got + more, seen | 1 << there)

    walk(0, 0, 0, 1)
    return best


def check_way(way, edges, prize, bonus, *, closed):
    """The way can be walked, and leaves over what it says."""
    used = [edges[place] for place in bits(way.edges)]
    ends = [point for first, other, _ in used for point in (first, other)]
    odd = {point for point in ends if ends.count(point) % 2}
    assert odd == (set() if closed or way.end == 0 else {0, way.end})
    seen = {0}
    for _ in used:
        seen.update(p for first, other, _ in used if {first, other} & seen for p in (first, other))
    assert set(ends) <= seen
    lost = sum(weight for _, _, weight in edges) - sum(weight for _, _, weight in used)
    lost += sum(worth for point, worth in enumerate(prize) if point not in seen)
    assert way.lost == lost - (0 if closed else bonus[way.end])


def some_block(seed):
    """Points, edges and worths at random, such that most of it can be lost or won."""
    rng = random.Random(seed)
    size = rng.randint(3, 7)
    pairs = list(combinations(range(size), 2))
    edges = rng.sample(pairs, rng.randint(size - 1, min(len(pairs), 11)))
    top = rng.choice([1, 3, 30])
    edges = [(first, other, rng.randint(1, top)) for first, other in edges]
    prize = [0] + [rng.choice([0, 0, 1, top, 3 * top]) for _ in range(size - 1)]
    bonus = [0] + [rng.choice([0, 0, 1, top, 3 * top]) for _ in range(size - 1)]
    lean = [rng.randint(0, top) for _ in range(size)]
    return edges, prize, bonus, lean


@pytest.mark.parametrize("closed", [True, False])
@pytest.mark.parametrize("hundred", range(4))
def test_no_way_leaves_over_less(hundred, closed):
    for seed in range(100 * hundred, 100 * hundred + 100):
        edges, prize, bonus, lean = some_block(seed)
        way = Block(edges, prize, bonus, lean).best(closed=closed)
        check_way(way, edges, prize, bonus, closed=closed)
        assert way.lost == lightest(edges, prize, bonus, closed=closed), seed


def test_two_rings_that_the_lightest_join_would_cut_apart():
    """To leave over both bridges is lightest, but then the far ring is lost."""
    near, far = [0, 1, 2], [3, 4, 5]
    rings = [(p, q, 10) for ring in (near, far) for p, q in combinations(ring, 2)]
    bridges = [(1, 3, 1), (2, 4, 1)]
    block = Block(rings + bridges, [0] * 6, [0] * 6, [0] * 6)
    way = block.best(closed=True)
    assert way.lost == 20
    assert {6, 7} <= set(bits(way.edges))


def test_a_far_ring_that_is_not_worth_its_bridges_is_left():
    rings = [(0, 1, 50), (1, 2, 50), (0, 2, 50), (3, 4, 1), (4, 5, 1), (3, 5, 1)]
    way = Block([*rings, (1, 3, 1), (2, 4, 1)], [0] * 6, [0] * 6, [0] * 6).best(closed=True)
    assert list(bits(way.edges)) == [0, 1, 2]
    assert way.lost == 5


@pytest.mark.parametrize(
    ("edges", "prize"),
    [
        (
            [
                *[(0, 1, 5), (0, 2, 10), (1, 2, 8), (3, 4, 8), (3, 5, 12), (4, 5, 7)],
                *[(6, 7, 3), (6, 8, 1), (7, 8, 10), (5, 7, 2), (1, 7, 5), (0, 8, 1)],
            ],
            [0, 4, 4, 1, 0, 0, 0, 0, 4],
        ),
        (
            [
                *[(0, 1, 4), (0, 2, 4), (1, 2, 6), (3, 4, 5), (3, 5, 9), (4, 5, 2)],
                *[(6, 7, 10), (8, 9, 12), (8, 10, 4), (9, 10, 2), (4, 7, 1), (5, 6, 4)],
                *[(0, 3, 2), (2, 8, 5), (2, 7, 3)],
            ],
            [0, 1, 4, 1, 0, 0, 0, 0, 1, 0, 0],
        ),
    ],
)
def test_one_far_region_is_left_and_another_is_not(edges, prize):
    """To leave a region costs what it holds, once: more would hide the way that does leave it."""
    nothing = [0] * len(prize)
    way = Block(edges, prize, nothing, nothing).best(closed=True)
    check_way(way, edges, prize, nothing, closed=True)
    assert way.lost == lightest(edges, prize, nothing, closed=True)


def test_a_prize_draws_the_way_to_its_point():
    square = [(0, 1, 5), (1, 2, 5), (2, 3, 5), (0, 3, 5), (0, 2, 5)]
    without = Block(square, [0] * 4, [0] * 4, [0] * 4).best(closed=True)
    assert without.lost == 5
    with_prize = Block(square, [0, 0, 0, 100], [0] * 4, [0] * 4).best(closed=True)
    assert with_prize.lost == 5
    assert with_prize.edges & 0b1100 == 0b1100


def test_a_bonus_draws_the_end():
    ring = [(0, 1, 5), (1, 2, 5), (0, 2, 5)]
    way = Block(ring, [0] * 3, [0, 6, 0], [0] * 3).best(closed=False)
    assert (way.end, way.lost) == (1, 5 - 6)
    way = Block(ring, [0] * 3, [0, 4, 0], [0] * 3).best(closed=False)
    assert (way.end, way.lost) == (0, 0)


def test_bits():
    assert list(bits(0b10110)) == [1, 2, 4]
    assert list(bits(0)) == []
