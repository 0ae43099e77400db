"""The plan on a page."""

from scoring.lists import all_of
from scoring.models import Game
from tests.league.factories import come
from tests.litany import ClientOf

from .of_day import ShowsDay


class TestPrintPlan(ShowsDay):
    name = "print-plan"
    most_queries = 9

    def test_by_person_and_by_table(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.get(client_of("organizer"), game)
        plan = self.day(game).plans.get().tables
        names = {player.pk: player.name for player in game.club.players.all()}
        for tables in plan:
            for table in tables:
                assert all_of(names[pk] for pk in table) in page.text
        ann = game.club.players.get(name="Ann").pk
        where = [next(n for n, t in enumerate(tables, 1) if ann in t) for tables in plan]
        told = [f"game {at}: table {table}" for at, table in enumerate(where, 1)]
        assert "Ann " + " ".join(told) in page.text
        assert "Plan of " in page.text
        assert "No seat yet" not in page.text
        come(self.day(game), "Zoe")
        assert "No seat yet: Zoe." in self.get(client_of("organizer"), game).text
