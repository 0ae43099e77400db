"""The calendar of game days, for the club's people."""

import datetime
from collections.abc import Iterator

import pytest
import time_machine

from league.days.services.answers import answer_set
from league.days.services.calendar import day_cancel
from league.models import DayAnswer
from scoring.models import Game
from tests.league.factories import GameDayFactory, day_game
from tests.litany import ClientOf, Shows


@pytest.fixture(autouse=True)
def march() -> Iterator[None]:
    with time_machine.travel("2026-03-01 12:00Z", tick=False):
        yield


class TestCalendar(Shows):
    app = "league"
    name = "calendar"
    most_queries = 7

    def ready(self, game: Game) -> None:
        GameDayFactory(club=game.club)

    def test_it_shows_what_is_coming(self, client_of: ClientOf, game: Game) -> None:
        GameDayFactory(club=game.club, date=datetime.date(2026, 4, 6), note="Bring cake")
        GameDayFactory(club=game.club, date=datetime.date(2026, 3, 30))
        cancelled = GameDayFactory(club=game.club, date=datetime.date(2026, 4, 13))
        day_cancel(day=cancelled)
        GameDayFactory(club=game.club, date=datetime.date(2026, 2, 23))
        text = self.get(client_of("scorekeeper"), game).text
        assert "April 2026 Monday, April 6 1 p.m.–4 p.m. · Community center Bring cake" in text
        assert "Monday, April 13 1 p.m.–4 p.m. · Community center Cancelled" in text
        assert "Past Feb. 23, 2026 0 people came · 0 games" in text
        assert "Add game days" not in text
        # One map is enough for days at one place.
        assert text.count("Map of Community center, at openstreetmap.org") == 1

    def test_it_says_how_many_said_yes_and_which_day_is_today(
        self, client_of: ClientOf, game: Game
    ) -> None:
        day = GameDayFactory(club=game.club, date=datetime.date(2026, 3, 1))
        for player, coming in zip(game.club.players.all(), ("yes", "late", "no"), strict=False):
            answer_set(day=day, player=player, coming=DayAnswer.Coming(coming))
        text = self.get(client_of("scorekeeper"), game).text
        assert "Sunday, March 1 (today) 1 p.m.–4 p.m. · Community center 2 said yes" in text

    def test_a_day_that_is_over_names_its_winner(self, client_of: ClientOf, game: Game) -> None:
        for date in (datetime.date(2026, 2, 23), datetime.date(2026, 3, 1)):
            day = GameDayFactory(club=game.club, date=date, rounds=1)
            day_game(day, {"Ann": (0, 5), "Bob": (20, 0), "Cal": (30, 40)})
        page = self.get(client_of("scorekeeper"), game)
        # One that was played today is over, and is not to come any more.
        assert "No game day is coming." in page.text
        won = "1 game Won by Ann The day’s result"
        assert (
            f"March 1, 2026 0 people came · {won} Feb. 23, 2026 0 people came · {won}" in page.text
        )
        assert f"/days/{day.pk}/result/" in page.links

    def test_its_address_for_calendar_programs_needs_no_account(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        page = self.get(client_of("tablet"), game)
        (feed,) = [link for link in page.links if "calendar.ics" in link]
        answer = client_of("nobody").get(feed)
        assert answer.status_code == 200
        assert b"BEGIN:VEVENT" in answer.content

    def test_clubs_do_not_see_each_others_days(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        assert "No game day is coming." in self.get(client_of("stranger"), game).text
