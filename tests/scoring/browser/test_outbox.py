"""The outbox in bad luck: lost answers, damaged and old entries, an unpaired tablet, no worker."""

import json
import re
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest
from django.db import OperationalError
from playwright.sync_api import BrowserContext, Page, Route, expect

from scoring.accounts.access import TABLET_COOKIE
from scoring.accounts.models.people import secret_hash
from scoring.models import Club, Game, SheetEntry, Tablet
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.services.seats import seat_join
from scoring.tablets.pairing.services import tablet_change, tablet_unpair
from tests.actors import cookie_of
from tests.factories import ANN, correct, make_game, new_key, play

from .conftest import OUTBOX, says_who_went_out, wait_until_known

HAND_OVER = "**/hand-over/"
PUT = "async row => (await import('/static/scoring/tablet/database.js')).database.add(row)"


@pytest.fixture
def tablet(club: Club) -> Tablet:
    return Tablet.objects.create(club=club, name="Table 3", secret_hash=secret_hash("secret"))


@pytest.fixture
def game(club: Club) -> Game:
    return make_game(club)


@pytest.fixture
def page(
    new_context: Callable[..., BrowserContext], tablet: Tablet, live_server, page_errors
) -> Page:
    """A tablet's page as over an insecure connection: without a service worker."""
    page_errors.allow("Failed to load resource|Failed to fetch|htmx:sendError|ERR_")
    context = new_context()
    pair(context, tablet, live_server.url)
    return context.new_page()


def pair(context: BrowserContext, tablet: Tablet, url: str) -> None:
    cookie: Any = {"name": TABLET_COOKIE, "value": cookie_of(tablet, "secret"), "url": url}
    context.add_cookies([cookie])


def opens(page: Page, url: str, game: Game) -> None:
    """Open the game's first round, and wait until this tablet knows how the game stands."""
    page.goto(f"{url}/games/{game.code}/round/1/")
    wait_until_known(page, game)


def says(page: Page, text: str) -> None:
    expect(page.locator("#tablet-state [data-says]")).to_have_text(text)


def type_round(page: Page, out: str, *totals: int) -> None:
    says_who_went_out(page, out)
    fields = page.locator("input.total:enabled")
    expect(fields).to_have_count(len(totals))
    for field, total in zip(fields.all(), totals, strict=True):
        field.fill(str(total))
    page.locator("button.main:visible").first.tap()


def row(game: Game, **changed: Any) -> dict[str, Any]:
    """A round as the outbox keeps it."""
    _ann, bob, cal, dot = sheet_of(game).seats
    fields = {"ending": f"out-{bob.id}", f"seat-{cal.id}-total": "4", f"seat-{dot.id}-total": "9"}
    fields[f"seat-{_ann.id}-total"] = "12"
    whole = {"key": "kept-long-ago", "kind": "round", "game": game.code, "round": 1}
    return whole | {"fields": fields} | changed


def test_a_lost_answer_loses_nothing_and_counts_once(page: Page, game: Game, live_server) -> None:
    lost: list[Any] = []
    sent: list[Route] = []

    def lose(route: Route) -> None:
        # Noted first: the tablet may send again before the server has answered.
        sent.append(route)
        if len(sent) == 1:
            lost.append(route.fetch().json())  # the server writes it, and nobody hears of it
            route.abort()

    page.route(HAND_OVER, lose)
    page.goto(f"{live_server.url}/games/{game.code}/round/1/")
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/hand-over/")):
        type_round(page, "Bob", 12, 4, 9)
    expect(page.locator("#round-kept")).to_contain_text("Round 1 is saved on this tablet.")
    assert [one["outcome"] for one in lost[0]["handed"]] == ["recorded"]
    page.route(HAND_OVER, lambda route: route.continue_())
    for route in sent[1:]:
        route.continue_()
    expect(page.locator("#round-kept")).to_contain_text("is on the club’s server")
    assert SheetEntry.objects.count() == 1


def test_a_page_that_the_database_fails_hands_over_and_opens_by_itself(
    page: Page, game: Game, live_server
) -> None:
    opens(page, live_server.url, game)
    page.evaluate(PUT, row(game))
    page.clock.install()
    sheet = f"{live_server.url}/games/{game.code}/"
    with patch("scoring.sheets.views.sheets.sheet_of", side_effect=OperationalError("away")):
        page.goto(sheet)
        expect(page.get_by_role("heading", name="cannot answer just now")).to_be_visible()
        with page.expect_response(HAND_OVER):
            page.clock.run_for(4000)
        expect(page.get_by_role("heading", name="cannot answer just now")).to_be_visible()
    page.clock.run_for(10_000)
    expect(page.locator("table.sheet .totals td").first).to_contain_text("12")


def test_without_a_worker_the_open_page_goes_on(
    page: Page, game: Game, live_server, axe, shots
) -> None:
    page.add_init_script("navigator.storage.persist = async () => false")
    opens(page, live_server.url, game)
    says(page, "Saved on the club’s server.")
    # What cannot be promised is said.
    page.get_by_text("This tablet", exact=True).tap()
    expect(page.get_by_text("What waits here is kept while Roundhouse is used")).to_be_visible()
    expect(page.get_by_text("This game does not open without the network")).to_be_visible()
    page.context.set_offline(True)
    type_round(page, "Bob", 12, 4, 9)
    expect(page.get_by_role("heading", name="Round 2")).to_be_visible()
    says(page, "No network. Saved on this tablet: 1 entry waits for the club’s server.")
    expect(page.locator("#id_starting_double")).to_have_value("11")
    expect(page.locator("[data-tile='11-11']")).to_have_attribute("data-in-hub", "hub")
    expect(page.locator(".keypad-seat")).to_contain_text("Ann")
    axe(page)
    shots(page, "no-worker")
    # A link would lead to the browser's error page. It waits, until somebody goes on typing.
    back = page.get_by_role("link", name="Back to the score sheet")
    back.tap()
    expect(page.get_by_text("No network: stay here.")).to_be_visible()
    type_round(page, "Ann", 3, 3, 3)
    expect(page.get_by_role("heading", name="Round 3")).to_be_visible()
    with page.expect_response("**/round/3/check/"):  # the server's own totals
        page.context.set_offline(False)
    expect(page.locator("#round-kept")).to_contain_text("is on the club’s server")
    # It asks of its present round whether somebody else has recorded that: of none of its own.
    with page.expect_response("**/check/") as asked:
        page.evaluate(
            "document.querySelector('#round-meanwhile').dispatchEvent(new Event('renew'))"
        )
    assert asked.value.url.endswith("/round/3/check/")
    expect(page.locator("#round-meanwhile")).to_be_empty()
    page.locator('[data-key="5"]').tap()
    expect(page.locator(".seats .after").first).to_contain_text("17 12 + 5")
    assert [seat.total for seat in sheet_of(game).seats] == [12, 3, 7, 12]
    page.context.set_offline(True)
    back.tap()
    expect(page.get_by_text("No network: stay here.")).to_be_visible()
    page.context.set_offline(False)
    expect(page).to_have_url(f"{live_server.url}/games/{game.code}/")


def shows_sheet(page: Page, rounds: dict[int, list[str]], totals: list[str]) -> None:
    """The running totals of each round that is shown, and the totals."""
    rows = page.locator("table.sheet tbody tr:visible")
    expect(rows).to_have_count(len(rounds))
    for number, running in rounds.items():
        row = rows.filter(has=page.locator("th", has_text=re.compile(rf"^\s*{number}\b")))
        expect(row.locator(".running")).to_have_text([f"total {total}" for total in running])
    expect(page.locator("tr.totals td")).to_contain_text(totals)


def test_an_undo_without_a_network_shows_what_it_makes(page: Page, game: Game, live_server) -> None:
    play(game, 0, 12, 15, 1)
    play(game, 7, 0, 29, 2)
    correct(game, 1, (0, 20, 15, 1))
    page.goto(f"{live_server.url}/games/{game.code}/")
    wait_until_known(page, game)
    page.context.set_offline(True)
    page.get_by_role("button", name="Undo the correction of round 1").tap()
    before = ["7", "12", "44", "3"]
    shows_sheet(page, {1: ["0", "12", "15", "1"], 2: before}, before)
    expect(page.locator("button.main, a.main").first).to_have_text("Score round 3")
    page.get_by_role("button", name="Redo the correction of round 1").tap()
    after = ["7", "20", "44", "3"]
    shows_sheet(page, {1: ["0", "20", "15", "1"], 2: after}, after)
    page.context.set_offline(False)
    says(page, "Saved on the club’s server.")
    shows_sheet(page, {1: ["0", "20", "15", "1"], 2: after}, after)

    # What is undone is scored again with the double that it had.
    correct(game, 1, (0, 12, 15, 1))
    play(game, 3, 5, 0, 9)
    page.reload()
    wait_until_known(page, game)
    page.context.set_offline(True)
    page.get_by_role("button", name="Undo round 3").tap()
    expect(page.locator("[data-waiting-head]")).to_contain_text("Starting double: double ten.")
    page.context.set_offline(False)
    says(page, "Saved on the club’s server.")

    # What this tablet cannot show is left to the server.
    seat_join(game=game, author=ANN, key=new_key(), name="Eve", total=12)
    page.reload()
    wait_until_known(page, game)
    page.context.set_offline(True)
    page.get_by_role("button", name="Undo: ").tap()
    expect(page.get_by_text("Nothing is undone yet: this needs the network.")).to_be_visible()
    assert page.evaluate(f"async code => {OUTBOX}.waiting(code)", game.code) == []


def test_a_correction_without_a_network_moves_a_late_start(
    page: Page, game: Game, live_server
) -> None:
    """The bug it would catch: who came late kept 15 points, and was ahead of who is behind her."""
    play(game, 0, 12, 15, 1)
    seat_join(game=game, author=ANN, key=new_key(), name="Eve")
    play(game, 7, 0, 9, 2, 5)
    correct(game, 1, (0, 12, 30, 1))
    page.goto(f"{live_server.url}/games/{game.code}/")
    wait_until_known(page, game)
    page.context.set_offline(True)
    page.get_by_role("button", name="Undo the correction of round 1").tap()
    expect(page.locator("tr.totals td")).to_contain_text(["7", "12", "24", "3", "20"])
    expect(page.locator("tr.came-in td").last).to_have_text("15 round 2")
    page.context.set_offline(False)
    says(page, "Saved on the club’s server.")
    assert [seat.total for seat in sheet_of(game).seats] == [7, 12, 24, 3, 20]


def test_what_is_damaged_or_old_strands_nothing(page: Page, game: Game, live_server) -> None:
    url = f"{live_server.url}/games/{game.code}/"
    page.goto(url)
    says(page, "Saved on the club’s server.")
    # A row that a broken browser left behind, and one as the first version of the site wrote it.
    page.evaluate(PUT, {"kind": 5, "fields": "?"})
    page.evaluate(PUT, row(game))
    page.reload()
    says(page, "Something kept on this tablet is damaged and cannot be read. See below.")
    page.get_by_text("This tablet", exact=True).tap()
    shown = page.locator("[data-waiting-list]")
    expect(shown).to_contain_text(json.dumps({"kind": 5, "fields": "?"}, separators=(",", ":"))[:9])
    assert SheetEntry.objects.get().key == "kept-long-ago"


def test_an_unpaired_tablet_keeps_what_it_has(
    page: Page, game: Game, club: Club, tablet: Tablet, live_server
) -> None:
    opens(page, live_server.url, game)
    says(page, "Saved on the club’s server.")
    page.context.set_offline(True)
    type_round(page, "Bob", 12, 4, 9)
    expect(page.get_by_role("heading", name="Round 2")).to_be_visible()
    tablet_unpair(tablet=tablet)
    page.context.set_offline(False)
    says(
        page,
        "The club’s server does not know this tablet any more. Pair it again, or sign in, "
        "to hand 1 entry over.",
    )
    again = Tablet.objects.create(
        club=club, name="New", secret_hash=secret_hash("secret"), table_number=77
    )
    pair(page.context, again, live_server.url)
    page.goto(live_server.url)
    says(
        page,
        "Saved on this tablet only: 1 of 1 that wait. The club’s server does not let this tablet "
        "write on that sheet. Pair it for that table, or sign in as somebody who scores there.",
    )
    assert not SheetEntry.objects.exists()
    tablet_change(tablet=again, name="New", table_number=None)
    page.goto(f"{live_server.url}/games/{game.code}/")
    says(page, "Saved on the club’s server.")
    entry = SheetEntry.objects.get()
    assert (entry.author, entry.tablet) == ("Table 3", tablet)
