"""Starting the games of a round."""

from typing import Any

import pytest

from league.days.services.attendance import attendance_leave
from league.models import Attendance, TableGame
from scoring.models import Game
from tests.litany import SCORERS, ClientOf, Writes

from .of_day import OfDay


class TestTablesStart(OfDay, Writes):
    name = "tables-start"
    may = SCORERS

    def data(self, game: Game) -> dict[str, Any]:
        return {"round": "1"}

    def test_all_tables_begin_at_a_tap(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        for _tap in range(2):
            page = self.followed(client_of("organizer"), game)
            assert "2 tables play." in page.text
        assert TableGame.objects.count() == 2

    def test_a_tables_tablet_goes_on_to_its_sheet(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.followed(client_of("tablet"), game, table="2")
        assert "Score round 1" in page.text
        assert TableGame.objects.get().table_number == 2
        assert TableGame.objects.get().game.started_by == "Table 3"

    def test_what_cannot_begin_is_said(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        first = self.day(game).plans.get().tables[0][0]
        for one in Attendance.objects.filter(player__in=first[1:]):
            attendance_leave(attendance=one, when="now")
        page = self.followed(client_of("organizer"), game)
        assert "Table 1: Nobody plays alone." in page.trouble
        assert "1 table plays." in page.text or "Start 1 table" in page.text

    @pytest.mark.parametrize("number", ["", "0", "2", "x"])
    def test_another_round_does_not_begin(
        self, client_of: ClientOf, game: Game, number: str
    ) -> None:
        self.ready(game)
        page = self.followed(client_of("organizer"), game, round=number)
        assert "Game 1 is on now." in page.trouble
        assert not TableGame.objects.exists()
