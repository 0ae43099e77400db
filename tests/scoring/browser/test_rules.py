"""A club's rule sheet in a browser: written down, found, compared, printed, played by."""

import re
from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, Route, expect

from scoring.models import Club, Game, RuleSheet
from scoring.rules.services import rule_sheet_create
from tests.factories import ANN, make_game

from .test_pages import plain_page  # noqa: F401  a fixture

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sheet(club: Club) -> RuleSheet:
    """Rules with answers of each kind: numbers, words, a list of doubles."""
    rules = {
        "base": "family",
        "hand_size": 11,
        "marker_off": "automatic",
        "notice_penalty": 2,
        "next_starting_double": [9, 7, 5, 3, 1],
        "last_starting_double": 1,
    }
    return rule_sheet_create(club=club, author=ANN, name="Tuesday rules", rules=rules)


def address(live_server, name: str, sheet: RuleSheet | None = None) -> str:
    args = [sheet.pk] if sheet else []
    return str(live_server.url + reverse(f"scoring:{name}", args=args))


@pytest.mark.parametrize(
    "name", ["rule-sheets", "rule-sheet", "rule-sheet-print", "rule-sheet-delete"]
)
def test_axe_finds_nothing(
    signed_in_page: Page,
    live_server,
    sheet: RuleSheet,
    axe_at: Callable[..., None],
    shots: Callable[..., None],
    name: str,
) -> None:
    page = signed_in_page
    page.goto(address(live_server, name, None if name == "rule-sheets" else sheet))
    shots(page, f"rules-{name}")
    page.evaluate("document.querySelectorAll('details').forEach((fold) => (fold.open = true))")
    axe_at(page, 390, 1366)
    shots(page, f"rules-open-{name}")


def test_rules_are_written_down_and_played_by_on_a_phone(
    signed_in_page: Page, live_server, club: Club, axe: Callable[[Page], None], shots
) -> None:
    page = signed_in_page
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(address(live_server, "rule-sheets"))
    page.get_by_label("What are your rules called?").fill("Tuesday rules")
    page.get_by_role("button", name="Go to the questions").click()

    # As one types: the question is found, and its link leads there.
    page.get_by_label("Find a rule").press_sequentially("forget")
    found = page.get_by_role("link", name="How many tiles do you draw if you forget to say so?")
    found.click()
    expect(page.locator("#rule-notice_penalty")).to_be_in_viewport()
    page.locator("#id_rule-notice_penalty-number").fill("2")
    page.locator("#rule-marker_off").get_by_label("Yes, always").check()
    page.get_by_label("The same for every table").fill("11")
    page.get_by_role("button", name="Save these rules").click()
    expect(page.get_by_text("Saved. Games that start from now on")).to_be_visible()
    page.get_by_text("What you changed in Family rules (3)").click()
    expect(page.get_by_role("cell", name="11 tiles each")).to_be_visible()

    page.goto(address(live_server, "game-start"))
    expect(page.get_by_text("Family rules with 3 rules of our own.")).to_be_visible()
    axe(page)
    shots(page, "rules-game-start")
    for place, name in enumerate(("Ann", "Bob", "Cal")):
        page.fill(f"[name=name-{place}]", name)
    page.get_by_label("Tuesday rules").check()
    expect(page.get_by_text("3 players: each draws 11 tiles.")).to_be_visible()
    page.get_by_role("button", name="Start round 1").click()
    expect(page.get_by_text("11").first).to_be_visible()
    assert Game.objects.get().rules["notice_penalty"] == 2


def test_what_is_typed_before_the_scripts_are_there_is_found(
    signed_in_page: Page, live_server, sheet: RuleSheet
) -> None:
    page = signed_in_page
    late: list[Route] = []

    def keep(route: Route) -> None:
        late.append(route)

    page.route("**/htmx*.js", keep)
    page.goto(address(live_server, "rule-sheet", sheet), wait_until="commit")
    page.get_by_label("Find a rule").press_sequentially("forget")
    while not late:
        page.wait_for_timeout(10)
    late[0].continue_()
    name = "How many tiles do you draw if you forget to say so?"
    expect(page.get_by_role("link", name=name)).to_be_visible()


def test_rules_are_changed_with_the_keyboard_alone(
    signed_in_page: Page, live_server, sheet: RuleSheet
) -> None:
    page = signed_in_page
    page.goto(address(live_server, "rule-sheet", sheet))
    page.locator("#rule-draw_when_stuck input").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Saved. Games that start from now on")).to_be_visible()
    sheet.refresh_from_db()
    assert sheet.rules["draw_when_stuck"] == "may"
    assert sheet.rules["hand_size"] == 11


def test_rules_are_found_and_changed_without_scripts(
    plain_page: Page,  # noqa: F811
    live_server,
    sheet: RuleSheet,
) -> None:
    page = plain_page
    page.goto(address(live_server, "rule-sheet", sheet))
    page.get_by_label("Find a rule").fill("boneyard blocked")
    page.get_by_role("button", name="Find").click()
    expect(page.locator("#rules-found")).to_contain_text("When is a round blocked?")
    page.locator("#rule-out_on_double").get_by_label("No, the double must").check()
    page.locator("#rule-out_on_two_doubles").get_by_label("Yes, the round ends").check()
    page.get_by_role("button", name="Save these rules").click()
    expect(page.locator("#rule-out_on_two_doubles")).to_contain_text(
        "These two rules do not go together"
    )
    expect(page.locator("#rule-out_on_two_doubles")).to_contain_text("May you go out on a double?")
    page.locator("#rule-out_on_two_doubles").get_by_label("No, another tile").check()
    page.get_by_role("button", name="Save these rules").click()
    expect(page.get_by_text("Saved. Games that start from now on")).to_be_visible()


def test_a_rule_sheet_and_the_card_for_the_hall_fill_one_sheet_of_paper(
    signed_in_page: Page, live_server, sheet: RuleSheet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scoring.web.connection._phone_origin", lambda *_, **__: "http://10.0.0.2")
    page = signed_in_page
    card = live_server.url + reverse("scoring:hall-card")
    for at in (address(live_server, "rule-sheet-print", sheet), card):
        page.goto(at)
        for paper in ("A4", "Letter"):
            printed = page.pdf(format=paper)
            assert printed.count(b"/Type /Page\n") + printed.count(b"/Type /Page/") == 1, paper
    # It asks for half of that size.
    assert b"/MediaBox [0 0 420" in page.pdf(prefer_css_page_size=True)


def test_a_rule_is_changed_for_a_running_game(
    signed_in_page: Page, live_server, club: Club, axe: Callable[[Page], None], shots
) -> None:
    game = make_game(club)
    page = signed_in_page
    page.goto(live_server.url + reverse("scoring:rule-card", args=[game.code]))
    page.get_by_role(
        "link", name=re.compile("Change ?: You play on your own marked train.")
    ).click()
    axe(page)
    shots(page, "rules-game-rule")
    page.get_by_label("Yes, always").check()
    page.get_by_label("Why?").fill("as on our sheet")
    page.get_by_role("button", name="Play by this rule").click()
    page.get_by_role("link", name="Back to the score sheet").click()
    expect(page.locator(".log")).to_contain_text("Does the marker come off? Yes, always")
