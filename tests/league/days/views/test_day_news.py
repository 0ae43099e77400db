"""Mails that tell people about a game day: a new date, that it is cancelled, its result."""

import datetime
from typing import Any

import pytest
from django.core import mail
from django.urls import reverse
from django.utils import timezone

from league.days.services.answers import answer_set
from league.days.services.calendar import day_cancel, day_edit, day_restore
from league.models import DayAnswer, GameDay
from scoring.models import Game
from tests.league.factories import GameDayFactory, begin, end, person, seat
from tests.litany import ClientOf, OfRow, Shows
from tests.page import Page

pytestmark = pytest.mark.usefixtures("one_day", "mail_server")


@pytest.fixture
def mail_server(settings: Any) -> None:
    settings.MAIL_GOES = True


class TestDayNews(OfRow, Shows):
    app = "league"
    name = "day-news"
    most_queries = 14

    def ready(self, game: Game) -> None:
        day = GameDayFactory(club=game.club, date=timezone.localdate())
        self.cleo = person(game.club, "Cleo", email="cleo@example.org", mails=True)
        person(game.club, "Dora", email="dora@example.org")
        day_cancel(day=day)

    def grow(self, game: Game) -> None:
        for name in ("Flora", "Gina"):
            person(game.club, name, email=f"{name}@example.org", mails=True)

    def args(self, game: Game) -> list[object]:
        return [GameDay.objects.get(club=game.club).pk]

    def page(self, client_of: ClientOf, day: GameDay) -> Page:
        return Page(client_of("organizer").get(reverse("league:day-news", args=[day.pk])))

    def told(self, client_of: ClientOf, day: GameDay, about: str) -> list[Any]:
        mail.outbox.clear()
        url = reverse("league:day-news", args=[day.pk])
        client_of("organizer").post(url, {"about": about})
        return list(mail.outbox)

    def test_who_agreed_hears_once_that_a_day_is_cancelled(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        day = GameDay.objects.get()
        GameDayFactory(club=game.club, date=day.date + datetime.timedelta(days=7))
        page = self.page(client_of, day)
        assert "1 person gets the mail." in page.text
        (message,) = self.told(client_of, day, "cancelled")
        assert message.to == ["cleo@example.org"]
        assert "This game day is cancelled: " in message.body
        assert "The next game day: " in message.body
        assert "/stop/" in message.extra_headers["List-Unsubscribe"]
        assert self.told(client_of, day, "cancelled") == []
        assert "1 person got this mail already." in self.page(client_of, day).text
        # Cancelled once more, it is news again.
        day_restore(day=day)
        assert "Tell the new date by e-mail" in self.page(client_of, day).text
        assert self.told(client_of, day, "cancelled") == []
        day_cancel(day=day)
        assert len(self.told(client_of, day, "cancelled")) == 1

    def test_who_said_no_is_not_told_that_the_day_is_cancelled(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        day = day_restore(day=GameDay.objects.get())
        answer_set(day=day, player=self.cleo, coming=DayAnswer.Coming.NO)
        day_cancel(day=day)
        assert self.told(client_of, day, "cancelled") == []

    def test_a_moved_day_names_both_dates_and_each_move_is_told(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        day = day_restore(day=GameDay.objects.get())
        GameDay.objects.update(date=datetime.date(2099, 3, 2))
        client = client_of("organizer")
        for date, before in (("2099-03-03", "Monday, March 2"), ("2099-03-05", "Tuesday, March 3")):
            day_edit(day=day, fields={"date": datetime.date.fromisoformat(date)})
            (message,) = self.told(client_of, day, "moved")
            assert f"The game day of {before}" in message.body
            assert "is moved." in message.body
            assert "Are you coming?" in message.body
            assert self.told(client_of, day, "moved") == []
        assert "Tell the new date by e-mail" in Page(client.get(f"/days/{day.pk}/")).text
        day_edit(day=day, fields={"note": "Bring cake"})
        assert self.told(client_of, day, "moved") == []

    def test_the_result_names_who_won_and_leads_to_it(
        self, client_of: ClientOf, game: Game, settings: Any
    ) -> None:
        settings.SITE_ADDRESSES = ["https://club.example"]
        self.ready(game)
        day = day_restore(day=GameDay.objects.get())
        day_edit(day=day, fields={"rounds": 1})
        seat(day, 4)
        (table,) = begin(day)
        assert "There is nothing to tell about this day by e-mail now." in (
            self.page(client_of, day).text
        )
        end(table)
        assert (
            "Send the result by e-mail"
            in Page(client_of("organizer").get(reverse("league:day-result", args=[day.pk]))).text
        )
        (message,) = self.told(client_of, day, "result")
        assert "Winner of the day: " in message.body
        assert f"https://club.example/days/{day.pk}/result/?key=" in message.body
        assert self.told(client_of, day, "moved") == []
