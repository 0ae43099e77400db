"""The club's people in a real browser: every page by axe, an import and a merge by hand."""

import datetime
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from league.imports.columns import people_file
from league.models import PeopleImport
from league.people.services.imports import import_keep
from league.people.services.merging import merge_make
from league.spreadsheets.reading import read_lines
from scoring.accounts.privacy_links import privacy_key
from scoring.models import Club, Game, Player
from scoring.sheets.services.games import game_finish, game_start
from tests.factories import ANN, new_key, play
from tests.league.factories import person
from tests.scoring.browser.test_pages import plain_page

__all__ = ["plain_page"]

pytestmark = pytest.mark.django_db(transaction=True)

PAGES = [
    *("people", "people-search", "person-add", "person-edit", "person-taken", "people-import"),
    *("people-preview", "people-refused", "merges", "merge", "merge-refused", "player", "no-games"),
    *("person-erase", "own-account-erase", "club-erase", "privacy", "games"),
]
LIST = """Name;Nickname;Home community;Year of birth;Always sits at table;Notes
Ann;Annie;Hillside;1944;1;needs the table by the door
Bob;;Oak Village;;;
Wilhelmina-Josephine Lee;Minnie;Oak Village;1938;;
;;Hillside;1950;;
Cal;;Hillside;2999;door;
Gus;;;1951;;
"""


@pytest.fixture
def people(club: Club) -> Club:
    """A club with a few people, some games, and records that are likely one person's."""
    for number, name in enumerate(("Ann", "Bob", "Cal", "Dot", "Wilhelmina-Josephine Lee")):
        person(club, name, nickname=name[:2], community="Hillside", birth_year=1940 + number)
    ann = Player.objects.get(name="Ann")
    person(club, "Annie", nickname="Ann")
    person(club, "Will Lee", nickname="Willy", community="Oak Village", notes="window seat")
    rules = {"base": "family", "fill": "defaults"}
    for number in range(9):
        names = ["Ann", "Bob", "Cal", "Dot", "Wilhelmina-Josephine Lee"][: 3 + number % 3]
        game = game_start(club=club, author=ANN, names=names, set_=12, rules=rules)
        for turn in range(3):
            points = [(number * 7 + place * 11 + turn * 5) % 40 + 1 for place in range(len(names))]
            points[(number + turn) % len(names)] = 0
            play(game, *points)
        if number < 8:
            game_finish(game=game, author=ANN, key=new_key())
        started = timezone.now() - datetime.timedelta(days=7 * (9 - number))
        Game.objects.filter(pk=game.pk).update(started_at=started)
    merge_make(kept=ann, gone=person(club, "Nan"), author=ANN)
    return club


def draft_of(club: Club, user: User) -> PeopleImport:
    file = people_file(read_lines(LIST.encode()))
    return import_keep(club=club, user=user, file_name="members 2026.csv", file=file, erases=False)


def address(name: str, club: Club) -> str:
    """The address of a page, with the person who shows it best."""
    ids = dict(Player.objects.filter(club=club).values_list("name", "pk"))
    ann, lee = ids["Ann"], ids["Wilhelmina-Josephine Lee"]
    organizer = club.memberships.get().user
    return {
        "people-search": lambda: reverse("league:people") + "?q=nobody such",
        "person-edit": lambda: reverse("league:person-edit", args=[ann]),
        "person-taken": lambda: reverse("league:person-edit", args=[ids["Annie"]]),
        "person-erase": lambda: reverse("league:person-erase", args=[ann]),
        "privacy": lambda: reverse("league:privacy", args=[privacy_key(club.pk)]),
        "people-preview": lambda: reverse(
            "league:people-preview", args=[draft_of(club, organizer).pk]
        ),
        "people-refused": lambda: reverse("league:people-import"),
        "merge": lambda: reverse("league:merge", args=[lee, ids["Will Lee"]]),
        "merge-refused": lambda: reverse("league:merge", args=[ann, ids["Bob"]]),
        "player": lambda: reverse("league:player", args=[ann]),
        "no-games": lambda: reverse("league:player", args=[ids["Annie"]]),
    }.get(name, lambda: reverse(f"league:{name}"))()


def test_axe_finds_nothing_in_light_or_dark(
    signed_in_page: Page,
    live_server,
    people: Club,
    axe_at: Callable[..., None],
    shots: Callable[..., None],
    tmp_path: Path,
) -> None:
    page = signed_in_page
    for name in PAGES:
        page.goto(live_server.url + address(name, people))
        if name == "person-taken":
            page.locator("[name=name]").fill("bob")
            page.get_by_role("button", name="Save").click()
            expect(page.get_by_role("link", name="Merge with Bob")).to_be_visible()
        if name == "people-refused":
            file = tmp_path / "list.pdf"
            file.write_bytes(b"%PDF-1.7")
            page.get_by_label("File").set_input_files(file)
            page.get_by_role("button", name="Show what it changes").click()
            expect(page.get_by_text("This list cannot be read.")).to_be_visible()
        axe_at(page, 390, 1024)
        shots(page, f"page-{name}")


def test_a_list_is_imported_without_scripts(
    plain_page: Page, live_server, club: Club, organizer: User, tmp_path: Path, page_errors: Any
) -> None:
    page = plain_page
    page_errors.allow("status of 401")
    person(club, "Ann", birth_year=1940)
    file = tmp_path / "people.csv"
    file.write_text(LIST, encoding="latin-1")
    page.goto(live_server.url)
    page.get_by_role("link", name="People", exact=True).click()
    page.get_by_role("link", name="Import").click()
    page.get_by_label("File").set_input_files(file)
    page.get_by_role("button", name="Show what it changes").click()
    row = page.get_by_role("row", name="2 Ann")
    expect(row).to_contain_text("was born in 1940, here in 1944")
    page.get_by_label("The same person").check()
    page.get_by_role("button", name="Keep these choices").click()
    expect(row).to_contain_text("becomes 1944")
    expect(page.get_by_role("row", name="6 Cal")).to_contain_text("The year 2999 is still to come.")
    assert Player.objects.count() == 1
    page.get_by_role("button", name="Import all who are ticked").click()
    page.get_by_label("Your password").fill("train-station-42")
    page.get_by_role("button", name="Yes, it is me. Go on").click()
    expect(page.get_by_text("Imported: 3 new, 1 changed, 2 lines left out.")).to_be_visible()
    expect(page.get_by_role("row", name="Wilhelmina-Josephine Lee")).to_be_visible()


def test_two_records_are_merged_and_parted_without_scripts(
    plain_page: Page, live_server, people: Club, organizer: User
) -> None:
    page = plain_page
    page.goto(live_server.url + reverse("league:merges"))
    page.get_by_role("link", name="Ann and Annie", exact=False).click()
    page.get_by_role("button", name="Merge them").click()
    expect(page.get_by_text("are one person now.")).to_be_visible()
    page.goto(live_server.url + reverse("league:people") + "?q=annie")
    expect(page.get_by_role("row", name="Ann", exact=False)).to_have_count(1)
    page.goto(live_server.url + reverse("league:merges"))
    page.get_by_role("button", name="Undo (Annie, Ann)").click()
    expect(page.get_by_text("Annie and Ann are two people again.")).to_be_visible()


def test_a_walk_in_is_found_or_added_with_the_keyboard_alone(
    signed_in_page: Page, live_server, people: Club
) -> None:
    page = signed_in_page
    page.goto(live_server.url + reverse("league:people"))
    page.get_by_role("searchbox").focus()
    page.keyboard.type("Ida")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Add Ida").focus()
    page.keyboard.press("Enter")
    page.locator("[name=name]").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Ida is in the directory.")).to_be_visible()
