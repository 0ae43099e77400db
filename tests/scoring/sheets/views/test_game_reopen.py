"""An organizer opens a finished game again."""

from typing import Any

import pytest

from scoring.models import Game
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.services.games import game_finish, game_reopen
from tests.factories import ANN, new_key, play
from tests.litany import BOTH, ORGANIZERS, ClientOf, OfGame, Shows, Writes, rows


class TestGameReopen(OfGame, Shows, Writes):
    name = "game-reopen"
    methods = BOTH
    may = ORGANIZERS
    most_queries = 4

    def ready(self, game: Game) -> None:
        play(game, 12, 0, 45, 9)
        game_finish(game=game, author=ANN, key=new_key())

    def data(self, game: Game) -> dict[str, Any]:
        return {"key": new_key(), "reason": "miscounted"}

    def test_the_sheet_says_who_and_why(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.get(client_of("organizer"), game)
        assert "The sheet will say that it was reopened, by whom and why." in page.text
        page = self.followed(client_of("organizer"), game, reason="<b>miscounted</b>")
        assert "The game is open again." in page.trouble
        assert "The game was reopened. Why: <b>miscounted</b> Olive" in page.text
        assert not sheet_of(game).finished

    def test_sent_twice_it_is_opened_once(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client, form = client_of("organizer"), self.form(game)
        for _sending in range(2):
            client.post(self.url(game), form)
        assert game.entries.count() == 3

    @pytest.mark.parametrize(
        ("reason", "said"),
        [
            (None, "Something is missing"),
            ("", "Something is missing"),
            ("  ", "Something is missing"),
            ("x" * 201, "200"),
            ("a\0b", "This cannot be read. Type it again."),
        ],
    )
    def test_a_reason_has_to_be_told(
        self, client_of: ClientOf, game: Game, reason: str | None, said: str
    ) -> None:
        self.ready(game)
        client, before = client_of("organizer"), rows()
        page = self.followed(client, game, reason=reason)
        assert said in page.trouble
        assert page.fields["reason"] == (reason or "")
        assert rows() == before

    def test_an_open_game_is_open(self, client_of: ClientOf, game: Game) -> None:
        page = self.followed(client_of("organizer"), game)
        assert "This game is open already." in page.trouble
        self.ready(game)
        game_reopen(game=game, author=ANN, key=new_key(), reason="x")
        assert "open already" in self.followed(client_of("organizer"), game).trouble
