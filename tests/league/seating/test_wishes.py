"""Cases that cannot be planned, each refused by name with the least change that would work."""

from typing import Any

import pytest

from league.case_words import case_words
from league.seating.case import Case, WishedSizes
from league.seating.errors import CaseError
from league.seating.planner import plan
from tests.league.seating.checking import check, checked, players, still

ELEVEN: dict[str, Any] = {"players": players(11), "tables": (4, 4, 3), "rounds": 3, "seconds": 0.05}

REFUSED = [
    ({"players": ()}, "Nobody is there: a table needs at least 2 people. Add two or more."),
    (
        {"players": ("Ann",), "tables": (1,)},
        "Ann is the only one, and a table needs at least 2 people. Add one more.",
    ),
    (
        {"tables": (4, 4, 2, 1)},
        "Table 4 has only one seat, and nobody plays alone. Give it 2 seats or more, or leave it "
        "out.",
    ),
    ({"tables": (4, 4)}, "11 people do not fit 8 seats. Seats to add, or people to leave out: 3."),
    (
        {"tables": (4, 4, 4)},
        "11 people do not fill 12 seats. Seats to take away, or people to add: 1.",
    ),
    (
        {"tables": WishedSizes(6, 6, 6)},
        "11 people cannot sit at tables of exactly 6. 6 or 12 people can. "
        "Or allow tables of 5 or 11.",
    ),
    (
        {"players": ("Ann", "Ann", *players(9))},
        "Twice in the list of players: Ann. Leave one out, or tell them apart.",
    ),
    (
        {"apart": (("p0", "Zoe"),)},
        "apart: not among the players: Zoe. Add the name, or leave it out of apart.",
    ),
    (
        {"met": (("Yan", "Zoe"),)},
        "met: not among the players: Yan and Zoe. Add the name, or leave it out of met.",
    ),
    (
        {"together": (("p0", "p0"),)},
        "together: p0 is in one list twice: leave one out.",
    ),
    (
        {"apart": (("p1", "p2"),), "together": (("p1", "p3"), ("p3", "p2"))},
        "p1 and p2 are to sit apart, and also together: drop one of these wishes. Together: p1 "
        "and p3. Together: p3 and p2.",
    ),
    (
        {"fixed": {"p0": 1, "p1": 1}, "apart": (("p0", "p1"),)},
        "p0 and p1 are to sit apart, and also together: drop one of these wishes. Both at table "
        "1: p0 and p1.",
    ),
    (
        {"fixed": {"p0": 3, "p1": 2}, "together": (("p0", "p5"), ("p5", "p1"))},
        "p0 is fixed at table 3 and p1 at table 2, but they are to sit together: fix both at "
        "one table, or drop one of these wishes. Together: p0 and p5. Together: p5 and p1.",
    ),
    (
        {"fixed": {"p0": 3, "p1": 3, "p2": 3, "p3": 3}},
        "Table 3 has 3 seats, but 4 are to sit there: p0, p1, p2 and p3. Move 1 of them to another "
        "table, or give it 4 seats.",
    ),
    (
        {"fixed": {"p0": 3, "p1": 3}, "together": (("p1", "p2", "p3"),)},
        "Table 3 has 3 seats, but 4 are to sit there: p0, p1, p2 and p3. Move 1 of them to another "
        "table, or give it 4 seats.",
    ),
    (
        {"fixed": {"p0": 4}},
        "p0 is fixed at table 4, but the tables are numbered 1 to 3: give one of these.",
    ),
    (
        {"together": (("p0", "p1", "p2", "p3", "p4"),)},
        "p0, p1, p2, p3 and p4 are to sit together, 5 people, but the largest table has 4 seats: "
        "let 1 of them sit elsewhere, or lay a table of 5.",
    ),
    (
        {"apart": (("p0", "p1", "p2"), ("p0", "p3"), ("p1", "p3"), ("p2", "p3"))},
        "p0, p1, p2 and p3 are all to sit apart from each other, 4 of them, but there are only 3 "
        "tables: drop the wish for two of them, or lay another table.",
    ),
    (
        {"together": (("p0", "p1", "p2"), ("p3", "p4", "p5"), ("p6", "p7", "p8"), ("p9", "p10"))},
        "In game 1 the wishes cannot all be kept. It can be seated if these sit apart: p0, p1 and "
        "p2.",
    ),
    (
        {"fixed": {"p0": 1, "p1": 2, "p2": 3}, "apart": (("p9", "p0"), ("p9", "p1"), ("p9", "p2"))},
        "In game 1 the wishes cannot all be kept. It can be seated if these may meet: p9 and p0.",
    ),
    (
        {"played": ((("p0", "p1"), ("p1", "p2")),)},
        "p1 sits at two places in game 1, which is played: leave one out.",
    ),
    (
        {"rounds": 1, "played": ((("p0", "p1"),), (("p0", "p1"),))},
        "2 games are played already, and the day has 1: plan 2 games or more.",
    ),
    (
        {"absent": dict.fromkeys(players(10), (2,))},
        "Game 2 has one person alone: a table needs at least 2 people. Leave the game out.",
    ),
    ({"absent": {"p1": (4,)}}, "absent: p1 cannot be absent in game 4 of 3."),
    (
        {"players": players(500), "tables": (5,) * 100},
        "500 people and 3 games are more than can be planned at once: 400 people and 3 games can.",
    ),
    (
        {"players": players(320), "tables": (4,) * 80, "rounds": 60},
        "320 people and 60 games are more than can be planned at once: 320 people and 50 games "
        "can.",
    ),
]


@pytest.mark.parametrize(("change", "sentence"), REFUSED, ids=lambda value: str(value)[:40])
def test_a_case_that_cannot_be_planned_is_refused_in_a_sentence(change, sentence):
    with pytest.raises(CaseError) as refused:
        plan(Case(**(ELEVEN | change)), still)
    assert str(refused.value) == sentence
    # An application says the same from the parts.
    assert case_words(refused.value) == sentence


def test_a_whole_table_of_fixed_people_is_no_clash():
    fixed = {"p0": 3, "p1": 3, "p2": 3}
    found = checked(Case(**(ELEVEN | {"fixed": fixed})))
    assert found.least_repeats >= 6


def test_wishes_that_just_fit_are_kept():
    wishes = {
        "together": (("p0", "p1", "p2"), ("p3", "p4"), ("p4", "p5"), ("p6", "p7")),
        "apart": (("p0", "p3"), ("p6", "p0"), ("p9", "p10")),
        "fixed": {"p8": 2, "p6": 2},
    }
    checked(Case(**(ELEVEN | wishes)))


def test_groups_change_tables_with_others():
    """Three couples and nine others: a couple that never moved would meet the same people."""
    couples = (("p0", "p1"), ("p2", "p3"), ("p4", "p5"))
    found = checked(Case(players(16), (4, 4, 4, 4), 4, seconds=0.5, together=couples))
    assert found.least_repeats == 9
    assert found.repeats <= 15


def test_many_people_apart_are_seated_or_refused_soon():
    """Each is apart from half or a third of the others: hard to see, and never without end."""
    names = players(40)
    for step in (2, 3):
        apart = tuple((a, b) for i, a in enumerate(names) for b in names[i + 1 :: step])
        case = Case(names, (4,) * 10, 2, 0.05, apart=apart)
        try:
            found = plan(case, still)
        except CaseError as error:
            said = str(error)
        else:
            check(case, found)
            continue
        assert said.endswith("and it can be seated.")


def test_what_is_refused_with_one_wish_too_many_is_planned_without():
    """The sentence tells the truth: with just that wish dropped, there is a plan."""
    fixed = {"p0": 1, "p1": 2, "p2": 3}
    case = Case(**(ELEVEN | {"fixed": fixed, "apart": (("p9", "p1"), ("p9", "p2"))}))
    found = checked(case)
    assert all("p9" in tables[0] for tables in found.rounds)
