"""Words beside the numbers of a bracket."""

from fractions import Fraction

import pytest
from django.utils.translation import override

from league.templatetags.brackets import point_or_points


@pytest.mark.parametrize(
    ("language", "value", "word"),
    [
        ("en", 0, "points"),
        ("en", 1, "point"),
        ("en", Fraction(3, 2), "points"),
        ("fr", 0, "point"),
        ("fr", Fraction(2), "points"),
    ],
)
def test_the_word_fits_the_value(language: str, value: Fraction | int, word: str) -> None:
    with override(language):
        assert point_or_points(value) == word
