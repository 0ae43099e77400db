"""Cancelling a game day."""

from datetime import time, timedelta

from django.urls import reverse

from league.days.services.calendar import series_create
from scoring.models import Game
from tests.league.factories import MONDAY
from tests.litany import ClientOf, Writes
from tests.page import Page

from .of_day import OfDay


class TestDayCancel(OfDay, Writes):
    name = "day-cancel"
    may = frozenset({"organizer"})

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
        page = Page(client.get(client.post(url, {"later": "1"})["Location"]))
        assert "2 game days are cancelled." in page.trouble
        assert series.game_days.filter(cancelled_at=None).count() == 1
