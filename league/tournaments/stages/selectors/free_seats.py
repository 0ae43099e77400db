"""Seats of a stage that is seated whose people have left before its tables began."""

from league.standings.results import Key
from league.tournaments.brackets.values import Onward
from league.tournaments.courses import Loaded
from league.tournaments.models import Stage

from .progress import round_now


def has_free_seat(loaded: Loaded, stage: Stage) -> bool:
    """Whether somebody has left a seat of a stage's first game, at a table that has not begun."""
    return round_now(loaded, stage) == 1 and any(
        loaded.entrants[pk].withdrawn_at is not None
        for state in loaded.tables_of(stage, 1)
        if not state.begun
        for pk in state.seats
    )


def free_for(loaded: Loaded, stage: Stage) -> frozenset[Key]:
    """Return who may take a free seat of a stage: who played before it, not in it, and is here."""
    earlier = loaded.begun[: loaded.begun.index(stage)]
    if not earlier or earlier[-1].onward == Onward.ALL:
        return frozenset()
    played = {member.key for before in earlier for member in loaded.courses[before.pk].field}
    return frozenset(
        key
        for key in played - loaded.courses[stage.pk].member_of.keys()
        if loaded.entrants[int(key)].withdrawn_at is None
    )
