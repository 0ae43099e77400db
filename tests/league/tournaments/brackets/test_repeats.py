"""How often people of a stage have met, and how often they had to."""

import pytest

from league.tournaments.brackets.repeats import Repeats, stage_repeats, unavoidable
from league.tournaments.brackets.values import Member, Round, StageCourse, StagePlan, Table


def course(*rounds, groups=None, **plan) -> StageCourse:
    """A stage of these rounds; a table is the letters of its people."""
    groups = groups or {}
    keys = sorted({key for tables in rounds for table in tables for key in table})
    return StageCourse(
        StagePlan(rounds=len(rounds), **plan),
        tuple(Member(key, at, group=groups.get(key, "")) for at, key in enumerate(keys, 1)),
        tuple(
            Round(
                number,
                tuple(
                    Table(at, tuple(table), groups.get(table[0], ""))
                    for at, table in enumerate(tables, 1)
                ),
            )
            for number, tables in enumerate(rounds, 1)
        ),
    )


@pytest.mark.parametrize(
    ("rounds", "pairs", "number", "least"),
    [
        ([["abc", "def", "ghi"], ["adg", "beh", "cfi"]], {}, 0, 0),
        ([["ab", "cd"], ["ab", "cd"], ["ab", "cd"]], {3: 2}, 4, 0),
        ([["abcd", "efgh"], ["abef", "cdgh"]], {2: 4}, 4, 4),
        # Who has left is not there to be met: three are at one table in both games.
        ([["abcd"], ["abc"]], {2: 3}, 3, 3),
    ],
)
def test_pairs_that_meet_again_and_what_is_proven(rounds, pairs, number, least):
    found = stage_repeats(course(*rounds))
    assert (found.pairs, found.number, found.least) == (pairs, number, least)
    assert found.is_least == (number == least)


def test_divisions_do_not_help_each_other():
    groups = {key: "50" if key in "abcd" else "60" for key in "abcdefgh"}
    found = stage_repeats(
        course(["abcd", "efgh"], ["abcd", "efgh"], groups=groups, by_division=True)
    )
    assert found == Repeats({2: 12}, 12)


@pytest.mark.parametrize(
    ("sizes", "games", "least"),
    [((4, 4, 4), 3, 6), ((4, 4, 4), 5, 24), ((4,), 5, 24), ((8, 8, 8), 5, 144), ((4,) * 9, 5, 0)],
)
def test_what_no_seats_avoid(sizes, games, least):
    assert unavoidable((sizes,) * games) == least
