"""The part of the watchers' page that changes."""

from scoring.models import Game
from scoring.sheets.selectors.sheet import sheet_of
from tests.factories import play
from tests.litany import ClientOf

from .test_watch import Watched


class TestWatchNow(Watched):
    name = "watch-now"
    # Its game day, or whether it belongs to one, is two of them.
    most_queries = 12

    def test_who_has_seen_it_gets_nothing(self, client_of: ClientOf, game: Game) -> None:
        play(game, 12, 0, 45, 9)
        client, seen = client_of("nobody"), str(sheet_of(game).revision)
        assert client.get(self.url(game), {"seen": seen}).status_code == 204
        play(game, 0, 1, 2, 3)
        page = self.get(client, game, seen=seen)
        assert "Bob leads with 1 and is 11 ahead." in page.text
        assert "html" not in page.tags
