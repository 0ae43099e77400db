"""The page of records: what it says, who sees it, what it links to."""

import datetime

import pytest
from django.urls import reverse

from league.models import RecordBook, Season, Tally
from league.seasons.services.records import records_refresh
from scoring.models import Club, Game
from tests.league.days.test_paper import grid
from tests.league.factories import MONDAY, GameDayFactory, SeasonFactory, day_game
from tests.litany import EVERYBODY, SCORERS, ClientOf, Litany, OfRow, Shows
from tests.page import Page

WEEK = datetime.timedelta(days=7)
FIRST = {"Ann": (0, 10), "Bob": (20, 0), "Cal": (30, 30)}
SECOND = {"Ann": (40, 30), "Bob": (0, 5), "Dot": (10, 0)}


class OfRecords(Shows, Litany):
    app = "league"
    may = SCORERS
    most_queries = 12

    def ready(self, game: Game) -> None:
        season = SeasonFactory(club=game.club)
        for number, rounds in enumerate((FIRST, SECOND)):
            day_game(GameDayFactory(club=game.club, date=MONDAY + number * WEEK), rounds)
        # Deriving is paid by whoever comes first, not counted for each.
        records_refresh(club=game.club)
        records_refresh(club=game.club, season=season)

    def grow(self, game: Game) -> None:
        super().grow(game)
        day = GameDayFactory(club=game.club, date=MONDAY + 2 * WEEK)
        for table in range(1, 4):
            names = [f"P{table}{letter}" for letter in "abcd"]
            rounds = dict(zip(names, [(0, 0), (9, 40), (40, 9), (1, 1)], strict=True))
            day_game(day, rounds, table_number=table)
        records_refresh(club=game.club)
        records_refresh(club=game.club, season=Season.objects.get(club=game.club))

    def test_each_says_who_and_when_and_leads_to_the_game(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        page = self.get(client_of("scorekeeper"), game)
        assert "Lowest game of 2 rounds or more 5 points Bob March 9, 2026" in page.text
        assert "Most points in one round 40 points Ann March 9, 2026" in page.text
        assert (
            "Most rounds won in a row number of rounds one after the other, also from one game "
            "to the next 2 rounds Bob March 9, 2026" in page.text
        )
        assert "since March 2, 2026" in page.text
        assert "Most blocked rounds in a game Nobody holds it yet." in page.text
        second = Game.objects.get(table_game__game_day__date=MONDAY + WEEK)
        assert reverse("scoring:sheet", args=[second.code]) in page.links

    def test_all_who_hold_it_are_named(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        day = GameDayFactory(club=game.club, date=MONDAY + 2 * WEEK)
        for table in range(1, 11):
            names = [f"P{table}{letter}" for letter in "abc"]
            rounds = dict(zip(names, [(0, 0), (9, 9), (1, 1)], strict=True))
            day_game(day, rounds, table_number=table)
        page = self.get(client_of("tablet"), game)
        assert "Lowest game of 2 rounds or more 0 points P1a" in page.text
        assert "and 2 more" in page.text
        for table in range(1, 11):
            assert f"P{table}a" in page.text

    def test_the_page_is_no_longer_than_can_be_read(
        self, client_of: ClientOf, game: Game, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.ready(game)
        day = GameDayFactory(club=game.club, date=MONDAY + 2 * WEEK)
        for table in range(1, 4):
            names = [f"P{table}{letter}" for letter in "ab"]
            day_game(day, dict(zip(names, [(0, 0), (9, 9)], strict=True)), table_number=table)
        monkeypatch.setattr("league.seasons.selectors.records.SHOWN", 2)
        page = self.get(client_of("tablet"), game)
        lowest = page.text.partition("Most points")[0]
        assert "P2a" in lowest
        assert "P3a" not in lowest
        assert "It was reached 1 time more after these." in lowest

    def test_before_the_first_game(self, client_of: ClientOf, game: Game) -> None:
        SeasonFactory(club=game.club)
        page = self.get(client_of("organizer"), game)
        assert page.text.count("Nobody holds it yet.") == 6

    def test_of_games_without_rounds_it_says_so(self, client_of: ClientOf, game: Game) -> None:
        SeasonFactory(club=game.club)
        days = [GameDayFactory(club=game.club, date=MONDAY + n * WEEK) for n in range(2)]
        enter = reverse("league:paper-day", args=[days[0].pk])
        client, form = client_of("organizer"), grid(("Ann", ("1", "98")), ("Bob", ("1", "120")))
        client.post(enter, {**form, "agreed": client.post(enter, form).context["mark"]})
        page = self.get(client, game).text
        assert "Nobody wrote down the rounds of these games. So there is no record" in page
        assert "98 points Ann" in page
        assert page.count("Nobody knows.") == 5
        day_game(days[1], {"Ann": (0,), "Bob": (5,)})
        page = self.get(client, game).text
        assert "Records of rounds are from 1 of 2 games. Of the other one nobody wrote" in page
        assert "Nobody knows." not in page
        assert "Most points in one round 5 points Bob" in page

    def test_names_are_text(self, client_of: ClientOf, game: Game) -> None:
        SeasonFactory(club=game.club, name="<b>%s</b>")
        day_game(GameDayFactory(club=game.club), {"<i>Ann</i>": (0,), "Bob": (5,)})
        page = self.get(client_of("organizer"), game)
        assert "<i>Ann</i>" in page.text
        assert not {"b", "i"} & set(page.tags)


class TestRecords(OfRecords):
    name = "records"

    def test_a_stranger_sees_none_of_ours(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.get(client_of("stranger"), game)
        assert "Bob" not in page.text
        assert page.text.count("Nobody holds it yet.") == 6

    def test_it_leads_to_each_season(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        season = Season.objects.get(club=game.club)
        page = self.get(client_of("tablet"), game)
        assert reverse("league:season-records", args=[season.pk]) in page.links


class TestSeasonRecords(OfRow, OfRecords):
    name = "season-records"

    def args(self, game: Game) -> list[object]:
        return [Season.objects.filter(club=game.club).earliest("pk").pk]

    @pytest.mark.parametrize("shown", [Club.Shown.NOTHING, Club.Shown.GAMES])
    def test_a_club_can_show_it(self, client_of: ClientOf, game: Game, shown: str) -> None:
        self.ready(game)
        Season.objects.filter(club=game.club).update(public=True)
        Season.objects.create(club=game.club, name="secret", first="2025-01-01", last="2025-12-31")
        Club.objects.filter(pk=game.club_id).update(shown=shown)
        for who in sorted(EVERYBODY - SCORERS):
            page = self.get(client_of(who), game)
            assert "Bob" in page.text
            assert set(page.actions) <= {reverse("scoring:sign-out")}
            # No link to what a stranger would not find.
            assert "secret" not in page.text
            sheets = [link for link in page.links if link.startswith("/games/")]
            assert bool(sheets) is (shown == Club.Shown.GAMES)
            assert (", round 1" in page.text) is bool(sheets)

    def test_without_its_games_a_club_says_nothing_of_who_sat_together(
        self, client_of: ClientOf, game: Game
    ) -> None:
        season = SeasonFactory(club=game.club, public=True)
        Club.objects.filter(pk=game.club_id).update(shown=Club.Shown.NOTHING)
        table = day_game(GameDayFactory(club=game.club), {"Ann": (0, 9), "Bob": (5, 0)})
        records_refresh(club=game.club, season=season)
        Tally.objects.filter(game=table).update(blocked=1)
        RecordBook.objects.all().delete()
        for who, together in (("scorekeeper", True), ("stranger", False)):
            blocked = self.get(client_of(who), game).text.partition("Most blocked rounds")[2]
            assert "1 round" in blocked
            assert ("Ann and Bob" in blocked) is together

    def test_the_leaderboard_leads_here(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        season = Season.objects.get(club=game.club)
        answer = client_of("tablet").get(reverse("league:leaderboard", args=[season.pk]))
        assert self.url(game) in Page(answer).links
