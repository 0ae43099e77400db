"""The rating: who gains, what does not matter, and the published update of Plackett-Luce."""

from datetime import date, timedelta
from itertools import pairwise
from math import exp, isclose, sqrt
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.standings.rating import Rated, rating_steps, ratings
from league.standings.results import Key, ResultLine, game_results
from tests.league.standings.seasons import games_of, results_of

DAYS = [date(2026, 1, 5) + timedelta(days=7 * number) for number in range(3)]
MU, SIGMA = 25.0, 25 / 3
BETA, TAU = 25 / 6, 25 / 300


def game(key, day=0, *, order=1, **totals):
    """A game in which everybody is ranked by total."""
    ranked = sorted(totals.values())
    lines = [ResultLine(name, total, ranked.index(total) + 1, 5) for name, total in totals.items()]
    return game_results(key, DAYS[day], lines, order=order)


def plackett_luce(places):
    """The mean of newcomers after one game without shared places, as Weng and Lin have it (2011).

    Team i gains sigma² / c * (1 - its chance to come first) where it did, less its chances to come
    first of those who were left at each place down to its own.
    """
    variance = SIGMA**2 + TAU**2
    c = sqrt(len(places) * (variance + BETA**2))
    strength = exp(MU / c)
    found = []
    for place in places:
        gain = 0.0
        for at in sorted(places):
            if at <= place:
                left = sum(strength for other in places if other >= at)
                gain += (at == place) - strength / left
        found.append(MU + variance / c * gain)
    return found


def test_the_first_game_moves_as_published():
    found = ratings(game("a", Ann=1, Bob=2, Cal=3, Dee=4))
    expected = plackett_luce([1, 2, 3, 4])
    for name, mu in zip(["Ann", "Bob", "Cal", "Dee"], expected, strict=True):
        [rated] = found[name]
        assert isclose(rated.mu, mu, rel_tol=1e-9)
        assert rated.sigma < SIGMA


def test_everybody_begins_at_one_thousand():
    assert Rated(DAYS[0], MU, SIGMA).shown == 1000
    assert Rated(DAYS[0], 30.0, 2.0).shown == 1960


def test_who_shares_a_place_gains_alike():
    found = ratings(game("a", Ann=1, Bob=2, Cal=2, Dee=4))
    assert found["Bob"] == found["Cal"]
    assert found["Ann"][0].mu > found["Bob"][0].mu > found["Dee"][0].mu


def test_a_game_of_one_ranked_player_moves_nothing():
    left = game_results(
        "a", DAYS[0], [ResultLine("Ann", 4, 1, 2), ResultLine("Bob", None, None, 1)]
    )
    assert ratings(left) == {}
    with_a_game = [*left, *game("b", 0, Ann=1, Cal=2), *game("c", 1, Cal=1)]
    assert ratings(with_a_game) == ratings(game("b", 0, Ann=1, Cal=2))


def test_a_day_has_one_rating_however_many_games():
    found = ratings([*game("a", Ann=1, Bob=2), *game("b", order=2, Ann=1, Bob=2)])
    assert [one.day for one in found["Ann"]] == [DAYS[0]]
    assert found["Ann"][0].mu > ratings(game("a", Ann=1, Bob=2))["Ann"][0].mu


def test_games_count_in_their_order():
    """A win over a newcomer counts for less after one has beaten somebody else."""
    first = [*game("z", Ann=1, Bob=2), *game("a", order=2, Bob=1, Cal=2)]
    other = [*game("z", order=2, Ann=1, Bob=2), *game("a", Bob=1, Cal=2)]
    assert ratings(first)["Ann"] != ratings(other)["Ann"]
    days = [*game("z", Ann=1, Bob=2), *game("a", 1, Bob=1, Cal=2)]
    assert ratings(days)["Ann"] == ratings(first)["Ann"]


def test_games_of_before_are_not_counted_twice():
    kept = {player: line[-1] for player, line in ratings(game("a", 1, Ann=1, Bob=2)).items()}
    with pytest.raises(ValueError, match="hold 2026-01-12 already, and 2026-01-12 comes after"):
        ratings(game("b", 1, Ann=1, Bob=2), kept)


@given(games_of())
def test_the_steps_lead_from_the_beginning_to_the_rating(games):
    results = results_of(games)
    for player, by_day in ratings(results).items():
        steps = rating_steps(results, player)
        assert steps[0].before.shown == 1000
        assert all(
            (one.after.mu, one.after.sigma) == (next_.before.mu, next_.before.sigma)
            for one, next_ in pairwise(steps)
        )
        assert steps[-1].after == by_day[-1]


@given(games_of(), st.integers(0, 2**32))
def test_the_order_of_entry_does_not_matter(games, seed):
    results = results_of(games)
    mixed = results.copy()
    Random(seed).shuffle(mixed)
    assert repr(ratings(mixed)) == repr(ratings(results))


@given(st.integers(0, 2**32))
def test_the_order_of_a_large_table_does_not_matter(seed):
    """Players of unlike ratings, some of them level: here sums in floating point would differ."""
    random = Random(seed)
    before: dict[Key, Rated] = {}
    for number in range(8):
        before[f"P{number}"] = Rated(DAYS[0], random.uniform(15, 35), random.uniform(2, 8))
    results = [*game("a", 1, **{f"P{number}": random.randint(1, 5) for number in range(8)})]
    mixed = random.sample(results, len(results))
    assert ratings(mixed, before) == ratings(results, before)


@given(games_of(), st.integers(0, 4))
def test_going_on_from_kept_ratings_is_the_same_to_the_last_digit(games, number):
    results = results_of(games)
    whole = ratings(results)
    day = date(2026, 1, 5) + timedelta(days=7 * number)
    first = ratings(one for one in results if one.day <= day)
    kept = {player: line[-1] for player, line in first.items()}
    rest = ratings([one for one in results if one.day > day], kept)
    joined = {player: first.get(player, ()) + rest.get(player, ()) for player in whole}
    assert joined == whole
