"""Ready-made ways of counting a season, each with a sentence and an example."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.standings.methods import Count, Measure
from league.standings.tie_breaks import TieBreak

OWN: Final = "own"
WARNING: Final = _(
    "Who comes seldom has fewer points, and leads. Ask for a number of games, or count otherwise."
)


@dataclass(frozen=True)
class Way:
    """A way of counting: `fields` of a season, what it is called, what it does, an example."""

    label: Promise
    sentence: Promise
    example: Promise
    fields: Mapping[str, Any]
    warning: Promise | str = ""


def _fields(measure: Measure, count: Count, *, days: int = 0, places: str = "") -> dict[str, Any]:
    return {"measure": measure, "count": count, "days": days, "place_points": places}


PLACES: Final = "7 5 4 3 2 1"
# In the order in which a form offers them.
WAYS: Final[Mapping[str, Way]] = {
    "average": Way(
        _("Average points a round"),
        _("The fewest points a round lead. It is fair to who comes often and who comes seldom."),
        _("Ann has 120 points in 10 rounds: 12. Bob has 66 in 6 rounds: 11. Bob leads."),
        _fields(Measure.POINTS, Count.PER_ROUND),
    ),
    "beaten": Way(
        _("Opponents beaten, in percent"),
        _("A win is 100, coming last is 0, at tables of any size. The highest average leads."),
        _("Ann is second of five: she beat three of four, 75. Bob wins at a table of three: 100."),
        _fields(Measure.BEATEN, Count.PER_GAME),
    ),
    "best_days": Way(
        _("Place points of the best 10 days"),
        _("Each game gives points for the place. Only somebody's best 10 days count."),
        _("Ann came 14 times. Her four worst days are left out, and nobody needs every Tuesday."),
        _fields(Measure.PLACES, Count.BEST_DAYS, days=10, places=PLACES),
    ),
    "places": Way(
        _("Place points of all games"),
        _("Each game gives points for the place: 7 5 4 3 2 1. It rewards who comes often."),
        _("Ann wins twice and is third once: 7 + 7 + 4 = 18."),
        _fields(Measure.PLACES, Count.SUM, places=PLACES),
    ),
    "wins": Way(
        _("Games won"),
        _("Who wins most games leads."),
        _("Ann wins 5 of 9 games, Bob 4 of 5. Ann leads."),
        _fields(Measure.WINS, Count.SUM),
    ),
    "sum": Way(
        _("Sum of all points, the fewest lead"),
        _("All points of the season are added up."),
        _("Ann has 900 points in 10 games, Bob 95 in one. Bob leads."),
        _fields(Measure.POINTS, Count.SUM),
        WARNING,
    ),
}
TIE_BREAKS: Final = (TieBreak.OUTS, TieBreak.WINS, TieBreak.BEST_GAME)


def counting_words(measure: str, count: str, days: int, place_points: list[int]) -> Promise | str:
    """What a reader of the leaderboard has to know: how it counts, and whether low or high leads.

    A season that counts in a way of its own has its measure in the leaderboard's head; here it says
    who leads.
    """
    name = way_of(measure, count, days, place_points)
    if name != OWN:
        return WAYS[name].sentence
    if measure == Measure.POINTS:
        return _("The lowest number leads.")
    return _("The highest number leads.")


def way_of(measure: str, count: str, days: int, place_points: list[int]) -> str:
    """The name of the ready-made way that counts like this, else "own"."""
    places = " ".join(map(str, place_points))
    counted = _fields(Measure(measure), Count(count), days=days, places=places)
    return next((name for name, way in WAYS.items() if way.fields == counted), OWN)
