"""A part that renews itself, and what comes for it: answers in any order, and by the stream."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.conftest import PageErrors

HEAD = """<meta name="htmx-config" content='{"includeIndicatorStyles": false, "allowEval": false}'>
<script src="/static/django_htmx/htmx-2.min.js" defer></script>
<script type="module" src="/static/scoring/renewing.js"></script>"""
PART = """<div id="now" hx-get="/now" hx-swap="outerHTML" hx-trigger="renew"
 data-renews="600">{}</div>"""
ROOM = '<div id="room"{}>{}</div>'
BODY = (
    PART.format("nobody")
    + ROOM.format("", "empty")
    + '<form hx-post="/come" hx-target="#now" hx-swap="outerHTML"><button>Come</button></form>'
)


@pytest.fixture
def held(page: Page, show: Callable[..., None]) -> dict[str, Route]:
    """A page that has asked by itself and by a tap, and both questions, not answered yet."""
    show(BODY, head=HEAD)
    waiting: dict[str, Route] = {}
    page.route("**/now", lambda route: waiting.update(now=route))
    page.route("**/come", lambda route: waiting.update(come=route))
    page.locator("#now").dispatch_event("renew")
    page.get_by_role("button", name="Come").click()
    while len(waiting) < 2:
        page.wait_for_timeout(10)
    return waiting


def answer(page: Page, route: Route, text: str) -> None:
    """Answer one question, and wait until the page has heard it."""
    with page.expect_response(route.request.url):
        route.fulfill(
            content_type="text/html",
            body=PART.format(text) + ROOM.format(' hx-swap-oob="true"', text),
        )


def test_what_was_asked_before_a_tap_does_not_undo_it(page: Page, held: dict[str, Route]) -> None:
    answer(page, held["come"], "Ann")
    expect(page.locator("#now")).to_have_text("Ann")
    answer(page, held["now"], "nobody")
    expect(page.locator("#room")).to_have_text("Ann")
    expect(page.locator("#now")).to_have_text("Ann")


def test_a_tap_is_answered_though_the_part_was_renewed(page: Page, held: dict[str, Route]) -> None:
    answer(page, held["now"], "nobody")
    expect(page.locator("#room")).to_have_text("nobody")
    answer(page, held["come"], "Ann")
    expect(page.locator("#now")).to_have_text("Ann")
    expect(page.locator("#room")).to_have_text("Ann")


# An event stream of which the test says what comes.
STAND_IN = """
window.EventSource = class extends EventTarget {
  constructor(url) {
    super();
    this.readyState = 1;
    window.stream = { url, push: (data) => this.dispatchEvent(new MessageEvent("part", { data })) };
  }
  close() {}
};
document.addEventListener("readystatechange", () => { document.body.dataset.news = "/news/"; });
"""
FOR_ALL = """<div id="now" hx-get="/now?for-all=en&seen={0}" hx-swap="outerHTML" hx-trigger="renew"
 data-renews="600" data-watch="key"><p>{0}</p>
 <details id="fold"><summary>More</summary>more</details><button>Tap</button></div>"""


def test_what_the_stream_brings_is_shown_unasked_and_waits_for_a_finger(
    page: Page, show: Callable[..., None]
) -> None:
    def push(text: str) -> None:
        page.evaluate("data => window.stream.push(data)", f"key m {text}\n{FOR_ALL.format(text)}")

    page.add_init_script(STAND_IN)
    show(FOR_ALL.format("one"), head=HEAD)
    asked: list[Route] = []

    def keep(route: Route) -> None:
        asked.append(route)

    page.route("**/now?*", keep)
    page.wait_for_function("window.stream?.url.includes('seen%3Done')")
    page.get_by_text("More").click()
    push("two")
    expect(page.locator("#now p")).to_have_text("two")
    expect(page.locator("#fold")).to_have_attribute("open", "")
    assert not asked
    page.get_by_role("button", name="Tap").hover()
    page.mouse.down()
    push("three")
    while not asked:
        page.wait_for_timeout(10)
    expect(page.locator("#now p")).to_have_text("two")
    page.mouse.up()
    push("four")
    expect(page.locator("#now p")).to_have_text("four")


def test_a_page_is_loaded_anew_once_its_club_is_paused_and_once_it_goes_on(
    page: Page, show: Callable[..., None], page_errors: PageErrors
) -> None:
    """What it showed is not to be seen any longer; a form in which somebody types stays."""
    page_errors.allow("Failed to load resource|Response Status Error Code 404")
    form = '<div id="form" hx-post="/check" hx-trigger="renew" data-renews="600"></div>'
    paused = {"status": 404, "headers": {"X-Club-Paused": "1"}}
    show(PART.format("Ann") + form, head=HEAD)
    page.route("**/check", lambda route: route.fulfill(**paused))
    page.route("**/now", lambda route: route.fulfill(**paused))
    with page.expect_response("**/check"):
        page.locator("#form").dispatch_event("renew")
    page.evaluate("window.isThere = true")
    with page.expect_navigation():
        page.locator("#now").dispatch_event("renew")
    assert page.evaluate("window.isThere") is None
    show(PART.format("").replace('outerHTML"', 'none" data-paused'), head=HEAD)
    page.route("**/now", lambda route: route.fulfill(**paused))
    page.evaluate("window.isThere = true")
    with page.expect_response("**/now"):
        page.locator("#now").dispatch_event("renew")
    page.route("**/now", lambda route: route.fulfill(body="<p>It goes on.</p>"))
    assert page.evaluate("window.isThere")
    with page.expect_navigation():
        page.locator("#now").dispatch_event("renew")
