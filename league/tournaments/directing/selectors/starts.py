"""Which tables have begun so lately that their start can be taken back."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from league.tournaments.courses import Loaded, TableState, kept_with_snapshot
from league.tournaments.stages.selectors.progress import round_now
from league.tournaments.stages.selectors.seat_log import DETACHED
from scoring.sheets.models import Game


@kept_with_snapshot
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


def begun_on_paper(snapshot: Loaded) -> frozenset[int]:
    """Return the numbers of those of these tables that play on paper: their people can change.

    Nothing is typed in yet, and names on a printed sheet can be written over.
    """
    stage, empty = snapshot.current, starts_to_take_back(snapshot)
    if stage is None or not empty:
        return frozenset()
    states = snapshot.tables_of(stage, round_now(snapshot, stage))
    return empty & {state.row.number for state in states if state.game is None}


def way_to_change(snapshot: Loaded, state: TableState) -> str:
    """Say what to do where the people of a table that has begun are to change."""
    if state.paper is not None:
        return _(
            "Its result is in. Take that back first, and its people can change: “Correct” at the "
            "table leads there."
        )
    if state.row.number in starts_to_take_back(snapshot):
        return _(
            "Nothing is scored at this table yet. Take its start back, and its people can change."
        )
    return _(
        "Something is scored there already. Who goes away can leave: at that table, under "
        "“Leaving, time, more”."
    )


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
