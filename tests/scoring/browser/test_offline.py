"""A tablet goes on without a network, and hands everything over when it is back."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from scoring.accounts.access import TABLET_COOKIE
from scoring.accounts.models.people import secret_hash
from scoring.models import Club, Dispute, Game, SheetEntry, Tablet
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.services.games import game_finish
from tests.actors import cookie_of
from tests.cable import Cable
from tests.conftest import STILL, made_calm
from tests.factories import ANN, make_game, new_key, play

from .conftest import Taps, load_engine, says_who_went_out
from .test_desk import DISPUTES, tap_answers
from .test_tablet_dispute import put

PHOTOS = Path(__file__).parents[2] / "camera/photos"
SIZE = {"width": 1024, "height": 768}
WAITS = "table.sheet tr.waiting"
# Refuses the camera once, then keeps its track, to see whether the page lets it go.
WATCH_CAMERA = """() => {
  const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  let isAllowed = false;
  navigator.mediaDevices.getUserMedia = async (wanted) => {
    if (!isAllowed) {
      isAllowed = true;
      throw new DOMException("", "NotAllowedError");
    }
    const stream = await ask(wanted);
    [window.lastCamera] = stream.getTracks();
    return stream;
  };
}"""
TURN_AWAY = """() => {
  Object.defineProperty(document, "hidden", { value: true, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
  delete document.hidden;
}"""
# The browser without windows asks nobody, so somebody has to be played who allows the camera.
FAKE_CAMERA = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")
# Answers the version of the worker that answers for the server, once a newer one has taken over.
NEWEST = """async () => {
  const registration = await navigator.serviceWorker.ready;
  await registration.update();
  const next = registration.installing || registration.waiting;
  if (next) {
    await new Promise((resolve) => {
      const look = () => next.state === "activated" && resolve();
      next.addEventListener("statechange", look);
      look();
    });
  }
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((resolve) => { port1.onmessage = ({ data }) => resolve(data); });
  navigator.serviceWorker.controller.postMessage({}, [port2]);
  return (await answer).version;
}"""


@pytest.fixture
def cable(live_server) -> Iterator[Cable]:
    """What lies between the tablets and the server."""
    cable = Cable((live_server.thread.host, live_server.thread.port))
    yield cable
    cable.close()


@pytest.fixture
def tablet(club: Club) -> Tablet:
    return Tablet.objects.create(club=club, name="Table 3", secret_hash=secret_hash("secret"))


@pytest.fixture
def game(club: Club) -> Game:
    return make_game(club)


class Device:
    """A tablet whose browser can be closed and opened again with all that it has kept."""

    def __init__(self, browser_type, launch_args, folder: Path, cable: Cable, page_errors) -> None:
        self._start = lambda: browser_type.launch_persistent_context(
            folder, **launch_args, **STILL, viewport=SIZE, has_touch=True
        )
        self.cable = cable
        self.next_round = 1
        self._errors = page_errors
        self.open()

    def open(self) -> None:
        """Start the browser."""
        self.context: BrowserContext = made_calm(self._start())
        self._errors.watch(self.context)
        self.page: Page = self.context.pages[0]

    def restart(self) -> None:
        """Close the browser and start it again."""
        self.context.close()
        self.open()

    def pair(self, tablet: Tablet) -> None:
        cookie: Any = {"name": TABLET_COOKIE, "value": cookie_of(tablet, "secret")}
        # With an end, or it would be gone with the browser.
        self.context.add_cookies([cookie | {"url": self.cable.url, "expires": 2_000_000_000}])

    def go(self, path: str) -> None:
        self.page.goto(self.cable.url + path)

    def is_ready(self) -> None:
        """Wait until the game opens without a network."""
        ready = self.page.locator("[data-fact=pages]:not([hidden])")
        expect(ready).to_have_text("This game opens without the network.", use_inner_text=False)

    def record(self, out: str, *totals: int) -> None:
        """Record the next round by the keypad."""
        page, number = self.page, self.next_round
        main = page.locator("#sheet-now .button.main")
        # What waits is drawn after the page has come; then the button says another number.
        expect(main).to_have_text(f"Score round {number}")
        main.click()
        expect(page.get_by_role("heading", name=re.compile(rf"^Round {number}\b"))).to_be_visible()
        says_who_went_out(page, out)
        for total in totals:
            for key in f"{total}>":
                page.locator(f'[data-key="{"next" if key == ">" else key}"]').tap()
        page.locator(".desk .actions .button.main:visible").click()
        page.wait_for_url("**/games/*/")
        self.next_round += 1

    def says(self, text: str) -> None:
        line = self.page.locator("#tablet-state [data-says]")
        expect(line).to_have_text(text)


@pytest.fixture
def device(
    browser_type, browser_type_launch_args, tmp_path, cable, page_errors
) -> Iterator[Callable[..., Device]]:
    """`device("one")` is a tablet of its own; flags of its browser may follow."""
    page_errors.allow("Failed to load resource|Failed to fetch|htmx:sendError|ERR_")
    made: list[Device] = []

    def make(name: str, *flags: str) -> Device:
        args = browser_type_launch_args | {"args": [*browser_type_launch_args["args"], *flags]}
        made.append(Device(browser_type, args, tmp_path / name, cable, page_errors))
        return made[-1]

    yield make
    for one in made:
        one.context.close()


def shows_totals(page: Page, *totals: int) -> None:
    """Wait until these are the totals in the last line of the sheet."""
    cells = [re.compile(rf"^\s*{total}(?!\d)") for total in totals]
    expect(page.locator("table.sheet .totals td")).to_have_text(cells)


def settle_a_dispute(page: Page) -> None:
    """May Cal play on Ann's train? No double is open, and no marker is on it."""
    _case, _rules, topic, who, train, tile, answers, word = DISPUTES[2]
    page.get_by_role("link", name="Settle a dispute").tap()
    page.wait_for_url("**/disputes/")
    load_engine(page)  # from what the tablet keeps
    put(page, topic, who, train, tile)
    tap_answers(page, Taps(page), answers)
    expect(page.locator(".ruling .answer")).to_have_text(word)
    page.get_by_role("button", name="Write it on the sheet").tap()
    expect(page.get_by_text("Saved on this tablet.")).to_be_visible()
    page.get_by_role("link", name="Back to the score sheet").tap()


def test_six_rounds_without_a_network(
    device, cable: Cable, game: Game, tablet: Tablet, axe, shots
) -> None:
    one = device("one")
    one.pair(tablet)
    one.go(f"/games/{game.code}/")
    one.is_ready()
    page = one.page
    load_engine(page)
    aboard = page.locator("[data-fact=engine]:not([hidden])")
    expect(aboard).to_contain_text("The rules are loaded", use_inner_text=False)
    one.record("Ann", 10, 20, 30)
    expect(page.locator(".notice.saved")).to_contain_text("Round 1 is saved.")
    one.says("Saved on the club’s server.")
    assert SheetEntry.objects.count() == 1

    cable.cut()
    one.record("Bob", 5, 12, 7)
    expect(page.locator(".notice.saved")).to_contain_text("Round 2 is saved on this tablet.")
    one.says("No network. Saved on this tablet: 1 entry waits for the club’s server.")
    one.record("Cal", 9, 8, 7)
    one.record("Dot", 1, 2, 3)
    expect(page.locator(WAITS)).to_have_count(3)

    # A wrong number in round 3 is struck, not erased.
    third = page.locator("tr.waiting", has=page.locator("th", has_text=re.compile(r"^\s*3\b")))
    third.get_by_role("link", name="Correct").tap()
    expect(page.get_by_role("heading", name="Correct round 3")).to_be_visible()
    bob = page.locator(".seat-row", has_text="Bob").locator("input.total")
    expect(bob).to_have_value("8")
    # Cleared is what was typed, not what is on the sheet.
    page.locator(".endings label", has_text="Ann").tap()
    page.get_by_role("button", name="Clear what I typed").tap()
    expect(page.locator(".endings label", has_text="Cal").locator("input")).to_be_checked()
    expect(bob).to_have_value("8")
    bob.fill("18")
    page.locator("button.main:visible").first.tap()
    expect(page.locator("#round-trouble")).to_contain_text("Say why")
    axe(page)
    shots(page, "offline-correct")
    page.locator(".reasons label", has_text="Typing error").tap()
    page.locator("button.main:visible").first.tap()
    page.wait_for_url("**/games/*/")
    corrected = "Round 3 is corrected, and saved on this tablet."
    expect(page.locator(".notice.saved")).to_contain_text(corrected)
    expect(third.locator("s")).to_contain_text("8")
    one.says("No network. Saved on this tablet: 4 entries wait for the club’s server.")

    page.reload()
    expect(page.locator(WAITS)).to_have_count(3)
    one.record("Ann", 4, 4, 4)
    settle_a_dispute(page)
    one.says("No network. Saved on this tablet: 6 entries wait for the club’s server.")
    one.restart()
    page = one.page
    one.go("/")
    page.get_by_role("link", name=re.compile("Ann")).first.click()
    one.says("No network. Saved on this tablet: 6 entries wait for the club’s server.")
    one.record("Bob", 6, 6, 6)
    one.record("Cal", 2, 2, 2)
    page.get_by_role("button", name="Undo round 7").tap()
    expect(page.locator(WAITS)).to_have_count(5)
    page.get_by_role("button", name="Redo round 7").tap()
    expect(page.locator(WAITS)).to_have_count(6)
    expect(page.get_by_role("button", name="Redo")).to_be_hidden()
    totals = [23, 36, 45, 56]
    shows_totals(page, *totals)
    axe(page)
    shots(page, "offline-sheet")
    assert SheetEntry.objects.count() == 1, "the network was cut"
    one.go(f"/games/{game.code}/seats/")
    expect(page.get_by_role("heading", name="No network")).to_be_visible()
    one.go(f"/games/{game.code}/")

    cable.mend()
    expect(page.locator(WAITS)).to_have_count(0)
    one.says("Saved on the club’s server.")
    sheet = sheet_of(game)
    assert [line.number for line in sheet.rounds] == [1, 2, 3, 4, 5, 6, 7]
    assert [seat.total for seat in sheet.seats] == totals
    shows_totals(page, *totals)
    assert [entry.kind for entry in sheet.entries] == ["round"] * 8 + ["undo"] * 2
    assert [entry.round_number for entry in sheet.entries] == [1, 2, 3, 4, 3, 5, 6, 7, 7, 7]
    assert {entry.author for entry in sheet.entries} == {"Table 3"}
    assert {entry.tablet_id for entry in sheet.entries} == {tablet.pk}
    times = [entry.device_time for entry in sheet.entries if entry.device_time]
    assert len(times) == 10
    assert times == sorted(times)
    assert times[-1] < sheet.entries[-1].recorded_at
    dispute = Dispute.objects.get()
    assert (dispute.ruling or {})["verdict"] == "not_allowed"
    assert (dispute.author, dispute.tablet) == ("Table 3", tablet)
    assert dispute.round_number == 6
    assert sheet.entries[4].reason == "Typing error"
    assert sheet.entries[4].supersedes == sheet.entries[2]


def test_a_page_from_the_tablet_says_that_there_is_no_network(
    device, cable: Cable, game: Game, tablet: Tablet
) -> None:
    """The bug it would catch: "Saved on the club's server." on pages that no server had sent."""
    one = device("one")
    one.pair(tablet)
    one.go(f"/games/{game.code}/")
    one.is_ready()
    cable.cut()
    away = "No network. What you record is saved on this tablet"
    for address in ("round/1/", "disputes/", ""):
        one.go(f"/games/{game.code}/{address}")
        expect(one.page.locator("#tablet-state [data-says]")).to_contain_text(away)
    one.go(f"/games/{game.code}/round/1/")
    expect(one.page.locator("#tablet-state [data-says]")).to_contain_text(away)
    cable.mend()
    one.says("Saved on the club’s server.")


def test_a_game_that_was_finished_meanwhile_keeps_its_own_totals(
    device, cable: Cable, game: Game, tablet: Tablet
) -> None:
    """The bug it would catch: rounds that the server refused, drawn as if they counted."""
    play(game, 12, 0, 45, 9)
    one = device("one")
    one.pair(tablet)
    one.go(f"/games/{game.code}/")
    one.is_ready()
    one.next_round = 2
    cable.cut()
    one.record("Ann", 10, 20, 30)
    shows_totals(one.page, 12, 10, 65, 39)
    game_finish(game=game, author=ANN, key=new_key())
    cable.mend()
    expect(one.page.get_by_role("link", name="Look at it")).to_be_visible()
    shows_totals(one.page, 12, 0, 45, 9)
    expect(one.page.locator(WAITS)).to_have_count(0)
    expect(one.page.locator(".notice.saved")).to_have_count(0)
    one.says(
        "All that was recorded here is on the club’s server. Not on the score sheet yet: 1. "
        "See why below."
    )
    one.go("/")
    one.says("Recorded here, and not on a score sheet yet: 1. Open that game to see why.")
    one.go("/days/")
    expect(one.page.locator("#tablet-state")).to_be_hidden()


def tile_on_the_picker(page: Page, tag: Locator, tile: str) -> None:
    """Tap a tile of the photo, and say on the picker which one it is."""
    tag.tap()
    page.locator(f'.picker-grid [data-tile="{tile}"]').tap()
    expect(page.locator("[data-photo-chooser] > *")).to_have_count(0)


def point_the_camera(page: Page) -> None:
    """Have the camera in the page take the photo by itself, once it may; it is let go then."""
    page.evaluate(WATCH_CAMERA)
    page.get_by_role("button", name="Point the camera").tap()
    expect(page.get_by_text("The camera is not allowed here.")).to_be_visible()
    # Whoever turns to another page leaves no camera open, and gets no photo.
    page.get_by_role("button", name="Point the camera").tap()
    expect(page.locator("[data-photo-live] video")).to_have_js_property("paused", False)
    page.evaluate(TURN_AWAY)
    expect(page.get_by_role("button", name="Take the photo now")).to_be_hidden()
    assert page.evaluate("window.lastCamera.readyState") == "ended"
    expect(page.get_by_text("The camera is not allowed here.")).to_be_hidden()
    expect(page.locator(".photo-view")).to_have_count(0)
    page.get_by_role("button", name="Point the camera").tap()
    expect(page.get_by_text("Hold still")).to_be_visible()
    expect(page.get_by_role("button", name="Take the photo now")).to_be_hidden()
    assert page.evaluate("window.lastCamera.readyState") == "ended"


def look_over(page: Page, *tiles: str) -> None:
    """Say what the doubtful tiles of a photo are, each of them one of these."""
    expect(page.locator(".photo-tag")).to_have_count(len(tiles))
    expect(page.locator("[data-photo-status]")).to_have_text(re.compile("look at|Is all of it"))
    card = page.locator(".photo-doubts > .photo-card")
    while left := card.count():
        offered = card.first.locator(".photo-choice").all_inner_texts()
        right = next(tile for tile in offered if tile in tiles)
        card.first.locator(".photo-choice", has_text=re.compile(rf"^{right}$")).tap()
        expect(card).not_to_have_count(left)  # what is sure now may make others sure


def test_a_round_of_five_by_photo_without_a_network(
    device, cable: Cable, club: Club, tablet: Tablet, axe, shots, tmp_path: Path
) -> None:
    """The photos are of two sets: both have a 4-7, and only one of them can be right.

    The camera in the page sees one of them; the others come as files.
    """
    game = make_game(club, 5)
    seen = tmp_path / "seen.mjpeg"
    seen.write_bytes((PHOTOS / "28.jpg").read_bytes())
    one = device("one", *FAKE_CAMERA, f"--use-file-for-fake-video-capture={seen}")
    one.pair(tablet)
    one.go(f"/games/{game.code}/")
    one.is_ready()
    page = one.page
    load_engine(page)
    aboard = page.locator("[data-fact=engine]:not([hidden])")
    expect(aboard).to_contain_text("The rules are loaded", use_inner_text=False)
    cable.cut()

    one.go(f"/games/{game.code}/round/1/")
    says_who_went_out(page, "Ann")
    load_engine(page)
    page.locator(".modes label", has_text="Photo").tap()
    expect(page.locator("[data-photo-guide]")).to_be_visible()
    page.locator("input[type=file]").set_input_files(
        {"name": "hand.heic", "mimeType": "image/heic", "buffer": b"no picture"}
    )
    expect(page.get_by_text("This device cannot open that picture.")).to_be_visible()
    point_the_camera(page)
    look_over(page, "2-6", "4-7", "0-9")
    bob = page.locator(".seat-row", has_text="Bob").locator("input.tiles")
    expect(bob).to_have_value("")  # nothing counts until somebody says so
    tile_on_the_picker(page, page.locator(".photo-tag", has_text="4-7"), "4-7")
    page.get_by_role("button", name="Yes, these 3 tiles are Bob’s").tap()
    expect(bob).to_have_value(re.compile(r"^(?=.*2-6)(?=.*4-7)(?=.*0-9)"))

    page.get_by_role("button", name="Cal is next").tap()
    page.locator("input[type=file]").set_input_files(PHOTOS / "86.jpg")
    expect(page.get_by_text("4-7 is in Bob’s hand.")).to_be_visible()
    axe(page)
    shots(page, "round-by-photo")
    card = page.locator(".photo-card", has_text="4-7 is in Bob’s hand.")
    card.get_by_role("button", name="Another tile").tap()
    page.locator('.picker-grid [data-tile="4-8"]').tap()
    doubts = page.locator(".photo-doubts > .photo-card")
    while left := doubts.count():
        doubts.first.locator(".photo-choice").first.tap()
        expect(doubts).not_to_have_count(left)
    page.get_by_role("button", name="Yes, these 8 tiles are Cal’s").tap()

    # What was typed is not overwritten unasked, and one photo is not two hands.
    for name, tiles in {"Dot": "10-10", "Eve": "11-11"}.items():
        page.locator(".seat-row", has_text=name).locator("input.tiles").fill(tiles)
    page.locator("input[type=file]").set_input_files(PHOTOS / "28.jpg")
    expect(page.get_by_text("The photos of Bob and Eve show the same tiles.")).to_be_visible()
    expect(page.locator("[data-photo-confirm]")).to_be_hidden()
    page.get_by_role("button", name="Remove these photos").tap()
    eve = page.locator(".seat-row", has_text="Eve").locator("input.tiles")
    expect(eve).to_have_value("11-11")

    page.locator("button.main:visible").first.tap()
    page.wait_for_url("**/games/*/")
    expect(page.locator(WAITS)).to_have_count(1)
    assert SheetEntry.objects.count() == 0, "the network was cut"
    cable.mend()
    one.says("Saved on the club’s server.")
    assert [seat.total for seat in sheet_of(game).seats] == [0, 28, 87, 20, 22]


def test_two_tablets_that_disagree(
    device, cable: Cable, game: Game, club: Club, tablet: Tablet
) -> None:
    other = Tablet.objects.create(club=club, name="Table 4", secret_hash=secret_hash("secret"))
    one, two = device("one"), device("two")
    for each, paired in ((one, tablet), (two, other)):
        each.pair(paired)
        each.go(f"/games/{game.code}/")
        each.is_ready()
    # A browser that has thrown its pages away gets them anew, though the sheet is the same.
    one.page.evaluate("caches.delete('roundhouse-pages')")
    one.page.reload()
    one.is_ready()
    assert one.page.evaluate(f"caches.match('/games/{game.code}/').then(Boolean)")
    cable.cut()
    one.record("Ann", 10, 20, 30)
    one.record("Bob", 5, 12, 7)
    two.record("Ann", 10, 20, 33)
    two.record("Bob", 5, 12, 7)
    shows_totals(one.page, 5, 10, 32, 37)
    shows_totals(two.page, 5, 10, 32, 40)

    cable.mend()
    for each in (one, two):
        each.says("Saved on the club’s server.")
    kinds = [(entry.kind, entry.round_number) for entry in SheetEntry.objects.all()]
    assert sorted(kinds) == [("round", 1), ("round", 1), ("round", 2)], "round 2 counts once"
    # Whoever came second is in nobody's way, and nothing of either is lost.
    page = two.page
    page.get_by_role("link", name="See both and choose").tap()
    expect(page.get_by_text("Table 3").first).to_be_visible()
    expect(page.get_by_text("Table 4").first).to_be_visible()
    second = SheetEntry.objects.get(contests__isnull=False)
    page.locator(f"button[value='{second.pk}']").tap()
    expect(page.get_by_text("Round 1 is settled.")).to_be_visible()
    chosen = [5, 10, 32, 40 if second.author == "Table 4" else 37]
    for each in (page, one.page):
        shows_totals(each, *chosen)
    first = "37" if second.author == "Table 4" else "40"
    struck = "30" if first == "37" else "33"
    expect(page.locator("table.sheet tbody s")).to_contain_text(struck)


def test_a_new_version_of_the_site_strands_nothing(
    device, cable: Cable, game: Game, tablet: Tablet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scoring.tablets.offline.views.pages.shell_version", lambda: "of yesterday")
    one = device("one")
    one.pair(tablet)
    one.go(f"/games/{game.code}/")
    one.is_ready()
    cable.cut()
    one.record("Ann", 10, 20, 30)
    monkeypatch.setattr("scoring.tablets.offline.views.pages.shell_version", lambda: "of today")
    cable.mend()
    one.says("Saved on the club’s server.")
    assert SheetEntry.objects.count() == 1
    # The new worker takes over, and the game still opens without the network.
    assert one.page.wait_for_function(NEWEST).json_value() == "of today"
    one.go(f"/games/{game.code}/")
    one.is_ready()
    cable.cut()
    one.page.reload()
    expect(one.page.get_by_role("link", name="Score round 2")).to_be_visible()
    one.record("Bob", 1, 2, 3)
    expect(one.page.locator(WAITS)).to_have_count(1)
