"""Numbers with decimals are as the language of the page writes them."""

from decimal import Decimal
from fractions import Fraction

import pytest
from django.template.loader import render_to_string
from django.utils.translation import override

from league.models import Standing
from league.seasons.tables import reason_of
from league.templatetags.history import fraction
from league.tournaments.wording import points_words
from scoring.models import Player


@pytest.mark.parametrize(
    ("language", "comma"),
    [("en", "."), ("en-gb", "."), ("de", ","), ("es", ","), ("fr", ","), ("nl", ","), ("nb", ",")],
)
def test_decimals_stand_behind_the_language_s_sign(language: str, comma: str) -> None:
    line = Standing(player=Player(name="Ann"), shown="18.33", brought=Decimal("120.50"))
    with override(language):
        assert points_words(Fraction(7, 3)) == f"2{comma}33"
        assert fraction(Fraction(37, 2)) == f"18{comma}50"
        board = render_to_string("league/_board_lines.html", {"lines": [line]})
        assert f"18{comma}33" in board
        assert f"120{comma}50" in board
        line.why = [["wins", "level", []]]
        assert f"18{comma}33" in reason_of(line)
        assert f"120{comma}50" in reason_of(line)
    values = (Fraction(7, 2), 30, Fraction(91, 4))
    assert [points_words(value) for value in values] == ["3.5", "30", "22.75"]
    assert (line.shown, Standing(shown="").value_words) == ("18.33", "")
