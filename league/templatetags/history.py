"""The chart of a player's games: points a round, game after game, as plain numbers for a drawing.

As in the chart of totals, the plot counts in percent along the games and in pixels upward, lower is
better, and zero lies at the bottom.
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any, Final

from django import template
from django.utils.formats import number_format

from league.standings.results import Result
from league.standings.scores import decimals_of, written
from scoring.web.charts import STEPS, Point, Segment, number
from scoring.web.seat_marks import shape

register = template.Library()

MOST_GAMES: Final = 100
MOST_LINES: Final = 6
TOP: Final = 16
BASE: Final = 236
HEIGHT: Final = 272
SCALE_WIDTH: Final = 52
SIDE: Final = 6.0
CIRCLE: Final = shape(0)[1]
STAR: Final = shape(4)[1]


@dataclass(frozen=True)
class Mark:
    """One game: where it stands, and whether it was won."""

    at: Point
    won: bool

    @property
    def path(self) -> str:
        """A star for a game that was won, else a circle."""
        return STAR if self.won else CIRCLE


@dataclass(frozen=True)
class HistoryChart:
    """All that the template draws; `days` are the games', `lowest` to `newest` are read out."""

    marks: tuple[Mark, ...]
    segments: tuple[Segment, ...]
    scale: tuple[tuple[str, int], ...]
    days: tuple[tuple[str, date, str], ...]
    left_out: int
    lowest: str
    highest: str
    newest: str
    height: int = HEIGHT
    base: int = BASE
    scale_width: int = SCALE_WIDTH


def history(games: Sequence[Result]) -> HistoryChart | None:
    """Where everything goes, for a player's games, earliest first; None with fewer than two.

    Games without a total or without rounds have no point; of many, the newest are drawn.
    """
    games_shown = [
        (game, Fraction(game.total, game.rounds))
        for game in games
        if game.total is not None and game.rounds
    ]
    shown = games_shown[-MOST_GAMES:]
    if len(shown) < 2:
        return None
    highest = max(1, *(-(-value.numerator // value.denominator) for _one, value in shown))
    step = next((s for s in (1, 2, *STEPS) if highest <= s * MOST_LINES), -(-highest // MOST_LINES))
    top = -(-highest // step) * step

    def across(at: int) -> str:
        return number(SIDE + at / (len(shown) - 1) * (100 - 2 * SIDE))

    def up(value: Fraction | int) -> str:
        return number(BASE - (BASE - TOP) * max(0.0, float(value)) / top)

    points = [
        Point(across(at), up(value), game.total or 0) for at, (game, value) in enumerate(shown)
    ]
    values = [value for _one, value in shown]
    last = len(shown) - 1
    named = [(0, "start"), (last // 2, "middle"), (last, "end")]
    ends = named if last > 1 else [named[0], named[2]]
    return HistoryChart(
        marks=tuple(Mark(at, game.won) for at, (game, _value) in zip(points, shown, strict=True)),
        segments=tuple(Segment(a.x, a.y, b.x, b.y) for a, b in itertools.pairwise(points)),
        scale=tuple((up(value), value) for value in range(0, top + 1, step)),
        days=tuple((across(at), shown[at][0].day, anchor) for at, anchor in ends),
        left_out=len(games_shown) - len(shown),
        lowest=fraction(min(values)),
        highest=fraction(max(values)),
        newest=fraction(values[-1]),
    )


@register.inclusion_tag("league/_history_chart.html")
def history_chart(games: Sequence[Result]) -> dict[str, Any]:
    """The chart of a player's games. Nothing is drawn before the second finished game."""
    return {"chart": history(games)}


@register.filter
def fraction(value: Fraction | None) -> str:
    """Return an average with two decimals, a whole number with none; a dash if there is none."""
    return "–" if value is None else number_format(written(value, decimals_of([value])))
