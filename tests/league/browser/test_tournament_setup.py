"""Setting up a tournament in a real browser: axe, sideways, live, without scripts, by keyboard."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from league.models import Stage, Tournament
from league.tournaments.stages.services.tournaments import tournament_make
from scoring.models import Club
from tests.factories import ANN
from tests.league.factories import MONDAY, EntrantFactory, SeasonFactory
from tests.scoring.browser.test_pages import plain_page

__all__ = ["plain_page"]

pytestmark = pytest.mark.django_db(transaction=True)

PAGES = [
    *("tournament-new", "tournament-new-wrong", "tournament-edit", "stages", "stages-few"),
    *("stage-add", "stage-edit", "stage-edit-wrong"),
]


@pytest.fixture
def tournament(club: Club) -> Tournament:
    """A tournament of three stages into which thirteen people have entered."""
    SeasonFactory(club=club)
    made = tournament_make(
        club=club,
        author=ANN,
        format_key="three_stages",
        name="Spring games",
        date=MONDAY,
        place="Gym",
    )
    for _person in range(13):
        EntrantFactory(tournament=made)
    return made


def address(name: str, tournament: Tournament) -> str:
    name = name.removesuffix("-wrong").removesuffix("-few")
    if name == "tournament-new":
        return reverse("league:tournament-new")
    args = [tournament.pk]
    if name == "stage-edit":
        args.append(tournament.stages.earliest("number").pk)
    return reverse(f"league:{name}", args=args)


def test_axe_finds_nothing_in_light_or_dark(
    signed_in_page: Page,
    live_server,
    tournament: Tournament,
    axe_at: Callable[..., None],
    shots: Callable[..., None],
) -> None:
    page = signed_in_page
    for name in PAGES:
        query = "?entrants=2" if name == "stages-few" else ""
        page.goto(live_server.url + address(name, tournament) + query)
        if name == "tournament-new-wrong":
            page.get_by_role("button", name="Make the tournament").tap()
        if name == "stage-edit-wrong":
            page.get_by_label("How many games").fill("3")
            page.get_by_role("button", name="Save the stage").tap()
        if name.endswith("-wrong"):
            expect(page.locator(".errorlist").first).to_be_visible()
        axe_at(page, 390, 1024)
        shots(page, name)


def test_what_it_means_follows_what_is_typed(
    signed_in_page: Page, live_server, tournament: Tournament
) -> None:
    page = signed_in_page
    page.goto(live_server.url + address("tournament-new", tournament))
    page.get_by_label("Two play, the loser is out").check()
    page.get_by_label("About how many will come?").fill("16")
    expect(page.locator("#means-six_rounds")).to_contain_text(
        "16 entrants: 4 tables of 4; 4 winners go on to the final."
    )
    # What was chosen stays chosen.
    expect(page.get_by_label("Two play, the loser is out")).to_be_checked()

    page.goto(live_server.url + address("stages", tournament))
    page.get_by_label("Try another number").fill("37")
    expect(page.locator("#stages-now")).to_contain_text("37 entrants: 8 tables of 4 and 1 of 5;")

    page.goto(live_server.url + address("stage-edit", tournament))
    page.get_by_label("With so many entrants").fill("37")
    page.locator("[name=most]").fill("4")
    expect(page.locator("#stage-means")).to_contain_text(
        "37 entrants: 7 tables of 4 and 3 of 3; 10 winners and 2 best seconds go on to 3 tables of "
        "4; 3 winners and 1 best second go on to the final."
    )
    page.locator("[name=least]").fill("5")
    expect(page.locator("#stage-means")).to_contain_text("4 does not lie between at least 5")
    assert Stage.objects.get(tournament=tournament, number=1).most == 5


def test_it_is_set_up_without_scripts(
    plain_page: Page, live_server, tournament: Tournament
) -> None:
    page = plain_page
    page.goto(live_server.url)
    page.get_by_role("link", name="Tournaments").click()
    page.get_by_role("link", name="New tournament").click()
    page.get_by_label("About how many will come?").fill("16")
    page.get_by_role("button", name="Show what each means").click()
    expect(page.locator("#means-six_rounds")).to_contain_text("4 winners go on to the final.")
    page.fill("[name=name]", "Summer games")
    page.fill("[name=date]", "2026-07-01")
    page.get_by_label("My own").check()
    # The return key makes it, though another button stands further up.
    page.locator("[name=name]").press("Enter")
    expect(page.get_by_text("Summer games is made.")).to_be_visible()
    made = Tournament.objects.get(name="Summer games")
    assert made.format == "own"

    page.get_by_role("link", name="Add a stage").click()
    expect(page.get_by_label("Points for places")).to_be_hidden()
    page.get_by_label("points for the place").check()
    page.get_by_label("Points for places").fill("7 5 3")
    page.get_by_label("With so many entrants").fill("20")
    page.get_by_role("button", name="Show what this means").click()
    expect(page.locator("#stage-means")).to_contain_text("20 entrants: 5 tables of 4;")
    page.get_by_role("button", name="Add the stage").click()
    expect(page.get_by_text("Final is added.")).to_be_visible()
    page.locator("button[name=later]").click()
    expect(page.get_by_text("The game is now stage 2.")).to_be_visible()


def test_tie_breaks_are_ordered_by_keyboard_and_by_tap(
    signed_in_page: Page, live_server, tournament: Tournament
) -> None:
    page = signed_in_page
    page.goto(live_server.url + address("tournament-edit", tournament))
    page.locator("[name=place]").fill("Hall")
    up = page.locator("#tie-up-lowest_round")
    up.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".ties li").first).to_contain_text("1. the lowest round")
    expect(up).to_be_focused()
    page.locator("#tie-off-play_off").tap()
    expect(page.locator("ul.ties")).to_contain_text("a play-off round")
    assert Tournament.objects.get().tie_breaks[0] == "outs"
    page.locator("[name=place]").press("Enter")
    expect(page.get_by_text("Saved.")).to_be_visible()
    kept = Tournament.objects.get()
    assert kept.tie_breaks == ["lowest_round", "outs", "head_to_head"]
    assert kept.place == "Hall"


def test_tie_breaks_are_ordered_without_scripts(
    plain_page: Page, live_server, tournament: Tournament
) -> None:
    page = plain_page
    page.goto(live_server.url + address("tournament-edit", tournament))
    page.locator("#tie-down-outs").click()
    expect(page.locator(".ties li").first).to_contain_text("1. the lowest round")
    page.get_by_role("button", name="Save", exact=True).click()
    assert Tournament.objects.get().tie_breaks[:2] == ["lowest_round", "outs"]
