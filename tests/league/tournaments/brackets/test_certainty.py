"""What is called certain, against every way in which open tables can still end."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, combinations_with_replacement, permutations, product
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from league.standings.results import Key
from league.standings.tie_breaks import TieBreak
from league.tournaments.brackets.advance import advance
from league.tournaments.brackets.awards import Award, awards
from league.tournaments.brackets.certainty import could_go_on, known_sides, onwards, settled
from league.tournaments.brackets.knockout import brackets
from league.tournaments.brackets.place_bounds import (
    certain_awards,
    certain_ties,
    now_of,
    place_bounds,
    place_bounds_among,
)
from league.tournaments.brackets.ranking import places
from league.tournaments.brackets.values import (
    Fill,
    How,
    Kind,
    Member,
    Onward,
    PlayOff,
    Round,
    SeatScore,
    Sizes,
    StageCourse,
    StageMeasure,
    StagePlan,
    Table,
    Uneven,
)

from .courses import changed, members
from .courses import course as course_of

# With three people at a table, these totals reach every order, level or not, before and behind
# every total that is known.
ANY = tuple(product((0, 15, 99), repeat=3))
TIES = (TieBreak.OUTS, TieBreak.FEWEST)


def a_stage(seed: int, plan: StagePlan, tables: int = 3) -> StageCourse:
    """One game of tables of three, of which the last one or two are open."""
    draw = random.Random(seed)
    keys = list(range(1, 3 * tables + 1))
    draw.shuffle(keys)
    laid = [tuple(keys[at : at + 3]) for at in range(0, len(keys), 3)]
    finished = laid[: tables - draw.randint(1, 2)]
    lines: dict[tuple[int, Key], SeatScore] = {
        (1, key): SeatScore(key, draw.choice((10, 10, 20, 30)), draw.randint(0, 1))
        for table in finished
        for key in table
    }
    round_ = Round(1, tuple(Table(at, seats) for at, seats in enumerate(laid, 1)))
    field = tuple(Member(key, key) for key in sorted(keys))
    ties = tuple(draw.sample(TIES, draw.randint(0, 2)))
    return StageCourse(plan, field, (round_,), lines, ties=ties)


def ends(course: StageCourse) -> Iterator[StageCourse]:
    """Every way in which the open tables can end."""
    tables = [t for t in course.rounds[0].tables if (1, t.seats[0]) not in course.lines]
    for totals in product(ANY, repeat=len(tables)):
        more = {
            (1, key): SeatScore(key, total)
            for table, those in zip(tables, totals, strict=True)
            for key, total in zip(table.seats, those, strict=True)
        }
        yield replace(course, lines={**course.lines, **more})


def ways_on(course: StageCourse, following: StagePlan) -> list[set[Key]]:
    """Who goes on, for every way in which open tables can end; without who is level for it."""
    return [
        {goer.key for goer in advance(end, following, visitors_go_on=True).going}
        for end in ends(course)
    ]


def test_who_has_no_total_at_a_table_that_is_in_cannot_be_one_of_the_best() -> None:
    """The bug it would catch: shown as somebody who could go on, who has no place any more."""
    course = a_stage(0, StagePlan(onward=Onward.BEST, count=2))
    left = next(table for table in course.rounds[0].tables if (1, table.seats[0]) in course.lines)
    line = course.lines[1, left.seats[0]]
    course = replace(course, lines={**course.lines, (1, line.key): replace(line, total=None)})
    certain = onwards(course, StagePlan(), visitors_go_on=True)
    assert not certain.complete
    assert line.key in certain.cannot


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    ("onward", "fill"),
    [(Onward.TABLES, Fill.FULL), (Onward.TABLES, Fill.TO), (Onward.BEST, Fill.NONE)],
)
def test_who_goes_on_for_certain(seed: int, onward: Onward, fill: Fill) -> None:
    plan = StagePlan(onward=onward, fill=fill, fill_to=5, count=1 + seed % 3 % 2)
    if onward is Onward.BEST:
        plan = replace(plan, count=2 + seed % 6)
    following = StagePlan(sizes=Sizes(4, 2, 5))
    course = a_stage(seed, plan)
    if course.ties:
        certain = onwards(course, following, visitors_go_on=True)
        assert certain.going.keys() <= set.intersection(*ways_on(course, following))
    # With no tie-break everybody is named who must be.
    plain = replace(course, ties=())
    named = onwards(plain, following, visitors_go_on=True)
    ways = ways_on(plain, following)
    assert named.going.keys() == set.intersection(*ways)
    assert not set.union(*ways) & named.cannot


def won(given: tuple[Award, ...]) -> set[tuple[Key, str]]:
    return {(award.key, str(award.what)) for award in given}


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("measure", StageMeasure)
def test_medals_of_the_last_stage(seed: int, measure: StageMeasure) -> None:
    course = a_stage(seed, StagePlan(measure=measure, place_points=(3, 1, 0)))
    draw = random.Random(seed)
    among = {member.key for member in course.field if draw.random() < 0.5}
    now = now_of(course, 1, None)
    bounds = place_bounds(now, places([course], among))
    certain = won(certain_awards(bounds, medals=True, ribbons=4))
    all_given = [awards(places([end], among), medals=True, ribbons=4) for end in ends(course)]
    assert certain <= set.intersection(*map(won, all_given))
    if not course.ties and measure is StageMeasure.TOTAL:
        # Who shares a place may still be parted, and who plays may still leave.
        alone = [won(tuple(a for a in given if not a.shared)) for given in all_given]
        done = {key for _round, key in course.lines}
        assert {(key, what) for key, what in set.intersection(*alone) if key in done} <= certain


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("measure", StageMeasure)
def test_bounds_hold_where_people_leave_and_keep_their_place(
    seed: int, measure: StageMeasure
) -> None:
    """Some leave a final, before their table or after it; an earlier stage stands behind it."""
    draw = random.Random(seed)
    final = a_stage(seed, StagePlan(measure=measure, place_points=(3, 1, 0)))
    home = {member.key: draw.random() < 0.3 for member in final.field}
    field = tuple(
        replace(member, out=home[member.key], keeps=home[member.key] and draw.random() < 0.7)
        for member in final.field
    )
    rest = range(10, 14)
    first = StageCourse(
        StagePlan(onward=Onward.BEST, count=9),
        tuple(Member(key, key) for key in (*home, *rest)),
        (Round(1, (Table(1, (*home, *rest)),)),),
        {(1, key): SeatScore(key, int(str(key))) for key in (*home, *rest)},
    )
    course = replace(final, field=field)
    now = now_of(course, 2, None)
    bounds = place_bounds(now, places([first, course]))
    assert bounds
    for end in ends(course):
        for place in places([first, end]):
            if place.key in bounds and place.place is not None:
                best, worst = bounds[place.key]
                assert best <= place.place <= worst, place


@pytest.mark.parametrize("order", list(permutations((10, 20))))
def test_who_has_won_a_semi_final_is_certain_of_the_two_best(order: tuple[int, int]) -> None:
    plan = StagePlan(kind=Kind.SINGLE, onward=Onward.BEST, count=2)
    seats = (Table(1, (1, 4)), Table(2, (2, 3)))
    lines: dict[tuple[int, Key], SeatScore] = {
        (1, key): SeatScore(key, total) for key, total in zip((1, 4), order, strict=True)
    }
    field = tuple(Member(key, key) for key in range(1, 5))
    course = StageCourse(plan, field, (Round(1, seats),), lines)
    winner, loser = (1, 4) if order == (10, 20) else (4, 1)
    certain = onwards(course, StagePlan(), visitors_go_on=True)
    assert certain.going.keys() == {winner}
    assert loser not in certain.going


def test_a_walkover_is_certain_once_no_sheet_can_say_otherwise() -> None:
    plan = StagePlan(kind=Kind.SINGLE, onward=Onward.BEST, count=2)
    seats = (Table(1, (1, 4)), Table(2, (2, 3)))
    lines: dict[tuple[int, Key], SeatScore] = {(1, 2): SeatScore(2, 5), (1, 3): SeatScore(3, 9)}
    field = (Member(1, 1), Member(2, 2), Member(3, 3), Member(4, 4, out=True))
    course = StageCourse(plan, field, (Round(1, seats),), lines)
    # 4 may have played to the end before going home, and have won.
    assert onwards(course, StagePlan(), visitors_go_on=True).going.keys() == {2}
    course = replace(course, rounds=(*course.rounds, Round(2, (Table(1, (1, 2)),))))
    assert onwards(course, StagePlan(), visitors_go_on=True).going.keys() == {1, 2}


def test_nobody_is_named_for_the_next_game_out_of_a_level_one_that_somebody_left() -> None:
    """Ann and Hal may have played off before Ann left; Dan has beaten Eve whatever comes."""
    field = members("Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal")
    tables: list[dict[str, int | None]] = [
        {"Ann": 20, "Hal": 20},
        {"Dan": 10, "Eve": 30},
        {"Bob": None, "Gus": None},
        {"Cid": None, "Fay": None},
    ]
    level = course_of(StagePlan(kind=Kind.SINGLE), tables, field=field)
    level = replace(level, field=changed(level.field, "Ann", out=True))
    (bracket,) = brackets(level).values()
    named = {key for sides in known_sides(level, bracket) for key in sides if key}
    assert named == {"Dan"}


def test_gold_by_walkover_waits_for_a_sheet_or_the_end_of_the_stage() -> None:
    field = (Member(1, 1), Member(2, 2, out=True, keeps=True))
    course = StageCourse(StagePlan(kind=Kind.SINGLE), field, (Round(1, (Table(1, (1, 2)),)),))
    bounds = place_bounds(now_of(course, 1, None), places([course]))
    late = replace(course, lines={(1, 1): SeatScore(1, 20), (1, 2): SeatScore(2, 10)})
    assert [place.key for place in places([course])] == [1, 2]
    assert [place.key for place in places([late])] == [2, 1]
    assert not certain_awards(bounds, medals=True, ribbons=0)


def test_a_table_that_plays_counts_for_nothing() -> None:
    course = a_stage(1, StagePlan(onward=Onward.TABLES))
    assert settled(course, {(1, 1)}).lines.keys() == {
        (1, key) for key in course.rounds[0].tables[0].seats
    }


@pytest.mark.parametrize("ties", [(), (TieBreak.PLAY_OFF,)])
def test_one_who_is_level_with_a_third_can_become_a_fourth(ties: tuple[TieBreak, ...]) -> None:
    """Two of four who are level go on by their table, and two places are filled by thirds.

    Of the other two one is a fourth, who comes after the thirds of the other tables.
    """
    plan = StagePlan(onward=Onward.TABLES, count=2, fill=Fill.TO, fill_to=8)
    seats = ((1, 2, 3, 4), (5, 6, 7), (8, 9, 10))
    totals = (3, 3, 3, 3, 0, 1, 4, 0, 1, 4)
    lines: dict[tuple[int, Key], SeatScore] = {
        (1, key): SeatScore(key, total) for key, total in enumerate(totals, 1)
    }
    laid = Round(1, tuple(Table(at, keys) for at, keys in enumerate(seats, 1)))
    field = tuple(Member(key, key) for key in range(1, 11))
    course = StageCourse(plan, field, (laid,), lines, ties=ties)
    assert onwards(course, StagePlan(), visitors_go_on=True).going.keys() == {5, 6, 8, 9}


def test_who_is_level_for_second_is_not_certain_and_the_other_second_is() -> None:
    """While the third table plays, Bob has room behind all whom it can still bring before him."""
    tables: list[dict[str, int | None]] = [
        {"Ann": 20, "Bob": 40, "Cid": 60},
        {"Eve": 15, "Fay": 33, "Gus": 33},
        {"Jim": None, "Kay": None},
    ]
    plan = StagePlan(onward=Onward.TABLES, fill=Fill.TO, fill_to=6)
    course = course_of(plan, tables)
    found = onwards(course, StagePlan(), visitors_go_on=True)
    assert (set(found.going), found.level) == ({"Ann", "Eve", "Bob"}, ())
    assert set(could_go_on(course, found)) >= {"Fay", "Gus"}
    over = course_of(plan, [*tables[:2], {"Jim": 9, "Kay": 50}])
    found = onwards(over, StagePlan(), visitors_go_on=True)
    assert set(found.going) == {"Ann", "Eve", "Jim", "Bob", "Kay"}
    assert [(tie.keys, tie.places) for tie in found.level] == [(("Fay", "Gus"), 1)]
    assert (found.places, set(found.cannot)) == (6, {"Cid"})


def test_of_three_who_play_off_for_one_place_somebody_is_a_second() -> None:
    """So there are two seconds for two places, and Fay, who is third, cannot go on."""
    tables = [{"Ann": 5, "Bob": 5, "Cal": 5}, {"Dan": 1, "Eve": 2, "Fay": 3}]
    plan = StagePlan(onward=Onward.TABLES, fill=Fill.TO, fill_to=4)
    course = course_of(plan, tables, ties=(TieBreak.PLAY_OFF,))
    assert onwards(course, StagePlan(), visitors_go_on=True).cannot == {"Fay"}


def test_a_tie_is_open_until_it_is_known_whether_all_of_it_go_on() -> None:
    """Ann and Bob are level; one fills up, and the second of the other table could be before."""
    plan = StagePlan(onward=Onward.TABLES, fill=Fill.TO, fill_to=4)
    first = {"Ann": 5, "Bob": 5, "Cal": 9}
    open_at = course_of(plan, [first, {"Dan": None, "Eve": None}])
    found = onwards(open_at, StagePlan(), visitors_go_on=True)
    assert (dict(found.going), found.level) == (
        {"Ann": How.EITHER, "Bob": How.EITHER}, ()
    )  # fmt: skip
    three = replace(plan, fill_to=3)
    found = onwards(replace(open_at, plan=three), StagePlan(), visitors_go_on=True)
    assert ([tie.keys for tie in found.level], found.complete) == ([("Ann", "Bob")], False)
    for second, idle in ((3, False), (7, True)):
        tables = [first, {"Dan": 1, "Eve": second}]
        found = onwards(course_of(three, tables), StagePlan(), visitors_go_on=True)
        assert found.complete
        assert [tie.keys for tie in found.idle] == [("Ann", "Bob")] * idle
        assert [tie.keys for tie in found.level] == [("Ann", "Bob")] * (not idle)


@pytest.mark.parametrize(("places", "certain"), [(5, False), (6, True)])
def test_a_second_leaves_room_for_all_of_an_open_table(places: int, certain: bool) -> None:
    """The bug it would catch: certain, since an open table has one second only.

    It may end with all of its people level for first, of whom the director lets all go on.
    """
    plan = StagePlan(onward=Onward.TABLES, fill=Fill.TO, fill_to=places)
    known: dict[str, int | None] = {"first": 10, "second": 27, "third": 60}
    seats = ("a", "b", "c", "d")
    course = course_of(plan, [known, dict.fromkeys(seats)])
    assert ("second" in onwards(course, StagePlan(), visitors_go_on=True).going) is certain
    level = course_of(plan, [known, dict.fromkeys(seats, 5)])
    all_on = replace(level, all_on=frozenset({frozenset[Key](seats)}))
    going = {goer.key for goer in advance(all_on, StagePlan(), visitors_go_on=True).going}
    assert going == {"first", *seats} | ({"second"} if certain else set())


def test_once_all_tables_are_in_tie_breaks_say_who_of_the_rest_goes_on() -> None:
    """Bob, Eve and Hal are seconds with 5, 2 of whom go on; Bob went out most often."""
    tables = [
        {"Ann": (1, 0, 0), "Bob": (5, 2, 0)},
        {"Dan": (1, 0, 0), "Eve": (5, 1, 0)},
        {"Gil": (1, 0, 0), "Hal": (5, 1, 0), "Ida": (5, 0, 0)},
    ]
    plan = StagePlan(onward=Onward.TABLES, fill=Fill.TO, fill_to=5)
    found = onwards(course_of(plan, tables, ties=(TieBreak.OUTS,)), StagePlan(), True)
    assert found.going.keys() == {"Ann", "Bob", "Dan", "Gil"}
    assert [set(tie.keys) for tie in found.level] == [{"Eve", "Hal"}]
    assert found.cannot == {"Ida"}


def test_a_tie_for_the_first_place_of_a_table_leaves_the_thirds_in_their_order() -> None:
    """Whoever of Ann and Bob is first, two of the thirds go on, Fay before Ida and Lou."""
    tables = [
        {"Ann": (5, 1, 0), "Bob": (5, 1, 0)},
        {"Dan": (1, 0, 0), "Eve": (2, 0, 0), "Fay": (5, 2, 0)},
        {"Gil": (1, 0, 0), "Hal": (2, 0, 0), "Ida": (5, 1, 0)},
        {"Jim": (1, 0, 0), "Kay": (2, 0, 0), "Lou": (5, 1, 0)},
    ]
    plan = StagePlan(onward=Onward.TABLES, fill=Fill.TO, fill_to=10)
    found = onwards(course_of(plan, tables, ties=(TieBreak.OUTS,)), StagePlan(), True)
    assert found.going["Ann"] is found.going["Bob"] is How.EITHER
    assert found.going["Fay"] is How.FILL
    assert [set(tie.keys) for tie in found.level] == [{"Ida", "Lou"}]


def test_who_may_turn_out_to_compete_can_undo_what_a_play_off_parted() -> None:
    """Ann won a play-off against Bob; if Cal competes there, all three are level again."""
    course = course_of(
        StagePlan(),
        [{"Ann": 5, "Bob": 5, "Cal": 5, "Dot": 9}],
        ties=(TieBreak.PLAY_OFF,),
        play_offs=(PlayOff({"Ann": 1, "Bob": 3}),),
    )
    now = now_of(course, 1, None)
    alone, with_cal = (places([course], keys) for keys in (("Ann", "Bob"), ("Ann", "Bob", "Cal")))
    assert place_bounds(now, alone) == {"Ann": (1, 1), "Bob": (2, 2)}
    assert place_bounds_among(now, alone, with_cal) == {"Ann": (1, 3), "Bob": (1, 3)}


def test_no_place_is_sure_before_the_last_stage_nor_while_it_is_open_who_plays() -> None:
    """The bug it would catch: a ribbon that goes when a stage is closed, as a seat falls free."""
    first = course_of(StagePlan(onward=Onward.BEST, count=1), [{"1": 5, "2": 9, "3": 12}])
    assert place_bounds(now_of(first, 1, StagePlan()), places([first])) == {}
    done = replace(first, plan=StagePlan())
    assert place_bounds(now_of(done, 1, None), places([done]))["1"] == (1, 1)
    for still_open in (
        replace(done, seats_open=True),
        replace(done, newcomers=True),
        replace(done, undecided=frozenset({"3"})),
    ):
        assert place_bounds(now_of(still_open, 1, None), places([still_open])) == {}


@pytest.mark.parametrize(("fifth", "due"), [(60, {"1": (1, 1), "2": (2, 2)}), (45, {})])
def test_who_comes_late_to_the_last_game_has_no_place_where_all_games_count(
    fifth: int, due: dict[str, tuple[int, int]]
) -> None:
    """But 5, who sits that game out, may still take a seat there, and then be before others."""
    first: list[dict[str, int | None]] = [{"1": 40, "2": 50, "5": fifth}, {"3": 80, "4": 90}]
    last: list[dict[str, int | None]] = [{"1": 9, "2": 9}, {"3": None, "4": None}]
    course = course_of(StagePlan(rounds=2), first, last)
    course = replace(course, newcomers=True, newcomers_to=frozenset({""}))
    bounds = place_bounds(now_of(course, 1, None), places([course]))
    assert {key: both for key, both in bounds.items() if both[0] == both[1]} == due
    by_places = replace(course, plan=StagePlan(rounds=2, measure=StageMeasure.PLACES))
    assert place_bounds(now_of(by_places, 1, None), places([by_places])) == {}


@pytest.mark.parametrize("measure", StageMeasure)
def test_who_has_a_game_to_come_is_sure_of_nothing(measure: StageMeasure) -> None:
    """Ann cannot be caught by points, but may still leave, and would then be behind Bob."""
    plan = StagePlan(rounds=2, measure=measure, place_points=(9, 1, 0))
    played: list[dict[str, int | None]] = [{"Ann": 1, "Bob": 20, "Cal": 30}]
    seated: list[dict[str, int | None]] = [{"Ann": None, "Bob": None, "Cal": None}]
    course = course_of(plan, played, seated)
    assert place_bounds(now_of(course, 1, None), places([course])) == {}


def test_a_table_that_is_in_sends_its_lowest_on_whoever_comes_to_others() -> None:
    """The bug it would catch: an arrow that goes when another table's start is taken back.

    Of the rest nobody is certain, but who could go on is said; nor is who waits for the director's
    word after a correction.
    """
    tables: list[dict[str, int | None]] = [
        {"Ann": 1, "Bob": 2, "Cal": 3},
        {"Dan": None, "Eve": None},
    ]
    plan = StagePlan(onward=Onward.TABLES, fill=Fill.TO, fill_to=4)
    course = course_of(plan, tables)
    assert set(onwards(course, StagePlan(), visitors_go_on=True).going) == {"Ann", "Bob"}
    free = replace(course, seats_open=True)
    certain = onwards(free, StagePlan(), visitors_go_on=True)
    # Bob goes on if nobody comes, and could.
    assert (set(certain.going), could_go_on(free, certain)) == ({"Ann"}, {"Bob": How.FILL})
    waits = replace(course, undecided=frozenset({"Ann"}))
    assert not onwards(waits, StagePlan(), visitors_go_on=True).going
    best = replace(free, plan=StagePlan(onward=Onward.BEST, count=3))
    assert not onwards(best, StagePlan(), visitors_go_on=True).going


def test_who_is_level_at_a_table_is_so_whoever_comes_to_others() -> None:
    """But not while it is open whether one of them plays there at all."""
    tables: list[dict[str, int | None]] = [{"Ann": 1, "Bob": 1, "Cal": 3}, {"Dan": None}]
    free = replace(course_of(StagePlan(onward=Onward.TABLES), tables), seats_open=True)
    certain = onwards(free, StagePlan(), visitors_go_on=True)
    assert [set(tie.keys) for tie in certain.level] == [{"Ann", "Bob"}]
    waits = replace(free, undecided=frozenset({"Bob"}))
    assert onwards(waits, StagePlan(), visitors_go_on=True).level == ()


def test_who_came_to_the_last_stage_is_before_who_did_not_whatever_comes() -> None:
    """3 missed the first game of the last stage, and is before 4, who did not come to it.

    Until each table of the last game has something on its sheet, 4 may still come there. After that
    3 alone of these two plays, and is first of them even after leaving the table.
    """
    first = course_of(StagePlan(onward=Onward.BEST, count=3), [{"1": 1, "2": 2, "3": 3, "4": 4}])
    field = members("1", "2", "3")
    begun: list[dict[str, int | None]] = [{"1": 5, "2": 9}]
    seated: list[dict[str, int | None]] = [{"1": None, "2": None, "3": None}]
    played: list[dict[str, int | None]] = [{"1": 5, "2": 9, "3": 7}]
    two = StagePlan(rounds=2)
    for last, due in (
        (course_of(two, begun, field=field), None),
        (replace(course_of(two, begun, seated, field=field), newcomers=True), None),
        (course_of(two, begun, seated, field=field), (2, 2)),
        (course_of(two, begun, played, field=field), (2, 2)),
        # Of one game nothing is still to come: 3 waits for good.
        (course_of(StagePlan(), begun, field=field), (2, 2)),
    ):
        standing = places([first, last], {"3", "4"})
        bounds = place_bounds(now_of(last, 2, None), standing)
        assert bounds.get("4") == due, standing
        assert bounds.get("3") == (due and (1, 1)), standing


def test_who_is_out_and_level_stays_so_while_the_last_stage_plays() -> None:
    """3 and 4 lost a stage before. Of the last stage, who plays or left is named only when safe."""
    first = course_of(
        StagePlan(onward=Onward.BEST, count=2), [{"1": 1, "2": 2, "3": 9, "4": 9, "5": 9}]
    )
    playing = course_of(StagePlan(), [{"1": None, "2": None}])
    level = course_of(StagePlan(), [{"1": 5, "2": 5}])

    def ties(*stages: StageCourse, following: StagePlan | None = None) -> set[frozenset[Key]]:
        now = now_of(stages[-1], len(stages), following)
        return set(certain_ties(now, places(stages), barred={"5"}))

    out = frozenset({"3", "4"})
    assert ties(first, playing) == {out}
    assert ties(first, level) == {out, frozenset({"1", "2"})}
    assert ties(first, playing, following=StagePlan()) == set()
    assert ties(first, replace(playing, undecided=frozenset({"3"}))) == set()
    left = replace(level, field=changed(level.field, "1", out=True, keeps=True))
    assert ties(first, left) == {out}
    open_at = course_of(StagePlan(), [{"3": 9, "4": 9}, {"1": None, "2": None}])
    assert ties(open_at) == set()
    # Both places count alike, but one of the two may leave before that game ends.
    sizes = Sizes(2, 2, 2)
    alike = StagePlan(rounds=2, measure=StageMeasure.PLACES, place_points=(3, 3), sizes=sizes)
    others, open_game = {"6": 1, "7": 2}, {"1": None, "2": None}
    for table, due in ((open_game, ()), ({"1": 5, "2": 4}, (frozenset({"1", "2"}),))):
        last = course_of(alike, [{"1": 4, "2": 5}, others], [table, others])
        standing = places([first, last], {"1", "2"})
        assert certain_ties(now_of(last, 2, None), standing) == due


def test_who_lost_without_a_total_and_leaves_keeps_what_is_certain() -> None:
    """2 left the table, whose sheet is in, and then the tournament: no sheet changes it."""
    tables = (Table(1, (1, 4)), Table(2, (2, 3)))
    rounds = (Round(1, tables), Round(2, (Table(1, (1, 3)),)))
    totals = {1: 5, 2: None, 3: 1, 4: 9}
    lines: dict[tuple[int, Key], SeatScore] = {
        (1, key): SeatScore(key, total) for key, total in totals.items()
    }
    field = tuple(Member(key, key) for key in totals)
    plan = StagePlan(kind=Kind.SINGLE, sizes=Sizes(2, 2, 2))
    stays = StageCourse(plan, field, rounds, lines)
    left = replace(stays, field=changed(field, 2, out=True, keeps=True))
    for course in (stays, left):
        assert place_bounds(now_of(course, 1, None), places([course]))[2] == (4, 4)


def test_who_is_level_while_fewer_rounds_may_come_to_count_is_not_so_for_good() -> None:
    """After two rounds 1 and 2 are level; where the open table plays one, 1 is before 2."""
    plan = StagePlan(uneven=Uneven.COMMON, game_rounds=2)
    laid = Round(1, (Table(1, (1, 2)), Table(2, (3, 4))))
    lines: dict[tuple[int, Key], SeatScore] = {
        (1, 1): SeatScore(1, 5, None, None, 2, (1, 5)),
        (1, 2): SeatScore(2, 5, None, None, 2, (2, 5)),
    }
    field = tuple(Member(key, key) for key in (1, 2, 3, 4))
    course = StageCourse(plan, field, (laid,), lines)
    alone = {3, 4}
    standing = places([course], {1, 2})
    assert [place.place for place in standing] == [1, 1]
    assert certain_ties(now_of(course, 1, None), standing, alone) == ()


def table_of_two(first: int, points: Sequence[Sequence[int]]) -> list[SeatScore]:
    """What a sheet says of two people with these points in its rounds."""
    keys = (first, first + 1)
    return [
        SeatScore(key, sum(own), rounds=len(own), running=tuple(accumulate(own)))
        for key, own in zip(keys, points, strict=True)
    ]


ROUNDS = st.integers(1, 3).flatmap(
    lambda number: st.lists(
        st.lists(st.integers(1, 6), min_size=number, max_size=number), min_size=2, max_size=2
    )
)


def ends_of_common(course: StageCourse) -> Iterator[StageCourse]:
    """Every way in which open tables of two can end: after one or two rounds, or by a total alone.

    That counts as a game of three, so that all three count where the others played as many.
    """
    tables = [t for t in course.rounds[0].tables if (1, t.seats[0]) not in course.lines]
    ways = tuple(product((1, 2, None), (0, 99), (0, 99)))
    for each in product(ways, repeat=len(tables)):
        more: dict[tuple[int, Key], SeatScore] = {}
        for table, (rounds, *totals) in zip(tables, each, strict=True):
            for key, total in zip(table.seats, totals, strict=True):
                running = (total,) * (rounds or 0)
                more[1, key] = SeatScore(key, total, rounds=rounds, running=running)
        yield replace(course, lines={**course.lines, **more})


@settings(max_examples=40)
@given(
    finished=st.lists(ROUNDS, min_size=2, max_size=5),
    to_come=st.integers(1, 2),
    onward=st.sampled_from((Onward.TABLES, Onward.BEST)),
    places=st.integers(1, 4),
)
def test_who_goes_on_while_open_tables_may_say_how_many_rounds_count(
    finished: list[list[list[int]]], to_come: int, onward: Onward, places: int
) -> None:
    """Of those at finished tables exactly those could go on who do in some end."""
    tables = len(finished) + to_come
    in_all = places if onward is Onward.BEST else tables + places
    plan = StagePlan(
        uneven=Uneven.COMMON,
        game_rounds=3,
        sizes=Sizes(2, 2, 2),
        onward=onward,
        count=places if onward is Onward.BEST else 1,
        fill=Fill.NONE if onward is Onward.BEST else Fill.TO,
        fill_to=in_all,
    )
    known = [line for at, own in enumerate(finished) for line in table_of_two(2 * at + 1, own)]
    lines: dict[tuple[int, Key], SeatScore] = {(1, line.key): line for line in known}
    laid = Round(1, tuple(Table(at, (2 * at - 1, 2 * at)) for at in range(1, tables + 1)))
    field = tuple(Member(key, key) for key in range(1, 2 * tables + 1))
    course = StageCourse(plan, field, (laid,), lines)
    certain = onwards(course, StagePlan(sizes=Sizes(2, 2, 2)), visitors_go_on=True)
    outcomes = [advance(end, StagePlan(), visitors_go_on=True) for end in ends_of_common(course)]
    going = [{goer.key for goer in outcome.going} for outcome in outcomes]
    level = [{key for tie in outcome.level for key in tie.keys} for outcome in outcomes]
    able = set[Key]().union(*going, *level)
    there = {line.key for line in known}
    assert certain.going.keys() <= set.intersection(*going)
    assert not certain.cannot & able
    # While two are level at a table, nobody can be told who of those behind goes on.
    if all(sum(first) != sum(second) for first, second in finished):
        assert there - certain.cannot == there & able


def test_who_loses_a_tie_that_no_newcomer_can_change_cannot_go_on() -> None:
    """Lou won a round and Jack none; one second goes on, and the third table's may be level too.

    Its sheet will tell rounds won. Where its paper may come with totals alone, rounds won would
    decide nothing among the three, and lots could still bring Jack on.
    """
    tables: list[dict[str, Any]] = [
        {"Ann": (20, 2, 0), "Jack": (60, 0, 9), "Bob": (70, 1, 5)},
        {"Cal": (30, 2, 0), "Lou": (60, 1, 9), "Dan": (80, 0, 5)},
        {"Eve": None, "Fay": None, "Gus": None},
    ]
    plan = StagePlan(onward=Onward.TABLES, fill=Fill.TO, fill_to=4)
    ties = (TieBreak.OUTS, TieBreak.HEAD_TO_HEAD)
    course = course_of(plan, tables, ties=ties)
    for telling, could, cannot in (
        (frozenset({(1, 3)}), {"Lou"}, {"Jack", "Bob", "Dan"}),
        (frozenset[tuple[int, int]](), {"Jack", "Lou"}, {"Bob", "Dan"}),
    ):
        told = replace(course, telling=telling)
        found = onwards(told, StagePlan(), visitors_go_on=True)
        assert could_go_on(told, found).keys() == could
        assert found.cannot == cannot


def test_tie_breaks_decide_in_a_division_that_waits_for_no_table() -> None:
    """Betty is sixth of six, of whom four go on; another division still plays."""
    tables: list[dict[str, Any]] = [
        {"Ann": (10, 1, 0), "Bob": (60, 1, 0), "Betty": (60, 0, 0)},
        {"Cal": (20, 1, 0), "Dan": (30, 1, 0), "Eve": (60, 1, 0)},
        {"Fay": None, "Gus": None, "Hal": None},
    ]
    plan = StagePlan(by_division=True, onward=Onward.BEST, count=4)
    course = course_of(plan, tables, ties=(TieBreak.OUTS,))
    young = {"Fay", "Gus", "Hal"}
    field = tuple(replace(m, group="50" if m.key in young else "65") for m in course.field)
    seats = tuple(
        replace(table, group="50" if young & {*table.seats} else "65")
        for table in course.rounds[0].tables
    )
    course = replace(course, field=field, rounds=(Round(1, seats),))
    found = onwards(course, StagePlan(), visitors_go_on=True)
    assert found.going.keys() - young == {"Ann", "Cal", "Dan"}
    assert found.cannot == {"Betty"}
    assert set(could_go_on(course, found)) == {"Bob", "Eve"}


TOLD = st.sampled_from(((0, 1), (1, 1), (1, 0), (None, None)))
PAIR = st.tuples(*2 * (st.tuples(st.integers(1, 3), TOLD),))


def ends_of_ties(course: StageCourse, *, telling: bool) -> Iterator[StageCourse]:
    """The ways in which an open table of two can end that matter for who is level with others."""
    known = sorted({line.total for line in course.lines.values() if line.total is not None})
    rounds = ((0, 2), (1, 1), (2, 0)) if telling else ((0, 1), (1, 0), (None, None))
    told = tuple(product((0, *known, 99), rounds))
    (open_at,) = (t for t in course.rounds[0].tables if (1, t.seats[0]) not in course.lines)
    for pair in combinations_with_replacement(told, 2):
        more: dict[tuple[int, Key], SeatScore] = {
            (1, key): SeatScore(key, total, *rounds)
            for key, (total, rounds) in zip(open_at.seats, pair, strict=True)
        }
        yield replace(course, lines={**course.lines, **more})


# Each example has a hundred ends, so a shorter one would be looked for a long time.
@settings(max_examples=25, phases=(Phase.generate,))
@given(
    finished=st.lists(PAIR, min_size=2, max_size=4),
    onward=st.sampled_from((Onward.TABLES, Onward.BEST)),
    places=st.integers(1, 4),
    ties=st.permutations((TieBreak.OUTS, TieBreak.LOWEST_ROUND)),
    telling=st.booleans(),
)
def test_who_could_go_on_where_tie_breaks_part_who_is_level(
    finished: Sequence[tuple[tuple[int, tuple[int | None, int | None]], ...]],
    onward: Onward,
    places: int,
    ties: list[TieBreak],
    telling: bool,
) -> None:
    """Of those at finished tables exactly those could go on, or go on, who do in some or each end.

    Open tables bring what is level with others, with rounds won and the lowest round or without.
    """
    seats = [(2 * at + 1, 2 * at + 2) for at in range(len(finished) + 1)]
    lines: dict[tuple[int, Key], SeatScore] = {
        (1, key): SeatScore(key, total, *rounds)
        for pair, keys in zip(finished, seats, strict=False)
        for key, (total, rounds) in zip(keys, pair, strict=True)
    }
    by_table = onward is Onward.TABLES
    plan = StagePlan(
        sizes=Sizes(2, 2, 2),
        onward=onward,
        count=1 if by_table else places,
        fill=Fill.TO if by_table else Fill.NONE,
        fill_to=len(seats) + places,
    )
    laid = Round(1, tuple(Table(at, keys) for at, keys in enumerate(seats, 1)))
    field = tuple(Member(key, key) for keys in seats for key in keys)
    course = StageCourse(plan, field, (laid,), lines, ties=tuple(ties))
    if telling:
        course = replace(course, telling=frozenset({(1, len(seats))}))
    certain = onwards(course, StagePlan(sizes=Sizes(2, 2, 2)), visitors_go_on=True)
    ends = ends_of_ties(course, telling=telling)
    outcomes = [advance(end, StagePlan(), visitors_go_on=True) for end in ends]
    going = [{goer.key for goer in outcome.going} for outcome in outcomes]
    level = [{key for tie in outcome.level for key in tie.keys} for outcome in outcomes]
    able = set[Key]().union(*going, *level)
    there = {key for _round, key in lines}
    assert certain.going.keys() <= set.intersection(*going)
    assert not certain.cannot & able
    level_at = any(first[0] == second[0] for first, second in finished)
    # While two are level at a table, nobody can be told who of those behind goes on.
    if not (by_table and level_at):
        assert there - certain.cannot == there & able
    if not by_table:
        assert certain.going.keys() == set.intersection(*going) & there


@settings(max_examples=40)
@given(finished=st.lists(ROUNDS, min_size=2, max_size=4))
def test_places_while_an_open_table_may_say_how_many_rounds_count(
    finished: list[list[list[int]]],
) -> None:
    """Everybody's best and worst place is one that they come to in some end."""
    tables = len(finished) + 1
    plan = StagePlan(uneven=Uneven.COMMON, game_rounds=3)
    known = [line for at, own in enumerate(finished) for line in table_of_two(2 * at + 1, own)]
    lines: dict[tuple[int, Key], SeatScore] = {(1, line.key): line for line in known}
    laid = Round(1, tuple(Table(at, (2 * at - 1, 2 * at)) for at in range(1, tables + 1)))
    field = tuple(Member(key, key) for key in range(1, 2 * tables + 1))
    course = StageCourse(plan, field, (laid,), lines)
    now = now_of(course, 1, None)
    bounds = place_bounds(now, places([course]))
    ended = [places([end]) for end in ends_of_common(course)]
    for line in known:
        found = [place for standing in ended for place in standing if place.key == line.key]
        numbers = [place.place for place in found if place.place is not None]
        sharing = [
            (place.place or 0) + sum(other.place == place.place for other in standing) - 1
            for standing in ended
            for place in standing
            if place.key == line.key
        ]
        assert bounds[line.key] == (min(numbers), max(sharing))


def test_medals_are_read_in_their_order() -> None:
    """Also where who has the second place came later in the order of play."""
    won = certain_awards({"Ann": (3, 3), "Bob": (1, 1), "Cal": (2, 2)}, medals=True, ribbons=0)
    assert [award.key for award in won] == ["Bob", "Cal", "Ann"]
