"""The fewest repeats, as claimed and as found by trying every day that there is."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.seating.case import Case
from league.seating.errors import CaseError
from league.seating.planner import plan
from tests.league.seating.checking import check, fewest_repeats, planned, players, seatings, still

SMALL = [(3, 3), (2, 2, 2), (4, 2), (3, 2), (4, 3), (3, 2, 2), (2, 2), (4, 4), (5, 2)]
NAMES = st.sampled_from(players(4))
PAIRS = st.lists(st.lists(NAMES, min_size=2, max_size=2, unique=True).map(tuple), max_size=2)


@settings(max_examples=40, deadline=None)
@given(
    sizes=st.sampled_from(SMALL),
    rounds=st.integers(1, 4),
    apart=PAIRS,
    together=PAIRS,
    met=PAIRS,
    fixed=st.dictionaries(NAMES, st.integers(1, 2), max_size=2),
)
def test_the_bound_is_never_above_the_best_day(sizes, rounds, apart, together, met, fixed):
    case = Case(
        players(sum(sizes)), sizes, rounds, 0.3, 3, fixed, tuple(apart), tuple(together), tuple(met)
    )
    kept = seatings(case)
    if not kept:
        with pytest.raises(CaseError):
            plan(case, still)
        return
    if len(kept) ** rounds > 2000:
        return
    best = fewest_repeats(case, kept)
    found = plan(case, still)
    check(case, found)
    assert found.least_repeats <= best == found.repeats


@pytest.mark.parametrize(
    ("sizes", "rounds", "least"),
    [
        ([4] * 4, 5, 0),
        ([4] * 4, 6, 24),  # 144 meetings of 120 pairs
        ([4] * 3, 2, 3),  # four of a table at three tables
        ([3, 3], 2, 2),
        ([6] * 6, 4, 1),  # no two orthogonal Latin squares of side 6
        ([6] * 6, 3, 0),
        ([3] * 4, 5, 1),
        ([4] * 5, 6, 1),
        ([4, 3], 1, 0),
        ([5], 3, 20),
    ],
)
def test_known_bounds(sizes, rounds, least):
    assert planned(sizes, rounds, seconds=0.02).least_repeats == least


def test_who_sits_together_repeats_in_all_rounds_but_the_first():
    assert planned([4] * 4, 4, together=(("p0", "p1"),), seconds=0.1).least_repeats == 3
    met = (("p0", "p1"),)
    assert planned([4] * 4, 4, together=met, met=met, seconds=0.1).least_repeats == 4


def test_who_sits_apart_has_fewer_to_meet():
    """Six people at tables of two in five rounds meet all; with two kept apart, some meet again."""
    assert planned([2, 2, 2], 5).repeats == 0
    found = planned([2, 2, 2], 5, apart=(("p0", "p1"),), seconds=0.1)
    assert found.repeats == found.least_repeats == 2
