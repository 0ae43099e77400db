"""A paper sheet round by round: what it comes to, and what is said of what does not fit."""

from types import SimpleNamespace
from typing import Any

import pytest

from scoring.sheets.paper import PaperLine
from scoring.sheets.paper_rounds import (
    NOBODY,
    ReadSheet,
    TypedSheet,
    read_sheet,
)

ANN, BOB, CAL = 7, 8, 9
NAMES = {ANN: "Ann", BOB: "Bob", CAL: "Cal"}
GAME: Any = SimpleNamespace(set=12, rules={"base": "family", "fill": "defaults", "rounds": 4})
DOUBLES = [12, 11, 10, 9]


def read(
    *rounds: tuple[int | None, int | None, int | None],
    sums: tuple[int | None, int | None, int | None],
    outs: dict[int, int] | None = None,
    left: tuple[int, ...] = (),
    late: tuple[int, ...] = (),
    rules: dict[str, Any] | None = None,
) -> ReadSheet:
    points = {
        (number, pk): cell
        for number, row in enumerate(rounds, 1)
        for pk, cell in zip(NAMES, row, strict=True)
    }
    sheet = TypedSheet(
        NAMES,
        points,
        outs or {},
        dict(zip(NAMES, sums, strict=True)),
        frozenset(left),
        frozenset(late),
    )
    game: Any = SimpleNamespace(set=12, rules={**GAME.rules, **(rules or {})})
    return read_sheet(sheet, game, DOUBLES)


def test_rounds_add_up_to_totals_with_what_parts_ties() -> None:
    sheet = read((0, 15, 20), (9, 0, 31), (12, 14, 0), sums=(21, 29, 51))
    assert not sheet.faults
    assert not sheet.odd
    assert sheet.mark == ""
    assert sheet.lines == {
        ANN: PaperLine(21, 1, 0),
        BOB: PaperLine(29, 1, 0),
        CAL: PaperLine(51, 1, 0),
    }
    assert sheet.rounds == [[0, 0, 15, 20], [1, 9, 0, 31], [2, 12, 14, 0]]


def test_a_round_in_which_nobody_has_0_went_to_nobody() -> None:
    sheet = read((5, 15, 20), sums=(5, 15, 20))
    assert sheet.rounds == [[None, 5, 15, 20]]
    assert sheet.lines[ANN] == PaperLine(5, 0, 5)


def test_sums_that_differ_are_marked_beside_the_sum() -> None:
    sheet = read((0, 15, 20), (9, 0, 31), sums=(9, 51, 51))
    assert sheet.faults == {
        f"sum-{BOB}": ["The rounds of Bob add up to 15, and the total is 51."],
    }


def test_a_sum_that_is_missing_is_added_up_without_a_question() -> None:
    sheet = read((0, 15, 20), (9, 0, 31), sums=(9, None, 51))
    assert not sheet.faults
    assert not sheet.mark
    assert sheet.lines[BOB] == PaperLine(15, 1, 0)


def test_two_with_0_need_somebody_to_say_who_went_out() -> None:
    sheet = read((0, 0, 20), sums=(0, 0, 20))
    assert sheet.faults == {"out-1": ["Ann and Bob have 0 in round 1. Choose who went out."]}
    sheet = read((0, 0, 20), sums=(0, 0, 20), outs={1: BOB})
    assert not sheet.faults
    assert "Ann" in sheet.odd[f"points-1-{ANN}"][0]
    assert sheet.lines[BOB].outs == 1


def test_an_empty_cell_and_an_empty_round_are_marked() -> None:
    sheet = read((0, 15, None), (None, None, None), (8, 0, 9), sums=(8, 15, 9))
    assert sheet.faults == {
        f"points-2-{ANN}": ["Round 2 is empty, and round 3 is not."],
        f"points-1-{CAL}": ["Type what Cal had in round 1. A player who went out has 0."],
    }


def test_somebody_cannot_go_out_in_a_round_without_points() -> None:
    sheet = read((0, 15, 20), sums=(0, 15, 20), outs={3: ANN})
    assert list(sheet.faults) == ["out-3"]


def test_nothing_entered_is_said_once() -> None:
    assert read(sums=(None, None, None)).faults == {"": ["Nothing is entered yet."]}


@pytest.mark.parametrize("total", [None, 20, 99])
def test_who_went_home_has_no_total_and_no_cells(total: int | None) -> None:
    """A total is only of the rounds before: it came before totals of whole games."""
    sheet = read((0, 15, 20), (9, 0, None), sums=(9, 15, total), left=(CAL,))
    assert not sheet.faults
    assert sheet.lines[CAL] == PaperLine(None)
    assert sheet.rounds == [[0, 0, 15, 20], [1, 9, 0, None]]


@pytest.mark.parametrize(("how", "start"), [("highest", 20), ("average", 14), ("zero", 0)])
def test_who_came_late_begins_with_points_by_the_rules(how: str, start: int) -> None:
    rounds = ((0, 15, None), (9, 5, None), (12, 0, 8), (0, 6, 7))
    rules = {"late_arrival_total": how}
    sheet = read(*rounds, sums=(21, 26, None), late=(CAL,), rules=rules)
    assert not sheet.faults
    assert sheet.starts == {CAL: start}
    assert sheet.lines[CAL] == PaperLine(start + 15, 0, 7)
    assert sheet.rounds[0] == [0, 0, 15, None]
    right = read(*rounds, sums=(21, 26, start + 15), late=(CAL,), rules=rules)
    assert not right.faults
    wrong = read(*rounds, sums=(21, 26, 99), late=(CAL,), rules=rules)
    assert str(start + 15) in wrong.faults[f"sum-{CAL}"][0]


def test_who_came_late_may_have_played_from_the_first_round() -> None:
    sheet = read((0, 15, 20), (9, 0, 31), sums=(9, 15, 51), late=(CAL,))
    assert not sheet.faults
    assert sheet.starts == {}


def test_a_gap_of_who_came_late_and_an_empty_line_are_marked() -> None:
    gap = read((0, 15, None), (9, 0, 31), (0, 4, None), sums=(9, 19, None), late=(CAL,))
    assert list(gap.faults) == [f"points-3-{CAL}"]
    empty = read((0, 15, None), (9, 0, None), sums=(9, 15, None), late=(CAL,))
    assert list(empty.faults) == [f"points-2-{CAL}"]


def test_nobody_wins_a_round_before_coming() -> None:
    sheet = read((5, 15, None), (9, 0, 31), sums=(14, 15, None), late=(CAL,), outs={1: CAL})
    assert list(sheet.faults) == ["out-1"]


def test_who_went_home_after_the_last_round_keeps_the_total() -> None:
    sheet = read((0, 15, 20), sums=(0, 15, 20), left=(CAL,))
    assert sheet.lines[CAL] == PaperLine(20, 0, 20)


@pytest.mark.parametrize(
    ("row", "out", "marked"),
    [
        ((0, 15, 1500), None, CAL),  # more than tiles make
        ((7, 15, 20), ANN, ANN),  # went out with tiles left
        ((0, 15, 20), NOBODY, ANN),  # 0 without going out
    ],
)
def test_what_the_engine_finds_is_odd_and_marked(
    row: tuple[int, int, int], out: int | None, marked: int
) -> None:
    sheet = read(row, sums=row, outs={} if out is None else {1: out})
    assert not sheet.faults
    assert list(sheet.odd) == [f"points-1-{marked}"]
    assert len(sheet.mark) == 32


def test_the_mark_is_of_these_numbers() -> None:
    high = read((0, 15, 1500), sums=(0, 15, 1500))
    other = read((0, 16, 1500), sums=(0, 16, 1500))
    assert high.mark != other.mark


def test_points_that_changed_hands_leave_who_went_out_to_be_changed_first() -> None:
    """Otherwise both were asked about in every such round, and the cure was not named."""
    sheet = read((15, 0, 20), sums=(15, 0, 20), outs={1: ANN})
    assert sheet.faults == {
        "out-1": [
            "Round 1: here Ann went out, but has 15 points, and Bob has 0. If Bob went out, choose "
            "Bob here."
        ]
    }
    assert not sheet.odd
