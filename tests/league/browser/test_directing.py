"""The director's pages as axe meets them, and a tournament directed by hand."""

import re
from collections.abc import Callable

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from league.models import Tournament
from league.tournaments.directing.services.clock import clock_run, table_extra
from league.tournaments.directing.services.stage_tables import stage_tables_start, table_call
from scoring.models import Club
from scoring.sheets.services.games import game_finish
from tests.factories import ANN, new_key, play
from tests.league.tournaments.directing.services.test_results import correct
from tests.league.tournaments.runs import (
    begin,
    close,
    enter,
    names_at,
    play_all,
    table,
    tournament_of,
    type_in,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("one_day")]

RULES = {"base": "family", "fill": "defaults", "rounds": 6, "time_limit_minutes": 60}
FIRST = {
    "name": "First game",
    "onward": "tables",
    "seating": "snake",
    "fill": "full",
    "most": 4,
    "minutes": 60,
    "rules": RULES,
}
FINAL = {"name": "Final", "size": 4, "least": 2, "seating": "snake", "rules": RULES}


@pytest.fixture
def tournament(club: Club) -> Tournament:
    """37 people at ten tables: one calls, one is slow, two are done, one is on paper."""
    tournament = tournament_of(club, 37, FIRST, FINAL, tie_breaks=["play_off"])
    tournament.date = timezone.localdate()
    tournament.save()
    enter(tournament, 1, checked_in_at=None)
    begin(tournament)
    type_in(tournament, table(tournament, 10))
    clock_run(tournament=tournament, author=ANN)
    table_extra(tournament=tournament, author=ANN, table=4, minutes=5)
    started = stage_tables_start(tournament=tournament, author=ANN, tables=range(1, 9))
    for number, game in enumerate(started.games, 1):
        for played in range(1 if number == 3 else 3):
            play(game, 0, *[5 * number + played + at for at in range(1, game.seats.count())])
        if number in (6, 7):
            game_finish(game=game, author=ANN, key=new_key())
    table_call(tournament=tournament, table=table(tournament, 5), call=True)
    return tournament


@pytest.fixture
def corrected(club: Club) -> Tournament:
    """A final that began before the first game was corrected."""
    tournament = tournament_of(club, 8, {**FIRST, "fill": "none"}, FINAL)
    begin(tournament)
    play_all(tournament)
    close(tournament)
    correct(tournament, 1, 99, 21, 31, 41)
    return tournament


PAGES = {
    "tournament": [],
    "direct": [],
    "stage-table": [5],
    "paper": [9],
    "stage-seats": [],
    "parting": [],
    "tournament-log": [],
    "print-tables": [],
}


UNFOLD = "document.querySelectorAll('details').forEach((fold) => (fold.open = true))"


def test_axe_finds_nothing_in_light_or_dark(
    signed_in_page: Page,
    live_server,
    tournament: Tournament,
    axe_at: Callable[..., None],
    shots: Callable[..., None],
) -> None:
    page = signed_in_page
    for name, more in PAGES.items():
        page.goto(live_server.url + reverse(f"league:{name}", args=[tournament.pk, *more]))
        page.evaluate(UNFOLD)
        axe_at(page, 390, 1024)
        shots(page, f"directing-{name}")


def test_parts_of_the_page_are_found_from_its_top(
    signed_in_page: Page, live_server, tournament: Tournament
) -> None:
    """On a phone and a tablet, where they are far below; and lines of buttons have one edge."""
    page, pk = signed_in_page, tournament.pk
    address = live_server.url + reverse("league:direct", args=[pk])
    for width, height in ((390, 844), (820, 1180), (1180, 820)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(address)
        for name in ("Who goes on", "This tournament", re.compile("tables are in")):
            expect(page.locator(".jumps").get_by_role("link", name=name)).to_be_in_viewport()
        edges = page.locator(".day-head > :is(.present, .button, form):first-of-type").evaluate_all(
            """(parts) => {
              const boxes = parts.map((part) => part.getBoundingClientRect());
              return boxes.filter((box) => !boxes.some((other) =>
                other.left < box.left && other.top < box.bottom && other.bottom > box.top
              )).map((box) => box.left);
            }"""
        )
        assert edges
        assert max(edges) - min(edges) < 1
    page.locator(".jumps").get_by_role("link", name="Who goes on").click()
    expect(page.locator("#goes-on")).to_be_in_viewport()
    arrow = page.locator("#goes-on summary").evaluate(
        """(line) => {
          const head = line.firstElementChild.getBoundingClientRect();
          const whole = line.getBoundingClientRect();
          return head.top + head.height / 2 - whole.top - whole.height / 2;
        }"""
    )
    # It stands in the middle of the line, and so do the words.
    assert abs(arrow) < 2


def test_letters_of_a_paper_sheet_are_large_enough_on_a_phone(
    signed_in_page: Page, live_server, tournament: Tournament
) -> None:
    page = signed_in_page
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(live_server.url + reverse("league:paper", args=[tournament.pk, 10]) + "?way=rounds")
    sizes = page.locator(".by-rounds :is(th, .soft, input)").evaluate_all(
        "(parts) => parts.map((part) => parseFloat(getComputedStyle(part).fontSize))"
    )
    assert min(sizes) >= 16


def test_the_right_one_plays_in_two_taps(
    signed_in_page: Page,
    live_server,
    corrected: Tournament,
    axe_at: Callable[..., None],
) -> None:
    page = signed_in_page
    page.goto(live_server.url + reverse("league:direct", args=[corrected.pk]))
    page.get_by_role("link", name="Let Dot play in Ann's place at table 1").click()
    expect(page.get_by_text("Dot plays at table 1 instead of Ann.")).to_be_visible()
    axe_at(page, 390, 1366)
    page.get_by_role("button", name="Let Dot play instead of Ann").click()
    # What comes next is on the director's page; the way back is with the seats.
    page.wait_for_url(live_server.url + reverse("league:direct", args=[corrected.pk]))
    page.goto(live_server.url + reverse("league:stage-seats", args=[corrected.pk]))
    expect(page.get_by_role("button", name="Take it back")).to_be_visible()
    axe_at(page, 390, 1366)
    page.get_by_role("button", name="Take it back").click()
    expect(page.get_by_role("heading", name="Take it back?")).to_be_visible()
    page.get_by_role("button", name="Take it back").click()
    expect(page.get_by_text("Taken back.")).to_be_visible()
    assert names_at(table(corrected, 1, stage=2)) == ["Ann", "Bob"]


def test_seats_of_a_waiting_table_are_changed_by_hand(
    signed_in_page: Page,
    live_server,
    tournament: Tournament,
    axe_at: Callable[..., None],
    shots: Callable[..., None],
) -> None:
    leaves, comes = names_at(table(tournament, 9))[1], tournament.entrants.latest("pk").name
    page = signed_in_page
    page.goto(live_server.url + reverse("league:direct", args=[tournament.pk]))
    page.get_by_role("link", name="Change seats at table 9").click()
    page.get_by_label("Who does not play", exact=True).select_option(label=leaves)
    axe_at(page, 390, 1024)
    shots(page, "directing-table-seats")
    page.locator("form", has=page.locator("[value=replace]")).get_by_role(
        "button", name="See what playing instead does"
    ).click()
    expect(page.get_by_text(f"{comes} plays at table 9 instead of {leaves}.")).to_be_visible()
    axe_at(page, 390, 1024)
    shots(page, "directing-seat-change")
    page.get_by_role("button", name=f"Let {comes} play instead of {leaves}").click()
    expect(page.get_by_role("button", name="Take it back")).to_be_visible()
    assert names_at(table(tournament, 9))[1] == comes


def test_after_a_correction_axe_finds_nothing(
    signed_in_page: Page,
    live_server,
    corrected: Tournament,
    axe_at: Callable[..., None],
    shots: Callable[..., None],
) -> None:
    page = signed_in_page
    for name, more in (("drift", [1]), ("stage-reopen", [1]), ("direct", [])):
        page.goto(live_server.url + reverse(f"league:{name}", args=[corrected.pk, *more]))
        page.evaluate(UNFOLD)
        axe_at(page, 390, 1024)
        shots(page, f"corrected-{name}")


@pytest.mark.hurried
def test_a_call_from_a_table_rings_on_the_directors_page_by_itself(
    signed_in_page: Page, live_server, tournament: Tournament
) -> None:
    page, tablet = signed_in_page, signed_in_page.context.new_page()
    page.goto(live_server.url + reverse("league:direct", args=[tournament.pk]))
    game = table(tournament, 2).game
    assert game is not None
    tablet.goto(live_server.url + reverse("scoring:sheet", args=[game.code]))
    tablet.get_by_role("button", name="Call the director").click()
    expect(tablet.get_by_text("The director was called at")).to_be_visible()
    expect(page.locator(".call").filter(has_text="Table 2")).to_be_visible()
    page.get_by_role("button", name="Table 2 is settled").click()
    expect(page.locator(".call").filter(has_text="Table 2")).to_have_count(0)


def test_a_stage_is_begun_closed_and_corrected_by_hand(
    signed_in_page: Page, live_server, club: Club
) -> None:
    tournament = tournament_of(club, 8, {**FIRST, "fill": "none"}, FINAL)
    page = signed_in_page
    page.goto(live_server.url + reverse("league:tournament", args=[tournament.pk]))
    page.get_by_role("button", name="Seat 8 people at 2 tables").click()
    for number in (1, 2):
        page.get_by_role("link", name=f"Type in table {number}").first.click()
        if number == 1:
            page.get_by_role("link", name="Totals only").click()
            # It is then so at the tables that follow.
            expect(page.get_by_label("The next tables by totals only, too")).to_be_checked()
        # `all` takes what is there, also on the page before: wait for this one.
        totals = page.get_by_label(re.compile("^Total$"))
        expect(totals).to_have_count(4)
        for at, field in enumerate(totals.all()):
            field.fill(str(10 * at + number))
        page.get_by_role("button", name="Write it down", exact=True).click()
    expect(page.get_by_text("2 winners go on to Final.")).to_have_count(2)
    page.get_by_role("button", name="Close First game").click()
    page.get_by_role("link", name="Correct First game, or open it again").click()
    page.get_by_role("link", name="Correct table 1").click()
    page.get_by_label(re.compile("^Total$")).first.fill("99")
    page.get_by_label("Counted again").check()
    page.get_by_role("button", name="See what would change").click()
    expect(page.get_by_text("Dot should have gone on to Final instead of Ann.")).to_be_visible()
    page.get_by_role("button", name="Record the correction").click()
    page.get_by_role("link", name="See it and choose").click()
    page.get_by_label("Why do you choose this?").fill("nobody has begun")
    page.get_by_label("I am sure").check()
    page.get_by_role("button", name="Seat Final again").click()
    expect(page.locator(".table").filter(has_text="Dot")).to_be_visible()
    expect(page.get_by_text("See it and choose")).to_have_count(0)
