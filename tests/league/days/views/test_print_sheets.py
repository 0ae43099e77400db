"""Score sheets on paper."""

import pytest

from league.models import GameDay
from scoring.models import Game
from tests.league.factories import GameDayFactory, seat
from tests.litany import ClientOf

from .of_day import ShowsDay


class TestPrintSheets(ShowsDay):
    name = "print-sheets"
    most_queries = 9

    def test_a_sheet_a_table_with_names_and_starting_doubles(
        self, client_of: ClientOf, game: Game
    ) -> None:
        rules = {"base": "family", "fill": "defaults", "rounds": 4}
        GameDayFactory(club=game.club, rules=rules)
        seat(self.day(game))
        page = self.get(client_of("organizer"), game)
        assert page.tags.count("table") == 2
        assert "Table 2, game 1" in page.text
        assert "double 12 set · 4 rounds" in page.text
        assert "1 12–12" in page.text
        assert "4 9–9" in page.text
        assert "5 8–8" not in page.text

    @pytest.mark.parametrize(
        ("told", "shown"), [("", 1), ("3", 3), ("0", 1), ("x", 1), ("9" * 5000, 1)]
    )
    def test_for_the_round_that_is_asked_for(
        self, client_of: ClientOf, game: Game, told: str, shown: int
    ) -> None:
        self.ready(game)
        page = self.get(client_of("organizer"), game, round=told)
        assert f"Table 1, game {shown}" in page.text

    @pytest.mark.parametrize("base", ["family", "hub", "capri", "roundhouse", "token", "senior"])
    def test_every_rule_set_has_its_lines(self, client_of: ClientOf, game: Game, base: str) -> None:
        self.ready(game)
        GameDay.objects.update(rules={"base": base, "fill": "defaults"})
        page = self.get(client_of("organizer"), game)
        assert page.tags.count("th") > 2 * (6 + 2)
