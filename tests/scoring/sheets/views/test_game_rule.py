"""Changing a rule of one game that is being played."""

from typing import Any

import pytest

from scoring.models import Game
from scoring.sheets.services.games import game_finish
from tests.factories import ANN, new_key, play
from tests.litany import BOTH, ORGANIZERS, ClientOf, OfGame, Shows, Writes, rows
from tests.page import Page


class TestGameRule(OfGame, Shows, Writes):
    name = "game-rule"
    methods = BOTH
    may = ORGANIZERS
    most_queries = 4

    def args(self, game: Game) -> list[object]:
        return [game.code, "marker_off"]

    def unknown(self, game: Game) -> list[list[object]]:
        return [["zzzzzzzz", "marker_off"], [game.code, "no-such-rule"], [game.code, "counting"]]

    def data(self, game: Game) -> dict[str, Any]:
        return {"rule-marker_off": "automatic", "reason": "as on our sheet"}

    def test_it_asks_one_question(self, client_of: ClientOf, game: Game) -> None:
        page = self.get(client_of("organizer"), game)
        assert [name for name in page.fields if name.startswith("rule-")] == ["rule-marker_off"]
        assert page.fields["rule-marker_off"] == "optional"

    def test_the_answer_holds_from_here_on(self, client_of: ClientOf, game: Game) -> None:
        page = self.followed(client_of("organizer"), game)
        assert "From here on this game is played so." in page.trouble
        game.refresh_from_db()
        assert game.rules["marker_off"] == "automatic"

    def test_a_scorekeeper_is_shown_no_way_there(self, client_of: ClientOf, game: Game) -> None:
        card = f"/games/{game.code}/rules/"
        assert self.url(game) in client_of("organizer").get(card).content.decode()
        assert self.url(game) not in client_of("scorekeeper").get(card).content.decode()
        play(game, 12, 0, 45, 9)
        game_finish(game=game, author=ANN, key=new_key())
        assert self.url(game) not in client_of("organizer").get(card).content.decode()

    @pytest.mark.parametrize(
        ("changed", "said"),
        [
            ({"reason": ""}, "Something is missing"),
            ({"rule-marker_off": "sometimes"}, "Choose one from the list"),
            ({"rule-marker_off": "optional"}, "played by that rule already"),
        ],
    )
    def test_what_is_wrong_is_said(
        self, client_of: ClientOf, game: Game, changed: dict[str, Any], said: str
    ) -> None:
        client, before = client_of("organizer"), rows()
        assert said in Page(self.send(client, game, **changed)).trouble
        assert rows() == before

    def test_a_question_that_is_left_open_changes_nothing(
        self, client_of: ClientOf, game: Game
    ) -> None:
        client, before = client_of("organizer"), rows()
        url = self.url(game).replace("marker_off", "out_on_two_doubles")
        told = {"rule-out_on_two_doubles": "", "reason": "x"}
        assert "Choose an answer." in Page(client.post(url, told)).trouble
        assert rows() == before
