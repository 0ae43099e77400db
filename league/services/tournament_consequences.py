"""What writing on a sheet would change in the tournament that its table plays in."""

from collections.abc import Callable

from league.models import StageTable
from league.selectors.courses import loaded
from league.selectors.outcome import changes, outcome_of
from scoring.models import Game
from scoring.values import Consequence

Tell = Callable[[], list[Consequence]]


def foresee(game: Game) -> Tell:
    """What tells, after the game's sheet was written on, what that changes in its tournament.

    To be called under the game's lock, before the writing and in its transaction. A game of no
    tournament changes nothing. The work does not grow with the tournament's other sheets that are
    kept as tallies.
    """
    table = StageTable.objects.filter(game=game).select_related("round__stage__tournament").first()
    if table is None:
        return list
    tournament = table.round.stage.tournament
    before = outcome_of(loaded(tournament))

    def tell() -> list[Consequence]:
        found = loaded(tournament)
        return list(changes(found, before, outcome_of(found)))

    return tell
