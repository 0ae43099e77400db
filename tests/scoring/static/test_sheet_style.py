"""A sheet with many seats scrolls in its own region, and widens no page."""

import pytest
from playwright.sync_api import Page, expect

SHEET = """{% load seats %}
<div class="scroll" tabindex="0" role="region" aria-label="Score sheet">
  <table class="sheet"><caption class="visually-hidden">Points</caption>
    <thead>
      <tr><th scope="col">Round</th>
        {% for name in names %}<th scope="col" class="{{ forloop.counter0|seat_class }}">
          {% seat_mark forloop.counter0 %} {{ name }}</th>{% endfor %}</tr>
      <tr class="totals"><th scope="row">Total</th>
        {% for name in names %}<td data-seat-name="{{ name }}">1123</td>{% endfor %}</tr>
    </thead>
    <tbody><tr><th scope="row">1 <a class="correct" href="#">Correct</a></th>
      {% for name in names %}<td data-seat-name="{{ name }}">
      <s>123</s>123 <span class="word">out</span>
      <span class="running"><span class="visually-hidden">total </span>1123</span></td>
      {% endfor %}</tr></tbody>
  </table>
</div>
"""
CUT_OFF = "one => one.scrollWidth > one.clientWidth"


def shown(page: Page, show, players: int, width: int) -> Page:
    page.set_viewport_size({"width": width, "height": 844})
    show(SHEET, names=[f"Longfellow {at}" for at in range(players)])
    return page


@pytest.fixture
def sheet(page: Page, show) -> Page:
    """More seats than even a tablet has room for."""
    return shown(page, show, 14, 800)


def test_the_page_stays_as_wide_as_the_screen(sheet):
    assert sheet.evaluate("document.documentElement.scrollWidth") == 800
    assert sheet.get_by_role("region").evaluate(CUT_OFF)


@pytest.mark.parametrize(("players", "width"), [(14, 390), (8, 768), (8, 1024)])
def test_nothing_is_cut_off(page, show, players, width):
    shown(page, show, players, width)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert not page.get_by_role("region").evaluate(CUT_OFF)
    cells = page.locator("td").all()
    assert len(cells) == 2 * players
    assert not any(cell.evaluate(CUT_OFF) for cell in cells)


def test_the_rounds_stay_in_sight_while_the_keyboard_scrolls(sheet):
    first = sheet.get_by_role("rowheader", name="1")
    before = first.bounding_box()
    sheet.get_by_role("region").focus()
    for _ in range(10):
        sheet.keyboard.press("ArrowRight")
    sheet.get_by_role("region").evaluate(
        """one => new Promise((done) => {
          const look = () => (one.scrollLeft > 100 ? done() : requestAnimationFrame(look));
          look();
        })"""
    )
    assert abs(first.bounding_box()["x"] - before["x"]) <= 5
    expect(first).to_be_in_viewport()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_is_content(sheet, axe, scheme):
    sheet.emulate_media(color_scheme=scheme)
    axe(sheet)
