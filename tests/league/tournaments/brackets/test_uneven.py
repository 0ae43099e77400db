"""Tables of one game that played unlike numbers of rounds."""

from dataclasses import replace
from fractions import Fraction
from itertools import accumulate

import pytest

from league.seating.errors import CaseError
from league.standings.results import Key
from league.standings.tie_breaks import TieBreak
from league.standings.ties import TieOutcome
from league.tournaments.brackets.advance import advance, next_field
from league.tournaments.brackets.certainty import onwards, settled
from league.tournaments.brackets.counting import common_rounds
from league.tournaments.brackets.ranking import stage_places, table_places
from league.tournaments.brackets.values import (
    Fill,
    Member,
    Onward,
    Round,
    SeatScore,
    Sizes,
    StageCourse,
    StageMeasure,
    StagePlan,
    Table,
    Uneven,
)

FULL = 4
PAIRS = Sizes(2, 2, 2)


def sheet(key: Key, *points: int, won: tuple[int, ...] | None = None) -> SeatScore:
    """What a sheet says of somebody with these points in its rounds, who won those named."""
    wins = () if won is None else [int(number in won) for number in range(1, len(points) + 1)]
    return SeatScore(
        key,
        sum(points),
        None if won is None else len(won),
        min(points),
        rounds=len(points),
        running=tuple(accumulate(points)),
        running_outs=tuple(accumulate(wins)),
        running_lowest=tuple(min(points[:by]) for by in range(1, len(points) + 1)),
    )


def game(plan: StagePlan, *tables: tuple[SeatScore, ...]) -> StageCourse:
    """One game of these tables."""
    laid = tuple(Table(at, tuple(line.key for line in lines)) for at, lines in enumerate(tables, 1))
    lines = {(1, line.key): line for own in tables for line in own}
    field = tuple(Member(key, at) for at, (_number, key) in enumerate(lines, 1))
    return StageCourse(replace(plan, game_rounds=FULL), field, (Round(1, laid),), lines)


LONG = (sheet("ann", 5, 0, 30, 9), sheet("bob", 8, 9, 0, 0))
SHORT = (sheet("cal", 6, 9), sheet("dee", 20, 0))


@pytest.mark.parametrize(
    ("uneven", "values"),
    [
        (Uneven.STANDS, {"cal": 15, "bob": 17, "dee": 20, "ann": 44}),
        (Uneven.AVERAGE, {"bob": Fraction(17, 4), "cal": Fraction(15, 2), "dee": 10, "ann": 11}),
        (Uneven.COMMON, {"ann": 5, "cal": 15, "bob": 17, "dee": 20}),
    ],
)
def test_how_totals_count_beside_those_of_other_tables(uneven, values):
    places = stage_places(game(StagePlan(uneven=uneven), LONG, SHORT))
    assert {place.key: place.value for place in places} == values
    assert [place.key for place in places] == list(values)


def test_paper_with_totals_alone_counts_as_a_whole_game():
    paper = (SeatScore("cal", 12), SeatScore("dee", 20))
    course = game(StagePlan(uneven=Uneven.AVERAGE), LONG, paper)
    assert [place.value for place in stage_places(course)] == [3, Fraction(17, 4), 5, 11]
    # What it had after two rounds nobody knows, so that all stand as they are.
    short = (sheet("eve", 6, 9), sheet("fay", 50, 1))
    course = game(StagePlan(uneven=Uneven.COMMON), paper, short, LONG)
    assert [place.value for place in stage_places(course)] == [12, 15, 17, 20, 44, 51]


def test_a_table_that_has_gone_home_is_not_waited_for():
    course = game(StagePlan(uneven=Uneven.COMMON), LONG, SHORT)
    field = tuple(replace(one, out=one.key in ("cal", "dee")) for one in course.field)
    first, second, *_rest = stage_places(replace(course, field=field))
    assert [first.key, second.key] == ["bob", "ann"]
    assert [first.value, second.value] == [17, 44]


@pytest.mark.parametrize("uneven", [Uneven.STANDS, Uneven.COMMON])
def test_a_table_that_plays_on_may_cut_what_counts_of_the_others(uneven):
    plan = StagePlan(uneven=uneven, sizes=PAIRS, onward=Onward.BEST, count=2)
    middle = (sheet("eve", 50, 1, 1, 1), sheet("fay", 90, 1, 1, 1))
    course = game(plan, LONG, middle, SHORT)
    course = settled(course, {(1, 1), (1, 2)})
    certain = onwards(course, StagePlan(), visitors_go_on=True)
    # Two of the open table can come before all.
    assert not certain.going
    more = replace(course, plan=replace(plan, count=3))
    # After one round Ann has 5 and Bob 8; after all Bob has 17 and Ann 44, which is before Eve.
    going = onwards(more, StagePlan(), visitors_go_on=True).going
    assert going.keys() == ({"bob"} if uneven is Uneven.STANDS else set())


def test_the_best_second_is_not_certain_while_common_rounds_can_fall():
    plan = StagePlan(
        uneven=Uneven.COMMON, sizes=PAIRS, onward=Onward.TABLES, fill=Fill.TO, fill_to=4
    )
    second = (sheet("eve", 0, 0, 0, 0), sheet("fay", 1, 40, 0, 0))
    course = settled(game(plan, LONG, second, SHORT), {(1, 1), (1, 2)})
    following = StagePlan(sizes=PAIRS)
    # As things stand Fay (41) is before Ann (44); after one round Fay has 1, and Ann is a second.
    assert onwards(course, following, visitors_go_on=True).going.keys() == {"bob", "eve"}
    ended = game(plan, LONG, second, SHORT)
    goers = {goer.key for goer in advance(ended, following, visitors_go_on=True).going}
    assert goers == {"bob", "eve", "cal", "ann"}


VERA = sheet("vera", 10, 10, 0, won=(3,)), sheet("ida", 30, 30, 30, won=())
WALTER = sheet("walter", 10, 10, 20, won=()), sheet("jim", 40, 40, 40, won=())
STOPPED = sheet("zoe", 50, 60, won=(1, 2)), sheet("kay", 60, 60, won=())


@pytest.mark.parametrize("tie", [TieBreak.OUTS, TieBreak.LOWEST_ROUND])
def test_a_round_that_does_not_count_parts_nobody(tie):
    """Vera won the third round, after one table had stopped."""
    plan = StagePlan(uneven=Uneven.COMMON, onward=Onward.BEST, count=1)
    course = replace(game(plan, VERA, WALTER, STOPPED), ties=(tie,))
    outcome = advance(course, StagePlan(), visitors_go_on=True)
    assert [(level.keys, level.places) for level in outcome.level] == [(("vera", "walter"), 1)]
    why, *_lots = outcome.level[0].why
    assert (why.step, why.outcome) == (tie, TieOutcome.LEVEL)
    counted = 0 if tie is TieBreak.OUTS else 10
    assert dict(why.numbers) == {"vera": counted, "walter": counted}
    # Where all tables played it, it counts.
    course = replace(game(plan, VERA, WALTER), ties=(tie,))
    assert [one.key for one in advance(course, StagePlan(), visitors_go_on=True).going] == ["vera"]


def test_who_won_the_rounds_that_count_is_not_known_from_a_sum():
    plan = StagePlan(uneven=Uneven.COMMON)
    vera = replace(VERA[0], running_outs=())
    course = replace(game(plan, (vera, VERA[1]), WALTER, STOPPED), ties=(TieBreak.OUTS,))
    first, second, *_rest = stage_places(course)
    assert [first.shared, second.shared] == [True, True]
    assert [why.outcome for why in first.why] == [TieOutcome.NOT_KNOWN]


def test_at_one_table_all_its_rounds_count():
    plan = StagePlan(uneven=Uneven.COMMON, onward=Onward.TABLES)
    table = sheet("vera", 10, 10, 0, won=(3,)), sheet("walter", 5, 5, 10, won=())
    course = replace(game(plan, table, STOPPED), ties=(TieBreak.OUTS,))
    assert [place.key for place in table_places(course, 1, 1)] == ["vera", "walter"]


def test_a_table_that_plays_does_not_say_how_many_rounds_count():
    """As while it is not in at all; its own people have what they have so far."""
    plan = StagePlan(uneven=Uneven.COMMON)
    live = (sheet("eve", 7), sheet("fay", 1))
    course = replace(game(plan, LONG, SHORT, live), playing=frozenset({(1, 3)}))
    assert common_rounds(course, course.rounds[0]) == 2
    values = {place.key: place.value for place in stage_places(course)}
    assert values == {"ann": 5, "cal": 15, "bob": 17, "dee": 20, "eve": 7, "fay": 1}
    over = replace(course, playing=frozenset())
    assert common_rounds(over, over.rounds[0]) == 1


def test_averages_and_totals_are_not_added_up():
    plan = StagePlan(uneven=Uneven.AVERAGE, onward=Onward.ALL, carried=True)
    course = game(plan, LONG, SHORT)
    going = advance(course, StagePlan(), visitors_go_on=True)
    with pytest.raises(CaseError, match="something else"):
        next_field(course, going, StagePlan())
    after = next_field(course, going, StagePlan(uneven=Uneven.AVERAGE))
    assert [member.carried for member in after] == [Fraction(17, 4), Fraction(15, 2), 10, 11]


def test_where_places_count_rounds_elsewhere_do_not():
    plan = StagePlan(uneven=Uneven.COMMON, measure=StageMeasure.PLACES, place_points=(1, 0))
    places = stage_places(game(plan, LONG, SHORT))
    assert {place.key: place.value for place in places} == {"bob": 1, "cal": 1, "ann": 0, "dee": 0}
