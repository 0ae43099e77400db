"""Every page of game days as axe meets it, and a day without scripts."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django import Settings

from league.days.selectors.planning import inputs_of
from league.days.selectors.seat_changes import SeatChange, hand_seating, preview_of
from league.days.selectors.seating import seating_of
from league.days.services.attendance import attendance_fix, attendance_leave, check_in
from league.days.services.seat_changes import seats_change
from league.models import Attendance, GameDay, Plan
from scoring.models import Club
from tests.factories import ANN, play
from tests.league.factories import NAMES, GameDayFactory, begin, come, end, seat

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("one_day")]

PAGES = [
    "calendar",
    "day-add",
    "day-edit",
    "day",
    "attendance",
    "wishes",
    "plan",
    "day-seats",
    "day-seats-chosen",
    "day-seats-change",
    "table",
    "wall",
    "day-result",
    "game-day",
    "print-cards",
    "print-sheets",
    "print-plan",
    # The last: it goes on to the next round.
    "plan-change",
]


@pytest.fixture
def game_day(club: Club) -> GameDay:
    """A day in its second round: one table plays, one has finished, the others wait."""
    for weeks in range(1, 6):
        date = timezone.localdate() + timedelta(weeks=weeks)
        GameDayFactory(club=club, date=date, cancelled_at=timezone.now() if weeks == 2 else None)
    GameDayFactory(club=club, date=timezone.localdate() - timedelta(weeks=1))
    rules = {"base": "family", "fill": "defaults", "rounds": 4}
    day = GameDayFactory(club=club, date=timezone.localdate(), rules=rules)
    seat(day, 23)
    for game in begin(day):
        end(game)
    GameDay.objects.filter(pk=day.pk).update(current_round=2)
    one, other = begin(day, 1, 2)
    play(one, 0, 12, 45, 9, *[20] * (one.seats.count() - 4))
    end(other)
    day.refresh_from_db()
    came = Attendance.objects.filter(game_day=day).order_by("pk")
    attendance_leave(attendance=came[3], when="after")
    attendance_leave(attendance=came[4], when="now")
    attendance_fix(attendance=came[5], table=2)
    check_in(day=day, name="Zoe")
    return day


def address(name: str, day: GameDay) -> str:
    if name in ("calendar", "day-add"):
        return reverse(f"league:{name}")
    if name.startswith("day-seats"):
        return hand_address(name, day)
    if name == "game-day":
        return reverse("league:game-day", args=[day.table_games.first().game.code])
    more = {
        "attendance": lambda: [day.attendances.first().pk],
        "plan-change": lambda: [waiting(day).pk],
        "table": lambda: [3],
    }
    return reverse(f"league:{name}", args=[day.pk, *more.get(name, list)()])


def hand_address(name: str, day: GameDay) -> str:
    """The seats of game 2, changed by hand once: with nobody tapped, with one, and with two."""
    seating = seating_of(day)
    one, other, third = (seating.tables(2)[at][0] for at in (2, 3, 4))
    if name == "day-seats":
        change = SeatChange(one, third)
        mark = preview_of(hand_seating(inputs_of(day), 2), change).mark
        seats_change(day=day, author=ANN, number=2, change=change, mark=mark, keep=True)
    query = {"day-seats-chosen": f"?who={one}", "day-seats-change": f"?who={one}&with={other}"}
    return reverse("league:day-seats", args=[day.pk, 2]) + query.get(name, "")


def waiting(day: GameDay) -> Plan:
    """A plan that moves people who know their seats of round 3."""
    GameDay.objects.filter(pk=day.pk).update(current_round=3)
    return seat(day, 1)


def test_axe_finds_nothing_in_light_or_dark(
    signed_in_page: Page,
    live_server,
    game_day: GameDay,
    axe_at: Callable[..., None],
    shots: Callable[..., None],
) -> None:
    page = signed_in_page
    for name in PAGES:
        page.goto(live_server.url + address(name, game_day))
        page.evaluate("document.querySelectorAll('details').forEach((fold) => (fold.open = true))")
        axe_at(page, 390, 1024)
        shots(page, f"day-{name}")


@pytest.mark.parametrize(
    ("people", "pages", "screen"),
    [(23, 1, (1366, 768)), (35, 1, (1920, 1080)), (80, 2, (1920, 1080))],
)
def test_a_hall_finds_its_tables_on_one_screen(
    signed_in_page: Page,
    live_server,
    settings: Settings,
    club: Club,
    people: int,
    pages: int,
    screen: tuple[int, int],
) -> None:
    """A television scrolls for nobody; letters below 28 px are read by nobody.

    Everybody is on one of its pages, and the code for phones is on each of them.
    """
    page = signed_in_page
    settings.SITE_ADDRESSES = ["http://scores.example.org"]
    day = GameDayFactory(club=club, date=timezone.localdate())
    come(day, *[f"{name} {letter}. Green" for name in NAMES for letter in "ABCD"][:people])
    seat(day, 0)
    width, height = screen
    page.set_viewport_size({"width": width, "height": height})
    wall = live_server.url + reverse("league:wall", args=[day.pk])
    shown = 0
    for number in range(1, pages + 1):
        page.goto(f"{wall}?page={number}&hold=1")
        lines = page.locator(".wall-page:not(.off) li")
        shown += lines.count()
        boxes = [place.bounding_box() for place in (*lines.all(), page.locator(".qr"))]
        assert all(box and box["y"] + box["height"] <= height for box in boxes)
        assert all(box and box["x"] + box["width"] <= width for box in boxes)
        # A television is filled; a laptop has the field for a name below.
        lowest = max(box["y"] + box["height"] for box in boxes if box)
        assert lowest > 0.9 * height or width < 1920
        size = lines.first.evaluate("line => parseFloat(getComputedStyle(line).fontSize)")
        assert size >= 28
        sizes = lines.locator(".who").evaluate_all(
            "names => names.map((name) => getComputedStyle(name).fontSize)"
        )
        assert len(set(sizes)) == 1
    assert shown == people


def test_how_many_move_is_asked_where_the_lowest_move(
    signed_in_page: Page, live_server, club: Club
) -> None:
    """A field that plays no part is not there to be filled in."""
    page = signed_in_page
    page.goto(live_server.url + reverse("league:day-add"))
    expect(page.get_by_label("Until (required)", exact=True)).to_be_visible()
    movers = page.get_by_label("If the lowest move up: how many from each table?")
    expect(movers).to_be_hidden()
    page.get_by_label("the lowest of each table move up, the highest down").check()
    expect(movers).to_be_visible()


def test_a_phone_reaches_totals_and_games_of_the_days_result(
    signed_in_page: Page, live_server, game_day: GameDay
) -> None:
    """Where the day goes on, what was unfolded stays so when its part renews itself."""
    page = signed_in_page
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(live_server.url + address("day-result", game_day))
    total = page.locator(".day-ranking td[data-label='Total']").first
    expect(total).to_be_hidden()
    page.get_by_text("All columns").click()
    expect(total).to_be_visible()
    name = page.locator(".day-ranking th[scope='row']").first
    assert name.evaluate("head => head.getBoundingClientRect().width") > 150
    expect(page.locator(".day-ranking td[data-label='Game 1']").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.evaluate("htmx.trigger('#day-result-now', 'renew')")
    page.wait_for_timeout(1500)
    expect(total).to_be_visible()
