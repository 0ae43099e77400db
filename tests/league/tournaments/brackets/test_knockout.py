"""Elimination between two."""

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.seating.errors import CaseError
from league.standings.results import Key
from league.standings.tie_breaks import TieBreak
from league.tournaments.brackets.advance import advance
from league.tournaments.brackets.counting import DRAWN
from league.tournaments.brackets.drawing import Part, drawn_up, seed_order
from league.tournaments.brackets.knockout import brackets
from league.tournaments.brackets.ranking import places, stage_places
from league.tournaments.brackets.rounds import is_full, rounds_of, seat_next
from league.tournaments.brackets.values import (
    Advance,
    Kind,
    Member,
    Onward,
    PlayOff,
    Round,
    SeatScore,
    StageCourse,
    StagePlan,
)

from .courses import changed, going, listed, members

SINGLE = StagePlan(kind=Kind.SINGLE)
DOUBLE = StagePlan(kind=Kind.DOUBLE)


def stage(plan: StagePlan, people: int) -> StageCourse:
    return StageCourse(plan, members(*range(1, people + 1)))


def seated(now: StageCourse) -> StageCourse:
    return replace(now, rounds=(*now.rounds, seat_next(now, seed=1)))


def told(now: StageCourse, **totals: int | None) -> StageCourse:
    """Totals of the newest round, as _1=20."""
    number = now.rounds[-1].number
    lines = {**now.lines}
    for name, total in totals.items():
        lines[number, int(name[1:])] = SeatScore(int(name[1:]), total)
    return replace(now, lines=lines)


def won(now: StageCourse, *winners: int) -> StageCourse:
    """The newest round with these winners; at other tables the better seed wins."""
    for table in now.rounds[-1].tables:
        winner = next((key for key in table.seats if key in winners), min(table.seats))
        now = told(now, **{f"_{key}": 10 if key == winner else 20 for key in table.seats})
    return now


def pairs(now: StageCourse) -> list[tuple[Key, ...]]:
    return [table.seats for table in now.rounds[-1].tables]


def test_the_best_seeds_meet_as_late_as_can_be():
    assert seed_order(8) == [1, 8, 4, 5, 2, 7, 3, 6]
    for size in (2, 4, 8, 16, 64):
        order = seed_order(size)
        while len(order) > 1:
            matches = list(zip(order[::2], order[1::2], strict=True))
            assert {sum(match) for match in matches} == {len(order) + 1}
            order = [min(match) for match in matches]


def test_single_elimination_of_six():
    now = seated(stage(SINGLE, 6))
    assert (pairs(now), now.rounds[0].byes) == ([(4, 5), (3, 6)], (1, 2))
    assert (rounds_of(now), is_full(now)) == (3, False)
    now = seated(won(now, 5))
    assert (pairs(now), now.rounds[1].byes) == ([(1, 5), (2, 3)], ())
    now = seated(won(now, 3))
    assert pairs(now) == [(1, 3)]
    now = won(now, 3)
    assert is_full(now)
    assert listed(stage_places(now)) == [(3, 1), (1, 2), (2, 3), (5, 3), (4, 5), (6, 5)]
    assert [one.value for one in stage_places(now)] == [None] * 6
    with pytest.raises(CaseError, match="Every game of this stage is seated already"):
        seat_next(now, seed=1)


def test_double_elimination_of_four_with_a_second_final():
    now = seated(stage(DOUBLE, 4))
    assert pairs(now) == [(1, 4), (2, 3)]
    now = seated(won(now))
    assert pairs(now) == [(1, 2), (4, 3)]
    now = seated(won(now))
    assert (pairs(now), now.rounds[2].byes) == ([(3, 2)], (1,))
    assert rounds_of(now) == 4
    final = seated(won(now))
    assert pairs(final) == [(1, 2)]
    assert listed(stage_places(won(final))) == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert is_full(won(final))
    lost = won(final, 2)
    assert (rounds_of(lost), is_full(lost)) == (5, False)
    assert listed(stage_places(lost))[:2] == [(1, 1), (2, 1)]
    again = seated(lost)
    assert pairs(again) == [(2, 1)]
    assert listed(stage_places(won(again, 2))) == [(2, 1), (1, 2), (3, 3), (4, 4)]
    assert is_full(won(again))


@pytest.mark.parametrize("people", [2, 3, 4, 5, 6, 7, 8, 11, 16, 33, 300])
def test_a_bracket_gives_everybody_one_seed_and_the_losers_one_way_down(people):
    for double in (False, True):
        rounds = drawn_up(people, double)
        feeds = [feed for nodes in rounds for node in nodes for feed in node.sides]
        seeds = sorted(feed.seed for feed in feeds if feed.seed)
        assert seeds == list(range(1, people + 1))
        assert max(Counter(feed for feed in feeds if feed.game).values(), default=1) == 1
        played = [node for nodes in rounds for node in nodes if node.part is Part.WINNERS]
        falls = sum(feed.loser for feed in feeds)
        assert falls == (len(played) + 1 if double else 0)


def test_who_met_in_the_first_round_do_not_meet_again_at_once():
    now = seated(stage(DOUBLE, 16))
    met = [frozenset(pair) for pair in pairs(now)]
    for _ in range(4):
        now = seated(won(now))
        assert not {frozenset(pair) for pair in pairs(now)} & set(met)
        met += [frozenset(pair) for pair in pairs(now)]


def test_two_who_are_level_must_be_parted():
    now = told(seated(stage(SINGLE, 4)), _1=10, _4=20, _2=15, _3=15)
    with pytest.raises(CaseError) as refused:
        seat_next(now, seed=1)
    assert str(refused.value) == (
        "2 and 3 are level after all tie-breaks: play a round to decide between them."
    )
    assert (refused.value.values["one"], refused.value.values["other"]) == (2, 3)
    play_off = replace(now, ties=(TieBreak.PLAY_OFF,), play_offs=(PlayOff({2: 9, 3: 4}),))
    assert pairs(seated(play_off)) == [(1, 3)]
    drawn = replace(now, drawn=({2: 1, 3: 2},))
    assert pairs(seated(drawn)) == [(1, 2)]
    for parted, by in ((play_off, TieBreak.PLAY_OFF), (drawn, DRAWN)):
        assert [match.by for match in brackets(parted)[""].matches[0]] == ["", by]
    lines = {**now.lines, (1, 3): SeatScore(3, 15, outs=2), (1, 2): SeatScore(2, 15, outs=1)}
    assert pairs(seated(replace(now, lines=lines, ties=(TieBreak.OUTS,)))) == [(1, 3)]
    waiting = told(now, _2=None, _3=None)
    with pytest.raises(CaseError, match="2 and 3 have no result yet"):
        seat_next(waiting, seed=1)


def test_a_play_off_counts_for_one_game_of_two_who_meet_again():
    now = replace(seated(stage(DOUBLE, 2)), ties=(TieBreak.PLAY_OFF,))
    now = told(now, _1=10, _2=10)
    one = PlayOff({1: 5, 2: 5}), PlayOff({1: 5, 2: 3})
    now = seated(replace(now, play_offs=one))
    assert pairs(now) == [(2, 1)]
    now = told(now, _1=30, _2=30)
    assert listed(stage_places(now)) == [(1, 1), (2, 1)]
    now = replace(now, play_offs=(*one, PlayOff({1: 1, 2: 9})))
    final = seated(now)
    assert pairs(final) == [(1, 2)]
    assert listed(stage_places(won(final, 2))) == [(2, 1), (1, 2)]


def test_a_play_off_after_lots_is_of_the_later_game():
    """The lots have decided the first game, and 1 has to win the second of the last two."""
    now = replace(seated(stage(DOUBLE, 2)), ties=(TieBreak.PLAY_OFF,), drawn=({1: 2, 2: 1},))
    now = told(seated(told(now, _1=10, _2=10)), _1=7, _2=7)
    now = seated(replace(now, play_offs=(PlayOff({1: 3, 2: 5}, lots_before=1),)))
    assert set(*pairs(now)) == {1, 2}
    assert listed(stage_places(won(now, 2))) == [(2, 1), (1, 2)]


def test_who_withdraws_loses_to_the_other():
    now = seated(stage(SINGLE, 8))
    gone = replace(now, field=changed(now.field, 8, 4, 5, out=True))
    second = seated(told(gone, _2=1, _7=2, _3=1, _6=2))
    # 1 goes on against nobody, since both of the next table withdrew.
    assert (pairs(second), second.rounds[1].byes) == ([(2, 3)], (1,))
    late = told(second, _2=1, _3=2)
    late = replace(late, field=changed(late.field, 2, out=True))
    # What 2 won before it withdrew stays won: 3 does not come back.
    with pytest.raises(CaseError, match="Every game of this stage is seated already"):
        seat_next(late, seed=1)
    assert listed(stage_places(late)) == [
        (1, 1), (3, 2), (6, 3), (7, 3), (2, None), (4, None), (5, None), (8, None),
    ]  # fmt: skip


def test_lots_decide_one_game_of_two_but_never_the_last():
    now = told(seated(stage(DOUBLE, 2)), _1=5, _2=5)
    now = replace(now, drawn=({1: 2, 2: 1},))
    assert set(*pairs(seated(now))) == {1, 2}, "they meet again in the grand final"
    again = told(seated(now), _1=7, _2=7)
    with pytest.raises(CaseError, match="are level after all tie-breaks"):
        seat_next(again, seed=1)
    again = replace(again, drawn=(*again.drawn, {1: 1, 2: 2}))
    assert [place.shared for place in stage_places(again)] == [True, True]


def test_who_lost_the_second_final_and_left_is_before_who_missed_the_first():
    now = won(seated(stage(DOUBLE, 4)), 1, 2)
    now = won(seated(now), 1, 3)
    # 3 goes home with one loss, and so 2 is in the first final without a game.
    now = replace(now, field=changed(now.field, 3, out=True, keeps=True))
    now = told(seated(won(seated(now), 2)), _1=10, _2=None)
    assert len(now.rounds) == 4
    gone = replace(now, field=changed(now.field, 2, out=True, keeps=True))
    assert listed(stage_places(gone)) == [(1, 1), (2, 2), (3, 3), (4, 4)]


@pytest.mark.parametrize("leaving", [(), (3,), (4,), (3, 4)])
def test_leaving_moves_nobody_who_had_lost_before(leaving: tuple[int, ...]):
    now = told(seated(stage(SINGLE, 4)), _1=10, _4=20, _2=10, _3=None)
    now = replace(now, field=changed(now.field, *leaving, out=True, keeps=True))
    assert listed(stage_places(now)) == [(1, 1), (2, 1), (4, 3), (3, 4)]


def test_who_left_without_a_place_loses():
    now = told(seated(stage(SINGLE, 2)), _1=None, _2=90)
    assert listed(stage_places(now)) == [(2, 1), (1, 2)]
    assert is_full(now)


def test_who_is_not_there_at_the_beginning_is_not_drawn():
    now = stage(SINGLE, 5)
    now = replace(now, field=changed(now.field, 1, out=True))
    assert listed(stage_places(now)) == [(key, None) for key in range(1, 6)]
    now = seated(now)
    assert pairs(now) == [(2, 5), (3, 4)]
    for left, sentence in ((2, "1 is alone"), (1, "Nobody is left")):
        field = changed(members(*range(1, 6)), *range(left, 6), out=True)
        with pytest.raises(CaseError, match=sentence):
            seat_next(StageCourse(SINGLE, field), seed=1)


def test_a_result_that_is_corrected_later_leaves_seated_rounds_alone():
    now = seated(won(seated(stage(SINGLE, 4))))
    assert pairs(now) == [(1, 2)]
    for corrected in ((4,), (4, 3)):
        lines = {**now.lines, (1, 1): SeatScore(1, 10), (1, 2): SeatScore(2, 10)}
        lines |= {(1, 4): SeatScore(4, 20), (1, 3): SeatScore(3, 20)}
        for key in corrected:
            lines[1, key] = SeatScore(key, 0)
        other = told(replace(now, lines=lines), _1=10, _2=20)
        assert is_full(other)
        assert listed(stage_places(other))[:1] == [(1, 1)]


def test_each_division_has_a_bracket_of_its_own():
    plan = replace(SINGLE, by_division=True, onward=Onward.BEST, count=1)
    field = changed(members(*range(1, 9)), 1, 2, group="90+")
    field = changed(field, *range(3, 9), group="50-54")
    now = seated(StageCourse(plan, field))
    assert [(table.group, table.seats) for table in now.rounds[0].tables] == [
        ("50-54", (6, 7)), ("50-54", (5, 8)), ("90+", (1, 2)),
    ]  # fmt: skip
    assert now.rounds[0].byes == (3, 4)
    assert going(advance(won(now), None, visitors_go_on=False)) == [1]
    now = seated(won(now, 2))
    assert pairs(now) == [(3, 6), (4, 5)]
    assert now.rounds[1].byes == ()
    now = won(seated(won(now)), 4)
    assert is_full(now)
    assert listed(stage_places(now)) == [
        (4, 1), (3, 2), (5, 3), (6, 3), (7, 5), (8, 5), (2, 1), (1, 2),
    ]  # fmt: skip
    assert going(advance(now, None, visitors_go_on=False)) == [2, 4]
    assert listed(places([now]))[:3] == [(2, 1), (4, 1), (1, 3)]


def test_the_best_of_an_elimination_go_on_once_it_is_over():
    plan = replace(SINGLE, onward=Onward.BEST, count=3)
    now = seated(stage(plan, 4))
    assert advance(now, None, visitors_go_on=False) == Advance(())
    now = won(seated(won(now)))
    found = advance(now, None, visitors_go_on=False)
    assert (going(found), found.level[0].keys, found.level[0].places) == ([1, 2], (3, 4), 1)
    played = replace(now, ties=(TieBreak.PLAY_OFF,), play_offs=(PlayOff({3: 2, 4: 1}),))
    assert going(advance(played, None, visitors_go_on=False)) == [1, 2, 4]
    assert listed(stage_places(played)) == [(1, 1), (2, 2), (4, 3), (3, 4)]
    drawn = replace(now, drawn=({3: 1, 4: 2},))
    assert going(advance(drawn, None, visitors_go_on=False)) == [1, 2, 3]
    assert listed(stage_places(drawn)) == [(1, 1), (2, 2), (3, 3), (4, 3)]


def test_two_who_are_level_in_the_final_share_the_first_place():
    plan = replace(SINGLE, onward=Onward.BEST)
    now = told(seated(stage(plan, 2)), _1=9, _2=9)
    assert listed(stage_places(now)) == [(1, 1), (2, 1)]
    with pytest.raises(CaseError, match="1 and 2 are level after all tie-breaks"):
        seat_next(now, seed=1)
    found = advance(now, None, visitors_go_on=False)
    assert (found.going, found.level[0].keys, found.level[0].places) == ((), (1, 2), 1)
    both = replace(now, plan=replace(plan, count=2))
    assert going(advance(both, None, visitors_go_on=False)) == [1, 2]
    drawn = replace(now, drawn=({1: 2, 2: 1},))
    assert going(advance(drawn, None, visitors_go_on=False)) == [2]
    # Nobody plays a round against somebody who has gone home.
    left = replace(now, field=changed(now.field, 1, out=True))
    assert listed(stage_places(left)) == [(2, 1), (1, None)]


@settings(max_examples=60)
@given(
    st.integers(2, 20),
    st.sampled_from([Kind.SINGLE, Kind.DOUBLE]),
    st.integers(0, 10_000),
    st.sampled_from([0, 0.02, 0.1, 0.3]),
)
def test_all_play_until_one_is_left(people, kind, seed, leaving):
    """Against a count of losses: nobody is seated again who lost, and nobody else is left out."""
    draw = random.Random(seed)
    now = stage(StagePlan(kind=kind), people)
    lives = 2 if kind is Kind.DOUBLE else 1
    losses: Counter[Key] = Counter()
    for _ in range(4 * people):
        still_in = [one.key for one in now.field if not one.out and losses[one.key] < lives]
        if len(still_in) < 2:
            break
        assert not is_full(now)
        found = seat_next(now, seed=1)
        here = [key for table in found.tables for key in table.seats]
        assert sorted([*here, *found.byes]) == still_in
        assert found.tables
        now = replace(now, rounds=(*now.rounds, found))
        now = replace(now, field=gone(now, draw, leaving))
        now = scored(now, found, draw, losses)
        now = replace(now, field=gone(now, draw, leaving / 2))
    else:
        pytest.fail("it never ends")
    if not now.rounds:
        return
    assert is_full(now)
    placed = stage_places(now)
    assert [one.key for one in placed if one.place == 1 and one.key in still_in] == still_in
    without = {one.key for one in placed if one.place is None}
    assert without == {one.key for one in now.field if one.out}


def gone(now: StageCourse, draw: random.Random, share: float) -> tuple[Member, ...]:
    return tuple(replace(one, out=one.out or draw.random() < share) for one in now.field)


def scored(now: StageCourse, at: Round, draw: random.Random, losses: Counter[Key]) -> StageCourse:
    """Totals for who has not withdrawn, and who lost by them, or by default."""
    out = {one.key for one in now.field if one.out}
    lines = {**now.lines}
    for table in at.tables:
        staying = [key for key in table.seats if key not in out]
        if len(staying) == 2:
            low, high = sorted(draw.sample(range(100), 2))
            winner, loser = draw.sample(staying, 2)
            lines[at.number, winner] = SeatScore(winner, low)
            lines[at.number, loser] = SeatScore(loser, high)
            losses[loser] += 1
    return replace(now, lines=lines)


def test_a_level_grand_final_is_not_the_end_and_no_lot_decides_the_last_game():
    now = told(seated(stage(DOUBLE, 2)), _1=10, _2=20)
    final = told(seated(now), _1=15, _2=15)
    assert not is_full(final)
    with pytest.raises(CaseError, match="1 and 2 are level after all tie-breaks"):
        seat_next(final, seed=1)
    drawn = replace(final, drawn=({1: 1, 2: 2},))
    assert not is_full(drawn)
    last = told(seated(told(seated(now), _1=15, _2=5)), _1=7, _2=7)
    assert is_full(last)
    last = replace(last, drawn=({1: 2, 2: 1},))
    assert listed(stage_places(last)) == [(1, 1), (2, 1)]
    best = replace(last, plan=replace(last.plan, onward=Onward.BEST, count=1))
    assert [one.key for one in advance(best, SINGLE, visitors_go_on=True).going] == [2]
