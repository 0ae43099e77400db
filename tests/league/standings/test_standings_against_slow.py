"""Standings against the slow and obvious way, and what holds of any of them."""

from collections import Counter
from datetime import timedelta
from fractions import Fraction
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from league.standings.methods import Measure, Method
from league.standings.results import game_days
from league.standings.scores import scores
from league.standings.table import rank, standings, tied, why
from tests.league.standings import slow
from tests.league.standings.seasons import (
    FIRST,
    games_of,
    lines_of,
    method_of,
    plain_methods,
    results_of,
)

seeds = st.integers(0, 2**32)


@settings(max_examples=1000)
@given(plain_methods(), games_of())
def test_the_same_as_the_slow_way(plain, games):
    found = standings(method_of(plain), results_of(games))
    lines = [(one.place, one.player, one.value, one.unranked) for one in found]
    assert lines == slow.standings(plain, games)


@given(plain_methods(), games_of(), seeds)
def test_the_order_of_entry_does_not_matter(plain, games, seed):
    method, results = method_of(plain), results_of(games)
    other = results.copy()
    Random(seed).shuffle(other)
    one, another = standings(method, results), standings(method, other)
    assert repr(one) == repr(another)


@given(plain_methods(), games_of(), st.data())
def test_a_correction_and_its_correction_back_leave_no_trace(plain, games, data):
    """Kept scores, of which only those of the players at one table are worked out anew."""
    played = [game for game in games if game.ranked()]
    if not played:
        return
    method, results = method_of(plain), results_of(games)
    before = standings(method, results)
    at = games.index(data.draw(st.sampled_from(played)))
    player = data.draw(st.sampled_from(sorted(games[at].players)))
    wrong = slow.Game(
        games[at].key,
        games[at].day,
        games[at].order,
        games[at].players | {player: data.draw(lines_of())},
    )
    kept = {one.player: one for one in scores(method, results)}
    for version in (wrong, games[at]):
        now = results_of([*games[:at], version, *games[at + 1 :]])
        there = [one for one in now if one.player in version.players]
        kept |= {one.player: one for one in scores(method, there)}
        assert rank(method, kept.values(), now) == standings(method, now)
    assert repr(rank(method, kept.values(), results)) == repr(before)


@given(plain_methods(), games_of())
def test_as_of_the_end_equals_now_and_as_of_a_day_knows_nothing_later(plain, games):
    method, results = method_of(plain), results_of(games)
    for day in game_days(results):
        earlier = [game for game in games if game.day <= day]
        assert standings(method, results, day) == standings(method, results_of(earlier))
    last = max((game.day for game in games), default=FIRST)
    assert standings(method, results, last) == standings(method, results)
    assert standings(method, results, FIRST - timedelta(days=1)) == ()


@given(plain_methods(), games_of(), st.lists(lines_of(), min_size=1, max_size=3))
def test_players_at_another_table_do_not_change_who_is_ahead(plain, games, lines):
    """Not by value, nor by any tie-break, for those compare what the tied have themselves."""
    method = method_of(plain)
    before = standings(method, results_of(games))
    there = {100 + number: each for number, each in enumerate(lines)}
    after = standings(method, results_of([*games, slow.Game(1000, FIRST, 1, there)]))
    known: list[Any] = [one for one in after if int(one.player) < 100]
    assert [(one.player, one.score) for one in known] == [(o.player, o.score) for o in before]
    if "head_to_head" not in plain["ties"]:
        ahead = [
            (one.player, 1 + sum(o.place < one.place for o in known if o.place))
            for one in known
            if one.place
        ]
        assert ahead == [(one.player, one.place) for one in before if one.place]


@given(plain_methods(), games_of())
def test_places_are_shared_and_the_next_counts_on(plain, games):
    found = standings(method_of(plain), results_of(games))
    ranked = [one for one in found if one.place is not None]
    assert found[: len(ranked)] == tuple(ranked)
    times = Counter(one.place or 0 for one in ranked)
    due = 1
    for place in sorted(times):
        assert place == due
        due += times[place]
    assert all(one.shared == (times[one.place or 0] > 1) for one in ranked)
    assert not any(one.shared for one in found[len(ranked) :])
    assert all((one.place is None) == (one.unranked is not None) for one in found)


@given(games_of(1, 1), st.sampled_from([(7, 5, 4, 3, 2, 1), (3, 1), (5,)]), st.integers(-2, 1))
def test_a_table_gives_out_all_its_place_points(games, table, beyond):
    results = results_of(games)
    players = sum(one.ranked for one in results)
    found = scores(Method(Measure.PLACES, table=table, beyond=beyond), results)
    given_out = sum(one.value for one in found if one.value is not None)
    assert given_out == sum((table + (beyond,) * 9)[:players])
    percent = scores(Method(Measure.BEATEN), results)
    mean = 50 if players > 1 else 0
    assert sum(one.value or 0 for one in percent) == Fraction(mean * players)


@settings(max_examples=400)
@given(plain_methods(), games_of())
def test_why_says_what_parts_each_two(plain, games):
    """The numbers that it names are those of the slow way, and they are in the right order."""
    low = plain["measure"] == "points"
    found: list[Any] = [o for o in standings(method_of(plain), results_of(games)) if o.place]
    for at, one in enumerate(found):
        for other in found[at + 1 :]:
            parting: Any = why(one, other)
            if one.place == other.place:
                assert parting is None
                continue
            back: Any = why(other, one)
            assert (parting.step, parting.ahead, parting.behind) == (
                back.step,
                back.behind,
                back.ahead,
            )
            if parting.step == "value":
                assert (parting.ahead, parting.behind) == (one.value, other.value)
                assert (parting.ahead < parting.behind) == low
                continue
            assert one.value == other.value
            higher = parting.step in slow.HIGHEST_LEADS
            assert (parting.ahead > parting.behind) == higher
            if parting.step != "head_to_head":
                for player, number in ((one.player, parting.ahead), (other.player, parting.behind)):
                    told = slow.tie_number(parting.step, [], games, player)
                    assert told == (-number if higher else number)


@given(plain_methods(), games_of())
def test_rank_needs_the_results_of_the_tied_alone(plain, games):
    method, results = method_of(plain), results_of(games)
    found = scores(method, results)
    level = tied(method, found)
    needed = [one for one in results if one.player in level]
    assert rank(method, found, needed) == standings(method, results)
    if "head_to_head" not in plain["ties"]:
        assert not level
