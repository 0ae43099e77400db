"""What makes a tablet easier on eyes and ears: larger letters, a screen that stays on, a voice;
and that "Done." is said of nothing else.

The browser's lock on the screen and its voices are stood in for: a test has neither.
"""

from collections.abc import Callable

from playwright.sync_api import Page, expect

SIZES = '<script src="/static/scoring/text-size.js"></script>'
BUTTONS = """<div data-text-sizes hidden>
<button data-text-size="">usual</button><button data-text-size="largest">largest</button></div>
<form method="get"><button>Another page</button></form>"""

STATE = '<script type="module" src="/static/scoring/tablet/game-state.js"></script>'
LINE = """<div id="tablet-state" data-game="g1"><span data-says></span>
<details><ul data-waiting-list></ul></details>
<p data-fact="awake" data-yes="It stays on." data-no="It may go dark." hidden></p></div>"""
LOCKS = """
window.locks = [];
const request = async () => {
  const lock = { released: false, release: async () => (lock.released = true) };
  locks.push(lock);
  return lock;
};
Object.defineProperty(navigator, "wakeLock", { value: { request } });
"""
COME_BACK = """() => {
  locks.at(-1).released = true;
  document.dispatchEvent(new Event("visibilitychange"));
}"""

ALOUD = '<script type="module" src="/static/scoring/read-aloud.js"></script>'
TOTALS = """{% include "scoring/_read_aloud.html" %}
<table><tr class="totals"><td data-seat-name="Ann">110</td>
<td data-seat-name="Bob">19<span>leads</span></td></tr></table>"""
VOICE = """
window.spoken = [];
const voice = Object.assign(new EventTarget(), {
  speaking: false,
  getVoices: () => [{ name: "a voice" }],
  speak: (speech) => { spoken.push(speech.text); voice.speaking = true; },
  cancel: () => { voice.speaking = false; },
});
Object.defineProperty(window, "speechSynthesis", { value: voice });
"""


NOTICES = '<script type="module" src="/static/scoring/notices.js"></script>'
SAVED = """<div id="notices">{% include "_notice.html" with kind="success" text="It is saved." %}
{% include "_notice.html" with kind="warning" text="Nobody leads." %}</div>
<form method="get"><input name="find"></form><form method="post"><input name="about"></form>"""

PAGE = '<script type="module" src="/static/scoring/page.js"></script>'
ZONES = """<select data-device-zone><option value="">This site’s: UTC</option>
<option value="Europe/Oslo">Oslo</option></select>"""
IN_OSLO = """Intl.DateTimeFormat.prototype.resolvedOptions = () => ({ timeZone: "Europe/Oslo" });"""


class ASheet:
    """As much of a sheet as the button asks for."""

    is_scored = True


def test_the_size_of_letters_stays_on_the_next_page(page: Page, show: Callable[..., None]) -> None:
    show(BUTTONS, head=SIZES)
    page.get_by_text("largest").click()
    expect(page.get_by_text("largest")).to_have_attribute("aria-pressed", "true")
    page.get_by_text("Another page").click()
    page.wait_for_url("**/?")
    expect(page.locator("html")).to_have_class("text-largest")
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "24px"


def test_done_goes_where_something_else_is_begun(page: Page, show: Callable[..., None]) -> None:
    show(SAVED, head=NOTICES)
    page.fill("[name=find]", "Ann")
    expect(page.get_by_text("It is saved.")).to_be_visible()
    page.fill("[name=about]", "Guests")
    expect(page.get_by_text("It is saved.")).to_have_count(0)
    expect(page.get_by_text("Nobody leads.")).to_be_visible()


def test_the_screen_is_asked_to_stay_on_again(page: Page, show: Callable[..., None]) -> None:
    page.add_init_script(LOCKS)
    show(LINE, head=STATE)
    expect(page.get_by_text("It stays on.")).to_be_visible()
    page.evaluate(COME_BACK)
    page.wait_for_function("() => locks.length === 2 && !locks[1].released")


def test_a_game_that_was_finished_lets_the_screen_go(page: Page, show: Callable[..., None]) -> None:
    page.add_init_script(LOCKS)
    show(f'<div id="sheet-now"></div>{LINE}', head=STATE)
    page.wait_for_function("() => locks.length === 1")
    page.evaluate("document.getElementById('sheet-now').dataset.finished = '1'")
    page.evaluate(
        "document.dispatchEvent(new CustomEvent('htmx:afterSwap', "
        "{ detail: { target: document.getElementById('sheet-now') } }))"
    )
    page.wait_for_function("() => locks[0].released")


def test_a_browser_that_cannot_keep_it_on_is_named(page: Page, show: Callable[..., None]) -> None:
    show(LINE, head=STATE)
    expect(page.get_by_text("It may go dark.")).to_be_visible()


def test_a_new_club_is_proposed_the_time_zone_of_the_device(
    page: Page, show: Callable[..., None]
) -> None:
    page.add_init_script(IN_OSLO)
    show(ZONES, head=PAGE)
    expect(page.locator("select")).to_have_value("Europe/Oslo")
    # A form that came back keeps what was chosen.
    show(ZONES + '<ul class="errorlist"><li>Too short.</li></ul>', head=PAGE)
    page.wait_for_load_state("networkidle")
    expect(page.locator("select")).to_have_value("")


def test_totals_are_read_lowest_first(page: Page, show: Callable[..., None]) -> None:
    page.add_init_script(VOICE)
    show(TOTALS, head=ALOUD, sheet=ASheet)
    page.get_by_role("button", name="Read aloud").click()
    assert page.evaluate("spoken.slice(1)") == ["Bob: 19.", "Ann: 110."]
    page.get_by_role("button", name="Read aloud").click()
    assert page.evaluate("[speechSynthesis.speaking, spoken.length]") == [False, 3]


def test_without_a_voice_there_is_no_button(page: Page, show: Callable[..., None]) -> None:
    page.add_init_script(VOICE.replace('[{ name: "a voice" }]', "[]"))
    show(TOTALS, head=ALOUD, sheet=ASheet)
    page.wait_for_load_state("networkidle")
    expect(page.locator("[data-read-aloud]")).to_be_hidden()
