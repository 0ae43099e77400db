"""Tiles: one value whichever way round it is written, and sets of the right size."""

import copy
import pickle

import pytest

from engine.tiles import SETS, Tile, double_of, full_set, parse_tile, tile_count, total_pips


def test_a_tile_is_the_same_both_ways_round():
    assert Tile(7, 3) == Tile(3, 7)
    assert hash(Tile(7, 3)) == hash(Tile(3, 7))
    assert (Tile(7, 3).low, Tile(7, 3).high) == (3, 7)


def test_a_tile_prints_as_it_parses():
    for tile in full_set(18):
        assert parse_tile(str(tile)) == tile
    assert repr(Tile(7, 3)) == "Tile(3, 7)"


def test_a_tile_survives_copy_and_pickle():
    tile = Tile(12, 4)
    assert copy.deepcopy(tile) == tile
    assert type(pickle.loads(pickle.dumps(tile))) is Tile


def test_tiles_are_in_order_and_cannot_be_changed():
    assert sorted([Tile(9, 1), Tile(0, 12), Tile(1, 1)]) == [Tile(0, 12), Tile(1, 1), Tile(1, 9)]
    with pytest.raises(AttributeError):
        Tile(1, 2).low = 5


@pytest.mark.parametrize("text", ["7-3", "3-7", " 7 - 3 ", "07-03"])
def test_ways_to_write_one_tile(text):
    assert parse_tile(text) == Tile(3, 7)


@pytest.mark.parametrize(
    "text",
    ["", "7", "7-", "-3", "7--3", "7-3-1", "a-3", "7_3", "7.0-3", "\u0663-\u0667", "1234-1"],
)
def test_what_is_no_tile_is_said_in_a_sentence(text):
    with pytest.raises(ValueError, match="is not a tile: write its two numbers like 7-3"):
        parse_tile(text)


def test_a_long_wrong_text_is_cut_short():
    with pytest.raises(ValueError, match="is not a tile") as caught:
        parse_tile("9" * 100_000)
    assert len(str(caught.value)) < 100


def test_negative_pips_are_refused():
    with pytest.raises(ValueError, match="no negative pips: -1-3"):
        Tile(-1, 3)


@pytest.mark.parametrize(
    ("highest", "tiles"), [(0, 1), (2, 6), (6, 28), (9, 55), (12, 91), (15, 136), (18, 190)]
)
def test_sets_hold_each_pair_once(highest, tiles):
    whole = full_set(highest)
    assert len(set(whole)) == len(whole) == tile_count(highest) == tiles
    assert sum(tile.pips for tile in whole) == total_pips(highest)
    assert list(whole) == sorted(whole)
    assert all(tile.in_set(highest) for tile in whole)
    assert not double_of(highest + 1).in_set(highest)


def test_the_boxed_sets():
    assert SETS == (6, 9, 12, 15, 18)


def test_there_is_no_set_below_blank():
    with pytest.raises(ValueError, match="no double--1 set"):
        full_set(-1)


def test_ends():
    tile = Tile(7, 3)
    assert tile.pips == 10
    assert not tile.is_double
    assert double_of(4).is_double
    assert tile.has(7)
    assert tile.has(3)
    assert not tile.has(5)
    assert tile.other_end(7) == 3
    assert tile.other_end(3) == 7
    assert double_of(4).other_end(4) == 4
    with pytest.raises(ValueError, match="3-7 has no end with 5"):
        tile.other_end(5)
