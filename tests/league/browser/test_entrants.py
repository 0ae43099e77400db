"""The list of entrants, the door with ninety people in the queue, divisions, the public form."""

import re
from collections.abc import Callable
from datetime import date
from http import HTTPStatus

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, Response, Route, expect

from league.imports.columns import people_file
from league.models import Entrant, EntrantImport, Tournament
from league.spreadsheets.reading import read_lines
from league.tournaments.entrants.selectors.imports import COLUMNS
from league.tournaments.entrants.services.divisions import divisions_merge
from league.tournaments.entrants.services.imports import entrants_keep
from scoring.models import Club
from tests.factories import ANN
from tests.league.browser.conftest import settled
from tests.league.factories import NAMES, EntrantFactory, TournamentFactory

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("one_day")]

SURNAMES = ("Green", "Holloway", "Reed", "Sandoval")
PAGES = [
    "tournaments",
    "entrants",
    "entrant-add",
    "entrant",
    "entrant-withdraw",
    "entrants-import",
    "entrants-preview",
    "door",
    "walk-up",
    "divisions",
    "sign-up",
    "sign-up-sent",
]


@pytest.fixture
def tournament(club: Club) -> Tournament:
    """Ninety entrants in bands by gender: some here, some gone, some in no division."""
    tournament = TournamentFactory(
        club=club,
        date=timezone.localdate(),
        by_gender=True,
        sign_up=True,
        most_entrants=96,
        age_on="event",
    )
    for at in range(90):
        EntrantFactory(
            tournament=tournament,
            number=at + 1,
            name=f"{NAMES[at % 26]} {SURNAMES[at // 26]}",
            gender=("woman", "woman", "man")[at % 3],
            born=date(1934 + at * 7 % 43, 1 + at % 12, 1 + at % 28) if at != 40 else None,
            community=("Hillside", "Oak Village", "")[at % 3],
            visitor=at % 11 == 0,
            checked_in_at=timezone.now() if at % 4 == 0 else None,
            withdrawn_at=timezone.now() if at % 23 == 22 else None,
        )
    EntrantFactory(
        tournament=tournament,
        name="Yara Cole",
        number=None,
        player=None,
        gender="woman",
        contact="yara@example.org",
        community="Hillside",
    )
    # One alone: she was born in 1930, so far as is known.
    Entrant.objects.filter(tournament=tournament, number=1).update(born=date(1930, 1, 1))
    divisions_merge(
        tournament=tournament,
        author=ANN,
        divisions=["women 80-84", "women 85-89"],
        reason="two women alone",
    )
    return tournament


def address(name: str, tournament: Tournament, club: Club) -> str:
    if name == "tournaments":
        return reverse("league:tournaments")
    if name.startswith("sign-up"):
        return reverse(f"league:{name}", args=[tournament.sign_up_key])
    more: list[int] = []
    if name in ("entrant", "entrant-withdraw"):
        more = [tournament.entrants.order_by("pk")[0].pk]
    if name == "entrants-preview":
        text = b"name,born,sex\nZoe Long,1944,w\nAnn Green,5/31/1944,\nBob,soon,\n"
        user = club.memberships.first().user
        file = people_file(read_lines(text), COLUMNS)
        draft = entrants_keep(tournament=tournament, user=user, file_name="list.csv", file=file)
        more = [draft.pk]
        assert EntrantImport.objects.count() == 1
    query = "?how=injured" if name == "entrant-withdraw" else ""
    return reverse(f"league:{name}", args=[tournament.pk, *more]) + query


def test_axe_finds_nothing_in_light_or_dark(
    signed_in_page: Page,
    live_server,
    club: Club,
    tournament: Tournament,
    axe_at: Callable[..., None],
    shots: Callable[..., None],
) -> None:
    page = signed_in_page
    for name in PAGES:
        page.goto(live_server.url + address(name, tournament, club))
        axe_at(page, 390, 1024)
        shots(page, f"entrants-{name}")


def is_news(answer: Response) -> bool:
    """Whether the list was sent anew, to a page that asks every few seconds."""
    return "/door/now/" in answer.url and answer.status == HTTPStatus.OK


def test_a_queue_is_checked_in_by_taps_and_letters(
    signed_in_page: Page, live_server, tournament: Tournament
) -> None:
    page = signed_in_page
    page.goto(live_server.url + reverse("league:door", args=[tournament.pk]))
    head = page.locator(".day-head .present").first
    expect(head).to_have_text(re.compile(r"^\s*22\s+of\s+87\s+are here"))
    page.get_by_role("button", name="Bob Green").tap()
    expect(page.locator(".said .notice")).to_contain_text("Bob Green is here.")
    expect(page.get_by_role("link", name="Bob Green is here")).to_be_visible()
    expect(page.locator("#door-name")).not_to_be_focused()
    settled(page)
    page.fill("#door-name", "sando")
    expect(page.locator(".queue li")).to_have_count(12)
    settled(page)
    page.get_by_role("button", name="Bob Sandoval").tap()
    expect(page.locator(".said .notice")).to_contain_text("Bob Sandoval is here.")
    # The next in the queue has another name.
    expect(page.locator("#door-name")).to_have_value("")
    expect(page.locator("#door-name")).to_be_focused()
    expect(page.locator(".queue li")).to_have_count(90)
    settled(page)
    page.get_by_role("button", name="No, not Bob Sandoval").tap()
    expect(page.locator(".said .notice")).to_contain_text("is not checked in any more")
    expect(head).to_have_text(re.compile(r"^\s*23\s+of\s+87\s+are here"))
    # Another tablet at the door checks somebody in, while a finger is on a name: it stays there,
    # and the page asks once more.
    settled(page)
    other = tournament.entrants.get(name="Cal Green")
    dot = page.get_by_role("button", name="Dot Green")
    dot.dispatch_event("pointerdown", {"bubbles": True})
    with page.expect_response(is_news):
        Entrant.objects.filter(pk=other.pk).update(checked_in_at=timezone.now())
        Tournament.objects.filter(pk=tournament.pk).update(revision=99)
    with page.expect_response(is_news):
        pass
    dot.dispatch_event("click")
    expect(page.locator(".said .notice")).to_contain_text("Dot Green is here.")
    expect(head).to_have_text(re.compile(r"^\s*25\s+of\s+87\s+are here"))
    page.fill("#door-name", "Wren Pike")
    expect(page.get_by_text("Nobody on the list was found for “Wren Pike”.")).to_be_visible()
    page.get_by_role("link", name="Add a walk-up").tap()
    expect(page.locator("#id_name")).to_have_value("Wren Pike")
    page.fill("#id_born", "1950")
    page.get_by_label("woman", exact=True).check()
    page.get_by_role("button", name="Enter and check in").tap()
    expect(page.get_by_text("Wren Pike is here, with number 91.")).to_be_visible()


def test_taps_that_come_before_the_first_answer_all_count(
    signed_in_page: Page, live_server, tournament: Tournament
) -> None:
    page = signed_in_page
    page.goto(live_server.url + reverse("league:door", args=[tournament.pk]))
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    url = reverse("league:entrant-check-in", args=[tournament.pk])
    page.route(f"**{url}", hold)
    names = page.locator(".queue button").all_inner_texts()[:5]
    for name in names:
        page.locator(".queue").get_by_role("button", name=name.partition("\n")[0]).first.tap()
    expect(page.locator(".queue button.htmx-request")).to_have_count(5)
    # The answers come in another order than the taps.
    for route in reversed(waiting):
        route.continue_()
    expect(page.locator(".queue a.here")).to_have_count(22 + 5)
    assert tournament.entrants.exclude(checked_in_at=None).count() == 23 + 5


def test_somebody_enters_from_home_and_is_accepted(
    signed_in_page: Page,
    new_context: Callable[..., BrowserContext],
    live_server,
    tournament: Tournament,
) -> None:
    phone = new_context().new_page()
    phone.set_viewport_size({"width": 390, "height": 844})
    phone.goto(live_server.url + reverse("league:sign-up", args=[tournament.sign_up_key]))
    phone.fill("#id_name", "Wren Pike")
    phone.fill("#id_born", "May 31, 1944")
    phone.get_by_label("woman", exact=True).check()
    phone.get_by_label("I agree to that").check()
    phone.get_by_role("button", name="Send my entry").click()
    expect(phone.get_by_role("heading", name="Thank you. Your entry was sent.")).to_be_visible()
    page = signed_in_page
    page.goto(live_server.url + reverse("league:entrants", args=[tournament.pk]))
    expect(page.get_by_role("heading", name="2 entries wait for your answer")).to_be_visible()
    page.get_by_role("button", name="Accept Wren Pike").tap()
    expect(page.get_by_text("Wren Pike has entered, with number 91.")).to_be_visible()
    expect(page.get_by_role("row", name=re.compile("Wren Pike"))).to_contain_text("Women 80–89")
