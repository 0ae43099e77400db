"""The dispute desk of a tablet without network: its engine asks and rules, in the real browser."""

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from scoring.disputes.words import answer_word
from scoring.models import Club, Game
from scoring.sheets.services.seats import seat_join
from scoring.tablets.sync.apply_disputes import dispute_take
from scoring.values import Ruled
from tests.conftest import PageErrors
from tests.factories import ANN, make_game, new_key, play

from .conftest import OUTBOX, Taps, load_engine, wait_until_known
from .test_desk import DISPUTES, tap_answers, tap_question

pytestmark = pytest.mark.django_db(transaction=True)

KEPT = "Saved on this device. It goes on the sheet as soon as the network is back."
WORKER = "**/engine-worker*.js"
PLAYED = "self.onmessage = () => self.postMessage({ aboard: true });"


def open_desk(page: Page, url: str, game: Game) -> None:
    """Open the page with a network, wait for the engine, and cut the network."""
    page.context.set_offline(False)
    page.goto(url + reverse("scoring:tablet-dispute", args=[game.code]))
    load_engine(page)
    page.context.set_offline(True)


def put(page: Page, topic: str, who: str, train: str, tile: str) -> None:
    """Choose the question and tap its parts."""
    page.get_by_role("link", name=topic).click()
    tap_question(page, Taps(page), who, train, tile)


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
    for topic, who, train, tile, answers, word in rows:
        put(page, topic, who, train, tile)
        tap_answers(page, Taps(page), answers)
        expect(page.locator(".ruling .answer")).to_have_text(word)
        page.get_by_role("button", name="Write it on the sheet").tap()
        expect(page.get_by_text(KEPT)).to_be_visible()
        if (base, topic) == ("family", rows[0][0]):
            axe(page)
            shots(page, f"tablet-dispute-{word}")
        page.get_by_role("link", name="Another question").click()
    # What waits is what the server takes, and it rules the same.
    kept = waiting(page, game)
    assert [row["kind"] for row in kept] == ["dispute"] * len(rows)
    words = [word for *_asked, word in rows]
    assert [answer_word(ruling_of(game, row)) for row in kept] == words
    if base == "family":
        ask_in_own_words(page)
        mend_and_leave_open(page, axe)
        # On the same page: each engine that is started takes five seconds of the suite's.
        rules_answer_without_a_table_and_what_has_no_name_waits_for_one(page)


def rules_answer_without_a_table_and_what_has_no_name_waits_for_one(page: Page) -> None:
    box, ask = page.get_by_label("Ask in your own words"), page.get_by_role("button", name="Ask")
    box.fill("How many points does the double blank count")
    ask.tap()
    expect(page.locator("#desk-answer")).to_contain_text("50 points.")
    expect(page.locator("#desk-answer")).to_contain_text("FAM-49")
    expect(page.locator(".desk-table")).to_be_hidden()
    page.get_by_role("link", name="Another question").click()
    box.fill("He played a double, had nothing to cover it, drew, the tile does not fit. What now?")
    ask.tap()
    expect(page.get_by_role("group", name="Can the player play?")).to_be_visible()
    page.locator("[data-fact=seat]").get_by_text("Ann").tap()
    expect(page.locator(".ruling .answer")).to_have_text("Put the marker on")
    expect(page.locator(".told")).to_contain_text("Ann cannot play.")


def ruling_of(game: Game, row: dict[str, Any]) -> Ruled:
    """The server's ruling on what waited."""
    taken = dispute_take(game=game, author=ANN, key=row["key"], asked_at=None, data=row["data"])
    return Ruled.from_json(taken.ruling or {})


def ask_in_own_words(page: Page) -> None:
    """The tablet's own engine reads the sentence."""
    page.get_by_label("Ask in your own words").fill("the weather is nice")
    page.get_by_role("button", name="Ask", exact=True).tap()
    expect(page.get_by_text("We did not understand this")).to_be_visible()
    page.get_by_label("Ask in your own words").fill("can Ann play on bobs train")
    page.get_by_role("button", name="Ask", exact=True).tap()
    expect(page.locator("[data-fact=seat] :checked")).to_have_value("Ann")
    expect(page.locator("h1[data-title]")).to_have_text("May Ann play on Bob's train?")


def mend_and_leave_open(page: Page, axe: Callable[[Page], None]) -> None:
    """A tile that is in no set is mended; then nobody knows anything, and that is said."""
    page.get_by_text("Which tile?").tap()
    page.locator("[data-fact=tile] input").fill("13-1")
    page.locator("[data-fact=tile] input").press("Tab")
    expect(page.locator("#desk-answer")).to_contain_text("in the double-12 set")
    axe(page)
    page.locator("[data-fact=tile] input").fill("12-1")
    page.locator("[data-fact=tile] input").press("Tab")
    answer = page.locator("#desk-answer")
    expect(answer.locator(".next-fact")).to_be_visible()
    asked: list[str | None] = []
    while not answer.locator(".ruling").count():
        path = answer.get_attribute("data-next")
        assert path not in asked, "asked again"
        asked.append(path)
        answer.get_by_role("button", name="We don't know").tap()
        expect(page.locator(f"#desk-answer:not([data-next='{path}'])")).to_be_attached()
    expect(answer.locator(".ruling .answer")).to_have_text("Nobody can know")
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
    put(page, "May I draw?", "Ann", "", "")
    expect(page.get_by_text("The rules engine could not be loaded")).to_be_visible()
    expect(page.locator("[name=seat]").first).to_be_checked()
    axe(page)
    shots(page, "tablet-dispute-failed")
    # It is there again.
    page.unroute(WORKER)
    page.route(WORKER, lambda route: route.fulfill(body=PLAYED, content_type="text/javascript"))
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_text("The rules engine could not be loaded")).to_be_hidden()


def test_who_came_after_the_page_was_kept_sits_there(
    signed_in_page: Page, live_server, club: Club, page_errors: PageErrors
) -> None:
    """The page is of before, the tablet's knowledge of the game newer."""
    page = signed_in_page
    game = make_game(club)
    play(game, 0, 12, 8, 4)
    address = live_server.url + reverse("scoring:tablet-dispute", args=[game.code])
    page.goto(address)
    kept = page.context.request.get(address).text()
    seat_join(game=game, author=ANN, key=new_key(), name="Eve", total=12)
    page.goto(live_server.url + reverse("scoring:sheet", args=[game.code]))
    wait_until_known(page, game)
    page.route(address, lambda route: route.fulfill(body=kept, content_type="text/html"))
    page.goto(f"{address}#lay?seat=Eve&trains.Eve.marked=yes&uncovered=Ann&uncovered=Eve")
    expect(page.locator("[data-fact=seat] :checked")).to_have_value("Eve")
    row = page.locator("[data-train=Eve]")
    expect(row.get_by_role("radio", name="marker", exact=True)).to_be_checked()
    expect(row.get_by_role("group", name="Is a marker on Eve's train?")).to_be_attached()
    expect(page.locator("[name=uncovered]:checked")).to_have_count(2)
    expect(page.locator("[data-fact=train] label")).to_have_count(6)
    expect(page.locator('[data-fact="turn.passes"]')).to_contain_text("all 5")
