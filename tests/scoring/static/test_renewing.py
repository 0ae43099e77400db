"""A part that renews itself and a form that renews it too: their answers come in any order."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

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
