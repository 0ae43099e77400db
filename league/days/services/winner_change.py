"""What writing on a sheet would change of its game day: who has the first places."""

from collections.abc import Callable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.days.models import GameDay
from league.days.selectors.day_result import FIRST_THREE, FirstPlaces, first_places
from league.seasons.public import tallies_refresh
from scoring.lists import all_of
from scoring.sheets.models import Game
from scoring.sheets.selectors.consequences import place_in_words
from scoring.values import Consequence

# So many people behind the third place are named whose place changes.
MOST_NAMED = 8


def foresee(game: Game) -> Callable[[], list[Consequence]]:
    """What tells, after the sheet was written on, whether others have the first three places.

    To be called under the game's lock, before the writing and in its transaction.
    """
    day = GameDay.objects.filter(table_games__game=game).select_related("club").first()
    if day is None:
        return list
    tallies_refresh(club=game.club)
    before = first_places(day)
    return lambda: _tell(day, before)


def _tell(day: GameDay, before: FirstPlaces) -> list[Consequence]:
    tallies_refresh(club=day.club)
    now = first_places(day)
    sentences = []
    for place, new, old in zip(FIRST_THREE, now.names, before.names, strict=True):
        if new == old:
            continue
        sentence = _("Place %(place)d of the day: %(now)s instead of %(was)s.")
        if place == 1 and now.over:
            sentence = _("Winner of the day: %(now)s instead of %(was)s.")
        elif place == 1:
            sentence = _("In the lead: %(now)s instead of %(was)s.")
        now_and_was = {"now": _names(new), "was": _names(old)}
        sentences.append(sentence % {"place": place, **now_and_was})
    sentences += places_behind(before, now)
    return [Consequence(_("The day’s result"), tuple(sentences))] if sentences else []


def places_behind(before: FirstPlaces, now: FirstPlaces) -> list[str]:
    """Say who has another place, now behind the first three, the best of them by name."""
    moved = [
        _("%(name)s: %(now)s instead of %(was)s.")
        % {
            "name": name,
            "now": place_in_words(place, shared=shared),
            "was": place_in_words(before.places[player][1], shared=before.places[player][2]),
        }
        for player, (name, place, shared) in now.places.items()
        if place not in FIRST_THREE
        if player in before.places and before.places[player][1:] != (place, shared)
    ]
    more = len(moved) - MOST_NAMED
    if more <= 0:
        return moved
    sentence = ngettext("%d more has another place.", "%d more have another place.", more)
    return [*moved[:MOST_NAMED], sentence % more]


def _names(names: Sequence[str]) -> str:
    return all_of(names) or _("nobody")
