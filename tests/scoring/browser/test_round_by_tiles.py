"""A round of five players by tiles: what it takes in taps, with everything in reach."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from scoring.models import Club, Game
from tests.factories import make_game, play

from .conftest import Taps

pytestmark = pytest.mark.django_db(transaction=True)

SIZES: tuple[ViewportSize, ...] = ({"width": 1024, "height": 768}, {"width": 1280, "height": 800})
# Ann goes out; what the others hold, and what that comes to.
HANDS = {
    "Bob": ("3-5", "0-7"),
    "Cal": ("10-10",),
    "Dot": ("11-11", "3-4", "5-6"),
    "Eve": ("7-9", "1-1"),
}
POINTS = [0, 15, 20, 40, 18]
TILES = sum(map(len, HANDS.values()))
RECORD = "button.main:visible"
IN_HAND = ".picker-seats [aria-pressed=true]"
# How many taps it takes does not hang on the size; what lies where is looked at in each.
AT_ONE_SIZE = pytest.mark.parametrize("round_page", SIZES[:1], ids=["1024"], indirect=True)


@pytest.fixture(params=SIZES, ids=lambda size: str(size["width"]))
def round_page(
    request: pytest.FixtureRequest, signed_in_page: Page, live_server, club: Club
) -> Page:
    """The first round, on a tablet that has counted by tiles before."""
    page = signed_in_page
    page.set_viewport_size(request.param)
    game = make_game(club, 5)
    page.goto(f"{live_server.url}/games/{game.code}/round/1/")
    page.locator(".modes label", has_text="Tiles").tap()
    page.reload()
    expect(page.locator(".picker")).to_be_visible()
    return page


def hold(page: Page, selector: str, *, until: str) -> None:
    """Let a finger rest there until that seat is in hand."""
    box = page.locator(selector).bounding_box()
    assert box is not None
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    finger = page.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    expect(page.locator(IN_HAND)).to_contain_text(until)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    finger.detach()


def who_went_out(page: Page, taps: Taps) -> None:
    """The tap brings the tiles into sight; from then on nothing has to be scrolled."""
    taps.on(page.locator(".endings label", has_text="Ann"))
    expect(page.locator(".seat-row.is-out")).to_contain_text("Ann")
    all_in_sight(page)


def all_in_sight(page: Page) -> None:
    for part in (".picker-seats", ".picker-grid", RECORD):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)


def recorded(page: Page, taps: Taps) -> list[int]:
    expect(page.locator(RECORD)).to_have_count(1)
    taps.on(RECORD)
    expect(page.get_by_text("Round 1 is saved.")).to_be_visible()
    entry = Game.objects.get().entries.get()
    return list(entry.results.order_by("seat__place").values_list("points", flat=True))


@AT_ONE_SIZE
def test_two_taps_and_one_a_tile_where_the_last_of_a_hand_is_held(round_page: Page) -> None:
    taps = Taps(round_page)
    who_went_out(round_page, taps)
    following = [*list(HANDS)[1:], ""]
    for tiles, name in zip(HANDS.values(), following, strict=True):
        *others, last = (f'[data-tile="{tile}"]' for tile in tiles)
        for tile in others:
            taps.on(tile)
        if name:
            hold(round_page, last, until=name)
            taps.count += 1
        else:
            taps.on(last)
    all_in_sight(round_page)
    assert recorded(round_page, taps) == POINTS
    assert taps.count == 2 + TILES


def test_totals_are_put_aside_and_no_tile_moves_whatever_is_said(round_page: Page) -> None:
    taps = Taps(round_page)
    round_page.locator(".modes label", has_text="Totals").tap()
    round_page.locator(".endings label", has_text="Ann").tap()
    bob = round_page.locator(".seat-row", has_text="Bob")
    bob.locator("input.total").fill("15")
    round_page.locator(".modes label", has_text="Tiles").tap()
    expect(round_page.get_by_text("The totals you typed are put aside.")).to_be_visible()
    all_in_sight(round_page)
    places = [round_page.locator(part).bounding_box() for part in (".picker-grid", RECORD)]
    taps.on('[data-tile="3-5"]')
    expect(bob).to_contain_text("0 + 8")
    expect(round_page.locator(IN_HAND)).to_contain_text("1 tile, 8")
    taps.on(RECORD)
    beside = round_page.locator("[data-picker-status]")
    expect(beside).to_have_text("Tap the tiles that Cal has left.")
    expect(round_page.locator(IN_HAND)).to_contain_text("Cal")
    all_in_sight(round_page)
    assert places == [round_page.locator(part).bounding_box() for part in (".picker-grid", RECORD)]
    round_page.locator(".modes label", has_text="Totals").tap()
    expect(bob.locator("input.total")).to_have_value("15")
    expect(round_page.get_by_text("The tiles you tapped are put aside.")).to_be_visible()


@AT_ONE_SIZE
def test_by_the_names_it_takes_one_tap_more_a_hand(round_page: Page) -> None:
    taps = Taps(round_page)
    who_went_out(round_page, taps)
    for name, tiles in HANDS.items():
        if name != "Bob":
            taps.on(round_page.locator(".picker-seats button", has_text=name))
        for tile in tiles:
            taps.on(f'[data-tile="{tile}"]')
    assert recorded(round_page, taps) == POINTS
    assert taps.count == 2 + TILES + len(HANDS) - 1


def test_a_sheets_rows_are_low_and_no_button_covers_tiles_in_a_correction(
    signed_in_page: Page, live_server, club: Club
) -> None:
    page, game = signed_in_page, make_game(club, 5)
    play(game, *POINTS)
    page.set_viewport_size(SIZES[0])
    page.goto(f"{live_server.url}/games/{game.code}/")
    row = page.locator(".sheet tbody tr").first.bounding_box()
    assert row is not None
    assert row["height"] < 80
    page.goto(f"{live_server.url}/games/{game.code}/round/1/correct/")
    page.locator(".modes label", has_text="Tiles").tap()
    expect(page.locator(RECORD)).to_have_count(1)
    expect(page.locator(RECORD)).to_have_text("See what would change")
    grid, button = (page.locator(part).bounding_box() for part in (".picker-grid", RECORD))
    assert grid is not None
    assert button is not None
    assert button["y"] + button["height"] <= grid["y"]
