"""What the door says of who came, and the button that takes it back."""

import pytest
from playwright.sync_api import Page

HEAD = '<link rel="stylesheet" href="/static/league/days.css">'
LATE = """<div class="said"><div class="notice warning"><div class="late">
  <p><strong>Vic Wood is here, and has no seat yet.</strong></p>
  <form><button class="button">Seat at table 2, which has 4 · from game 2 on</button></form>
  <p>In game 1, too? Choose a table that still plays: <a class="link" href="#">Table 1</a></p>
  <form><button class="button">Plan again</button></form>
</div><form><button class="button" name="undo">No, not Vic Wood</button></form></div></div>
"""
LINES = """one => {
  const words = document.createRange();
  words.selectNodeContents(one);
  return words.getClientRects().length;
}"""


@pytest.mark.parametrize("width", [390, 1366])
def test_the_way_back_stands_in_one_line(page: Page, show, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 768})
    show(LATE, head=HEAD)
    assert page.locator("[name=undo]").evaluate(LINES) == 1
    assert page.evaluate("document.documentElement.scrollWidth") == width
