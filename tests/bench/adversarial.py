"""Seeded families of hands to place, made to be hard: for the bench and the tests of `place`.

Each family takes a random generator and gives a `Problem`. Many can be filled (they come from a
real deal), many cannot (totals were moved by a few points), and most lie close to the border.
"""

import random
from collections import Counter
from collections.abc import Callable, Sequence

from engine.reports.placing import Problem, Want
from engine.tiles import Tile, double_of, full_set

Family = Callable[[random.Random], Problem]
FAMILIES: dict[str, Family] = {}


def family(make: Family) -> Family:
    FAMILIES[make.__name__] = make
    return make


def value(tile: Tile, blank: int) -> int:
    return blank if tile == double_of(0) else tile.pips


def shuffled(rng: random.Random, tiles: Sequence[Tile]) -> list[Tile]:
    return rng.sample(list(tiles), len(tiles))


def played_set(rng: random.Random, highest: int = 18) -> list[Tile]:
    """The set without its highest double, which lies in the hub, shuffled."""
    return shuffled(rng, full_set(highest)[:-1])


def random_hands(
    rng: random.Random, tiles: Sequence[Tile], seats: int, most: int
) -> list[list[Tile]]:
    hands, at = [], 0
    for _ in range(seats):
        size = rng.randint(1, most)
        hands.append(list(tiles[at : at + size]))
        at += size
    return [hand for hand in hands if hand]


def cut(rng: random.Random, tiles: Sequence[Tile], seats: int) -> list[list[Tile]]:
    """All tiles, in as many hands of any size."""
    cuts = sorted(rng.sample(range(1, len(tiles)), min(seats, len(tiles)) - 1))
    return [list(tiles[a:b]) for a, b in zip([0, *cuts], [*cuts, len(tiles)], strict=True)]


def told(
    rng: random.Random,
    tiles: Sequence[Tile],
    hands: Sequence[Sequence[Tile]],
    counted: float,
    moved: int,
    *,
    blank: int = 50,
    tight: bool = False,
) -> Problem:
    """The hands' totals, `moved` times some points moved from one to another."""
    totals = [sum(value(tile, blank) for tile in hand) for hand in hands]
    for _ in range(moved):
        one, other, points = (
            rng.randrange(len(totals)),
            rng.randrange(len(totals)),
            rng.randint(1, 3),
        )
        if totals[other] > points:
            totals[one] += points
            totals[other] -= points
    everything = len(tiles)
    wants = [
        Want(total, len(hand), len(hand)) if rng.random() < counted else Want(total, 1, everything)
        for hand, total in zip(hands, totals, strict=True)
    ]
    used = sum(map(len, hands))
    pool = Counter(value(tile, blank) for tile in tiles)
    return Problem(pool, tuple(wants), used if tight else 0, used if tight else everything)


@family
def plain(rng: random.Random) -> Problem:
    tiles = played_set(rng)
    return told(rng, tiles, random_hands(rng, tiles, 12, 15), 0.5, 0)


@family
def totals_alone(rng: random.Random) -> Problem:
    tiles = played_set(rng)
    return told(rng, tiles, random_hands(rng, tiles, 12, 15), 0, 3)


@family
def eighteen_seats(rng: random.Random) -> Problem:
    tiles = played_set(rng)
    return told(rng, tiles, random_hands(rng, tiles, 18, 10), 0.5, 9)


@family
def all_used(rng: random.Random) -> Problem:
    tiles = played_set(rng)
    counted = rng.choice([0, 0.5, 1])
    return told(rng, tiles, cut(rng, tiles, 12), counted, rng.choice([0, 5]), tight=True)


@family
def all_used_and_moved(rng: random.Random) -> Problem:
    tiles = played_set(rng)
    return told(rng, tiles, [tiles[at::12] for at in range(12)], 1, 30, tight=True)


@family
def thinned_all_used(rng: random.Random) -> Problem:
    tiles = played_set(rng)[: rng.randint(6, 40)]
    hands = random_hands(rng, tiles, rng.randint(2, 12), 6)
    used = [tile for hand in hands for tile in hand]
    return told(rng, used, hands, rng.choice([0, 0.5, 1]), rng.choice([0, 1, 3]), tight=True)


@family
def thinned(rng: random.Random) -> Problem:
    tiles = played_set(rng)[: rng.randint(6, 40)]
    hands = random_hands(rng, tiles, rng.randint(2, 12), 6)
    return told(rng, tiles, hands, rng.choice([0, 0.5, 1]), rng.choice([0, 1, 3, 10]))


def near_an_end(rng: random.Random, tiles: Sequence[Tile], blank: int) -> Problem:
    used = rng.randint(12, 80)
    hands = cut(rng, shuffled(rng, tiles[:used]), 12)
    problem = told(rng, tiles, hands, 1, rng.choice([0, 2, 10]), blank=blank)
    wants = list(problem.wants)
    at = rng.randrange(len(wants))
    total = max(0, wants[at].total + rng.choice([-1, 0, 0, 1]))
    wants[at] = Want(total, wants[at].low, wants[at].high)
    return Problem(problem.pool, tuple(wants), problem.fewest, problem.most)


@family
def highest_tiles(rng: random.Random) -> Problem:
    return near_an_end(rng, sorted(full_set(18), key=lambda tile: -tile.pips)[1:], 50)


@family
def lowest_tiles(rng: random.Random) -> Problem:
    return near_an_end(rng, sorted(full_set(18), key=lambda tile: tile.pips), 0)


@family
def equal_small_totals(rng: random.Random) -> Problem:
    tiles = full_set(18)
    total, seats = rng.randint(1, 14), rng.randint(6, 14)
    wants = [
        Want(max(1, total + rng.randint(-1, 1) * rng.randint(0, 1)), 1, len(tiles))
        for _ in range(seats)
    ]
    pool = Counter(value(tile, rng.choice([0, 25, 50])) for tile in tiles)
    return Problem(pool, tuple(wants), 0, len(tiles))


@family
def few_tiles_each(rng: random.Random) -> Problem:
    wants = []
    for _ in range(rng.randint(8, 14)):
        count = rng.randint(1, 3)
        total = rng.choice([rng.randint(0, 6 * count), rng.randint(30 * count, 36 * count)])
        wants.append(Want(total, count, count))
    blank = rng.choice([0, 50])
    return Problem(Counter(value(t, blank) for t in full_set(18)), tuple(wants), 0, 190)


@family
def pairs(rng: random.Random) -> Problem:
    tiles = full_set(18)
    about = rng.randint(2, 70)
    wants = [Want(max(0, about + rng.randint(-2, 2)), 2, 2) for _ in range(rng.randint(6, 18))]
    return Problem(Counter(value(t, 50) for t in tiles), tuple(wants), 0, len(tiles))


@family
def steps_of_some_points(rng: random.Random) -> Problem:
    step = rng.choice([2, 3, 4, 5])
    tiles = [tile for tile in full_set(18) if tile.pips % step == 0]
    others = [tile for tile in full_set(18) if tile.pips % step]
    tiles = shuffled(rng, tiles + rng.sample(others, rng.randint(0, 6)))
    tiles = tiles[: rng.randint(12, len(tiles))]
    seats = rng.randint(3, 12)
    hands = [tiles[at::seats] for at in range(seats)]
    tight = rng.random() < 0.7
    return told(rng, tiles, hands, rng.choice([0, 1]), rng.choice([0, 1, 4]), tight=tight)


@family
def same_size_all_used(rng: random.Random) -> Problem:
    """As in 3-PARTITION: every tile is used, and every hand has as many."""
    size, seats = rng.randint(2, 5), rng.randint(4, 12)
    tiles = played_set(rng)[: size * seats]
    hands = [tiles[at::seats] for at in range(seats)]
    return told(rng, tiles, hands, 1, rng.choice([0, 1, 2, 5, 20]), tight=True)


@family
def equal_totals_all_used(rng: random.Random) -> Problem:
    """Every tile is used, and every hand comes to nearly the same."""
    size, seats = rng.randint(2, 5), rng.randint(4, 12)
    tiles = played_set(rng)[: size * seats]
    whole = sum(value(tile, 50) for tile in tiles)
    totals = [whole // seats + (at < whole % seats) for at in range(seats)]
    low, high = (size, size) if rng.random() < 0.5 else (1, len(tiles))
    wants = tuple(Want(total, low, high) for total in totals)
    return Problem(Counter(value(t, 50) for t in tiles), wants, len(tiles), len(tiles))


@family
def neighbouring_values(rng: random.Random) -> Problem:
    """Only tiles of a few neighbouring values are left, and one or two others."""
    start = rng.randint(2, 30)
    near = [tile for tile in full_set(18) if start <= tile.pips < start + rng.randint(2, 4)]
    others = rng.sample(full_set(18)[:-1], rng.randint(0, 3))
    tiles = shuffled(rng, tuple(dict.fromkeys([*near, *others])))
    seats = rng.randint(2, max(2, min(12, len(tiles) // 2)))
    hands = [tiles[at::seats] for at in range(seats)]
    tight = rng.random() < 0.6
    return told(rng, tiles, hands, rng.choice([0, 0.5, 1]), rng.choice([0, 1, 4]), tight=tight)


@family
def steps_beside_zero(rng: random.Random) -> Problem:
    """Tiles whose pips all leave the same rest, and a few that do not; numbers are told."""
    step = rng.randint(3, 9)
    rest = rng.randrange(step)
    tiles = [tile for tile in full_set(18) if tile.pips % step == rest]
    tiles = shuffled(rng, [*tiles, *rng.sample(full_set(18)[:-1], rng.randint(1, 5))])
    tiles = list(dict.fromkeys(tiles))
    seats = rng.randint(3, 12)
    hands = [hand for at in range(seats) if (hand := tiles[at::seats])]
    return told(rng, tiles, hands, 1, rng.choice([0, 1, 3]), tight=rng.random() < 0.7)


@family
def three_values(rng: random.Random) -> Problem:
    one, other = rng.sample(range(5, 31), 2)
    pool = Counter({one: rng.randint(3, 9), other: rng.randint(3, 9)})
    pool[rng.randint(0, 36)] += 1
    values = list(pool.elements())
    rng.shuffle(values)
    seats = rng.randint(3, 8)
    totals = [sum(values[at::seats]) for at in range(seats)]
    for _ in range(rng.choice([0, 1, 2])):
        here, there = rng.randrange(seats), rng.randrange(seats)
        points = rng.choice([1, one, other, abs(one - other)])
        if totals[there] > points:
            totals[here] += points
            totals[there] -= points
    wants = tuple(Want(total, 1, len(values)) for total in totals)
    return Problem(pool, wants, len(values), len(values))


@family
def twelve_alike(rng: random.Random) -> Problem:
    about, count = rng.randint(100, 300), rng.randint(3, 15)
    wants = tuple(Want(about + rng.randint(0, 3), count, count) for _ in range(12))
    return Problem(Counter(t.pips for t in full_set(18)), wants, 0, 190)


@family
def one_has_nearly_all(rng: random.Random) -> Problem:
    tiles = played_set(rng)
    small = [rng.randint(1, 40) for _ in range(11)]
    last = sum(value(tile, 50) for tile in tiles) - sum(small)
    wants = tuple(Want(total, 1, len(tiles)) for total in (*small, last))
    return Problem(Counter(value(t, 50) for t in tiles), wants, len(tiles), len(tiles))


@family
def smaller_sets_all_used(rng: random.Random) -> Problem:
    tiles = shuffled(rng, full_set(rng.choice([6, 9, 12])))
    seats = rng.randint(4, 10)
    hands = [tiles[at::seats] for at in range(seats)]
    moved, blank = rng.choice([0, 20, 60]), rng.choice([0, 50])
    return told(rng, tiles, hands, rng.choice([0, 0.5, 1]), moved, blank=blank, tight=True)


@family
def anything(rng: random.Random) -> Problem:
    tiles = played_set(rng, rng.choice([6, 9, 12, 15, 18]))[: rng.randint(5, 190)]
    wants = []
    for _ in range(rng.randint(1, 18)):
        low = rng.randint(0, 4)
        high = rng.choice([low, low + rng.randint(0, 3), len(tiles)])
        wants.append(Want(rng.choice([rng.randint(0, 30), rng.randint(0, 400)]), low, high))
    fewest, most = sorted((rng.randint(0, len(tiles)), rng.randint(0, 2 * len(tiles))))
    return Problem(Counter(value(tile, 50) for tile in tiles), tuple(wants), fewest, most)
