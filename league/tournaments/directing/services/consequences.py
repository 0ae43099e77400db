"""What writing on a sheet would change in the tournament that its table plays in."""

from collections.abc import Callable

from league.tournaments.courses import loaded
from league.tournaments.directing.selectors.outcome import changes, outcome_of
from league.tournaments.models import StageTable
from scoring.sheets.models import Game
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
        snapshot = loaded(tournament)
        return list(changes(snapshot, before, outcome_of(snapshot)))

    return tell
