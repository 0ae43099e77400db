"""Wednesday morning: Tuesday's paper sheets on the desk, and a laptop."""

import datetime
from collections.abc import Callable

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from league.models import GameDay, TableGame
from scoring.accounts.services.people import player_for_name
from scoring.dates import weekday_and_year
from scoring.models import Club
from tests.league.browser.conftest import settled
from tests.league.factories import GameDayFactory, SeasonFactory

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("one_day")]

# Two games of seven people: name, then table and total of each.
SHEETS = (
    ("Ann", "1", "210", "1", "98"),
    ("Bob", "1", "185", "2", "240"),
    ("Cal", "2", "301", "1", "150"),
    ("Dot", "2", "122", "2", "133"),
)


def type_line(page: Page, line: int, name: str, *cells: str) -> None:
    page.fill(f"[name=name-{line}]", name)
    for game in range(len(cells) // 2):
        page.fill(f"[name=table-{line}-{game + 1}]", cells[2 * game])
        page.fill(f"[name=total-{line}-{game + 1}]", cells[2 * game + 1])


def test_a_day_on_paper_from_the_desk_to_its_result(
    signed_in_page: Page,
    live_server,
    club: Club,
    axe: Callable[[Page], None],
    shots: Callable[[Page, str], None],
) -> None:
    page = signed_in_page
    month = datetime.timedelta(days=30)
    SeasonFactory(club=club, first=timezone.localdate() - month, last=timezone.localdate() + month)
    yesterday = timezone.localdate() - datetime.timedelta(days=1)
    day = GameDayFactory(club=club, date=yesterday, rounds=2)
    for name in ("Ann", "Bob", "Cal"):
        player_for_name(club=club, name=name)
    page.goto(live_server.url + reverse("league:calendar"))
    page.get_by_role("link", name="Enter a day from paper").click()
    shots(page, "paper-days")
    page.get_by_role("link", name=weekday_and_year(yesterday)).click()
    for number, (name, *cells) in enumerate(SHEETS, 1):
        type_line(page, number, name, *cells)
    # Names and tables are there: Tab and Enter go past them, from total to total.
    page.focus("[name=total-1-1]")
    page.keyboard.press("Tab")
    expect(page.locator("[name=total-1-2]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[name=total-2-2]")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("[name=total-3-1]")).to_be_focused()
    # A slip of the finger, and a total that is hard to believe.
    page.fill("[name=total-2-2]", "")
    page.fill("[name=total-3-1]", "5301")
    page.get_by_role("button", name="Look at it before it is written").last.click()
    expect(page.locator(".notice.error")).to_contain_text("Bob, game 2, total: Type the total")
    expect(page.locator("[name=total-2-2]")).to_have_attribute("aria-invalid", "true")
    shots(page, "paper-faults")
    page.locator(".notice.error a").click()
    expect(page.locator("[name=total-2-2]")).to_be_focused()
    page.keyboard.type("240")
    page.get_by_role("button", name="All games").click()
    # The page that comes has no faults; keys that go to the one before it would be lost.
    expect(page.locator(".notice.error")).to_have_count(0)
    expect(page.locator("[name=total-2-2]")).to_have_value("240")
    settled(page)
    page.focus("[name=total-4-2]")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator(".preview")).to_contain_text("Something is unusual")
    expect(page.locator(".notes")).to_contain_text("5301?")
    expect(page.locator(".preview")).to_contain_text("New in your directory: Dot")
    axe(page)
    shots(page, "paper-preview")
    page.fill("[name=total-3-1]", "301")
    page.get_by_role("button", name="Look at it once more").click()
    expect(page.locator(".preview")).not_to_contain_text("Something is unusual")
    assert not TableGame.objects.exists()
    page.get_by_role("button", name="Write it down").click()
    expect(page.get_by_text("are written down.")).to_contain_text("4 tables of")
    expect(page.locator("main")).to_contain_text("Dot")
    shots(page, "paper-result")
    page.goto(live_server.url + reverse("scoring:sheet", args=[_first(day)]))
    expect(page.get_by_text("Entered from paper: totals only.")).to_be_visible()
    shots(page, "paper-sheet")
    page.get_by_role("link", name="Correct the totals").click()
    page.fill("[name=total-0]", "120")
    page.fill("[name=reason]", "typing error")
    page.get_by_role("button", name="See what would change").click()
    expect(page.locator(".preview")).to_contain_text("Ann has 120 points in all instead of 210.")
    axe(page)
    shots(page, "paper-correction")
    page.get_by_role("button", name="Record the correction").click()
    expect(page.get_by_text("The totals are corrected.")).to_be_visible()
    page.goto(live_server.url + reverse("league:paper-back", args=[day.pk]))
    shots(page, "paper-back")
    page.get_by_role("button", name="Take all 4 games back").click()
    expect(page.get_by_text("The games from paper are taken back.")).to_be_visible()
    assert not TableGame.objects.exists()
    page.goto(live_server.url + reverse("league:paper-day-new"))
    shots(page, "paper-new")


def _first(day: GameDay) -> str:
    return str(day.table_games.earliest("pk").game.code)
