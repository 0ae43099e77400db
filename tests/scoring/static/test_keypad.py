"""The keypad types totals: into the right seat, with the events that the page waits for.

What each key changes is shown by keypad.test.js, without a browser.
"""

import pytest
from playwright.sync_api import Page, expect

ROUND = """
<form id="round" data-entry>
  <fieldset class="choices"><legend>Who went out?</legend>
    {% for name in names %}<label><input type="radio" name="out" value="{{ forloop.counter }}"
      data-went-out> {{ name }}</label>{% endfor %}
    <label><input type="radio" name="out" value="blocked" data-went-out> Blocked</label>
  </fieldset>
  <div class="desk"><div class="seats">
    {% for name in names %}<div class="seat-row" data-seat="{{ forloop.counter }}">
      <label for="t{{ forloop.counter }}">{{ name }}'s total</label>
      <input class="total" id="t{{ forloop.counter }}" name="t{{ forloop.counter }}"
        inputmode="numeric" data-keypad data-seat-name="{{ name }}">
      <span data-when-out hidden>out</span>
    </div>{% endfor %}
  </div>
  {% include "scoring/_keypad.html" with form_id="round" %}
  <div class="actions"><button class="button main" type="button">Record</button></div></div>
</form>
"""
NAMES = ["Ann", "Bob", "Cal"]
HEAR = """() => {
  window.heard = [];
  for (const name of ["input", "change"]) document.addEventListener(name, (event) => {
    if (event.target.matches("[data-keypad]")) heard.push(`${name} ${event.target.name}`);
  });
}"""


@pytest.fixture
def desk(page: Page, show) -> Page:
    show(ROUND, names=NAMES)
    return page


def tap(page: Page, *keys: str) -> None:
    for key in keys:
        page.locator(f'[data-key="{key}"]').click()


def total(page: Page, name: str):
    return page.get_by_label(f"{name}'s total")


def test_taps_type_in_the_first_empty_seat_and_go_on(desk):
    tap(desk, "2", "3", "next", "4", "next", "1", "0", "5")
    assert [total(desk, name).input_value() for name in NAMES] == ["23", "4", "105"]


def test_the_seat_typed_for_is_plainly_shown(desk):
    tap(desk, "2", "next", "7")
    expect(total(desk, "Bob")).to_have_class("total is-active")
    expect(total(desk, "Ann")).to_have_class("total")
    expect(desk.locator(".keypad-seat")).to_have_text("Bob 7")


def test_the_first_figure_replaces_the_number_that_the_page_wants_anew(desk):
    tap(desk, "9", "9", "9", "next", "1", "7")
    desk.evaluate(
        """() => document.getElementById("round").dispatchEvent(new CustomEvent("field:want",
          { detail: { field: document.getElementById("t1") } }))"""
    )
    tap(desk, "9")
    assert [total(desk, name).input_value() for name in NAMES] == ["9", "17", ""]


def test_on_a_laptop_figures_go_to_the_seat_that_is_shown(desk):
    """Who went out was clicked last: the first empty seat is marked, and a key types there."""
    desk.get_by_label("Ann", exact=True).check()
    desk.keyboard.type("23")
    desk.keyboard.press("Enter")
    desk.keyboard.type("7")
    assert [total(desk, name).input_value() for name in NAMES] == ["", "23", "7"]


def test_the_one_who_went_out_is_passed_over(desk):
    desk.get_by_label("Bob", exact=True).check()
    expect(total(desk, "Bob")).to_be_disabled()
    tap(desk, "1", "next", "2")
    assert [total(desk, name).input_value() for name in NAMES] == ["1", "", "2"]


def test_when_the_active_seat_goes_out_the_keys_move_on(desk):
    desk.get_by_label("Ann", exact=True).check()
    tap(desk, "9")
    assert [total(desk, name).input_value() for name in NAMES] == ["", "9", ""]


def test_a_seat_opened_again_keeps_what_was_typed(desk):
    tap(desk, "3", "1")
    desk.get_by_label("Ann", exact=True).check()
    desk.get_by_label("Blocked").check()
    expect(total(desk, "Ann")).to_be_enabled()
    assert total(desk, "Ann").input_value() == "31"


def test_a_tapped_seat_is_typed_anew(desk):
    tap(desk, "2", "3", "next", "4")
    total(desk, "Ann").click()
    tap(desk, "6")
    assert [total(desk, name).input_value() for name in NAMES] == ["6", "4", ""]


def test_a_number_that_was_there_is_replaced_by_the_first_figure(page, show):
    """As in a correction: the field is chosen by the page, and nobody has tapped it."""
    show(ROUND.replace("data-keypad ", 'data-keypad value="31" '), names=NAMES)
    tap(page, "1", "3")
    assert total(page, "Ann").input_value() == "13"
    tap(page, "back")
    assert total(page, "Ann").input_value() == "1"
    total(page, "Bob").click()
    tap(page, "back")
    assert total(page, "Bob").input_value() == "3", "one figure of a number that is selected"
    tap(page, "4")
    assert total(page, "Bob").input_value() == "34"


def test_the_keys_work_at_the_end_wherever_the_finger_put_the_caret(desk):
    tap(desk, "1", "1", "2")
    field = total(desk, "Ann")
    field.click()
    field.click(position={"x": 6, "y": 10})
    tap(desk, "back", "back", "back")
    assert field.input_value() == ""
    tap(desk, "8", "5")
    assert field.input_value() == "85"


def test_a_form_that_is_emptied_is_typed_in_from_the_first_seat_on(desk):
    tap(desk, "1", "next", "2", "next", "3")
    desk.evaluate("document.getElementById('round').reset()")
    expect(total(desk, "Ann")).to_have_class("total is-active")
    expect(desk.locator(".keypad-seat")).to_have_text("Ann ")
    tap(desk, "4", "next", "5")
    assert [total(desk, name).input_value() for name in NAMES] == ["4", "5", ""]


def test_from_the_last_seat_the_keys_go_back_to_one_that_was_left_out(desk):
    tap(desk, "next", "2", "next", "3", "next", "1")
    assert [total(desk, name).input_value() for name in NAMES] == ["1", "2", "3"]


def test_after_the_last_seat_comes_the_main_action(desk):
    tap(desk, "1", "next", "2", "next", "3", "next")
    expect(desk.get_by_role("button", name="Record")).to_be_focused()
    # A further figure is for nobody, until a seat is tapped.
    expect(desk.locator(".keypad-seat")).to_have_text("That is everybody. ")
    tap(desk, "4")
    assert [total(desk, name).input_value() for name in NAMES] == ["1", "2", "3"]
    total(desk, "Bob").click()
    tap(desk, "5")
    assert [total(desk, name).input_value() for name in NAMES] == ["1", "5", "3"]


def test_the_keys_stay_under_the_finger(desk):
    desk.set_viewport_size({"width": 390, "height": 500})
    key = desk.locator('[data-key="next"]')
    key.scroll_into_view_if_needed()
    before = key.bounding_box()
    key.click()
    key.click()
    assert key.bounding_box() == before


def test_each_key_tells_input_and_leaving_tells_change_once(desk):
    desk.evaluate(HEAR)
    tap(desk, "2", "3", "next", "4", "next")
    assert desk.evaluate("heard") == [
        "input t1",
        "input t1",
        "change t1",
        "input t2",
        "change t2",
    ]


def test_a_real_keyboard_types_too_and_change_comes_once(desk):
    desk.evaluate(HEAR)
    total(desk, "Ann").focus()
    desk.keyboard.type("41")
    desk.keyboard.press("Enter")
    expect(total(desk, "Bob")).to_be_focused()
    desk.keyboard.type("7")
    desk.keyboard.press("Tab")
    assert [total(desk, name).input_value() for name in NAMES] == ["41", "7", ""]
    told = desk.evaluate("heard")
    assert told.count("change t1") == 1
    assert told.count("change t2") == 1


def test_the_keys_work_from_the_keyboard(desk):
    desk.locator('[data-key="8"]').focus()
    desk.keyboard.press("Enter")
    desk.keyboard.press("Space")
    assert total(desk, "Ann").input_value() == "88"


def test_the_systems_keyboard_stays_away(desk):
    assert total(desk, "Ann").get_attribute("inputmode") == "none"


def test_keys_are_big_and_do_not_zoom(desk):
    for key in desk.locator("[data-key]").all():
        box = key.bounding_box()
        assert min(box["width"], box["height"]) >= 64
        assert key.evaluate("key => getComputedStyle(key).touchAction") == "manipulation"


def test_without_scripts_there_is_no_keypad_and_the_fields_ask_for_figures(new_context, show):
    plain = new_context(java_script_enabled=False).new_page()
    show(ROUND, names=NAMES, on=plain)
    expect(plain.locator(".keypad")).to_be_hidden()
    assert total(plain, "Ann").get_attribute("inputmode") == "numeric"


def test_a_form_that_htmx_brings_later_has_its_keys(page, show):
    show("<template>" + ROUND + "</template>", names=NAMES)
    page.evaluate(
        """() => {
          document.querySelector("main").append(document.querySelector("template").content);
          document.body.dispatchEvent(new Event("htmx:load", { bubbles: true }));
        }"""
    )
    tap(page, "7")
    assert total(page, "Ann").input_value() == "7"


@pytest.mark.parametrize("width", [390, 768, 1024, 1366])
def test_nothing_scrolls_sideways_and_axe_is_content(desk, axe, width):
    desk.set_viewport_size({"width": width, "height": 768})
    assert desk.evaluate("document.documentElement.scrollWidth") <= width
    axe(desk)
