"""The public form: what it keeps, what it does not tell, and how a flood ends."""

from datetime import date, timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from league.models import Entrant, SignUpSent, Tournament
from league.tournaments.entrants.services import sign_ups
from league.tournaments.entrants.services.sign_ups import sign_up, sign_up_closed
from scoring.models import Player
from scoring.refusals import Refusal
from tests.league.factories import EntrantFactory, TournamentFactory
from tests.scoring.sheets.services.test_at_once import at_once

pytestmark = pytest.mark.django_db

MAY = date(1944, 5, 31)


@pytest.fixture
def tournament() -> Tournament:
    return TournamentFactory(sign_up=True)


def send(tournament: Tournament, name: str, address: str = "192.0.2.1", **details: Any) -> None:
    sign_up(tournament=tournament, name=name, details=details, address=address)


def names(tournament: Tournament) -> list[str]:
    return list(tournament.entrants.order_by("pk").values_list("name", flat=True))


def test_an_entry_waits_without_a_number_or_a_player(tournament: Tournament) -> None:
    send(tournament, " Ann  Lee ", born=MAY, gender="woman", community="Hillside", contact="555")
    entry = Entrant.objects.get()
    assert (entry.name, entry.number, entry.player, entry.source) == ("Ann Lee", None, None, "form")
    assert (entry.born, entry.gender, entry.community, entry.contact) == (
        *(MAY, "woman", "Hillside", "555"),
    )
    assert not Player.objects.exists()
    tournament.refresh_from_db()
    assert tournament.revision == 1


def test_a_namesake_is_neither_lost_nor_told(tournament: Tournament) -> None:
    EntrantFactory(tournament=tournament, name="Ann")
    for _time in range(2):
        send(tournament, "ANN", born=MAY)
    send(tournament, "Ann", born=date(1950, 1, 1))
    assert names(tournament) == ["Ann", "ANN (2)", "Ann (3)"]
    long = "x" * 40
    send(tournament, long, born=MAY)
    send(tournament, long, born=date(1950, 1, 1))
    assert names(tournament)[-2:] == [long, "x" * 36 + " (2)"]


def test_a_clock_that_was_ahead_keeps_nobody_out(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sign_ups, "SENT_AN_ADDRESS", 2)
    with time_machine.travel(timezone.now() + timedelta(days=1), tick=False):
        for name in ("Ann", "Bob"):
            send(tournament, name)
    send(tournament, "Cal")
    assert names(tournament) == ["Ann", "Bob", "Cal"]


def test_too_many_namesakes_are_a_flood(tournament: Tournament) -> None:
    for year in range(1930, 1939):
        send(tournament, "Ann", born=date(year, 1, 1))
    with pytest.raises(Refusal, match=r"Too many entries were sent just now."):
        send(tournament, "Ann", born=date(1940, 1, 1))
    assert len(names(tournament)) == 9


@pytest.mark.parametrize(
    ("name", "details", "said"),
    [
        ("", {}, "Type the name"),
        ("x" * 41, {}, "room for 40 letters"),
        ("Ann", {"born": date(2999, 1, 1)}, "is still to come"),
        ("Ann", {"contact": "x" * 121}, "room for 120 letters"),
        ("Ann", {"gender": "<b>"}, "Choose woman or man"),
    ],
)
def test_what_cannot_be_is_said(
    tournament: Tournament, name: str, details: dict[str, Any], said: str
) -> None:
    with pytest.raises(Refusal, match=said):
        send(tournament, name, **details)
    assert not Entrant.objects.exists()
    # A slip is not counted against an address.
    assert not SignUpSent.objects.exists()


def test_one_address_sends_so_many_an_hour(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sign_ups, "SENT_AN_ADDRESS", 2)
    monkeypatch.setattr(sign_ups, "SENT_IN_ALL", 3)
    for name in ("Ann", "Bob"):
        send(tournament, name)
    with pytest.raises(Refusal, match=r"Too many entries were sent just now."):
        send(tournament, "Cal")
    send(TournamentFactory(sign_up=True), "Cal")
    send(tournament, "Cal", address="192.0.2.2")
    with pytest.raises(Refusal):
        send(tournament, "Dot", address="192.0.2.3")
    with time_machine.travel(timezone.now() + timedelta(minutes=61), tick=False):
        send(tournament, "Dot")
    # What is older than an hour is forgotten.
    assert SignUpSent.objects.count() == 1
    assert names(tournament) == ["Ann", "Bob", "Cal", "Dot"]


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ({}, ""),
        ({"cancelled_at": timezone.now()}, "is cancelled"),
        ({"began_at": timezone.now()}, "has begun"),
        ({"began_at": timezone.now(), "ended_at": timezone.now()}, "is over"),
        ({"most_entrants": 2}, "All places are taken."),
        ({"most_entrants": 3}, ""),
    ],
)
def test_the_form_closes(tournament: Tournament, rules: dict[str, Any], said: str) -> None:
    EntrantFactory.create_batch(2, tournament=tournament)
    EntrantFactory(tournament=tournament, withdrawn_at=timezone.now())
    Tournament.objects.filter(pk=tournament.pk).update(**rules)
    tournament.refresh_from_db()
    assert said in sign_up_closed(tournament)
    assert (sign_up_closed(tournament) == "") == (said == "")
    if said:
        with pytest.raises(Refusal, match=said):
            send(tournament, "Zoe")
        assert "Zoe" not in names(tournament)


@pytest.mark.parametrize("limit", ["MOST_WAITING", "MOST_ROWS"])
def test_a_flood_leaves_room_for_the_director(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    monkeypatch.setattr(sign_ups, limit, 2)
    for name in ("Ann", "Bob"):
        send(tournament, name)
    with pytest.raises(Refusal, match=r"All places are taken."):
        send(tournament, "Cal")


@pytest.mark.django_db(transaction=True)
def test_two_of_a_name_send_at_once(tournament: Tournament) -> None:
    done = at_once(
        *(lambda year=year: send(tournament, "Ann", born=date(year, 1, 1)) for year in (1940, 1941))
    )
    assert done == [None, None]
    assert names(tournament) == ["Ann", "Ann (2)"]
