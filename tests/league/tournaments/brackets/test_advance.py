"""Who goes on."""

from dataclasses import replace
from fractions import Fraction

import pytest

from league.seating.errors import CaseError
from league.seating.sizes import table_sizes
from league.standings.tie_breaks import TieBreak
from league.standings.ties import TieOutcome
from league.tournaments.brackets.advance import advance, in_line, let_on, next_field
from league.tournaments.brackets.ranking import table_places
from league.tournaments.brackets.values import (
    Advance,
    Cut,
    Fill,
    Going,
    How,
    Kind,
    Level,
    Onward,
    PlayOff,
    SeatScore,
    Sizes,
    StageMeasure,
    StagePlan,
)

from .courses import changed, course, going, members

LOWEST = StagePlan(onward=Onward.TABLES, fill=Fill.FULL)
NEXT = StagePlan()
BEST = StagePlan(rounds=2, onward=Onward.BEST, count=2)


def of(people: int):
    """A stage of so many people at tables of 4 and 3: at each the first has the fewest points."""
    tables, person = [], 0
    for table, size in enumerate(table_sizes(people, 4, 3, 4)):
        tables.append({f"p{person + seat:02}": 100 * seat + table for seat in range(size)})
        person += size
    return course(LOWEST, tables)


def test_the_issue_s_37_entrants():
    stage = of(37)
    assert [len(table.seats) for table in stage.rounds[0].tables] == [4] * 7 + [3] * 3
    found = advance(stage, NEXT, visitors_go_on=False)
    assert [one.how for one in found.going] == [How.TABLE] * 10 + [How.FILL] * 2
    assert [one.table for one in found.going] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1, 2]
    assert [one.place for one in found.going] == [1] * 10 + [2] * 2
    assert (found.full, found.level) == (12, ())
    field = next_field(stage, found, NEXT)
    assert [member.seed for member in field] == list(range(1, 13))
    assert table_sizes(len(field), 4, 3, 4) == [4, 4, 4]
    found = advance(of(12), NEXT, visitors_go_on=False)
    assert [one.how for one in found.going] == [How.TABLE] * 3 + [How.FILL]


def test_the_lowest_go_before_the_best_seconds_and_these_before_a_better_third():
    stage = course(
        replace(LOWEST, fill=Fill.TO, fill_to=4),
        [{"Ann": 30, "Bob": 20, "Cid": 29}, {"Dan": 5, "Eve": 6, "Fay": 7}],
    )
    found = advance(stage, None, visitors_go_on=False)
    assert found == Advance(
        (
            Going("Dan", How.TABLE, 2, 1),
            Going("Bob", How.TABLE, 1, 1),
            Going("Eve", How.FILL, 2, 2),
            Going("Cid", How.FILL, 1, 2),
        ),
        (),
        4,
    )


def test_full_tables_are_those_of_the_next_stage():
    stage = of(20)
    for size, expected in ((2, 6), (3, 6), (4, 8), (5, 5), (6, 6), (40, 20)):
        found = advance(stage, StagePlan(sizes=Sizes(size, 2, size)), visitors_go_on=False)
        assert (len(found.going), found.full) == (expected, expected)
    for fill_to, expected in ((0, 5), (4, 5), (7, 7), (60, 20)):
        to = replace(stage, plan=replace(LOWEST, fill=Fill.TO, fill_to=fill_to))
        assert len(advance(to, NEXT, visitors_go_on=False).going) == expected
    none = replace(stage, plan=replace(LOWEST, fill=Fill.NONE, count=3))
    assert len(advance(none, NEXT, visitors_go_on=False).going) == 15
    assert len(advance(stage, None, visitors_go_on=False).going) == 5
    assert advance(replace(stage, plan=NEXT), None, visitors_go_on=True) == Advance(())


def test_visitors_and_withdrawn_are_passed_over():
    stage = course(LOWEST, [{"Ann": 30, "Bob": 20, "Cid": 40}, {"Dan": 5, "Eve": 6, "Fay": None}])
    field = changed(changed(stage.field, "Bob", visitor=True), "Dan", out=True)
    stage = replace(stage, plan=replace(LOWEST, fill=Fill.NONE), field=field)
    assert going(advance(stage, NEXT, visitors_go_on=False)) == ["Eve", "Ann"]
    assert going(advance(stage, NEXT, visitors_go_on=True)) == ["Eve", "Bob"]
    assert [one.place for one in advance(stage, NEXT, visitors_go_on=False).going] == [2, 2]
    full = replace(stage, plan=LOWEST)
    assert going(advance(full, NEXT, visitors_go_on=False)) == ["Eve", "Ann", "Cid"]
    assert advance(full, NEXT, visitors_go_on=False).full == 3
    everybody = replace(stage, plan=replace(LOWEST, onward=Onward.ALL))
    assert going(advance(everybody, NEXT, visitors_go_on=False)) == [
        "Eve", "Bob", "Ann", "Cid", "Fay",
    ]  # fmt: skip
    best = replace(stage, plan=replace(BEST, rounds=1, count=3))
    assert going(advance(best, NEXT, visitors_go_on=False)) == ["Eve", "Ann", "Cid"]
    assert [one.place for one in advance(best, NEXT, visitors_go_on=False).going] == [1, 3, 4]
    everybody = replace(stage, field=changed(field, *(one.key for one in field), out=True))
    assert advance(everybody, NEXT, visitors_go_on=False) == Advance(())


def test_level_at_two_tables_and_for_the_best_of_the_rest_at_once():
    stage = course(
        replace(LOWEST, fill=Fill.TO, fill_to=6, count=1),
        [
            {"Ann": 10, "Bob": 10, "Cid": 40},
            {"Dan": 5, "Eve": 30, "Fay": 31},
            {"Gus": 8, "Hal": 8, "Ida": 8},
            {"Jim": 7, "Kay": 31, "Lou": 99},
        ],
    )
    five = replace(stage, plan=replace(stage.plan, fill_to=5))
    found = advance(five, NEXT, visitors_go_on=False)
    assert going(found) == ["Dan", "Jim"]
    assert [(one.keys, one.places) for one in found.level] == [
        (("Ann", "Bob"), 1), (("Gus", "Hal", "Ida"), 1),
    ]  # fmt: skip
    # One place is left, and one of Gus, Hal and Ida will have it: nobody else can.
    assert found.full == 5
    with pytest.raises(CaseError, match="2 people are level for 1 places: decide that first"):
        next_field(stage, found, NEXT)


def test_nobody_is_asked_who_is_first_where_all_who_are_level_go_on():
    """Who loses of Ann and Bob is the best second but one; Gus, Hal and Ida have all room too."""
    stage = course(
        replace(LOWEST, fill=Fill.TO, fill_to=9),
        [
            {"Ann": 10, "Bob": 10, "Cid": 40},
            {"Dan": 5, "Eve": 30, "Fay": 31},
            {"Gus": 8, "Hal": 8, "Ida": 8},
            {"Jim": 7, "Kay": 31, "Lou": 99},
        ],
    )
    found = advance(stage, NEXT, visitors_go_on=False)
    # Kay was second at her table with 31, Fay third at hers.
    assert going(found) == ["Dan", "Jim", "Gus", "Hal", "Ida", "Ann", "Bob", "Eve", "Kay"]
    assert [one.how for one in found.going[2:7]] == [How.EITHER] * 5
    assert [one.keys for one in found.idle] == [("Ann", "Bob"), ("Gus", "Hal", "Ida")]
    assert (found.level, found.full) == ((), 9)
    # Of Gus, Hal and Ida one is a third, who comes after all seconds.
    for people, level in (
        (7, [("Gus", "Hal", "Ida")]),
        (6, [("Ann", "Bob"), ("Gus", "Hal", "Ida")]),
    ):
        fewer = replace(stage, plan=replace(stage.plan, fill_to=people))
        assert [one.keys for one in advance(fewer, NEXT, visitors_go_on=False).level] == level
    # Eve has as little as who loses of Ann and Bob, and one of them stays behind.
    lines = {**stage.lines, (1, "Eve"): SeatScore("Eve", 10)}
    equal = replace(stage, plan=replace(stage.plan, fill_to=7), lines=lines)
    waiting = advance(equal, NEXT, visitors_go_on=False).level
    assert [one.keys for one in waiting] == [("Ann", "Bob"), ("Gus", "Hal", "Ida")]


def test_who_comes_next_where_somebody_leaves_after_the_stage():
    stage = course(
        LOWEST,
        [
            {"Ann": 10, "Bob": 50, "Cid": 60},
            {"Dan": 5, "Eve": 30, "Fay": 31},
            {"Gus": 8, "Hal": 40, "Ida": 55},
        ],
    )
    there = set(going(advance(stage, NEXT, visitors_go_on=False)))
    assert there == {"Dan", "Gus", "Ann", "Eve"}
    names = {member.key for member in stage.field}
    # Dan's place at the table stays, so that Fay is no second.
    line = in_line(stage, False, among=names - there - {"Cid"})
    assert line == [("Hal",), ("Bob",), ("Fay",), ("Ida",)]
    lines = {**stage.lines, (1, "Bob"): SeatScore("Bob", 40)}
    level = in_line(replace(stage, lines=lines), False, among=names - there)
    assert level[:2] == [("Bob", "Hal"), ("Fay",)]
    # By a correction Cid and Bob come first at their table, and did not go on.
    lines = {**stage.lines, (1, "Ann"): SeatScore("Ann", 99)}
    corrected = replace(stage, lines=lines)
    assert in_line(corrected, False, among=names - there)[:3] == [("Bob",), ("Hal",), ("Cid",)]
    best = replace(stage, plan=replace(BEST, rounds=1, count=2))
    line = in_line(best, False, among=names - {"Dan", "Gus"})
    assert line == [("Ann",), ("Eve",), ("Fay",), ("Hal",), ("Bob",), ("Ida",), ("Cid",)]


def test_lots_and_the_director_s_word_part_who_is_level():
    tables = [{"Ann": 10, "Bob": 10, "Cid": 10}, {"Dan": 5, "Eve": 30, "Fay": 31}]
    stage = course(replace(LOWEST, fill=Fill.NONE, count=2), tables)
    level = advance(stage, NEXT, visitors_go_on=False).level
    assert level == (Level(("Ann", "Bob", "Cid"), 2, level[0].why),)
    drawn = replace(stage, drawn=({"Ann": 2, "Bob": 3, "Cid": 1},))
    found = advance(drawn, NEXT, visitors_go_on=False)
    assert (going(found), found.level, found.full) == (["Dan", "Cid", "Ann", "Eve"], (), 4)
    some = replace(stage, drawn=({"Ann": 2, "Bob": 3},))
    assert advance(some, NEXT, visitors_go_on=False).level[0].keys == ("Ann", "Bob", "Cid")
    same = replace(stage, drawn=({"Ann": 1, "Bob": 2, "Cid": 2},))
    found = advance(same, NEXT, visitors_go_on=False)
    assert going(found) == ["Dan", "Ann", "Eve"]
    assert (found.level[0].keys, found.level[0].places) == (("Bob", "Cid"), 1)
    everybody = replace(stage, all_on=frozenset({frozenset({"Ann", "Bob", "Cid"})}))
    found = advance(everybody, NEXT, visitors_go_on=False)
    assert (len(found.going), found.full, found.level) == (5, 5, ())
    others = replace(stage, all_on=frozenset({frozenset({"Ann", "Bob"})}))
    assert advance(others, NEXT, visitors_go_on=False).level == level


def test_lots_drawn_for_another_place_do_not_touch_the_first():
    tables = [{"Ann": 10, "Bob": 10, "Cid": 40}, {"Dan": 5, "Eve": 10, "Fay": 31}]
    plan = replace(LOWEST, fill=Fill.TO, fill_to=3)
    first = {"Ann": 1, "Bob": 2}
    level = advance(course(plan, tables, drawn=(first,)), NEXT, visitors_go_on=False).level
    assert [(one.keys, one.places) for one in level] == [(("Bob", "Eve"), 1)]
    found = advance(course(plan, tables, drawn=(first, {"Bob": 1, "Eve": 2})), NEXT, False)
    assert (going(found), found.level) == (["Dan", "Ann", "Bob"], ())


LEVEL_SECONDS = course(
    replace(LOWEST, fill=Fill.TO, fill_to=4),
    [
        {"Ann": 20, "Bob": 40, "Cid": 60, "Dan": 80},
        {"Eve": 15, "Fay": (33, None, None), "Gus": (33, None, None), "Hal": 90},
    ],
    ties=(TieBreak.OUTS, TieBreak.PLAY_OFF),
)


def test_of_two_who_are_level_for_second_one_is_a_best_second() -> None:
    """The second of the other table goes on for certain, whoever wins that."""
    found = advance(LEVEL_SECONDS, NEXT, visitors_go_on=False)
    assert going(found) == ["Eve", "Ann", "Bob"]
    assert [(one.keys, one.places) for one in found.level] == [(("Fay", "Gus"), 1)]
    assert found.full == 4
    with pytest.raises(CaseError, match="2 people are level for 1 places"):
        next_field(LEVEL_SECONDS, found, NEXT)


@pytest.mark.parametrize("kind", ["play-off", "lots", "rounds won"])
def test_what_parts_two_who_are_level_for_second(kind: str) -> None:
    lines = dict(LEVEL_SECONDS.lines)
    lines |= {(1, key): SeatScore(key, 33, outs) for key, outs in (("Fay", 0), ("Gus", 2))}
    parted = {
        "play-off": replace(LEVEL_SECONDS, play_offs=(PlayOff({"Fay": 20, "Gus": 5}),)),
        "lots": replace(LEVEL_SECONDS, drawn=({"Fay": 2, "Gus": 1},)),
        "rounds won": replace(LEVEL_SECONDS, lines=lines),
    }[kind]
    found = advance(parted, NEXT, visitors_go_on=False)
    assert (set(going(found)), found.level) == ({"Ann", "Bob", "Eve", "Gus"}, ())
    if kind != "lots":
        assert [place.place for place in table_places(parted, 1, 2)] == [1, 2, 3, 4]


def test_who_is_sure_of_a_place_and_still_level_waits_with_the_other() -> None:
    """With fewer points carried Fay goes on as a third, too; Gus does only as the second."""
    field = tuple(
        replace(member, carried=Fraction(50)) if member.key == "Gus" else member
        for member in LEVEL_SECONDS.field
    )
    plan = replace(LEVEL_SECONDS.plan, fill_to=5)
    found = advance(replace(LEVEL_SECONDS, plan=plan, field=field), NEXT, visitors_go_on=False)
    assert [(one.keys, one.places) for one in found.level] == [(("Fay", "Gus"), 1)]
    assert set(going(found)) == {"Ann", "Bob", "Eve"}


def test_all_who_are_level_for_second_go_on_and_keep_nobody_back() -> None:
    word = replace(LEVEL_SECONDS, all_on=frozenset({frozenset({"Fay", "Gus"})}))
    found = advance(word, NEXT, visitors_go_on=False)
    assert (set(going(found)), found.level) == ({"Ann", "Bob", "Eve", "Fay", "Gus"}, ())
    assert found.full == 5
    assert let_on(word, NEXT, visitors_go_on=False) == word.all_on


@pytest.mark.parametrize(("people", "going_on"), [(2, 2), (6, 6), (8, 8)])
def test_nobody_is_asked_who_is_second_where_that_decides_nothing(
    people: int, going_on: int
) -> None:
    stage = replace(LEVEL_SECONDS, plan=replace(LEVEL_SECONDS.plan, fill_to=people))
    found = advance(stage, NEXT, visitors_go_on=False)
    assert (len(found.going), found.level) == (going_on, ())


def test_more_from_a_table_need_fewer_of_the_rest():
    tables = [{"Ann": 10, "Bob": 10, "Cid": 40}, {"Dan": 5, "Eve": 30, "Fay": 31}]
    stage = course(LOWEST, tables, all_on=frozenset({frozenset({"Ann", "Bob"})}))
    found = advance(stage, NEXT, visitors_go_on=False)
    assert going(found) == ["Dan", "Ann", "Bob", "Eve"]
    assert [one.how for one in found.going] == [How.TABLE] * 3 + [How.FILL]


@pytest.mark.parametrize(
    ("most", "kind", "number"), [(5, Kind.TABLES, 5), (4, Kind.TABLES, 8), (2, Kind.SINGLE, 6)]
)
def test_who_is_let_on_draws_in_others_only_where_tables_are_too_small(most, kind, number):
    """Of a final of 4 they make one of 5, and not one of 8 with three seconds."""
    tables = [{"Ann": 10, "Bob": 10}] + [
        {f"{at}{seat}": 20 + 10 * seat + at for seat in range(3)} for at in range(3)
    ]
    stage = course(LOWEST, tables, all_on=frozenset({frozenset({"Ann", "Bob"})}))
    following = StagePlan(kind=kind, sizes=Sizes(4, 3, most))
    found = advance(stage, following, visitors_go_on=False)
    assert (len(found.going), found.full, found.level) == (number, number, ())


def test_all_of_the_best_of_the_rest_who_are_level():
    tables = [{"Ann": 10, "Bob": 20}, {"Dan": 5, "Eve": 20}, {"Gus": 6, "Hal": 20}]
    stage = course(replace(LOWEST, fill=Fill.TO, fill_to=5), tables)
    found = advance(stage, NEXT, visitors_go_on=False)
    assert (going(found), found.full) == (["Dan", "Gus", "Ann"], 5)
    assert (found.level[0].keys, found.level[0].places) == (("Bob", "Eve", "Hal"), 2)
    stage = replace(stage, all_on=frozenset({frozenset({"Bob", "Eve", "Hal"})}))
    found = advance(stage, NEXT, visitors_go_on=False)
    assert (going(found)[3:], found.full) == (["Bob", "Eve", "Hal"], 6)


def test_tie_breaks_are_asked_before_anybody_waits():
    tables = [{"Ann": (10, 2, 0), "Bob": (10, 3, 0), "Cid": 40}]
    stage = course(replace(LOWEST, fill=Fill.NONE), tables, ties=(TieBreak.OUTS, TieBreak.PLAY_OFF))
    assert going(advance(stage, NEXT, visitors_go_on=False)) == ["Bob"]
    stage = course(
        replace(LOWEST, fill=Fill.NONE),
        [{"Ann": 10, "Bob": 10, "Cid": 11}],
        ties=(TieBreak.PLAY_OFF,),
    )
    waiting = advance(stage, NEXT, visitors_go_on=False).level[0]
    assert [(why.step, why.outcome) for why in waiting.why] == [
        ("play_off", TieOutcome.NOT_KNOWN), ("drawn", TieOutcome.NOT_KNOWN),
    ]  # fmt: skip
    played = replace(stage, play_offs=(PlayOff({"Ann": 12, "Bob": 0}),))
    assert going(advance(played, NEXT, visitors_go_on=False)) == ["Bob"]


def test_the_best_of_a_stage_with_a_level_cut():
    rounds = (
        [{"Ann": 10, "Bob": 10, "Cid": 10, "Dan": 3}],
        [{"Ann": 1, "Bob": 1, "Cid": 2, "Dan": 3}],
    )
    stage = course(BEST, *rounds)
    found = advance(stage, None, visitors_go_on=False)
    assert found.going == (Going("Dan", How.BEST, 0, 1),)
    assert (found.level[0].keys, found.level[0].places, found.full) == (("Ann", "Bob"), 1, 2)
    three = replace(stage, plan=replace(BEST, count=3))
    assert going(advance(three, None, visitors_go_on=False)) == ["Dan", "Ann", "Bob"]


def test_each_division_sends_its_own():
    plan = replace(LOWEST, by_division=True, fill=Fill.TO, fill_to=2)
    field = members("Ann", "Bob", "Cid", "Dan", "Eve", "Fay")
    field = changed(field, "Ann", "Bob", "Cid", group="90+")
    field = changed(field, "Dan", "Eve", "Fay", group="85-89")
    stage = course(plan, [{"Ann": 10, "Bob": 20, "Cid": 40}, {"Dan": 50, "Eve": 60, "Fay": 70}],
                   field=field)  # fmt: skip
    laid = tuple(
        replace(table, group=group)
        for table, group in zip(stage.rounds[0].tables, ("90+", "85-89"), strict=True)
    )
    stage = replace(stage, rounds=(replace(stage.rounds[0], tables=laid),))
    found = advance(stage, NEXT, visitors_go_on=False)
    assert going(found) == ["Ann", "Dan", "Bob", "Eve"]
    assert [one.group for one in found.going] == ["90+", "85-89", "90+", "85-89"]
    assert {one.group for one in next_field(stage, found, NEXT)} == {""}
    following = replace(NEXT, by_division=True)
    assert [one.group for one in next_field(stage, found, following)] == [
        "90+", "85-89", "90+", "85-89",
    ]  # fmt: skip
    best = replace(stage, plan=replace(plan, onward=Onward.BEST, count=1))
    assert going(advance(best, NEXT, visitors_go_on=False)) == ["Ann", "Dan"]


def test_points_are_carried_on():
    rounds = [{"Ann": 10, "Bob": 20, "Cid": 5}], [{"Ann": 30, "Bob": 1, "Cid": None}]
    plan = StagePlan(rounds=2, onward=Onward.ALL, carried=True)
    field = changed(members("Ann", "Bob", "Cid"), "Ann", carried=Fraction(3), club="Elm")
    stage = course(plan, *rounds, field=field)
    found = next_field(stage, advance(stage, NEXT, visitors_go_on=False), NEXT)
    # Cid left the second table without a place, and gains nothing by it.
    assert [one.key for one in found] == ["Bob", "Ann", "Cid"]
    assert [one.carried for one in found] == [21, 43, 43]
    assert found[1].club == "Elm"
    anew = replace(stage, plan=replace(plan, carried=False))
    found = next_field(anew, advance(anew, NEXT, visitors_go_on=False), NEXT)
    assert {one.carried for one in found} == {0}
    for following in (replace(NEXT, measure=StageMeasure.PLACES), replace(NEXT, kind=Kind.SINGLE)):
        with pytest.raises(CaseError, match="carried"):
            next_field(stage, advance(stage, following, visitors_go_on=False), following)


def test_who_cannot_go_on_by_table():
    stage = course(replace(LOWEST, rounds=2), [{"Ann": 10, "Bob": 20}])
    with pytest.raises(CaseError) as refused:
        advance(stage, NEXT, visitors_go_on=False)
    assert str(refused.value) == (
        "The lowest at each table can go on after one game, not after 2: play one game, or let "
        "the best of the stage go on."
    )
    with pytest.raises(CaseError, match="From an elimination nobody goes on by table"):
        advance(replace(stage, plan=replace(LOWEST, kind=Kind.SINGLE)), NEXT, visitors_go_on=False)


def test_a_play_off_of_two_whom_later_tie_breaks_left_level_parts_them():
    tables = [{"Ann": 5, "Bob": 5, "Cid": 5, "Dan": 9}, {"Eve": 1, "Fay": 2, "Gus": 3}]
    stage = course(replace(LOWEST, fill=Fill.NONE, count=1), tables)
    lines = {
        (at, key): replace(line, outs=0 if key == "Cid" else 1)
        for (at, key), line in stage.lines.items()
    }
    stage = replace(stage, lines=lines, ties=(TieBreak.PLAY_OFF, TieBreak.OUTS))
    assert [one.keys for one in advance(stage, NEXT, visitors_go_on=False).level] == [
        ("Ann", "Bob")
    ]
    parted = replace(stage, play_offs=(PlayOff({"Ann": 12, "Bob": 3}),))
    found = advance(parted, NEXT, visitors_go_on=False)
    assert (going(found), found.level) == (["Eve", "Bob"], ())


def test_a_visitor_who_stays_behind_changes_no_order_of_the_others():
    """The visitor's rounds won are not known: with him the next tie-break would part the others."""
    table = {"Ann": (10, 1, 0), "Bob": (10, 2, 3), "Cid": (10, None, 5), "Dan": (20, 0, 7)}
    stage = course(replace(BEST, rounds=1, count=2), [table])
    field = changed(stage.field, "Cid", visitor=True)
    stage = replace(stage, field=field, ties=(TieBreak.OUTS, TieBreak.LOWEST_ROUND))
    assert going(advance(stage, NEXT, visitors_go_on=True)) == ["Ann", "Bob"]
    assert going(advance(stage, NEXT, visitors_go_on=False)) == ["Bob", "Ann"]


ONE_GAME = StagePlan(onward=Onward.BEST)
TABLE = {"Ann": 5, "Bob": 20, "Cid": 20, "Dan": 70, "Eve": 90}


def test_a_percentage_is_rounded_up_and_of_all_who_began():
    for percent, number in ((1, 1), (20, 1), (21, 2), (50, 3), (100, 5)):
        plan = replace(ONE_GAME, cut=Cut.PERCENT, count=percent)
        found = advance(course(plan, [TABLE], drawn=({"Bob": 1, "Cid": 2},)), NEXT, True)
        assert going(found) == ["Ann", "Bob", "Cid", "Dan", "Eve"][:number]


def test_all_who_have_few_enough_points_go_on_and_nobody_is_level():
    plan = replace(ONE_GAME, cut=Cut.POINTS, count=20)
    found = advance(course(plan, [TABLE]), NEXT, True)
    assert going(found) == ["Ann", "Bob", "Cid"]
    assert not found.level
    assert found.full == 3


def test_where_places_count_enough_points_are_needed():
    plan = replace(
        ONE_GAME, cut=Cut.POINTS, count=3, measure=StageMeasure.PLACES, place_points=(5, 3, 1)
    )
    assert going(advance(course(plan, [{"Ann": 5, "Bob": 20, "Cid": 30}]), NEXT, True)) == [
        "Ann",
        "Bob",
    ]


def test_an_elimination_has_no_points_to_go_on_by():
    plan = replace(ONE_GAME, kind=Kind.SINGLE, cut=Cut.POINTS)
    with pytest.raises(CaseError, match="counts no points"):
        advance(course(plan), NEXT, True)


def test_of_three_thirds_who_play_off_the_last_is_a_fifth() -> None:
    """Kit, a third with more points, goes on with the best of them."""
    tables = [
        {"Ann": 1, "Bob": 2, "Cid": 5, "Dan": 5, "Eve": 5},
        {"Hal": 1, "Ida": 2, "Kit": 9},
    ]
    plan = replace(LOWEST, count=2, fill=Fill.TO, fill_to=6)
    stage = course(plan, tables, ties=(TieBreak.PLAY_OFF,))
    found = advance(stage, NEXT, visitors_go_on=False)
    assert going(found)[4:] == ["Kit"]
    assert [(one.keys, one.places) for one in found.level] == [(("Cid", "Dan", "Eve"), 1)]
    played = replace(stage, play_offs=(PlayOff({"Cid": 7, "Dan": 3, "Eve": 8}),))
    found = advance(played, NEXT, visitors_go_on=False)
    assert (going(found)[4:], found.level) == (["Dan", "Kit"], ())
    assert [place.place for place in table_places(played, 1, 1)[2:]] == [3, 4, 5]
