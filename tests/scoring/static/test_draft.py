"""Nothing typed is lost by a reload, and what became of it is said.

What is kept and put back of a form's fields is shown by draft.test.js, without a browser.
"""

import re

import pytest
from playwright.sync_api import Page, expect

ROUND = """
<form id="round" data-entry data-draft="game-1-round-4" BOUND>
  <input type="hidden" name="key" class="device-key">
  <input type="hidden" name="seen" value="{{ seen|default:3 }}">
  <label>Ann <input name="ann" data-keypad value="{{ ann }}"></label>
  <label>Bob <input name="bob"></label>
  <fieldset><legend>Who went out?</legend>
    <label><input type="radio" name="out" value="1" data-went-out> Ann out</label>
    <label><input type="radio" name="out" value="2" data-went-out> Bob out</label></fieldset>
  <label><input type="checkbox" name="marked" value="1"> Marked</label>
  <label>Why <textarea name="why"></textarea></label>
  <label>Mode <select name="mode"><option>totals<option>tiles</select></label>
  {% include "scoring/_kept.html" %}
</form>
"""
BLANK = ROUND.replace("BOUND", "")
BOUND = ROUND.replace("BOUND", 'data-bound="1"')
DONE = '<meta name="draft-done" content="game-1-round-4">'
REFUSE = """() => {
  for (const name of ["getItem", "setItem", "removeItem"])
    Storage.prototype[name] = () => { throw new DOMException("no", "QuotaExceededError"); };
}"""
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")


def key(page: Page) -> str:
    return page.locator("[name=key]").input_value()


def line(page: Page):
    return page.locator("[data-draft-line]")


@pytest.fixture
def typed(page: Page, show) -> Page:
    show(BLANK)
    page.get_by_label("Ann", exact=True).fill("23")
    page.get_by_label("Bob", exact=True).fill("7")
    page.get_by_label("Bob out").check()
    page.get_by_label("Marked").check()
    page.get_by_label("Why").fill("two\nlines")
    page.get_by_label("Mode").select_option("tiles")
    return page


def expect_all_typed(page: Page) -> None:
    expect(page.get_by_label("Ann", exact=True)).to_have_value("23")
    expect(page.get_by_label("Bob", exact=True)).to_have_value("7")
    expect(page.get_by_label("Bob out")).to_be_checked()
    expect(page.get_by_label("Marked")).to_be_checked()
    expect(page.get_by_label("Why")).to_have_value("two\nlines")
    expect(page.get_by_label("Mode")).to_have_value("tiles")


def test_a_reload_puts_everything_back_with_the_same_key(typed):
    before = key(typed)
    expect(line(typed)).to_contain_text("Saved on this device")
    typed.reload()
    expect_all_typed(typed)
    assert key(typed) == before
    expect(line(typed)).to_contain_text("We put back what you had typed")


def test_a_recorded_round_ends_its_draft(typed, show, page):
    before = key(typed)
    show("<p>Recorded.</p>", head=DONE)
    show(BLANK)
    expect(page.get_by_label("Ann", exact=True)).to_have_value("")
    expect(line(page)).to_be_hidden()
    assert key(page) != before


def test_what_the_server_sent_back_wins_and_is_kept(typed, show, page):
    before = key(typed)
    show(BOUND, ann="99")
    expect(page.get_by_label("Ann", exact=True)).to_have_value("99")
    expect(page.get_by_label("Bob", exact=True)).to_have_value("")
    assert key(page) == before
    show(BLANK)
    expect(page.get_by_label("Ann", exact=True)).to_have_value("99")


def test_clearing_can_be_taken_back(typed):
    before = key(typed)
    typed.get_by_role("button", name="Clear what I typed").click()
    expect(typed.get_by_label("Ann", exact=True)).to_have_value("")
    expect(typed.get_by_label("Bob out")).not_to_be_checked()
    assert key(typed) != before
    typed.get_by_role("button", name="Put it back").click()
    expect_all_typed(typed)
    assert key(typed) == before
    typed.reload()
    expect_all_typed(typed)


def test_restoring_is_told_after_other_scripts_listen(typed):
    typed.add_init_script(
        """addEventListener("DOMContentLoaded", () => {
          document.addEventListener("draft:restored", () => { window.told = true; });
        });"""
    )
    typed.reload()
    assert typed.evaluate("window.told") is True


def test_a_refused_store_is_said_and_breaks_nothing(page, show):
    page.add_init_script(f"({REFUSE})()")
    show(BLANK)
    assert UUID.fullmatch(key(page))
    page.get_by_label("Ann", exact=True).fill("23")
    expect(line(page)).to_contain_text("A private window saves nothing")
    expect(page.get_by_role("button", name="Clear what I typed")).to_be_hidden()


def test_keypad_taps_are_kept_too(page, show):
    show(BLANK + '{% include "scoring/_keypad.html" with form_id="round" %}')
    page.locator('[data-key="4"]').click()
    page.reload()
    expect(page.get_by_label("Ann", exact=True)).to_have_value("4")


def test_axe_is_content(typed, axe):
    typed.reload()
    axe(typed)
