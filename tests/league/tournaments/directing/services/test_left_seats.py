"""A correction after somebody left, and another one plays in that seat: who is one too many."""

import pytest

from league.models import Entrant, Tournament
from league.tournaments.directing.selectors.next_in_line import better_claims
from league.tournaments.directing.services.stale_seats import drift_keep, drift_redo, drift_take
from league.tournaments.display.selectors.bracket import bracket_of
from league.tournaments.entrants.services.presence import entrant_withdraw
from league.tournaments.stages.selectors.stale_seats import drift_words, drifts_of
from league.tournaments.stages.selectors.undecided import may_change_here, ways_on
from scoring.models import Club
from tests.factories import ANN
from tests.league.tournaments.runs import (
    begin,
    close,
    field_names,
    names_at,
    now,
    table,
    tournament_of,
    type_in,
)

from .test_results import correct
from .test_seat_changes import let_play
from .test_stale_seats import asked, choose, names

pytestmark = pytest.mark.django_db

WINNERS = {"onward": "tables", "fill": "full", "seating": "snake"}
FINAL = {"name": "Final", "size": 4, "least": 2, "seating": "snake"}


def first_hour(club: Club, **totals: int) -> tuple[Tournament, dict[str, int]]:
    """Ann, Bob and Cal won, and Dot is the best second with 20, before Eve with 22."""
    tournament = tournament_of(club, 12, WINNERS, FINAL)
    begin(tournament)
    points = {"Ann": 0, "Bob": 0, "Cal": 0, "Eve": 22, "Fay": 25, "Dot": 20} | totals
    seated = [names_at(table(tournament, number)) for number in (1, 2, 3)]
    for number, people in enumerate(seated, 1):
        type_in(tournament, table(tournament, number), *(points.get(n, 40) for n in people))
    close(tournament)
    assert set(field_names(tournament, 2)) == {"Ann", "Bob", "Cal", "Dot"}
    return tournament, points


def corrected(tournament: Tournament, points: dict[str, int], name: str, total: int) -> None:
    """That one has another total in the first hour."""
    points[name] = total
    for number in (1, 2, 3):
        people = names_at(table(tournament, number))
        if name in people:
            correct(tournament, number, *(points.get(other, 40) for other in people))


def leave(tournament: Tournament, name: str, *, keeps: bool = True) -> None:
    entrant_withdraw(
        entrant=tournament.entrants.get(name=name),
        author=ANN,
        how=Entrant.Leaving.WITHDREW if keeps else Entrant.Leaving.DISQUALIFIED,
        keeps=keeps,
    )


def evening(club: Club, fay: int = 18, eve: int = 22, *, keeps: bool = True) -> Tournament:
    """Ann left and Eve plays for her; then Fay has other points, so that Dot is second no more."""
    tournament, points = first_hour(club, Eve=eve)
    leave(tournament, "Ann", keeps=keeps)
    if "Ann" in names_at(table(tournament, 1, 2)):
        let_play(tournament, "Ann", "Eve")
    corrected(tournament, points, "Fay", fay)
    return tournament


def open_here(tournament: Tournament) -> set[str]:
    """Of whom pages say in the final that the director decides."""
    snapshot = now(tournament)
    keys = may_change_here(snapshot, snapshot.begun[-1])
    return {snapshot.entrants[int(key)].name for key in keys}


def test_who_comes_next_for_who_left_is_not_questioned(club: Club) -> None:
    tournament = evening(club)
    drift = asked(tournament)
    assert (names(tournament, drift.missing), names(tournament, drift.extra)) == (["Fay"], ["Eve"])
    assert open_here(tournament) == {"Fay", "Eve"}
    snapshot = now(tournament)
    assert drift_words(snapshot, drift) == ["Fay should have gone on to Final instead of Eve."]
    assert better_claims(snapshot, drift) == ["Dot now comes before Eve, who plays for Ann."]


@pytest.mark.parametrize(("goes", "there"), [("Eve", "Dot"), ("Dot", "Eve")])
def test_in_whose_seat_ever_the_right_one_plays_all_is_answered(
    club: Club, goes: str, there: str
) -> None:
    tournament = evening(club)
    let_play(tournament, goes, "Fay")
    assert not drifts_of(now(tournament))
    assert set(names_at(table(tournament, 1, 2))) == {"Bob", "Cal", "Fay", there}


def test_who_keeps_a_left_seat_is_not_said_to_play_by_choice(club: Club) -> None:
    tournament = evening(club)
    let_play(tournament, "Eve", "Fay")
    snapshot = now(tournament)
    assert ways_on(snapshot, snapshot.begun[0])[tournament.entrants.get(name="Dot").pk] == "on"


@pytest.mark.parametrize("answer", [drift_keep, drift_take])
def test_an_answer_about_a_left_seat_stands(club: Club, answer: object) -> None:
    tournament = evening(club)
    more = {"key": "a"} if answer is drift_take else {}
    choose(tournament, answer, **more)
    assert not drifts_of(now(tournament))
    kept = bracket_of(now(tournament)).columns[0].kept
    assert "Fay should have gone on to Final instead of Eve." in kept
    assert "Dot" not in kept


def test_an_answer_given_before_somebody_left_stands(club: Club) -> None:
    tournament, points = first_hour(club)
    corrected(tournament, points, "Fay", 18)
    choose(tournament, drift_keep)
    leave(tournament, "Ann")
    let_play(tournament, "Ann", "Eve")
    assert not drifts_of(now(tournament))


def test_of_two_who_are_level_for_a_left_seat_both_are_asked_about(club: Club) -> None:
    tournament, points = first_hour(club)
    leave(tournament, "Ann")
    let_play(tournament, "Ann", "Eve")
    corrected(tournament, points, "Fay", 18)
    corrected(tournament, points, "Eve", 20)
    drift = asked(tournament)
    assert (names(tournament, drift.missing), names(tournament, drift.extra)) == (["Fay"], [])
    assert open_here(tournament) == {"Fay", "Eve", "Dot"}
    assert "Dot and Eve are level for a place in Final." in drift_words(now(tournament), drift)
    choose(tournament, drift_keep)
    assert not drifts_of(now(tournament))


def test_who_may_lose_a_left_seat_while_others_are_level_is_marked(club: Club) -> None:
    tournament = evening(club, fay=20)
    assert asked(tournament).extra == ()
    assert open_here(tournament) == {"Fay", "Dot", "Eve"}


def test_who_left_without_a_place_leaves_none_to_anybody(club: Club) -> None:
    tournament = evening(club, keeps=False)
    drift = asked(tournament)
    assert (names(tournament, drift.missing), names(tournament, drift.extra)) == (["Fay"], ["Eve"])
    assert open_here(tournament) == {"Fay", "Eve"}


def anew_said(tournament: Tournament) -> str:
    """What the bracket says of the final that was seated again."""
    return bracket_of(now(tournament)).columns[1].anew


def test_who_plays_again_after_seating_again_is_not_said_to_be_out(club: Club) -> None:
    tournament = evening(club)
    choose(tournament, drift_redo, sure=True)
    assert anew_said(tournament) == (
        "The director had Final seated again, with Fay instead of Dot and Eve."
    )
    let_play(tournament, "Ann", "Dot")
    assert anew_said(tournament) == "The director had Final seated again, with Fay instead of Eve."
    let_play(tournament, "Fay", "Eve")
    assert anew_said(tournament) == "The director had Final seated again, with the same people."
    let_play(tournament, "Eve", "Gus")
    assert anew_said(tournament) == "The director had Final seated again, without Eve."
