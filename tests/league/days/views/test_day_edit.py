"""Changing one game day."""

from typing import Any

import pytest

from league.models import GameDay
from scoring.models import Game
from tests.litany import BOTH, ClientOf, Writes, rows
from tests.page import Page

from .of_day import OfDay
from .test_day_add import WRONG, typed


class TestDayEdit(OfDay, Writes):
    name = "day-edit"
    methods = BOTH
    may = frozenset({"organizer"})

    def data(self, game: Game) -> dict[str, Any]:
        return typed(place="Library")

    def test_it_shows_and_keeps_the_day(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("organizer")
        page = self.get(client, game)
        assert page.fields["place"] == "Community center"
        assert (page.fields["date"], page.fields["ends"]) == ("2026-03-02", "16:00")
        assert page.fields["rules"] == "family"
        page = self.followed(client, game, note="Bring cake")
        assert "The game day is changed." in page.trouble
        assert "Library Map of Library, at openstreetmap.org · Bring cake" in page.text
        assert self.day(game).sequence == 1

    @pytest.mark.parametrize(("changed", "said"), WRONG)
    def test_what_is_wrong_is_said_and_kept(
        self, client_of: ClientOf, game: Game, changed: dict[str, str], said: str
    ) -> None:
        self.ready(game)
        client, before = client_of("organizer"), rows()
        page = Page(self.send(client, game, **changed))
        assert said in page.trouble
        assert rows() == before

    def test_rounds_that_are_on_are_not_taken_away(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        GameDay.objects.update(current_round=2)
        page = Page(self.send(client_of("organizer"), game, rounds="1"))
        assert "Game 2 is on" in page.trouble
