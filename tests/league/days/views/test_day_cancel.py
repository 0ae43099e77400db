"""Cancelling a game day."""

from datetime import time, timedelta
from typing import Any

from django.urls import reverse
from django.utils import timezone

from league.days.services.answers import answer_set
from league.days.services.calendar import series_create
from league.models import DayAnswer
from scoring.models import Game
from tests.league.factories import MONDAY, GameDayFactory, begin, people_named, seat
from tests.litany import ClientOf, Writes
from tests.page import Page

from .of_day import OfDay


class TestDayCancel(OfDay, Writes):
    name = "day-cancel"
    may = frozenset({"organizer"})

    def data(self, game: Game) -> dict[str, Any]:
        return {"sure": "1"}

    def test_it_asks_first_and_says_how_many_said_yes(
        self, client_of: ClientOf, game: Game
    ) -> None:
        day = GameDayFactory(club=game.club, date=timezone.localdate())
        for name in ("Ann", "Bob"):
            (player,) = people_named(game.club, [name])
            answer_set(day=day, player=player, coming=DayAnswer.Coming.YES)
        page = Page(client_of("organizer").post(reverse("league:day-cancel", args=[day.pk])))
        assert "Cancel this game day?" in page.text
        assert "2 people said yes" in page.text
        assert "count for no season" not in page.text
        assert self.day(game).cancelled_at is None
        seat(day)
        begin(day)
        page = Page(client_of("organizer").post(reverse("league:day-cancel", args=[day.pk])))
        assert "2 games were started on it. They count for no season then." in page.text

    def test_the_day_says_that_it_is_cancelled(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        for _tap in range(2):
            page = self.followed(client_of("organizer"), game)
            assert "This game day is cancelled." in page.trouble
        assert self.day(game).sequence == 1

    def test_all_later_ones_of_its_series_too(self, client_of: ClientOf, game: Game) -> None:
        until = MONDAY + timedelta(weeks=2)
        told = {"date": MONDAY, "starts": time(13), "ends": time(16)}
        series = series_create(club=game.club, fields=told, until=until)
        client, day = client_of("organizer"), series.game_days.order_by("date")[1]
        url = reverse("league:day-cancel", args=[day.pk])
        assert "Cancel 2 game days?" in Page(client.post(url, {"later": "1"})).text
        assert not series.game_days.exclude(cancelled_at=None).exists()
        page = Page(client.get(client.post(url, {"later": "1", "sure": "1"})["Location"]))
        assert "2 game days are cancelled." in page.trouble
        assert series.game_days.filter(cancelled_at=None).count() == 1
