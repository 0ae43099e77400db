"""Place cards."""

from scoring.models import Game
from tests.league.factories import GameDayFactory
from tests.litany import ClientOf

from .of_day import ShowsDay


class TestPrintCards(ShowsDay):
    name = "print-cards"
    most_queries = 9

    def test_each_person_has_a_card_with_all_rounds(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.get(client_of("organizer"), game)
        assert page.tags.count("article") == 8
        assert page.text.count("Game 3") == 8
        plan = self.day(game).plans.get().tables
        ann = game.club.players.get(name="Ann").pk
        where = [next(n for n, t in enumerate(tables, 1) if ann in t) for tables in plan]
        rounds = [f"Game {at} Table {table}" for at, table in enumerate(where, 1)]
        assert "Ann " + " ".join(rounds) in page.text

    def test_without_a_plan_it_says_so(self, client_of: ClientOf, game: Game) -> None:
        GameDayFactory(club=game.club)
        assert "Nobody is seated yet." in self.get(client_of("organizer"), game).text
