"""The picker: one tap a tile, the text beside it says the same, and no tile in two hands.

How a hand is read and what is said of it is shown by picker.test.js, without a browser.
"""

import pytest
from playwright.sync_api import Page, expect

ROUND = """{% load seats %}
<form id="round" data-entry>
  <fieldset class="choices"><legend>Count by</legend>
    <label><input type="radio" name="mode" value="totals" data-entry-mode> Totals</label>
    <label><input type="radio" name="mode" value="tiles" data-entry-mode checked> Tiles</label>
  </fieldset>
  <div class="desk"><div class="seats">
    {% for name in names %}<div class="seat-row" data-seat="{{ forloop.counter }}">
      <span class="seat-name">{% seat_mark forloop.counter0 %} {{ name }}</span>
      <div data-mode="totals"><input class="total" aria-label="{{ name }}'s total" data-keypad
        data-seat-name="{{ name }}"></div>
      <div data-mode="tiles"><input aria-label="{{ name }}'s tiles" data-picker
        name="seat-{{ forloop.counter }}-tiles" data-seat-name="{{ name }}"></div>
    </div>{% endfor %}
  </div>
  {% include "scoring/_keypad.html" with form_id="round" %}
  {% include "scoring/_picker.html" with form_id="round" starting_double="9-9" %}
  </div>
</form>
"""


@pytest.fixture
def desk(page: Page, show) -> Page:
    page.set_viewport_size({"width": 1024, "height": 768})
    show(ROUND, names=["Ann", "Bob"], set=12)
    return page


def tile(page: Page, text: str):
    return page.locator(f'[data-tile="{text}"]')


def tiles(page: Page, name: str):
    return page.get_by_label(f"{name}'s tiles")


def said(page: Page):
    return page.locator("[data-picker-status]")


def turn_to(page: Page, name: str) -> None:
    page.get_by_role("group", name="Whose tiles").get_by_role("button", name=name).click()


def test_a_tap_puts_a_tile_in_the_hand_and_another_takes_it_out(desk):
    tile(desk, "3-7").click()
    tile(desk, "5-5").click()
    expect(tiles(desk, "Ann")).to_have_value("3-7 5-5")
    expect(tile(desk, "3-7")).to_have_attribute("aria-pressed", "true")
    tile(desk, "3-7").click()
    expect(tiles(desk, "Ann")).to_have_value("5-5")
    expect(tile(desk, "3-7")).to_have_attribute("aria-pressed", "false")


def test_each_tap_tells_the_page(desk):
    desk.evaluate(
        """() => { window.heard = []; for (const name of ["input", "change"])
        document.addEventListener(name, (event) => heard.push(name + " " + event.target.name)); }"""
    )
    tile(desk, "0-0").click()
    assert desk.evaluate("heard") == ["input seat-1-tiles", "change seat-1-tiles"]


def test_a_tile_in_another_hand_is_taken_and_says_by_whom(desk):
    tile(desk, "3-7").click()
    turn_to(desk, "Bob")
    taken = tile(desk, "3-7")
    expect(taken).to_have_attribute("aria-disabled", "true")
    expect(taken).to_have_text("Ann")
    expect(taken).to_have_accessible_name("seven-three, Ann")
    taken.click(force=True)
    expect(tiles(desk, "Bob")).to_have_value("")
    expect(said(desk)).to_have_text(
        "Ann has seven-three already. Is that wrong? Tap Ann, then that tile."
    )


def test_a_tile_given_back_is_free_again(desk):
    tile(desk, "3-7").click()
    turn_to(desk, "Bob")
    tiles(desk, "Ann").evaluate(
        "field => { field.value = ''; field.dispatchEvent(new Event('input', {bubbles: true})); }"
    )
    expect(tile(desk, "3-7")).not_to_have_attribute("aria-disabled", "true")
    expect(tile(desk, "3-7")).to_have_accessible_name("seven-three")


def test_the_starting_double_is_in_no_hand(desk):
    hub = tile(desk, "9-9")
    expect(hub).to_have_text("hub")
    hub.click(force=True)
    expect(tiles(desk, "Ann")).to_have_value("")
    expect(said(desk)).to_contain_text("double nine is the starting double")


def test_the_seat_in_hand_is_shown_and_followed(desk):
    tiles(desk, "Bob").focus()
    tile(desk, "1-1").click()
    expect(tiles(desk, "Bob")).to_have_value("1-1")
    pressed = desk.locator("[data-picker-seats] [aria-pressed=true]")
    expect(pressed).to_have_text("Bob 1 tile")
    expect(said(desk)).to_have_text(
        "Bob has one tile. Is that all? Tap “Ann is next”, or keep your finger on the last tile."
    )
    desk.get_by_role("button", name="Ann is next").click()
    tile(desk, "2-2").click()
    expect(tiles(desk, "Ann")).to_have_value("2-2")


def test_totals_bring_the_keypad_and_tiles_the_picker(desk):
    expect(desk.locator(".picker")).to_be_visible()
    expect(desk.locator(".keypad")).to_be_hidden()
    desk.get_by_role("radio", name="Totals").check()
    expect(desk.locator(".picker")).to_be_hidden()
    expect(desk.locator(".keypad")).to_be_visible()
    desk.get_by_role("radio", name="Tiles").check()
    expect(desk.locator(".picker")).to_be_visible()
    expect(desk.locator(".keypad")).to_be_hidden()


def test_the_keyboard_goes_from_tile_to_tile(desk):
    tile(desk, "0-12").focus()
    desk.keyboard.press("ArrowRight")
    expect(tile(desk, "1-12")).to_be_focused()
    desk.keyboard.press("ArrowDown")
    expect(tile(desk, "1-11")).to_be_focused()
    desk.keyboard.press("Space")
    expect(tiles(desk, "Ann")).to_have_value("1-11")
    desk.keyboard.press("ArrowLeft")
    desk.keyboard.press("ArrowUp")
    expect(tile(desk, "0-12")).to_be_focused()
    assert desk.locator("[data-tile][tabindex='0']").count() == 1


def test_small_tiles_have_numbers_and_what_is_chosen_is_remembered(desk):
    button = desk.locator("[data-picker-numerals]")
    numeral = tile(desk, "3-7").locator(".n")
    expect(numeral).to_be_visible()
    expect(tile(desk, "3-7").locator(".p")).to_be_hidden()
    # No rule of the page's styles reaches into what many tiles share: figures inherit their size.
    whole, figure = (tile(desk, "3-7").locator(part) for part in (".domino", ".n use >> nth=0"))
    assert figure.bounding_box()["height"] > 0.7 * whole.bounding_box()["height"]
    expect(button).to_have_text("Pips on the tiles")
    button.click()
    expect(numeral).to_be_hidden()
    desk.reload()
    expect(button).to_have_text("Numbers on the tiles")
    expect(numeral).to_be_hidden()


def test_both_numbers_are_on_a_tile_that_stands(desk):
    desk.set_viewport_size({"width": 768, "height": 1024})
    expect(desk.locator(".picker-grid.stands")).to_be_visible()
    outside = tile(desk, "3-7").evaluate(
        """one => [...one.querySelectorAll(".n use")].filter((number) => {
          const [inner, outer] = [number.getBoundingClientRect(), one.getBoundingClientRect()];
          return inner.left < outer.left - 1 || inner.right > outer.right + 1
            || inner.top < outer.top - 1 || inner.bottom > outer.bottom + 1;
        }).length"""
    )
    assert outside == 0


@pytest.mark.parametrize("highest", [6, 9, 12, 15, 18])
def test_every_tile_is_big_enough_to_hit(page, show, highest):
    show(ROUND, names=["Ann", "Bob"], set=highest)
    for width in (390, 768, 1024, 1366):
        page.set_viewport_size({"width": width, "height": 768})
        page.evaluate("() => new Promise((done) => requestAnimationFrame(done))")
        sizes = page.locator("[data-tile]").evaluate_all(
            "all => all.map(one => one.getBoundingClientRect())"
            ".map(box => [box.width, box.height, box.left, box.right])"
        )
        assert min(min(size[:2]) for size in sizes) >= 47.9, width
        assert min(size[2] for size in sizes) >= 0, width
        assert max(size[3] for size in sizes) <= width
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_double_twelve_set_fits_a_tablet_screen(desk):
    first, last = tile(desk, "12-12").bounding_box(), tile(desk, "0-5").bounding_box()
    assert last["y"] + last["height"] - first["y"] <= 768 - 250


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_is_content(desk, axe, scheme):
    desk.emulate_media(color_scheme=scheme)
    tile(desk, "3-7").click()
    turn_to(desk, "Bob")
    tile(desk, "2-2").click()
    axe(desk)


def test_without_scripts_the_picker_stays_away(show, new_context):
    plain = new_context(java_script_enabled=False).new_page()
    show(ROUND, names=["Ann"], set=6, on=plain)
    expect(plain.locator(".picker")).to_be_hidden()
    expect(tiles(plain, "Ann")).to_be_visible()


@pytest.fixture
def still(desk: Page) -> Page:
    """The page, in which time passes only as a test says."""
    desk.clock.install(time=0)
    desk.clock.pause_at(1000)
    return desk


def touch(page: Page, text: str, *, milliseconds: int, strays: int = 0) -> None:
    """Rest on a tile for so long, and move away from it as far as said, in pixels."""
    tile(page, text).hover()
    page.mouse.down()
    if strays:
        box = tile(page, text).bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2 + strays)
    page.clock.run_for(milliseconds)
    page.mouse.up()


def test_a_tile_that_is_held_ends_the_hand_also_one_that_lies_there_already(still: Page) -> None:
    touch(still, "3-7", milliseconds=400)  # a slow tap
    expect(said(still)).to_have_text(
        "Ann has one tile. Is that all? Tap “Bob is next”, or keep your finger on the last tile."
    )
    touch(still, "3-7", milliseconds=1000)
    touch(still, "5-5", milliseconds=50)
    expect(tiles(still, "Ann")).to_have_value("3-7")
    expect(tiles(still, "Bob")).to_have_value("5-5")
    # Nobody comes after Bob, so there is nothing to hold a tile for.
    touch(still, "6-6", milliseconds=1000)
    expect(tiles(still, "Bob")).to_have_value("5-5 6-6")


def test_a_tablet_that_is_late_with_its_timers_takes_the_hold_all_the_same(desk: Page) -> None:
    tile(desk, "3-7").evaluate(
        """tile => {
          const finger = { bubbles: true, isPrimary: true };
          const down = new PointerEvent("pointerdown", finger);
          const up = new PointerEvent("pointerup", finger);
          Object.defineProperty(up, "timeStamp", { value: down.timeStamp + 900 });
          tile.dispatchEvent(down);
          tile.dispatchEvent(up); // no timer can run before it
        }"""
    )
    expect(said(desk)).to_have_text("Tap each tile that Bob has left.")
    expect(tiles(desk, "Ann")).to_have_value("3-7")


def test_a_finger_that_strays_ends_no_hand(still: Page) -> None:
    touch(still, "3-7", milliseconds=1000, strays=20)
    pressed = still.locator("[data-picker-seats] [aria-pressed=true]")
    expect(pressed).to_contain_text("Ann")


def test_a_long_word_of_a_name_ends_in_dots(page: Page, show) -> None:
    """The bug it would catch: "Bartholome" and "w K." under one another."""
    page.set_viewport_size({"width": 1024, "height": 768})
    show(ROUND, names=["Bartholomewson", *"BCDEFGH"], set=12)
    page.evaluate("""() => {
      document.documentElement.classList.add("text-largest");
      document.body.classList.add("at-table");
    }""")
    button = page.locator("[data-picker-seats] button").first
    expect(button).to_have_attribute("title", "Bartholomewson")
    height = button.locator("> span").first.evaluate(
        "name => name.offsetHeight / parseFloat(getComputedStyle(name).lineHeight)"
    )
    assert height < 1.5


def test_words_of_a_name_stay_whole_in_the_largest_letters(page: Page, show) -> None:
    """The bug it would catch: "Walt", "er", "Finc" and "h" under one another."""
    page.set_viewport_size({"width": 780, "height": 1024})
    names = ["Edith Mole", "Greta Frost", "Walter Finch", "John Peel", "Ruby Hart"]
    show(ROUND, names=names, set=12)
    page.evaluate("""() => {
      document.documentElement.classList.add("text-largest");
      document.body.classList.add("at-table");
    }""")
    heights = page.locator("[data-picker-seats] button > span:first-of-type").evaluate_all(
        """names => names.map((name) =>
          name.offsetHeight / parseFloat(getComputedStyle(name).lineHeight))"""
    )
    assert max(heights) < 2.5


def test_tiles_grow_with_the_letters_and_stay_on_the_screen(page: Page, show) -> None:
    """The bug it would catch: heads and edges grew with the letters, and tiles shrank."""
    page.set_viewport_size({"width": 1024, "height": 768})
    show(ROUND, names=["Ann", "Bob"], set=12)
    page.evaluate("document.body.classList.add('at-table')")
    domino = tile(page, "12-12").locator(".domino")
    widths = []
    for size in ("text-usual", "text-large", "text-largest"):
        page.evaluate("size => { document.documentElement.className = size; }", size)
        widths.append(domino.evaluate("tile => tile.getBoundingClientRect().width"))
    assert min(widths[1:]) > widths[0]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
