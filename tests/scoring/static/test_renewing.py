"""A part that renews itself, and what comes for it: answers in any order, and by the stream."""

from collections.abc import Callable
from functools import partial

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


LINE = """<p id="not-up-to-date" data-says-since="Not up to date since {time}."
 data-says-gone="This page is no longer there." hidden></p>"""
WATCHED = """<div id="now" hx-get="/now?seen=m&people=1" hx-swap="outerHTML" hx-trigger="renew"
 data-renews="10">{}</div>"""


def test_a_page_says_since_when_nothing_came_and_catches_up_within_five_seconds(
    page: Page, show: Callable[..., None], page_errors: PageErrors
) -> None:
    page_errors.allow("Failed to load resource|Response Status Error Code 502")
    page.clock.install(time="2026-11-30T09:53:00")
    page.add_init_script("Math.random = () => 0.5")
    show("{% verbatim %}" + LINE + WATCHED.format("one") + "{% endverbatim %}", head=HEAD)
    line = page.locator("#not-up-to-date")
    page.evaluate("document.addEventListener('htmx:afterRequest', () => (window.isHeard = true))")
    page.route("**/now?*", lambda route: route.fulfill(status=502))

    def hear(ask: Callable[[], None]) -> None:
        page.evaluate("window.isHeard = false")
        ask()
        while not page.evaluate("window.isHeard"):
            page.wait_for_timeout(10)

    page.clock.pause_at("2026-11-30T09:53:05")
    hear(lambda: page.locator("#now").dispatch_event("renew"))
    ask_next = partial(page.clock.run_for, 4000)
    hear(ask_next)
    hear(ask_next)
    expect(line).to_be_hidden()
    hear(ask_next)
    expect(line).to_have_text("Not up to date since 9:53 AM.")
    expect(line).to_be_visible()
    for _ in range(6):
        hear(ask_next)
    page.route("**/now?*", lambda route: route.fulfill(body=WATCHED.format("two")))
    hear(ask_next)
    page.clock.resume()
    expect(page.locator("#now")).to_have_text("two")
    expect(line).to_be_hidden()


def test_a_page_that_is_gone_shows_no_names_and_comes_back_whole(
    page: Page, show: Callable[..., None], page_errors: PageErrors
) -> None:
    page_errors.allow("Failed to load resource|Response Status Error Code 404")
    show("{% verbatim %}" + LINE + WATCHED.format("Ann") + "{% endverbatim %}", head=HEAD)
    part = page.locator("#now")
    page.wait_for_function("window.htmx")
    page.route("**/now?*", lambda route: route.fulfill(status=404))
    part.dispatch_event("renew")
    expect(part).to_have_text("This page is no longer there.")
    # What it has seen is not there any more, so it is asked for anew.
    page.route("**/now?people=1", lambda route: route.fulfill(body=WATCHED.format("Bea")))
    part.dispatch_event("renew")
    expect(part).to_have_text("Bea")
