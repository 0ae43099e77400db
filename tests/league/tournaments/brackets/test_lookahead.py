"""Seats of a round that leave the later ones a way out, and limits to how often two meet."""

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from league.seating.bounds import spread_repeats
from league.seating.sizes import table_sizes
from league.tournaments.brackets.lookahead import (
    MixedStage,
    down_the_list,
    looked_ahead,
    most_meetings,
)
from league.tournaments.brackets.repeats import stage_repeats, unavoidable
from league.tournaments.brackets.rounds import seat_next
from league.tournaments.brackets.values import (
    Member,
    Seating,
    SeatScore,
    Sizes,
    StageCourse,
    StagePlan,
)
from tests.bench.bench_repeats import MIXING, played

FOURS = Sizes(4, 3, 5)


FIELDS = [
    *((seating, 12, FOURS, 3) for seating in MIXING),
    (Seating.PLANNED, 13, FOURS, 4),
    (Seating.RANDOM, 10, FOURS, 5),
    (Seating.SWISS, 12, FOURS, 5),
    (Seating.SWISS, 40, Sizes(8, 4, 8), 5),
]


@pytest.mark.parametrize(("seating", "people", "sizes", "games"), FIELDS)
def test_repeats_are_near_what_is_proven_and_spread(seating, people, sizes, games):
    """A few fields; `python -m tests.bench.bench_repeats` asks twenty, of up to 96 people."""
    tables = table_sizes(people, sizes.size, sizes.least, sizes.most)
    limit = most_meetings(tables, games)
    bound = max(unavoidable((tuple(tables),) * games), spread_repeats([tables] * games, limit))
    course, _longest = played(people, StagePlan(seating=seating, sizes=sizes, rounds=games), 1)
    repeats = stage_repeats(course)
    assert repeats.number <= 1.2 * bound
    assert max(repeats.pairs, default=1) <= limit


@pytest.mark.parametrize("seating", [Seating.SWISS, Seating.RANDOM])
@pytest.mark.parametrize(
    ("people", "size"),
    [
        (20, 4),  # A round without a repeat leaves the fifth none, unless it is planned for.
        (64, 8),  # Only the plan of all games has no repeat: none is found from its second game.
    ],
)
def test_a_whole_stage_has_no_repeat_where_one_round_after_the_other_has(seating, people, size):
    plan = StagePlan(seating=seating, sizes=Sizes(size, size, size), rounds=5)
    course, _longest = played(people, plan, 1)
    assert not stage_repeats(course).pairs


@pytest.mark.parametrize(
    ("sizes", "games", "most"),
    [
        ((4, 4, 4), 3, 2),  # Couples who always meet would save three repeats.
        ((4, 4, 4), 5, 3),  # Nobody above 2 takes 30 repeats, nobody above 3 the 24 that must be.
        ((5, 4), 3, 3),  # Nine people, and eight ways to go through three games.
        ((4,), 5, 5),  # One table: all meet in all games.
        ((4, 4, 4, 4, 4), 1, 1),
    ],
)
def test_how_often_two_may_meet(sizes, games, most):
    assert most_meetings(sizes, games) == most


def test_how_often_two_may_meet_follows_from_the_tables_that_were_played():
    # Alone, the last game is the third at two tables; the others had a third table.
    assert most_meetings((5, 4), 3, [[3, 3, 3], [4, 3, 2]]) == 2


def test_in_a_game_that_all_sat_out_nobody_met():
    assert most_meetings((4, 4), 3, [[]]) == most_meetings((4, 4), 2)


def test_rather_many_pairs_meet_once_too_often_than_one_in_all_games():
    plan = StagePlan(seating=Seating.PLANNED, sizes=Sizes(8, 6, 8), rounds=5)
    course, _longest = played(14, plan, 90317)
    assert max(stage_repeats(course).pairs) < plan.rounds


def test_nobody_meets_one_person_in_all_games_when_people_leave():
    plan = StagePlan(seating=Seating.SWISS, sizes=Sizes(4, 2, 5), rounds=5)
    for seed in range(2):
        field = tuple(Member(number, number) for number in range(1, 15))
        course = StageCourse(plan, field)
        for game in range(plan.rounds):
            course = _one_more(course, seed)
            gone = {14 - game} if game < 4 else set()
            field = tuple(replace(one, out=one.out or one.key in gone) for one in course.field)
            course = replace(course, field=field)
        met = Counter(
            pair
            for at in course.rounds
            for table in at.tables
            for pair in combinations(sorted(table.seats), 2)
        )
        assert max(met.values()) < plan.rounds


def _one_more(course: StageCourse, seed: int) -> StageCourse:
    """Seat a game, in which everybody has their number as total."""
    seated = seat_next(course, seed=seed)
    lines = {
        (seated.number, key): SeatScore(key, int(key))
        for table in seated.tables
        for key in table.seats
    }
    return replace(course, rounds=(*course.rounds, seated), lines={**course.lines, **lines})


def test_the_next_game_has_no_more_repeats_than_going_down_the_list():
    """The free plan of these has fewer in all five games, but one in the second."""
    people = list(range(34))
    tables = [tuple(people[at::6]) for at in range(6)]
    random.Random(1).shuffle(people)
    sizes = tuple(len(seats) for seats in tables)
    course = MixedStage(tuple(people), sizes, 5, (tuple(tables),))
    listed = down_the_list(course)
    assert _again(tables, listed) == 0
    assert _again(tables, looked_ahead(course, listed, seed=1, seconds=0.05)) == 0


def test_seats_with_more_repeats_now_than_the_list_are_not_kept():
    """All seats of these have as many in six games, once everybody has met everybody."""
    before = (((0, 1, 2, 3), (4, 5, 6, 7)), ((0, 1, 4, 5), (2, 3, 6, 7)))
    course = MixedStage(tuple(range(8)), (4, 4), 6, before)
    met = [seats for at in before for seats in at]
    listed, wished = down_the_list(course), [(0, 2, 4, 6), (1, 3, 5, 7)]
    assert (_again(met, listed), _again(met, wished)) == (4, 8)
    assert _again(met, looked_ahead(course, wished, seed=1, seconds=0.05)) == 4


def test_a_few_more_repeats_now_may_keep_two_from_always_meeting():
    """Eleven at tables of 8 and 3: all seats have 100 repeats in five games, spread well or not."""
    people, sizes, rounds = tuple(range(11)), (8, 3), 5
    played: tuple[tuple[tuple[int | str, ...], ...], ...] = ((people[:8], people[8:]),)
    while len(played) < rounds:
        course = MixedStage(people, sizes, rounds, played)
        seats = looked_ahead(course, down_the_list(course), seed=1, seconds=0.05)
        played = (*played, tuple(seats))
    met = Counter(pair for at in played for seats in at for pair in combinations(sorted(seats), 2))
    assert max(met.values()) == 4


def _again(before, tables):
    """How many pairs at these tables sat together before."""
    met = {frozenset(pair) for seats in before for pair in combinations(seats, 2)}
    return sum(frozenset(pair) in met for seats in tables for pair in combinations(seats, 2))


def test_the_same_seed_has_the_same_seats():
    plan = StagePlan(seating=Seating.SWISS, sizes=FOURS, rounds=3)
    assert played(9, plan, 7)[0].rounds == played(9, plan, 7)[0].rounds
