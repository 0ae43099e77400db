"""What is said before somebody leaves: who comes to which place, and only what is certain."""

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from league.models import Tournament
from league.tournaments.awards.selectors.medals import medals_of
from league.tournaments.awards.selectors.places import callings_of, overall_lines
from league.tournaments.directing.selectors.leaving import leaving_plan
from league.tournaments.directing.services.stage_tables import stage_tables_start
from league.tournaments.entrants.services.presence import entrant_withdraw
from scoring.models import Club
from tests.factories import ANN, play
from tests.league.tournaments.directing.services.test_seat_changes import person
from tests.league.tournaments.runs import (
    WINNERS,
    begin,
    close,
    names_at,
    now,
    play_all,
    seat,
    table,
    tournament_of,
)
from tests.page import Page

pytestmark = pytest.mark.django_db
FINAL = {"name": "Final", "size": 2, "least": 2, "most": 4, "seating": "snake"}


def said(tournament: Tournament, name: str, how: str = "disqualified") -> list[str]:
    """What changes for others if somebody left without a place."""
    plan = leaving_plan(now(tournament), person(tournament, name), how)
    return [sentence for choice in plan.choices if not choice.keeps for sentence in choice.moved]


def shown(tournament: Tournament) -> dict[str, int]:
    """The places that everybody reads."""
    snapshot = now(tournament)
    lines = overall_lines(snapshot, medals_of(snapshot))
    return {line.entrant.name: line.place.place or 0 for line in lines if not line.is_open}


def test_who_comes_to_a_place_that_was_open_is_said(club: Club) -> None:
    """Of two in the last game, one has place 1 and gold as soon as the other is out."""
    pairs = {"kind": "single", "size": 2, "least": 2, "most": 2}
    tournament = tournament_of(club, 4, pairs, band_width=0, medals=True)
    begin(tournament)
    play_all(tournament)
    seat(tournament, 2)
    out, wins = names_at(table(tournament, 1, game=2))
    assert wins not in shown(tournament)
    words = said(tournament, out)
    entrant_withdraw(entrant=person(tournament, out), author=ANN, how="disqualified", keeps=False)
    assert shown(tournament)[wins] == 1
    assert f"{wins} now has place 1 and wins gold." in words


def test_who_loses_the_place_waits_for_nothing(club: Club) -> None:
    """The director decides who plays instead of Bob, who has no place whatever that is."""
    tournament = tournament_of(club, 8, WINNERS, FINAL, medals=True, band_width=0, public=True)
    begin(tournament)
    play_all(tournament)
    close(tournament)
    bob = person(tournament, "Bob")
    entrant_withdraw(entrant=bob, author=ANN, how="disqualified", keeps=False)
    snapshot = now(tournament)
    medals = medals_of(snapshot)
    (line,) = (line for line in overall_lines(snapshot, medals) if line.entrant == bob)
    assert (line.home, line.decides, line.is_open) == (True, False, True)
    (calling,) = callings_of(snapshot, medals)
    assert calling.undecided == ("Cal",)
    address = reverse("league:place-why", args=[tournament.pk, bob.pk])
    assert "no place A disqualified person wins no medal." in Page(Client().get(address)).text


def test_of_places_that_a_free_seat_can_change_nothing_is_said(club: Club) -> None:
    """Once Ann has left, any of those behind may be let play in the final."""
    tournament = tournament_of(club, 8, WINNERS, FINAL, medals=True, band_width=0)
    begin(tournament)
    play_all(tournament)
    close(tournament)
    words = said(tournament, "Ann", "withdrew")
    entrant_withdraw(entrant=person(tournament, "Ann"), author=ANN, how="withdrew", keeps=False)
    assert shown(tournament) == {}
    assert words == ["Until you decide, no page shows places and medals that this may change."]


def test_of_who_leaves_without_a_place_no_medal_is_uncertain(club: Club) -> None:
    """The box said that nobody knows who wins a gold of which it said that it is lost."""
    tournament = tournament_of(club, 8, WINNERS, FINAL, medals=True)
    tournament.entrants.filter(name__in=["Ann", "Eve"]).update(born=date(1931, 1, 1))
    begin(tournament)
    play_all(tournament)
    close(tournament)
    (game,) = stage_tables_start(tournament=tournament, author=ANN).games
    play(game, 0, 20)
    snapshot, ann = now(tournament), person(tournament, "Ann")
    won = {award.key for group in medals_of(snapshot).groups for award in group.certain_awards}
    assert ann.pk in won
    words = said(tournament, "Ann")
    assert words
    assert not [sentence for sentence in words if "certain that Ann" in sentence]
