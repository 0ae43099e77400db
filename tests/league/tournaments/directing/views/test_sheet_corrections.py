"""A tablet's sheet is corrected after the next game of a bracket has begun."""

import pytest
from django.urls import reverse

from league.tournaments.directing.services.stage_tables import stage_tables_start
from scoring.models import Game
from scoring.sheets.services.games import game_finish
from tests.factories import ANN, new_key, play
from tests.league.tournaments import runs
from tests.litany import ClientOf
from tests.page import Page
from tests.scoring.sheets.views.typed import typed_round

pytestmark = pytest.mark.django_db


def test_another_winner_takes_a_start_back(client_of: ClientOf, game: Game) -> None:
    pairs = {"kind": "single", "size": 2, "least": 2, "most": 2}
    tournament = runs.tournament_of(game.club, 4, pairs)
    runs.begin(tournament)
    stage_tables_start(tournament=tournament, author=ANN, tables=[1, 2])
    for number in (1, 2):
        first = runs.table(tournament, number).game
        assert first is not None
        play(first, 0, 30)
        game_finish(game=first, author=ANN, key=new_key())
    runs.seat(tournament, 2)
    stage_tables_start(tournament=tournament, author=ANN, tables=[1])
    first = runs.table(tournament, 1).game
    assert first is not None
    address = reverse("scoring:round-correct", args=[first.code, 1])
    client = client_of("organizer")
    seen = Page(client.get(address)).fields["seen"]
    form = {**typed_round(first, 40, "out"), "reason": "misread", "seen": seen}
    text = Page(client.post(address, form)).text
    assert "Games that are taken back The start of table 1 of game 2 is taken back." in text
