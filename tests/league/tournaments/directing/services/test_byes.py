"""An odd number at tables of two: somebody sits out each game, and all read what it counts."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.models import StageRound, Tournament
from league.tournaments.brackets.seat_changes import SeatDeed, TableChange
from league.tournaments.directing.selectors.director import page_of
from league.tournaments.directing.selectors.leaving import leaving_plan
from league.tournaments.directing.services.seat_changes import (
    changes_to_undo,
    seats_change,
    seats_undo,
)
from league.tournaments.display.selectors.table_list import table_list_in
from scoring.models import Club
from tests.factories import ANN
from tests.page import Page

from ...runs import begin, names_at, now, play_all, seat, table, tournament_of
from .test_leaving import leave, person

pytestmark = pytest.mark.django_db
SWISS = {"seating": "swiss", "size": 2, "least": 2, "most": 2, "rounds": 3}


@pytest.fixture
def tournament(club: Club) -> Tournament:
    """Six at three tables of two; Cal goes home after the first of three games."""
    tournament = tournament_of(club, 6, SWISS, public=True)
    begin(tournament)
    play_all(tournament)
    leave(tournament, "Cal", "withdrew")
    return tournament


def read(tournament: Tournament, page: str, *more: int) -> str:
    return Page(Client().get(reverse(f"league:{page}", args=[tournament.pk, *more]))).text


def free(tournament: Tournament, number: int) -> list[str]:
    """Who has a bye in a game."""
    snapshot = now(tournament)
    row = StageRound.objects.get(stage__tournament=tournament, number=number)
    return [snapshot.entrants[pk].name for pk in row.byes]


def test_after_a_withdrawal_the_lowest_sits_out_and_everybody_reads_so(
    tournament: Tournament,
) -> None:
    seat(tournament, 2)
    (name,) = free(tournament, 2)
    rule = "A bye counts as the average of that person's other games in this stage."
    assert f"A bye in this game: {name}. {rule}" in read(tournament, "bracket")
    assert f"{name} bye" in read(tournament, "television")
    listed = {line.name: line for line in table_list_in(now(tournament)).lines}
    assert (listed[name].bye, listed[name].table) == (True, None)
    assert "a bye in this game" in read(tournament, "table-list")
    why = read(tournament, "place-why", person(tournament, name).pk)
    assert f"A bye in game 2. {rule}" in why
    page = page_of(tournament, timezone.now())
    assert ([one.name for one in page.byes], page.without_table) == ([name], ())
    play_all(tournament)
    seat(tournament, 3)
    assert free(tournament, 3) not in ([name], [])


def test_what_leaving_does_says_that_somebody_then_sits_out(club: Club) -> None:
    tournament = tournament_of(club, 6, {**SWISS, "measure": "places", "place_points": [2, 0]})
    begin(tournament)
    plan = leaving_plan(now(tournament), person(tournament, "Cal"), "withdrew")
    assert (
        "Then 1 person has a bye in each game. "
        "A bye counts as a first place at a table: 2 points." in plan.tables
    )
    # Whom everybody at the table has left gets a bye as well.
    leave(tournament, "Cal", "withdrew")
    row = next(row for row in (table(tournament, at) for at in (1, 2, 3)) if "Cal" in names_at(row))
    (other,) = [name for name in names_at(row) if name != "Cal"]
    change = TableChange(SeatDeed.LEAVE_OUT, person(tournament, other).pk)
    line = seats_change(tournament=tournament, author=ANN, change=change, seen=None)
    assert line.text == f"{other} is alone at table {row.number}, and gets a bye."
    assert free(tournament, 1) == [other]
    # Nothing is to come from that table.
    assert [card.done for card in _cards(tournament)].count(True) == 1
    seats_undo(tournament=tournament, author=ANN, entry=line.pk)
    assert free(tournament, 1) == []


def _cards(tournament: Tournament) -> tuple:
    return page_of(tournament, timezone.now()).cards


def test_who_has_a_bye_can_take_a_seat_and_give_the_bye(tournament: Tournament) -> None:
    seat(tournament, 2)
    (name,) = free(tournament, 2)
    out = names_at(table(tournament, 1, game=2))[0]
    change = TableChange(SeatDeed.REPLACE, person(tournament, out).pk, person(tournament, name).pk)
    seats_change(tournament=tournament, author=ANN, change=change, seen=None)
    assert free(tournament, 2) == [out]
    assert name in names_at(table(tournament, 1, game=2))
    (entry,) = changes_to_undo(now(tournament))
    seats_undo(tournament=tournament, author=ANN, entry=entry.pk)
    assert (free(tournament, 2), out in names_at(table(tournament, 1, game=2))) == ([name], True)
