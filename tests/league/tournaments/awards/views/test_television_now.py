"""The next screen of the television."""

import datetime

from league.models import Stage, StageRound, StageTable, Tournament
from scoring.models import Game
from tests.league.tournaments.display.of_bracket import ShownPublicly
from tests.league.tournaments.display.test_bracket_now import asks_again
from tests.league.tournaments.played import paper, three_stages
from tests.litany import ClientOf
from tests.page import turns_to


class TestTelevisionNow(ShownPublicly):
    name = "television-now"
    most_queries = 22
    stage = 1

    def test_it_goes_round_and_round(self, client_of: ClientOf, game: Game) -> None:
        three_stages(game.club, 90, until=1)
        client, url, seen = client_of("tablet"), self.url(game), []
        for _turn in range(3):
            html = client.get(url).content.decode()
            seen.append("Table 1 " in html)
            url = turns_to(html)
        assert seen == [True, False, True]

    def test_one_screen_alone_is_sent_once(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("tablet")
        told = asks_again(client.get(self.url(game)).content.decode())
        assert client.get(told).status_code == 204
        Stage.objects.update(name="Morning")
        answer = client.get(told)
        assert answer.status_code == 200
        assert "<html" not in answer.content.decode()

    def test_it_has_the_clock_and_is_sent_anew_when_it_moves(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        client = client_of("tablet")
        assert "minute" not in self.get(client, game).text
        Stage.objects.update(minutes=60)
        assert "60 minutes" in self.get(client, game).text
        noon = datetime.datetime(2026, 3, 2, 12, tzinfo=datetime.UTC)
        StageRound.objects.update(started_at=noon, stopped_at=noon + datetime.timedelta(minutes=10))
        html = client.get(self.url(game)).content.decode()
        assert "50 minutes left, the clock is stopped" in html
        assert client.get(asks_again(html)).status_code == 204
        StageRound.objects.update(stopped_at=noon + datetime.timedelta(minutes=11))
        assert "49 minutes left" in client.get(asks_again(html)).content.decode()
        StageRound.objects.update(stopped_at=None)
        assert "Time!" in self.get(client, game).text
        StageRound.objects.update(time_at=noon)
        assert "Time!" in self.get(client, game).text
        # It ends where all tables of the game are in.
        for table in StageTable.objects.filter(paper=None):
            paper(table, range(1, table.seats.count() + 1))
        Tournament.objects.update(revision=3)
        assert "Time!" not in self.get(client, game).text
