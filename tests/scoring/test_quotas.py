"""How much a club may write: what is over it is said, nothing is lost, and others go on."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from scoring import quotas
from scoring.accounts import club_rate
from scoring.disputes import services as dispute_services
from scoring.models import Club, ClubSize, Game, LogEntry, Player, SetAside, SheetEntry
from scoring.quotas import QuotaReached
from scoring.sheets.services import entries, games
from scoring.tablets.sync import apply as handing
from tests.factories import last_entry, make_game, play, totals
from tests.litany import ClientOf, rows
from tests.page import Page
from tests.scoring.log.test_recording import record
from tests.scoring.tablets.sync.views.test_hand_over import a_round, hand_over, outcomes

PLACES = {
    "GAMES": (games,),
    "ENTRIES": (entries,),
    "DISPUTES": (dispute_services,),
    "SET_ASIDE": (handing,),
    "SET_ASIDE_IN_CLUB": (handing,),
    "HAND_OVERS": (handing,),
}


@pytest.fixture
def at_most(monkeypatch: pytest.MonkeyPatch) -> Any:
    """`at_most(2, "GAMES")` makes a quota smaller."""

    def smaller(most: int, name: str) -> None:
        for module in PLACES[name]:
            monkeypatch.setattr(module, name, replace(getattr(quotas, name), most=most))

    return smaller


def test_games_an_hour(client_of: ClientOf, game: Game, at_most: Any) -> None:
    at_most(2, "GAMES")
    make_game()  # another club's
    make_game(game.club)
    client, url = client_of("tablet"), reverse("scoring:game-start")
    form = {"rules": "family", "set": 12, "name-0": "Una", "name-1": "Vic", "key": "k"}
    before = rows()
    page = Page(client.post(url, form))
    assert "Your club has started 2 games within an hour." in page.trouble
    assert rows() == before
    old = timezone.now() - timedelta(minutes=61)
    Game.objects.filter(pk=game.pk).update(started_at=old)
    assert client.post(url, form).status_code == 302
    # The same sent again is the same game, also where there is room for no more.
    assert client.post(url, form).status_code == 302
    assert game.club.games.count() == 3


def test_entries_an_hour_wait_on_the_tablet_and_hold_up_no_other_game(
    client_of: ClientOf, game: Game, at_most: Any
) -> None:
    at_most(2, "ENTRIES")
    play(game, 12, 0, 45, 9)
    other, client = make_game(game.club), client_of("tablet")
    one, two = a_round(game, 1, "out", 2, 3), a_round(game, 1, "out", 2, 3, number=3)
    told = hand_over(client, game, one, two)
    assert [(each["outcome"], bool(each["text"])) for each in told] == [
        ("recorded", True),
        ("later", True),
    ]
    assert "This sheet has got 2 entries within an hour." in told[1]["text"]
    assert not SetAside.objects.exists()
    assert outcomes(client, other, a_round(other, 12, "out", 45, 9)) == ["recorded"]
    # On a page of the server the sentence stands where any other would.
    url = reverse("scoring:entry-undo", args=[game.code])
    answer = client.post(url, {"seen": last_entry(game).pk, "key": "u"}, follow=True)
    assert "This sheet has got 2 entries within an hour." in Page(answer).trouble


def test_an_hour_later_they_are_taken(client_of: ClientOf, game: Game, at_most: Any) -> None:
    at_most(1, "ENTRIES")
    sending = a_round(game, 12, "out", 45, 9)
    client = client_of("tablet")
    assert outcomes(client, game, sending, a_round(game, 1, "out", 2, 3, number=2)) == [
        "recorded",
        "later",
    ]
    assert outcomes(client, game, sending) == ["already"]
    at_most(2, "ENTRIES")
    assert outcomes(client, game, a_round(game, 1, "out", 2, 3, number=2)) == ["recorded"]
    assert totals(game) == [13, 0, 47, 12]


@pytest.mark.parametrize("name", ["SET_ASIDE", "SET_ASIDE_IN_CLUB"])
def test_what_is_set_aside(client_of: ClientOf, game: Game, at_most: Any, name: str) -> None:
    """What has no room stays on the tablet, and the rounds beside it are taken."""
    at_most(1, name)
    client = client_of("tablet")
    sound = a_round(game, 12, "out", 45, 9)
    sendings = [5, {"key": "k"}, sound, a_round(game, 1, "out", 2, 3, number=9)]
    assert outcomes(client, game, *sendings) == ["refused", "later", "recorded", "later"]
    assert outcomes(client, game, *sendings) == ["refused", "later", "already", "later"]
    assert SetAside.objects.count() == 1


def test_rows_of_the_future_do_not_count(game: Game, at_most: Any) -> None:
    """A clock that was ahead for a while shuts nobody out for as long."""
    at_most(1, "GAMES")
    Game.objects.filter(pk=game.pk).update(started_at=timezone.now() + timedelta(days=3650))
    make_game(game.club)
    with pytest.raises(QuotaReached):
        make_game(game.club)


def test_disputes_of_a_game(client_of: ClientOf, game: Game, at_most: Any) -> None:
    at_most(1, "DISPUTES")
    url, client = reverse("scoring:dispute-ask", args=[game.code, "begins"]), client_of("tablet")
    url += "?first_player=Ann"
    assert client.post(url).status_code == 302
    before = rows()
    answer = client.post(url)
    assert answer.status_code == 429
    assert "This game has 1 disputes already" in Page(answer).text
    assert rows() == before
    data = {"kind": "begins", "ask": {"what": "first_player"}}
    sending = {"key": "d", "kind": "dispute", "round": 1, "data": data}
    assert outcomes(client, game, sending) == ["later"]


def test_hand_overs_an_hour(client_of: ClientOf, game: Game, at_most: Any) -> None:
    at_most(1, "HAND_OVERS")
    client = client_of("tablet")
    assert outcomes(client, game, a_round(game, 12, "out", 45, 9)) == ["recorded"]
    assert LogEntry.objects.filter(what="scoring:hand-over").count() == 1
    told = hand_over(client, game, a_round(game, 1, "out", 2, 3, number=2), 5)
    assert [each["outcome"] for each in told] == ["later", "later"]
    assert "It is sent again later." in told[0]["text"]
    assert SheetEntry.objects.count() == 1


def test_people_of_a_club(client_of: ClientOf, game: Game, settings: Any) -> None:
    """Whoever meets the limit reads what to do; those who are there play on."""
    client, url = client_of("organizer"), reverse("scoring:game-start")
    form = {"rules": "family", "set": 12, "name-0": "Ann", "name-1": "Vic", "key": "k"}
    make_game()  # another club's people do not count
    settings.CLUB_PEOPLE = 4
    before = rows()
    page = Page(client.post(url, form))
    assert "Your club has room for 4 people. Erase people who no longer come" in page.trouble
    assert rows() == before
    assert client.post(url, form | {"name-1": "Bob"}).status_code == 302
    added = client.post(reverse("league:person-add"), {"name": "Vic"})
    assert "Your club has room for 4 people." in Page(added).text
    # The operator gives this club more, and an erased person makes room.
    Club.objects.filter(pk=game.club_id).update(most_people=5)
    assert client.post(url, form).status_code == 302
    assert "room for 5" in Page(client.post(url, form | {"name-1": "Wim", "key": "l"})).trouble
    Player.objects.filter(club=game.club, name="Cal").update(erased_at=timezone.now())
    assert client.post(url, form | {"name-1": "Wim", "key": "l"}).status_code == 302
    Club.objects.filter(pk=game.club_id).update(most_people=0)
    assert client.post(url, form | {"name-1": "Xia", "key": "m"}).status_code == 302


def test_games_a_year(client_of: ClientOf, game: Game) -> None:
    Club.objects.filter(pk=game.club_id).update(most_games=1)
    client, url = client_of("tablet"), reverse("scoring:game-start")
    form = {"rules": "family", "set": 12, "name-0": "Ann", "name-1": "Bob", "key": "k"}
    page = Page(client.post(url, form))
    assert (
        "Your club has room for 1 games within a year. Ask the people who run this site"
        in page.trouble
    )
    old = timezone.now() - timedelta(days=366)
    Game.objects.filter(pk=game.pk).update(started_at=old)
    assert client.post(url, form).status_code == 302


def test_megabytes_of_a_club(client_of: ClientOf, game: Game, settings: Any) -> None:
    """Nothing new is begun where there is no room; a sheet that has begun goes on."""
    client, url = client_of("organizer"), reverse("scoring:game-start")
    form = {"rules": "family", "set": 12, "name-0": "Ann", "name-1": "Bob", "key": "k"}
    settings.CLUB_MEGABYTES = 3
    size = ClubSize.objects.create(club=game.club, bytes=3_000_000, counted_at=timezone.now())
    assert "Your club has filled its 3 MB." in Page(client.post(url, form)).trouble
    listed = SimpleUploadedFile("people.csv", b"Name\nCal Dean\n")
    answer = client.post(reverse("league:people-import"), {"file": listed})
    assert "Your club has filled its 3 MB." in Page(answer).text
    assert record(client, game).status_code == 302
    ClubSize.objects.filter(pk=size.pk).update(bytes=2_999_999)
    assert client.post(url, form).status_code == 302
    Club.objects.filter(pk=game.club_id).update(most_megabytes=2)
    assert "filled its 2 MB" in Page(client.post(url, form | {"key": "l"})).trouble


def test_looks_at_pages_of_a_club(
    client_of: ClientOf, game: Game, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One club's many looks are refused for a minute; other clubs and what is recorded go on."""
    settings.CLUB_REQUESTS = 2
    Club.objects.filter(pk=game.club_id).update(shown=Club.Shown.GAMES)
    sheet = reverse("scoring:sheet", args=[game.code])
    monkeypatch.setattr(club_rate, "RATES", club_rate.Rates())
    stranger, organizer = client_of("nobody"), client_of("organizer")
    assert [stranger.get(sheet).status_code, organizer.get(sheet).status_code] == [200, 200]
    for client in (stranger, organizer):
        refused = client.get(sheet)
        assert refused.status_code == 429
        assert refused["Retry-After"] == "60"
        assert "Wait a minute" in Page(refused).text
    assert record(organizer, game).status_code == 302
    assert client_of("stranger").get("/").status_code == 200
