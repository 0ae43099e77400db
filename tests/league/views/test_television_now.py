"""The next screen of the television."""

from league.models import Tournament
from scoring.models import Game
from tests.league.played import three_stages
from tests.litany import ClientOf

from .of_bracket import ShownPublicly
from .test_bracket_now import asks_again


class TestTelevisionNow(ShownPublicly):
    name = "television-now"
    most_queries = 19

    def ready(self, game: Game) -> None:
        three_stages(game.club, 10, until=1, public=False)

    def test_it_goes_round_and_round(self, client_of: ClientOf, game: Game) -> None:
        three_stages(game.club, 90, until=1)
        client, url, seen = client_of("tablet"), self.url(game), []
        for _turn in range(3):
            html = client.get(url).content.decode()
            seen.append("Table 1 " in html)
            url = asks_again(html)
        assert seen == [True, False, True]

    def test_one_screen_alone_is_sent_once(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("tablet")
        told = asks_again(client.get(self.url(game)).content.decode())
        assert client.get(told).status_code == 204
        Tournament.objects.update(revision=99)
        answer = client.get(told)
        assert answer.status_code == 200
        assert "<html" not in answer.content.decode()
