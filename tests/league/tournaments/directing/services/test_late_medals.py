"""Somebody seated late in a final: whose certain place or medal that opens again, before and after.

Three go on to the final. The third of them is in a division of her own with two who are out.
"""

from typing import Any

import pytest
from django.urls import reverse

from league.models import Entrant, Tournament
from league.tournaments.awards.selectors.medals import medals_of
from league.tournaments.awards.selectors.moved import moved_of
from league.tournaments.directing.selectors.outcome import outcome_of
from league.tournaments.directing.services.seat_changes import SeatNotAgreed
from league.tournaments.directing.services.stage_seats import late_seat
from scoring.models import Club
from tests.factories import ANN, new_key, play
from tests.league.tournaments.runs import (
    FINAL,
    WINNERS,
    begin,
    close,
    field_names,
    now,
    play_all,
    tournament_of,
)
from tests.litany import ClientOf

from .test_stage_tables import start

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(club: Club) -> Tournament:
    """A final in which a round is played, with gold and silver of a division certain."""
    tournament = tournament_of(club, 12, WINNERS, FINAL)
    people = list(tournament.entrants.order_by("seed_by_hand"))
    older = [entrant.pk for entrant in people[2:5]]
    Entrant.objects.filter(tournament=tournament).update(born="1950-01-01")
    Entrant.objects.filter(pk__in=older).update(born="1930-01-01")
    begin(tournament)
    play_all(tournament)
    close(tournament)
    play(start(tournament, 1).games[0], 0, 10, 20)
    return tournament


def out_with_silver(tournament: Tournament) -> Entrant:
    """Who is out of the final, and has a medal for certain."""
    standings, _together = outcome_of(now(tournament)).readable
    playing = field_names(tournament, 2)
    silver = [pk for pk, at in standings.items() if at.award == "silver"]
    people = [tournament.entrants.get(pk=pk) for pk in silver]
    return next(person for person in people if person.name not in playing)


def seat_late(tournament: Tournament, entrant: Entrant, **given: Any) -> None:
    late_seat(
        tournament=tournament,
        author=ANN,
        key=new_key(),
        entrant=entrant,
        table=1,
        reason="",
        **given,
    )


def test_nobody_is_seated_before_it_is_seen_whose_medal_that_opens(tournament: Tournament) -> None:
    silver = out_with_silver(tournament)
    with pytest.raises(SeatNotAgreed) as asked:
        seat_late(tournament, silver, agreed="")
    text = " ".join(asked.value.sentences)
    assert f"It is no longer certain that {silver.name} wins silver." in text, text
    assert "wins gold." in text, text
    assert silver.name not in field_names(tournament, 2)
    seat_late(tournament, silver, agreed=asked.value.mark)
    assert silver.name in field_names(tournament, 2)


def test_pages_say_whose_medal_a_late_seat_opened_and_why(tournament: Tournament) -> None:
    silver = out_with_silver(tournament)
    seat_late(tournament, silver)
    snapshot = now(tournament)
    (change,) = moved_of(snapshot, medals_of(snapshot))
    assert f"{silver.name} was seated in Final at" in change.words
    assert f"Until then {silver.name} was sure of silver." in change.people[silver.pk]
    assert any("was sure of gold." in sentence for sentence in change.lines)
    assert not change.after_end


def test_one_tap_more_seats_who_opens_a_medal(client_of: ClientOf, tournament: Tournament) -> None:
    silver = out_with_silver(tournament)
    client = client_of("organizer")
    seats = reverse("league:stage-seats", args=[tournament.pk])
    sent = {"deed": "late", "key": new_key(), "one": silver.pk, "table": 1}
    asked = client.post(seats, sent)
    assert f"no longer certain that {silver.name} wins silver" in asked.content.decode()
    assert silver.name not in field_names(tournament, 2)
    client.post(seats, {**sent, "agreed": asked.context["asked"].mark})
    assert silver.name in field_names(tournament, 2)
