"""Who sits where in a stage's next round."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.seating.errors import CaseError
from league.seating.sizes import table_sizes
from league.standings.results import Key
from league.standings.tie_breaks import TieBreak
from league.tournaments.brackets.ranking import stage_places
from league.tournaments.brackets.rounds import is_full, rounds_of, seat_next
from league.tournaments.brackets.seeding import snake
from league.tournaments.brackets.values import (
    Member,
    Round,
    Seating,
    SeatScore,
    Sizes,
    StageCourse,
    StageMeasure,
    StagePlan,
)

from .courses import changed, course, members

EACH = pytest.mark.parametrize("seating", list(Seating))


def stage(plan: StagePlan, people: int, clubs: int = 0) -> StageCourse:
    field = tuple(
        Member(seed, seed, club=f"club {seed % clubs}" if clubs else "")
        for seed in range(1, people + 1)
    )
    return StageCourse(plan, field)


def seated(stage: StageCourse, seed: int = 1) -> StageCourse:
    found = seat_next(stage, seed=seed, seconds=0.05)
    return replace(stage, rounds=(*stage.rounds, found))


def scored(stage: StageCourse, draw: random.Random, highest: int = 60) -> StageCourse:
    """The newest round with totals by chance."""
    newest = stage.rounds[-1]
    lines = dict(stage.lines)
    for table in newest.tables:
        for key in table.seats:
            lines[newest.number, key] = SeatScore(key, draw.randint(0, highest), draw.randint(0, 3))
    return replace(stage, lines=lines)


def played(plan: StagePlan, people: int, seed: int, clubs: int = 0, **more: Any) -> StageCourse:
    draw = random.Random(seed)
    found = replace(stage(plan, people, clubs), **more)
    while not is_full(found):
        found = scored(seated(found, seed), draw)
    return found


def repeats(rounds: Sequence[Round]) -> int:
    met = Counter(
        pair
        for at in rounds
        for table in at.tables
        for pair in combinations(sorted(table.seats), 2)
    )
    return sum(times - 1 for times in met.values())


def seats(at: Round) -> list[Key]:
    return sorted(key for table in at.tables for key in table.seats)


@EACH
@settings(max_examples=25)
@given(
    people=st.integers(2, 40),
    size=st.integers(2, 6),
    rounds=st.integers(1, 4),
    seed=st.integers(0, 99),
    apart=st.booleans(),
    gone=st.lists(st.integers(1, 40), max_size=5),
)
def test_everybody_who_is_in_sits_once_at_tables_of_the_best_sizes(
    seating, people, size, rounds, seed, apart, gone
):
    sizes = Sizes(size, 2, size + 1)
    plan = StagePlan(seating=seating, sizes=sizes, rounds=rounds, apart=apart, movers=seed % 4)
    now, draw = stage(plan, people, clubs=4), random.Random(seed)
    for number in range(1, rounds + 1):
        staying = [member.key for member in now.field if not member.out]
        try:
            expected = table_sizes(len(staying), size, 2, size + 1)
        except CaseError:
            expected = []
        if not expected:
            with pytest.raises(CaseError):
                seat_next(now, seed=seed, seconds=0.02)
            return
        found = seat_next(now, seed=seed, seconds=0.02)
        assert found.number == number
        assert seats(found) == staying
        assert sorted((len(table.seats) for table in found.tables), reverse=True) == expected
        assert [table.number for table in found.tables] == list(range(1, len(expected) + 1))
        assert found.byes == ()
        now = scored(replace(now, rounds=(*now.rounds, found)), draw)
        now = replace(now, field=changed(now.field, *gone[:number], out=True))
    assert is_full(now)
    with pytest.raises(CaseError, match="Every game of this stage is seated already"):
        seat_next(now, seed=seed)


@EACH
@pytest.mark.parametrize(
    ("people", "sizes", "tables", "sentence"),
    [
        (0, Sizes(), [], "Nobody is left to be seated: close the stage."),
        (1, Sizes(), [], "1 is alone, and nobody plays alone: at least 2 people must be here."),
        (2, Sizes(), [], "2 people cannot sit at tables of 3 to 5. 3 people can. "
                         "Or allow tables of 2."),
        (3, Sizes(), [3], ""),
        (5, Sizes(), [5], ""),
        (6, Sizes(), [3, 3], ""),
        (7, Sizes(), [4, 3], ""),
        (11, Sizes(), [4, 4, 3], ""),
        (5, Sizes(4, 4, 4), [],
         "5 people cannot sit at tables of exactly 4. 4 or 8 people can. "
         "Or allow tables of 2 or 5."),
        (300, Sizes(), [4] * 75, ""),
        (500, Sizes(), [4] * 125, ""),
    ],
)  # fmt: skip
def test_few_and_many(seating, people, sizes, tables, sentence):
    new = stage(StagePlan(seating=seating, sizes=sizes), people)
    if sentence:
        with pytest.raises(CaseError) as refused:
            seat_next(new, seed=1, seconds=0.05)
        assert str(refused.value) == sentence
    else:
        found = seat_next(new, seed=1, seconds=0.05)
        assert sorted((len(table.seats) for table in found.tables), reverse=True) == tables


def test_lots_are_drawn_anew_each_round_and_are_the_same_for_the_same_seed():
    plan = StagePlan(rounds=2)
    new = stage(plan, 12)
    assert seat_next(new, seed=5) == seat_next(new, seed=5)
    assert len({seat_next(new, seed=seed).tables[0].seats for seed in range(20)}) == 20
    first = seated(new)
    assert seat_next(first, seed=1).tables != first.rounds[0].tables


@given(st.integers(3, 60), st.integers(0, 20))
def test_snake_order_stays(people, seed):
    found = played(StagePlan(seating=Seating.SNAKE, rounds=3), people, seed).rounds
    expected = snake(range(1, people + 1), table_sizes(people, 4, 3, 5))
    for at in found:
        assert tuple(table.seats for table in at.tables) == expected


def test_in_snake_order_as_few_as_can_be_move_when_somebody_withdraws():
    plan = StagePlan(seating=Seating.SNAKE, rounds=4, sizes=Sizes(4, 3, 4))
    now = seated(stage(plan, 12))
    assert [table.seats for table in now.rounds[0].tables] == [
        (1, 6, 7, 12), (2, 5, 8, 11), (3, 4, 9, 10),
    ]  # fmt: skip
    now = seated(replace(now, field=changed(now.field, 5, out=True)))
    assert [table.seats for table in now.rounds[1].tables] == [
        (1, 6, 7, 12), (2, 8, 11), (3, 4, 9, 10),
    ]  # fmt: skip
    now = seated(replace(now, field=changed(now.field, 8, 1, out=True)))
    # Nine sit at three tables of three: one moves.
    assert [table.seats for table in now.rounds[2].tables] == [(6, 7, 12), (2, 11, 10), (3, 4, 9)]
    now = seated(replace(now, field=changed(now.field, 11, out=True)))
    # Eight sit at two tables.
    assert [table.seats for table in now.rounds[3].tables] == [(6, 7, 12, 2), (3, 4, 9, 10)]


def test_the_leaders_sit_at_table_1():
    plan = StagePlan(seating=Seating.SWISS, rounds=2, sizes=Sizes(3, 3, 3))
    now = course(
        plan,
        [{"Ann": 1, "Bob": 20, "Cid": 30}, {"Dan": 2, "Eve": 21, "Fay": 31},
         {"Gus": 3, "Hal": 22, "Ida": 32}],
    )  # fmt: skip
    assert [table.seats for table in seat_next(now, seed=1).tables] == [
        ("Ann", "Dan", "Gus"), ("Bob", "Eve", "Hal"), ("Cid", "Fay", "Ida"),
    ]  # fmt: skip


def test_places_ties_and_carried_points_order_a_swiss_round():
    plan = StagePlan(seating=Seating.SWISS, rounds=2, sizes=Sizes(2, 2, 2),
                     measure=StageMeasure.PLACES, place_points=(2, 1))  # fmt: skip
    tables = [
        {"Ann": (5, 0, 0), "Bob": 9},
        {"Cid": (5, 1, 0), "Dan": 7},
        {"Eve": (8, 2, 0), "Fay": 8},
    ]
    now = course(plan, tables, ties=(TieBreak.OUTS,))
    found = [table.seats for table in seat_next(now, seed=1).tables]
    assert found == [("Cid", "Ann"), ("Eve", "Bob"), ("Fay", "Dan")]
    field = changed(members("Ann", "Bob", "Cid", "Dan"), "Cid", "Ann", carried=Fraction(5))
    for measure, expected in (
        (StageMeasure.PLACES, [("Ann", "Cid"), ("Bob", "Dan")]),
        (StageMeasure.TOTAL, [("Bob", "Dan"), ("Ann", "Cid")]),
    ):
        new = StageCourse(replace(plan, measure=measure), field)
        assert [table.seats for table in seat_next(new, seed=1).tables] == expected


@pytest.mark.parametrize("seating", [Seating.SWISS, Seating.RANDOM, Seating.PLANNED])
@pytest.mark.parametrize(
    ("people", "sizes", "rounds", "most"),
    [
        (37, Sizes(4, 3, 4), 5, 0),
        (90, Sizes(), 5, 0),
        (96, Sizes(8, 8, 8), 4, 0),
        (20, Sizes(2, 2, 2), 8, 0),
        (25, Sizes(5, 5, 5), 2, 0),
        # Three tables of four: of four people two come from one table, each time.
        (12, Sizes(4, 4, 4), 2, 3),
        (8, Sizes(4, 4, 4), 2, 4),
    ],
)
def test_nobody_meets_again_where_that_can_be(seating, people, sizes, rounds, most):
    for seed in range(2):
        plan = StagePlan(seating=seating, sizes=sizes, rounds=rounds)
        assert repeats(played(plan, people, seed).rounds) == most


@settings(max_examples=30)
@given(st.integers(4, 8), st.integers(2, 4), st.integers(0, 99))
def test_a_second_swiss_round_has_no_more_repeats_than_the_least_of_all_seatings(
    people, size, seed
):
    plan = StagePlan(seating=Seating.SWISS, sizes=Sizes(size, 2, size), rounds=2)
    try:
        found = played(plan, people, seed)
    except CaseError:
        return
    before, here = (
        Counter(pair for table in at.tables for pair in combinations(sorted(table.seats), 2))
        for at in found.rounds
    )
    sizes = [len(table.seats) for table in found.rounds[1].tables]
    assert sum(pair in before for pair in here) == least(range(1, people + 1), sizes, before)


def least(people: Sequence[Key], sizes: Sequence[int], met: Counter[Any]) -> int:
    """The fewest pairs that meet again, over all ways to seat these people."""
    if not sizes:
        return 0
    people = list(people)
    tables = [
        (people[0], *others) for others in combinations(people[1:], sizes[0] - 1)
    ] if len(set(sizes)) == 1 else list(combinations(people, sizes[0]))  # fmt: skip
    return min(
        sum(pair in met for pair in combinations(sorted(table), 2))
        + least([each for each in people if each not in table], sizes[1:], met)
        for table in tables
    )


@pytest.mark.parametrize("seating", [Seating.RANDOM, Seating.SNAKE])
@settings(max_examples=60)
@given(
    people=st.integers(6, 60),
    size=st.integers(3, 6),
    clubs=st.lists(st.integers(0, 6), min_size=60, max_size=60),
    seed=st.integers(0, 9),
)
def test_no_club_has_more_than_its_share_at_a_table(seating, people, size, clubs, seed):
    plan = StagePlan(seating=seating, sizes=Sizes(size, 2, size + 1), apart=True, rounds=2)
    sizes = table_sizes(people, size, 2, size + 1)
    if sizes[0] - sizes[-1] > 1:
        return
    field = tuple(
        Member(number, number, club=f"club {clubs[number - 1]}" if clubs[number - 1] else "")
        for number in range(1, people + 1)
    )
    club = {member.key: member.club for member in field}
    total = Counter(club.values())
    now = StageCourse(plan, field)
    for _ in range(2):
        now = seated(now, seed)
        for table in now.rounds[-1].tables:
            for name, number in Counter(club[key] for key in table.seats).items():
                assert not name or number <= -(-total[name] // len(sizes))


def test_club_mates_are_exchanged_within_a_pass_of_the_snake():
    plan = StagePlan(seating=Seating.SNAKE, apart=True)
    field = changed(members(*range(1, 13)), 1, 6, club="Elm")
    found = seat_next(StageCourse(plan, field), seed=1)
    assert [table.seats for table in found.tables] == [(1, 5, 7, 12), (2, 6, 8, 11), (3, 4, 9, 10)]


def test_swiss_looks_after_clubs_once_nobody_meets_again():
    plan = StagePlan(seating=Seating.SWISS, rounds=3, apart=True)
    found = played(plan, 48, 3, clubs=12).rounds
    assert repeats(found) == 0
    assert not any(
        len({int(key) % 12 for key in table.seats}) < 4 for at in found for table in at.tables
    )


def test_the_lowest_of_each_table_move_to_the_table_before():
    plan = StagePlan(seating=Seating.LOWEST, rounds=2, sizes=Sizes(3, 3, 4))
    now = course(
        plan,
        [{"Ann": 1, "Bob": 9, "Cid": 5}, {"Dan": 7, "Eve": 2, "Fay": 8},
         {"Gus": (3, 0, 0), "Hal": (3, 1, 0), "Ida": 6}],
        ties=(TieBreak.OUTS,),
    )  # fmt: skip
    assert [table.seats for table in seat_next(now, seed=1).tables] == [
        ("Ann", "Eve", "Cid"), ("Dan", "Bob", "Hal"), ("Gus", "Fay", "Ida"),
    ]  # fmt: skip
    # Gus and Hal are level: the better seed moves.
    level = replace(now, ties=())
    assert [table.seats for table in seat_next(level, seed=1).tables][1] == ("Dan", "Bob", "Gus")
    two = replace(now, plan=replace(plan, movers=2))
    # At the middle table of three only one can move each way.
    assert seat_next(two, seed=1) == seat_next(now, seed=1)
    gone = replace(now, field=changed(now.field, "Dan", "Eve", "Fay", out=True))
    assert [set(table.seats) for table in seat_next(gone, seed=1).tables] == [
        {"Ann", "Cid", "Hal"}, {"Bob", "Gus", "Ida"},
    ]  # fmt: skip


@pytest.mark.parametrize("seating", [Seating.SWISS, Seating.LOWEST])
def test_results_must_be_in_where_the_next_seats_follow_from_them(seating):
    plan = StagePlan(seating=seating, rounds=2, sizes=Sizes(2, 2, 3))
    now = course(plan, [{"Ann": 1, "Bob": 9}, {"Cid": None, "Dan": None}])
    with pytest.raises(CaseError) as refused:
        seat_next(now, seed=1)
    assert str(refused.value) == (
        "Table 2 of game 1 has no result yet: who sits where next depends on it."
    )
    assert seat_next(replace(now, plan=replace(plan, seating=Seating.RANDOM)), seed=1)
    gone = replace(now, field=changed(now.field, "Cid", "Dan", out=True))
    assert seats(seat_next(gone, seed=1)) == ["Ann", "Bob"]


def test_each_division_sits_by_itself():
    plan = StagePlan(by_division=True, rounds=2)
    field = tuple(
        Member(seed, seed, group=group)
        for seed, group in enumerate(["90+"] * 3 + ["100+"] * 3 + ["women 50-54"] * 7, 1)
    )
    first = seat_next(StageCourse(plan, field), seed=1)
    assert [(table.number, table.group, len(table.seats)) for table in first.tables] == [
        (1, "90+", 3), (2, "100+", 3), (3, "women 50-54", 4), (4, "women 50-54", 3),
    ]  # fmt: skip
    assert set(first.tables[1].seats) == {4, 5, 6}
    now = scored(StageCourse(plan, field, (first,)), random.Random(1))
    left = replace(now, field=changed(field, 1, 2, 4, 5, 6, out=True))
    second = seat_next(left, seed=1)
    # One is left of a division and waits, nobody of another.
    assert second.byes == (3,)
    assert {table.group for table in second.tables} == {"women 50-54"}
    one = replace(now, field=changed(field, *range(2, 14), out=True))
    with pytest.raises(CaseError, match="1 is the last one left: close the stage"):
        seat_next(one, seed=1)
    nobody = replace(now, field=changed(field, *range(1, 14), out=True))
    with pytest.raises(CaseError, match="Nobody is left"):
        seat_next(nobody, seed=1)


def test_a_division_that_cannot_be_seated_is_named():
    plan = StagePlan(by_division=True)
    field = changed(members(*range(1, 9)), *range(1, 8), group="50-54")
    field = changed(field, 8, group="90+")
    with pytest.raises(CaseError) as refused:
        seat_next(StageCourse(plan, field), seed=1)
    assert str(refused.value) == "8 is alone in division 90+: combine it with another division."
    field = changed(field, 7, group="90+")
    with pytest.raises(CaseError) as refused:
        seat_next(StageCourse(plan, field), seed=1)
    assert str(refused.value) == (
        "90+: 2 people cannot sit at tables of 3 to 5. 3 people can. Or allow tables of 2."
    )
    assert refused.value.values["group"] == "90+"


def test_a_planned_stage_goes_on_as_planned_until_somebody_withdraws():
    # Five rounds of four tables without a repeat exist, and only a plan of all of them finds them.
    plan = StagePlan(seating=Seating.PLANNED, sizes=Sizes(4, 3, 4), rounds=5)
    found = played(plan, 16, 1)
    assert repeats(found.rounds) == 0
    gone = replace(found, rounds=found.rounds[:3], field=changed(found.field, 7, out=True))
    rest = seated(seated(gone))
    assert seats(rest.rounds[4]) == [key for key in range(1, 17) if key != 7]
    assert repeats(rest.rounds) <= 4


def test_who_left_without_a_place_stands_last_in_a_swiss_round():
    plan = StagePlan(seating=Seating.SWISS, rounds=2, sizes=Sizes(2, 2, 2))
    now = course(plan, [{"Ann": None, "Bob": 9}, {"Cid": 20, "Dan": 30}])
    assert [table.seats for table in seat_next(now, seed=1).tables] == [
        ("Bob", "Cid"), ("Dan", "Ann"),
    ]  # fmt: skip


def test_how_many_rounds():
    new = stage(StagePlan(rounds=3), 8)
    assert (rounds_of(new), is_full(new)) == (3, False)
    assert is_full(replace(new, rounds=(Round(1, ()), Round(2, ()), Round(3, ()))))


def test_seats_of_a_swiss_round_follow_the_places():
    found = played(StagePlan(seating=Seating.SWISS, rounds=3), 24, 8)
    before = replace(found, rounds=found.rounds[:2])
    place = {one.key: at for at, one in enumerate(stage_places(before))}
    for table in found.rounds[2].tables:
        assert [place[key] for key in table.seats] == sorted(place[key] for key in table.seats)
    assert place[found.rounds[2].tables[0].seats[0]] == 0
