"""What the views of a tournament's day have in common: eight people at two tables."""

from collections.abc import Callable
from typing import Any

import pytest

from league.models import Stage, Tournament
from league.tournaments.directing.services.stage_tables import stage_tables_start
from scoring.models import Club, Game
from tests.factories import ANN, play
from tests.league.tournaments.runs import begin, enter, tournament_of
from tests.litany import ORGANIZERS, ClientOf, OfRow, Shows

FIRST = {"onward": "tables", "seating": "snake", "minutes": 60}
FINAL = {"name": "Final", "size": 2, "least": 2, "seating": "snake"}


class OfTournament(OfRow):
    """A view of one tournament of the club that the tests speak of."""

    app = "league"
    may = ORGANIZERS
    people = 8
    begun = True

    @pytest.fixture
    def game(self, club: Club) -> Game:
        """Of which only the club is read: no table has begun yet, and nobody is known."""
        return Game(club=club)

    def ready(self, game: Game) -> None:
        tournament = tournament_of(game.club, self.people, FIRST, FINAL, tie_breaks=["play_off"])
        if self.begun:
            begin(tournament)

    def tournament(self, game: Game) -> Tournament:
        return Tournament.objects.filter(club=game.club).latest("pk")

    def stage(self, game: Game, number: int = 1) -> Stage:
        return self.tournament(game).stages.get(number=number)

    def args(self, game: Game) -> list[object]:
        return [self.tournament(game).pk]

    def unknown(self, game: Game) -> list[list[object]]:
        rest = self.args(game)[1:]
        return [[0, *rest], [10**18, *rest]]


class ShowsTournament(OfTournament, Shows):
    """A view of a tournament that shows it: people, tables and sheets cost no queries."""

    def test_its_queries_do_not_grow(
        self,
        client_of: ClientOf,
        game: Game,
        django_assert_max_num_queries: Callable[[int], Any],
    ) -> None:
        counts = []
        client = client_of("organizer")
        for people in (8, 24):
            self.people = people
            self.ready(game)
            if self.begun:
                started = stage_tables_start(tournament=self.tournament(game), author=ANN)
                for one in started.games:
                    play(one, *range(0, 10 * one.seats.count(), 10))
            else:
                enter(self.tournament(game), people // 4, checked_in_at=None)
            ask = self.asked(client, game, "GET")
            with django_assert_max_num_queries(self.most_queries) as queries:
                assert ask().status_code == 200
            counts.append(len(queries))
        assert counts[0] == counts[1]
