"""What the views of a game day have in common: eight people at two tables, before the start."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import GameDay
from scoring.models import Club, Game
from tests.factories import play
from tests.league.factories import NAMES, GameDayFactory, begin, come, end, seat
from tests.litany import ClientOf, OfRow, Shows


class OfDay(OfRow):
    """A view of one game day of the club that the tests speak of."""

    app = "league"
    people = 8

    @pytest.fixture
    def game(self, club: Club) -> Game:
        """Of which only the club is read: no table has begun yet, and nobody is known."""
        return Game(club=club)

    def ready(self, game: Game) -> None:
        seat(GameDayFactory(club=game.club), self.people)

    def day(self, game: Game) -> GameDay:
        return GameDay.objects.get(club=game.club)

    def args(self, game: Game) -> list[object]:
        return [self.day(game).pk]

    def unknown(self, game: Game) -> list[list[object]]:
        return [[0, *self.args(game)[1:]], [10**30, *self.args(game)[1:]]]


class ShowsDay(OfDay, Shows):
    """A view of a game day that shows it: people, tables and sheets cost no queries."""

    def test_its_queries_do_not_grow(
        self,
        client_of: ClientOf,
        game: Game,
        django_assert_max_num_queries: Callable[[int], Any],
    ) -> None:
        self.ready(game)
        day, client = self.day(game), client_of("organizer")
        first, *running = begin(day)
        end(first)
        play(running[0], 0, 10, 20, 30)
        ask = self.asked(client, game, "GET")
        ask()  # what follows from sheets is derived
        with CaptureQueriesContext(connection) as small:
            assert ask().status_code == 200
        for one in running:
            end(one)
        come(day, *NAMES)
        seat(day, 20)
        GameDay.objects.update(current_round=2)
        for one in begin(day):
            play(one, *range(0, 10 * one.seats.count(), 10))
        ask = self.asked(client, game, "GET")
        ask()
        with django_assert_max_num_queries(self.most_queries) as large:
            assert ask().status_code == 200
        assert len(large) == len(small)
