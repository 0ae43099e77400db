"""Closing a season and opening it again."""

from django.urls import reverse

from league.models import Season
from scoring.models import Game
from tests.confirming import Sensitive
from tests.league.factories import GameDayFactory, SeasonFactory, day_game
from tests.litany import ORGANIZERS, ClientOf, OfRow, Writes, rows
from tests.page import Page

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
        assert (
            "What is corrected since then changes the score sheet, and nothing here." in page.text
        )
        assert "2026 is closed, and stays as it is now." in page.trouble
        assert "Who sees it Who came Brought forward Members and guests" in page.text
        season = Season.objects.get()
        assert season.closed_at
        assert season.closed_by == "Olive"

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
