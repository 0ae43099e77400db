"""The leaderboard: its order, what it filters, who sees it, and that it moves."""

import csv
import datetime
import io
import re
from collections.abc import Callable
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from league.models import GameDay, Profile, Season
from league.seasons.services.leaderboard import board_refresh
from league.seasons.services.seasons import season_update
from scoring.models import Club, Game, Player
from scoring.sheets.services.seats import seat_join
from tests.factories import ANN, new_key, play
from tests.league.factories import MONDAY, GameDayFactory, SeasonFactory, day_game
from tests.litany import EVERYBODY, NOTHING_HERE, SCORERS, ClientOf, OfRow, Shows
from tests.page import Page, asks_again

WEEK = datetime.timedelta(days=7)
FIRST = {"Ann": (0, 10), "Bob": (20, 0), "Cal": (30, 30)}
SECOND = {"Ann": (40, 30), "Bob": (0, 5), "Dot": (10, 0)}


class OfSeason(OfRow, Shows):
    """A view of the season in which two game days have been played."""

    app = "league"
    may = SCORERS
    most_queries = 19

    def ready(self, game: Game) -> None:
        season = SeasonFactory(club=game.club)
        for number, rounds in enumerate((FIRST, SECOND)):
            day_game(GameDayFactory(club=game.club, date=MONDAY + number * WEEK), rounds)
        # Deriving is paid by whoever comes first, not counted for each.
        board_refresh(season=season)
        board_refresh(season=season, as_of=MONDAY)

    def grow(self, game: Game) -> None:
        super().grow(game)
        day = GameDayFactory(club=game.club, date=MONDAY + 2 * WEEK)
        for table in range(3):
            names = [f"P{table}{letter}" for letter in "abcd"]
            rounds = dict(zip(names, [(0,), (50 + table,), (60,), (70,)], strict=True))
            day_game(day, rounds, table_number=table + 1)
        board_refresh(season=Season.objects.get(club=game.club))

    def args(self, game: Game) -> list[object]:
        return [Season.objects.get(club=game.club).pk]

    def shown(self, client: Client, game: Game, **query: str) -> list[list[str]]:
        """The cells of the table's rows."""
        answer = client.get(self.url(game), query)
        assert answer.status_code == 200
        rows = answer.context["table"].paginated_rows
        return [[str(row.record.place), row.record.player.name] for row in rows]


class TestPlace(OfSeason):
    """Why somebody's place is what it is."""

    name = "season-place"
    most_queries = 20

    def args(self, game: Game) -> list[object]:
        return [*super().args(game), Player.objects.get(club=game.club, name="Bob").pk]

    def unknown(self, game: Game) -> list[list[object]]:
        season, bob = self.args(game)
        return [[0, bob], [season, 0]]

    def test_it_says_every_step_and_leads_back(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.get(client_of("scorekeeper"), game)
        assert "Why place 2? All games of the game days count. The fewest points" in page.text
        assert (
            "Bob has 25 points from 4 rounds. That is 6.25 a round. "
            "Dot is next ahead, with 5.00. Ann is next behind, with 20.00. "
            "So Bob has place 2 of 4."
        ) in page.text
        # An earlier day has its own reasons, and a tap on its leaderboard leads to them.
        season, bob = self.args(game)
        client = client_of("scorekeeper")
        board = client.get(reverse("league:leaderboard", args=[season]), {"as_of": "2026-03-02"})
        (link,) = {link for link in Page(board).links if f"/places/{bob}/" in link}
        assert "Bob has place 2 of 3." in Page(client.get(link)).text

    def test_a_rating_can_be_followed_and_checked_by_hand(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        asks = "How the rating came about, game by game"
        assert asks in self.get(client_of("scorekeeper"), game).text
        page = self.get(client_of("scorekeeper"), game, rating="1")
        assert asks not in page.text
        found = re.findall(r"× \(([0-9.]+) − 3 × ([0-9.]+)\) = (\d+)\.", page.text)
        ((strength, doubt, rating),) = found
        assert round(1000 + 40 * (float(strength) - 3 * float(doubt))) == int(rating)
        board = board_refresh(season=Season.objects.get())
        assert board is not None
        assert board.standings.get(player__name="Bob").rating == int(rating)
        assert page.text.count(f"{strength} {doubt} {rating}") == 1
        # Of a season that is closed nobody knows the games as they were.
        Season.objects.update(closed_at=timezone.now(), public=True)
        assert asks not in self.get(client_of("scorekeeper"), game).text
        assert "Everybody begins" not in self.get(client_of("scorekeeper"), game, rating="1").text
        # Where a club does not show its games, strangers do not read them here.
        Season.objects.update(closed_at=None)
        Club.objects.update(shown=Club.Shown.FRONT)
        assert "Everybody begins" not in self.get(client_of("nobody"), game, rating="1").text

    def test_a_stranger_reads_it_on_a_public_board_and_no_days(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        assert client_of("nobody").get(self.url(game)).status_code == 404
        best = {"measure": "places", "place_points": [7, 5], "count": "best_days", "days": 1}
        Season.objects.filter(club=game.club).update(public=True, revision=2, **best)
        Club.objects.update(names="initials")
        page = self.get(client_of("nobody"), game)
        assert "Why place" in page.text
        assert "The days of B. that count add up to 7." in page.text
        assert "Bob" not in page.text
        assert "These days count" not in page.text
        assert "These days count: March 9, 2026." in self.get(client_of("organizer"), game).text

    def test_all_values_have_the_decimals_of_the_leaderboard(
        self, client_of: ClientOf, game: Game
    ) -> None:
        sums = {"measure": "places", "place_points": [7, 5, 2], "count": "sum"}
        season = SeasonFactory(club=game.club, public=True, **sums)
        day = GameDayFactory(club=game.club)
        day_game(day, {"Ann": (0,), "Bob": (5,), "Cal": (5,)})
        day_game(day, {"Ann": (0,), "Bob": (9,)}, seating_round=2)
        ann = Player.objects.get(club=game.club, name="Ann")
        url = reverse("league:season-place", args=[season.pk, ann.pk])
        page = Page(client_of("organizer").get(url)).text
        assert "Ann has 14.00 place points from 2 games." in page
        assert "Bob is next behind, with 8.50." in page
        bob = Player.objects.get(club=game.club, name="Bob")
        url = reverse("league:season-place", args=[season.pk, bob.pk])
        page = Page(client_of("organizer").get(url)).text
        assert "March 2, 2026 Game 1, table 1 2= 2 shared 3.50" in page
        assert "March 2, 2026 Game 2, table 1 2 5.00" in page
        assert "What each game gave" not in Page(client_of("stranger").get(url)).text
        # The board's first lines stand on other pages, too, and a file has plain numbers.
        (board,) = season.boards.all()
        assert [line.value_words for line in board.standings.all()] == ["14.00", "8.50", "3.50"]
        url = reverse("league:leaderboard-csv", args=[season.pk])
        assert "1,Ann,14,2" in client_of("organizer").get(url).content.decode()

    def test_the_printed_leaderboard_names_its_club(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        season = Season.objects.get(club=game.club)
        page = Page(client_of("organizer").get(reverse("league:leaderboard", args=[season.pk])))
        assert f"{season.name} {game.club.name} · " in page.text

    def test_an_average_lists_its_games_also_to_strangers_where_games_are_public(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        Season.objects.filter(club=game.club).update(public=True)
        listed = (
            "Rounds Points March 2, 2026 Game 1, table 1 2 2 20 March 9, 2026 Game 1, table 1 1 2 5"
        )
        assert listed in self.get(client_of("scorekeeper"), game).text
        Club.objects.update(shown=Club.Shown.FRONT)
        assert "What each game gave" not in self.get(client_of("nobody"), game).text
        Club.objects.update(shown=Club.Shown.GAMES)
        assert listed in self.get(client_of("nobody"), game).text

    def test_who_came_late_reads_which_points_that_gave(
        self, client_of: ClientOf, game: Game
    ) -> None:
        season = SeasonFactory(club=game.club, tie_breaks=["outs"])
        day = GameDayFactory(club=game.club)
        played = day_game(day, {"Ann": (0,), "Cal": (30,)}, finished=False)
        seat_join(game=played, author=ANN, key=new_key(), name="Dot", total=30)
        play(played, 0, 20, 20)
        # Cal and Dot have 50 points each, and neither went out: they share the place.
        # Eve has as many a round, and went out once: she is next ahead of them.
        day_game(day, {"Eve": (0, 50), "Bob": (60, 0)}, table_number=2)
        for name, says in (
            ("Dot", "2 rounds. Among them are 30 that Dot came in with, for 1 missed round."),
            ("Eve", "Ann is next ahead, with 0.00. Cal is next behind, with 25.00."),
            ("Cal", "Eve is next ahead, with 25.00. Bob is next behind, with 30.00."),
        ):
            player = Player.objects.get(club=game.club, name=name)
            url = reverse("league:season-place", args=[season.pk, player.pk])
            page = Page(client_of("organizer").get(url)).text
            assert says in page, page
            assert ("of 1 round" in page) == (name == "Dot")
        # What the value is divided by stands beside it; a file counts the rounds that were played.
        board = Page(client_of("organizer").get(reverse("league:leaderboard", args=[season.pk])))
        assert "25.00 1 1 + 1 1 played, 1 missed" in board.text
        url = reverse("league:leaderboard-csv", args=[season.pk])
        file = client_of("organizer").get(url).content.decode("utf-8-sig")
        rows = {row["player"]: row for row in csv.DictReader(io.StringIO(file))}
        assert (rows["Dot"]["rounds"], rows["Dot"]["rounds missed"]) == ("1", "1")
        assert (rows["Eve"]["rounds"], rows["Eve"]["rounds missed"]) == ("2", "")

    def test_who_is_not_on_the_board_is_not_there(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        season, _bob = self.args(game)
        eve = Player.objects.create(club=game.club, name="Eve", name_key="eve")
        url = reverse("league:season-place", args=[season, eve.pk])
        assert client_of("organizer").get(url).status_code == 404


class TestLeaderboard(OfSeason):
    name = "leaderboard"

    def test_it_shows_places_and_what_they_rest_on(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        page = self.get(client_of("scorekeeper"), game)
        assert "After March 9, 2026." in page.text
        assert "The fewest points a round lead. How games count What" in page.text
        assert "1 new Dot 5.00 1 2 1 0 10" in page.text
        assert "3 ▼2 down 2 places Ann 20.00 2 4 1 1 10" in page.text
        assert "2 = as before Bob 6.25" in page.text
        assert "The race" in page.text

    def test_sorted_and_filtered(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        bob = Player.objects.get(club=game.club, name="Bob")
        Profile.objects.create(player=bob, community="Hilltop")
        client = client_of("organizer")
        queries: list[tuple[dict[str, str], list[str]]] = [
            ({}, ["Dot", "Bob", "Ann", "Cal"]),
            ({"sort": "player"}, ["Ann", "Bob", "Cal", "Dot"]),
            ({"sort": "-player"}, ["Dot", "Cal", "Bob", "Ann"]),
            ({"sort": "-shown"}, ["Cal", "Ann", "Bob", "Dot"]),
            ({"sort": "nonsense"}, ["Dot", "Bob", "Ann", "Cal"]),
            ({"as_of": "2026-03-02"}, ["Ann", "Bob", "Cal"]),
            ({"as_of": "2026-03-08"}, ["Ann", "Bob", "Cal"]),
            ({"as_of": "2026-02-30"}, ["Dot", "Bob", "Ann", "Cal"]),
            ({"as_of": "soon"}, ["Dot", "Bob", "Ann", "Cal"]),
            ({"as_of": "1999-01-01"}, []),
            ({"name": "A"}, ["Ann", "Cal"]),
            ({"name": " aNN "}, ["Ann"]),
            ({"name": "<b>"}, []),
            ({"community": "Hilltop"}, ["Bob"]),
            ({"page": "99"}, ["Dot", "Bob", "Ann", "Cal"]),
            ({"page": "x"}, ["Dot", "Bob", "Ann", "Cal"]),
            # No database keeps such a letter, and PostgreSQL refuses to look for it.
            ({"community": "Hill\0top"}, ["Bob"]),
            ({"per_page": "-1"}, ["Dot", "Bob", "Ann", "Cal"]),
            ({"per_page": "9" * 20}, ["Dot", "Bob", "Ann", "Cal"]),
        ]
        for query, names in queries:
            shown = self.shown(client, game, **query)
            assert [name for _place, name in shown] == names, query

    def test_filters_leave_places_as_they_are(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        assert self.shown(client_of("organizer"), game, name="cal") == [["4", "Cal"]]

    def test_who_is_not_ranked_can_be_left_out(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        season = Season.objects.get(club=game.club)
        season_update(season=season, changes={"least_games": 2})
        client = client_of("organizer")
        assert [place for place, _name in self.shown(client, game)] == ["1", "2", "None", "None"]
        assert [place for place, _name in self.shown(client, game, ranked="1")] == ["1", "2"]
        assert "too few games" in self.get(client, game).text

    def test_a_club_can_show_it(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        Season.objects.filter(club=game.club).update(public=True)
        for who in sorted(EVERYBODY - SCORERS):
            page = self.get(client_of(who), game)
            assert "Dot" in page.text
            assert set(page.actions) <= {reverse("scoring:sign-out")}

    def test_an_organizer_reads_that_nothing_leads_to_it(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        alone = "strangers will not find it"
        assert alone not in self.get(client_of("organizer"), game).text
        Season.objects.filter(club=game.club).update(public=True)
        assert alone in self.get(client_of("organizer"), game).text
        assert alone not in self.get(client_of("scorekeeper"), game).text
        Club.objects.filter(pk=game.club_id).update(shown=Club.Shown.FRONT)
        assert alone not in self.get(client_of("organizer"), game).text

    @pytest.mark.values_differ
    @pytest.mark.parametrize(
        ("counts", "said"),
        [
            ({}, "Points a round"),
            ({"count": "best_days", "days": 1}, "Points"),
            ({"measure": "outs"}, "Rounds won, a round"),
            ({"measure": "beaten", "count": "per_game"}, "Percent beaten"),
        ],
    )
    def test_the_column_says_what_leads(
        self, client_of: ClientOf, game: Game, counts: dict[str, Any], said: str
    ) -> None:
        self.ready(game)
        season_update(season=Season.objects.get(club=game.club), changes=counts)
        table = client_of("organizer").get(self.url(game)).context["table"]
        assert table.columns["shown"].header == said

    @pytest.mark.parametrize("who", ["nobody", "organizer"])
    def test_a_row_leads_to_its_reasons_and_from_there_to_the_player(
        self, client_of: ClientOf, game: Game, who: str
    ) -> None:
        self.ready(game)
        Season.objects.filter(club=game.club).update(public=True)
        client = client_of(who)
        dot = Player.objects.get(name="Dot").pk
        why = reverse("league:season-place", args=[*self.args(game), dot])
        html = client.get(self.url(game)).content.decode()
        # Its place, its name and its value; keys stop at the name alone.
        assert html.count(f'<a href="{why}"') == 3
        assert html.count(f'<a href="{why}" tabindex="-1">') == 2
        player = reverse("league:player", args=[dot])
        # To strangers their page shows the figures once more.
        assert (player in Page(client.get(why)).links) == (who == "organizer")
        assert "Why place 1?" in Page(client.get(why)).text
        assert client.get(player).status_code == 200

    def test_it_is_paged(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        day = GameDay.objects.filter(club=game.club).latest("date")
        for table in range(2, 16):
            names = [f"P{table}{letter}" for letter in "abcd"]
            rounds = dict(zip(names, [(0,), (50 + table,), (60,), (70,)], strict=True))
            day_game(day, rounds, table_number=table)
        client = client_of("organizer")
        assert len(self.shown(client, game)) == 50
        assert len(self.shown(client, game, page="2")) == 10
        assert len(self.shown(client, game, per_page="100")) == 50
        assert "Page 2 of 2" in self.get(client, game, page="2").text

    def test_what_parted_two_is_said(self, client_of: ClientOf, game: Game) -> None:
        season = SeasonFactory(club=game.club, tie_breaks=["outs"])
        day_game(GameDayFactory(club=game.club), {"Ann": (0, 20), "Bob": (5, 15), "Cal": (30, 0)})
        page = Page(client_of("organizer").get(reverse("league:leaderboard", args=[season.pk])))
        assert "too. Decided by rounds won: 1." in page.text
        assert page.text.count("Decided by rounds won: 1.") == 1

    def test_every_step_that_decided_is_named(self, client_of: ClientOf, game: Game) -> None:
        """Ann and Bob are level but for common tables: Bob was ahead of Ann once, Cal between."""
        ties = ["outs", "head_to_head"]
        season = SeasonFactory(club=game.club, tie_breaks=ties, count="sum")
        day_game(GameDayFactory(club=game.club), {"Ann": (10, 0), "Bob": (0, 9), "Cal": (9, 30)})
        other = GameDayFactory(club=game.club, date=MONDAY + WEEK)
        day_game(other, {"Ann": (20,), "Cal": (0,)}, table_number=1)
        day_game(other, {"Bob": (21,), "Dot": (0,)}, table_number=2)
        page = Page(client_of("organizer").get(reverse("league:leaderboard", args=[season.pk])))
        same = "All of them won the same number of rounds."
        for name, number in (("Bob", 1), ("Ann", 0)):
            reason = f"{name} Others have 30, too. {same} Decided at common tables: {number}."
            assert reason in page.text

    def test_names_are_text(self, client_of: ClientOf, game: Game) -> None:
        season = SeasonFactory(club=game.club, name="<b>%s</b>")
        day_game(GameDayFactory(club=game.club), {"<i>Ann</i>": (0,), "Bob": (5,), "Cal": (3,)})
        page = Page(client_of("organizer").get(reverse("league:leaderboard", args=[season.pk])))
        assert "<i>Ann</i>" in page.text
        assert "<b>%s</b>" in page.text
        assert not {"b", "i"} & set(page.tags)

    def test_an_empty_season_says_so(self, client_of: ClientOf, game: Game) -> None:
        SeasonFactory(club=game.club)
        page = self.get(client_of("organizer"), game)
        assert "No game of this season has been scored yet." in page.text


class TestLeaderboardNow(OfSeason):
    name = "leaderboard-now"

    def test_it_answers_only_what_is_new(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("scorekeeper")
        news = asks_again(client.get(self.url(game), {"sort": "player"}))
        assert client.get(news).status_code == 204
        day = GameDayFactory(club=game.club, date=MONDAY + 2 * WEEK)
        open_game = day_game(day, {"Ann": (0,), "Bob": (9,), "Cal": (9,)}, finished=False)
        first = client.get(news)
        assert first.status_code == 200
        assert "1 table is still playing" in Page(first).text
        play(open_game, 9, 0, 9)
        assert client.get(asks_again(first)).status_code == 200


@pytest.mark.django_db
class TestLeaderboards:
    def test_it_leads_to_todays_season(self, client_of: ClientOf, club: Club) -> None:
        client, url = client_of("tablet"), reverse("league:leaderboards")
        assert client.get(url)["Location"] == reverse("league:seasons")
        days = [(2025, "2025-12-31"), (2026, "2026-12-31"), (2027, "2027-12-31")]
        seasons = [
            SeasonFactory(club=club, first=f"{year}-01-01", last=last) for year, last in days
        ]
        for day, season in (("2026-07-01", seasons[1]), ("2029-07-01", seasons[2])):
            with time_machine.travel(f"{day}T12:00Z", tick=False):
                found = client.get(url)["Location"]
            assert found == reverse("league:leaderboard", args=[season.pk])
        assert client.post(url).status_code == 405

    @pytest.mark.parametrize("who", ["nobody", "unpaired"])
    def test_strangers_find_nothing(self, client_of: ClientOf, club: Club, who: str) -> None:
        answer = client_of(who).get(reverse("league:leaderboards"))
        assert answer.status_code == 404
        assert NOTHING_HERE in Page(answer).text


def test_the_queries_of_a_refresh_do_not_grow_with_games(
    club: Club, django_assert_max_num_queries: Callable[[int], Any]
) -> None:
    season = SeasonFactory(club=club)
    day = GameDayFactory(club=club)
    for table in range(3):
        day_game(day, FIRST, seating_round=table + 1)
    with CaptureQueriesContext(connection) as first:
        board_refresh(season=season)
    day_game(day, SECOND, seating_round=4)
    # From now on a board is derived from itself, for one game as for many.
    with CaptureQueriesContext(connection) as few:
        board_refresh(season=season)
    for table in range(4, 12):
        day_game(day, SECOND, seating_round=table + 1)
    with django_assert_max_num_queries(len(few)):
        board_refresh(season=season)
    assert max(len(first), len(few)) < 40


class TestFramed(OfSeason):
    """The board as another web site's page shows it in a frame."""

    name = "leaderboard"

    def url(self, game: Game) -> str:
        return f"{super().url(game)}?embed=1"

    def allow(self, game: Game) -> None:
        Season.objects.filter(club=game.club).update(public=True)
        Club.objects.filter(pk=game.club_id).update(framed=True, names="initials")

    def test_frames_are_for_a_public_board_of_a_club_that_allows_them(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        for public, framed in ((False, True), (True, False)):
            Season.objects.filter(club=game.club).update(public=public)
            Club.objects.filter(pk=game.club_id).update(framed=framed)
            answer = client_of("tablet").get(self.url(game))
            assert answer["X-Frame-Options"] == "DENY"
            assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]

    def test_no_other_page_may_be_framed(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        self.allow(game)
        answer = client_of("nobody").get(self.url(game))
        assert "X-Frame-Options" not in answer
        assert "frame-ancestors *" in answer["Content-Security-Policy"]
        for path in (reverse("league:leaderboard", args=self.args(game)), "/?embed=1"):
            assert client_of("nobody").get(path)["X-Frame-Options"] == "DENY"

    def test_a_frame_shows_what_strangers_see_to_everybody(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        self.allow(game)
        for who in ("organizer", "nobody"):
            page = self.get(client_of(who), game)
            assert "1 D. 5.00 2 B. 6.25" in page.text
            assert "Bob" not in page.text
            assert not page.actions

    def test_the_line_for_a_web_site_is_for_organizers(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        self.allow(game)
        plain = reverse("league:leaderboard", args=self.args(game))
        line = f'<iframe src="http://testserver{plain}?embed=1" title="2026" width="100%"'
        for who in ("organizer", "scorekeeper", "nobody"):
            page = Page(client_of(who).get(plain))
            assert (line in page.text) == (who == "organizer")
            assert "Nobody can open it from home." not in page.text

    def test_a_line_that_works_in_this_network_alone_says_so(
        self, client_of: ClientOf, game: Game, settings: Any
    ) -> None:
        self.ready(game)
        self.allow(game)
        settings.SITE_ADDRESSES = ["http://192.168.1.5:8000"]
        plain = reverse("league:leaderboard", args=self.args(game))
        # Beside the address to send, and beside the line.
        page = Page(client_of("organizer").get(plain))
        assert page.text.count("Nobody can open it from home.") == 2
