"""To whom a seat is offered that somebody leaves free before the first game of a stage."""

from typing import Any

import pytest
from django.utils import timezone

from league.models import Entrant, Tournament
from league.tournaments.brackets.seat_changes import SeatDeed, TableChange
from league.tournaments.directing.selectors.free_seat_offers import FreeSeats, swaps_for_free
from league.tournaments.directing.selectors.leaving import leaving_plan
from league.tournaments.directing.selectors.seat_changes import seat_change_plan, seat_facts
from league.tournaments.directing.services.stage_tables import stage_tables_start
from league.tournaments.entrants.services.presence import entrant_withdraw
from scoring.models import Club
from tests.factories import ANN
from tests.league.tournaments.runs import (
    WINNERS,
    begin,
    close,
    enter,
    names_at,
    now,
    play_all,
    table,
    tournament_of,
    type_in,
)

from ..services.test_results import correct

pytestmark = pytest.mark.django_db

BEST = {"onward": "best", "count": 4, "seating": "snake"}
FINAL = {"name": "Final", "size": 4, "least": 2, "seating": "snake"}
TOTALS = {"Ann": 1, "Bob": 2, "Cal": 3, "Dot": 4, "Eve": 5, "Fay": 6, "Gus": 6, "Hal": 8}


def final_of_four(club: Club, women: tuple[str, ...] = (), **final: Any) -> Tournament:
    """Eight people, of whom Ann, Bob, Cal and Dot are in the final; Fay and Gus are level."""
    about: dict[str, Any] = {"tie_breaks": ["play_off"], "by_gender": bool(women)}
    tournament = tournament_of(club, 8, BEST, FINAL | final, **about)
    if women:
        tournament.entrants.update(gender=Entrant.Gender.MAN)
        tournament.entrants.filter(name__in=women).update(gender=Entrant.Gender.WOMAN)
    begin(tournament)
    for number in (1, 2):
        row = table(tournament, number)
        type_in(tournament, row, *(TOTALS[name] for name in names_at(row)))
    close(tournament)
    return tournament


def withdraw(tournament: Tournament, *names: str) -> tuple[FreeSeats, ...]:
    """Let these go, and return what is offered then."""
    for name in names:
        entrant_withdraw(entrant=tournament.entrants.get(name=name), author=ANN)
    return swaps_for_free(now(tournament))


def leaving_words(tournament: Tournament, name: str) -> str:
    """What the page says to who asks what becomes of a seat."""
    entrant = tournament.entrants.get(name=name)
    return " ".join(leaving_plan(now(tournament), entrant, Entrant.Leaving.WITHDREW).tables)


def test_of_two_free_seats_one_is_offered_and_for_the_other_two_are_level(club: Club) -> None:
    tournament = final_of_four(club)
    (free,) = withdraw(tournament, "Ann")
    assert (free.following, free.level) == (("Eve",), ())
    assert leaving_words(tournament, "Bob").endswith(
        "In the order of Stage 1, Eve comes next. Roundhouse then asks you who takes the seat. "
        "Then come Fay and Gus, who are level. You choose."
    )
    (free,) = withdraw(tournament, "Bob")
    assert free.left == ("Ann", "Bob")
    assert (free.following, free.level) == (("Eve",), ("Fay", "Gus"))


def test_all_who_fit_are_offered_a_seat_though_they_are_level(club: Club) -> None:
    tournament = final_of_four(club)
    withdraw(tournament, "Ann", "Bob")
    assert (
        "Eve, Fay and Gus come next. Roundhouse then asks you who takes the seat."
        in leaving_words(tournament, "Cal")
    )
    (free,) = withdraw(tournament, "Cal")
    assert (set(free.following), free.level) == ({"Eve", "Fay", "Gus"}, ())


def test_a_seat_of_a_division_is_offered_within_it(club: Club) -> None:
    """Eve, and Fay and Gus who are level, come before Hal in the stage, and cannot sit there."""
    tournament = final_of_four(club, women=("Ann", "Bob", "Hal"), by_division=True)
    assert "Hal comes next" in leaving_words(tournament, "Ann")
    free = {seats.left: seats for seats in withdraw(tournament, "Ann", "Cal")}
    women, men = free["Ann",], free["Cal",]
    assert (women.following, women.level) == (("Hal",), ())
    assert (men.following, men.level) == (("Eve",), ())
    assert not any("these come before" in text for text in women.swaps.plans[0].sentences)
    assert women.swaps.refusals == men.swaps.refusals == ()


def test_who_plays_elsewhere_or_is_not_here_is_not_in_line(club: Club) -> None:
    tournament = final_of_four(club)
    eve = tournament.entrants.get(name="Eve")
    other = tournament_of(club, 4, {"seating": "snake"})
    other.entrants.filter(number=1).update(player=eve.player_id)
    begin(other)
    stage_tables_start(tournament=other, author=ANN)
    assert "Fay and Gus come next and are level. You choose." in leaving_words(tournament, "Ann")
    (free,) = withdraw(tournament, "Ann")
    # Neither of two who are level is proposed, and no one behind them.
    assert (free.following, free.level, free.swaps.refusals) == ((), ("Fay", "Gus"), ())
    tournament.entrants.filter(name="Fay").update(checked_in_at=None)
    (free,) = withdraw(tournament)
    assert (free.following, free.level) == (("Gus",), ())


def test_who_comes_next_at_the_table_of_who_left_is_offered_beside_the_best_of_all(
    club: Club,
) -> None:
    """Cal, the second at Bob's table, comes before Dot, the second at Ann's."""
    tournament = tournament_of(club, 8, WINNERS, FINAL)
    begin(tournament)
    type_in(tournament, table(tournament, 1), 1, 7, 8, 9)
    type_in(tournament, table(tournament, 2), 2, 3, 8, 9)
    close(tournament)
    said = "At table 1 of Stage 1, where Ann played, Dot comes next."
    best = "The place goes to the best of those who did not go on: Cal."
    assert f"{best} {said} Roundhouse then asks you" in leaving_words(tournament, "Ann")
    (free,) = withdraw(tournament, "Ann")
    assert free.at_tables.words == (said,)
    ((plan,),) = [free.at_tables.plans]
    assert plan.change.other == tournament.entrants.get(name="Dot").pk
    # Of Bob, who left table 2, Cal is both.
    (free,) = withdraw(tournament, "Bob")
    assert (free.following, free.at_tables.words) == (("Cal", "Dot"), ())


def test_only_who_stood_better_is_said_to_come_before(club: Club) -> None:
    tournament = final_of_four(club)
    withdraw(tournament, "Ann")
    snapshot = now(tournament)
    facts = seat_facts(snapshot, snapshot.begun[-1])
    people = {entrant.name: entrant.pk for entrant in tournament.entrants.all()}
    for name in ("Fay", "Gus"):
        change = TableChange(SeatDeed.REPLACE, people["Ann"], people[name])
        before = [
            text for text in seat_change_plan(facts, change).sentences if "come before" in text
        ]
        assert before == [f"In the order of Stage 1 these come before {name}: Eve."]


def test_who_is_first_at_a_table_by_a_correction_comes_next(club: Club) -> None:
    """Dot, though Cal, the second of the other table, has fewer points; as the rule there says."""
    tournament = tournament_of(club, 8, WINNERS, FINAL)
    begin(tournament)
    play_all(tournament)
    close(tournament)
    correct(tournament, 1, 99, 70, 80, 90)
    reason = "Dot comes first: by the results now, this one goes on from the table."
    assert (
        "Dot comes next. At table 2 of Stage 1, where Bob played, Cal comes next. Roundhouse then "
        f"asks you who takes the seat. {reason}" in leaving_words(tournament, "Bob")
    )
    (free,) = withdraw(tournament, "Bob")
    assert free.following == ("Dot",)
    assert free.next_words.endswith(f"Dot (table 1, place 1, 70). {reason}")
    snapshot = now(tournament)
    (_label, listed), *_others = seat_facts(snapshot, snapshot.begun[-1]).choices
    assert [text for _pk, text in listed][:2] == [
        "Dot: table 1, place 1, 70",
        "Cal: table 2, place 2, 22",
    ]


def test_the_place_in_line_is_told_as_it_is_ordered(club: Club) -> None:
    """The winner of table 1 left before the stage was closed, and whoever is third there is second.

    So too where somebody from out of the area may not go on.
    """
    stage = {**WINNERS, "fill": "none", "size": 4}
    tournament = tournament_of(club, 8, stage, FINAL, visitors_go_on=False)
    begin(tournament)
    first, other = (names_at(table(tournament, number)) for number in (1, 2))
    tournament.entrants.filter(name=other[0]).update(visitor=True)
    type_in(tournament, table(tournament, 1), 10, 20, 30, 40)
    type_in(tournament, table(tournament, 2), 15, 25, 35, 45)
    entrant_withdraw(entrant=tournament.entrants.get(name=first[0]), author=ANN)
    close(tournament)
    snapshot = now(tournament)
    (_label, listed), *_others = seat_facts(snapshot, snapshot.begun[-1]).choices
    assert [text for _pk, text in listed][:4] == [
        f"{first[2]}: table 1, place 2 of those who stay, 30",
        f"{other[2]}: table 2, place 2 of those who can go on, 35",
        f"{first[3]}: table 1, place 3 of those who stay, 40",
        f"{other[3]}: table 2, place 3 of those who can go on, 45",
    ]


def test_where_points_are_carried_on_nobody_is_promised_a_seat(club: Club) -> None:
    carries = {"onward": "all", "carried": True, "seating": "snake"}
    tournament = tournament_of(club, 8, carries, {"name": "Second", "seating": "snake"})
    begin(tournament)
    play_all(tournament)
    close(tournament)
    enter(tournament, 3, checked_in_at=timezone.now())
    assert "next" not in leaving_words(tournament, "Ann")
    assert withdraw(tournament, "Ann") == ()
