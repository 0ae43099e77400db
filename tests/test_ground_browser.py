"""The tools of the tests in a browser find what they are there to find."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from league.site.security import POLICY
from tests.conftest import PageErrors

FINE = (
    "<!doctype html><html lang=en><head><title>A sheet</title></head>"
    "<body><main><h1>A sheet</h1><p>{}</p></main></body></html>"
)


def test_axe_passes_a_plain_page(page: Page, axe: Callable[[Page], None]) -> None:
    page.set_content(FINE.format("Ann leads."))
    axe(page)


@pytest.mark.parametrize(
    ("content", "rule"),
    [
        ("<img src='data:,'>", "image-alt"),
        # 4.9:1 passes AA, and is too faint for our readers.
        ("<span style='color: #707070; background: #fff'>Ann leads.</span>", "contrast-enhanced"),
        ("<h4>Ann leads.</h4>", "heading-order"),
    ],
)
def test_axe_finds_a_fault(
    page: Page, axe: Callable[[Page], None], content: str, rule: str
) -> None:
    page.set_content(FINE.format(content))
    with pytest.raises(AssertionError, match=rule):
        axe(page)


def test_errors_of_a_page_are_heard(page: Page, page_errors: PageErrors) -> None:
    page.set_content(FINE.format("Ann leads."))
    page.evaluate("console.error('a told error')")
    page.evaluate("setTimeout(() => { throw new Error('a thrown error') })")
    page.evaluate("new Promise(done => setTimeout(done, 20))")
    told = "\n".join(page_errors.unexpected())
    assert "a told error" in told
    assert "a thrown error" in told
    page_errors.allow("a (told|thrown) error")
    assert not page_errors.unexpected()


def test_a_breach_of_the_policy_is_heard(page: Page, page_errors: PageErrors) -> None:
    page.route(
        "http://localhost/",
        lambda route: route.fulfill(
            body=FINE.format("<script>document.title = 'taken'</script>"),
            content_type="text/html",
            headers={"Content-Security-Policy": POLICY},
        ),
    )
    page.goto("http://localhost/")
    assert page.title() == "A sheet"
    assert "Content Security Policy" in "".join(page_errors.unexpected())
    page_errors.allow("Content Security Policy")


def test_axe_works_under_the_policy(page: Page, axe: Callable[[Page], None]) -> None:
    page.route(
        "http://localhost/",
        lambda route: route.fulfill(
            body=FINE.format("<img src='data:,'>"),
            content_type="text/html",
            headers={"Content-Security-Policy": POLICY},
        ),
    )
    page.goto("http://localhost/")
    with pytest.raises(AssertionError, match="image-alt"):
        axe(page)


def test_shots_tell_of_a_page_that_scrolls_sideways(page: Page, shots: Callable[..., None]) -> None:
    page.set_content(FINE.format("<span style='display: block; width: 500px'>Ann</span>"))
    with pytest.raises(AssertionError, match=r"at 390 px$"):
        shots(page, "too-wide")


def test_each_answer_of_the_server_carries_the_policy(
    page: Page, live_server: LiveServer, page_errors: PageErrors
) -> None:
    page_errors.allow("status of 404")
    answer = page.goto(f"{live_server.url}/no-such-page")
    assert answer is not None
    assert answer.status == 404
    assert answer.headers["content-security-policy"] == POLICY
    assert answer.headers["x-frame-options"] == "DENY"
    assert answer.headers["x-content-type-options"] == "nosniff"
