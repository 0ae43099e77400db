"""What holds of every view that shows what is derived from games."""

from collections.abc import Callable
from typing import Any

from django.test import Client

from league.seasons.services.tallies import tallies_refresh
from scoring.models import Game
from tests.litany import Litany


class Tallied(Litany):
    """A view whose first request after a change derives anew; the others read what was derived."""

    app = "league"

    def asked(self, client: Client, game: Game, method: str) -> Callable[[], Any]:
        ask = super().asked(client, game, method)
        tallies_refresh(club=game.club)
        return ask
