"""Which tables have begun so lately that their start can be taken back."""

from collections.abc import Sequence

from league.tournaments.courses import Loaded, TableState
from league.tournaments.stages.selectors.progress import round_now
from league.tournaments.stages.selectors.seat_log import DETACHED
from scoring.sheets.models import Game


def starts_to_take_back(snapshot: Loaded) -> frozenset[int]:
    """Return the numbers of the tables of the game that is on where nothing is scored yet.

    A table that went on on paper after rounds on a tablet has these behind it. At most two queries.
    """
    stage = snapshot.current
    if stage is None:
        return frozenset()
    states = [
        state
        for state in snapshot.tables_of(stage, round_now(snapshot, stage))
        if state.begun and state.paper is None and (state.game is None or not state.game.revision)
    ]
    return frozenset(state.row.number for state in never_scored(snapshot, states))


def never_scored(snapshot: Loaded, states: Sequence[TableState]) -> list[TableState]:
    """Return those of these tables that went on on paper after no round on a tablet.

    At most two queries.
    """
    if not states:
        return []
    left = {
        details["game"]: details["table"]
        for details in snapshot.tournament.log.filter(
            kind=DETACHED, details__has_key="table"
        ).values_list("details", flat=True)
    }
    scored = Game.objects.filter(pk__in=[pk for pk in left if pk], revision__gt=0)
    behind = {left[pk] for pk in scored.values_list("pk", flat=True)}
    return [state for state in states if state.row.pk not in behind]
