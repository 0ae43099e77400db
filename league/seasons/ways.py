"""Ready-made ways of counting a season, each with a sentence and an example."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from league.standings.methods import BY_DAY, Count, Measure
from league.standings.tie_breaks import TieBreak
from league.tie_break_words import LABELS

from .models import Season

OWN: Final = "own"
WARNING: Final = _(
    "People who seldom come have fewer points, and lead. Ask for a number of games, or count "
    "another way."
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
        _(
            "The fewest points a round lead. It is fair to people who come often and to people "
            "who seldom come."
        ),
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
        _(
            "Ann came 14 times. Her four worst days are left out, so nobody has to come every "
            "Tuesday."
        ),
        _fields(Measure.PLACES, Count.BEST_DAYS, days=10, places=PLACES),
    ),
    "places": Way(
        _("Place points of all games"),
        _("Each game gives points for the place: 7 5 4 3 2 1. It rewards people who come often."),
        _("Ann wins twice and is third once: 7 + 7 + 4 = 18."),
        _fields(Measure.PLACES, Count.SUM, places=PLACES),
    ),
    "wins": Way(
        _("Games won"),
        _("The player who wins the most games leads."),
        _("Ann wins 5 of 9 games, Bob 4 of 5. Ann leads."),
        _fields(Measure.WINS, Count.SUM),
    ),
    "sum": Way(
        _("Sum of all points: the fewest lead"),
        _("All points of the season are added up."),
        _("Ann has 900 points in 10 games, Bob 95 in one. Bob leads."),
        _fields(Measure.POINTS, Count.SUM),
        WARNING,
    ),
}
TIE_BREAKS: Final = (TieBreak.OUTS, TieBreak.WINS, TieBreak.BEST_GAME)


# Who leads, by what counts and, of averages, by what they are taken.
LEADS: Final[Mapping[tuple[str, str], Promise]] = {
    (Measure.POINTS, Count.PER_ROUND): _("The fewest points a round lead."),
    (Measure.POINTS, Count.PER_GAME): _("The fewest points a game lead."),
    (Measure.POINTS, Count.SUM): _("The fewest points lead."),
    (Measure.PLACES, Count.PER_GAME): _("The most place points a game lead."),
    (Measure.PLACES, Count.SUM): _("The most place points lead."),
    (Measure.BEATEN, Count.PER_GAME): _(
        "The player who beats the most opponents, on average, leads."
    ),
    (Measure.BEATEN, Count.SUM): _(
        "Each game gives the percentage of opponents that somebody beat. The highest sum leads."
    ),
    (Measure.OUTS, Count.PER_ROUND): _(
        "The player who wins the largest part of the rounds leads. Going out wins a round."
    ),
    (Measure.OUTS, Count.PER_GAME): _(
        "The player who wins the most rounds a game leads. Going out wins a round."
    ),
    (Measure.OUTS, Count.SUM): _(
        "The player who wins the most rounds leads. Going out wins a round."
    ),
    (Measure.WINS, Count.PER_GAME): _("The player who wins the largest part of the games leads."),
    (Measure.WINS, Count.SUM): _("The player who wins the most games leads."),
}


def counting_words(season: Season) -> str:
    """Say in plain sentences how the season's games count: which of them, who leads, how many.

    Such as "Your 5 best days count. The most place points lead."
    """
    count = season.count if season.count not in BY_DAY else Count.SUM
    sentences = [_which(season), str(LEADS[season.measure, count])]
    if season.least_games > 1:
        sentences.append(
            ngettext(
                "You need %d game for a place.",
                "You need %d games for a place.",
                season.least_games,
            )
            % season.least_games
        )
    return " ".join(sentences)


def _which(season: Season) -> str:
    """Say which games count."""
    days = season.days
    if season.count == Count.BEST_DAYS:
        return ngettext("Your best day counts.", "Your %(days)s best days count.", days) % {
            "days": days
        }
    if season.count == Count.ALL_BUT:
        return ngettext(
            "All your days count but the worst.",
            "All your days count but the %(days)s worst.",
            days,
        ) % {"days": days}
    return gettext("All games of the game days count.")


def counting_rules(season: Season) -> list[tuple[str, str]]:
    """Return each rule by which the season counts: what it is about, and what it says."""
    labels = {field.name: field.verbose_name for field in season._meta.fields}
    rules = [
        ("measure", season.get_measure_display()),
        ("count", season.get_count_display()),
        ("days", str(season.days or "")),
        ("place_points", _place_points(season.place_points)),
        ("least_games", str(season.least_games)),
        ("tie_breaks", _in_order(season.tie_breaks)),
        ("guests", season.get_guests_display()),
        ("first", date_format(season.first)),
        ("last", date_format(season.last)),
    ]
    return [(capfirst(str(labels[name])), words) for name, words in rules if words]


def _place_points(points: list[int]) -> str:
    """Say what each place gives, and what a shared one does; "" where places give nothing."""
    if not points:
        return ""
    shared = gettext("People who share a place share its points.")
    return f"{' '.join(map(str, points))}. {shared}"


def _in_order(tie_breaks: list[str]) -> str:
    return " · ".join(f"{at}. {LABELS[name]}" for at, name in enumerate(tie_breaks, start=1))


def way_of(measure: str, count: str, days: int, place_points: list[int]) -> str:
    """The name of the ready-made way that counts like this, else "own"."""
    places = " ".join(map(str, place_points))
    counted = _fields(Measure(measure), Count(count), days=days, places=places)
    return next((name for name, way in WAYS.items() if way.fields == counted), OWN)
