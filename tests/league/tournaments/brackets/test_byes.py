"""Byes at tables that cannot seat everybody: who has them, and what they count."""

from dataclasses import replace
from fractions import Fraction

import pytest

from league.seating.errors import CaseError
from league.standings.results import Key
from league.tournaments.brackets.certainty import spans_of
from league.tournaments.brackets.counting import counts
from league.tournaments.brackets.forecast import forecast
from league.tournaments.brackets.ranking import stage_places
from league.tournaments.brackets.rounds import seat_next
from league.tournaments.brackets.seat_changes import (
    SeatDeed,
    TableChange,
    effects,
    seats_changed,
)
from league.tournaments.brackets.values import (
    Round,
    Seating,
    SeatScore,
    Sizes,
    StageCourse,
    StageMeasure,
    StagePlan,
    Table,
)

from .courses import changed, members

TWOS = StagePlan(seating=Seating.SWISS, sizes=Sizes(2, 2, 2), rounds=5)
BY_PLACES = replace(TWOS, measure=StageMeasure.PLACES, place_points=(3, 1))
PEOPLE = "abcdefghijk"


def played(course: StageCourse) -> StageCourse:
    """The stage with one game more, in which each one scores the number of the seed."""
    at = seat_next(course, seed=1, seconds=0.05)
    seed = {member.key: member.seed for member in course.field}
    lines = {
        (at.number, key): SeatScore(key, seed[key]) for table in at.tables for key in table.seats
    }
    return replace(course, rounds=(*course.rounds, at), lines={**course.lines, **lines})


def test_the_lowest_who_has_had_none_sits_out_each_game() -> None:
    course = StageCourse(TWOS, members(*PEOPLE))
    for _game in range(5):
        course = played(course)
    # Whoever scores most is lowest, but for those who have had a bye.
    assert [at.byes for at in course.rounds] == [("k",), ("j",), ("i",), ("h",), ("g",)]


def test_nobody_has_a_second_bye_while_another_has_none() -> None:
    course = StageCourse(replace(TWOS, sizes=Sizes(3, 3, 3)), members(*"abcde"))
    for _game in range(4):
        course = played(course)
    had = [set(at.byes) for at in course.rounds]
    assert had == [{"d", "e"}, {"b", "c"}, had[2], had[3]]
    assert "a" in had[2]


def test_a_planned_game_is_planned_for_those_who_play_it() -> None:
    """A plan for the same four in all games to come put a couple together twice in a row."""
    course = StageCourse(replace(TWOS, seating=Seating.PLANNED, rounds=6), members(*"abcde"))
    met: set[frozenset[Key]] = set()
    for _game in range(6):
        course = played(course)
        pairs = [frozenset(table.seats) for table in course.rounds[-1].tables]
        one, *others = sorted(frozenset().union(*pairs), key=str)
        ways = [
            {frozenset({one, other}), frozenset(others) - {other}} for other in others
        ]  # all three ways to part four people into couples
        assert len(met & set(pairs)) == min(len(met & way) for way in ways)
        met |= set(pairs)


def test_a_withdrawal_leaves_an_odd_number_that_can_play_on() -> None:
    course = played(StageCourse(TWOS, members(*PEOPLE, "l")))
    course = replace(course, field=changed(course.field, "c", out=True))
    assert seat_next(course, seed=1, seconds=0.05).byes == ("l",)


def test_one_game_alone_gives_no_byes() -> None:
    with pytest.raises(CaseError, match="11 people cannot sit at tables of exactly 2"):
        seat_next(StageCourse(replace(TWOS, rounds=1), members(*PEOPLE)), seed=1)


def by_hand(plan: StagePlan, *rounds: tuple[dict[str, int], tuple[str, ...]]) -> StageCourse:
    """A stage of a, b and c: each round one table with its totals, and who has a bye."""
    return StageCourse(
        plan,
        members(*"abc"),
        tuple(
            Round(number, (Table(1, tuple(table)),), byes)
            for number, (table, byes) in enumerate(rounds, 1)
        ),
        {
            (number, key): SeatScore(key, total)
            for number, (table, _byes) in enumerate(rounds, 1)
            for key, total in table.items()
        },
    )


def test_a_bye_counts_the_average_of_the_other_games() -> None:
    course = by_hand(
        TWOS,
        ({"a": 30, "b": 10}, ("c",)),
        ({"a": 20, "c": 7}, ("b",)),
        ({"b": 5, "c": 9}, ("a",)),
    )
    values = {key: score.value for key, score in counts(course).items()}
    assert values == {"a": 75, "b": Fraction(45, 2), "c": 24}
    assert [place.key for place in stage_places(course)] == ["b", "c", "a"]
    # Two more games at no points would still make the average of the bye less.
    assert spans_of(course)["a"].best == 50 + 50 / Fraction(4)


def test_a_bye_counts_a_first_place_where_places_count() -> None:
    course = by_hand(BY_PLACES, ({"a": 30, "b": 10}, ("c",)))
    listed = [(place.key, place.place, place.value) for place in stage_places(course)]
    assert listed == [("b", 1, Fraction(3)), ("c", 1, Fraction(3)), ("a", 3, Fraction(1))]
    # As a tie-break points are averaged, and who has played none has none.
    assert counts(course)["c"].points == 0


def test_the_forecast_says_how_many_sit_out() -> None:
    (stage,) = forecast([TWOS], 11)
    assert (stage.sizes, stage.byes, stage.players) == ((2,) * 5, 1, 11)
    (stage,) = forecast([replace(TWOS, sizes=Sizes(4, 4, 5))], 11)
    assert (stage.sizes, stage.byes) == ((5, 5), 1)
    assert forecast([TWOS], 12)[0].byes == 0


def test_who_has_a_bye_can_play_for_another_who_has_it_then() -> None:
    course = by_hand(TWOS, ({"a": 0, "b": 0}, ("c",)))
    course = replace(course, lines={})
    after = seats_changed(course, TableChange(SeatDeed.REPLACE, "a", "c"), ())
    assert (after.rounds[0].tables[0].seats, after.rounds[0].byes) == (("c", "b"), ("a",))
    assert effects([course], after).freed == ("a",)
    gone = replace(course, field=changed(course.field, "a", out=True))
    after = seats_changed(gone, TableChange(SeatDeed.REPLACE, "a", "c"), ())
    assert (after.rounds[0].tables[0].seats, after.rounds[0].byes) == (("c", "b"), ())


def test_whom_all_others_have_left_at_a_table_gets_a_bye() -> None:
    course = replace(by_hand(TWOS, ({"a": 0, "b": 0}, ())), lines={})
    course = replace(course, field=changed(course.field, "a", out=True))
    after = seats_changed(course, TableChange(SeatDeed.LEAVE_OUT, "b"), ())
    assert after.rounds[0].byes == ("b",)
