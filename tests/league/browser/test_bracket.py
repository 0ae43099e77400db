"""The bracket, the television, places and awards in a real browser: axe, paper, moving alone."""

import re
import zlib
from collections.abc import Callable
from math import ceil
from pathlib import Path

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from league.models import (
    DivisionMerge,
    Entrant,
    PaperResult,
    Parting,
    Stage,
    StageTable,
    Tournament,
)
from league.tournaments.directing.services.partings import parting_record
from scoring.models import Club
from tests.factories import ANN, make_game, play
from tests.league.factories import StageFactory, TournamentFactory
from tests.league.tournaments import runs
from tests.league.tournaments.directing.services.test_results import correct
from tests.league.tournaments.played import dealt, enter, paper, seat, three_stages
from tests.scoring.browser.test_pages import plain_page

__all__ = ["plain_page"]

pytestmark = pytest.mark.django_db(transaction=True)

LONG = "Wilhelmina-Josephine van Steenbergen Lee"
WIDTHS = (390, 1024, 1920)


@pytest.fixture
def games(club: Club) -> Tournament:
    """Thirty-seven entrants, of whom one has a long name, in the second stage."""
    tournament = three_stages(club, 37, until=2)
    # Each table has begun, so that what is certain of its stage is said.
    begun = StageTable.objects.filter(round__stage__tournament=tournament)
    begun.update(on_paper_at=timezone.now())
    tournament.entrants.filter(number=11).update(name=LONG)
    tournament.entrants.filter(number=9).update(withdrawn_at=timezone.now())
    DivisionMerge.objects.create(
        tournament=tournament,
        divisions=["85-89", "90+"],
        reason="Only two of 90 and older had entered.",
        author="Olive",
        merged_at=timezone.now(),
    )
    return tournament


def draw(club: Club) -> Tournament:
    """A single elimination of six, its first round played."""
    tournament = TournamentFactory(club=club, name="Pairs")
    stage = StageFactory(tournament=tournament, kind="single", size=2, least=2, most=2)
    a, b, c, d, e, f = enter(tournament, 6)
    for row in seat(stage, [[d, e], [c, f]], byes=[a, b], by_seed=[a, b, c, d, e, f]):
        paper(row, (10, 20))
    return tournament


def swiss(club: Club) -> Tournament:
    """Two of three games of sixteen people, with points for places."""
    tournament = TournamentFactory(club=club, name="Swiss")
    stage = StageFactory(
        tournament=tournament, rounds=3, measure="places", place_points=[3, 2, 1, 0]
    )
    people = enter(tournament, 16)
    for number in (1, 2):
        for row in seat(stage, dealt(people), number):
            paper(row, (10, 20, 30, 40))
    return tournament


def at(page: Page, live_server, name: str, *args: object, query: str = "") -> None:
    page.goto(live_server.url + reverse(f"league:{name}", args=args) + query)


def test_axe_finds_nothing_at_any_size_in_light_or_dark(
    signed_in_page: Page,
    live_server,
    games: Tournament,
    axe_at: Callable[..., None],
    shots: Callable[..., None],
) -> None:
    page = signed_in_page
    for name in ("bracket", "television", "places", "place-why", "awards", "certificates"):
        more = [games.entrants.get(number=11).pk] if name == "place-why" else []
        query = "?ribbons=1" if name == "certificates" else ""
        at(page, live_server, name, games.pk, *more, query=query)
        axe_at(page, *WIDTHS)
        shots(page, f"tournament-{name}")


@pytest.mark.parametrize("make", [draw, swiss])
def test_axe_finds_nothing_in_pairs_and_standings(
    signed_in_page: Page,
    live_server,
    club: Club,
    axe: Callable[[Page], None],
    shots: Callable[..., None],
    make: Callable[[Club], Tournament],
) -> None:
    tournament = make(club)
    for name in ("bracket", "television"):
        at(signed_in_page, live_server, name, tournament.pk)
        axe(signed_in_page)
    at(signed_in_page, live_server, "bracket", tournament.pk)
    shots(signed_in_page, f"tournament-bracket-{make.__name__}")


def sheets(page: Page, at: Path) -> int:
    """How many sheets of paper the page takes."""
    page.pdf(path=at, prefer_css_page_size=True)
    return len(re.findall(rb"/Type /Page\b", at.read_bytes()))


@pytest.mark.parametrize(("people", "most"), [(4, 1), (90, 1), (300, 3)])
def test_tables_on_paper_take_another_sheet_rather_than_small_letters(
    signed_in_page: Page, live_server, club: Club, tmp_path: Path, people: int, most: int
) -> None:
    """No letter is below nine points, which are twelve pixels."""
    tournament = three_stages(club, people, until=1 if people == 4 else 2)
    page = signed_in_page
    at(page, live_server, "bracket", tournament.pk)
    assert sheets(page, tmp_path / "bracket.pdf") == most
    page.emulate_media(media="print")
    sizes = "(parts) => parts.map((part) => parseFloat(getComputedStyle(part).fontSize))"
    assert min(page.locator(".stage *").evaluate_all(sizes)) >= 12


def test_long_names_are_two_sheets_of_paper_at_most(
    signed_in_page: Page, live_server, club: Club, tmp_path: Path
) -> None:
    """Of the bracket on letter, which is less wide than A4 on its side, and of the lists."""
    tournament = three_stages(club, 53, until=1)
    tournament.entrants.update(name="Margaret Ann Featherstone-Underwood")
    page, path = signed_in_page, tmp_path / "letter.pdf"
    at(page, live_server, "bracket", tournament.pk)
    page.pdf(path=path, width="11in", height="8.5in")
    assert len(re.findall(rb"/Type /Page\b", path.read_bytes())) == 2
    tournament.entrants.update(name="Margaret Underwood", community="Hillside")
    at(page, live_server, "places", tournament.pk)
    assert sheets(page, path) == 2
    at(page, live_server, "entrants", tournament.pk)
    assert sheets(page, path) == 2


@pytest.mark.parametrize("paper_format", ["A4", "Letter"])
def test_a_draw_of_thirty_two_is_one_sheet_with_its_lines(
    signed_in_page: Page, live_server, club: Club, tmp_path: Path, paper_format: str
) -> None:
    """Also where the printer's paper stands upright."""
    tournament = TournamentFactory(club=club)
    stage = StageFactory(tournament=tournament, kind="single", size=2, least=2, most=2)
    field = enter(tournament, 32)
    seat(stage, [[field[at], field[-1 - at]] for at in range(16)], by_seed=field)
    page, path = signed_in_page, tmp_path / "draw.pdf"
    at(page, live_server, "bracket", tournament.pk)
    page.pdf(path=path, format=paper_format, prefer_css_page_size=True)
    assert len(re.findall(rb"/Type /Page\b", path.read_bytes())) == 1
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 750, "height": 1000})
    line = "(pair) => getComputedStyle(pair, '::after').borderTopWidth"
    assert page.locator(".pair").first.evaluate(line) == "2px"


@pytest.mark.parametrize("kind", ["single", "double"])
def test_a_draw_of_sixteen_is_one_sheet_of_letter_paper_to_its_end(
    signed_in_page: Page, live_server, club: Club, tmp_path: Path, kind: str
) -> None:
    tournament = runs.tournament_of(club, 16, {"kind": kind, "size": 2, "least": 2, "most": 2})
    tournament.entrants.filter(number__lte=4).update(name="Thaddeus Montgomery")
    runs.begin(tournament)
    for game in (2, 3, 4):
        runs.play_all(tournament)
        runs.seat(tournament, game)
    at(signed_in_page, live_server, "bracket", tournament.pk)
    path = tmp_path / "draw.pdf"
    signed_in_page.pdf(path=path, format="Letter", prefer_css_page_size=True)
    assert len(re.findall(rb"/Type /Page\b", path.read_bytes())) == 1


def test_each_sheet_of_a_large_draw_names_the_stage_and_its_rounds(
    signed_in_page: Page, live_server, club: Club, tmp_path: Path
) -> None:
    tournament = TournamentFactory(club=club)
    stage = StageFactory(tournament=tournament, kind="single", size=2, least=2, most=2)
    field = enter(tournament, 64)
    seat(stage, [[field[at], field[-1 - at]] for at in range(32)], by_seed=field)
    page, path = signed_in_page, tmp_path / "draw.pdf"
    at(page, live_server, "bracket", tournament.pk)
    # Nothing else is written, so that each sheet with a text has these names.
    hide = "for (const box of document.querySelectorAll('.box')) box.style.visibility = 'hidden'"
    page.evaluate(hide)
    assert sheets(page, path) == 2
    streams = re.findall(rb"stream\r?\n(.*?)endstream", path.read_bytes(), re.DOTALL)
    pages = [zlib.decompress(stream) for stream in streams if stream[:1] == b"x"]
    written = [content.count(b"BT\n") for content in pages if b"BT\n" in content]
    assert len(written) == 2
    # Six rounds below the stage.
    assert min(written) >= 7


def test_a_certificate_is_a_sheet_each(
    signed_in_page: Page, live_server, club: Club, tmp_path: Path
) -> None:
    """On A4 and on letter, whatever paper the printer has."""
    tournament = three_stages(club, 37, until=4)
    tournament.entrants.update(name=LONG)
    page = signed_in_page
    at(page, live_server, "certificates", tournament.pk)
    medals = page.locator(".certificate").count()
    for paper_format in ("A4", "Letter"):
        path = tmp_path / f"{paper_format}.pdf"
        page.pdf(path=path, format=paper_format, landscape=True)
        assert len(re.findall(rb"/Type /Page\b", path.read_bytes())) == medals == 12


@pytest.mark.hurried
def test_the_bracket_moves_by_itself(signed_in_page: Page, live_server, games: Tournament) -> None:
    page = signed_in_page
    table = StageTable.objects.get(number=3, round__stage__number=2)
    table.game = make_game(games.club, players=3)
    table.save()
    seats = list(table.seats.select_related("entrant"))
    for one, player in zip(seats, games.club.players.order_by("pk")[:3], strict=True):
        one.entrant.player = player
    for one in seats:
        games.entrants.filter(player=one.entrant.player).exclude(pk=one.entrant_id).update(
            player=None
        )
        one.entrant.save()
    page.set_viewport_size({"width": 390, "height": 844})
    at(page, live_server, "bracket", games.pk)
    box = page.locator("#stage-2 .box").nth(2)
    expect(box).to_contain_text("begun")
    play(table.game, 41, 42, 43)
    expect(box).to_contain_text("after 1 round")
    expect(box).to_contain_text("41")
    assert page.evaluate("document.documentElement.scrollWidth") == 390


@pytest.mark.parametrize("people", [4, 8, 12, 37, 90, 300])
def test_a_television_shows_whole_tables(
    signed_in_page: Page, live_server, club: Club, people: int
) -> None:
    """In letters of at least 28 px, none cut off below."""
    tournament = three_stages(club, people, until=1)
    page = signed_in_page
    page.set_viewport_size({"width": 1920, "height": 1080})
    at(page, live_server, "television", tournament.pk)
    screen = page.locator(".screen-boxes").bounding_box()
    assert screen is not None
    bottom = screen["y"] + screen["height"]
    for box in page.locator(".box").all():
        found = box.bounding_box()
        assert found is not None
        assert found["y"] >= screen["y"] - 1
        assert found["y"] + found["height"] <= bottom + 1
    size = "(part) => parseFloat(getComputedStyle(part).fontSize)"
    assert page.locator(".who").first.evaluate(size) >= 28
    assert page.evaluate("document.documentElement.scrollHeight") <= 1080


# What stands over something else, is cut, broken within a word, or beside the screen.
WRONG = """
() => {
  const wrong = [];
  const foot = document.querySelector(".screen-foot").getBoundingClientRect();
  const lines = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()];
  };
  const boxes = [...document.querySelectorAll(".screen .qr")].map((code) => ({
    text: "QR", inFoot: true, rects: [code.getBoundingClientRect()],
  }));
  const texts = document.createTreeWalker(document.querySelector(".screen"), NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const around = node.parentElement;
    if (!node.data.trim() || around.closest(".visually-hidden, svg")) continue;
    const inFoot = around.closest(".screen-foot") !== null;
    boxes.push({ text: node.data.trim(), inFoot, rects: lines(node) });
    if (!around.matches(".who")) continue;
    if (around.scrollWidth > around.clientWidth + 1) wrong.push(`cut: ${node.data}`);
    for (const word of node.data.matchAll(/[^\\s-]+/g)) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      if (range.getClientRects().length > 1) wrong.push(`broken: ${word[0]}`);
    }
  }
  // Letters are less high than their lines.
  const parts = boxes.flatMap(({ text, inFoot, rects }) => rects.map((r) => ({
    text, inFoot, left: r.left + 2, right: r.right - 2,
    top: r.top + r.height / 5, bottom: r.bottom - r.height / 5,
  })));
  for (const [at, one] of parts.entries()) {
    const out = one.left < 0 || one.right > innerWidth || one.bottom > innerHeight;
    if (out || (!one.inFoot && one.bottom > foot.top)) wrong.push(`beside: ${one.text}`);
    for (const other of parts.slice(at + 1)) {
      const beside = one.right <= other.left || other.right <= one.left;
      if (!beside && one.top < other.bottom && other.top < one.bottom)
        wrong.push(`over each other: ${one.text}, ${other.text}`);
    }
  }
  if (document.documentElement.scrollHeight > innerHeight) wrong.push("higher than the screen");
  return wrong;
}
"""
# Words of names that are broken, on the page of the bracket.
BROKEN = """
() => [...document.querySelectorAll(".box .who a")].flatMap(({ firstChild }) =>
  [...firstChild.data.matchAll(/[^\\s-]+/g)].filter((word) => {
    const range = document.createRange();
    range.setStart(firstChild, word.index);
    range.setEnd(firstChild, word.index + word[0].length);
    return range.getClientRects().length > 1;
  }).map(([word]) => word))
"""
FIRST = ("Albert", "Margaret", "Lorraine", "Eugene", "Marilyn", "Kenneth", "Zelda")
FAMILY = ("Marshall", "Featherstone", "Kennedy", "Coleman", "Vandenberg", "Lee", "Williamson")


def named(tournament: Tournament) -> Tournament:
    """The same with names as people have them, and one that is much longer."""
    for at, entrant in enumerate(tournament.entrants.order_by("number")):
        entrant.name = f"{FIRST[at % 7]} {FAMILY[at // 7 % 7]}"
        entrant.save(update_fields=["name"])
    tournament.entrants.filter(number=6).update(name="Margaret Ann Featherstone-Underwood")
    return tournament


def looking(club: Club) -> Tournament:
    """Fifty-three people who look for their tables."""
    tournament = three_stages(club, 53, until=1)
    PaperResult.objects.filter(table__round__stage__tournament=tournament).delete()
    return tournament


def counting(club: Club) -> Tournament:
    """Fifty-three people whose tables stopped early, after two rounds or three."""
    tournament = looking(club)
    tournament.stages.update(uneven="average")
    for table in StageTable.objects.filter(round__stage__tournament=tournament):
        totals = tuple(30 + 7 * at for at in range(table.seats.count()))
        paper(table, totals, rounds_played=2 + table.number % 2)
    return tournament


def ended(club: Club) -> Tournament:
    """Fifty-three people who have played, with medals in six divisions."""
    return three_stages(club, 53, until=4)


def taken_back(club: Club) -> Tournament:
    """An elimination of sixteen, in which three corrections took games of the second round back."""
    pairs = {"kind": "single", "size": 2, "least": 2, "most": 2}
    tournament = runs.tournament_of(club, 16, pairs)
    runs.begin(tournament)
    runs.play_all(tournament)
    runs.seat(tournament, 2)
    for number in (1, 2, 3):
        runs.type_in(tournament, runs.table(tournament, number, game=2), 5, 50)
    for number in (1, 3, 5):
        correct(tournament, number, 90, 20)
    return tournament


@pytest.mark.parametrize("make", [looking, counting, swiss, draw, taken_back, ended])
def test_a_television_has_what_its_shape_shows_whole(
    signed_in_page: Page,
    live_server,
    club: Club,
    settings,
    make: Callable[[Club], Tournament],
) -> None:
    """Also an upright one, and an old projector: nothing is cut, or over something else."""
    settings.SITE_ADDRESSES = ["https://roundhouse.hillside-club.example"]
    tournament = named(make(club))
    Tournament.objects.filter(pk=tournament.pk).update(public=True)
    page = signed_in_page
    for width, height in ((820, 1180), (1080, 1920), (1180, 820), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        at(page, live_server, "television", tournament.pk, query="?hold=1")
        told = 100 * width / height
        wide = ceil(told) if told < 100 else int(told)
        shown = page.locator(f"#television-now[data-wide='{wide}']")
        expect(shown).to_be_visible()
        pages = page.locator(".screen-foot nav").inner_text()
        of = int(pages.split()[2]) if " of " in pages else 1
        for number in range(1, of + 1):
            query = f"?hold=1&shape={wide}&page={number}"
            at(page, live_server, "television", tournament.pk, query=query)
            assert page.evaluate(WRONG) == [], (width, height, number)


def test_tables_begin_high_and_no_name_is_broken_beside_a_number(
    signed_in_page: Page, live_server, club: Club
) -> None:
    """Above them stands what leads elsewhere; on a phone below."""
    tournament = TournamentFactory(club=club, public=True)
    stage = StageFactory(tournament=tournament, kind="single", size=2, least=2, most=2)
    field = enter(tournament, 32)
    seat(stage, [[field[at], field[-1 - at]] for at in range(16)], by_seed=field)
    page = signed_in_page
    for width, height, highest in ((1440, 900, 400), (390, 844, 600)):
        page.set_viewport_size({"width": width, "height": height})
        at(page, live_server, "bracket", tournament.pk)
        game = page.locator(".box").first.bounding_box()
        assert game is not None
        assert game["y"] < highest
    counted = named(counting(club))
    for width, height in ((1440, 900), (820, 1180)):
        page.set_viewport_size({"width": width, "height": height})
        at(page, live_server, "bracket", counted.pk)
        assert page.evaluate(BROKEN) == []


def test_a_television_says_below_the_whole_name_how_a_game_was_won(
    signed_in_page: Page, live_server, club: Club
) -> None:
    """Beside it the words left two letters of the name, or pushed it over the frame."""
    tournament = TournamentFactory(club=club, tie_breaks=["play_off"])
    stage = StageFactory(tournament=tournament, kind="single", size=2, least=2, most=2)
    field = enter(tournament, 11)
    tournament.entrants.update(name="Ida Featherstone")
    tournament.entrants.filter(pk=field[-1].pk).update(name="Ann Kirkpatrick-Johannessen")
    pairs = [[field[at], field[15 - at]] for at in range(5, 8)]
    for row, pair in zip(seat(stage, pairs, byes=field[:5], by_seed=field), pairs, strict=True):
        paper(row, (30, 30))
        parting_record(
            tournament=tournament,
            stage=stage,
            author=ANN,
            kind=Parting.Kind.PLAY_OFF,
            entrants=[one.pk for one in pair],
            points={pair[0].pk: 9, pair[1].pk: 3},
        )
    page = signed_in_page
    page.set_viewport_size({"width": 1920, "height": 1080})
    at(page, live_server, "television", tournament.pk)
    winners = page.locator(".screen-tree .goes")
    assert winners.count() == 3
    for line in winners.all():
        who, words, whole = (
            part.bounding_box()
            for part in (line.locator(".who"), line.get_by_text("won the play-off"), line)
        )
        assert who is not None
        assert words is not None
        assert whole is not None
        assert words["y"] >= who["y"] + who["height"] - 1
        assert words["y"] + words["height"] <= whole["y"] + whole["height"] + 1
        cut = "(part) => part.scrollWidth - part.clientWidth"
        assert line.locator(".who").evaluate(cut) <= 1
    assert page.evaluate("document.documentElement.scrollHeight") <= 1080


def test_a_television_turns_its_pages_and_can_be_held(
    signed_in_page: Page, live_server, club: Club
) -> None:
    tournament = three_stages(club, 90, until=1)
    page = signed_in_page
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.emulate_media(reduced_motion="reduce")
    page.clock.install()
    at(page, live_server, "television", tournament.pk)
    last = page.get_by_role("heading", name=re.compile("^Table 23"))
    expect(page.get_by_role("heading", name=re.compile("^Table 1 "))).to_be_visible()
    page.clock.run_for(12_000)
    expect(last).to_be_visible()
    page.get_by_role("link", name="Hold").tap()
    expect(page.get_by_role("link", name="Go on")).to_be_visible()
    with page.expect_response(re.compile("hold=1")):
        page.clock.run_for(12_000)
    expect(last).to_be_visible()


def test_a_page_that_is_on_follows_at_once_and_turns_in_time(
    signed_in_page: Page, live_server, club: Club
) -> None:
    """It stayed as it was until it turned, and so said what was not so any more."""
    tournament = three_stages(club, 90, until=1)
    page = signed_in_page
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.clock.install(time=0)
    page.clock.pause_at(60)
    at(page, live_server, "television", tournament.pk)
    first = page.locator(".box").first
    expect(first).to_contain_text("Table 1 ")
    seats = StageTable.objects.get(round__stage__tournament=tournament, number=1).seats
    gone = seats.values("entrant")[:1]
    Entrant.objects.filter(pk__in=gone).update(withdrawn_at=timezone.now())
    # It asks after four seconds, and a fifth more or less.
    page.clock.run_for(4_800)
    expect(first).to_contain_text("withdrew")
    expect(first).to_contain_text("Table 1 ")
    # It turns twelve seconds after its page came, however often that was renewed.
    page.clock.run_for(8_000)
    expect(first).not_to_contain_text("Table 1 ")


def test_from_the_bracket_to_why_without_scripts(
    plain_page: Page, live_server, games: Tournament
) -> None:
    page = plain_page
    at(page, live_server, "bracket", games.pk)
    page.get_by_role("link", name="Semi-finals").click()
    expect(page).to_have_url(re.compile("#stage-2$"))
    page.get_by_role("link", name="Places and medals").click()
    page.get_by_role("link", name=LONG).click()
    expect(page.get_by_role("heading", name=LONG)).to_be_visible()
    winner = Stage.objects.get(number=2).field.get(entrant__name=LONG)
    assert winner.how == "table"
    # The second stage is still open.
    over = "Went on to Semi-finals with the lowest total of the table."
    for stage, words in (("First stage", over), ("Semi-finals", "Goes on.")):
        went_on = page.get_by_role("region", name=stage).get_by_text(words, exact=True)
        expect(went_on).to_be_visible()
    page.get_by_role("link", name="All places").click()
    page.get_by_role("link", name="Bracket").click()
    expect(page.locator("#bracket-now")).to_be_visible()
