"""Every page as axe and a keyboard meet it, and the ways of the site without scripts."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.db.models import Value
from django.db.models.functions import Concat
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, expect

from scoring.accounts.access import tablet_actor
from scoring.log.services import log_write
from scoring.models import Club, Game, LogEntry, Tablet
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.services.games import game_finish, game_start
from scoring.tablets.pairing.services import code_make
from tests.factories import ANN, make_game, new_key, play

from .conftest import Taps, says_who_went_out

pytestmark = pytest.mark.django_db(transaction=True)

PAGES = [
    "home",
    "game-start",
    "club",
    "members",
    "tablets",
    "tablet-edit",
    "log",
    "pair",
    "sheet",
    "sheet-print",
    "share",
    "seats",
    "round-record",
    "round-correct",
    "round-choose",
    "game-finish",
    "watch",
    "result",
    "game-reopen",
    "disputes",
    "rule-card",
    "rule-sets",
    "rule-sheets",
]


@pytest.fixture
def games(club: Club) -> dict[str, Game]:
    """A game that runs, one that two tablets disagree on, and one that is finished."""
    running, disputed, finished = (make_game(club, players=5) for _game in range(3))
    for game in (running, disputed, finished):
        play(game, 12, 0, 45, 9, 30)
        play(game, 11, 23, 0, 14, 7)
    play(disputed, 11, 32, 0, 14, 7, round_number=2)
    game_finish(game=finished, author=ANN, key=new_key())
    return {"running": running, "disputed": disputed, "finished": finished}


def address(name: str, games: dict[str, Game]) -> str:
    """The address of a page, with the game that shows it best."""
    game = games["running"]
    if name in (
        *("home", "game-start", "club", "members", "tablets", "pair"),
        *("rule-sets", "rule-sheets", "log"),
    ):
        return reverse(f"scoring:{name}")
    if name == "tablet-edit":
        return reverse("scoring:tablet-edit", args=[Tablet.objects.get().pk])
    if name == "watch":
        return reverse("scoring:watch", args=[game.watch_key])
    if name in ("result", "game-reopen"):
        return reverse(f"scoring:{name}", args=[games["finished"].code])
    if name == "round-choose":
        return reverse(f"scoring:{name}", args=[games["disputed"].code, 2])
    if name.startswith("round"):
        return reverse(f"scoring:{name}", args=[game.code, 3 if name == "round-record" else 2])
    return reverse(f"scoring:{name}", args=[game.code])


def test_axe_finds_nothing_in_light_or_dark(
    signed_in_page: Page,
    live_server,
    games: dict[str, Game],
    club: Club,
    axe_at: Callable[..., None],
    shots: Callable[..., None],
) -> None:
    page = signed_in_page
    code_make(club=club, tablet_name="Table 3", made_by=None, table_number=3)
    paired = Tablet.objects.create(club=club, name="Table 4", table_number=4, secret_hash="x")
    for what, outcome in (("round-record", "done"), ("game-reopen", "refused")):
        log_write(
            actor=tablet_actor(paired),
            what=f"scoring:{what}",
            path=reverse("scoring:round-record", args=[games["running"].code, 3]),
            address="192.168.1.20",
            outcome=LogEntry.Outcome(outcome),
        )
    for name in PAGES:
        page.goto(live_server.url + address(name, games))
        page.evaluate("document.querySelectorAll('details').forEach((fold) => (fold.open = true))")
        # A button that stays at the lower edge hides nothing where the page ends.
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        axe_at(page)
        shots(page, f"page-{name}")


def test_axe_finds_nothing_for_who_is_not_signed_in(
    page: Page,
    live_server,
    club: Club,
    axe: Callable[[Page], None],
    page_errors,
) -> None:
    page_errors.allow("status of 404")
    for path in ("/sign-in/", "/", "/pair/", "/no-such-page/"):
        page.goto(live_server.url + path)
        axe(page)


@pytest.fixture
def plain_page(
    new_context: Callable[..., BrowserContext],
    sign_in: Callable[[BrowserContext, User], None],
    organizer: User,
) -> Page:
    """A page of a browser that runs no scripts."""
    context = new_context(java_script_enabled=False)
    sign_in(context, organizer)
    return context.new_page()


def test_a_game_is_scored_without_scripts(plain_page: Page, live_server) -> None:
    page = plain_page
    page.goto(live_server.url)
    page.get_by_role("link", name="Start a game").click()
    for place, name in enumerate(("Ann", "Bob", "Cal")):
        page.fill(f"[name=name-{place}]", name)
    page.get_by_role("button", name="Start round 1").click()
    page.locator(".endings label", has_text="Bob").click()
    rows = page.locator(".seat-row")
    rows.nth(0).locator("input.tiles").fill("7-3 0-0")
    rows.nth(2).locator("input.total").fill("x1")
    page.locator("button.main:visible").click()
    # The fault stands beside the seat, and what was typed is still there.
    expect(rows.nth(2)).to_contain_text("Type a number, such as 27.")
    expect(rows.nth(2).locator("input.total")).to_have_value("x1")
    expect(rows.nth(0).locator("input.tiles")).to_have_value("7-3 0-0")
    rows.nth(2).locator("input.total").fill("31")
    page.locator("button.main:visible").click()
    expect(page.get_by_text("Round 1 is saved.")).to_be_visible()
    expect(page.locator("table.sheet .totals")).to_contain_text("60")
    page.get_by_role("button", name="Undo round 1").click()
    expect(page.get_by_text("Undone. It stays readable")).to_be_visible()
    page.locator("summary", has_text="Undone: 1 time").click()
    expect(page.get_by_text("Round 1 was undone: Ann 60, Bob 0, Cal 31.")).to_be_visible()
    page.get_by_role("button", name="Redo round 1").click()
    expect(page.locator("table.sheet .totals")).to_contain_text("60")


def test_what_is_missing_is_marked_until_it_is_mended(
    signed_in_page: Page, live_server, club: Club, axe: Callable[[Page], None]
) -> None:
    page = signed_in_page
    game = make_game(club, players=3)
    page.goto(live_server.url + reverse("scoring:round-record", args=[game.code, 1]))
    expect(page.locator(".keypad")).to_be_visible()
    taps, record = Taps(page), page.locator("button.main:visible")
    record.tap()
    missing = "Tap who went out, or Blocked, or Time’s up."
    expect(page.locator("#round-trouble")).to_contain_text(missing)
    expect(page.locator(".endings .fault")).to_have_text(missing)
    expect(page.locator("input.total[aria-invalid]")).to_have_count(3)
    axe(page)
    says_who_went_out(page, "Ann")
    expect(page.locator(".endings .fault")).to_have_count(0)
    expect(page.locator("#round-trouble")).to_be_hidden()
    taps.keys("999>12")
    expect(page.locator("[aria-invalid]")).to_have_count(0)
    bob = page.locator(".seat-row", has_text="Bob")
    expect(bob).to_contain_text("999? No hand can be that high")
    record.tap()
    expect(page.locator("#round-trouble")).to_contain_text("Bob’s number is very high.")
    axe(page)
    bob.locator("label", has_text="We count our own way: keep 999").tap()
    expect(bob).not_to_contain_text("999?")
    record.tap()
    expect(page.get_by_text("Round 1 is saved.")).to_be_visible()


def test_a_round_is_recorded_with_the_keyboard_alone(
    signed_in_page: Page,
    live_server,
    club: Club,
) -> None:
    game = make_game(club)
    page = signed_in_page
    page.goto(live_server.url + reverse("scoring:round-record", args=[game.code, 1]))
    page.locator(".endings input").first.focus()
    page.keyboard.press("ArrowRight")  # Bob went out
    page.keyboard.press("Tab")
    page.keyboard.type("12")
    page.keyboard.press("Enter")  # next seat, not half a round
    page.keyboard.type("45")
    page.keyboard.press("Enter")
    page.keyboard.type("9")
    page.keyboard.press("Enter")
    expect(page.locator("button.main:visible")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Round 1 is saved.")).to_be_visible()
    assert [seat.total for seat in sheet_of(game).seats] == [12, 0, 45, 9]


# No timer for news runs out.
NEVER = """const wait = window.setTimeout;
window.setTimeout = (what, ms, ...more) => (ms > 2000 ? 0 : wait(what, ms, ...more));"""


@pytest.mark.parametrize(
    "event",
    ["document.dispatchEvent(new Event('visibilitychange'))", "dispatchEvent(new Event('online'))"],
)
def test_who_looks_again_or_has_a_network_again_sees_what_happened_meanwhile(
    page: Page, live_server, game: Game, event: str
) -> None:
    page.add_init_script(NEVER)
    page.goto(live_server.url + reverse("scoring:watch", args=[game.watch_key]))
    play(game, 0, 1, 2, 3)
    page.evaluate(event)
    expect(page.locator("main")).to_contain_text("and is 1 ahead")


def test_watchers_see_a_new_round_within_five_seconds(
    page: Page,
    live_server,
    games: dict[str, Game],
) -> None:
    game = games["running"]
    page.goto(live_server.url + reverse("scoring:watch", args=[game.watch_key]))
    expect(page.locator("table.sheet tbody tr")).to_have_count(2)
    play(game, 5, 6, 7, 0, 9)
    expect(page.locator("table.sheet tbody tr")).to_have_count(3)
    expect(page.locator("table.sheet .totals")).to_contain_text("28")
    assert not page.locator("main form, main .actions").count(), "watchers can press nothing"


def test_two_tablets_that_differ_choose(
    signed_in_page: Page,
    new_context: Callable[..., BrowserContext],
    sign_in: Callable[[BrowserContext, User], None],
    scorekeeper: User,
    live_server,
    club: Club,
) -> None:
    """The second tablet had opened the round's page before the first one recorded it."""
    game = make_game(club, players=2)
    other_context = new_context()
    sign_in(other_context, scorekeeper)
    pages = [signed_in_page, other_context.new_page()]
    for page in pages:
        page.goto(live_server.url + reverse("scoring:round-record", args=[game.code, 1]))
    for page, total in zip(pages, ("21", "12"), strict=True):
        page.locator(".endings label", has_text="Ann").click()
        page.locator(".seat-row", has_text="Bob").locator("input.total").fill(total)
    first, second = pages
    first.locator("button.main:visible").click()
    expect(first.get_by_text("Round 1 is saved.")).to_be_visible()
    second.locator("button.main:visible").click()
    expect(second.get_by_role("heading", name="Two tablets recorded round 1")).to_be_visible()
    expect(second.locator(".board .total")).to_have_text(["0", "21", "0", "12"])
    second.get_by_role("button", name="This one counts (Sam)").click()
    expect(second.locator("table.sheet .totals")).to_contain_text("12")
    expect(second.locator("table.sheet tbody s")).to_contain_text("21")


COVERED = """() => {
  const box = (part) => part.getBoundingClientRect();
  const isShown = (part) => part.offsetWidth && part.offsetHeight;
  const meet = (a, b) =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const all = (selector) => [...document.querySelectorAll(selector)].filter(isShown);
  const names = all(".seat-row > .seat-name");
  const others = all(".endings label, [data-key], .seat-row input.total, .desk .actions .button");
  const troubles = all("#round-trouble, .endings > .fault");
  const pairs = [
    ...troubles.flatMap((trouble) => [...names, ...others].map((part) => [trouble, part])),
    ...names.flatMap((name) => others.map((part) => [name, part])),
  ];
  const cut = names.filter((name) => name.scrollWidth > name.clientWidth + 1);
  return [
    ...pairs.filter(([a, b]) => meet(box(a), box(b))).map(([, part]) => part.outerHTML),
    ...cut.map((name) => name.textContent),
  ];
}"""


@pytest.mark.parametrize("width", [390, 768, 1024])
def test_nothing_covers_names_or_keys_of_a_round(
    signed_in_page: Page, live_server, club: Club, width: int
) -> None:
    page = signed_in_page
    page.set_viewport_size({"width": width, "height": 768})
    page.goto(live_server.url + reverse("scoring:round-record", args=[make_game(club).code, 1]))
    expect(page.locator(".keypad")).to_be_visible()
    page.locator("#round-form .button.main:visible").first.click()
    expect(page.locator("#round-trouble")).to_contain_text("Tap who went out")
    for size in ("", "text-large", "text-largest"):
        page.evaluate("size => { document.documentElement.className = size; }", size)
        assert page.evaluate(COVERED) == [], size
        assert page.evaluate("document.documentElement.scrollWidth") <= width, size
    if width == 1024:
        keys = page.locator(".keypad-keys").bounding_box()
        assert keys
        assert keys["height"] < 500, "the keys fit beside each other on the screen"


def test_a_check_is_shown_while_a_finger_is_on_a_key(
    signed_in_page: Page, live_server, club: Club
) -> None:
    """Nobody asks again for an answer that came meanwhile."""
    page = signed_in_page
    game = make_game(club)
    page.goto(f"{live_server.url}/games/{game.code}/round/1/")
    says_who_went_out(page, "Ann")
    page.locator('[data-key="1"]').hover()
    page.mouse.down()
    field = page.locator(".seat-row", has_text="Bob").locator("input.total")
    field.evaluate("""field => {
      field.value = "21";
      field.dispatchEvent(new Event("change", { bubbles: true }));
    }""")
    expect(page.locator(".seats")).to_contain_text("0 + 21")
    page.mouse.up()


KEYS_COVERED = """keys => keys.filter(key => {
  const { x, y, width, height } = key.getBoundingClientRect();
  const seen = document.elementFromPoint(x + width / 2, y + height - 4);
  return seen && !key.contains(seen);
}).map(key => key.textContent)"""


@pytest.mark.parametrize(
    ("players", "address", "height", "limit"),
    [
        (6, "scoring:round-record", 768, None),
        (8, "scoring:round-record", 768, None),
        (5, "scoring:round-record", 768, 30),
        (5, "scoring:round-correct", 668, None),  # in a browser that shows its address
        (5, "scoring:round-correct", 768, None),
        (6, "scoring:round-correct", 768, None),
    ],
)
def test_a_large_table_records_without_scrolling(
    signed_in_page: Page,
    live_server,
    club: Club,
    players: int,
    address: str,
    height: int,
    limit: int | None,
) -> None:
    page = signed_in_page
    page.set_viewport_size({"width": 1024, "height": height})
    limits = {"time_limit_minutes": limit} if limit else {}
    rules = {"base": "family", "fill": "defaults", **limits}
    game = make_game(club, players=players, rules=rules)
    # Names as long as many people's.
    club.players.update(name=Concat("name", Value(" Greene" if limit else "ette")))
    if address == "scoring:round-correct":
        play(game, *range(0, 10 * players, 10))
    page.goto(live_server.url + reverse(address, args=[game.code, 1]))
    expect(page.locator(".keypad")).to_be_visible()
    page.evaluate("scrollTo(0, 0)")
    button = page.locator("button.main:visible").bounding_box()
    assert button
    assert button["y"] + button["height"] <= height
    seat = page.locator(".seat-row").last.bounding_box()
    assert seat
    assert address == "scoring:round-correct" or seat["y"] + seat["height"] <= height
    # A key that is in sight can be tapped.
    assert page.locator(".keypad-keys button").evaluate_all(KEYS_COVERED) == []


BROKEN = """() => [...document.querySelectorAll("span[title] > [aria-hidden]")]
  .filter((name) => name.offsetParent && name.getClientRects().length > 1)
  .map((name) => name.textContent)"""
# A cell says by ::before whose it is; a longer word would stand over its edge.
NARROW = """() => [...document.querySelectorAll("table.sheet td")]
  .filter((cell) => cell.scrollWidth > cell.clientWidth)
  .map((cell) => cell.dataset.short)"""


@pytest.mark.parametrize("size", [(1024, 768), (768, 1024)])
def test_eight_names_are_never_broken(
    signed_in_page: Page, live_server, club: Club, size: tuple[int, int]
) -> None:
    """The bug it would catch: "Christop" over "her" in each cell of an upright tablet."""
    page = signed_in_page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    names = [
        "Margaret Anderson", "Christopher Wells", "Dorothy Maxwell", "Margaret Bell",
        "Bartholomew Fitzgerald", "Jean Picard", "Rosalind Featherstone", "Elisabeth Kowalczyk",
    ]  # fmt: skip
    rules = {"base": "family", "fill": "defaults"}
    game = game_start(club=club, author=ANN, names=names, set_=12, rules=rules)
    play(game, 12, 0, 45, 9, 22, 31, 8, 17)
    for path in ("", "round/2/"):
        page.goto(f"{live_server.url}/games/{game.code}/{path}")
        expect(page.locator("h1")).to_be_visible()
        assert page.evaluate(BROKEN) == []
        assert page.evaluate(NARROW) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    page.locator(".modes label", has_text="Tiles").click()
    hands = page.locator(".picker-seats button > span:not([class])")
    expect(hands.nth(3)).to_have_text("Margaret\u00a0B.")
    page.goto(f"{live_server.url}/games/{game.code}/")
    assert page.locator("[title='Margaret Bell']").first.inner_text().startswith("Margaret\u00a0B.")
