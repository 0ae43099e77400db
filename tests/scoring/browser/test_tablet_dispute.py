"""The dispute desk of a tablet without network: its engine asks and rules, in the real browser."""

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from scoring.disputes.desk import answer_word
from scoring.models import Club, Game
from scoring.tablets.sync.apply_disputes import dispute_take
from scoring.values import Ruled
from tests.conftest import PageErrors
from tests.factories import ANN, make_game

from .conftest import OUTBOX, Taps, load_engine
from .test_pages import DISPUTES

pytestmark = pytest.mark.django_db(transaction=True)

KEPT = "The ruling is kept on this tablet. It goes to the club’s server by itself."
WORKER = "**/engine-worker*.js"
PLAYED = "self.onmessage = () => self.postMessage({ aboard: true });"


def open_desk(page: Page, url: str, game: Game) -> None:
    """Open the page with a network, wait for the engine, and cut the network."""
    page.context.set_offline(False)
    page.goto(url + reverse("scoring:tablet-dispute", args=[game.code]))
    load_engine(page)
    page.context.set_offline(True)


def put(page: Page, topic: str, parts: list[str]) -> None:
    """Choose the question and say its parts."""
    page.get_by_role("link", name=topic).click()
    for part in parts:
        if part.isdecimal():
            page.locator(".tile-keys button", has_text=part).last.click()
        else:
            page.locator(part).click()


def settle(page: Page, parts: dict[str, list[str]]) -> Taps:
    """Answer what is asked until there is a ruling; counts the taps."""
    page.get_by_role("button", name="Ask", exact=True).click()
    finger = Taps(page)
    expect(page.locator("[name=path], .ruling").first).to_be_attached()
    while not page.locator(".ruling").count():
        asked = page.locator("[name=path]").input_value()
        for tap in parts[asked]:
            at = tap if tap.startswith("#") else page.get_by_role("button", name=tap, exact=True)
            finger.on(at)
        answered(page, asked)
    return finger


def answered(page: Page, asked: str) -> None:
    """Wait until something else is asked, or there is the ruling."""
    expect(page.locator(f"[name=path]:not([value='{asked}']), .ruling").first).to_be_attached()


def waiting(page: Page, game: Game) -> list[dict[str, Any]]:
    """What waits on the tablet for the club's server."""
    return page.evaluate(f"async code => {OUTBOX}.waiting(code)", game.code)


@pytest.mark.parametrize("base", ["family", "hub"])
def test_disputes_are_settled_without_a_network(
    signed_in_page: Page,
    live_server,
    club: Club,
    axe: Callable[[Page], None],
    shots: Callable[..., None],
    page_errors: PageErrors,
    base: str,
) -> None:
    page_errors.allow("ERR_INTERNET_DISCONNECTED|Failed to fetch")
    page = signed_in_page
    game = make_game(club, rules={"base": base, "fill": "defaults"})
    open_desk(page, live_server.url, game)
    if base == "family":
        axe(page)
        shots(page, "tablet-dispute-topics")
    rows = [row[2:] for row in DISPUTES if row[1] == base]
    for topic, parts, taps, word in rows:
        put(page, topic, parts)
        finger = settle(page, taps)
        expect(page.locator(".ruling .answer")).to_have_text(word)
        expect(page.get_by_text(KEPT)).to_be_visible()
        assert finger.count <= 4
        page.get_by_role("link", name="Another question").click()
    # What waits is what the server takes, and it rules the same.
    kept = waiting(page, game)
    assert [row["kind"] for row in kept] == ["dispute"] * len(rows)
    words = [word for *_asked, word in rows]
    assert [answer_word(ruling_of(game, row)) for row in kept] == words
    if base == "family":
        mend_and_leave_open(page, game, axe, shots)


def ruling_of(game: Game, row: dict[str, Any]) -> Ruled:
    """The server's ruling on what waited."""
    taken = dispute_take(game=game, author=ANN, key=row["key"], asked_at=None, data=row["data"])
    return Ruled.from_json(taken.ruling or {})


def mend_and_leave_open(
    page: Page, game: Game, axe: Callable[[Page], None], shots: Callable[..., None]
) -> None:
    """A question that is mended, answers that cannot be or are taken back, and nobody who knows."""
    put(page, "May this tile be laid there?", ["#id_seat label:has-text('Ann')"])
    page.get_by_role("button", name="Ask", exact=True).click()
    # What is missing is said beside its field, and what was chosen stays.
    field = page.locator(".field", has=page.locator("#id_tile"))
    expect(field).to_contain_text("Write one tile, like 7-3.")
    expect(page.locator("#id_seat input").first).to_be_checked()
    axe(page)
    shots(page, "tablet-dispute-ask")
    page.fill("#id_tile", "12-7")
    page.locator("#id_train label", has_text="Mexican").click()
    page.get_by_role("button", name="Ask", exact=True).click()

    # An answer that cannot be, by the keyboard; then one that is taken back.
    expect(page.locator("[name=path]")).to_have_value("turn.laid")
    page.fill("#id_tile", "13-1")
    page.locator("#id_train label", has_text="Bob").click()
    page.locator("#id_tile").press("Enter")
    expect(page.locator(".notice.fault")).to_contain_text("in the double-12 set")
    expect(page.locator("#id_tile")).to_have_value("13-1")
    axe(page)
    shots(page, "tablet-dispute-question")
    page.get_by_role("button", name="Nothing yet").click()
    answered(page, "turn.laid")
    expect(page.get_by_text("laid in this turn: none")).to_be_visible()
    page.get_by_role("button", name="Take back the last answer").click()
    expect(page.locator("[name=path]")).to_have_value("turn.laid")
    expect(page.get_by_role("button", name="Take back the last answer")).to_have_count(0)

    # Nobody knows anything: it depends, and that is kept too.
    while not page.locator(".ruling").count():
        asked = page.locator("[name=path]").input_value()
        page.get_by_role("button", name="We don't know").click()
        answered(page, asked)
    expect(page.locator(".ruling .answer")).to_have_text("It depends")
    expect(page.get_by_text(KEPT)).to_be_visible()
    axe(page)
    shots(page, "tablet-dispute-ruling")
    assert ruling_of(game, waiting(page, game)[-1]).verdict == "depends"

    # The browser's own way back is the way back to the questions.
    page.go_back()
    expect(page.get_by_role("link", name="Who begins the round?")).to_be_visible()


def test_an_engine_that_does_not_come_is_said_with_what_to_do(
    signed_in_page: Page,
    live_server,
    club: Club,
    axe: Callable[[Page], None],
    shots: Callable[..., None],
    page_errors: PageErrors,
) -> None:
    page_errors.allow("status of 404|engine-worker")
    page = signed_in_page
    page.route(WORKER, lambda route: route.fulfill(status=404))
    game = make_game(club)
    page.goto(live_server.url + reverse("scoring:tablet-dispute", args=[game.code]))
    put(page, "May somebody draw now?", ["#id_seat label:has-text('Ann')"])
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.get_by_text("The rules engine could not be loaded")).to_be_visible()
    expect(page.locator("#id_seat input").first).to_be_checked()
    axe(page)
    shots(page, "tablet-dispute-failed")
    # It is there again.
    page.unroute(WORKER)
    page.route(WORKER, lambda route: route.fulfill(body=PLAYED, content_type="text/javascript"))
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_text("The rules engine could not be loaded")).to_be_hidden()
    expect(page.get_by_role("button", name="Ask", exact=True)).to_be_enabled()
