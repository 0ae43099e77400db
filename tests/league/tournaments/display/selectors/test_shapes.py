"""The shape that a page tells."""

import pytest

from league.tournaments.display.selectors.shapes import Shape, shape_told


@pytest.mark.parametrize(
    ("told", "wide"),
    [
        ("", 177),
        ("57", 57),
        ("160", 160),
        ("0", 45),
        ("999", 240),
        ("x", 177),
        ("²", 177),
        ("9" * 5000, 177),
    ],
)
def test_nonsense_is_the_shape_of_most_televisions(told: str, wide: int) -> None:
    assert shape_told(told) == Shape(wide)


def test_all_is_measured_by_the_shorter_side() -> None:
    assert (Shape(160).width, Shape(160).higher, Shape(160).upright) == (160, 0, False)
    upright = Shape(50)
    assert (upright.width, upright.higher, upright.upright) == (100, 83, True)
    assert upright.column(2, 2) == 47


def test_the_rule_of_the_stage_takes_a_line_where_a_screen_is_less_wide() -> None:
    assert [Shape(wide).above_rule for wide in (177, 160, 50)] == [0, -6, 83]
