"""Pages of the league that renew themselves: what a question costs, and that no news is missed."""

from collections.abc import Callable

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.days.selectors.links import wall_key
from league.models import GameDay, Season, Tournament
from scoring.models import Club, Game, Player
from tests.factories import play
from tests.page import asks_again
from tests.world import World, make_world

pytestmark = [pytest.mark.django_db, pytest.mark.values_differ]

PAGES: dict[str, Callable[[World], str]] = {
    "wall": lambda world: (
        f"{reverse('league:wall', args=[world.day.pk])}?hold=1&key={wall_key(world.day)}"
    ),
    "day-result": lambda world: reverse("league:day-result", args=[world.day.pk]),
    "leaderboard": lambda world: reverse("league:leaderboard", args=[world.season.pk]),
    "league": lambda world: reverse("league:league", args=[world.club.leagues.get().pk]),
    "table-list": lambda world: reverse("league:table-list", args=[world.tournament.pk]),
    "places": lambda world: reverse("league:places", args=[world.tournament.pk]),
    "place-why": lambda world: reverse(
        "league:place-why",
        args=[world.tournament.pk, world.tournament.entrants.order_by("pk")[0].pk],
    ),
    "bracket": lambda world: reverse("league:bracket", args=[world.tournament.pk]),
    "television": lambda world: (
        f"{reverse('league:television', args=[world.tournament.pk])}?hold=1"
    ),
}


def rename(_world: World) -> None:
    for player in Player.objects.all():
        player.name = f"{player.name} Z"
        player.save()


def record(world: World) -> None:
    for game in Game.objects.filter(club=world.club, finished_at=None, totals_only=False):
        play(game, *range(game.seats.count()))


DEEDS: dict[str, Callable[[World], object]] = {
    "rename": rename,
    "record": record,
    "initials": lambda world: Club.objects.filter(pk=world.club.pk).update(names="initials"),
    "cancel": lambda _world: (
        GameDay.objects.update(cancelled_at="2026-03-01T12:00:00Z"),
        Tournament.objects.update(cancelled_at="2026-03-01T12:00:00Z"),
    ),
    "guests": lambda _world: Season.objects.update(least_games=5),
}


@pytest.fixture
def world() -> World:
    made = make_world()
    Club.objects.update(shown=Club.Shown.GAMES)
    Season.objects.update(public=True)
    Tournament.objects.update(public=True)
    GameDay.objects.filter(pk=made.day.pk).update(date="2099-05-04")
    Season.objects.filter(pk=made.season.pk).update(first="2099-01-01", last="2099-12-31")
    return made


@pytest.mark.parametrize("page", PAGES)
def test_who_has_seen_it_costs_one_query_and_who_has_not_gets_the_news(
    world: World, page: str
) -> None:
    client = Client()
    news = asks_again(client.get(PAGES[page](world)))
    changes = []
    for deed in DEEDS.values():
        with CaptureQueriesContext(connection) as asked:
            answer = client.get(news)
        assert answer.status_code == 204
        assert len(asked) == 1
        before = client.get(news.replace("seen=", "seen=x")).content
        deed(world)
        answer = client.get(news)
        cache.clear()
        afresh = client.get(news.replace("seen=", "seen=x"))
        assert afresh.headers["Cache-Control"].startswith("public, ")
        assert "csrf" not in afresh.content.decode()
        if afresh.content == before:
            assert answer.status_code == 204
        else:
            changes.append(deed)
            assert answer.content == afresh.content
            news = asks_again(afresh)
        client.get(news)
    assert changes


@pytest.mark.parametrize("page", ["day", "direct"])
def test_who_is_signed_in_costs_who_it_is_besides(world: World, page: str) -> None:
    client = world.clients["organizer"]
    row = world.day if page == "day" else world.tournament
    news = asks_again(client.get(reverse(f"league:{page}", args=[row.pk])))
    client.get(news)
    with CaptureQueriesContext(connection) as asked:
        assert client.get(news).status_code == 204
    assert len(asked) == 4
