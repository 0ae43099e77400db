"""Plans of whole days: the known ones without a repeat, and any others counted by hand."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.seating.case import Case, WishedSizes
from league.seating.errors import CaseError
from league.seating.planner import plan
from tests.league.seating.checking import check, checked, planned, players, still

# Tables x seats in so many rounds: days without any repeat are known.
EQUAL = [
    (4, 4, 5), (5, 4, 5), (6, 4, 7), (7, 4, 9), (8, 4, 9), (9, 4, 11), (10, 4, 10), (10, 4, 12),
    (11, 4, 13), (12, 4, 13), (13, 4, 15), (16, 4, 21), (25, 4, 25), (30, 4, 10), (5, 3, 7),
    (6, 3, 8), (7, 3, 10), (8, 3, 11), (9, 3, 13), (10, 3, 14), (11, 3, 15), (12, 3, 17),
    (13, 3, 19), (5, 5, 6), (6, 5, 6), (7, 5, 7), (8, 5, 8), (9, 5, 9), (10, 5, 9), (20, 5, 12),
    (6, 6, 3), (7, 6, 7), (7, 7, 8), (8, 6, 8), (8, 8, 9), (9, 9, 10), (10, 2, 19), (40, 3, 12),
]  # fmt: skip
UNEQUAL = [
    ([4, 4, 3, 3], 4),
    ([4, 4, 4, 3, 3, 3], 5),
    ([4, 4, 4, 3, 3, 3], 7),
    ([4, 4, 4, 4, 4, 3, 3], 6),
    ([4] * 8 + [3], 8),
    ([4] * 8 + [3], 11),
    ([4] * 5 + [3], 7),
    ([3, 4, 4, 4, 4, 3], 7),
    ([4] * 11 + [3], 10),
    ([5] + [4] * 9, 10),
    ([5] * 6 + [4], 7),
    ([5, 5, 5, 4, 4], 5),
    ([4] + [3] * 6, 9),
    ([6] * 5 + [5, 5], 7),
]


@pytest.mark.parametrize(("tables", "seats", "rounds"), EQUAL)
def test_no_repeat_at_equal_tables(tables, seats, rounds):
    assert planned([seats] * tables, rounds, seconds=4).repeats == 0


@pytest.mark.parametrize(("sizes", "rounds"), UNEQUAL)
def test_no_repeat_at_unequal_tables(sizes, rounds):
    assert planned(sizes, rounds, seconds=4).repeats == 0


def test_past_the_designs_the_fewest_repeats_that_can_be():
    """A round more than a design has: the bound is reached, so both are right."""
    for sizes, rounds in (([4] * 4, 6), ([4] * 6, 10), ([5] * 5, 7), ([4] * 3, 5)):
        found = planned(sizes, rounds)
        assert found.repeats == found.least_repeats > 0


def test_every_person_once_and_figures_true_for_any_number():
    for people in (2, 3, 12, 17, 31, 47, 90, 120):
        case = Case(players(people), WishedSizes(4, 2, 5), 4, seconds=0.2)
        found = checked(case)
        assert people < 30 or found.repeats == found.least_repeats


def test_the_same_seed_gives_the_same_plan_and_another_another():
    sizes, rounds = [4, 4, 4, 3, 3], 6
    first = planned(sizes, rounds, seed=5, seconds=0.3)
    assert planned(sizes, rounds, seed=5, seconds=0.3) == first
    assert planned(sizes, rounds, seed=6, seconds=0.3).rounds != first.rounds
    assert planned([4] * 4, 5, seed=5).rounds != planned([4] * 4, 5, seed=6).rounds


def test_first_seats_are_shared_evenly():
    for sizes, rounds in (([4] * 6, 7), ([4] * 5 + [3], 6), ([5] * 5, 4)):
        found = planned(sizes, rounds)
        firsts = [table[0] for tables in found.rounds for table in tables]
        most = -(-len(firsts) // sum(sizes))
        assert max(firsts.count(name) for name in firsts) <= most


def test_small_tables_are_shared():
    """Seven rounds with six of 22 at tables of three: hardly anybody twice as often as need be."""
    found = planned([4, 4, 4, 4, 3, 3], 6)
    times = [
        sum(name in table for tables in found.rounds for table in tables if len(table) == 3)
        for name in players(22)
    ]
    assert max(times) <= 2


def test_played_rounds_stay_and_count():
    """After two rounds one left and one came; three more rounds follow for 23."""
    first = planned([4] * 5 + [3], 5)
    left = tuple(name for name in players(23) if name != "p4") + ("Ann",)
    case = Case(left, (4, 4, 4, 4, 4, 3), 5, seconds=1, played=first.rounds[:2])
    found = checked(case)
    assert found.rounds[:2] == first.rounds[:2]
    assert found.repeats == 0


def test_the_rest_of_an_earlier_plan_is_taken_up():
    """Two of 24 leave after three of seven rounds without a repeat: four such rounds remain."""
    first = planned([4] * 6, 7)
    together = next(table for table in first.rounds[0] if "p0" in table)
    gone = ("p0", next(name for name in together if name != "p0"))
    here = tuple(name for name in players(24) if name not in gone)
    case = Case(here, (4, 4, 4, 4, 3, 3), 7, 0.05, 2, played=first.rounds[:3])
    again = checked(replace(case, planned=first.rounds[3:]))
    assert again.repeats == 0
    assert checked(case).repeats > 0  # without it, the rest is hard to find


def test_a_newcomer_takes_the_empty_seat_of_an_earlier_plan():
    first = planned([4] * 5 + [3], 7)
    here = ("Ann", *players(23))
    case = Case(here, (4,) * 6, 7, 0.05, played=first.rounds[:3], planned=first.rounds[3:])
    assert checked(case).repeats == 0


def test_who_is_absent_is_not_seated():
    absent = {"p0": (1,), "p1": (1, 2), "p7": (4,)}
    found = checked(Case(players(13), WishedSizes(4, 3, 5), 4, seconds=0.3, absent=absent))
    assert [len(tables) for tables in found.rounds] == [3, 3, 3, 3]
    found = checked(Case(players(11), (3, 4, 4), 3, seconds=0.3, absent={"p2": (2,)}))
    assert [len(table) for table in found.rounds[1]] == [3, 4, 3]


def test_no_rounds_are_no_plan_but_an_answer():
    found = planned([4, 3], 0)
    assert (found.rounds, found.repeats, found.never_met) == ((), 0, 21)


def test_two_hundred_people_and_sixty_rounds():
    planned([4] * 50, 60, seconds=0.1)


def test_meetings_of_earlier_days_are_avoided():
    """16 people in four rounds, after a day of one round: the fifth round of the affine plane."""
    met = tuple(tuple(f"p{4 * table + seat}" for seat in range(4)) for table in range(4))
    assert planned([4] * 4, 4, met=met, seconds=4).repeats == 0
    found = planned([4] * 4, 5, met=met, seconds=0.2)
    assert found.least_repeats == 24 <= found.repeats


NAMES = st.sampled_from(players(12))
PAIRS = st.lists(st.lists(NAMES, min_size=2, max_size=3, unique=True).map(tuple), max_size=3)


@settings(max_examples=60, deadline=None)
@given(
    sizes=st.lists(st.integers(2, 5), min_size=1, max_size=5),
    rounds=st.integers(0, 5),
    apart=PAIRS,
    together=PAIRS,
    met=PAIRS,
    fixed=st.dictionaries(NAMES, st.integers(1, 5), max_size=3),
    absent=st.dictionaries(NAMES, st.lists(st.integers(1, 5), max_size=2).map(tuple), max_size=2),
    seed=st.integers(-3, 3),
)
def test_any_case_is_planned_truly_or_refused_in_a_sentence(
    sizes, rounds, apart, together, met, fixed, absent, seed
):
    case = Case(
        players(sum(sizes)), tuple(sizes), rounds, 0.02, seed, fixed,
        tuple(apart), tuple(together), tuple(met), (), (), absent,
    )  # fmt: skip
    try:
        found = plan(case, still)
    except CaseError as error:
        said = str(error)
    else:
        check(case, found)
        assert plan(case, still) == found
        return
    assert said.endswith(".")
    assert "{" not in said
