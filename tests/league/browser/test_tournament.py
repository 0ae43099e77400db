"""A director's afternoon: 37 entrants, eleven bands, a correction, a tie for bronze, the medals."""

import datetime
import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, expect

from league.models import Entrant, Stage, StageTable, Tournament, TournamentEntry
from league.tournaments.courses import Loaded, loaded
from league.tournaments.directing.services.results import PaperLine, paper_record
from scoring.sheets.services.games import game_finish
from tests.conftest import SHOTS
from tests.factories import ANN, NAMES, new_key, play
from tests.league.browser.conftest import settled
from tests.league.browser.test_game_day import main_button

pytestmark = pytest.mark.django_db(transaction=True)

TODAY = datetime.date(2026, 6, 6)
SURNAMES = ("Green", "Reed", "Hill", "Moss")
PEOPLE = [f"{NAMES[at % 12]} {SURNAMES[at // 12]}" for at in range(37)]
ABSENT = PEOPLE[36]
# The first band has four: 0, 11, 22 and 33. The last two of them are level at the end.
LEVEL = PEOPLE[22], PEOPLE[33]
BANDS = 11
PAPER = {"A4": (1123, 794), "Letter": (1056, 816)}


def the_list() -> bytes:
    """What the organizer's spreadsheet says: everybody's age on 31 December in turn by bands."""
    lines = ["Name,Date of birth,Residence"]
    for at, name in enumerate(PEOPLE):
        year = TODAY.year - 50 - 5 * (at % BANDS) - at // BANDS
        lines.append(f"{name},5/{1 + at % 28}/{year},{('Hillside', 'Oak Village')[at % 2]}")
    return "\n".join(lines).encode()


@pytest.fixture
def television(new_context: Callable[..., BrowserContext]) -> Page:
    """The screen in the gym; nobody has signed in on it."""
    page = new_context().new_page()
    page.set_viewport_size({"width": 1920, "height": 1080})
    return page


@pytest.fixture
def phone(new_context: Callable[..., BrowserContext]) -> Page:
    """The phone of somebody in the hall who has no account."""
    page = new_context(color_scheme="dark").new_page()
    page.set_viewport_size({"width": 390, "height": 844})
    return page


def keep(page: Page, name: str) -> None:
    """A picture of what is shown, where pictures are wanted."""
    if os.environ.get("SHOTS") == "1":
        SHOTS.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=SHOTS / f"afternoon-{name}.png", full_page=True)


def test_a_directors_afternoon(
    signed_in_page: Page,
    television: Page,
    phone: Page,
    live_server,
    axe: Callable[[Page], None],
    tmp_path: Path,
) -> None:
    page = signed_in_page
    make_it(page, live_server.url, tmp_path)
    tournament = Tournament.objects.get()
    combine_two_divisions(page)
    check_in_all_but_one(page, live_server.url, tournament)
    begin(page, live_server.url, tournament)
    for screen, name in ((television, "television"), (phone, "bracket")):
        screen.goto(live_server.url + reverse(f"league:{name}", args=[tournament.pk]))
    play_the_first_stage(page, tournament)
    expect(phone.locator("main")).to_contain_text("161")
    keep(page, "director")
    close(page, "First stage")
    correct_after_it(page, tournament)
    play_the_rest(page, tournament)
    expect(television.get_by_role("heading", name="Medals")).to_be_visible()
    axe(television)
    for screen, name in ((television, "television"), (phone, "phone")):
        keep(screen, name)
    everybody_has_what_was_won(page, live_server.url, tournament)
    somebody_asks_why(phone, live_server.url, tournament)


def make_it(page: Page, url: str, folder: Path) -> None:
    page.goto(url)
    page.get_by_role("link", name="Tournaments").tap()
    page.get_by_role("link", name="New tournament").first.tap()
    page.fill("[name=name]", "District senior games")
    page.fill("[name=date]", TODAY.isoformat())
    page.fill("[name=place]", "Gym")
    page.get_by_label("About how many will come?").fill("37")
    page.get_by_label("Everybody, without an account").check()
    page.get_by_label("Winners go on, twice, to the final").check()
    page.get_by_role("button", name="Make the tournament").first.tap()
    expect(page).to_have_url(re.compile(r"/tournaments/\d+/"))
    tournament = Tournament.objects.get()
    page.goto(url + reverse("league:tournament-edit", args=[tournament.pk]))
    page.fill("[name=last_age]", "100")
    page.get_by_role("button", name=re.compile("^Save")).first.tap()
    expect(page.get_by_text("Saved.")).to_be_visible()
    expect(page.get_by_label("Oldest band begins at")).to_have_count(0)
    page.goto(url + reverse("league:entrants-import", args=[tournament.pk]))
    list_ = folder / "entrants.csv"
    list_.write_bytes(the_list())
    page.set_input_files("[name=file]", list_)
    page.get_by_role("button", name="Show what it does").tap()
    page.get_by_role("button", name="Import all who are ticked").first.tap()
    expect(page.get_by_text("Imported: 37 new, 0 changed, 0 lines left out.")).to_be_visible()
    assert tournament.entrants.count() == 37


def combine_two_divisions(page: Page) -> None:
    page.get_by_role("link", name="Divisions").first.tap()
    rows = page.locator("table.divisions tbody tr")
    expect(rows).to_have_count(BANDS)
    for name in ("95–99", "100 and older"):
        page.get_by_label(re.compile(re.escape(name))).check()
    page.fill("[name=reason]", "so that medals are won in competition")
    page.get_by_role("button", name="Combine them").tap()
    expect(rows).to_have_count(BANDS - 1)
    keep(page, "divisions")


def check_in_all_but_one(page: Page, url: str, tournament: Tournament) -> None:
    page.goto(url + reverse("league:door", args=[tournament.pk]))
    for name in PEOPLE:
        if name != ABSENT:
            settled(page)
            page.get_by_role("button", name=re.compile(f"^{name}")).tap()
            expect(page.locator(".said")).to_contain_text(f"{name} is here.")
    keep(page, "door")


def begin(page: Page, url: str, tournament: Tournament) -> None:
    page.goto(url + reverse("league:direct", args=[tournament.pk]))
    expect(page.get_by_text("1 is expected and not here")).to_be_visible()
    main_button(page, "Seat 36 people at 9 tables").tap()
    main_button(page, "Begin 9 tables on paper")
    stage = tournament.stages.get(number=1)
    assert stage.field.count() == 36
    assert [table.seats.count() for table in stage.seated.get().tables.all()] == [4] * 9


def total_of(entrant: Entrant, stage: int) -> int:
    """What somebody has in a stage: no two the same, but for the two who are to be level."""
    if entrant.name in LEVEL:
        return 161
    return 20 + PEOPLE.index(entrant.name) * (7 if stage == 1 else 3) % (101 if stage == 1 else 97)


def paper_of(found: Loaded, seats: tuple[int, ...], stage: int) -> dict[int, PaperLine]:
    totals = {pk: total_of(found.entrants[pk], stage) for pk in seats}
    best = min(totals, key=lambda pk: totals[pk])
    return {
        pk: PaperLine(total, outs=3 if pk == best else 0, lowest=0 if pk == best else 9)
        for pk, total in totals.items()
    }


def play_the_first_stage(page: Page, tournament: Tournament) -> None:
    """One table on its tablet, one paper typed on the page, the others written down beside."""
    stage = tournament.stages.get(number=1)
    tables = list(StageTable.objects.filter(round__stage=stage).order_by("number"))
    at_tablet = next(table for table in tables if not names_at(table) & set(LEVEL))
    page.get_by_role(
        "link", name=f"Leaving, time, more at table {at_tablet.number}", exact=True
    ).tap()
    expect(page.locator("h1")).to_have_text(f"Table {at_tablet.number}")
    page.get_by_role("button", name="Start the game").tap()
    expect(page.get_by_role("link", name=f"Sheet of table {at_tablet.number}")).to_be_visible()
    at_tablet.refresh_from_db()
    assert at_tablet.game is not None
    for points in ((0, 15, 20, 30), (5, 0, 20, 30), (10, 10, 0, 30), (0, 12, 20, 22)):
        play(at_tablet.game, *points)
    game_finish(game=at_tablet.game, author=ANN, key=new_key())
    typed, *others = [table for table in tables if table != at_tablet]
    type_paper(page, tournament, typed)
    found = loaded(tournament)
    for table in others:
        seats = found.tables[stage.pk, 1, table.number].seats
        paper_record(
            tournament=tournament, table=table, author=ANN, lines=paper_of(found, seats, 1)
        )
    page.reload()
    expect(page.locator(".day-head")).to_contain_text("9 of 9 tables are in")


def names_at(table: StageTable) -> set[str]:
    return {seat.entrant.name for seat in table.seats.select_related("entrant")}


def to_director(page: Page, tournament: Tournament) -> None:
    root = page.evaluate("() => window.location.origin")
    page.goto(root + reverse("league:direct", args=[tournament.pk]))


def type_paper(page: Page, tournament: Tournament, table: StageTable) -> None:
    to_director(page, tournament)
    page.get_by_role("link", name=f"Type in table {table.number}", exact=True).tap()
    found = loaded(tournament)
    seats = found.tables[table.round.stage_id, 1, table.number].seats
    # A game may be typed by totals from its first table on.
    other_way = page.get_by_role("link", name=re.compile("Totals only|Round by round"))
    if other_way.inner_text() == "Totals only":
        other_way.tap()
    fill_paper(page, found, paper_of(found, seats, 1))
    keep(page, "paper")
    page.get_by_role("button", name="Write it down", exact=True).tap()
    expect(page.locator(".day-head")).to_contain_text("tables are in")


def fill_paper(page: Page, found: Loaded, lines: Mapping[int, PaperLine]) -> None:
    for pk, line in lines.items():
        group = page.get_by_role("group", name=found.entrants[pk].name)
        expect(group).to_be_visible()
        if group.locator("details:not([open])").count():
            group.locator("summary").tap()
        boxes = group.locator("input")
        for at, number in enumerate((line.total, line.outs, line.lowest)):
            boxes.nth(at).fill(str(number))


def close(page: Page, name: str) -> None:
    main_button(page, f"Close {name}").tap()
    expect(page.get_by_text(f"{name}, closed by")).to_be_visible()


def correct_after_it(page: Page, tournament: Tournament) -> None:
    """The winner of a table was written down with 9 instead of 90: another one goes on."""
    found = loaded(tournament)
    first, second = found.stages[:2]
    assert second.field.count() == 12
    table = next(
        state
        for state in found.tables_of(first, 1)
        if state.paper and not {found.entrants[pk].name for pk in state.seats} & set(LEVEL)
    )
    lines = paper_of(found, table.seats, 1)
    best = min(lines, key=lambda pk: lines[pk].total or 0)
    winner = found.entrants[best].name
    page.get_by_role("link", name="Correct First stage, or open it again").tap()
    page.get_by_role("link", name=re.compile(rf"able {table.row.number}\b")).first.tap()
    fill_paper(page, found, {**lines, best: PaperLine(150, 3, 0)})
    page.fill("[name=reason]", "written down for somebody else")
    page.get_by_role("button", name="See what would change").tap()
    expect(page.locator(".preview")).to_contain_text(winner)
    keep(page, "correction")
    with page.expect_navigation():
        page.get_by_role("button", name="Record the correction").tap()
    to_director(page, tournament)
    page.get_by_role("link", name="See it and choose").tap()
    should_not = re.compile(f"{winner} is in Second stage, at table [0-9]+, and should not be.")
    expect(page.get_by_text(should_not)).to_be_visible()
    keep(page, "drift")
    page.get_by_label("Why do you choose this?").fill("nobody has played yet")
    page.get_by_label("I am sure").check()
    # The page of the choice has no such link either: what is sent has to be answered first.
    with page.expect_navigation():
        page.get_by_role("button", name="Seat Second stage again").tap()
    expect(page.get_by_role("link", name="See it and choose")).to_have_count(0)
    assert not second.field.filter(entrant=best).exists()
    assert second.field.count() == 12
    assert TournamentEntry.objects.filter(reason="nobody has played yet").exists()


def play_the_rest(page: Page, tournament: Tournament) -> None:
    for stage in tournament.stages.filter(number__gt=1):
        found = loaded(tournament)
        tables = found.tables_of(stage, 1)
        assert len(tables) == (3 if stage.number == 2 else 1)
        for state in tables:
            lines = paper_of(found, state.seats, stage.number)
            paper_record(tournament=tournament, table=state.row, author=ANN, lines=lines)
        page.reload()
        # Two share bronze at the end, so that a play-off is offered first.
        shared = ": both win bronze" if stage.name == "Final" else ""
        page.get_by_role("button", name=f"Close {stage.name}{shared}", exact=True).tap()
        expect(page.get_by_text(f"{stage.name}, closed by")).to_be_visible()


def everybody_has_what_was_won(page: Page, url: str, tournament: Tournament) -> None:
    assert not Stage.objects.filter(tournament=tournament, closed_at=None).exists()
    page.goto(url + reverse("league:awards", args=[tournament.pk]))
    youngest = page.locator(".calling", has_text="50–54")
    for name in LEVEL:
        expect(youngest.locator("li", has_text="Bronze")).to_contain_text(name)
    expect(page.get_by_text("so that medals are won in competition")).to_be_visible()
    expect(page.get_by_text(ABSENT)).to_have_count(0)
    keep(page, "awards")
    page.goto(url + reverse("league:bracket", args=[tournament.pk]))
    keep(page, "bracket")
    if os.environ.get("SHOTS") == "1":
        page.emulate_media(media="print")
        for name, (width, height) in PAPER.items():
            page.set_viewport_size({"width": width, "height": height})
            keep(page, f"print-{name}")
        page.emulate_media(media="null")
        page.pdf(path=SHOTS / "afternoon-bracket.pdf", format="A4", prefer_css_page_size=True)
    with page.expect_download() as download:
        page.evaluate(
            "url => window.location.assign(url)",
            reverse("league:tournament-csv", args=[tournament.pk]),
        )
    told = Path(download.value.path()).read_text(encoding="utf-8-sig")
    assert told.count("District senior games") >= 36


def somebody_asks_why(phone: Page, url: str, tournament: Tournament) -> None:
    phone.goto(url + reverse("league:places", args=[tournament.pk]))
    keep(phone, "places")
    phone.get_by_role("link", name=re.compile(LEVEL[0])).first.click()
    expect(phone.locator("main")).to_contain_text(LEVEL[1])
    expect(phone.locator("main")).to_contain_text("161")
    expect(phone.locator(".ties")).to_contain_text("who was ahead at a common table")
    keep(phone, "why")
