"""What of a report can be computed with, and the numbers of tiles that follow from others."""

import pytest

from engine.reports.tile_faults import sane, train_tiles, with_last_count
from engine.tiles import double_of
from tests.engine.reports.reporting import a_report, tiles

TRAINS = dict.fromkeys(["Ann", "Bob", "Cal", "mexican"], 20)


def test_what_cannot_be_is_left_out():
    facts = a_report(
        seats=("Ann", "Bob", "Ann"),
        hands={"Bob": ["1-2"], "Eve": ["1-3"]},
        totals={"Bob": 3, "Eve": 4},
        counts={"Ann": 0, "Bob": 90, "Eve": 1},
        out="Eve",
        boneyard=91,
        train_tiles={"Ann": 90, "Bob": 91, "Eve": 3, "mexican": 4},
    )
    assert sane(facts) == a_report(
        seats=("Ann", "Bob"),
        hands={"Bob": ["1-2"]},
        totals={"Bob": 3},
        counts={"Ann": 0, "Bob": 90},
        out=None,
        train_tiles={"Ann": 90, "mexican": 4},
    )
    kept = a_report(counts={"Bob": -1, "Cal": 91}, boneyard=90, train_tiles={"mexican": -1})
    assert sane(kept) == a_report(boneyard=90)


@pytest.mark.parametrize(
    ("facts", "start", "result"),
    [
        ({"starting_double": None, "on_table": ["3-3", "1-2"]}, None, 1),
        ({"starting_double": None, "on_table": ["3-3", "1-2"]}, 3, 1),
        ({"starting_double": None, "on_table": ["3-3", "1-2"]}, 4, 2),
        ({"starting_double": None, "on_table": ["1-3", "1-2"]}, None, 2),
        ({"starting_double": None, "on_table": []}, None, 0),
        ({"on_table": ["12-12", "1-2"]}, None, 1),
        ({"on_table": ["3-3", "1-2"]}, None, 2),
        ({"train_tiles": {"Ann": 4}, "on_table": ["1-2"]}, None, 4),
        ({"train_tiles": {"Ann": 1}, "on_table": ["1-2", "1-3"]}, None, 2),
    ],
)
def test_how_many_tiles_lie_on_the_trains_at_least(facts, start, result):
    start = None if start is None else double_of(start)
    assert train_tiles(a_report(**facts), start) == (result, False)
    assert train_tiles(a_report(train_tiles=TRAINS)) == (80, True)


@pytest.mark.parametrize(
    ("facts", "counts"),
    [
        ({}, {"Bob": 3, "Cal": 5}),
        ({"boneyard": 7}, {"Bob": 3, "Cal": 0}),
        ({"boneyard": 8}, {"Bob": 3}),
        ({"boneyard": None}, {"Bob": 3}),
        ({"all_seats": False}, {"Bob": 3}),
        ({"train_tiles": {"Ann": 20, "Bob": 20, "Cal": 20}}, {"Bob": 3}),
        ({"counts": {}}, {}),
    ],
)
def test_the_last_number_follows_from_all_others(facts, counts):
    report = a_report(**({"boneyard": 2, "train_tiles": TRAINS, "counts": {"Bob": 3}} | facts))
    assert with_last_count(report).counts == counts


def test_how_many_tiles_a_seat_holds():
    report = a_report(
        hands={"Bob": ["1-2", "1-3"], "Cal": []}, counts={"Ann": 2, "Bob": 1, "Cal": 3}
    )
    assert [report.count(seat) for seat in report.seats] == [2, 2, 3]
    assert a_report().count("Ann") == 0
    assert a_report().count("Bob") is None
    assert a_report(starting_double=0).starting_tile == tiles("0-0")[0]
