"""Hands to try trains on: seeded, as drawn from a set, or built to make a search go astray."""

import random
from collections.abc import Iterable

from engine.tiles import Tile, double_of, full_set, parse_tile

HIGHEST = 18

Edges = list[tuple[int, int]]


def drawn(highest: int, count: int, seed: int) -> tuple[list[Tile], int]:
    """`count` random tiles of a set, and the pips of the starting double, which is not in them."""
    rng = random.Random(seed)
    start = rng.randint(0, highest)
    return rng.sample(
        [tile for tile in full_set(highest) if tile != double_of(start)], count
    ), start


def _ring(points: Iterable[int]) -> Edges:
    points = list(points)
    return list(zip(points, points[1:] + points[:1], strict=True))


def _all_pairs(points: Iterable[int]) -> Edges:
    points = list(points)
    return [(first, other) for i, first in enumerate(points) for other in points[i + 1 :]]


def _between(some: Iterable[int], others: Iterable[int]) -> Edges:
    others = list(others)
    return [(first, other) for first in some for other in others]


def _grid(rows: int, columns: int) -> Edges:
    across = [
        (r * columns + c, r * columns + c + 1) for r in range(rows) for c in range(columns - 1)
    ]
    down = [
        (r * columns + c, (r + 1) * columns + c) for r in range(rows - 1) for c in range(columns)
    ]
    return across + down


_PETERSEN = _ring(range(5)) + [(i, i + 5) for i in range(5)] + _ring([5, 7, 9, 6, 8])
_TWO_NINES = _all_pairs(range(9)) + _all_pairs(range(9, 18))

FAMILIES: dict[str, Edges] = {
    "path": [(i, i + 1) for i in range(18)],
    "star": [(0, i) for i in range(1, 19)],
    "binary tree": [(i, child) for i in range(9) for child in (2 * i + 1, 2 * i + 2)],
    "comb": [(i, i + 1) for i in range(8)] + [(i, i + 9) for i in range(9)],
    "ring": _ring(range(19)),
    "windmill": [(0, i) for i in range(1, 19)] + [(i, i + 1) for i in range(1, 18, 2)],
    "cactus of triangles": [
        edge for i in range(9) for edge in _ring([i, 2 * i + 1, 2 * i + 2])
    ],
    "triangles on stalks": [
        edge for i in range(1, 19, 3) for edge in [(0, i), *_ring([i, i + 1, i + 2])]
    ],
    "theta of five": [
        edge
        for i in range(2, 17, 3)
        for edge in [(0, i), (i, i + 1), (i + 1, i + 2), (i + 2, 1)]
    ],
    "two hubs": _between([0, 1], range(2, 19)),
    "three hubs": _between([0, 1, 2], range(3, 19)),
    "four hubs": _between(range(4), range(4, 19)),
    "nine by nine": _between(range(9), range(9, 18)),
    "wheel": _ring(range(18)) + [(18, i) for i in range(18)],
    "sun": _ring(range(9)) + [e for i in range(9) for e in [(i, 9 + i), ((i + 1) % 9, 9 + i)]],
    "two blobs, a bridge": [*_TWO_NINES, (0, 9)],
    "two blobs, two bridges": [*_TWO_NINES, (0, 9), (1, 10)],
    "two blobs, three bridges": [*_TWO_NINES, (0, 9), (1, 10), (2, 11)],
    "three blobs in a ring": [
        *_all_pairs(range(6)), *_all_pairs(range(6, 12)), *_all_pairs(range(12, 18)),
        *[(0, 6), (7, 12), (13, 1)],
    ],
    "ring of triangles": [
        edge
        for i in range(0, 18, 3)
        for edge in [*_ring([i, i + 1, i + 2]), (i + 1, (i + 3) % 18)]
    ],
    "ring of beads": [
        edge
        for i in range(0, 16, 4)
        for edge in [
            *[(i, i + 1), (i, i + 2), (i + 1, i + 2), (i + 1, i + 3), (i + 2, i + 3)],
            (i + 3, (i + 4) % 16),
        ]
    ],
    "ladder of squares": [(i, i + 1) for i in range(18)] + [(i, i + 3) for i in range(0, 16, 2)],
    "grid three by six": _grid(3, 6),
    "grid four by four": _grid(4, 4),
    "cube of four dimensions": [(i, i ^ bit) for i in range(16) for bit in (1, 2, 4, 8) if i & bit],
    "prism": _ring(range(9)) + _ring(range(9, 18)) + [(i, i + 9) for i in range(9)],
    "moebius ladder": _ring(range(18)) + [(i, i + 9) for i in range(9)],
    "petersen": _PETERSEN,
    "petersen twice": [edge for edge in _PETERSEN if edge != (0, 1)]
    + [(first + 10, other + 10) for first, other in _PETERSEN if max(first, other) < 9]
    + [(0, 10), (1, 15)],
}  # fmt: skip


def _cubic(rng: random.Random, points: int) -> Edges:
    """Three tiles at each number: a way through all of them is hard to find in such hands."""
    while True:
        ends = [point for point in range(points) for _ in range(3)]
        rng.shuffle(ends)
        edges = list(zip(ends[::2], ends[1::2], strict=True))
        if len({frozenset(edge) for edge in edges if edge[0] != edge[1]}) == len(edges):
            return edges


def built(family: str, seed: int) -> tuple[list[Tile], int]:
    """A hand of a family, its numbers shuffled, with no, half or all doubles; and a start."""
    rng = random.Random(f"{family} {seed}")
    edges = _cubic(rng, 18) if family == "cubic" else FAMILIES[family]
    name = rng.sample(range(HIGHEST + 1), HIGHEST + 1)
    start = name[rng.choice(sorted({point for edge in edges for point in edge}))]
    share = rng.choice([0.0, 0.5, 1.0])
    hand = [Tile(name[first], name[other]) for first, other in edges]
    hand += [double_of(pips) for pips in name if pips != start and rng.random() < share]
    return sorted(set(hand)), start


ALL_FAMILIES = (*FAMILIES, "cubic")

_HARD = {
    "a": (8, """
        0-4 0-6 0-16 1-4 1-13 1-17 2-2 2-12 2-13 2-16 3-6 3-11 3-18 4-12 5-7 5-9 5-18 6-11
        7-8 7-9 7-10 7-14 8-10 9-18 10-10 12-12 12-15 13-14 14-15 15-15 15-17 16-17
    """),
    "b": (4, """
        0-0 0-10 0-15 0-16 1-3 1-4 1-7 1-8 2-2 2-3 2-5 2-17 3-9 3-11 5-5 5-7 5-15 6-6 6-11
        6-12 6-16 7-8 8-13 9-12 9-18 10-12 10-14 11-14 14-14 14-18 15-17 16-18
    """),
    "c": (14, """
        0-0 0-4 0-12 0-13 1-1 1-2 1-5 1-18 2-9 2-17 2-18 3-9 3-10 3-16 4-4 4-5 4-18 5-14 6-9
        6-13 6-15 7-7 7-8 7-12 7-16 8-10 8-18 9-9 10-10 10-11 11-15 11-17 12-12 12-17 13-13
        13-16 16-16 17-17 18-18
    """),
    "d": (10, """
        0-7 0-13 0-17 0-18 1-1 1-4 1-7 2-14 2-17 3-4 3-5 3-7 3-16 4-8 5-11 5-15 6-8 6-14
        8-12 9-10 9-18 10-18 11-12 11-17 12-12 12-13 13-15 14-15 18-18
    """),
    "e": (3, """
        0-16 2-10 3-9 3-12 3-15 4-7 4-10 4-17 5-5 5-11 5-12 5-16 6-8 6-15 6-16 7-10 7-16 8-8
        8-12 8-17 10-18 11-15 11-17 12-14 13-18 16-16
    """),
    "f": (2, """
        0-0 0-9 0-11 0-16 1-1 1-4 1-8 1-17 2-12 2-18 3-3 3-11 3-14 3-16 4-4 4-6 5-5 5-18
        6-13 6-17 7-8 7-12 7-15 8-8 8-10 9-9 9-15 9-18 10-10 10-17 10-18 11-11 11-13 12-12
        12-18 13-13 13-16 14-14 14-15 14-18 15-15 16-16
    """),
}  # fmt: skip
HARD = tuple(_HARD)


def hard(name: str) -> tuple[list[Tile], int]:
    """A hand and start that a search for bad ones, changing tile by tile, has come upon."""
    start, tiles = _HARD[name]
    return [parse_tile(text) for text in tiles.split()], start
