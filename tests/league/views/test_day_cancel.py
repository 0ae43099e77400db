"""Cancelling a game day."""

from scoring.models import Game
from tests.litany import ClientOf, Writes

from .of_day import OfDay


class TestDayCancel(OfDay, Writes):
    name = "day-cancel"
    may = frozenset({"organizer"})

    def test_the_day_says_that_it_is_cancelled(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        for _tap in range(2):
            page = self.followed(client_of("organizer"), game)
            assert "This game day is cancelled." in page.trouble
        assert self.day(game).sequence == 1
