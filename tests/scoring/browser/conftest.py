"""People in front of a real browser."""

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import BrowserContext, Locator, Page, expect

from scoring.models import Club, Game
from scoring.sheets.selectors.sheet import sheet_of
from tests.factories import ClubFactory, MembershipFactory
from tests.waiting import wait_until

TABLET = {"width": 1024, "height": 768}
# The page's own engine and outbox: modules, which a page has once.
ENGINE = "(await import('/static/scoring/engine.js')).engine"
OUTBOX = "(await import('/static/scoring/tablet/page-outbox.js')).outbox"
KNOWN = """async code =>
  (await (await import('/static/scoring/tablet/database.js')).database.game(code))?.revision"""


@pytest.fixture
def browser_context_args(
    request: pytest.FixtureRequest, browser_context_args: dict[str, object]
) -> dict[str, object]:
    """The scorekeeper's tablet lies on its side and is tapped.

    Through a service worker a page takes half as long again: it is there for what it changes.
    """
    worker = "allow" if request.node.get_closest_marker("service_worker") else "block"
    tablet = {"viewport": TABLET, "has_touch": True, "service_workers": worker}
    return browser_context_args | tablet


@pytest.fixture(autouse=True)
def aborted_requests_are_no_errors(page_errors) -> None:
    """A check that is under way when the page is left says so on the console."""
    page_errors.allow("htmx:sendAbort|htmx:afterRequest|htmx:sendError")


@pytest.fixture
def club(transactional_db: None) -> Club:
    return ClubFactory(name="Hillside Dominoes")


@pytest.fixture
def sign_in(live_server) -> Callable[[BrowserContext, User], None]:
    """`sign_in(context, organizer)` gives the browser that person's session."""

    def give(context: BrowserContext, user: User) -> None:
        client = Client()
        client.force_login(user)
        cookie = client.cookies[settings.SESSION_COOKIE_NAME]
        context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": live_server.url}])

    return give


@pytest.fixture
def signed_in_page(page: Page, sign_in: Callable[[BrowserContext, User], None], club: Club) -> Page:
    """A page of a browser in which the club's organizer is signed in."""
    sign_in(page.context, MembershipFactory(club=club).user)
    return page


def load_engine(page: Page) -> None:
    """Bring the engine aboard, and wait for it.

    A page that is still coming would be asked too early: its engine is null until it has been read.
    """
    page.locator("script[data-bundle]").wait_for(state="attached")
    page.evaluate(f"async () => {ENGINE}.load()")


def wait_until_known(page: Page, game: Game) -> None:
    """Wait until this tablet has stored how the game stands on the server.

    The answer's arrival is not enough: a page that is left before it is stored forgets it.
    """
    newest = sheet_of(game).revision
    wait_until(lambda: page.evaluate(KNOWN, game.code) == newest)


def says_who_went_out(page: Page, name: str) -> None:
    """Tap who went out, once the page's scripts can follow, and wait until they have.

    A tap that comes before them is followed later; what was typed meanwhile went to another seat.
    """
    expect(page.locator(".keypad")).to_be_visible()
    page.locator(".endings label", has_text=name).tap()
    expect(page.locator(".seat-row.is-out")).to_contain_text(name)


@dataclass
class Taps:
    """A finger that counts."""

    page: Page
    count: int = 0
    names: list[str] = field(default_factory=list)

    def on(self, what: str | Locator) -> None:
        """Tap something once, by its selector."""
        target = self.page.locator(what) if isinstance(what, str) else what
        target.tap()
        self.count += 1

    def keys(self, text: str) -> None:
        """Type on the page's own keypad: digits, and > for the next seat."""
        for key in text:
            self.on(f'[data-key="{"next" if key == ">" else key}"]')


@pytest.fixture
def page_origin(live_server) -> str:
    """Test after test has its page at the same address: one is kept for all."""
    return live_server.url
