"""Formats of table games that somebody has published: each is set on the forms and played once.

They stand in `published_formats.json`, with where each was read. What cannot be set says why.
"""

import datetime
import json
from pathlib import Path
from typing import Any

import pytest

from league.models import Stage, StageTable, Tournament
from league.tournaments.brackets.forecast import forecast
from league.tournaments.brackets.ranking import places
from league.tournaments.courses import plan_of
from league.tournaments.stages.forms.stages import StageForm
from league.tournaments.stages.forms.tournaments import TournamentForm
from league.tournaments.stages.services.stages import stage_add, stage_change
from league.tournaments.stages.services.tournaments import tournament_change, tournament_make
from scoring.models import Club
from tests.factories import ANN
from tests.league.tournaments.played import paper
from tests.league.tournaments.runs import begin, close, enter, now, seat

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

ALL = json.loads((Path(__file__).parent.parent / "published_formats.json").read_text("utf-8"))
SETTABLE = [published for published in ALL if not published["missing"]]
TYPED = {
    "kind": "tables",
    "seating": "random",
    "moves_by": "places",
    "size": 4,
    "least": 3,
    "most": 5,
    "rounds": 1,
    "measure": "total",
    "onward": "nobody",
    "cut": "number",
    "count": 1,
    "fill": "none",
    "rules": "family",
    "set": 12,
}
"""What the form of a stage begins with."""


def set_up(club: Club, published: dict[str, Any]) -> Tournament:
    """The tournament as a director sets it: what holds for all, then its stages."""
    tournament = tournament_make(
        club=club,
        author=ANN,
        format_key="own",
        name=published["name"][:80],
        date=datetime.date(2026, 6, 6),
    )
    form = TournamentForm(instance=tournament, club=club)
    data = {name: value for name in form.fields if (value := form[name].value()) not in (None, "")}
    form = TournamentForm({**data, **published["tournament"]}, instance=tournament, club=club)
    assert form.is_valid(), form.errors
    tournament_change(
        tournament=Tournament.objects.get(pk=tournament.pk), author=ANN, changes=form.changes()
    )
    first, *others = published["stages"]
    for fields in others:
        own = {**fields, "onward": "nobody"}
        stage_add(tournament=tournament, author=ANN, fields=typed(tournament, None, own))
    for number, fields in reversed(list(enumerate([first, *others], 1))):
        stage = Stage.objects.get(tournament=tournament, number=number)
        stage_change(stage=stage, author=ANN, changes=typed(tournament, stage, fields))
    return tournament


def typed(tournament: Tournament, stage: Stage | None, fields: dict[str, Any]) -> dict[str, Any]:
    """What the form makes of the fields as somebody types them."""
    stages = list(tournament.stages.all())
    instance = stage or Stage(tournament=tournament, number=len(stages) + 1)
    form = StageForm({**TYPED, **fields}, instance=instance, stages=stages)
    assert form.is_valid(), form.errors
    return form.told()


def play(tournament: Tournament, number: int) -> None:
    """Play a stage: whoever has the smaller number has fewer points in every game; and close it."""
    stage = tournament.stages.get(number=number)
    plan = plan_of(stage)
    games = forecast([plan], stage.field.count())[0].rounds if stage.kind != "tables" else None
    for game in range(1, (games or stage.rounds) + 1):
        if game > 1:
            seat(tournament, game)
        for row in StageTable.objects.filter(round__stage=stage, round__number=game):
            entrants = row.seats.values_list("entrant", "entrant__number")
            paper(row, {pk: 10 * (given or 0) for pk, given in entrants})
    close(tournament, number)


@pytest.mark.parametrize("published", SETTABLE, ids=lambda published: published["name"])
def test_it_can_be_set_and_played(club: Club, published: dict[str, Any]) -> None:
    tournament = set_up(club, published)
    enter(tournament, published["people"])
    begin(tournament)
    for number in range(1, len(published["stages"]) + 1):
        play(tournament, number)
    ended = now(tournament)
    assert ended.tournament.ended_at is not None
    ranked = places(ended.begun_courses())
    assert sorted(place.key for place in ranked) == sorted(ended.entrants)
    assert [ended.entrants[int(place.key)].number for place in ranked if place.place == 1] == [1]


def test_nine_of_ten_can_be_set() -> None:
    assert len(SETTABLE) >= 30
    assert len({published["source"]["address"] for published in ALL}) == len(ALL)
    for published in ALL:
        assert published["source"]["title"]
        assert published["format"]
        assert bool(published["stages"]) != bool(published["missing"])
