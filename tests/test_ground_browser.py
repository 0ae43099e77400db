"""The tools of the tests in a browser find what they are there to find."""

from collections.abc import Callable
from contextlib import nullcontext

import pytest
from playwright.sync_api import BrowserContext, Page
from pytest_django.live_server_helper import LiveServer

from league.site.security import POLICY
from tests.conftest import PageErrors
from tests.kept_pages import KeptPages

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
        # So is what even AA refuses: 2.3:1, in letters of the size of a heading too.
        ("<span style='color: #aaa; background: #fff'>Ann leads.</span>", "contrast-enhanced"),
        ("<b style='color: #aaa; font-size: 30px'>Ann leads.</b>", "contrast-enhanced"),
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


ORIGIN = "http://table.test"
LEAVE = """async () => {
  localStorage.setItem("left", "1");
  sessionStorage.setItem("left", "1");
  await new Promise((done) => { indexedDB.open("left").onsuccess = done; });
  window.name = "left";
  return matchMedia("(prefers-color-scheme: dark)").matches && !navigator.onLine;
}"""
LEFT = """async () => [
  localStorage.length, sessionStorage.length, (await indexedDB.databases()).length, window.name,
  document.cookie, matchMedia("(prefers-color-scheme: dark)").matches, navigator.onLine,
  innerWidth, document.title,
]"""


def opened(page: Page, origin: str = ORIGIN) -> Page:
    page.route(f"{origin}/", lambda route: route.fulfill(body=FINE, content_type="text/html"))
    page.goto(f"{origin}/")
    return page


def test_a_kept_page_is_as_good_as_new(new_context: Callable[..., BrowserContext]) -> None:
    kept = KeptPages()
    with kept.lent(new_context, ORIGIN, {}) as page:
        opened(page)
        page.context.add_cookies([{"name": "left", "value": "1", "url": ORIGIN}])
        page.context.new_page()
        page.set_viewport_size({"width": 390, "height": 700})
        page.emulate_media(color_scheme="dark")
        page.context.set_offline(True)
        assert page.evaluate(LEAVE)
    with kept.lent(new_context, ORIGIN, {}) as again:
        assert again is page
        assert again.context.pages == [page]
        assert opened(again).evaluate(LEFT) == [0, 0, 0, "", "", False, True, 1280, "A sheet"]
    with kept.lent(new_context, ORIGIN, {"has_touch": True}) as other:
        assert other is not page


@pytest.mark.parametrize(
    "spend",
    [
        lambda page: page.add_init_script("window.left = 1"),
        lambda page: page.context.new_cdp_session(page),
        lambda page: page.on("dialog", lambda dialog: dialog.accept()),
        lambda page: page.clock.install(time=0),
        lambda page: page.close(),
        lambda page: opened(page, "http://elsewhere.test").evaluate("localStorage.left = 1"),
    ],
)
def test_a_page_that_a_test_changes_for_good_is_not_kept(
    spend: Callable[[Page], object], new_context: Callable[..., BrowserContext]
) -> None:
    kept = KeptPages()
    with kept.lent(new_context, ORIGIN, {}) as page:
        spend(page)
    with kept.lent(new_context, ORIGIN, {}) as other:
        assert other is not page


def test_a_page_whose_test_failed_is_not_kept(new_context: Callable[..., BrowserContext]) -> None:
    kept = KeptPages()
    with pytest.raises(AssertionError), kept.lent(new_context, ORIGIN, {}) as page:
        raise AssertionError
    assert page.is_closed()
    assert not kept.pages


PALE = "color: #777"
DARK = "background: #444"


@pytest.mark.parametrize(
    ("style", "inner", "faulty"),
    [
        ("", "", False),
        ("", PALE, True),
        (DARK, "", True),
        (DARK, "color: #fff", False),
        ("opacity: 0.5", "", True),
        # Drawn as the others are, but moved to where the ground is another one.
        ("position: absolute; top: 600px", "", True),
    ],
)
def test_of_many_texts_the_one_without_contrast_is_seen(
    page: Page, axe: Callable[[Page], None], style: str, inner: str, faulty: bool
) -> None:
    usual = "<li><span>Ann</span>"
    rows = f"{usual * 7}<li style='{style}'><span style='{inner}'>Bob</span>{usual * 4}"
    corner = f"{DARK}; position: absolute; top: 590px; width: 90%; height: 60px"
    page.set_content(
        "<!doctype html><html lang=en><title>A list</title><body style='background: #fff'>"
        f"<div style='{corner}'></div><main><h1>Names</h1><ul>{rows}</ul></main>"
    )
    with pytest.raises(AssertionError, match="contrast") if faulty else nullcontext():
        axe(page)


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
