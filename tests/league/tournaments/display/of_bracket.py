"""What the views of a tournament that is played have in common: ten people, in the second stage."""

import re
from collections.abc import Callable
from typing import Any

from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import Tournament
from league.seasons.services.tallies import tallies_refresh
from scoring.models import Game
from tests.league.tournaments.played import three_stages
from tests.litany import EVERYBODY, SCORERS, ClientOf, OfRow, Shows


class OfTournament(OfRow):
    """A view of one tournament of the club that the tests speak of."""

    app = "league"
    stage = 2

    def ready(self, game: Game) -> None:
        three_stages(game.club, 10, until=self.stage, public=False)
        # Who looks first derives the club's other games.
        tallies_refresh(club=game.club)

    def tournament(self, game: Game) -> Tournament:
        return Tournament.objects.filter(club=game.club).latest("pk")

    def args(self, game: Game) -> list[object]:
        return [self.tournament(game).pk]

    def unknown(self, game: Game) -> list[list[object]]:
        return [[0, *self.args(game)[1:]], [10**30, *self.args(game)[1:]]]


class ShowsTournament(OfTournament, Shows):
    """A view of a tournament that shows it: people, tables and stages cost no queries."""

    def test_its_queries_do_not_grow(
        self,
        client_of: ClientOf,
        game: Game,
        django_assert_max_num_queries: Callable[[int], Any],
    ) -> None:
        self.ready(game)
        client = client_of("organizer")
        ask = self.asked(client, game, "GET")
        with CaptureQueriesContext(connection) as small:
            assert ask().status_code == 200
        three_stages(game.club, 60, until=3, public=False)
        ask = self.asked(client, game, "GET")
        with django_assert_max_num_queries(self.most_queries) as large:
            assert ask().status_code == 200
        assert len(large) == len(small)


class ShownPublicly(ShowsTournament):
    """A view of a tournament that everybody sees where it is public."""

    def test_a_public_one_is_for_everybody(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        Tournament.objects.update(public=True)
        for who in sorted(EVERYBODY - SCORERS):
            answer = self.asked(client_of(who), game, "GET")()
            assert answer.status_code == 200
            assert "Ann" in answer.content.decode()
            for private in ("1931", "Jan. 1, 1931", "woman", "555-0100", "hip"):
                # As words: a page's random token holds any three letters now and then.
                assert not re.search(rf"\b{private}\b", answer.content.decode())
