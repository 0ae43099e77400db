"""Every QR code and every address on a page or a print can be opened by a phone in the hall.

All pages of the site are looked at by an organizer who sits at the laptop itself, where pages are
asked for as `localhost`. Each code is read as a phone's camera reads it, and opened from there.
"""

import re
from collections.abc import Iterable, Iterator
from copy import copy
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy
import pytest
import zxingcpp
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from league.models import Tournament
from league.site.certificates.authority import make_ready
from scoring.tablets.pairing.services import code_make
from scoring.web import connection
from tests.doors import LAPTOP, TABLET
from tests.test_permissions import addresses, own
from tests.world import OWN, World, make_world

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

ORIGIN = f"http://{LAPTOP}:8000"
# Where an account is made or used, the address is the secure one.
SECURE = f"https://{LAPTOP}:8443"
OF_ACCOUNTS = ("scoring:join", "league:league-join")
# Where codes stand, and what each opens, in their order. What only a tablet of the club may open is
# opened by one.
CODES = {
    "scoring:share": ["scoring:watch"],
    "scoring:hall-card": ["scoring:home"],
    "scoring:invitation": ["scoring:join"],
    "scoring:tablets": ["scoring:pair"],
    "league:club-address": ["league:club-at"],
    "league:calendar": ["league:answers", "league:calendar-ics"],
    "league:day-result": ["league:day-result"],
    "league:entrants": ["league:sign-up"],
    "league:league-edit": ["league:league-join"],
    "league:print-plan": ["league:wall"],
    "league:print-sheets": ["league:table"],
    "league:print-tables": ["league:stage-table"],
    "league:stage-table": ["league:stage-table"],
    "league:trust": ["league:trust"],
    "league:wall": ["league:wall"],
}
WARNING = "Phones cannot open this yet"
# Whoever stands before the laptop is told where it is asked for as itself.
OF_THE_LAPTOP = "On the club's own computer it also works at"
DOT = 4


@pytest.fixture
def world(settings: Settings, tmp_path: Path) -> World:
    settings.PLAIN_PORT, settings.SECURE_PORT = 8000, 8443
    settings.CERTIFICATES_DIR = tmp_path
    make_ready(tmp_path, ["localhost"], datetime.now(UTC))
    settings.ALLOWED_HOSTS = ["localhost", LAPTOP]
    world = make_world()
    code_make(club=world.club, tablet_name="Green", made_by=None)
    return world


def pages(world: World, names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Each of these pages that the organizer may see at the laptop, by its name, as HTML."""
    for name in names:
        wanted = set(addresses()[name])
        kwargs = world.kwargs(name.rpartition(":")[2], wanted, OWN, linked=True)
        path = reverse(name, kwargs=kwargs)
        answer: Any = world.clients["organizer"].get(path, headers={"host": "localhost:8000"})
        if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
            yield name, answer.content.decode()


def read_codes(html: str) -> list[str]:
    """Return what a reader makes of each QR code of a page, drawn in black and white."""
    texts = []
    for svg in re.findall(r'<svg[^>]*class="qr".*?</svg>', html, re.DOTALL):
        side = int(svg.partition('viewBox="0 0 ')[2].partition(" ")[0])
        drawn = re.search(r'd="([^"]+)"[^>]*stroke=|stroke=[^>]*d="([^"]+)"', svg)
        assert drawn
        read = zxingcpp.read_barcodes(picture_of(drawn[1] or drawn[2], side))
        assert len(read) == 1
        texts.append(read[0].text)
    return texts


def picture_of(path: str, side: int) -> Any:
    """Draw the dark lines of a code, one module high: M and m set the pen down, h goes right."""
    picture = numpy.full((side, side), 255, dtype=numpy.uint8)
    x = y = 0.0
    for letter, words in re.findall(r"([Mmh])([^Mmh]*)", path):
        numbers = [float(word) for word in re.findall(r"-?[\d.]+", words)]
        if letter == "h":
            picture[int(y), int(x) : int(x + numbers[0])] = 0
            x += numbers[0]
        else:
            x, y = numbers if letter == "M" else (x + numbers[0], y + numbers[1])
    return picture.repeat(DOT, axis=0).repeat(DOT, axis=1)


def test_every_code_is_read_and_opens_on_another_device(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "lan_addresses", lambda: [LAPTOP])
    codes: dict[str, list[str]] = {}
    for name, html in pages(world, filter(own, addresses())):
        assert WARNING not in html, name
        assert OF_THE_LAPTOP in html or "//localhost" not in html, name
        if read := read_codes(html):
            codes[name] = read
    assert set(codes) == set(CODES)
    for name, links in codes.items():
        for link, opened in zip(links, CODES[name] * (len(links) // len(CODES[name])), strict=True):
            origin = SECURE if opened in OF_ACCOUNTS else ORIGIN
            assert link.startswith(f"{origin}/"), name
            of_table = opened.endswith("table")
            phone = copy(world.clients["tablet"]) if of_table else Client()
            phone.defaults = {"REMOTE_ADDR": TABLET, "HTTP_HOST": origin.partition("//")[2]}
            answer: Any = phone.get(link.removeprefix(origin), secure=origin == SECURE)
            assert answer.resolver_match.view_name == opened
            if answer.status_code == 302:
                answer = phone.get(answer.url)
            assert answer.status_code == 200, (name, link)


def test_where_no_address_is_known_each_of_these_pages_says_so(
    world: World, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "lan_addresses", list)
    for name, html in pages(world, [*CODES, "scoring:member-account"]):
        assert read_codes(html) == [], name
        assert WARNING in html, name
    # As compose.yaml sets it. A link for this computer is better than none.
    settings.SITE_ADDRESSES = ["http://localhost:8000"]
    for name, html in pages(world, ["scoring:invitation", "scoring:share", "league:league-edit"]):
        assert "writes one into SITE_ADDRESSES" in html, name
        assert '<a href="http://localhost:8000/' in html, name


SPECTATORS = ("bracket", "table-list", "television", "places", "awards", "print-tables")


def test_spectators_find_the_list_of_tables_from_every_print_and_the_television(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "lan_addresses", lambda: [LAPTOP])
    Tournament.objects.update(public=True)
    link = f"{ORIGIN}/t/{world.tournament.pk}/"
    shown = dict(pages(world, [f"league:{name}" for name in SPECTATORS]))
    assert len(shown) == len(SPECTATORS)
    for name, html in shown.items():
        assert link in read_codes(html), name
        # As one types it.
        assert f"<strong>{LAPTOP}:8000/t/{world.tournament.pk}</strong>" in html, name
    phone = Client(REMOTE_ADDR=TABLET, HTTP_HOST=f"{LAPTOP}:8000")
    answer: Any = phone.get(link.removeprefix(ORIGIN))
    assert answer.resolver_match.view_name == "league:table-list"
    assert answer.status_code == 200
