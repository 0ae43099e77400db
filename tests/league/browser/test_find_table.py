"""Finding one's table in a real browser: on the phone, on paper, on the television."""

import re
from collections.abc import Callable
from datetime import time
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from league.models import PaperResult, Stage, Tournament
from scoring.models import Club
from tests.league.tournaments.played import three_stages
from tests.scoring.browser.test_pages import plain_page

from .test_bracket import at

__all__ = ["plain_page"]

pytestmark = pytest.mark.django_db(transaction=True)

WIDTHS = (390, 1366, 1920)
NOTES = "\n".join(["Lunch is at noon, and not before. " + "x" * 12] * 10)


@pytest.fixture
def hall(club: Club) -> Tournament:
    """Ninety people with family names, seated and without a total, and notes of 500 letters."""
    tournament = three_stages(club, 90, until=1, notes=NOTES)
    families = ("Baker", "Émond", "Østergaard", "van Dyk", "Featherstone")
    for at_line, entrant in enumerate(tournament.entrants.order_by("pk")):
        entrant.name = (
            f"{entrant.name.split()[0]} {families[at_line % 5]} {'abcdefgh'[at_line // 12]}"
        )
        entrant.name_key = entrant.name.casefold()
        entrant.save()
    PaperResult.objects.all().delete()
    Stage.objects.filter(tournament=tournament).update(starts=time(9, 30))
    return tournament


def test_axe_finds_nothing_at_any_size_in_light_or_dark(
    signed_in_page: Page, live_server, hall: Tournament, axe_at: Callable[..., None]
) -> None:
    page = signed_in_page
    for name in ("table-list", "state-list", "tournament-notes", "tournament"):
        at(page, live_server, name, hall.pk)
        axe_at(page, *WIDTHS)


def test_the_list_narrows_while_one_types_and_stays_so_when_it_renews_itself(
    signed_in_page: Page, live_server, hall: Tournament
) -> None:
    page = signed_in_page
    page.set_viewport_size({"width": 390, "height": 844})
    at(page, live_server, "table-list", hall.pk)
    lines = page.locator("#table-list-now li:visible")
    expect(lines).to_have_count(90)
    page.get_by_label("Your name").press_sequentially("oster")
    expect(lines).to_have_count(18)
    Tournament.objects.update(notes="Table 7 has moved.")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.get_by_text("Table 7 has moved.")).to_be_visible()
    expect(lines).to_have_count(18)
    page.get_by_label("Your name").fill("zz")
    expect(page.get_by_text("Nobody was found.")).to_be_visible()
    page.get_by_label("Your name").clear()
    expect(lines).to_have_count(90)


def test_the_list_is_found_without_scripts(plain_page: Page, live_server, hall: Tournament) -> None:
    at(plain_page, live_server, "table-list", hall.pk)
    plain_page.get_by_label("Your name").fill("DYK")
    plain_page.get_by_role("button", name="Search").click()
    expect(plain_page.locator("#table-list-now li:visible")).to_have_count(18)


def test_a_phones_bracket_marks_who_is_looked_for_and_shows_them(
    signed_in_page: Page, live_server, club: Club
) -> None:
    tournament = three_stages(club, 37, until=2)
    page = signed_in_page
    page.set_viewport_size({"width": 390, "height": 844})
    at(page, live_server, "bracket", tournament.pk)
    expect(page.get_by_role("heading", name="Semi-finals")).to_be_in_viewport()
    here = Stage.objects.get(tournament=tournament, number=2).field.latest("pk").entrant.name
    page.get_by_label("Find a name").fill(here)
    page.get_by_role("button", name="Search").click()
    marked = page.locator("#stage-2 .found").first
    expect(marked).to_be_in_viewport()
    expect(marked).to_contain_text(here)
    page.get_by_label("Find a name").fill("zz")
    page.get_by_role("button", name="Search").click()
    expect(page.locator(".found")).to_have_count(0)
    expect(page.get_by_text("Nobody was found.")).to_be_visible()


def test_ninety_names_are_one_sheet_of_paper(
    signed_in_page: Page, live_server, hall: Tournament, tmp_path: Path
) -> None:
    Tournament.objects.update(notes="Lunch is at noon.\nTable 7 has moved.")
    page = signed_in_page
    at(page, live_server, "table-list", hall.pk)
    for paper_format in ("A4", "Letter"):
        path = tmp_path / f"{paper_format}.pdf"
        page.pdf(path=path, format=paper_format)
        assert len(re.findall(rb"/Type /Page\b", path.read_bytes())) == 1


def test_a_television_shows_ninety_names_whole(
    signed_in_page: Page, live_server, hall: Tournament
) -> None:
    page = signed_in_page
    page.set_viewport_size({"width": 1920, "height": 1080})
    names: set[str] = set()
    for number in (1, 2, 3):
        at(page, live_server, "television", hall.pk, query=f"?page={number}&hold=1")
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        assert page.evaluate(
            "[...document.querySelectorAll('.screen, .screen > *')]"
            ".every((part) => part.scrollHeight <= part.clientHeight + 1)"
        ), number
        lines = page.locator(".screen-names .who")
        names |= set(lines.all_inner_texts())
        if number > 1:
            assert lines.first.evaluate("line => parseFloat(getComputedStyle(line).fontSize)") >= 36
    assert len(names) == 90
