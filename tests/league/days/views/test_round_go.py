"""Going on to the next round of seating."""

from typing import Any

import pytest

from scoring.models import Game
from tests.litany import ClientOf, Writes, rows

from .of_day import OfDay


class TestRoundGo(OfDay, Writes):
    name = "round-go"
    may = frozenset({"organizer"})

    def data(self, game: Game) -> dict[str, Any]:
        return {"round": "2"}

    def test_two_taps_go_one_round(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        for _tap in range(2):
            page = self.followed(client_of("organizer"), game)
            assert "Tables, game 2" in page.text
            assert not page.trouble

    @pytest.mark.parametrize("number", ["", "0", "3", "x", "9" * 30])
    def test_no_other_round_is_gone_to(self, client_of: ClientOf, game: Game, number: str) -> None:
        self.ready(game)
        client, before = client_of("organizer"), rows()
        assert "one game" in self.followed(client, game, round=number).trouble
        assert rows() == before
