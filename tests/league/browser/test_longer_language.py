"""Every page in a language 40 % longer than English: nothing is cut off at any width."""

from collections.abc import Callable, Iterator

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from playwright.sync_api import BrowserContext, Page, expect

from scoring.models import Club, Membership
from tests.conftest import WIDTHS, PageErrors
from tests.factories import make_game
from tests.messages.pseudo import CODE, english_in, pseudo, pseudo_folder, site_offers_pseudo
from tests.scoring.browser.conftest import Taps
from tests.scoring.browser.test_desk import tap_answers
from tests.scoring.browser.test_tablet_dispute import open_desk, put
from tests.test_permissions import Asked, ask, own, table
from tests.world import World, make_world

__all__ = ["pseudo_folder", "site_offers_pseudo"]
pytestmark = pytest.mark.django_db(transaction=True)

# Words that their own box does not show whole, and what makes the page wider than the screen. What
# scrolls by itself, is shortened with dots or read out alone is meant so.
CUT = """() => {
  const shown = (part) => part.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const meant = (part) => part.closest(".visually-hidden, svg, .scroll, [tabindex='0'], nav.menu");
  const isCut = (part) => {
    const { overflowX, overflowY, textOverflow } = getComputedStyle(part);
    const hides = (overflow) => overflow === "hidden" || overflow === "clip";
    return (
      (hides(overflowX) && textOverflow !== "ellipsis" &&
        part.scrollWidth > part.clientWidth + 1) ||
      (hides(overflowY) && part.scrollHeight > part.clientHeight + 4)
    );
  };
  const wide = document.documentElement.scrollWidth > innerWidth;
  const parts = [...document.body.querySelectorAll("*")].filter((p) => shown(p) && !meant(p));
  const name = (part) => part.tagName + "." + part.className + ": " +
    part.textContent.trim().slice(0, 60);
  return [
    ...parts.filter((part) => part.clientWidth > 1 && isCut(part)).map(name),
    ...(wide ? parts.filter((p) => p.getBoundingClientRect().right > innerWidth + 1).map(name)
        .slice(-3).concat("wider than the screen") : []),
  ];
}"""


# What is read on the page, but for quotes in the language of their source.
READ = """() => {
  const main = document.querySelector("main").cloneNode(true);
  for (const quote of main.querySelectorAll("[lang=en], script, template")) quote.remove();
  document.querySelector("main").replaceChildren(main);
  return main.innerText;
}"""


def test_no_page_is_cut_off_in_a_longer_language(
    page: Page,
    live_server,
    site_offers_pseudo: None,
    sign_in: Callable[[BrowserContext, User], None],
) -> None:
    world = make_world()
    sign_in(page.context, world.club.memberships.get(role=Membership.Role.ORGANIZER).user)
    page.context.add_cookies(
        [{"name": settings.LANGUAGE_COOKIE_NAME, "value": CODE, "url": live_server.url}]
    )
    page.emulate_media(reduced_motion="reduce")
    cut: dict[tuple[str, int], list[str]] = {}
    for name, address in pages_of(world):
        page.goto(live_server.url + address)
        expect(page.locator("html")).to_have_attribute("lang", CODE)
        cut |= cut_on(page, name)
    assert cut == {}, "\n".join(f"{where}: {what}" for where, what in cut.items())
    # What would be cut is seen.
    page.evaluate("document.querySelector('h1').style.width = '3000px'")
    assert "wider than the screen" in page.evaluate(CUT)


def test_a_tablet_rules_in_it_without_a_network(
    signed_in_page: Page, live_server, club: Club, site_offers_pseudo: None, page_errors: PageErrors
) -> None:
    page_errors.allow("ERR_INTERNET_DISCONNECTED|Failed to fetch")
    page = signed_in_page
    page.context.add_cookies(
        [{"name": settings.LANGUAGE_COOKIE_NAME, "value": CODE, "url": live_server.url}]
    )
    game = make_game(club, rules={"base": "family", "fill": "defaults"})
    open_desk(page, live_server.url, game)
    expect(page.locator("html")).to_have_attribute("lang", CODE)
    put(page, pseudo("May I play here?"), "Cal", "Ann", "")
    answers = dict.fromkeys(("uncovered", "trains.Ann.marked"), pseudo("No"))
    tap_answers(page, Taps(page), answers)
    expect(page.locator(".ruling .answer")).to_have_text(pseudo("No"))
    assert cut_on(page, "ruling") == {}
    text = page.evaluate(READ)
    names = frozenset(game.seats.values_list("player__name", flat=True))
    assert english_in(text, names=names | {"FAM"}) == []  # of a clause


def pages_of(world: World) -> Iterator[tuple[str, str]]:
    """Each page of ours that the organizer opens, by its name and address."""
    client = world.clients["organizer"]
    for line in table():
        if "GET" not in line.methods or not own(line.name):
            continue
        answer = ask(world, client, line.name, Asked("GET", linked=True))
        if answer.status_code == 200 and b"<html" in answer.content[:200]:
            request = answer.wsgi_request
            yield line.name, request.get_full_path()


def cut_on(page: Page, name: str) -> dict[tuple[str, int], list[str]]:
    """What is cut off on a page, at each width."""
    cut = {}
    size_now = page.viewport_size
    now = size_now["width"] if size_now else 0
    # First at the width that is: at another one all is laid out and drawn anew.
    for width in sorted(WIDTHS, key=lambda width: width != now):
        page.set_viewport_size({"width": width, "height": WIDTHS[width]})
        if wrong := page.evaluate(CUT):
            cut[name, width] = wrong
    return cut
