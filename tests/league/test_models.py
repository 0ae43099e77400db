"""The league's rows, and the database as its migrations leave it."""

from datetime import date
from importlib import import_module

import pytest
from django.apps import apps
from django.db import IntegrityError, transaction
from django.utils import timezone

from league.models import Entrant, TableGame, Tournament
from scoring.models import Club
from tests.factories import make_game
from tests.league.factories import (
    EntrantFactory,
    GameDayFactory,
    StageFactory,
    TournamentFactory,
)

pytestmark = pytest.mark.django_db


def test_no_table_plays_two_games_in_one_round_of_seating(club: Club) -> None:
    day = GameDayFactory(club=club)
    TableGame.objects.create(game_day=day, game=make_game(club), seating_round=1, table_number=2)
    with pytest.raises(IntegrityError):
        TableGame.objects.create(
            game_day=day, game=make_game(club), seating_round=1, table_number=2
        )


def test_a_person_enters_a_tournament_once(club: Club) -> None:
    tournament = Tournament.objects.create(club=club, name="Games", date=date(2026, 6, 6))
    entry = {"tournament": tournament, "name_key": "ann", "entered_at": timezone.now()}
    Entrant.objects.create(name="Ann", **entry)
    with pytest.raises(IntegrityError):
        Entrant.objects.create(name="ANN", **entry)


def test_who_was_withdrawn_before_there_were_ways_withdrew_without_a_place(club: Club) -> None:
    tournament = TournamentFactory(club=club)
    gone = EntrantFactory(tournament=tournament, withdrawn_at=timezone.now())
    here = EntrantFactory(tournament=tournament)
    import_module("league.migrations.0014_ways_of_leaving").say_how(apps, None)
    gone.refresh_from_db()
    here.refresh_from_db()
    assert (gone.withdrawn_how, gone.keeps_place, here.withdrawn_how) == ("withdrew", False, "")


def test_no_number_and_no_player_enters_twice(club: Club) -> None:
    tournament = TournamentFactory(club=club)
    ann, bob = EntrantFactory.create_batch(2, tournament=tournament)
    assert [(one.number, one.name) for one in (ann, bob)] == [(1, "Ann"), (2, "Bob")]
    for twice in ({"number": 1}, {"player": ann.player}):
        with pytest.raises(IntegrityError), transaction.atomic():
            EntrantFactory(tournament=tournament, name="Cal", **twice)


def test_stages_of_the_factory_follow_each_other(club: Club) -> None:
    tournament = TournamentFactory(club=club)
    assert [stage.number for stage in StageFactory.create_batch(3, tournament=tournament)] == [
        *range(1, 4)
    ]
