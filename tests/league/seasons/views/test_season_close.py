"""Closing a season and opening it again."""

import time_machine
from django.urls import reverse

from league.models import GameDay, Season
from scoring.models import Club, Game
from tests.confirming import Sensitive
from tests.league.factories import GameDayFactory, SeasonFactory, day_game
from tests.litany import ORGANIZERS, ClientOf, OfRow, Writes, rows
from tests.page import Page

CLOSED = (
    "The season is closed. A score that is corrected later changes the day’s result, and nothing "
    "here."
)
ROUNDS = {"Ann": (0,), "Bob": (20,), "Cal": (30,)}


class OfOpenSeason(OfRow, Writes):
    app = "league"
    may = ORGANIZERS

    def ready(self, game: Game) -> None:
        SeasonFactory(club=game.club)
        day_game(GameDayFactory(club=game.club), ROUNDS)

    def args(self, game: Game) -> list[object]:
        return [Season.objects.earliest("pk").pk]


class TestSeasonClose(OfOpenSeason):
    name = "season-close"

    def test_it_is_closed(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("organizer")
        page = Page(client.get(reverse("league:leaderboard", args=self.args(game))))
        assert "changes nothing in them. You can open the season again at any time." in page.text
        page = self.followed(client, game)
        assert f"{CLOSED} To let it count, open the season again." in page.text
        assert "2026 is closed, and stays as it is now." in page.trouble
        assert "Who sees it Season report to print Who came Brought forward" in page.text
        season = Season.objects.get()
        assert season.closed_at
        assert season.closed_by == "Olive"

    def test_days_still_to_come_are_named_before(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        url = reverse("league:leaderboard", args=self.args(game))
        with time_machine.travel("2026-03-04 12:00Z", tick=False):
            GameDayFactory(club=game.club, date="2026-03-09")
            GameDayFactory(club=game.club, date="2026-03-16", counts=False)
            GameDayFactory(club=game.club, date="2026-03-23")
            text = Page(client_of("organizer").get(url)).text
        assert "2 game days are still to come: March 9, 2026 and March 23, 2026." in text

    def test_strangers_read_why_the_day_can_say_something_else(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        Season.objects.update(public=True)
        Club.objects.update(shown=Club.Shown.GAMES)
        stranger, (season,) = client_of("nobody"), self.args(game)
        day = GameDay.objects.get(club=game.club)
        ann = game.club.players.get(name="Ann")
        pages = [
            reverse("league:leaderboard", args=[season]),
            reverse("league:season-records", args=[season]),
            reverse("league:season-place", args=[season, ann.pk]),
        ]
        result = reverse("league:day-result", args=[day.pk])
        of_day = "changes this page, but not the season’s leaderboard and records."
        assert "is closed" not in Page(stranger.get(result)).text
        client_of("organizer").post(self.url(game))
        for page in pages:
            text = Page(stranger.get(page)).text
            assert CLOSED in text
            assert "open the season again" not in text
        assert of_day in Page(stranger.get(result)).text
        # A day that never counted has nothing to do with the season.
        GameDay.objects.update(counts=False)
        assert of_day not in Page(stranger.get(result)).text

    def test_not_while_a_table_plays(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        day_game(GameDayFactory(club=game.club, starts="18:00"), ROUNDS, finished=False)
        client = client_of("organizer")
        page = self.followed(client, game)
        assert "1 game of this season is not finished. Finish it first." in page.trouble
        assert not Season.objects.get().closed_at


class TestSeasonReopen(Sensitive, OfOpenSeason):
    name = "season-reopen"

    def ready(self, game: Game) -> None:
        super().ready(game)
        Season.objects.update(closed_at="2026-12-31T12:00Z", closed_by="Ann")

    def test_it_is_open(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.followed(client_of("organizer"), game)
        assert "2026 is open again, and follows its games." in page.trouble
        season = Season.objects.get()
        assert (season.closed_at, season.closed_by) == (None, "")

    def test_an_open_one_is_left_alone(self, client_of: ClientOf, game: Game) -> None:
        super().ready(game)
        client = client_of("organizer")
        before = rows()
        page = self.followed(client, game)
        assert "2026 is open." in page.trouble
        assert rows()["Season"] == before["Season"]
