"""An organizer with a phone in hand changes who sits where, with scripts and without."""

import os
import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from league.days.selectors.seating import seating_of
from league.models import GameDay
from scoring.models import Club
from tests.conftest import SHOTS
from tests.league.factories import NAMES, GameDayFactory, begin, come, seat

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("one_day")]


@pytest.fixture
def day(club: Club) -> GameDay:
    """Sixteen people at four tables; table 1 plays already."""
    day = GameDayFactory(club=club, date=timezone.localdate())
    seat(day, 16)
    begin(day, 1)
    return day


def seats(day: GameDay) -> list[list[str]]:
    """The names at each table of game 1."""
    seating = seating_of(GameDay.objects.get(pk=day.pk))
    return [[seating.names[pk] for pk in ids] for ids in seating.tables(1)]


def tap(page: Page, name: str) -> None:
    """Tap somebody's name among the tables."""
    page.locator(".hand-names a", has_text=re.compile(rf"\b{name}\b")).tap()


def picture(page: Page, name: str) -> None:
    """Keep what the phone shows, with SHOTS=1."""
    if os.environ.get("SHOTS") == "1":
        SHOTS.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=SHOTS / f"by-hand-{name}.png")


def test_a_couple_asks_to_be_swapped_while_people_sit_down(
    new_context: Callable[..., BrowserContext],
    sign_in: Callable[[BrowserContext, User], None],
    organizer: User,
    live_server,
    day: GameDay,
) -> None:
    context = new_context()
    sign_in(context, organizer)
    page = context.new_page()
    page.set_viewport_size({"width": 390, "height": 844})
    one, other = seats(day)[3][0], seats(day)[1][0]
    page.goto(live_server.url + reverse("league:day", args=[day.pk]))
    page.get_by_role("link", name="Change seats by hand").tap()
    expect(page.locator("#table-1")).to_contain_text("has begun")
    expect(page.locator("#table-1 .hand-names")).to_have_count(0)

    # The name that was tapped stays in sight, and so does its table.
    tap(page, one)
    choice = page.locator(".hand-choice")
    expect(choice).to_contain_text(one)
    expect(choice).to_be_in_viewport(ratio=1)
    expect(page.locator("#head-4")).to_be_in_viewport()
    picture(page, "chosen")
    choice.get_by_role("link", name="Not now").tap()
    expect(choice).to_have_count(0)

    tap(page, one)
    tap(page, other)
    expect(page.get_by_role("heading", name=f"Swap {one} and {other}?")).to_be_visible()
    do_it = page.get_by_role("button", name="Do it")
    expect(do_it).to_be_in_viewport()
    picture(page, "costs")
    # A finger that taps twice swaps nobody back.
    do_it.dblclick()
    expect(page.get_by_text("The seats are changed.")).to_be_visible()
    assert (seats(day)[3][0], seats(day)[1][0]) == (other, one)
    expect(page.locator("#table-2 .hand-names a", has_text=one)).to_contain_text("locked")

    # A new plan leaves both, and the table that plays.
    page.get_by_role("button", name="Add a table").tap()
    expect(page.locator("#table-5")).to_contain_text("empty")
    page.get_by_role("button", name="Take table 5 away").tap()
    expect(page.locator("#table-5")).to_have_count(0)
    come(day, "Zoe")
    page.get_by_role("button", name="Plan the rest").tap()
    expect(page.get_by_text("Everybody has a seat.")).to_be_visible()
    assert (seats(day)[3][0], seats(day)[1][0]) == (other, one)


def test_seats_are_changed_without_scripts(
    new_context: Callable[..., BrowserContext],
    sign_in: Callable[[BrowserContext, User], None],
    organizer: User,
    live_server,
    day: GameDay,
) -> None:
    context = new_context(java_script_enabled=False)
    sign_in(context, organizer)
    page = context.new_page()
    page.set_viewport_size({"width": 390, "height": 844})
    before = seats(day)
    name = before[2][1]
    come(day, "Zoe")
    page.goto(live_server.url + reverse("league:day-seats", args=[day.pk, 1]))
    tap(page, "Zoe")
    page.get_by_role("link", name="Zoe to table 3").click()
    expect(page.get_by_text("Zoe came later, and plays in game 1 by this change.")).to_be_visible()
    expect(page.get_by_text("Table 3 has 5 people.")).to_be_visible()
    page.get_by_label("Lock these seats").uncheck()
    page.get_by_role("button", name="Do it").click()
    assert seats(day)[2] == [*before[2], "Zoe"]

    tap(page, name)
    page.get_by_role("link", name=f"{name} to a new table 5").click()
    page.get_by_role("button", name="Do it").click()
    assert seats(day)[4] == [name]
    for back in (f"Game 1: {name} goes from table 5 back to table 3.", "Zoe has no seat again."):
        expect(page.locator(".hand-undo")).to_contain_text(back)
        page.get_by_role("button", name="Undo it").click()
    assert seats(day) == before
    assert set(NAMES[:16]) == {name for table in before for name in table}
