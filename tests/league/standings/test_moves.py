"""What moved from one day to the next, what a correction changes, and the race of a season."""

from datetime import date, timedelta
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from league.standings.methods import Measure, Method
from league.standings.moves import Race, StandingChange, changes, movement, race
from league.standings.results import Result, ResultLine, game_days, game_results
from league.standings.table import standings
from tests.league.standings.seasons import games_of, method_of, plain_methods, results_of

DAYS = [date(2026, 1, 5) + timedelta(days=7 * number) for number in range(3)]
SUMS = Method(Measure.OUTS)


def outs(day: int, **told: int) -> tuple[Result, ...]:
    """A game a player, each alone at the table, with so many rounds won."""
    found: list[Result] = []
    for name, number in told.items():
        found += game_results(f"{day}{name}", DAYS[day], [ResultLine(name, 9, 1, 5, number)])
    return tuple(found)


SEASON = [
    *outs(0, Ann=1, Bob=2, Cal=3),
    *outs(1, Ann=3, Cal=0, Dee=4),
    *outs(2, Bob=1, Eve=0),
]


def test_the_season_of_these_tests():
    """Cal 3, Bob 2, Ann 1; then Ann and Dee 4, Cal 3, Bob 2; then Bob 3 with Cal, Eve 0."""
    found = standings(SUMS, SEASON)
    assert [(one.place, one.player) for one in found] == [
        (1, "Ann"),
        (1, "Dee"),
        (3, "Bob"),
        (3, "Cal"),
        (5, "Eve"),
    ]


def test_movement_since_the_day_before():
    before, day, last = (standings(SUMS, SEASON, day) for day in DAYS)
    assert movement(day, before) == {"Ann": 2, "Dee": None, "Cal": -2, "Bob": -2}
    assert movement(last, day) == {"Ann": 0, "Dee": 0, "Cal": 0, "Bob": 1, "Eve": None}


def test_who_has_no_place_does_not_move_and_is_new_with_the_first():
    twice = Method(Measure.OUTS, least_games=2)
    before, day = (standings(twice, SEASON, day) for day in DAYS[:2])
    assert movement(day, before) == {"Ann": None, "Cal": None}


def test_a_correction_says_whose_place_or_score_changes():
    before = standings(SUMS, SEASON)
    less = [one for one in SEASON if one.player != "Dee"]
    after = standings(SUMS, [*less, *outs(1, Fay=0)])
    told = {(c.player, c.before and c.before.place, c.after and c.after.place)
            for c in changes(before, after)}  # fmt: skip
    assert told == {
        ("Ann", 1, 1),
        ("Bob", 3, 2),
        ("Cal", 3, 2),
        ("Dee", 1, None),
        ("Eve", 5, 4),
        ("Fay", None, 4),
    }
    assert [one.player for one in changes(before, after)] == [
        "Ann",
        "Bob",
        "Cal",
        "Dee",
        "Eve",
        "Fay",
    ]
    assert changes(before, before) == ()


def test_a_change_has_both_standings():
    before, after = standings(SUMS, outs(0, Ann=1)), standings(SUMS, outs(0, Ann=2))
    assert changes(before, after) == (StandingChange("Ann", before[0], after[0]),)


def test_a_race_by_value():
    days, first = tuple(DAYS), ["Ann", "Dee", "Bob"]
    values: Any = race(SUMS, first, SEASON, DAYS)
    assert values == Race(days, (("Ann", (1, 4, 4)), ("Dee", (None, 4, 4)), ("Bob", (2, 2, 3))))


def test_a_race_of_some_days_still_counts_the_others():
    """Days in any order and twice; a day before the season, on which nobody has a place."""
    before = DAYS[0] - timedelta(days=7)
    some = [DAYS[1], before, DAYS[1]]
    values: Any = race(SUMS, ["Ann"], SEASON, some)
    assert values == Race((before, DAYS[1]), (("Ann", (None, 4)),))
    assert race(SUMS, [], [], []) == Race((), ())


@given(plain_methods(), games_of(), st.integers(0, 2**32))
def test_a_race_is_the_standings_of_each_day(plain, games, seed):
    method, results = method_of(plain), results_of(games)
    mixed = results.copy()
    Random(seed).shuffle(mixed)
    days = game_days(results)
    each = [{one.player: one for one in standings(method, results, day)} for day in days]
    players = [one.player for one in standings(method, results)]
    lines = [(p, [now[p] if p in now and now[p].place else None for now in each]) for p in players]
    values = tuple((p, tuple(one and one.value for one in line)) for p, line in lines)
    assert race(method, players, mixed, days) == Race(days, values)


@given(plain_methods(), games_of())
def test_what_changes_is_what_differs(plain, games):
    """Taking back the last game changes its players' lines, and no line that it does not name."""
    method = method_of(plain)
    before, after = (standings(method, results_of(some)) for some in (games[:-1], games))
    named = {one.player for one in changes(before, after)}
    assert {player for game in games[-1:] for player in game.ranked()} <= named
    old = {one.player: (one.place, one.score) for one in before if one.player not in named}
    new = {one.player: (one.place, one.score) for one in after if one.player not in named}
    assert old == new
