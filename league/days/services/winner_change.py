"""What writing on a sheet would change of its game day: who has won it, or leads."""

from collections.abc import Callable

from django.utils.translation import gettext as _

from league.days.models import GameDay
from league.days.selectors.day_result import first_places
from league.seasons.public import tallies_refresh
from scoring.sheets.models import Game
from scoring.values import Consequence


def foresee(game: Game) -> Callable[[], list[Consequence]]:
    """What tells, after the game's sheet was written on, whether somebody else is first now.

    To be called under the game's lock, before the writing and in its transaction.
    """
    day = GameDay.objects.filter(table_games__game=game).select_related("club").first()
    if day is None:
        return list
    tallies_refresh(club=game.club)
    before = first_places(day)
    return lambda: _tell(day, before.names)


def _tell(day: GameDay, before: tuple[str, ...]) -> list[Consequence]:
    tallies_refresh(club=day.club)
    now = first_places(day)
    if now.names == before:
        return []
    sentence = (
        _("Winner of the day: %(now)s instead of %(was)s.")
        if now.over
        else _("In the lead: %(now)s instead of %(was)s.")
    )
    names = {
        "now": ", ".join(now.names) or _("nobody"),
        "was": ", ".join(before) or _("nobody"),
    }
    return [Consequence(_("The day’s result"), (sentence % names,))]
