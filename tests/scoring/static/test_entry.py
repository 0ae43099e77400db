"""What a round's form shows follows who went out, and how each seat is counted."""

import pytest
from playwright.sync_api import Page, expect

ROUND = """
<form id="round" data-entry>
  {% for name in names %}<fieldset class="seat-row" data-seat="{{ forloop.counter }}">
    <legend>{{ name }}</legend>
    <label><input type="radio" name="out" value="{{ forloop.counter }}" data-went-out>
      {{ name }} went out</label>
    <label><input type="radio" name="mode-{{ name }}" value="totals" data-entry-mode checked>
      {{ name }} by total</label>
    <label><input type="radio" name="mode-{{ name }}" value="tiles" data-entry-mode>
      {{ name }} by tiles</label>
    <div data-mode="totals"><input class="total" aria-label="{{ name }}'s total" data-keypad
      data-seat-name="{{ name }}"></div>
    <div data-mode="tiles"><input aria-label="{{ name }}'s tiles" data-picker
      data-seat-name="{{ name }}"></div>
    <label><input type="checkbox" data-open-when-out> {{ name }}'s marker</label>
    <span data-when-out hidden>{{ name }} is out</span>
  </fieldset>{% endfor %}
  {% include "scoring/_keypad.html" with form_id="round" %}
  {% include "scoring/_picker.html" with form_id="round" set=6 %}
</form>
"""


@pytest.fixture
def desk(page: Page, show) -> Page:
    show(ROUND, names=["Ann", "Bob", "Cal"])
    return page


def test_a_seat_counted_by_tiles_is_the_one_to_pick_for(desk):
    desk.get_by_label("Bob by tiles").check()
    expect(desk.get_by_label("Bob's tiles")).to_be_visible()
    expect(desk.get_by_label("Ann's total")).to_be_visible()
    expect(desk.locator(".picker")).to_be_visible()
    expect(desk.locator(".keypad")).to_be_hidden()
    desk.locator('[data-tile="3-4"]').click()
    expect(desk.get_by_label("Bob's tiles")).to_have_value("3-4")


def test_a_tapped_total_brings_the_keypad_back(desk):
    desk.get_by_label("Bob by tiles").check()
    desk.get_by_label("Cal's total").click()
    expect(desk.locator(".picker")).to_be_hidden()
    desk.locator('[data-key="5"]').click()
    expect(desk.get_by_label("Cal's total")).to_have_value("5")


def test_a_seat_back_to_totals_is_the_one_to_type_for(desk):
    desk.get_by_label("Bob by tiles").check()
    desk.get_by_label("Bob by total").check()
    desk.locator('[data-key="8"]').click()
    expect(desk.get_by_label("Bob's total")).to_have_value("8")


def test_what_is_typed_the_other_way_is_put_aside_and_comes_back(desk):
    desk.get_by_label("Bob's total").fill("12")
    desk.get_by_label("Bob by tiles").check()
    expect(desk.get_by_label("Bob's total")).to_be_disabled()  # so it is not sent
    desk.get_by_label("Bob by total").check()
    expect(desk.get_by_label("Bob's total")).to_be_enabled()
    expect(desk.get_by_label("Bob's total")).to_have_value("12")
    expect(desk.get_by_label("Bob's tiles")).to_be_disabled()


def test_one_is_out_at_a_time_and_the_choice_stays_open(desk):
    desk.get_by_label("Ann went out").check()
    expect(desk.get_by_text("Ann is out")).to_be_visible()
    expect(desk.get_by_label("Ann's total")).to_be_disabled()
    expect(desk.get_by_label("Ann's marker")).to_be_enabled()
    expect(desk.get_by_label("Ann went out")).to_be_enabled()
    desk.get_by_label("Cal went out").check()
    expect(desk.get_by_text("Ann is out")).to_be_hidden()
    expect(desk.get_by_label("Ann's total")).to_be_enabled()
    expect(desk.get_by_label("Cal's total")).to_be_disabled()


def test_tiles_or_totals_are_asked_once(page, show):
    round_by_modes = """
    <form id="round" data-entry>
      <label><input type="radio" name="mode" value="total" data-entry-mode checked> Totals</label>
      <label><input type="radio" name="mode" value="tiles" data-entry-mode> Tiles</label>
      <div data-mode="total"><input aria-label="Total" data-keypad value="{{ typed }}"></div>
      <div data-mode="tiles"><input aria-label="Hand" data-picker></div>
    </form>
    """
    show(round_by_modes)
    page.get_by_label("Tiles").check()
    show(round_by_modes)
    expect(page.get_by_label("Hand")).to_be_visible()
    show(round_by_modes, typed="12")
    expect(page.get_by_label("Total", exact=True)).to_be_visible()


@pytest.mark.parametrize("by_draft", [True, False], ids=["draft", "tap"])
def test_tiles_are_for_all_though_a_seat_came_by_its_total(page, show, by_draft):
    """Tiles were chosen, and the keypad stood there: what is chosen already fires no change."""
    chosen = "" if by_draft else "checked"
    show(f"""
    <form id="round" data-entry>
      <label><input type="radio" name="mode" value="total" data-entry-mode checked> Totals</label>
      <label><input type="radio" name="mode" value="tiles" data-entry-mode {chosen}> Tiles</label>
      <fieldset data-seat="1">
        <div data-mode="total"><input aria-label="Total" data-keypad value="12"></div>
        <div data-mode="tiles"><input aria-label="Hand" data-picker></div>
      </fieldset>
    </form>
    """)
    expect(page.get_by_label("Total", exact=True)).to_be_visible()
    if by_draft:
        page.evaluate("""() => {
          document.querySelector('[value="tiles"]').checked = true;
          document.forms[0].dispatchEvent(new CustomEvent("draft:restored"));
        }""")
    else:
        page.get_by_text("Tiles").click()
    expect(page.get_by_label("Hand")).to_be_visible()
    expect(page.get_by_label("Total", exact=True)).to_be_hidden()


def test_a_tap_on_who_went_out_brings_the_keys_in_sight(desk):
    desk.set_viewport_size({"width": 768, "height": 700})
    next_seat = desk.get_by_role("button", name="Next seat")
    expect(next_seat).not_to_be_in_viewport()
    desk.get_by_label("Ann went out").click()
    expect(next_seat).to_be_in_viewport()


def test_a_choice_by_keyboard_leaves_the_page_where_it_is(desk):
    desk.set_viewport_size({"width": 768, "height": 700})
    desk.get_by_label("Ann went out").focus()
    desk.keyboard.press("Space")
    expect(desk.get_by_label("Ann went out")).to_be_checked()
    desk.evaluate("() => new Promise((done) => setTimeout(done, 200))")
    assert desk.evaluate("scrollY") == 0
