"""The chart of a season's race: each player's value after each game day.

It is drawn as the chart of a game's totals is (`scoring.web.charts`), but for its scale:
that runs from the least value to the greatest, and whoever leads is at the top.
"""

import datetime
import math
from collections.abc import Sequence
from typing import Any, Final

from django import template
from django.utils.formats import number_format

from league.seasons.selectors.leaderboard import Leaderboard, RaceLine
from scoring.dates import short_day
from scoring.web.charts import (
    BASE,
    LABEL_GAP,
    LETTER_WIDTH,
    SIDE,
    TOP,
    Chart,
    Point,
    labels_of,
    line_of,
    number,
    spaced,
    spread,
)

register = template.Library()

MOST_STEPS: Final = 6
# The most days with their dates under the plot, and those of them that a phone has room for.
MOST_LABELS: Final = 12
MOST_ON_PHONES: Final = 3
# A season's chart is as wide as the page: beside it there is room for whole names.
MOST_LETTERS: Final = 20


def scale(low: float, high: float) -> list[float]:
    """Round numbers from at most `low` to at least `high`, equally far apart; two at least."""
    span = max(high - low, 0.01)
    rough = span / MOST_STEPS
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
    first, last = math.floor(low / step), math.ceil(high / step)
    return [round(step * at, 6) for at in range(first, max(last, first + 1) + 1)]


def race_chart(
    days: Sequence[datetime.date], racers: Sequence[RaceLine], *, lowest_leads: bool
) -> Chart:
    """Where everything goes; of fewer than two days, which are no race, nothing.

    A value is None for days after which a player was not ranked.
    """
    ranked = [
        (at, racer, [(day, value) for day, value in enumerate(racer.values) if value is not None])
        for at, racer in enumerate(racers)
    ]
    shown = [line for line in ranked if line[2] and len(days) > 1]
    drawn = [value for _at, _racer, values in shown for _day, value in values]
    steps = scale(min(drawn, default=0), max(drawn, default=0))

    def across(day: int) -> str:
        return number(SIDE + day / max(1, len(days) - 1) * (100 - 2 * SIDE))

    def up(value: float) -> float:
        share = (value - steps[0]) / (steps[-1] - steps[0])
        return TOP + (BASE - TOP) * (share if lowest_leads else 1 - share)

    ends = [up(values[-1][1]) for _at, _racer, values in shown]
    places = spread(ends, gap=LABEL_GAP, low=TOP, high=BASE + LABEL_GAP)
    labels = labels_of([racer.name for _at, racer, _values in shown], MOST_LETTERS)
    lines = [
        line_of(
            racer.name,
            at,
            [Point(across(day), number(up(value)), value) for day, value in values],
            total=racer.value_words,
            label_y=place,
            label=label,
        )
        for (at, racer, values), place, label in zip(shown, places, labels, strict=True)
    ]
    letters = max((len(f"{line.short_name} {line.total}") for line in lines), default=0)
    return Chart(
        lines=tuple(lines),
        scale=tuple((number(up(value)), number_format(number(value))) for value in steps),
        rounds=tuple((across(at), *label) for at, label in enumerate(_labels(days))),
        names_width=round(52 + letters * LETTER_WIDTH),
    )


def _labels(days: Sequence[datetime.date]) -> list[tuple[str, bool]]:
    """What is written under each day, and whether phones leave it out."""
    named = sorted(spaced(len(days), MOST_LABELS))
    on_phones = {named[at] for at in spaced(len(named), MOST_ON_PHONES)}
    return [
        (short_day(day) if at in named else "", at not in on_phones) for at, day in enumerate(days)
    ]


@register.inclusion_tag("league/_race_chart.html", name="race_chart")
def race_chart_tag(shown: Leaderboard) -> dict[str, Any]:
    """The race of those who are first now; nothing before the second game day."""
    lowest_leads = shown.season.measure == shown.season.Measure.POINTS
    return {
        "chart": race_chart(shown.race_days, shown.race, lowest_leads=lowest_leads),
        "season": shown.season,
        "lowest_leads": lowest_leads,
    }
