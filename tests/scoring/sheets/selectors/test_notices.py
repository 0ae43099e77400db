"""What others tell a table on its sheet."""

from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse

from scoring.models import Game
from scoring.sheets.selectors.notices import beside_entries, look_mark, notices_of
from scoring.values import Notice
from tests.litany import ClientOf
from tests.page import Page

pytestmark = pytest.mark.django_db
TOLD = [Notice("Ten minutes left.", "note", "/ask/", "Ask for help")]


def tell(game: Game) -> list[Notice]:
    return TOLD


@pytest.fixture(autouse=True)
def told(settings: Any) -> None:
    settings.SHEET_NOTICES = [f"{__name__}.tell", f"{__name__}.tell"]


def test_all_who_are_named_are_asked(game: Game) -> None:
    assert notices_of(game) == (*TOLD, *TOLD)


def test_a_look_is_another_one_when_notices_change(game: Game) -> None:
    marks = {look_mark(3, ()), look_mark(4, ()), look_mark(3, (*TOLD,)), look_mark(3, (*TOLD,) * 2)}
    assert len(marks) == 4
    assert look_mark(3, ()) == "3"
    assert look_mark(3, (Notice("x"),)) == look_mark(3, (Notice("x"),))


def button_of(client: Client, game: Game) -> list[str]:
    page = Page(client.get(reverse("scoring:sheet", args=[game.code])))
    assert "Ten minutes left." in page.text
    return [action for action in page.actions if action == "/ask/"]


def test_the_sheet_shows_them_with_a_button_for_who_may_score(
    client_of: ClientOf, game: Game
) -> None:
    assert len(button_of(client_of("tablet"), game)) == 2
    game.club.shown = game.club.Shown.GAMES
    game.club.save()
    assert button_of(client_of("nobody"), game) == []


def test_whoever_watches_is_told_without_a_button(client_of: ClientOf, game: Game) -> None:
    page = Page(client_of("nobody").get(reverse("scoring:watch", args=[game.watch_key])))
    assert "Ten minutes left." in page.text
    assert page.actions == []


def test_a_sheet_that_was_seen_is_sent_again_when_it_tells_something_new(
    client_of: ClientOf, game: Game, settings: Any
) -> None:
    client, url = client_of("tablet"), reverse("scoring:sheet-now", args=[game.code])
    seen = look_mark(0, notices_of(game), beside_entries(game))
    assert client.get(url, {"seen": seen}).status_code == 204
    settings.SHEET_NOTICES = []
    caches["parts"].clear()
    assert client.get(url, {"seen": seen}).status_code == 200
