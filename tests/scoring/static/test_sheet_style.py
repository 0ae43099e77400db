"""A sheet with many seats scrolls in its own region, and widens no page."""

import pytest
from playwright.sync_api import Page, expect

SHEET = """{% load seats %}
<div class="scroll" tabindex="0" role="region" aria-label="Score sheet">
  <table class="sheet"><caption class="visually-hidden">Points</caption>
    <thead><tr><th scope="col">Round</th>
      {% for name in names %}<th scope="col" class="{{ forloop.counter0|seat_class }}">
        {% seat_mark forloop.counter0 %} {{ name }}</th>{% endfor %}</tr></thead>
    <tbody><tr><th scope="row">1</th>{% for name in names %}<td>23
      <span class="running"><span class="visually-hidden">total </span>123</span></td>
      {% endfor %}</tr></tbody>
  </table>
</div>
"""


@pytest.fixture
def sheet(page: Page, show) -> Page:
    page.set_viewport_size({"width": 390, "height": 844})
    show(SHEET, names=[f"Player {at}" for at in range(12)])
    return page


def test_the_page_stays_as_wide_as_the_screen(sheet):
    assert sheet.evaluate("document.documentElement.scrollWidth") == 390
    region = sheet.get_by_role("region")
    assert region.evaluate("one => one.scrollWidth > one.clientWidth")


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
