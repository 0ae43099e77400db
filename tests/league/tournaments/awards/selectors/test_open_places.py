"""Whose place the director could still change, so that no list says it."""

import pytest

from league.tournaments.awards.selectors.medals import medals_of
from league.tournaments.awards.selectors.places import overall_lines
from league.tournaments.stages.selectors.stale_seats import drifts_of
from scoring.models import Club
from tests.league.tournaments.directing.services.test_results import correct
from tests.league.tournaments.directing.services.test_seat_changes import let_play, withdraw
from tests.league.tournaments.runs import (
    FINAL,
    begin,
    close,
    field_names,
    names_at,
    now,
    play_all,
    table,
    tournament_of,
    type_in,
)

pytestmark = pytest.mark.django_db


def test_a_seat_that_is_free_once_a_stage_is_seated_again_may_go_to_anybody(club: Club) -> None:
    """Ann left before the final, and Dot, who should have been in it anyway, played for her.

    Seated again, the final has Dot in a seat of her own, and nobody in Ann's.
    """
    best = {"onward": "best", "count": 4, "seating": "snake"}
    tournament = tournament_of(club, 8, best, FINAL, medals=True, band_width=0)
    begin(tournament)
    assert names_at(table(tournament, 1)) == ["Ann", "Dot", "Eve", "Hal"]
    type_in(tournament, table(tournament, 1), 10, 60, 30, 80)
    type_in(tournament, table(tournament, 2), 20, 40, 50, 70)
    close(tournament)
    assert field_names(tournament, 2) == ["Ann", "Bob", "Eve", "Cal"]
    withdraw(tournament, "Ann")
    let_play(tournament, "Ann", "Dot")
    play_all(tournament, 2)
    close(tournament, 2)
    correct(tournament, 1, 10, 35, 30, 80)
    snapshot = now(tournament)
    assert drifts_of(snapshot)
    lines = overall_lines(snapshot, medals_of(snapshot))
    # Gus, second to last in the first stage, could take that seat and win.
    assert {line.entrant.name for line in lines if not line.is_open} == set()
