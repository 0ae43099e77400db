"""Each seat has a color and a shape of its own, and is known by either."""

import re
from pathlib import Path

import pytest

from scoring.templatetags import seats
from scoring.web import seat_marks
from tests.scoring.look import contrast, parsed

CSS = Path(seat_marks.__file__).parents[1] / "static" / "scoring" / "sheet.css"
LIGHT_PAPER, DARK_PAPER = "#fbf9f4", "#131517"


def colors() -> dict[int, str]:
    found = re.findall(r"\.seat-(\d+) \{ --seat: (#[0-9a-f]{6}); \}", CSS.read_text())
    return {int(position): color for position, color in found}


def test_there_are_at_least_twelve_pairs_and_no_shape_or_color_twice():
    assert len(seat_marks.SHAPES) >= 12
    assert len({path for _name, path in seat_marks.SHAPES}) == len(seat_marks.SHAPES)
    assert sorted(colors()) == list(range(len(seat_marks.SHAPES)))
    assert len(set(colors().values())) == len(seat_marks.SHAPES)


@pytest.mark.parametrize("paper", [LIGHT_PAPER, DARK_PAPER])
@pytest.mark.parametrize("position", range(14))
def test_a_seat_shows_on_both_papers(position, paper):
    assert contrast(colors()[position], paper) >= 3


def test_a_mark_is_silent_beside_a_name():
    svg = parsed(seats.seat_mark(2))
    assert svg.attrib["aria-hidden"] == "true"
    assert "seat-2" in svg.attrib["class"].split()


def test_a_mark_alone_says_what_it_is():
    assert parsed(seats.seat_mark(0, label=True)).attrib["aria-label"] == ("red circle")
    assert parsed(seats.seat_mark(0, label="Ann")).attrib["aria-label"] == "Ann"


def test_a_label_is_text_and_nothing_more():
    svg = parsed(seats.seat_mark(0, label='"><script>'))
    assert svg.attrib["aria-label"] == '"><script>'


def test_seats_begin_again_after_the_last_pair():
    assert seat_marks.shape(14) == seat_marks.shape(0)
    assert seat_marks.seat_class(15) == "seat-1"
