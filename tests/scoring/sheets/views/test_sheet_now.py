"""The part of the sheet that other tablets change."""

import pytest

from scoring.models import Game
from tests.factories import play
from tests.litany import ClientOf, OfGame, ShownToAll
from tests.page import Page, asks_again


class TestSheetNow(OfGame, ShownToAll):
    name = "sheet-now"
    # Its game day, or whether it belongs to one, is two of them.
    most_queries = 13

    def ready(self, game: Game) -> None:
        # A game without a round is asked whether it can be thrown away.
        play(game, 9, 0, 45, 12)

    def test_it_is_the_part_alone(self, client_of: ClientOf, game: Game) -> None:
        play(game, 12, 0, 45, 9)
        page = self.get(client_of("tablet"), game, seen="0")
        assert "Bob leads with 0 and is 9 ahead." in page.text
        assert "html" not in page.tags

    def test_who_has_seen_it_gets_nothing(self, client_of: ClientOf, game: Game) -> None:
        play(game, 12, 0, 45, 9)
        client = client_of("tablet")
        news = asks_again(client.get(self.url(game)))
        answer = client.get(news)
        assert (answer.status_code, answer.content) == (204, b"")
        play(game, 0, 1, 2, 3)
        assert "Bob leads with 1 and is 11 ahead." in Page(client.get(news)).text

    @pytest.mark.parametrize("seen", ["", "x", "-1", "9" * 5000, "\0"])
    def test_nonsense_has_seen_nothing(self, client_of: ClientOf, game: Game, seen: str) -> None:
        assert "No round is recorded yet." in self.get(client_of("tablet"), game, seen=seen).text
