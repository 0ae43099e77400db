"""How often people of a stage have met, and how often they had to."""

import pytest

from league.tournaments.brackets.repeats import (
    Repeats,
    forced_by_moves,
    stage_repeats,
    unavoidable,
)
from league.tournaments.brackets.values import (
    Member,
    MovesBy,
    Round,
    Seating,
    StageCourse,
    StagePlan,
    Table,
)


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


@pytest.mark.parametrize(
    ("plan", "sizes", "least"),
    [
        # Three go up a table together and the others stay, eight times.
        (StagePlan(seating=Seating.MOVES, rounds=8, moves=(1, 1, 1)), (6,) * 8 + (5,), 7 * 52),
        (StagePlan(seating=Seating.MOVES, rounds=8, moves=(1, 0, -1)), (3,) * 9, 0),
        # By seats it is known who meets whom: after two games the same two are back together.
        (
            StagePlan(seating=Seating.MOVES, rounds=3, moves=(1,), moves_by=MovesBy.SEATS),
            (2, 2),
            2,
        ),
        # Of four the lowest goes up, the highest down, and two stay; more do at both ends.
        (StagePlan(seating=Seating.LOWEST, rounds=2, movers=1), (4, 4, 4), 3 + 1 + 3),
        (StagePlan(seating=Seating.LOWEST, rounds=2, movers=3), (4, 4, 4), 0),
        (StagePlan(seating=Seating.SWISS, rounds=5), (4, 4), 0),
    ],
)
def test_what_a_rule_of_movement_makes_sure_of(plan, sizes, least):
    assert forced_by_moves(plan, sizes) == least
