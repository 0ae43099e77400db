"""Bringing a cancelled day back."""

from league.days.services.calendar import day_cancel
from scoring.models import Game
from tests.litany import ClientOf, Writes

from .of_day import OfDay


class TestDayRestore(OfDay, Writes):
    name = "day-restore"
    may = frozenset({"organizer"})

    def ready(self, game: Game) -> None:
        super().ready(game)
        day_cancel(day=self.day(game))

    def test_people_can_come_again(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        for _tap in range(2):
            page = self.followed(client_of("organizer"), game)
            assert "The game day takes place again." in page.trouble
            assert "Tap who has come" in page.text
        assert self.day(game).sequence == 2
