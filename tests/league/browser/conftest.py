"""The same people in front of the same browsers as in scoring's tests; and pages in a hurry."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.scoring.browser.conftest import (
    aborted_requests_are_no_errors,
    browser_context_args,
    club,
    sign_in,
    signed_in_page,
)

__all__ = [
    "aborted_requests_are_no_errors",
    "browser_context_args",
    "club",
    "sign_in",
    "signed_in_page",
]

HURRY = """
    const wait = window.setTimeout;
    window.setTimeout = (what, ms, ...more) => wait(what, ms < 2000 ? ms : ms / 4, ...more);
"""


def settled(page: Page) -> None:
    """Wait until what htmx brought listens: a tap before that sends the form without it."""
    page.wait_for_load_state()
    brought = ".htmx-request, .htmx-swapping, .htmx-settling, .htmx-added"
    expect(page.locator(brought)).to_have_count(0)


@pytest.fixture
def new_context(
    request: pytest.FixtureRequest, new_context: Callable[..., BrowserContext]
) -> Callable[..., BrowserContext]:
    """With the mark ``hurried``, what a page does every four seconds it does every second."""
    if not request.node.get_closest_marker("hurried"):
        return new_context

    def hurried(**options: Any) -> BrowserContext:
        context = new_context(**options)
        context.add_init_script(HURRY)
        return context

    return hurried


@pytest.fixture
def page_origin(live_server) -> str:
    """Test after test has its page at the same address: one is kept for all."""
    return live_server.url
