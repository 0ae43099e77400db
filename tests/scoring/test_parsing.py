"""A tablet without network reads a round as the server's form does, letter by letter."""

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import parsing as typed
from scoring.sheets.forms import RoundForm
from scoring.values import RoundReport

SEATS = (5, 2, 31)
SET = 9

numbers = st.one_of(
    st.integers(-(10**5), 10**5).map(str),
    st.sampled_from(["", " ", " 7 ", "27.0", "1.5", "x", "٢٧", "²", "9" * 5000, "-0", "1_0", "+3"]),
    st.text(max_size=4),
)
tiles = st.one_of(
    st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)), max_size=5).map(
        lambda told: " ".join(f"{one}-{other}" for one, other in told)
    ),
    st.sampled_from(["none", "-", ",", "7/3, 0:0", "7-3-0", "1-2\0", "7-3 " * 400]),
    st.text(alphabet="0123456789- ,;/|x²٣\0", max_size=12),
)
boxes = st.sampled_from([None, "", "on", "true", "True", "false", "False", "0", "1"])
endings = st.one_of(
    st.sampled_from(
        ["", " ", "blocked", "time", " out-5 ", "out-5", "out-31", "out-6", "2", "none"]
    ),
    st.text(alphabet="outblckedim-0123456789", max_size=8),
)


def a_round() -> st.SearchStrategy[dict[str, Any]]:
    """The fields of a round as a browser sends them, right or wrong; some are not sent."""
    kinds = {"total": numbers, "tiles": tiles, "count": numbers, "marked": boxes}
    fields: dict[str, st.SearchStrategy[Any]] = {
        "ending": endings,
        "starting_double": numbers,
        "boneyard": numbers,
        "as_it_stands": boxes,
        **{f"seat-{seat}-{kind}": of for seat in SEATS for kind, of in kinds.items()},
    }
    return st.fixed_dictionaries({}, optional=fields).map(
        lambda told: {name: value for name, value in told.items() if value is not None}
    )


@given(a_round(), st.sampled_from([0, 5]))
def test_a_round_is_read_as_its_form_reads_it(fields: dict[str, str], markers: int) -> None:
    rules = {"base": "family", "fill": "defaults", "marked_train_points": markers}
    sheet: Any = SimpleNamespace(game=SimpleNamespace(set=SET, rules=rules))
    seats: Any = [SimpleNamespace(id=seat) for seat in SEATS]
    form = RoundForm(fields, sheet=sheet, seats=seats)
    form.is_valid()

    told, unread = typed.round_fields(fields, SEATS, SET)

    assert unread == {name: list(said) for name, said in form.errors.items()}
    assert typed.report_of(told, SEATS, counts_markers=markers > 0) == form.report()


def test_a_round_that_is_right_is_read_whole() -> None:
    fields = {
        "ending": "out-2",
        "starting_double": "9",
        "boneyard": "4",
        "seat-5-tiles": "7/3",
        "seat-5-marked": "on",
        "seat-31-total": " 27 ",
    }
    told, unread = typed.round_fields(fields, SEATS, SET)
    report: RoundReport = typed.report_of(told, SEATS, counts_markers=True)
    assert not unread
    assert (report.ending, report.out_seat_id) == ("out", 2)
    assert (report.starting_double, report.boneyard) == (9, 4)
    assert [one.tiles for one in report.seats] == ["7-3", None, None]
    assert [one.total for one in report.seats] == [None, None, 27]
    assert [one.marked for one in report.seats] == [True, False, False]


@pytest.mark.parametrize("junk", [[], {}, 7, 1.5, True, ["7-3"], {"7": 3}])
def test_what_is_no_text_is_no_tile_and_no_ending(junk: object) -> None:
    for read in (typed.tiles, typed.one_tile, lambda raw: typed.ending(raw, SEATS)):
        with pytest.raises(typed.Unread):
            read(junk)


@given(st.text(alphabet=",; \n", min_size=1, max_size=6))
def test_commas_alone_are_no_empty_hand(text: str) -> None:
    if text.strip():
        with pytest.raises(typed.Unread, match="is not a tile"):
            typed.tiles(text)
    else:
        assert typed.tiles(text) is None
