"""The part of the day's page that others change."""

import pytest

from league.days.selectors.day_page import state_of
from scoring.models import Game
from tests.factories import play
from tests.league.factories import begin, come
from tests.litany import ClientOf

from .of_day import ShowsDay


class TestDayNow(ShowsDay):
    name = "day-now"
    most_queries = 26

    def test_who_has_seen_it_gets_nothing_until_something_moves(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        day, client = self.day(game), client_of("organizer")
        seen = state_of(day)
        answer = client.get(self.url(game), {"seen": seen})
        assert (answer.status_code, answer.content) == (204, b"")
        come(day, "Zoe")
        assert "9 are here" in self.get(client, game, seen=seen).text
        seen = state_of(self.day(game))
        (one,) = begin(day, 1)
        assert "13" in self.get(client, game, seen=seen).text
        seen = state_of(self.day(game))
        play(one, 0, 10, 20, 77)
        page = self.get(client, game, seen=seen)
        assert "77" in page.text
        assert "html" not in page.tags

    @pytest.mark.parametrize("seen", ["", "x", "-1", "9" * 5000, "\0"])
    def test_nonsense_has_seen_nothing(self, client_of: ClientOf, game: Game, seen: str) -> None:
        self.ready(game)
        assert "8 are here" in self.get(client_of("organizer"), game, seen=seen).text
