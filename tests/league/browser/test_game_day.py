"""A Monday from one to four: the door, the plan, who comes late, the tables, the paper."""

import datetime
import os
import re
from collections.abc import Callable
from urllib.parse import urljoin

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import BrowserContext, Locator, Page, expect

from league.days.selectors.seating import quality_of, seating_of
from league.models import GameDay, TableGame
from scoring.accounts.services.people import player_for_name
from scoring.models import Club, Game
from tests.conftest import SHOTS
from tests.factories import play
from tests.league.browser.conftest import settled
from tests.league.factories import NAMES, GameDayFactory, SeasonFactory, begin, come, end, seat

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("one_day")]

TAPPED, FOUND, WALK_INS = NAMES[:19], NAMES[19:21], NAMES[21:23]
PAPER = {"A4": (794, 1123), "Letter": (816, 1056)}


@pytest.fixture
def wall(new_context: Callable[..., BrowserContext]) -> Page:
    """A television that nobody has signed in on."""
    page = new_context().new_page()
    page.set_viewport_size({"width": 1366, "height": 768})
    return page


@pytest.fixture
def phone(new_context: Callable[..., BrowserContext]) -> Page:
    """The phone of somebody at home, at night, who has no account."""
    page = new_context(color_scheme="dark").new_page()
    page.set_viewport_size({"width": 390, "height": 844})
    return page


@pytest.fixture
def table_one(
    new_context: Callable[..., BrowserContext],
    sign_in: Callable[[BrowserContext, User], None],
    scorekeeper: User,
) -> Page:
    """The tablet on table 1."""
    context = new_context()
    sign_in(context, scorekeeper)
    return context.new_page()


def main_button(page: Page, name: str) -> Locator:
    """The one main button, which has to say this."""
    expect(page.locator(".button.main")).to_have_count(1)
    expect(page.locator(".button.main")).to_have_text(name)
    return page.locator(".button.main")


def tap_in(page: Page, name: str) -> None:
    button = page.locator("#door .door button", has_text=re.compile(f"^{name}$"))
    expect(button).to_be_visible()
    # Without its script, the notice would stand at the top.
    settled(page)
    button.tap()
    expect(page.locator("#door .notice")).to_contain_text(f"{name} is here.")


def test_a_game_day_from_the_door_to_the_last_table(
    signed_in_page: Page,
    wall: Page,
    table_one: Page,
    phone: Page,
    live_server,
    club: Club,
    axe: Callable[[Page], None],
) -> None:
    page = signed_in_page
    month = datetime.timedelta(days=30)
    today = timezone.localdate()
    season = SeasonFactory(club=club, first=today - month, last=today + month, public=True)
    phone.goto(live_server.url + reverse("league:leaderboard", args=[season.pk]))
    for name in NAMES[:21]:
        player_for_name(club=club, name=name)
    add_the_day(page, live_server.url)
    check_in_all(page, axe)
    one_needs_the_table_by_the_door(page)
    main_button(page, "Seat everybody").tap()
    main_button(page, "Start 6 tables")
    day = GameDay.objects.get()
    assert [len(t) for t in seating_of(day).tables(1)].count(4) == 5
    look_at_the_wall(page, wall)
    late_before_the_start(page, wall)
    main_button(page, "Start 6 tables").tap()
    expect(page.locator(".day-head .lede")).to_have_text("6 tables play.")
    expect(
        phone.get_by_text(
            "No game of this season has been scored yet. Only games of a game day count."
        )
    ).to_be_visible()
    score_like_a_human(table_one, live_server.url, day)
    the_leaderboard_moves_by_itself(phone)
    come_and_go_while_they_play(page)
    end_the_others(page)
    expect(phone.locator(".board-table tbody tr")).to_have_count(24)
    play_the_rest(page, wall)
    # Yan came, Bob left: both have played.
    expect(phone.locator(".board-table tbody tr")).to_have_count(25)
    expect(phone.get_by_text("still playing")).to_have_count(0)
    seating = seating_of(GameDay.objects.get())
    assert len(seating.rounds) == 3
    assert seating.plan.report["most_meetings"] == quality_of(seating).most <= 2


def add_the_day(page: Page, url: str) -> None:
    page.goto(url)
    page.get_by_role("link", name="Game days").tap()
    page.get_by_role("link", name="Add game days").tap()
    page.fill("[name=date]", timezone.localdate().isoformat())
    page.fill("[name=starts]", "13:00")
    page.fill("[name=ends]", "16:00")
    page.fill("[name=place]", "Community center")
    page.fill("[name=house-rounds]", "2")
    page.get_by_role("button", name="Put into the calendar").tap()
    main_button(page, "Check people in")


def check_in_all(page: Page, axe: Callable[[Page], None]) -> None:
    """Most by a tap; one tap is a mistake; two are found by letters, two are new."""
    here = page.locator(".present").first
    for name in TAPPED:
        tap_in(page, name)
    expect(here).to_have_text(f"{len(TAPPED)} are here")
    tap_in(page, FOUND[0])
    page.get_by_role("button", name=f"No, not {FOUND[0]}").tap()
    expect(here).to_have_text(f"{len(TAPPED)} are here")
    for name in FOUND:
        settled(page)
        page.locator("#walk-in-name").fill(name[:2])
        expect(page.locator("#found button", has_text=name)).to_be_visible()
        settled(page)
        page.locator("#found button", has_text=name).tap()
        expect(page.locator("#found .notice")).to_contain_text(f"{name} is here.")
        expect(page.locator("#walk-in-name")).to_have_value("")
    for name in WALK_INS:
        settled(page)
        page.locator("#walk-in-name").fill(name)
        page.get_by_role("button", name="Check in", exact=True).tap()
        expect(page.locator("#found .notice")).to_contain_text(f"{name} is here.")
    expect(here).to_have_text("23 are here")
    axe(page)
    # Without the empty style attributes that axe leaves behind.
    page.reload()


def one_needs_the_table_by_the_door(page: Page) -> None:
    page.locator("#room").get_by_role("link", name="Ida").tap()
    page.fill("[name=table]", "1")
    page.get_by_role("button", name="Keep this table").tap()
    expect(page.locator("#room")).to_contain_text("Ida table 1")


def look_at_the_wall(page: Page, wall: Page) -> None:
    link = page.get_by_role("link", name="Page for the wall and for phones")
    wall.goto(urljoin(page.url, link.get_attribute("href") or ""))
    expect(wall.get_by_role("heading", name="Game 1 of 3")).to_be_visible()
    expect(wall.locator(".seated li")).to_have_count(23)
    expect(wall.locator(".seated li", has_text="Ida").locator(".at")).to_contain_text("1")
    assert wall.evaluate("document.documentElement.scrollHeight") <= 2 * 768


def late_before_the_start(page: Page, wall: Page) -> None:
    """The wall has told people their seats, so what changes is shown before it does."""
    page.locator("#walk-in-name").fill("Xia")
    page.get_by_role("button", name="Check in", exact=True).tap()
    expect(page.locator(".late")).to_contain_text("Xia is here, and has no seat yet.")
    expect(page.locator("#day-head .main")).to_have_text("Seat who came late")
    page.locator(".late").get_by_role("button", name="Plan again").tap()
    expect(page.get_by_role("heading", name="What the new plan changes")).to_be_visible()
    expect(page.locator(".changes tbody tr", has_text="Xia")).to_have_count(1)
    expect(wall.locator(".seated li", has_text="Xia")).to_contain_text("no table yet")
    page.get_by_role("button", name="Take the new plan").tap()
    expect(page.get_by_text("The new plan is in force.")).to_be_visible()
    expect(page.locator(".amiss")).to_have_count(0)
    expect(wall.locator(".seated li", has_text="Xia").locator(".at")).to_contain_text(
        re.compile(r"[1-6]")
    )


def score_like_a_human(page: Page, url: str, day: GameDay) -> None:
    """What the square on table 1 opens is its sheet; two rounds are typed, then it is finished."""
    page.goto(url + reverse("league:table", args=[day.pk, 1]))
    for number in (1, 2):
        page.get_by_role("link", name=f"Score round {number}").tap()
        # The keypad brings a button of its own; the other one goes when it comes.
        expect(page.locator(".keypad")).to_be_visible()
        page.locator(".endings label").first.tap()
        expect(page.locator(".seat-row.is-out")).to_have_count(1)
        rows = page.locator(".seat-row")
        expect(rows).not_to_have_count(0)
        for row in rows.all():
            field = row.locator("input.total")
            if field.is_enabled() and not field.get_attribute("readonly"):
                field.fill("10")
        page.locator("button.main:visible").tap()
        expect(page.get_by_text(f"Round {number} is saved.")).to_be_visible()
    page.get_by_role("link", name="Finish the game").tap()
    page.get_by_role("button", name="Finish the game").tap()
    expect(page).to_have_url(re.compile("/result/$"))
    assert TableGame.objects.get(table_number=1).game.finished_at is not None


def the_leaderboard_moves_by_itself(phone: Page) -> None:
    """One table has finished, the others have not begun: its people are on the board."""
    size = TableGame.objects.get(table_number=1).game.seats.count()
    lines = phone.locator(".board-table tbody tr")
    expect(lines).to_have_count(size)
    expect(lines.first.locator(".col-place")).to_have_text("1")
    assert phone.evaluate("document.documentElement.scrollWidth") == 390


def come_and_go_while_they_play(page: Page) -> None:
    # Between its last round and its end, the head says of the table that it lacks the end.
    expect(page.locator(".table .state").first).to_have_text("finished")
    expect(page.locator(".day-head .lede")).to_have_text("5 tables play.")
    page.get_by_role("link", name="Somebody comes late, or goes home").tap()
    page.locator("#walk-in-name").fill("Yan")
    page.get_by_role("button", name="Check in", exact=True).tap()
    expect(page.locator(".late")).to_contain_text("Yan is here, and has no seat yet.")
    page.locator("#room").get_by_role("link", name="Bob").tap()
    page.get_by_role("button", name="Leaves after game 1").tap()
    expect(page.locator(".amiss")).to_contain_text("Bob is not there in game 2")
    page.get_by_role("button", name="Plan again from game 2").tap()
    expect(page.get_by_text("Everybody has a seat.")).to_be_visible()
    expect(page.locator(".amiss")).to_have_count(0)


def end_the_others(page: Page) -> None:
    running = [row.game for row in TableGame.objects.filter(game__finished_at=None)]
    play(running[0], *range(0, 10 * running[0].seats.count(), 10))
    expect(page.locator(".tables")).to_contain_text("round 2 of 2")
    for game in running:
        end(game)


def play_the_rest(page: Page, wall: Page) -> None:
    for number in (2, 3):
        main_button(page, f"Go to game {number}").tap()
        expect(wall.get_by_role("heading", name=f"Game {number} of 3")).to_be_visible()
        expect(wall.locator(".seated li", has_text="Yan")).to_have_count(1)
        expect(wall.locator(".seated li", has_text="Bob")).to_have_count(0)
        main_button(page, "Start 6 tables").tap()
        expect(page.locator(".day-head .lede")).to_have_text("6 tables play.")
        for game in Game.objects.filter(finished_at=None):
            end(game)
    expect(page.get_by_role("link", name="See the day’s result")).to_be_visible()


def pages_of(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf))


@pytest.mark.parametrize("paper", PAPER)
def test_what_is_printed_fits_its_paper(
    signed_in_page: Page, live_server, club: Club, paper: str
) -> None:
    """A sheet a table, eight cards a sheet, and the plan on one."""
    page = signed_in_page
    rules = {"base": "family", "fill": "defaults"}
    day = GameDayFactory(club=club, date=timezone.localdate(), rules=rules)
    come(day, "Margaret Johnson-Whitfield", "Bartholomew Featherstone")
    seat(day, 22)
    assert begin(day)
    for name, sheets in (("print-sheets", 6), ("print-cards", 3), ("print-plan", 1)):
        page.goto(live_server.url + reverse(f"league:{name}", args=[day.pk]))
        if os.environ.get("SHOTS") == "1":
            picture(page, paper, name)
        assert pages_of(page.pdf(format=paper)) == sheets, name


@pytest.mark.parametrize("paper", PAPER)
def test_a_plan_of_long_names_fills_its_paper(
    signed_in_page: Page, live_server, club: Club, paper: str
) -> None:
    """Two dozen people on one sheet: no head of the tables alone below the names."""
    lasts = ("Becker", "Johnson-Whitfield", "Wagner", "Featherstone")
    day = GameDayFactory(club=club, date=timezone.localdate(), rounds=4)
    come(day, *(f"{name} {lasts[at % 4]}" for at, name in enumerate(NAMES[:23])))
    seat(day, 0)
    signed_in_page.goto(live_server.url + reverse("league:print-plan", args=[day.pk]))
    assert pages_of(signed_in_page.pdf(format=paper)) == 1


@pytest.mark.parametrize("paper", PAPER)
def test_a_days_result_leaves_no_paper_empty(
    signed_in_page: Page, live_server, club: Club, paper: str
) -> None:
    """Ranking and records on a sheet, both games of six tables on the next."""
    day = GameDayFactory(club=club, date=timezone.localdate(), rounds=2)
    come(day, *(f"{name} Featherstone" for name in NAMES[:23]))
    seat(day, 0)
    for number in (1, 2):
        GameDay.objects.update(current_round=number)
        for game in begin(day):
            end(game)
    signed_in_page.goto(live_server.url + reverse("league:day-result", args=[day.pk]))
    assert pages_of(signed_in_page.pdf(format=paper)) == 2


def picture(page: Page, paper: str, name: str) -> None:
    """Keep what comes out of the printer, the first sheet of it."""
    width, height = PAPER[paper]
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(media="print")
    page.screenshot(path=SHOTS / f"paper-{name}-{paper}.png")
    page.emulate_media(media="null")


def test_a_day_runs_without_scripts(
    new_context: Callable[..., BrowserContext],
    sign_in: Callable[[BrowserContext, User], None],
    organizer: User,
    live_server,
    club: Club,
) -> None:
    context = new_context(java_script_enabled=False)
    sign_in(context, organizer)
    page = context.new_page()
    for name in NAMES[:4]:
        player_for_name(club=club, name=name)
    day = GameDayFactory(club=club, date=timezone.localdate())
    page.goto(live_server.url + reverse("league:day", args=[day.pk]))
    for name in NAMES[:4]:
        page.locator(".door button", has_text=name).click()
    page.fill("#walk-in-name", "Eve")
    page.get_by_role("button", name="Check in", exact=True).click()
    expect(page.locator(".present").first).to_have_text("5 are here")
    main_button(page, "Seat everybody").click()
    main_button(page, "Start 1 table").click()
    expect(page.locator(".day-head .lede")).to_have_text("1 table plays.")
    page.get_by_role("link", name="Score sheet of table 1").click()
    expect(page.get_by_role("link", name="Score round 1")).to_be_visible()
