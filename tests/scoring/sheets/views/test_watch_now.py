"""The part of the watchers' page that changes."""

from scoring.models import Game
from tests.factories import play
from tests.litany import ClientOf
from tests.page import Page, asks_again

from .test_watch import Watched


class TestWatchNow(Watched):
    name = "watch-now"
    # Its game day, or whether it belongs to one, is two of them.
    most_queries = 12

    def test_who_has_seen_it_gets_nothing(self, client_of: ClientOf, game: Game) -> None:
        play(game, 12, 0, 45, 9)
        client = client_of("nobody")
        news = asks_again(client.get(self.url(game)))
        assert client.get(news).status_code == 204
        play(game, 0, 1, 2, 3)
        page = Page(client.get(news))
        assert "Bob leads with 1 and is 11 ahead." in page.text
        assert "html" not in page.tags
