"""The best train: against slow and obvious searches, and by what must hold for any hand."""

import random
from functools import cache
from heapq import heappop, heappush

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.tiles import Tile, double_of, full_set
from engine.trains.best_train import best_train
from engine.trains.remainder import Block
from tests.engine.trains.hands import ALL_FAMILIES, HARD, built, drawn, hard

MOST = ("tiles", "pips")


def worth(tiles, most):
    """What is compared: tiles then pips, or pips then tiles."""
    count, pips = len(tiles), sum(tile.pips for tile in tiles)
    return (count, pips) if most == "tiles" else (pips, count)


def best_of_all_trains(hand, start, most):
    """Play every tile that fits, and every one after it, and so on: slow and obvious."""

    def best(open_end, left):
        return max(
            (
                tuple(map(sum, zip(worth([tile], most),
                                   best(tile.other_end(open_end), left - {tile}), strict=True)))
                for tile in left
                if tile.has(open_end)
            ),
            default=(0, 0),
        )  # fmt: skip

    return best(start, frozenset(hand))


def is_one_train(tiles, start):
    """Whether these tiles can all lie in one train: in one piece, and odd at no more than two."""
    ends = [pips for tile in tiles for pips in tile if not tile.is_double]
    odd = {pips for pips in ends if ends.count(pips) % 2}
    seen = {start}
    for _ in tiles:
        seen.update(pips for tile in tiles if seen & set(tile) for pips in tile)
    return all(set(tile) <= seen for tile in tiles) and (
        not odd or (len(odd) == 2 and start in odd)
    )


def best_by_leaving_over(hand, start, most):
    """Leaves over nothing, then the next heavier set of tiles, until the rest makes a train."""
    hand = sorted(hand, key=lambda tile: worth([tile], most))
    total = worth(hand, most)
    queue = [((0, 0), ())]
    while True:
        lost, left_over = heappop(queue)
        if is_one_train([tile for n, tile in enumerate(hand) if n not in left_over], start):
            return tuple(a - b for a, b in zip(total, lost, strict=True))
        # Each set comes once: from the set without its last tile, or with the one before it.
        last = left_over[-1] if left_over else -1
        if last + 1 < len(hand):
            after = worth([hand[last + 1]], most)
            more = tuple(a + b for a, b in zip(lost, after, strict=True))
            heappush(queue, (more, (*left_over, last + 1)))
            if left_over:
                before = worth([hand[last]], most)
                instead = tuple(a - b for a, b in zip(more, before, strict=True))
                heappush(queue, (instead, (*left_over[:-1], last + 1)))


def check_legal(train, hand, start):
    """Each tile is from the hand, lies there once, and matches the one before it."""
    assert train.start == start
    assert len(set(train.tiles)) == len(train.tiles)
    assert set(train.tiles) <= set(hand)
    open_end = start
    for tile, text in zip(train.tiles, train.written(), strict=True):
        first, other = map(int, text.split("-"))
        assert first == open_end
        assert Tile(first, other) == tile
        open_end = other
    assert train.open_end == open_end
    assert train.pips == sum(tile.pips for tile in train.tiles)


@st.composite
def small_hands(draw):
    highest = draw(st.integers(2, 9))
    tiles = st.sampled_from(full_set(highest))
    hand = draw(st.sets(tiles, max_size=min(11, highest * 3)))
    return hand, draw(st.integers(0, highest))


@settings(max_examples=200)
@given(small_hands(), st.sampled_from(MOST))
def test_no_train_is_better(dealt, most):
    hand, start = dealt
    train = best_train(hand, start, most)
    check_legal(train, hand, start)
    assert worth(train.tiles, most) == best_of_all_trains(hand, start, most)


@pytest.mark.parametrize("most", MOST)
@pytest.mark.parametrize("highest", [2, 3])
def test_no_train_is_better_from_any_hand_of_the_smallest_sets(highest, most):
    """Every hand of double-2; of double-3, every hand of at most six tiles."""
    whole = full_set(highest)
    for chosen in range(1 << len(whole)):
        if highest > 2 and chosen.bit_count() > 6:
            continue
        hand = [tile for place, tile in enumerate(whole) if chosen >> place & 1]
        start = chosen % (highest + 1)
        train = best_train(hand, start, most)
        check_legal(train, hand, start)
        assert worth(train.tiles, most) == best_of_all_trains(hand, start, most)


@pytest.mark.parametrize("most", MOST)
@pytest.mark.parametrize("seed", range(16))
def test_no_train_is_better_by_leaving_over_less(seed, most):
    """Dense hands, too large for trying every tile: what is left over is little there."""
    rng = random.Random(seed)
    highest, count = rng.choice([(5, 16), (6, 20), (6, 24), (7, 28)])
    hand, start = drawn(highest, count, seed)
    train = best_train(hand, start, most)
    check_legal(train, hand, start)
    assert worth(train.tiles, most) == best_by_leaving_over(hand, start, most)


@cache
def best_of_a_sparse_hand(hand, start):
    """All trains from a hand with few tiles at each number, by tiles and by pips."""
    around: dict[int, list[tuple[int, int, Tile]]] = {}
    for tile in hand:
        for pips in set(tile):
            around.setdefault(pips, []).append((tile.other_end(pips), 1 << hand.index(tile), tile))
    best = dict.fromkeys(MOST, (0, 0))

    def play(open_end, used, count, pips):
        best["tiles"] = max(best["tiles"], (count, pips))
        best["pips"] = max(best["pips"], (pips, count))
        doubles = [
            way for way in around.get(open_end, []) if way[2].is_double and not used & way[1]
        ]
        for there, bit, tile in doubles or around.get(open_end, []):  # a double never does harm
            if not used & bit:
                play(there, used | bit, count + 1, pips + tile.pips)

    play(start, 0, 0, 0)
    return best


@pytest.mark.parametrize("most", MOST)
@pytest.mark.parametrize("name", HARD)
def test_no_train_is_better_from_the_hands_that_were_hard(name, most):
    hand, start = hard(name)
    train = best_train(hand, start, most)
    check_legal(train, hand, start)
    assert worth(train.tiles, most) == best_of_a_sparse_hand(tuple(hand), start)[most]


@pytest.mark.parametrize("most", MOST)
@pytest.mark.parametrize("family", ALL_FAMILIES)
def test_what_holds_for_any_hand(family, most):
    for seed in range(3):
        hand, start = built(family, seed)
        train = best_train(hand, start, most)
        check_legal(train, hand, start)
        ends = [pips for tile in hand for pips in tile if not tile.is_double]
        odd = {pips for pips in ends if ends.count(pips) % 2} - {start}
        least_left = len(odd) // 2  # each tile left over mends two numbers
        assert len(train.tiles) <= len(hand) - least_left
        check_neighbours(hand, start, most, train, random.Random(seed))


def check_neighbours(hand, start, most, train, rng):
    """Shuffled: the same. A tile less: not better, and the same without one that was left over."""
    shuffled = rng.sample(hand, len(hand))
    assert best_train(shuffled, start, most) == train
    left_over = sorted(set(hand) - set(train.tiles))
    for tile in rng.sample(left_over, min(2, len(left_over))):
        without = best_train([t for t in hand if t != tile], start, most)
        assert worth(without.tiles, most) == worth(train.tiles, most)
    for tile in rng.sample(train.tiles, min(2, len(train.tiles))):
        without = best_train([t for t in hand if t != tile], start, most)
        assert worth(without.tiles, most) <= worth(train.tiles, most)
    # From the other end, the train is there too.
    back = best_train(hand, train.open_end, most)
    assert worth(back.tiles, most) >= worth(train.tiles, most)


@pytest.mark.parametrize("seed", range(12))
def test_the_count_does_not_hang_on_the_names_of_the_numbers(seed):
    highest, count = [(12, 25), (9, 20), (9, 40), (18, 25), (18, 60), (17, 170)][seed % 6]
    hand, start = drawn(highest, count, seed)
    name = random.Random(seed).sample(range(highest + 1), highest + 1)
    renamed = [Tile(name[tile.low], name[tile.high]) for tile in hand]
    train = best_train(hand, start)
    check_legal(train, hand, start)
    assert len(best_train(renamed, name[start]).tiles) == len(train.tiles)


@pytest.mark.parametrize("highest", [2, 6, 12, 18])
def test_an_even_set_makes_one_train_without_its_starting_double(highest):
    """Every number but doubles stands on an even number of tiles, so that all can lie."""
    for start in (0, highest):
        hand = set(full_set(highest)) - {double_of(start)}
        train = best_train(hand, start)
        check_legal(train, hand, start)
        assert set(train.tiles) == hand


@pytest.mark.parametrize(("highest", "left"), [(3, 1), (9, 4), (15, 7), (17, 8)])
def test_an_odd_set_leaves_over_a_tile_for_each_two_numbers_but_the_ends(highest, left):
    hand = set(full_set(highest)) - {double_of(highest)}
    for train in (best_train(hand, highest), best_train(hand, highest, "pips")):
        assert len(hand) - len(train.tiles) == left
        # The other end is the highest number that is left, so that the rest is lightest.
        lost = sum(tile.pips for tile in hand) - train.pips
        assert lost == sum(range(highest - 1))


def written(hand, start, most="tiles"):
    tiles = [Tile(*map(int, text.split("-"))) for text in hand.split()]
    return " ".join(best_train(tiles, start, most).written())


@pytest.mark.parametrize(
    ("hand", "start", "train"),
    [
        ("", 12, ""),
        ("3-4 4-5", 12, ""),
        ("4-4", 12, ""),
        ("12-3 3-3", 12, "12-3 3-3"),
        ("3-12 3-3", 12, "12-3 3-3"),
        ("6-6", 6, "6-6"),  # on a train that has begun, the double of its tail fits
        ("6-6 6-2", 6, "6-6 6-2"),
        ("12-3 12-4", 12, "12-4"),  # the same count: more pips
        ("12-3 3-0 0-12 12-4", 12, "12-0 0-3 3-12 12-4"),
        ("12-1 1-2 12-9", 12, "12-1 1-2"),
        ("12-1 1-2 2-3 3-1 12-11", 12, "12-1 1-2 2-3 3-1"),
        ("0-0 0-1", 1, "1-0 0-0"),
    ],
)
def test_trains_that_can_be_seen(hand, start, train):
    assert written(hand, start) == train


def test_most_tiles_and_most_pips_can_differ():
    hand = "12-0 0-1 1-2 12-11 11-11"
    assert written(hand, 12, "tiles") == "12-0 0-1 1-2"
    assert written(hand, 12, "pips") == "12-11 11-11"


def test_with_as_many_pips_the_train_with_more_tiles_is_better():
    assert written("6-0 0-0", 6, "pips") == "6-0 0-0"
    assert written("6-5 6-1 1-4", 6, "pips") == "6-1 1-4"


def test_what_lies_beyond_a_number_goes_before_the_end():
    """Two rings and a branch meet at 5: the rings first, then the branch, which has no way back."""
    train = written("5-1 1-2 2-5 5-3 3-4 4-5 5-0 0-6", 5).split()
    assert train[-2:] == ["5-0", "0-6"]
    assert len(train) == 8


def test_two_parts_at_the_start_are_both_walked():
    """The first must come back, although it is heavier when it need not."""
    kites = "0-1 0-2 1-2 1-3 2-3 0-4 0-5 4-5 4-6 5-6"
    tiles = [Tile(*map(int, text.split("-"))) for text in kites.split()]
    train = best_train(tiles, 0)
    assert len(train.tiles) == 8
    assert worth(train.tiles, "tiles") == best_of_all_trains(tiles, 0, "tiles")


@pytest.mark.parametrize("most", MOST)
def test_no_hand_takes_many_cases(monkeypatch, most):
    """Counted, not timed: a bound that gets weaker shows here before anybody waits for it."""
    join, cases = Block._join, [0]

    def counted(*given):
        cases[-1] += 1
        return join(*given)

    monkeypatch.setattr(Block, "_join", counted)
    for hand, start in [built(family, seed) for family in ALL_FAMILIES for seed in range(5)]:
        cases.append(0)
        best_train(hand, start, most)
    assert max(cases) <= 30
    for hand, start in map(hard, HARD):
        cases.append(0)
        best_train(hand, start, most)
    assert max(cases) <= 90


def test_a_tile_that_stands_twice_counts_once():
    assert best_train([Tile(1, 2), Tile(2, 1)], 1).tiles == (Tile(1, 2),)


def test_a_long_path_is_no_deep_recursion():
    path = [Tile(pips, pips + 1) for pips in range(3000)]
    assert best_train(path, 0).tiles == tuple(path)


def test_what_a_train_has_most_of_is_tiles_or_pips():
    with pytest.raises(ValueError, match='say "tiles" or "pips"'):
        best_train([], 0, "points")  # type: ignore[arg-type]
