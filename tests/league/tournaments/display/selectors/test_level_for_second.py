"""Two are level at a table for second, and the best second goes on to the final."""

from typing import Any

import pytest

from league.models import Parting, Tournament
from league.templatetags.brackets import goes_on
from league.tournaments.directing.services.partings import parting_outcome, parting_record
from league.tournaments.display.selectors.bracket import bracket_of
from scoring.models import Club
from tests.factories import ANN
from tests.league.tournaments.runs import (
    WINNERS,
    begin,
    close,
    field_names,
    now,
    table,
    tournament_of,
    type_in,
)

pytestmark = pytest.mark.django_db
SECOND = "goes on as a best second"


@pytest.fixture
def level(club: Club) -> Tournament:
    """Eight at two tables, of whom four go on: 20, 40, 60, 80, and 15, 33, 33, 90."""
    tournament = tournament_of(
        club,
        8,
        {**WINNERS, "fill": "full"},
        {"name": "Final", "size": 4, "least": 4},
        tie_breaks=["outs", "play_off"],
    )
    begin(tournament)
    type_in(tournament, table(tournament, 1), 20, 40, 60, 80)
    type_in(tournament, table(tournament, 2), 15, 33, 33, 90)
    return tournament


def marks(tournament: Tournament) -> dict[int, list[str]]:
    """What the bracket says of everybody, table by table in seat order."""
    column = bracket_of(now(tournament)).columns[0]
    return {box.number: [goes_on(seat) for seat in box.seats] for box in column.boxes}


def test_neither_is_called_a_best_second_and_the_other_second_is(level: Tournament) -> None:
    of_tables = marks(level)
    assert of_tables[1][1] == SECOND
    assert SECOND not in of_tables[2]
    (waiting,) = bracket_of(now(level)).columns[0].level
    tied = [seat.entrant_id for seat in table(level, 2).seats.all()][1:3]
    assert (set(waiting.keys), waiting.places) == (set(tied), 1)


@pytest.mark.parametrize("kind", [Parting.Kind.PLAY_OFF, Parting.Kind.LOT, Parting.Kind.ALL])
def test_what_is_offered_decides(level: Tournament, kind: Parting.Kind) -> None:
    seats = [seat.entrant for seat in table(level, 2).seats.all()][1:3]
    keys = [entrant.pk for entrant in seats]
    second = table(level, 1).seats.all()[1].entrant.name
    told: dict[str, Any] = {}
    if kind == Parting.Kind.PLAY_OFF:
        told = {"points": {keys[0]: 20, keys[1]: 5}}
    stage = level.stages.get(number=1)
    parting = parting_record(
        tournament=level, stage=stage, author=ANN, kind=kind, entrants=keys, **told
    )
    if kind == Parting.Kind.PLAY_OFF:
        words = parting_outcome(level, parting)
        assert words.endswith(f" {seats[1].name} goes on.")
    close(level)
    there = set(field_names(level, 2))
    assert second in there
    number = sum(entrant.name in there for entrant in seats)
    assert number == (2 if kind == Parting.Kind.ALL else 1)
    assert len(there) == 3 + number
