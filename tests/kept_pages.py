"""A page of a browser that one test after another uses, made as good as new in between.

A new page is a new process, in which the browser and Playwright compile all their scripts again:
in tests of small pages that was half of what the browser did. What stays is the browser's cache of
our static files. A test that changes its page for good, as `add_init_script` does, spends it, and
the next test gets a new one.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import BrowserContext, Page, Route

SPENDS_PAGE = (
    *("add_init_script", "add_locator_handler", "close", "expose_binding", "expose_function"),
    *("on", "once", "set_default_timeout", "set_extra_http_headers"),
)
SPENDS_CONTEXT = (
    *("add_init_script", "close", "expose_binding", "expose_function", "grant_permissions"),
    *("new_cdp_session", "on", "once", "set_default_timeout", "set_extra_http_headers"),
    "set_geolocation",
)
# An address that no page of ours has: there a page's scripts have ended, and its store is at hand.
EMPTY = "/an-empty-page"
FORGET = """async () => {
  localStorage.clear();
  sessionStorage.clear();
  const stores = await indexedDB.databases();
  await Promise.all(stores.map(({ name }) => new Promise((done, failed) => {
    const asked = indexedDB.deleteDatabase(name);
    asked.onsuccess = done;
    asked.onerror = asked.onblocked = failed;
  })));
  window.name = "";
}"""
# A clock that a test has stopped stays so, on all pages that follow.
CLOCK_STOPPED = "'__pwClock' in window"


@dataclass
class KeptPage:
    """A page in a context of its own; `origin` is where the tests' pages are, without a slash."""

    page: Page
    origin: str
    spent: bool = False

    def __post_init__(self) -> None:
        self.size = self.page.viewport_size
        for owner, names in ((self.page, SPENDS_PAGE), (self.page.context, SPENDS_CONTEXT)):
            for name in names:
                setattr(owner, name, self._spending(getattr(owner, name)))

    def _spending(self, method: Callable[..., Any]) -> Callable[..., Any]:
        def spend(*arguments: Any, **options: Any) -> Any:
            self.spent = True
            return method(*arguments, **options)

        return spend

    def refresh(self) -> None:
        """Leave what a test left: its page, its store, its cookies, its size and its colors."""
        page, context = self.page, self.page.context
        for other in context.pages:
            if other != page:
                other.close()
        context.set_offline(False)
        context.unroute_all(behavior="wait")
        page.unroute_all(behavior="wait")
        page.route(self.origin + EMPTY, _answer_nothing)
        page.goto(self.origin + EMPTY)
        page.evaluate(FORGET)
        page.unroute_all()
        context.clear_cookies()
        # At other addresses too, where a test has been there.
        left = context.storage_state(indexed_db=True)
        self.spent = page.evaluate(CLOCK_STOPPED) or any(left.values())
        page.emulate_media(
            media="null", color_scheme="null", reduced_motion="null", forced_colors="null"
        )
        if self.size:
            page.set_viewport_size(self.size)


def _answer_nothing(route: Route) -> None:
    route.fulfill(body="<!doctype html><title>-</title>", content_type="text/html")


@dataclass
class KeptPages:
    """The pages that are kept, by their origin and their context's options."""

    pages: dict[str, KeptPage] = field(default_factory=dict)

    @contextmanager
    def lent(
        self, make: Callable[[], BrowserContext], origin: str, options: Mapping[str, Any]
    ) -> Iterator[Page]:
        """Lend the page that is kept for these options, else one in a context that `make`s."""
        kind = f"{origin} {sorted(options.items())}"
        kept = self.pages.pop(kind, None) or KeptPage(make().new_page(), origin)
        try:
            yield kept.page
            # What a test that failed left, a page that hangs too, is not looked into.
            if not kept.spent:
                kept.refresh()
        except BaseException:
            kept.spent = True
            raise
        finally:
            if kept.spent:
                kept.page.context.close()
            else:
                self.pages[kind] = kept
