"""Who may do what stands in docs/permissions.md, and nowhere does the site say otherwise.

The page is read as the table that it is. Every address of the site is walked with every role: of
the club, and of another one.
"""

import io
import re
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from copy import copy
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import time_machine
from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client, override_settings
from django.urls import Resolver404, URLPattern, URLResolver, get_resolver, resolve, reverse

from league.models import Board, Season
from league.site.certificates.authority import make_ready
from league.site.server.limits import large_of
from scoring.accounts.authors import Author
from scoring.accounts.paused import OF_LINKS, STAYS_OPEN
from scoring.deeds import deeds
from scoring.models import Club, LogEntry, Membership, Player
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.services.games import game_finish, game_reopen
from scoring.sheets.services.rounds import round_record
from scoring.web.written import watching
from tests.confirming import confirmed_for_long
from tests.doors import TABLET, SecureClient, at_plain_door, at_secure_door
from tests.factories import new_key, report_of
from tests.litany import (
    CANNOT_ANSWER,
    READS,
    TOO_OLD,
    WRITES,
    database_refuses,
)
from tests.page import Page
from tests.world import OTHER, OWN, OWNER, ROLES, World, form_of, link_of, make_world

pytestmark = pytest.mark.django_db

PAGE = Path(__file__).resolve().parents[1] / "docs" / "permissions.md"
COLUMNS = (
    *("organizer", "director", "scorekeeper", "tablet", "table", "operator"),
    *("link", "public"),
)
WORDS = {
    "",
    "yes",
    "its table",
    "tournament",
    "if shown",
    "if public",
    "if open",
    "on a board",
    "sign in",
}
WORDS |= {"at first", "one's own", "host", "made up"}
# What the world's public sees once its club shows everything.
SHOWN = {"if shown", "if public", "if open", "on a board"}
# That recovery codes were shown once is noted with them.
WRITTEN_BY_A_LOOK = {"mfa_authenticator"}
# The pages that ask for it themselves: one leads to another.
CONFIRMS = {"account_reauthenticate", "mfa_reauthenticate", "mfa_reauthenticate_webauthn"}
# An account and a device: the two ways by which the database is asked who somebody is. Others are
# the same questions with other answers, and asked on one database alone.
ON_EACH_DATABASE = ("organizer", "table")
ASKED = [
    pytest.param(role, marks=() if role in ON_EACH_DATABASE else pytest.mark.alike)
    for role in ROLES
]
# Whoever operates the site is of no club, so of no other one either; nor is the public.
OF_ANOTHER_CLUB = [role for role in ASKED if role.values[0] not in ("operator", "public")]
# Of each kind of page, so many links are followed.
MOST_LINKS = 2


@dataclass(frozen=True)
class Line:
    """One line of the table: what each role may do with these methods."""

    name: str
    methods: frozenset[str]
    asks_again: frozenset[str]
    cells: tuple[tuple[str, str], ...]

    def cell(self, role: str) -> str:
        return dict(self.cells)[role]


@cache
def table() -> tuple[Line, ...]:
    lines = []
    for text in PAGE.read_text(encoding="utf-8").splitlines():
        told = re.fullmatch(r"\| `([\w:-]+)` \| ([A-Z* ]+) \|(.*)\|", text)
        if told:
            cells = [cell.strip() for cell in told[3].split("|")]
            pairs = tuple(zip(COLUMNS, cells, strict=True))
            methods = frozenset(told[2].replace("*", "").split())
            asks = frozenset(method[:-1] for method in told[2].split() if method.endswith("*"))
            lines.append(Line(told[1], methods, asks, pairs))
    return tuple(lines)


def lines_of(name: str) -> list[Line]:
    return [line for line in table() if line.name == name]


@cache
def addresses() -> dict[str, frozenset[str]]:
    """Every address of the site by its name, with what stands in it."""

    def walk(patterns: list[Any], space: str = "") -> Iterator[tuple[str, frozenset[str]]]:
        for one in patterns:
            if isinstance(one, URLResolver):
                inner = f"{space}{one.namespace}:" if one.namespace else space
                yield from walk(one.url_patterns, inner)
            elif isinstance(one, URLPattern):
                assert one.name, f"{one.pattern} has no name to stand in the table under"
                yield f"{space}{one.name}", frozenset(one.pattern.converters)

    return dict(walk(get_resolver().url_patterns))


def own(name: str) -> bool:
    """Whether the page is one of ours, and not of a package that brings its own."""
    return name.startswith(("scoring:", "league:"))


def test_every_address_has_its_line_and_every_line_its_address() -> None:
    assert {line.name for line in table()} == set(addresses())


def test_the_table_is_written_in_its_own_words() -> None:
    assert {word for line in table() for _role, word in line.cells} <= WORDS
    seen = [(line.name, method) for line in table() for method in line.methods]
    assert len(seen) == len(set(seen)), "a method of a page stands in two lines"


def test_every_form_has_words_for_the_log() -> None:
    """What can be sent has a sentence, and no sentence speaks of a page that is gone."""
    forms = {line.name for line in table() if "POST" in line.methods}
    assert forms - set(deeds()) == set()
    # What is fetched may be a deed too, where it says so.
    assert {name for name, deed in deeds().items() if not deed.always} <= forms
    for name, deed in deeds().items():
        told = set(re.findall(r"%\((\w+)\)s", str(deed.words)))
        assert told <= addresses()[name], name


@pytest.fixture(scope="module")
def world(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[World]:
    """The world, once for all tests of this module, around their own transactions.

    It is a laptop's, with a certificate of its own, and everybody asks by https.
    """
    folder = tmp_path_factory.mktemp("certificates")
    make_ready(folder, ["localhost"], datetime.now(UTC))
    laptop = override_settings(
        CERTIFICATES_DIR=folder,
        PLAIN_PORT=8000,
        SECURE_PORT=8443,
        PLAIN_SIGN_IN=False,
        SECURITY_CONTACT="https://example.org/report/",
        FOUNDING="anybody",
    )
    with laptop, confirmed_for_long(), django_db_blocker.unblock(), transaction.atomic():
        world = make_world()
        world.plain = {role: at_plain_door(client) for role, client in world.clients.items()}
        for browsers in (world.clients, world.strangers):
            browsers.update({role: at_secure_door(one) for role, one in browsers.items()})
        yield world
        transaction.set_rollback(True)


@contextmanager
def taken_back(client: Client | None = None) -> Iterator[None]:
    """What is done meanwhile never happened: neither in the database nor to a browser's cookies."""
    cookies = copy(client.cookies) if client else SimpleCookie()
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    if client:
        client.cookies = cookies


@dataclass(frozen=True)
class Asked:
    """How a page is asked for: with which method, at which table, by its link or not."""

    method: str
    number: int = OWN
    linked: bool = False


def ask(world: World, client: Client, name: str, how: Asked) -> Any:
    """The answer; its `wrote` are the tables that it would have changed, had it not been undone."""
    short = name.rpartition(":")[2]
    kwargs = world.kwargs(short, set(addresses()[name]), how.number, linked=how.linked)
    url = reverse(name, kwargs=kwargs)
    if how.linked and (key := link_of(world, short)):
        url += f"?key={key['key']}"
    with taken_back(client), watching() as written:
        if how.method == "POST":
            answer: Any = client.post(url, form_of(world, short, how.number))
        else:
            answer = client.generic(how.method, url)
        # Asked before it is undone: then nothing was written.
        answer.wrote = kept_in(written.tables())
    return answer


def may(answer: Any) -> str:
    """yes, no or sign in, as the answer says."""
    assert answer.status_code < 500
    if answer.status_code in (403, 404):
        return "no"
    # 400: what an empty form was sent to, by somebody who may send there.
    assert answer.status_code in (200, 204, 302, 400, 409), answer.status_code
    asked = urlsplit(answer.get("Location", "")).path == reverse("scoring:sign-in")
    return "sign in" if asked else "yes"


def expected(word: str, *, shown: bool = False) -> str:
    if word in ("yes", "its table", "tournament"):
        return "yes"
    if word in SHOWN:
        return "yes" if shown else "no"
    return word if word == "sign in" else "no"


def kept_in(tables: Iterable[str]) -> set[str]:
    """Those tables that hold what somebody did, and not a session or what is derived."""
    return {table for table in tables if not table.startswith(tuple(settings.LOG_LEAVES_OUT))}


def walked() -> list[tuple[Line, str]]:
    return [(line, method) for line in table() for method in sorted(line.methods)]


@pytest.mark.parametrize("role", ASKED)
def test_the_club_may_what_the_table_says(world: World, role: str) -> None:
    faults, pages = [], []
    for line, method in walked():
        word = line.cell(role)
        if word == "tournament":
            continue
        answer = ask(world, world.clients[role], line.name, Asked(method))
        # A link is followed by anybody's page, and by browsers on their own.
        if method == "GET" and (wrote := answer.wrote - WRITTEN_BY_A_LOOK):
            faults.append(f"{line.name}: looking at it writes {sorted(wrote)}")
        # What the world has of an account is the scorekeeper's.
        allowed = expected(word) if word != "one's own" else "no" if role != OWNER else "yes"
        if may(answer) != allowed:
            faults.append(f"{line.name} {method}: {answer.status_code}, not “{word}”")
        if method == "GET" and answer.status_code == 200 and own(line.name):
            pages.append((line.name, answer))
        if word == "its table":
            other = ask(world, world.clients[role], line.name, Asked(method, OTHER))
            if may(other) != "no":
                faults.append(f"{line.name} {method}: {other.status_code} at another table")
    assert not faults
    no_way_leads_to_nothing(world, role, pages)


def no_way_leads_to_nothing(world: World, role: str, pages: list[tuple[str, Any]]) -> None:
    """A link or a button that leads to a page which is not there for its reader is a fault."""
    faults = []
    # What was looked at already is there.
    followed = {name: {answer.request["PATH_INFO"]} for name, answer in pages}
    for name, answer in pages:
        if not answer["Content-Type"].startswith("text/html"):
            continue
        page = Page(answer)
        for address in {urlsplit(link).path for link in page.links if link.startswith("/")}:
            at = name_at(address)
            known = followed.setdefault(at, set())
            if address in known or len(known) >= MOST_LINKS:
                continue
            known.add(address)
            with taken_back():
                if may(world.clients[role].get(address)) == "no":
                    faults.append(f"{name} leads to {address}")
        for address in {urlsplit(action).path for action in page.actions if action}:
            lines = [one for one in lines_of(name_at(address)) if "POST" in one.methods]
            if not any(one.cell(role) for one in lines):
                faults.append(f"{name} has a button that sends to {address}")
    assert not faults


def name_at(address: str) -> str:
    try:
        return resolve(address).view_name
    except Resolver404:
        return ""


@pytest.fixture
def unrendered(monkeypatch: pytest.MonkeyPatch) -> None:
    """No template is rendered: for who is answered, where the same pages are looked at above."""
    monkeypatch.setattr("django.template.backends.django.Template.render", lambda *_, **__: "")


@pytest.mark.alike
@pytest.mark.parametrize("role", ["organizer", OWNER, "operator"])
@pytest.mark.usefixtures("unrendered")
def test_what_has_a_star_asks_for_the_password_again_and_nothing_else_does(
    world: World, role: str
) -> None:
    """Asked of somebody who has signed in a moment ago: a session alone is not enough."""
    client = Client()
    client.force_login(User.objects.get(pk=world.clients[role].session["_auth_user_id"]))
    client = at_secure_door(client)
    faults, asked = [], 0
    for line, method in walked():
        if line.cell(role) not in ("yes", "one's own") or line.name in CONFIRMS:
            continue
        # What asks an organizer asks everybody: who else may go there is asked once for all.
        if role != "organizer" and line.cell("organizer") == "yes":
            continue
        if line.cell(role) == "one's own" and role != OWNER:
            continue
        answer = ask(world, client, line.name, Asked(method))
        asks = asks_again(answer)
        if asks and answer.wrote:
            faults.append(f"{line.name} {method} writes {sorted(answer.wrote)} before it asks")
        if asks != (method in line.asks_again):
            faults.append(f"{line.name} {method}: {answer.status_code}")
        asked += asks
    assert not faults
    assert asked


def asks_again(answer: Any) -> bool:
    """Whether the page that asks for the password is what is answered."""
    leads = urlsplit(answer.get("Location", "")).path == reverse("account_reauthenticate")
    return leads or answer.status_code == 401


@cache
def closed_plainly() -> frozenset[str]:
    """The pages that the page names as closed at the plain door, and all of one's own account."""
    told = (
        PAGE.read_text(encoding="utf-8").partition("## At the plain door")[2].partition("\n## ")[0]
    )
    accounts = {line.name for line in table() if not own(line.name)}
    return frozenset({*re.findall(r"`([\w:-]+)`", told), *accounts})


@pytest.mark.alike
@pytest.mark.parametrize(
    ("role", "there"), [("organizer", "public"), ("tablet", "tablet"), ("table", "table")]
)
def test_over_plain_http_an_account_is_the_public(world: World, role: str, there: str) -> None:
    """From another device, with the session that its browser may still have from before."""
    faults, pages = [], []
    for line, method in walked():
        answer = ask(world, world.plain[role], line.name, Asked(method))
        closed = line.name in closed_plainly()
        if may(answer) != ("no" if closed else expected(line.cell(there))):
            faults.append(f"{line.name} {method}: {answer.status_code}")
        if closed and answer.status_code != 403:
            faults.append(f"{line.name} {method} does not lead to the secure door")
        if method == "GET" and answer.status_code == 200 and own(line.name):
            pages.append((line.name, answer))
    assert not faults
    assert not [name for name, answer in pages if b'type="password"' in answer.content]


def test_a_director_rules_at_tables_of_tournaments_alone(world: World) -> None:
    lines = [(line, one) for line, one in walked() if line.cell("director") == "tournament"]
    assert lines
    for line, method in lines:
        for game, allowed in ((world.tournament_game(OWN), True), (world.day_game(OWN), False)):
            kwargs = {"code": game.code, "number": 1}
            wanted = {key: kwargs[key] for key in addresses()[line.name]}
            with taken_back():
                client = world.clients["director"]
                url = reverse(line.name, kwargs=wanted)
                answer = client.post(url) if method == "POST" else client.get(url)
            assert (may(answer) == "yes") is allowed, (line.name, method)


def test_the_host_is_run_by_who_is_named_where_there_are_several_clubs(world: World) -> None:
    """With one club it is its organizers; the world has two."""
    named = User.objects.get(memberships__club=world.club, memberships__role="organizer")
    lines = [(line, one) for line, one in walked() if line.cell("organizer") == "host"]
    assert lines
    for line, method in lines:
        for name, allowed in ((named.get_username(), "yes"), ("somebody", "no")):
            with override_settings(HOST_ACCOUNTS=frozenset({name})):
                answer = ask(world, world.clients["organizer"], line.name, Asked(method))
                assert may(answer) == allowed
                answer = ask(world, world.strangers["organizer"], line.name, Asked(method))
                assert may(answer) == "no"


def test_a_tablet_of_one_table_scores_there_in_a_tournament(world: World) -> None:
    for number, status in ((OWN, 200), (OTHER, 404)):
        url = reverse("scoring:sheet", args=[world.tournament_game(number).code])
        assert world.clients["table"].get(url).status_code == status


@pytest.mark.parametrize("role", OF_ANOTHER_CLUB)
@pytest.mark.usefixtures("unrendered")
def test_whoever_is_of_another_club_is_the_public(world: World, role: str) -> None:
    """Where the address names something of a club; pages without that are one's own club's.

    The other club's organizer organizes this one too, and has not switched to it: what a tablet
    recorded is taken all the same, for the club of its game.
    """
    faults, client = [], world.strangers[role]
    with taken_back(), pytest.MonkeyPatch.context() as patch:
        if role == "organizer":
            user = User.objects.get(pk=client.session["_auth_user_id"])
            acts_in = user.memberships.get().club_id
            Membership.objects.create(club=world.club, user=user, role=role)
            # The forms are of the club in which they are sent: that is not why they are refused.
            patch.setitem(client.defaults, "HTTP_X_OF_CLUB", str(acts_in))
        for line, method in walked():
            if not addresses()[line.name] or not own(line.name):
                continue
            answer = ask(world, client, line.name, Asked(method))
            taken = role == "organizer" and line.name == "scoring:hand-over"
            if may(answer) != ("yes" if taken else expected(line.cell("public"))):
                faults.append(f"{line.name} {method}: {answer.status_code}")
    assert not faults


@pytest.mark.parametrize("who", ["public", pytest.param("stranger", marks=pytest.mark.alike)])
@pytest.mark.usefixtures("unrendered")
def test_a_club_that_shows_everything_shows_what_the_table_says(world: World, who: str) -> None:
    client = world.clients["public"] if who == "public" else world.strangers["organizer"]
    faults = []
    with taken_back():
        world.show()
        for line, method in walked():
            if not addresses()[line.name] or not own(line.name):
                continue
            answer = ask(world, client, line.name, Asked(method))
            if may(answer) != expected(line.cell("public"), shown=True):
                faults.append(f"{line.name} {method}: {answer.status_code}")
    assert not faults


# What the operator does goes on.
OPERATORS_OWN = "league:operator"


@pytest.mark.alike
@pytest.mark.parametrize("role", ["organizer", "table", "operator", "public", "link"])
def test_a_paused_club_is_closed_but_for_what_stays_open(world: World, role: str) -> None:
    """Public or not, by its link or not: what was there says that it is paused, or nothing."""
    client = SecureClient() if role == "link" else world.clients[role]
    faults, told = [], set()
    # Some links work on the game day alone.
    on_the_day = time_machine.travel(world.day.date) if role == "link" else nullcontext()
    with taken_back(), on_the_day:
        world.show()
        now = datetime.now(UTC)
        Club.objects.filter(pk=world.club.pk).update(suspended_at=now, suspended_reason="Zq why")
        for line, method in walked():
            if not own(line.name) or line.name in STAYS_OPEN - OF_LINKS:
                continue
            answer = ask(world, client, line.name, Asked(method, linked=role == "link"))
            if b"This club is paused" in answer.content:
                told.add(line.name)
                if (b"Zq why" in answer.content) != (role == "organizer"):
                    faults.append(f"{line.name} {method} tells the reason, or not")
            elif may(answer) == "yes" and (
                addresses()[line.name] or role in ("organizer", "table")
            ):
                faults.append(f"{line.name} {method}: {answer.status_code}")
    assert not [fault for fault in faults if not fault.startswith(OPERATORS_OWN)]
    assert len(told) > 5


def rename_all(world: World) -> None:
    """Give everybody of the club a name that no sentence of a page contains: "Zq12 Vw12"."""
    for rows in (Player.objects.filter(club=world.club), world.tournament.entrants.all()):
        for row in rows:
            name = f"Zq{row.pk} Vw{row.pk}"
            type(row).objects.filter(pk=row.pk).update(name=name, name_key=name.casefold())


def write_names(world: World) -> None:
    """Write such names wherever a sheet takes one: who wrote and checked it, why, and faults."""
    dot = Author("Zq0 Vw0")
    games = [world.done(OWN), world.day_game(OWN), *map(world.tournament_game, (OWN, OTHER))]
    for game in games:
        if game.finished_at:
            game_reopen(game=game, author=dot, key=new_key(), reason="Zq0 Vw0 asked")
        sheet = sheet_of(game)
        points = (9999, *range(len(sheet.seats) - 1))
        round_record(
            game=game,
            author=dot,
            key=new_key(),
            round_number=sheet.next_round,
            report=report_of(sheet, points, as_it_stands=True),
            reason="Zq0 Vw0 said so",
            unasked=True,
        )
        game_finish(game=game, author=dot, key=new_key(), verified_by="Zq0 Vw0")


def names_read(world: World) -> dict[str, set[str]]:
    """Which of these names a stranger reads, by page; a stranger tries every person's page."""
    client, names = world.clients["public"], {}
    for line, method in walked():
        if method == "GET" and own(line.name):
            answer = ask(world, client, line.name, Asked("GET"))
            names[line.name] = set(re.findall(r"Zq\d+ Vw\d+", readable(answer)))
    for player in Player.objects.filter(club=world.club):
        answer = client.get(reverse("league:player", args=[player.pk]))
        names["league:player"] |= set(re.findall(r"Zq\d+ Vw\d+", readable(answer)))
    for entrant in world.tournament.entrants.all():
        page = reverse("league:place-why", args=[world.tournament.pk, entrant.pk])
        names["league:place-why"] |= set(re.findall(r"Zq\d+ Vw\d+", readable(client.get(page))))
    return {page: found for page, found in names.items() if found}


def readable(answer: Any) -> str:
    """The answer's text; of a workbook, its cells."""
    if answer["Content-Type"].startswith("application/vnd"):
        with zipfile.ZipFile(io.BytesIO(answer.content)) as packed:
            return "".join(packed.read(name).decode() for name in packed.namelist())
    return str(answer.content.decode(errors="replace"))


ON_A_BOARD = {"front", "club-at", "player", "season-place", "season-records"} | {
    f"leaderboard{end}" for end in ("", "-now", "-csv", "-xlsx")
}
ON_A_BOARD |= {f"league{end}" for end in ("", "-now", "-place", "-clubs", "-csv", "-xlsx")}


def test_a_stranger_reads_the_names_on_a_public_board_and_no_others(world: World) -> None:
    with taken_back():
        Club.objects.filter(pk=world.club.pk).update(shown=Club.Shown.FRONT)
        Season.objects.filter(pk=world.season.pk).update(public=True)
        rename_all(world)
        names = names_read(world)
        board = Board.objects.filter(season=world.season).latest("date")
        listed = set(board.standings.values_list("player__name", flat=True))
        everybody = set(Player.objects.filter(club=world.club).values_list("name", flat=True))
    assert listed < everybody
    assert set(names) == {f"league:{page}" for page in ON_A_BOARD}
    assert set().union(*names.values()) == listed


def test_a_club_that_shows_initials_shows_no_name(world: World) -> None:
    """Not even where everything is public: games, seasons, tournaments."""
    with taken_back():
        world.show()
        Club.objects.filter(pk=world.club.pk).update(names="initials")
        rename_all(world)
        write_names(world)
        assert names_read(world) == {}
        board = world.clients["public"].get(reverse("league:leaderboard", args=[world.season.pk]))
        # All of them would be "Z. V."; with more letters of the family name each is somebody.
        assert "Z. Vw" in Page(board).text
        own = world.clients["scorekeeper"].get(
            reverse("league:leaderboard", args=[world.season.pk])
        )
        assert "Vw" in Page(own).text


@pytest.mark.usefixtures("unrendered")
def test_a_link_opens_its_page_and_a_wrong_one_does_not(world: World) -> None:
    linked = [(line, method) for line, method in walked() if line.cell("link") == "yes"]
    assert linked
    # Some of them work on the game day alone.
    with time_machine.travel(world.day.date):
        for line, method in linked:
            answer = ask(world, SecureClient(), line.name, Asked(method, linked=True))
            assert may(answer) == "yes", (line.name, method)
            answer = ask(world, Client(REMOTE_ADDR=TABLET), line.name, Asked(method, linked=True))
            assert may(answer) == ("no" if line.name in closed_plainly() else "yes"), line.name
            answer = ask(world, SecureClient(), line.name, Asked(method))
            assert may(answer) == expected(line.cell("public")), (line.name, method)


@pytest.mark.alike
@pytest.mark.usefixtures("unrendered")
def test_pages_take_the_methods_that_the_table_says(world: World) -> None:
    faults = []
    client = world.clients["organizer"]
    for name in sorted({line.name for line in table() if own(line.name)}):
        allowed = {method for line in lines_of(name) for method in line.methods}
        # Where a page is shown, its head alone can be asked for.
        allowed |= {"HEAD"} if "GET" in allowed else set()
        # What refuses one method names all that it takes, and refuses the rest.
        answer = ask(world, client, name, Asked("PUT"))
        assert answer.status_code == 405, name
        if {word.strip() for word in answer["Allow"].split(",")} != allowed:
            faults.append(f"{name} takes {answer['Allow']}")
    assert not faults


# Mail programs send it by themselves (RFC 8058); the signed key in the address is the permit.
BY_PROGRAMS = {"league:mails-stop"}


@pytest.mark.alike
def test_no_form_is_taken_without_its_token(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another site's page can send a form with the visitor's cookies, but never the token."""
    client = world.clients["organizer"]
    monkeypatch.setattr(client.handler, "enforce_csrf_checks", True)
    forms = sorted({line.name for line, method in walked() if method == "POST"} - BY_PROGRAMS)
    assert len(forms) > 100
    for name in forms:
        answer = ask(world, client, name, Asked("POST", linked=True))
        assert answer.status_code == 403, name
        text = Page(answer).text
        assert TOO_OLD in text, name
        assert "press the button once more" in text, name


# Where a wrong key is known by its signature.
SIGNED = {"league:mails-stop", "league:own-answers", "league:privacy"}
# What is the same for everybody.
ASKS_NO_DATABASE = {
    "league:health",
    "league:metrics",
    "league:security-txt",
    "league:trust-certificate",
    "scoring:engine-bundle",
    "scoring:manifest",
    "scoring:news",
    "scoring:offline",
    "scoring:service-worker",
    "scoring:tablet-files",
}


@pytest.mark.alike
def test_while_the_database_is_locked_each_page_says_so(world: World) -> None:
    shown = set()
    for line, method in walked():
        if method != "GET":
            continue
        with database_refuses(*READS, *WRITES):
            answer = ask(world, world.clients["organizer"], line.name, Asked("GET"))
        if answer.status_code == 503:
            assert CANNOT_ANSWER in Page(answer).text, line.name
            assert answer["Retry-After"] == "10", line.name
        else:
            shown.add(line.name)
    assert shown == ASKS_NO_DATABASE | SIGNED


def test_no_browser_keeps_a_page_of_an_account(world: World) -> None:
    names = [line.name for line, method in walked() if method == "GET" and not own(line.name)]
    assert len(names) > 10
    for name in names:
        answer = ask(world, world.clients[OWNER], name, Asked("GET"))
        assert "no-store" in answer["Cache-Control"], name


@pytest.mark.usefixtures("unrendered")
def test_each_form_that_is_refused_is_in_the_log(world: World) -> None:
    """No page can forget it; nor does one tell it twice."""
    refused = [
        line.name
        for line, method in walked()
        if method == "POST" and not line.cell("scorekeeper") and own(line.name)
    ]
    assert len(refused) > 40
    with taken_back():
        for name in refused:
            before = LogEntry.objects.count()
            short = name.partition(":")[2]
            kwargs = world.kwargs(short, set(addresses()[name]), OWN, linked=False)
            assert (
                world.clients["scorekeeper"].post(reverse(name, kwargs=kwargs)).status_code == 404
            )
            entry = LogEntry.objects.latest("pk")
            assert (entry.what, entry.outcome, entry.role) == (name, "refused", "scorekeeper")
            assert LogEntry.objects.count() == before + 1


@pytest.mark.parametrize(
    ("path", "first"),
    [
        ("/people/import/", "league:people-import"),
        ("/tournaments/7/entrants/import/", "league:entrants-import"),
        ("/games/abc-2/hand-over/", "scoring:tablet-game"),
    ],
)
def test_only_who_may_send_a_large_body_is_shown_the_page_that_is_asked_first(
    path: str, first: str
) -> None:
    """The server lets a large body in for whoever is shown that page, see `server.limits`."""
    large = large_of(path)
    assert large is not None
    assert resolve(large[1]).view_name == first
    (sends,) = (one for one in lines_of(resolve(path).view_name) if "POST" in one.methods)
    (sees,) = (one for one in lines_of(first) if "GET" in one.methods)
    assert sees.cells == sends.cells
