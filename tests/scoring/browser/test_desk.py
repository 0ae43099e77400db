"""Disputes at the server's desk, by finger, by keyboard, and without scripts."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, expect

from scoring.models import Club, Dispute
from tests.factories import MembershipFactory, make_game

from .conftest import Taps

pytestmark = pytest.mark.django_db(transaction=True)

MOST_TAPS = 9
DISPUTES = [
    # (case of the sample, rules, topic, who, train, tile, the answer to each fact asked, word)
    (
        "MT102",
        "family",
        "May I play here?",
        "Ann",
        "Mexican Train",
        "12-7",
        {"uncovered": "No", "trains.mexican.tail": "12"},
        "Yes",
    ),
    (
        "MT120",
        "hub",
        "Does my marker come off?",
        "Ann",
        "",
        "",
        {"turn.laid": "9-3 on Ann's train"},
        "Yes",
    ),
    (
        "MT309",
        "family",
        "May I play here?",
        "Cal",
        "Ann",
        "",
        {"uncovered": "No", "trains.Ann.marked": "No"},
        "No",
    ),
    (
        "MT008",
        "hub",
        "May I play here?",
        "Bob",
        "Ann",
        "",
        {"uncovered": "No", "turn.kind": "No", "trains.Ann.marked": "No"},
        "No",
    ),
]


def tap_question(page: Page, finger: Taps, who: str, train: str, tile: str) -> None:
    """Tap the question's parts: who, on which train, which tile."""
    if who:
        finger.on(page.locator("[data-fact=seat] label", has_text=who))
    if train:
        finger.on(page.locator("[data-fact=train] label", has_text=train))
    if tile:
        finger.on(page.get_by_text("Which tile?"))
        for number in tile.split("-"):
            finger.on(
                page.locator("[data-fact=tile]").get_by_role("button", name=number, exact=True)
            )


def tap_answers(page: Page, finger: Taps, answers: dict[str, str]) -> None:
    """Answer what is asked, until there is a ruling."""
    answer = page.locator("#desk-answer")
    expect(answer.locator(".next-fact, .ruling").first).to_be_visible()
    answers = dict(answers)
    while not answer.locator(".ruling").count():
        words = answers.pop(path := answer.get_attribute("data-next") or "")
        if " on " in words:
            tap_play(page, finger, words)
        else:
            finger.on(answer.get_by_role("button", name=words, exact=True))
        expect(page.locator(f"#desk-answer:not([data-next='{path}'])")).to_be_attached()


def tap_play(page: Page, finger: Taps, words: str) -> None:
    """Say a tile that was played, and the train: "9-3 on Ann's train"."""
    tile, train = words.split(" on ")
    played = page.locator("[data-fact='turn.laid']")
    expect(played).to_have_class("choices chips glows")
    finger.on(played.get_by_text("These tiles"))
    for number in tile.split("-"):
        finger.on(played.locator(".tile-keys").get_by_role("button", name=number, exact=True))
    played.get_by_label("On which train?").select_option(label=train)
    finger.count += 2


@pytest.mark.parametrize(
    ("base", "topic", "who", "train", "tile", "answers", "word"),
    [row[1:] for row in DISPUTES],
    ids=[row[0] for row in DISPUTES],
)
def test_a_dispute_takes_few_taps(
    signed_in_page: Page,
    live_server,
    club: Club,
    axe: Callable[[Page], None],
    shots: Callable[..., None],
    base: str,
    topic: str,
    who: str,
    train: str,
    tile: str,
    answers: dict[str, str],
    word: str,
) -> None:
    game = make_game(club, rules={"base": base, "fill": "defaults"})
    page = signed_in_page
    page.goto(live_server.url + reverse("scoring:sheet", args=[game.code]))
    finger = Taps(page)
    finger.on(page.get_by_role("link", name="Settle a dispute"))
    finger.on(page.get_by_role("link", name=topic))
    expect(page.locator(".desk-submit")).to_be_hidden()
    tap_question(page, finger, who, train, tile)
    tap_answers(page, finger, answers)
    expect(page.locator(".ruling .answer")).to_have_text(word)
    assert finger.count <= MOST_TAPS
    axe(page)
    shots(page, f"ruling-{base}-{word}")
    assert not Dispute.objects.exists()
    page.get_by_role("button", name="Write it on the sheet").tap()
    expect(page.get_by_role("link", name="Ask it again")).to_be_visible()
    assert Dispute.objects.get().ruling is not None


def test_own_words_lead_to_the_desk(
    signed_in_page: Page,
    live_server,
    club: Club,
    axe: Callable[[Page], None],
    shots: Callable[..., None],
) -> None:
    game = make_game(club)
    page = signed_in_page
    page.goto(live_server.url + reverse("scoring:disputes", args=[game.code]))
    page.get_by_label("Ask in your own words").fill("can Ann play on bobs train he has no marker")
    page.keyboard.press("Enter")
    expect(page.locator("#desk-answer h1")).to_have_text("May Ann play on Bob's train?")
    page.get_by_role("link", name="I mean something else").tap()
    expect(page.get_by_role("heading", name="Do you mean this?")).to_be_visible()
    axe(page)
    shots(page, "desk-readings")
    page.get_by_role("link", name="May Ann play on Bob's train?").tap()
    expect(page.locator("[data-fact=seat] :checked")).to_have_value("Ann")
    expect(page.locator("[data-fact=train] :checked")).to_have_value("Bob")
    expect(page.locator("#desk-answer h1")).to_have_text("May Ann play on Bob's train?")


def test_an_answer_is_taken_back_and_changed(signed_in_page: Page, live_server, club: Club) -> None:
    """A second tap takes an answer back; open doubles and "every double is covered" exclude."""
    page = signed_in_page
    game = make_game(club)
    url = reverse("scoring:dispute-ask", args=[game.code, "lay"])
    page.goto(f"{live_server.url}{url}?seat=Ann&train=Bob")
    expect(page.locator(".desk-submit")).to_be_hidden()
    answer, none = page.locator("#desk-answer"), page.get_by_text("No, every double is covered")
    none.tap()
    expect(answer).to_contain_text("Every double is covered.")
    page.locator("[data-train=Dot] .track-double").tap()
    expect(answer).to_contain_text("First a double on Dot's train must be covered.")
    expect(none.locator("input")).not_to_be_checked()
    expect(page.locator("[data-first-double]")).to_be_hidden()
    page.locator("[data-train=Cal] .track-double").tap()
    expect(page.locator("[data-first-double]")).to_be_visible()
    none.tap()
    expect(page.locator(".track-double :checked")).to_have_count(0)
    marker = page.locator("[data-train=Bob] .track-marker label").first
    marker.tap()
    expect(answer.locator(".ruling .answer")).to_have_text("Yes")
    marker.tap()
    expect(answer.locator(".next-fact")).to_be_visible()


def test_a_dispute_is_settled_by_keyboard(signed_in_page: Page, live_server, club: Club) -> None:
    page = signed_in_page
    game = make_game(club)
    page.goto(live_server.url + reverse("scoring:dispute-ask", args=[game.code, "lay"]))
    expect(page.locator(".desk-submit")).to_be_hidden()
    page.locator("[name=seat]").first.focus()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#desk-answer h1")).to_have_text("May Ann play on Bob's train?")
    page.get_by_role("button", name="No", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.locator("#desk-answer")).to_contain_text("Is a marker on Bob's train?")
    page.locator("#desk-answer").get_by_role("button", name="Yes").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".ruling .answer")).to_have_text("Yes")


def test_a_dispute_is_settled_without_scripts(
    new_context: Callable[..., BrowserContext],
    sign_in: Callable[[BrowserContext, User], None],
    live_server,
    club: Club,
) -> None:
    context = new_context(java_script_enabled=False)
    sign_in(context, MembershipFactory(club=club).user)
    page = context.new_page()
    game = make_game(club)
    page.goto(live_server.url + reverse("scoring:disputes", args=[game.code]))
    page.get_by_role("link", name="May I play here?").click()
    page.locator("[data-fact=seat] label", has_text="Ann").click()
    page.locator("[data-fact=train] label", has_text="Bob").click()
    page.locator(".desk-submit button").click()
    page.locator("#desk-answer").get_by_role("button", name="No", exact=True).click()
    page.locator("#desk-answer").get_by_role("button", name="No", exact=True).click()
    expect(page.locator(".ruling .answer")).to_have_text("No")
    page.get_by_role("button", name="Write it on the sheet").click()
    expect(page.get_by_role("link", name="Ask it again")).to_be_visible()
