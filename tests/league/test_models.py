"""The league's rows, and the database as its migrations leave it."""

import pytest
from django.db import IntegrityError

from league.models import TableGame
from scoring.models import Club
from tests.factories import make_game
from tests.league.factories import GameDayFactory

pytestmark = pytest.mark.django_db


def test_no_table_plays_two_games_in_one_round_of_seating(club: Club) -> None:
    day = GameDayFactory(club=club)
    TableGame.objects.create(game_day=day, game=make_game(club), seating_round=1, table_number=2)
    with pytest.raises(IntegrityError):
        TableGame.objects.create(
            game_day=day, game=make_game(club), seating_round=1, table_number=2
        )
