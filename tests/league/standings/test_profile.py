"""One player's figures, and two players' meetings."""

from datetime import date, timedelta
from fractions import Fraction
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from league.standings.profile import CommonGame, head_to_head, profile
from league.standings.results import ResultLine, game_results
from tests.league.standings.seasons import games_of, results_of

DAYS = [date(2026, 1, 5) + timedelta(days=7 * number) for number in range(7)]


def game(key, day, ann, bob, *, lows=(None, None), outs=(0, 0), places=None):
    """A game of Ann and Bob over two rounds."""
    ranked = sorted([ann, bob])
    one, other = places or (ranked.index(ann) + 1, ranked.index(bob) + 1)
    lines = [
        ResultLine("Ann", ann, one, 2, outs[0], 0, lows[0]),
        ResultLine("Bob", bob, other, 2, outs[1]),
    ]
    return game_results(key, DAYS[day], lines)


def test_a_players_games_and_figures():
    results = [
        *game("f", 5, 30, 20),
        *game("e", 4, 30, 40, outs=(2, 0)),
        *game("d", 3, 12, 90),
        *game("c", 2, 50, 20, lows=(7, None)),
        *game("b", 1, 12, 20, lows=(4, None)),
        *game("a", 0, 50, 20),
        *game_results(
            "g", DAYS[6], [ResultLine("Ann", None, None, 1, 1), ResultLine("Bob", 4, 1, 2)]
        ),
    ]
    ann = profile("Ann", results)
    assert [one.game for one in ann.games] == ["a", "b", "c", "d", "e", "f", "g"]
    assert (ann.ranked, ann.form) == (6, (1, 2, 1, 1, 2))
    assert (ann.best.game, ann.worst.game, ann.lowest_round) == ("b", "a", 4)
    assert (ann.rounds, ann.outs, ann.wins) == (12, 2, 3)
    assert (ann.average_total, ann.points_a_round) == (Fraction(184, 6), Fraction(184, 12))
    assert ann.average_place == Fraction(3, 2)


def test_a_player_without_a_ranked_game_has_no_figures():
    results = game_results("a", DAYS[0], [ResultLine("Ann", None, None, 1, 1)])
    ann = profile("Ann", results)
    assert ann.games == results
    assert (ann.ranked, ann.form, ann.best, ann.worst, ann.lowest_round) == (
        0,
        (),
        None,
        None,
        None,
    )
    assert (ann.average_total, ann.points_a_round, ann.average_place) == (None, None, None)
    assert profile("Bob", results).games == ()


def test_two_players_meetings():
    results = [
        *game("c", 2, 30, 30, places=(2, 1)),
        *game("b", 1, 30, 30),
        *game("a", 0, 10, 25),
        *game_results("d", DAYS[3], [ResultLine("Ann", None, None, 1), ResultLine("Bob", 4, 1, 2)]),
        *game_results("e", DAYS[4], [ResultLine("Ann", 7, 1, 2), ResultLine("Cal", 9, 2, 2)]),
        *game_results("f", DAYS[5], [ResultLine("Ann", 7, 1, 2), ResultLine("Bob", None, None, 2)]),
    ]
    found = head_to_head("Ann", "Bob", results)
    assert [met.game for met in found.meetings] == ["a", "b", "c"]
    assert found.meetings[0] == CommonGame("a", DAYS[0], 1, (10, 25), (1, 2))
    assert (found.ahead, found.behind, found.level) == (1, 1, 1)
    assert (found.lower, found.totals) == ((1, 0), (70, 85))


@given(games_of(), st.integers(0, 2**32))
def test_head_to_head_looks_the_same_from_the_other_side(games, seed):
    """And counts what the sheets say, in whatever order they come."""
    results = results_of(games)
    Random(seed).shuffle(results)
    one, other = head_to_head(0, 1, results), head_to_head(1, 0, results)
    assert (one.ahead, one.behind, one.level) == (other.behind, other.ahead, other.level)
    assert (one.lower, one.totals) == (other.lower[::-1], other.totals[::-1])
    common = [game for game in games if {0, 1} <= set(game.ranked())]
    assert len(one.meetings) == len(common)
    assert one.lower[0] == sum(game.line(0)[0] < game.line(1)[0] for game in common)


@given(games_of(), st.integers(0, 2**32))
def test_a_profile_does_not_depend_on_the_order_of_entry(games, seed):
    results = results_of(games)
    mixed = results.copy()
    Random(seed).shuffle(mixed)
    mine = profile(0, results)
    assert profile(0, mixed) == mine
    played = [game for game in games if 0 in game.ranked()]
    assert mine.ranked == len(played)
    assert mine.wins == sum(game.lower(0) == 0 for game in played)
    assert sum(one.total or 0 for one in mine.games) == sum(game.line(0)[0] for game in played)
