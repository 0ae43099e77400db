"""Seating everybody."""

import pytest

from league.days.services import seating
from league.days.services.calendar import day_cancel
from league.models import GameDay, Plan
from scoring.models import Game
from tests.league.factories import GameDayFactory, begin, come
from tests.litany import ClientOf, Writes

from .of_day import OfDay


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seating, "SECONDS", 0.2)


class TestPlanMake(OfDay, Writes):
    name = "plan-make"
    may = frozenset({"organizer"})

    def ready(self, game: Game) -> None:
        come(GameDayFactory(club=game.club), "Ann", "Bob", "Cal", "Dot", "Eve", "Fay")

    def test_everybody_has_a_seat(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.followed(client_of("organizer"), game)
        assert "Everybody has a seat." in page.trouble
        # Any two of three games at two tables of three have two pairs in common.
        assert "6 pairs meet twice, and nobody more often." in page.trouble
        assert "Start 2 tables" in page.text

    def test_one_game_lets_nobody_meet_twice(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        GameDay.objects.update(rounds=1)
        page = self.followed(client_of("organizer"), game)
        assert "Everybody has a seat. Nobody meets twice." in page.trouble

    def test_seated_people_are_asked_for_first(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("organizer")
        self.send(client, game)
        come(self.day(game), "Zoe")
        page = self.followed(client, game)
        assert "What the new plan changes" in page.text
        assert Plan.objects.filter(taken_at=None).count() == 1

    def test_two_taps_make_one_plan(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("organizer")
        for _tap in range(2):
            assert "Start 2 tables" in self.followed(client, game, seen="0").text
        assert Plan.objects.count() == 1

    def test_after_the_start_one_tap_is_enough(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("organizer")
        self.send(client, game)
        begin(self.day(game))
        come(self.day(game), "Gus", "Hal", "Ida", "Zoe")
        page = self.followed(client, game)
        assert "Everybody has a seat. There are 3 tables now (before: 2)." in page.trouble

    def test_what_cannot_be_is_said(self, client_of: ClientOf, game: Game) -> None:
        day = GameDayFactory(club=game.club)
        client = client_of("organizer")
        assert "Nobody" in self.followed(client, game).trouble
        come(day, "Ann")
        assert "Ann is the only one" in self.followed(client, game).trouble
        day_cancel(day=day)
        come_back = self.followed(client, game)
        assert "cancelled" in come_back.trouble
