"""The part of the bracket that changes."""

import re

import pytest

from league.models import Stage, Tournament
from scoring.models import Game
from tests.factories import make_game, play
from tests.litany import ClientOf

from .of_bracket import ShownPublicly


def asks_again(html: str) -> str:
    (told,) = re.findall(r'hx-get="([^"]+)"', html)
    return str(told).replace("&amp;", "&")


class TestBracketNow(ShownPublicly):
    name = "bracket-now"
    most_queries = 22

    def test_nothing_new_is_no_answer_until_a_table_records(
        self, client_of: ClientOf, game: Game
    ) -> None:
        """Recording a round does not touch the tournament."""
        self.ready(game)
        row = Stage.objects.get(number=2).seated.get().tables.get()
        row.game = make_game(game.club, players=3)
        row.save()
        client = client_of("tablet")
        told = asks_again(client.get(self.url(game)).content.decode())
        assert client.get(told).status_code == 204
        play(row.game, 0, 5, 9)
        answer = client.get(told)
        assert answer.status_code == 200
        assert "<html" not in answer.content.decode()
        assert client.get(asks_again(answer.content.decode())).status_code == 204
        Tournament.objects.update(revision=99)
        assert client.get(told).status_code == 200

    def test_it_asks_again_for_the_game_that_was_asked_for(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        html = client_of("tablet").get(self.url(game), {"game": "1.1"}).content.decode()
        assert "game=1.1" in asks_again(html)

    @pytest.mark.parametrize("seen", ["", "x", "-1", "9" * 5000, "\0"])
    def test_nonsense_has_seen_nothing(self, client_of: ClientOf, game: Game, seen: str) -> None:
        self.ready(game)
        assert "First stage" in self.get(client_of("tablet"), game, seen=seen).text
