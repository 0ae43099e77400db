"""Each format played from its beginning to its end: what was forecast is what comes."""

import datetime
from typing import Any

import pytest

from league.models import Stage, StageTable, Tournament
from league.tournaments.brackets.forecast import StageForecast, forecast
from league.tournaments.brackets.ranking import places
from league.tournaments.courses import plan_of
from league.tournaments.directing.services.stage_tables import stage_tables_start
from league.tournaments.stages.formats import FORMATS
from league.tournaments.stages.services.tournaments import tournament_make
from scoring.models import Club
from tests.factories import ANN
from tests.league.tournaments.runs import begin, close, enter, now, seat, type_in

pytestmark = pytest.mark.django_db

PLAYED = [
    # With more people the same is asked of the database.
    pytest.param(
        one, people, id=f"{one.key}-{people}", marks=() if people == 13 else pytest.mark.alike
    )
    for one in FORMATS
    for people in ({13, one.people or 13} if one.key != "three_stages" else {13, 37})
]


def made(club: Club, key: str, people: int) -> Tournament:
    """A tournament of that format, with so many people checked in."""
    tournament = tournament_make(
        club=club, author=ANN, format_key=key, name="Games", date=datetime.date(2026, 6, 6)
    )
    enter(tournament, people)
    return tournament


def play(tournament: Tournament, stage: Stage, foreseen: StageForecast) -> None:
    """Play the stage's games, in each of which a smaller number has fewer points; and close it."""
    for game in range(1, foreseen.rounds + 1):
        if game > 1:
            seat(tournament, game)
        rows = StageTable.objects.filter(round__stage=stage, round__number=game)
        if game == 1:
            sizes = sorted((row.seats.count() for row in rows), reverse=True)
            assert tuple(sizes) == foreseen.sizes
        for row in rows:
            numbers = row.seats.order_by("place").values_list("entrant__number", flat=True)
            type_in(tournament, row, *(10 * (number or 0) for number in numbers))
    close(tournament, stage.number)


@pytest.mark.parametrize(("chosen", "people"), PLAYED)
def test_what_is_forecast_comes(club: Club, chosen: Any, people: int) -> None:
    tournament = made(club, chosen.key, people)
    stages = list(tournament.stages.all())
    foreseen = forecast([plan_of(stage) for stage in stages], people)
    begin(tournament)
    for stage, one in zip(stages, foreseen, strict=True):
        assert stage.field.count() == one.players
        play(tournament, stage, one)
    found = now(tournament)
    assert found.tournament.ended_at is not None
    # Whoever has the fewest points in every game wins, and everybody has a place.
    ranked = places(found.begun_courses())
    assert sorted(found.entrants) == sorted(one.key for one in ranked)
    first = [found.entrants[int(one.key)].number for one in ranked if one.place == 1]
    assert first == [1]


@pytest.mark.parametrize("chosen", FORMATS, ids=lambda one: one.key)
def test_its_tables_begin_on_tablets(club: Club, chosen: Any) -> None:
    tournament = made(club, chosen.key, 13)
    begin(tournament)
    started = stage_tables_start(tournament=tournament, author=ANN)
    assert started.refusals == ()
    stage = tournament.stages.get(number=1)
    tables = StageTable.objects.filter(round__stage=stage)
    assert len(started.games) == tables.count() > 0
    for game in started.games:
        assert (game.rules, game.set) == (stage.rules, stage.set)
