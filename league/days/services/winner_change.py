"""What writing on a sheet would change of its game day: who has the first places."""

from collections.abc import Callable, Sequence

from django.utils.translation import gettext as _

from league.days.models import GameDay
from league.days.selectors.day_result import FIRST_THREE, FirstPlaces, first_places
from league.seasons.public import tallies_refresh
from scoring.lists import all_of
from scoring.sheets.models import Game
from scoring.values import Consequence


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
    return [Consequence(_("The day’s result"), tuple(sentences))] if sentences else []


def _names(names: Sequence[str]) -> str:
    return all_of(names) or _("nobody")
