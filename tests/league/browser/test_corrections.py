"""A correction that moves a season, looked at before it is recorded; and the page of records."""

import datetime
from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from league.models import Season
from scoring.models import Club, Game
from scoring.sheets.services.games import game_finish, game_reopen
from tests.factories import ANN, new_key
from tests.league.factories import MONDAY, GameDayFactory, SeasonFactory, day_game

pytestmark = pytest.mark.django_db(transaction=True)

WEEK = datetime.timedelta(days=7)
TABLES = [
    {"Ann": (0, 10, 27), "Bob": (20, 0, 31), "Cal": (30, 30, 8), "Dot": (12, 9, 0)},
    {"Eve": (5, 61, 12), "Fay": (0, 0, 20), "Gus": (33, 14, 15), "Hal": (40, 25, 0)},
    {"Ida": (9, 15, 40), "Jim": (0, 22, 35), "Kay": (18, 0, 44), "Leo": (27, 31, 28)},
]


@pytest.fixture
def season(club: Club) -> Season:
    """Two game days of three tables; the last round of the third is blocked."""
    season = SeasonFactory(club=club)
    for number in range(2):
        day = GameDayFactory(club=club, date=MONDAY + number * WEEK)
        for table, rounds in enumerate(TABLES, start=1):
            day_game(day, rounds, table_number=table)
    return season


def opened(season: Season) -> Game:
    """The first day's first game, open for corrections."""
    game: Game = Game.objects.filter(club=season.club).earliest("pk")
    game_reopen(game=game, author=ANN, key=new_key(), reason="read wrongly")
    return game


def test_the_season_is_told_before_a_correction_is_recorded(
    signed_in_page: Page,
    live_server,
    season: Season,
    axe_at: Callable[..., None],
    shots: Callable[..., None],
) -> None:
    page, game = signed_in_page, opened(season)
    page.goto(live_server.url + reverse("scoring:round-correct", args=[game.code, 1]))
    page.locator(".seat-row", has_text="Bob").locator("input.total").fill("99")
    page.fill("#id_reason", "Misread: 99, not 20")
    page.get_by_role("button", name="See what would change").last.click()
    changes = page.get_by_role("region", name="This would change")
    expect(changes).to_contain_text("Bob: 99 in this round (was 20), 130 in the game (was 51).")
    expect(changes).to_contain_text("Leaderboard: 2026")
    expect(changes).to_contain_text("Bob: place 12 instead of place 4")
    expect(changes).to_contain_text("Most points in one round: 99 points (Bob on March 2, 2026")
    axe_at(page)
    shots(page, "correction-season")
    page.get_by_role("button", name="Record the correction").click()
    expect(page.get_by_text("Round 1 is corrected.")).to_be_visible()
    page.goto(live_server.url + reverse("league:leaderboard", args=[season.pk]))
    expect(page.locator("table.board-table tbody tr").last).to_contain_text("Bob")


def test_a_closed_season_says_that_it_stays(
    signed_in_page: Page,
    live_server,
    season: Season,
    axe_at: Callable[..., None],
    shots: Callable[..., None],
) -> None:
    page = signed_in_page
    page.goto(live_server.url + reverse("league:leaderboard", args=[season.pk]))
    page.get_by_text("Close the season").click()
    page.get_by_role("button", name="Close 2026 now").click()
    expect(page.get_by_text("2026 is closed, and stays as it is now.")).to_be_visible()
    game = opened(season)
    page.goto(live_server.url + reverse("scoring:round-correct", args=[game.code, 1]))
    page.locator(".seat-row", has_text="Bob").locator("input.total").fill("99")
    page.fill("#id_reason", "Misread: 99, not 20")
    page.get_by_role("button", name="See what would change").last.click()
    expect(page.get_by_text("2026 is closed and stays as it was.")).to_be_visible()
    axe_at(page)
    shots(page, "correction-closed")
    page.get_by_role("button", name="Record the correction").click()
    expect(page.get_by_text("Round 1 is corrected.")).to_be_visible()
    game_finish(game=game, author=ANN, key=new_key())
    page.goto(live_server.url + reverse("league:season-records", args=[season.pk]))
    expect(page.locator(".records")).to_contain_text("61 points")
    page.get_by_role("link", name="Of all seasons").click()
    expect(page.locator(".records")).to_contain_text("99 points")


@pytest.mark.parametrize("name", ["records", "season-records"])
def test_the_records_are_read_by_everybody(
    signed_in_page: Page,
    live_server,
    season: Season,
    axe_at: Callable[..., None],
    shots: Callable[..., None],
    name: str,
) -> None:
    page = signed_in_page
    args = [season.pk] if name == "season-records" else []
    page.goto(live_server.url + reverse(f"league:{name}", args=args))
    expect(page.locator(".records")).to_contain_text("Fay")
    page.evaluate("document.querySelectorAll('details').forEach((fold) => (fold.open = true))")
    axe_at(page)
    shots(page, f"page-{name}")
