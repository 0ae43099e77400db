"""What is answered to who asks for news: how little it costs, and that it is the same for all."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.models import Club, Game
from scoring.sheets.services.seats import seat_rename
from tests.factories import ANN, make_game, new_key, play
from tests.litany import ClientOf
from tests.page import Page, asks_again

pytestmark = pytest.mark.django_db


@pytest.fixture
def watched(game: Game) -> str:
    play(game, 12, 0, 45, 9)
    return reverse("scoring:watch", args=[game.watch_key])


@pytest.mark.parametrize(
    ("who", "page", "queries"),
    [
        ("nobody", "watch", 1),
        ("organizer", "watch", 1),
        ("nobody", "sheet", 1),
        # Who asks: the tablet; or the session, the account and its club.
        ("tablet", "sheet", 2),
        ("organizer", "sheet", 4),
        ("tablet", "result", 2),
    ],
)
@pytest.mark.values_differ
def test_who_has_seen_it_costs_one_query(
    client_of: ClientOf, club: Club, game: Game, who: str, page: str, queries: int
) -> None:
    club.shown = Club.Shown.GAMES
    club.save()
    play(game, 12, 0, 45, 9)
    if page == "result":
        Game.objects.filter(pk=game.pk).update(finished_at=game.started_at)
    client = client_of(who)
    key = game.watch_key if page == "watch" else game.code
    address = reverse(f"scoring:{page}", args=[key])
    answer = client.get(address)
    news = f"{address}?seen={answer.context['seen']}" if page == "result" else asks_again(answer)
    with CaptureQueriesContext(connection) as asked:
        assert client.get(news).status_code == 204
    assert len(asked) == queries


def test_it_is_the_same_for_everybody(client_of: ClientOf, watched: str) -> None:
    news = asks_again(client_of("nobody").get(watched)).replace("seen=", "seen=x")
    organizer = client_of("organizer")
    organizer.cookies["django_language"] = "de"
    answers = [
        client_of("nobody").get(news),
        organizer.get(news),
        client_of("nobody").get(news, headers={"accept-language": "de"}),
    ]
    assert len({answer.content for answer in answers}) == 1
    for answer in answers:
        assert answer.status_code == 200
        assert not answer.cookies
        assert "Vary" not in answer.headers
        assert answer.headers["Cache-Control"].startswith("public, max-age=0, s-maxage=1, ")
        assert "csrf" not in answer.content.decode()


def test_each_language_has_an_address_of_its_own(watched: str) -> None:
    client = Client(headers={"accept-language": "de"})
    news = asks_again(client.get(watched))
    assert "for-all=de" in news
    german = Client().get(news.replace("seen=", "seen=x"))
    assert "Bob führt mit 0" in Page(german).text
    assert german.headers["Content-Language"] == "de"


def test_a_cache_asks_by_its_mark(watched: str, game: Game) -> None:
    client = Client()
    news = asks_again(client.get(watched)).replace("seen=", "seen=x")
    mark = client.get(news).headers["ETag"]
    assert client.get(news, headers={"if-none-match": mark}).status_code == 304
    play(game, 0, 1, 2, 3)
    answer = client.get(news, headers={"if-none-match": mark})
    assert answer.status_code == 200
    assert answer.headers["ETag"] != mark


def test_what_a_permission_decides_is_in_no_cache(
    client_of: ClientOf, club: Club, game: Game
) -> None:
    play(game, 12, 0, 45, 9)
    now = reverse("scoring:sheet-now", args=[game.code])
    assert client_of("tablet").get(now).headers["Cache-Control"] == "private, no-store"
    # Asked for as for everybody, it is what a stranger sees: nothing.
    hidden = client_of("organizer").get(now, {"for-all": "en"})
    assert (hidden.status_code, hidden.headers["Cache-Control"]) == (404, "private, no-store")
    club.shown = Club.Shown.GAMES
    club.names = "initials"
    club.save()
    player = game.seats.select_related("player")[0].player
    shown = client_of("organizer").get(now, {"for-all": "en"})
    assert shown.headers["Cache-Control"].startswith("public")
    first = game.seats.all()[0].pk
    seat_rename(game=game, author=ANN, key=new_key(), seat_id=first, name="Dorothea Baker")
    shown = client_of("organizer").get(now, {"for-all": "en"})
    assert "D. B." in Page(shown).text
    assert "Dorothea" not in shown.content.decode()
    assert "Dorothea" in Page(client_of("tablet").get(now)).text, player


def test_no_language_is_no_address_for_everybody(client_of: ClientOf, game: Game) -> None:
    now = reverse("scoring:sheet-now", args=[game.code])
    answer = client_of("tablet").get(now, {"for-all": "xx"})
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "private, no-store")


def test_another_game_is_not_rendered_anew(game: Game) -> None:
    other, client = make_game(), Client()
    play(game, 12, 0, 45, 9)
    news = asks_again(client.get(reverse("scoring:watch", args=[game.watch_key])))
    play(other, 12, 0, 45, 9)
    with CaptureQueriesContext(connection) as asked:
        assert client.get(news).status_code == 204
    assert len(asked) == 1
