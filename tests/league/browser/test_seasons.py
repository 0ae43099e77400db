"""Seasons in a real browser: axe, sideways, by keyboard, without scripts, moving by itself."""

import datetime
import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from league.models import Profile, Season
from scoring.models import Club, Game, Player
from tests.factories import play
from tests.league.factories import GameDayFactory, SeasonFactory, day_game
from tests.scoring.browser.test_pages import plain_page

__all__ = ["plain_page"]

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("one_day")]

PAGES = [
    *("leaderboard", "leaderboard-nobody", "seasons"),
    *("season-new", "season-new-wrong", "season-edit", "season-overlaps"),
    "season-people",
    # The last: it takes all seasons away.
    "seasons-none",
]
LONG = "Wilhelmina-Josephine Lee"
DAYS = (
    {"Ann": (0, 12), "Bob": (20, 0), "Cal": (30, 35), LONG: (8, 9)},
    {"Ann": (60, 70), "Bob": (0, 5), "Cal": (15, 0), "Dot": (4, 6)},
)


@pytest.fixture
def season(club: Club) -> Season:
    """A season around today, of which two game days have been played, and one of before."""
    today = timezone.localdate()
    SeasonFactory(club=club, name="Before", first="2020-01-01", last="2020-12-31", public=True)
    for weeks, rounds in zip((2, 1), DAYS, strict=True):
        day = GameDayFactory(club=club, date=today - datetime.timedelta(weeks=weeks))
        day_game(day, rounds)
    for player in Player.objects.filter(name__in=["Ann", LONG]):
        Profile.objects.create(player=player, community="Hillside")
    weeks_around = datetime.timedelta(weeks=9)
    return SeasonFactory(
        club=club,
        name="Now",
        first=today - weeks_around,
        last=today + weeks_around,
        tie_breaks=["outs", "best_game"],
    )


@pytest.fixture
def running(club: Club, season: Season) -> Game:
    """A table that plays today, with a round behind it."""
    day = GameDayFactory(club=club, date=timezone.localdate())
    rounds = {"Ann": (5,), "Bob": (40,), "Cal": (0,)}
    return day_game(day, rounds, finished=False)


def address(name: str, season: Season) -> str:
    if name in ("season-new-wrong", "season-overlaps"):
        return reverse("league:season-new")
    if name.startswith("seasons"):
        return reverse("league:seasons")
    if name == "season-new":
        return reverse("league:season-new")
    query = "?name=nobody+such" if name == "leaderboard-nobody" else ""
    return reverse(f"league:{name.removesuffix('-nobody')}", args=[season.pk]) + query


def test_axe_finds_nothing_in_light_or_dark(
    signed_in_page: Page,
    live_server,
    season: Season,
    axe_at: Callable[..., None],
    shots: Callable[..., None],
) -> None:
    page = signed_in_page
    for name in PAGES:
        if name == "seasons-none":
            Season.objects.all().delete()
        page.goto(live_server.url + address(name, season))
        if name == "season-overlaps":
            page.fill("[name=name]", "Once more")
            for field in ("first", "last"):
                page.fill(f"[name={field}]", timezone.localdate().isoformat())
        if name in ("season-overlaps", "season-new-wrong"):
            page.get_by_label("Another way").check()
            page.get_by_label("points for the place").check()
            page.get_by_role("button", name="Open the season").tap()
            expect(page.locator(".errorlist").first).to_be_visible()
        axe_at(page, 390, 1024)
        shots(page, f"season-{name}")


def test_axe_finds_nothing_on_what_everybody_sees(
    page: Page, live_server, running: Game, axe_at: Callable[..., None]
) -> None:
    season = Season.objects.get(name="Now")
    Season.objects.update(public=True)
    Club.objects.update(shown=Club.Shown.FRONT, framed=True)
    page.goto(live_server.url + address("leaderboard", season))
    expect(page.locator("#leaderboard-now")).to_contain_text("1 table is still playing.")
    axe_at(page)
    page.goto(live_server.url + address("leaderboard", season) + "?embed=1")
    axe_at(page)
    page.goto(live_server.url)
    page.get_by_role("link", name="Next game days and results").click()
    axe_at(page)
    page.get_by_role("link", name="Bob").click()
    expect(page.get_by_role("heading", name="Bob")).to_be_visible()
    axe_at(page)


def lists(page: Page, *names: str) -> None:
    """Wait until the table has these players in this order."""
    expect(page.locator(".board-table tbody th a")).to_have_text(names)


def test_it_is_sorted_and_filtered_with_the_keyboard_alone(
    signed_in_page: Page, live_server, season: Season
) -> None:
    page = signed_in_page
    page.goto(live_server.url + address("leaderboard", season))
    in_order = ["Dot", "Bob", LONG, "Cal", "Ann"]
    lists(page, *in_order)
    assert in_order == sorted(in_order, key=value)
    page.get_by_role("link", name="Player", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.locator("th[aria-sort=ascending]")).to_contain_text("Player")
    lists(page, "Ann", "Bob", "Cal", "Dot", LONG)
    page.locator("summary", has_text="Look for somebody").focus()
    page.keyboard.press("Enter")
    page.get_by_label("Name").focus()
    page.keyboard.type("b")
    page.keyboard.press("Enter")
    expect(page.locator(".board-table tbody tr")).to_have_count(1)
    page.get_by_role("link", name="Bob").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Bob")).to_be_visible()


def value(name: str) -> float:
    """A player's points a round, counted here."""
    points = [number for day in DAYS for number in day.get(name, ())]
    return sum(points) / len(points)


def test_it_is_filtered_and_a_season_opened_without_scripts(
    plain_page: Page, live_server, season: Season
) -> None:
    page = plain_page
    page.goto(live_server.url)
    page.get_by_role("link", name="Leaderboard").click()
    page.locator("summary", has_text="Look for somebody").click()
    page.get_by_label("Home community").select_option("Hillside")
    page.get_by_role("button", name="Show").click()
    lists(page, LONG, "Ann")
    page.get_by_role("link", name="All seasons").click()
    page.get_by_role("link", name="Open a season").click()
    page.fill("[name=name]", "Later")
    page.fill("[name=first]", "2050-01-01")
    page.fill("[name=last]", "2050-12-31")
    expect(page.get_by_label("Points for places")).to_be_hidden()
    page.get_by_label("Another way").check()
    expect(page.get_by_label("How many days")).to_be_hidden()
    page.get_by_label("points for the place").check()
    page.fill("[name=place_points]", "7 5 4 3 2 1")
    page.get_by_label("the sum of all games").check()
    page.get_by_label("Everybody may see the leaderboard").check()
    page.get_by_role("button", name="Open the season").click()
    expect(page.get_by_text("Later is open.")).to_be_visible()
    later = Season.objects.get(name="Later")
    assert (later.place_points, later.days, later.public) == ([7, 5, 4, 3, 2, 1], 0, True)


@pytest.mark.hurried
def test_it_moves_by_itself_on_a_phone_in_the_dark(
    new_context: Callable[..., BrowserContext],
    sign_in: Callable[[BrowserContext, User], None],
    scorekeeper: User,
    live_server,
    running: Game,
) -> None:
    """It fits; who has moved all its columns aside finds it so, and the name that was chosen."""
    context = new_context()
    sign_in(context, scorekeeper)
    page = context.new_page()
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(color_scheme="dark")
    page.goto(live_server.url + address("leaderboard", Season.objects.get(name="Now")))
    expect(page.locator(".board-table .col-rounds").first).to_be_hidden()
    for letters in ("", "text-large", "text-largest"):
        page.evaluate("(letters) => (document.documentElement.className = letters)", letters)
        assert (
            page.locator(".scroll").evaluate("(part) => part.scrollWidth - part.clientWidth") == 0
        )
    page.evaluate("document.documentElement.className = ''")
    page.get_by_role("link", name="All columns").click()
    page.locator("#sort-player").focus()
    page.locator(".scroll").evaluate("(part) => (part.scrollLeft = 120)")
    ann = page.locator(".board-table tbody tr", has_text="Ann")
    before = ann.locator(".col-shown").inner_text()
    expect(ann.locator(".col-rounds")).to_have_text("5")
    play(running, 0, 90, 80)
    expect(ann.locator(".col-rounds")).to_have_text("6")
    expect(ann.locator(".col-shown")).not_to_have_text(before)
    expect(ann.locator(".col-moved")).to_have_text(re.compile("up"))
    assert page.locator(".scroll").evaluate("(part) => part.scrollLeft") == 120
    assert page.evaluate("document.activeElement.id") == "sort-player"
    assert page.evaluate("document.documentElement.scrollWidth") == 390
