"""The link and the QR code for players' phones."""

from scoring.models import Game
from scoring.sheets.services.games import game_finish
from tests.factories import ANN, new_key, play
from tests.litany import ClientOf, OfGame, Shows


class TestShare(OfGame, Shows):
    name = "share"
    most_queries = 4

    def test_the_link_opens_the_sheet(self, client_of: ClientOf, game: Game) -> None:
        answer = client_of("tablet").get(self.url(game))
        link = f"http://testserver/watch/{game.watch_key}/"
        assert link in answer.content.decode()
        assert "QR code of the address" in answer.content.decode()
        assert client_of("nobody").get(link).status_code == 200

    def test_a_finished_game_can_be_shared(self, client_of: ClientOf, game: Game) -> None:
        play(game, 12, 0, 45, 9)
        game_finish(game=game, author=ANN, key=new_key())
        assert game.watch_key in self.get(client_of("tablet"), game).text
