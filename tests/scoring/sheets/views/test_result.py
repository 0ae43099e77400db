"""Who won, to show around the table."""

from django.urls import reverse

from scoring.models import Game
from scoring.sheets.services.games import game_finish, game_reopen
from tests.factories import ANN, new_key, play
from tests.litany import ClientOf, OfGame, ShownToAll


class TestResult(OfGame, ShownToAll):
    name = "result"
    most_queries = 8

    def ready(self, game: Game) -> None:
        play(game, 12, 0, 45, 9)
        game_finish(game=game, author=ANN, key=new_key())

    def test_it_says_who_won(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.get(client_of("tablet"), game)
        assert "Bob wins with 0, 9 ahead. After 1 round." in page.text
        assert "1 Bob 0 went out in 1 round 2 Dot 9" in page.text
        assert reverse("scoring:game-start") in page.links

    def test_a_tie_shares_the_place(self, client_of: ClientOf, game: Game) -> None:
        play(game, 9, 0, 45, 9)
        play(game, 0, 9, 45, 9)
        game_finish(game=game, author=ANN, key=new_key())
        page = self.get(client_of("tablet"), game)
        assert "Ann and Bob" in page.text
        assert "1 = shared Ann 9" in page.text
        assert "3 Dot 18" in page.text

    def test_it_is_not_there_while_the_game_is_open(self, client_of: ClientOf, game: Game) -> None:
        client = client_of("organizer")
        assert client.get(self.url(game)).status_code == 404
        self.ready(game)
        assert client.get(self.url(game)).status_code == 200
        game_reopen(game=game, author=ANN, key=new_key(), reason="miscounted")
        assert client.get(self.url(game)).status_code == 404
