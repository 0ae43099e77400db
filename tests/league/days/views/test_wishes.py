"""Who is to sit apart, and who together."""

from typing import Any

import pytest

from league.models import Wish
from scoring.models import Game
from tests.litany import BOTH, ClientOf, Writes, rows

from .of_day import ShowsDay


class TestWishes(ShowsDay, Writes):
    name = "wishes"
    methods = BOTH
    may = frozenset({"organizer"})
    most_queries = 7

    def player(self, game: Game, name: str) -> str:
        return str(game.club.players.get(name=name).pk)

    def data(self, game: Game) -> dict[str, Any]:
        return {
            "kind": "apart",
            "one": self.player(game, "Ann"),
            "other": self.player(game, "Bob"),
        }

    def test_a_wish_is_kept_and_shown(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("organizer")
        assert "Nobody has a wish yet." in self.get(client, game).text
        page = self.followed(client, game)
        assert "Ann and Bob are kept apart on this day" in page.text
        page = self.followed(
            client, game, kind="together", one=self.player(game, "Cal"), always="on"
        )
        assert "Cal and Bob are kept together always" in page.text

    @pytest.mark.parametrize(
        ("sent", "said"),
        [
            ({"one": ""}, "Something is missing"),
            ({"other": "0"}, "Choose one from the list"),
            ({"kind": "fly"}, "Choose one from the list"),
            ({"kind": "together"}, "Ann and Bob are kept apart. Take that wish back first."),
        ],
    )
    def test_what_is_wrong_is_said(
        self, client_of: ClientOf, game: Game, sent: dict[str, str], said: str
    ) -> None:
        self.ready(game)
        client = client_of("organizer")
        self.send(client, game)
        before = rows()
        assert said in self.followed(client, game, **sent).trouble
        assert rows() == before

    def test_nobody_is_apart_from_himself(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.followed(client_of("organizer"), game, other=self.player(game, "Ann"))
        assert "Choose two different people." in page.trouble
        assert not Wish.objects.exists()
