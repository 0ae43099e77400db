"""The pictures of the README, made anew.

    python3 manage.py test tests/scoring/browser/pictures.py

Not among the tests by itself, since its name does not begin with test_. Writes docs/pictures.
"""

from pathlib import Path

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from scoring.models import Club, Game
from tests.factories import make_game, play

pytestmark = pytest.mark.django_db(transaction=True)

PICTURES = Path(__file__).resolve().parents[3] / "docs" / "pictures"
ROUNDS = [(0, 24, 38, 17, 51), (31, 12, 0, 44, 26), (19, 0, 22, 35, 40), (27, 33, 18, 0, 12)]


@pytest.fixture
def game(club: Club) -> Game:
    game = make_game(club, players=5)
    for points in ROUNDS:
        play(game, *points)
    return game


def test_pictures_for_the_readme(signed_in_page: Page, live_server, game: Game) -> None:
    page = signed_in_page
    PICTURES.mkdir(parents=True, exist_ok=True)
    page.goto(live_server.url + reverse("scoring:sheet", args=[game.code]))
    page.screenshot(path=PICTURES / "sheet.png", full_page=True)

    page.goto(live_server.url + reverse("scoring:round-record", args=[game.code, 5]))
    page.locator(".endings label", has_text="Dot").click()
    page.locator('[data-key="2"]').click()
    page.locator('[data-key="7"]').click()
    page.locator('[data-key="next"]').click()
    page.locator('[data-key="4"]').click()
    page.wait_for_timeout(700)
    page.screenshot(path=PICTURES / "round.png", full_page=True)

    page.locator(".modes label", has_text="Tiles").click()
    page.locator(".seat-row", has_text="Ann").locator("input.total").evaluate("e => e.value = ''")
    for tile in ("3-7", "0-0", "11-12"):
        page.locator(f'[data-tile="{tile}"]').click()
    page.locator(".picker-seats button", has_text="Bob").click()
    page.wait_for_timeout(700)
    page.locator(".picker").screenshot(path=PICTURES / "tiles.png")

    page.goto(live_server.url + reverse("scoring:dispute-ask", args=[game.code, "lay"]))
    page.locator("[data-fact=seat] label", has_text="Bob").click()
    page.locator("[data-fact=train] label", has_text="Dot").click()
    for question in ("Is there a double", "Is a marker"):
        page.locator(".next-fact h2", has_text=question).wait_for()
        page.locator("#desk-answer").get_by_role("button", name="No", exact=True).click()
    page.locator(".ruling").wait_for()
    page.evaluate("window.scrollTo(0, 0)")
    page.screenshot(path=PICTURES / "ruling.png")

    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(color_scheme="dark")
    page.goto(live_server.url + reverse("scoring:watch", args=[game.watch_key]))
    page.screenshot(path=PICTURES / "phone.png")
