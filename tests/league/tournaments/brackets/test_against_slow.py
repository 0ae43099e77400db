"""Places and who goes on, against counting by hand who is before whom."""

import random
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from league.standings.results import Key
from league.standings.tie_breaks import TieBreak
from league.tournaments.brackets.advance import advance
from league.tournaments.brackets.ranking import stage_places
from league.tournaments.brackets.values import (
    Fill,
    How,
    Member,
    Onward,
    Round,
    SeatScore,
    Sizes,
    StageCourse,
    StageMeasure,
    StagePlan,
    Table,
)

POINTS = (5, 3, 2, 1)
TIES = (TieBreak.OUTS, TieBreak.FEWEST, TieBreak.LOWEST_ROUND)


def some_stage(seed: int, rounds: int, measure: StageMeasure, highest: int) -> StageCourse:
    """Tables of three to five with results, few different ones, so that many are level."""
    draw = random.Random(seed)
    people = list(range(1, draw.randint(2, 6) * 4 + 1))
    field = tuple(
        Member(key, key, visitor=draw.random() < 0.2, out=draw.random() < 0.1,
               carried=Fraction(draw.randint(0, 3), 2))
        for key in people
    )  # fmt: skip
    seated: list[Round] = []
    lines: dict[tuple[int, Key], SeatScore] = {}
    for number in range(1, rounds + 1):
        draw.shuffle(people)
        laid = [tuple(people[at : at + 4]) for at in range(0, len(people), 4)]
        seated.append(Round(number, tuple(Table(at, one) for at, one in enumerate(laid, 1))))
        for key in people:
            total = None if draw.random() < 0.05 else draw.randint(0, highest)
            lines[number, key] = SeatScore(key, total, draw.randint(0, 1), draw.randint(0, 2))
    ties = tuple(draw.sample(TIES, draw.randint(0, 3)))
    plan = StagePlan(rounds=rounds, measure=measure, place_points=POINTS)
    return StageCourse(plan, field, tuple(seated), lines, ties=ties)


def rank_of(stage: StageCourse, member: Member) -> tuple[Any, ...] | None:
    """What somebody is compared by, the lower the better; None for who is not ranked."""
    own, value, points = [], Fraction(0), 0
    for at in stage.rounds:
        for table in at.tables:
            if member.key in table.seats:
                mine = stage.lines[at.number, member.key]
                totals = [stage.lines[at.number, key].total for key in table.seats]
                if all(total is None for total in totals):
                    continue
                if mine.total is None:
                    return None
                own.append(mine)
                points += mine.total
                known = [total for total in totals if total is not None]
                before = sum(total < mine.total for total in known)
                level = sum(total == mine.total for total in known)
                value += Fraction(sum((*POINTS, 0)[before : before + level]), level)
    if member.out or not own:
        return None
    by_total = stage.plan.measure is StageMeasure.TOTAL
    numbers = {
        TieBreak.OUTS: -sum(line.outs or 0 for line in own),
        TieBreak.FEWEST: 0 if by_total else points,
        TieBreak.LOWEST_ROUND: min(line.lowest_round or 0 for line in own),
    }
    first = points + member.carried if by_total else -(value + member.carried)
    return (first, *(numbers[tie] for tie in stage.ties))


def before(ranks: dict[Any, tuple[Any, ...]], key: Any) -> int:
    return sum(rank < ranks[key] for rank in ranks.values())


@given(st.integers(0, 10_000), st.integers(1, 3), st.sampled_from(StageMeasure), st.integers(0, 6))
def test_places_of_a_stage(seed, rounds, measure, highest):
    stage = some_stage(seed, rounds, measure, highest)
    draw = random.Random(seed)
    among = {one.key for one in stage.field if draw.random() < 0.7}
    for asked in (None, among):
        field = [one for one in stage.field if asked is None or one.key in asked]
        ranks = {one.key: rank for one in field if (rank := rank_of(stage, one)) is not None}
        found = stage_places(stage, asked)
        assert {one.key: one.place for one in found} == {
            one.key: before(ranks, one.key) + 1 if one.key in ranks else None for one in field
        }
        for one in found:
            if one.place is not None:
                assert one.shared == (list(ranks.values()).count(ranks[one.key]) > 1)
        order = [one.place or len(field) + 1 for one in found]
        assert order == sorted(order)


def cut(ranks: dict[Any, tuple[Any, ...]], places: int) -> tuple[set[Any], set[Any], int]:
    """Who is sure of one of so many places, who is level for the last ones, and for how many."""
    sure = {
        key for key in ranks
        if sum(rank <= ranks[key] for rank in ranks.values()) <= places
    }  # fmt: skip
    level = {key for key in ranks if key not in sure and before(ranks, key) < places}
    return sure, level, places - len(sure) if level else 0


def some(ranks: dict[Any, tuple[Any, ...]], keys: Iterable[Any]) -> dict[Any, tuple[Any, ...]]:
    return {key: ranks[key] for key in keys if key in ranks}


@given(
    st.integers(0, 10_000),
    st.sampled_from([Onward.TABLES, Onward.BEST]),
    st.integers(1, 4),
    st.sampled_from(Fill),
    st.booleans(),
    st.integers(0, 12),
)
def test_who_goes_on(seed, onward, count, fill, visitors, highest):
    stage = some_stage(seed, 1, StageMeasure.TOTAL, highest)
    plan = replace(stage.plan, onward=onward, count=count, fill=fill, fill_to=seed % 30)
    # At its table nobody has points from before, so that places there are those of the stage.
    stage = replace(
        stage, plan=plan, field=tuple(replace(m, carried=Fraction(0)) for m in stage.field)
    )
    found = advance(stage, StagePlan(sizes=Sizes(4, 2, 5)), visitors)
    able = [one for one in stage.field if not one.out and (visitors or not one.visitor)]
    ranks = {one.key: rank for one in able if (rank := rank_of(stage, one)) is not None}
    going = {one.key for one in found.going}
    waiting = [(set(one.keys), one.places) for one in found.level]
    if onward is Onward.BEST:
        sure, level, left = cut(ranks, count)
        assert (going, waiting) == (sure, [(level, left)] if level else [])
        return
    cuts = [cut(some(ranks, table.seats), count) for table in stage.rounds[0].tables]
    winners = set().union(*(sure for sure, _level, _left in cuts))
    levels = [(level, left) for _sure, level, left in cuts if level]
    assert {one.key for one in found.going if one.how is How.TABLE} == winners
    first = len(winners) + sum(left for _level, left in levels)
    wanted = {Fill.NONE: first, Fill.FULL: -(-first // 4) * 4, Fill.TO: max(first, seed % 30)}[fill]
    assert found.full == min(wanted, len(ranks))
    rest = {
        key: (max(count, before(some(ranks, table.seats), key)), *ranks[key])
        for table in stage.rounds[0].tables
        for key in set(table.seats) & ranks.keys() - winners
    }
    each = [one_by_one(some(rest, table.seats)) for table in stage.rounds[0].tables]
    placed = {key: at for line in each for key, at in line.items()}
    idle = idle_of(rest, placed, levels, wanted - first)
    either = {one.key for one in found.going if one.how is How.EITHER}
    assert either == set().union(*(level for level, _left in idle))
    assert [(set(one.keys), one.places) for one in found.idle] == idle
    decisive = [level for level in levels if level not in idle]
    assert waiting[: len(decisive)] == decisive
    if not decisive:
        free = wanted - first - sum(len(level) - left for level, left in idle)
        calm = {key: at for key, at in rest.items() if key not in either}
        tables = [some(calm, table.seats) for table in stage.rounds[0].tables]
        lines = [one_by_one(table) for table in tables]
        open_ties = [tie for line in lines for tie in undecided(line, lines, free)]
        assert [keys for keys, _left in waiting][: len(open_ties)] == open_ties
        if not open_ties:
            sure, level, left = cut({key: at for line in lines for key, at in line.items()}, free)
            assert going - winners - either == sure
            assert waiting == ([(level, left)] if level else [])
    best = [
        key for hows in (("table", "either"), ("fill",)) for key in in_order(found, ranks, hows)
    ]
    assert [one.key for one in found.going] == best


def one_by_one(table: dict[Any, tuple[Any, ...]]) -> dict[Any, tuple[Any, ...]]:
    """The people of a table who are level one behind the other: a second, a third, and so on."""
    keys = sorted(table)
    return {
        key: (at[0] + sum(table[other] == at for other in keys[: keys.index(key)]), *at[1:])
        for key, at in table.items()
    }


def undecided(
    line: dict[Any, tuple[Any, ...]], lines: list[dict[Any, tuple[Any, ...]]], places: int
) -> list[set[Any]]:
    """Who of a table is level where it is open how many of them have one of so many places.

    Somebody elsewhere with the same points at the same place may be before or behind.
    """
    everybody = [at[:2] for other in lines for at in other.values()]
    ties: dict[tuple[Any, ...], list[Any]] = {}
    for key, at in line.items():
        above = sum(other[1:] == at[1:] and other[0] < at[0] for other in line.values())
        ties.setdefault((at[0] - above, *at[1:]), []).append(key)
    found = []
    for keys in ties.values():
        first, last = min(line[key][:2] for key in keys), max(line[key][:2] for key in keys)
        safe = sum(at <= last for at in everybody) <= places
        out = sum(at < first for at in everybody) >= places
        if len(keys) > 1 and not (safe or out):
            found.append(set(keys))
    return found


def idle_of(
    rest: dict[Any, tuple[Any, ...]],
    placed: dict[Any, tuple[Any, ...]],
    levels: list[tuple[set[Any], int]],
    places: int,
) -> list[tuple[set[Any], int]]:
    """The ties at tables whose losers have a place among the rest, with all equals before them."""
    idle = []
    tied = {key for level, _left in levels for key in level}
    for level, left in levels:
        ((place, value),) = {rest[key][:2] for key in level}
        at = (place + len(level) - left - 1, value)
        ahead = sum(placed[key][:2] <= at for key in rest.keys() - tied)
        for others, free in levels:
            if others is not level:
                ahead += len(others) - free
        if ahead + len(level) - left <= places:
            idle.append((level, left))
    return idle


def in_order(found, ranks, hows):
    """Those who go on in these ways, by rank, then by seed."""
    return sorted(
        (one.key for one in found.going if one.how in hows), key=lambda key: (ranks[key], key)
    )
