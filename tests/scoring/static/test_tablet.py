"""Which worker a page asks to keep a game, while one version of the site takes another's place.

Workers are stood in for: in a browser the moments that count here are hundredths of a second.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

HEAD = '<script type="module" src="/static/scoring/tablet/game-state.js"></script>'
LINE = """<div id="tablet-state" data-game="g1" data-version="of today"><span data-says></span>
<details><ul data-waiting-list></ul></details>
<p data-fact="pages" data-yes="The game is kept." data-no="The game is not kept." hidden></p></div>
"""
WORKERS = """
window.asked = [];
class StandIn extends EventTarget {
  constructor(name, state, answers) {
    super();
    Object.assign(this, { name, state, answers, scriptURL: "/service-worker.js" });
  }
  postMessage(message, [port]) {
    asked.push(this.name);
    if (this.answers) port.postMessage({ done: true });
  }
}
const older = new StandIn("older", "activated", false);
const newer = new StandIn("newer", "installed", true);
const registration = { waiting: null, active: older };
const container = Object.assign(new EventTarget(), {
  register: async () => registration,
  ready: Promise.resolve(registration),
});
for (const [on, name, value] of [
  [navigator, "serviceWorker", container],
  [window, "isSecureContext", true],
  [window, "caches", { match: async () => new Response("") }],
]) Object.defineProperty(on, name, { value });
const game = JSON.stringify({ code: "g1", revision: 1, keys: [], seats: [], rounds: [] });
Object.assign(window, { older, newer, registration, container });
window.fetch = async () => new Response(game);
"""
ASKED = "() => asked"
TAKES_OVER = """() => {
  Object.assign(registration, { waiting: null, active: newer });
  older.state = "redundant";
  older.dispatchEvent(new Event("statechange"));
  container.dispatchEvent(new Event("controllerchange"));
}"""
IS_KEPT = "The game is kept."


@pytest.fixture
def pages(page: Page) -> Locator:
    """What the page says of the game's pages."""
    return page.locator("[data-fact=pages]")


def test_a_worker_that_is_about_to_take_over_is_asked(
    page: Page, show: Callable[..., None], pages: Locator
) -> None:
    """The one before it would be started again, and then stand in its way."""
    page.add_init_script(WORKERS + "registration.waiting = newer;")
    show(LINE, head=HEAD)
    expect(pages).to_have_text(IS_KEPT, use_inner_text=False)
    assert page.evaluate(ASKED) == ["newer"]


def test_what_a_worker_took_with_it_is_asked_of_the_next(
    page: Page, show: Callable[..., None], pages: Locator
) -> None:
    page.add_init_script(WORKERS)
    show(LINE, head=HEAD)
    page.wait_for_function("() => asked.length")
    page.evaluate(TAKES_OVER)
    expect(pages).to_have_text(IS_KEPT, use_inner_text=False)
    assert page.evaluate(ASKED) == ["older", "newer"]


def test_a_tap_on_what_needs_the_network_says_so(page: Page, show: Callable[..., None]) -> None:
    """A second tap, on another button, says it once more in the same line."""
    line = LINE.replace("data-game", 'data-says-needs-network="“{button}” needs it." data-game')
    buttons = """<form class="actions"><a href="/print/" data-needs-network>Print</a>
      <button data-needs-network>Throw  away</button></form>"""
    # The tablet asks by itself as soon as it has counted what waits: nothing may answer it.
    page.add_init_script(WORKERS + "window.fetch = async () => { throw new TypeError('away'); };")
    show(
        line + buttons, head='<script type="module" src="/static/scoring/tablet/state.js"></script>'
    )
    away = "() => document.dispatchEvent(new Event('htmx:sendError'))"
    page.evaluate(away)
    link = page.get_by_role("link", name="Print")
    # The page waits for the tablet's store before it says anything.
    expect(link).to_have_attribute("aria-disabled", "true")
    # They are tapped although they are said to be disabled.
    link.click(force=True)
    expect(page.get_by_role("alert")).to_have_text("“Print” needs it.")
    page.get_by_role("button", name="Throw away").click(force=True)
    expect(page.get_by_role("alert")).to_have_text("“Throw away” needs it.")
    assert page.url == "http://table.test/"
    answer = "new CustomEvent('htmx:afterOnLoad', { detail: { xhr: { status: 200 } } })"
    page.evaluate(f"() => document.dispatchEvent({answer})")
    expect(page.get_by_role("alert")).to_have_count(0)
