"""Plans around people and tables that are locked, counted without the planner's own code."""

import json
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.seating.case import Case, Lock, WishedSizes, read_case
from league.seating.errors import CaseError
from league.seating.planner import plan
from tests.league.seating.checking import meetings, players, still

SIZES = WishedSizes(4, 3, 5)


def planned(people, rounds, *locks, **more):
    case = Case(players(people), more.pop("tables", SIZES), rounds, 0.1, locked=locks, **more)
    answer = plan(case, still)
    check(case, answer)
    return answer


def check(case, answer):
    """Everybody sits once, whoever is locked where the lock says, and all figures are true."""
    assert len(answer.rounds) == case.rounds
    for at, tables in enumerate(answer.rounds, 1):
        here = [name for name in case.players if at not in case.absent.get(name, ())]
        assert sorted(name for table in tables for name in table) == sorted(here)
        for lock in case.locked:
            if lock.round == at and lock.people:
                assert set(lock.people) <= set(tables[lock.table - 1])
            if lock.round == at and lock.closed:
                there = tables[lock.table - 1] if lock.table <= len(tables) else ()
                assert len(there) == len(lock.people)
    count = meetings(case, answer.rounds)
    assert answer.repeats == sum(times - 1 for times in count.values())
    assert answer.most_meetings == max(count.values(), default=0)
    assert answer.never_met == sum(
        frozenset(pair) not in count for pair in combinations(case.players, 2)
    )
    assert answer.least_repeats <= answer.repeats


def test_a_person_keeps_a_table_in_one_round_alone():
    locks = [Lock(2, 3, ("p0",)), Lock(2, 3, ("p7",))]
    answer = planned(16, 3, *locks)
    assert [len(table) for table in answer.rounds[1]] == [4, 4, 4, 4]


def test_a_closed_table_stays_and_its_meetings_count():
    """Four people sit together twice: six pairs meet again, which is proven and said."""
    first = ("p0", "p1", "p2", "p3")
    answer = planned(16, 3, Lock(1, 2, first, True), Lock(3, 1, first, True))
    assert set(answer.rounds[0][1]) == set(answer.rounds[2][0]) == set(first)
    assert answer.repeats >= answer.least_repeats >= 6


def test_an_earlier_plan_around_a_closed_table_is_taken_up():
    """Seven rounds of 24 without a repeat, of which one table is held fast: the rest is found."""
    people = players(24)
    first = plan(Case(people, SIZES, 7, 1.0), still)
    lock = Lock(2, 1, first.rounds[1][0], True)
    assert first.repeats == 0
    assert planned(24, 7, lock, planned=first.rounds).repeats == 0


def test_a_round_that_is_all_locked_stays_and_the_others_know_it():
    tables = [tuple(f"p{4 * table + seat}" for seat in range(4)) for table in range(4)]
    locks = [Lock(2, at, table, True) for at, table in enumerate(tables, 1)]
    answer = planned(16, 4, *locks)
    assert [set(table) for table in answer.rounds[1]] == [set(table) for table in tables]
    assert answer.repeats == 0


def test_the_table_that_was_added_is_laid_and_another_is_not():
    """Sixteen people fill four tables; who is locked at table 7 is not moved to one of these."""
    answer = planned(16, 1, Lock(1, 7, ("p0", "p1", "p2")))
    assert [len(table) for table in answer.rounds[0]] == [4, 4, 4, 0, 0, 0, 4]


def test_more_tables_than_needed_are_laid_where_people_are_locked_at_them():
    locks = [Lock(1, table, (f"p{table}",)) for table in (1, 2, 3, 4, 5)]
    assert [len(table) for table in planned(16, 1, *locks).rounds[0]] == [4, 3, 3, 3, 3]


def test_a_closed_table_is_one_of_those_that_there_are():
    closed = Lock(1, 1, ("p0", "p1", "p2", "p3"), closed=True)
    answer = planned(15, 1, closed, tables=WishedSizes(4, 3, 6, tables=3))
    assert sorted(map(len, answer.rounds[0])) == [4, 5, 6]


def test_a_table_with_more_people_than_are_wished_is_full_with_them():
    crowd = ("p0", "p1", "p2", "p3", "p4", "p5")
    assert set(planned(14, 2, Lock(2, 1, crowd)).rounds[1][0]) == set(crowd)


def test_a_lock_is_stronger_than_a_wish_and_nothing_false_is_proven():
    """Who should be apart, together or elsewhere is where the lock says, in that round alone."""
    answer = planned(
        8, 3, Lock(1, 1, ("p0", "p1", "p2")), Lock(1, 2, ("p3", "p4")),
        apart=(("p0", "p1"),), together=(("p2", "p3"),), fixed={"p4": 1},
    )  # fmt: skip
    for tables in answer.rounds[1:]:
        assert not any({"p0", "p1"} <= set(table) for table in tables)
        assert any({"p2", "p3"} <= set(table) for table in tables)
        assert "p4" in tables[0]


def test_who_sits_together_with_somebody_locked_comes_along():
    answer = planned(12, 2, Lock(2, 3, ("p0",)), together=(("p0", "p5"),))
    assert {"p0", "p5"} <= set(answer.rounds[1][2])


@pytest.mark.parametrize(
    ("locks", "sentence"),
    [
        ([Lock(1, 1, ("p0",)), Lock(1, 2, ("p0",))], "cannot sit at tables 1 and 2 in game 1."),
        ([Lock(3, 1, ("p0",))], "locked: game 3 is not one that is still to come."),
        ([Lock(1, 1, ("Zoe",))], "locked: not among the players: Zoe"),
        ([Lock(1, 1, ("p7",))], "locked: p7 is absent in game 1."),
        ([Lock(1, 2, ("p0", "p1", "p2", "p3", "p4"), True)], "In game 1, 2 people are left"),
        ([Lock(1, at, (f"p{at}",)) for at in (1, 2, 3)], "In game 1, 7 people are left"),
        ([Lock(1, 1, (), True)], "p6 is fixed at table 1, but that table is locked in game 1"),
    ],
)
def test_locks_that_leave_no_way_are_refused_in_a_sentence(locks, sentence):
    with pytest.raises(CaseError) as refused:
        planned(8, 2, *locks, absent={"p7": (1,)}, fixed={"p6": 1})
    assert sentence in str(refused.value)


def test_the_command_reads_locks_and_refuses_what_is_none():
    case = {"players": 8, "tables": {"size": 4, "least": 3, "most": 5}, "rounds": 2}
    locks = [{"round": 1, "table": 2, "people": ["p0", "p1"], "closed": False}]
    told = read_case(json.loads(json.dumps(case | {"locked": locks})))
    assert told.locked == (Lock(1, 2, ("p0", "p1")),)
    for bad in ({"round": 1}, {"round": 1, "table": 1, "who": []}, 5, locks[0] | {"closed": 1}):
        with pytest.raises(CaseError, match=r"locked: .*\.$"):
            read_case(case | {"locked": [bad]})


NAMES = st.sampled_from(players(14))
PAIRS = st.lists(st.lists(NAMES, min_size=2, max_size=2, unique=True).map(tuple), max_size=2)
LOCKS = st.lists(
    st.builds(
        Lock,
        st.integers(1, 3),
        st.integers(1, 6),
        st.lists(NAMES, max_size=5, unique=True).map(tuple),
        st.booleans(),
    ),
    max_size=5,
)


@settings(max_examples=150, deadline=None)
@given(
    people=st.integers(6, 14),
    locks=LOCKS,
    apart=PAIRS,
    together=PAIRS,
    fixed=st.dictionaries(NAMES, st.integers(1, 3), max_size=2),
    absent=st.dictionaries(NAMES, st.lists(st.integers(1, 3), max_size=1).map(tuple), max_size=2),
)
def test_any_locks_are_kept_or_refused_in_a_sentence(people, locks, apart, together, fixed, absent):
    known = set(players(people))
    taken: Counter[tuple[int, str]] = Counter()
    kept: list[Lock] = []
    for lock in locks:
        free = [name for name in lock.people if name in known and not taken[lock.round, name]]
        free = [name for name in free if lock.round not in absent.get(name, ())]
        taken.update((lock.round, name) for name in free)
        if (lock.round, lock.table) not in {(other.round, other.table) for other in kept}:
            kept.append(Lock(lock.round, lock.table, tuple(free), lock.closed))
    case = Case(
        players(people), WishedSizes(4, 2, 5), 3, 0.02, 1,
        {name: table for name, table in fixed.items() if name in known},
        tuple(pair for pair in apart if known.issuperset(pair)),
        tuple(pair for pair in together if known.issuperset(pair)),
        absent={name: rounds for name, rounds in absent.items() if name in known},
        locked=tuple(kept),
    )  # fmt: skip
    try:
        answer = plan(case, still)
    except CaseError as error:
        sentence = str(error)
    else:
        check(case, answer)
        return
    assert sentence.endswith(".")
    assert "{" not in sentence
