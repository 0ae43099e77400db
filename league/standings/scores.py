"""What one player's results come to by a method.

A score needs the results of its player alone. So a caller may keep scores, recompute those of
the players whose results changed, and rank them all again (`league.standings.table.rank`).
"""

from collections import defaultdict
from collections.abc import Container, Iterable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from math import lcm

from league.standings.methods import BY_DAY, Count, Measure, Method
from league.standings.results import Key, Result, outs_in_all, sum_known


class Unranked(StrEnum):
    """Why a player has no place."""

    NO_GAMES = "no_games"
    FEW_GAMES = "few_games"
    FEW_DAYS = "few_days"
    NO_ROUNDS = "no_rounds"
    GUEST = "guest"


@dataclass(frozen=True, slots=True)
class Score:
    """One player's games in sums; only games in which the player was ranked count.

    `value` is what the method ranks by: in points, in place points, in percent for BEATEN, in
    rounds or in games; None where there is nothing to count. `total` is the sum of the games'
    totals, `best_game` the lowest of them of a game that has ended, None where none has, and
    `best_day` the first day on which it was reached.
    `outs` is None where a game does not tell them; `value` then has those that are known. It is
    None too, as `wins` is, where what was brought forward does not tell them.
    `lowest_round` is None where not all games are known by their rounds. `counted` are the days
    that count, earliest first, for a method that leaves some out; else it is empty. `brought` is
    what was brought forward and is in the value, as it is in the numbers of games and rounds.
    """

    player: Key
    value: Fraction | None
    unranked: Unranked | None
    games: int = 0
    rounds: int = 0
    days: int = 0
    total: int = 0
    outs: int | None = 0
    wins: int | None = 0
    best_game: int | None = None
    best_day: date | None = None
    lowest_round: int | None = None
    counted: tuple[date, ...] = ()
    brought: Fraction | None = None


def scores(
    method: Method,
    results: Iterable[Result],
    as_of: date | None = None,
    *,
    only: Container[Key] | None = None,
) -> tuple[Score, ...]:
    """Return the scores of all players with a result up to and including `as_of`, by player.

    And of those who bring something forward; with `only`, of these alone.
    """
    by_player: dict[Key, list[Result]] = defaultdict(list)
    for result in results:
        if as_of is None or result.day <= as_of:
            by_player[result.player].append(result)
    for player in method.brought_by:
        if only is None or player in only:
            by_player.setdefault(player, [])
    return tuple(score(method, player, by_player[player]) for player in sorted(by_player))


def score(method: Method, player: Key, results: Iterable[Result]) -> Score:
    """Return what the results of one player come to, in whatever order they are.

    Raises ValueError for two results of one game.
    """
    ranked = [result for result in results if result.place is not None]
    brought = method.brought_by.get(player)
    if not ranked and brought is None:
        return Score(player, None, Unranked.NO_GAMES)
    games, rounds = len(ranked), sum([result.rounds for result in ranked])
    if len({result.game for result in ranked}) < games:
        raise ValueError(f"player {player} has two results of one game")
    if brought is not None:
        games, rounds = games + brought.games, rounds + brought.rounds
    gains, unit = _gains(method, ranked)
    days = {result.day for result in ranked}
    value: Fraction | None
    counted: tuple[date, ...] = ()
    if method.count in BY_DAY:
        amount, counted = _by_day(method, ranked, gains)
        value = Fraction(amount, unit) if counted else None
    else:
        parts = {Count.SUM: 1, Count.PER_GAME: games, Count.PER_ROUND: rounds}[method.count]
        gained = Fraction(sum(gains), unit) + (brought.value if brought else 0)
        value = gained / parts if parts else None
    ended = [result for result in ranked if result.ended]
    best = min([result.total or 0 for result in ended], default=None)
    lowest = [result.lowest_round for result in ranked if result.lowest_round is not None]
    return Score(
        player=player,
        value=value,
        unranked=Unranked.GUEST
        if player in method.apart
        # Whoever brings something forward has played, though nobody may know how often.
        else _why_unranked(method, max(games, 1), rounds, len(days)),
        games=games,
        rounds=rounds,
        days=len(days),
        total=sum([result.total or 0 for result in ranked]),
        outs=sum_known(outs_in_all(ranked), brought.outs if brought else 0),
        wins=sum_known(sum(result.won for result in ranked), brought.wins if brought else 0),
        best_game=best,
        best_day=min([result.day for result in ended if result.total == best], default=None),
        lowest_round=min(lowest) if lowest and len(lowest) == games else None,
        counted=counted,
        brought=brought.value if brought else None,
    )


def _why_unranked(method: Method, games: int, rounds: int, days: int) -> Unranked | None:
    if games < method.least_games:
        return Unranked.FEW_GAMES
    if method.count is Count.PER_ROUND and not rounds:
        return Unranked.NO_ROUNDS
    too_few = {
        Count.BEST_DAYS: method.lowest_leads and days < method.days,
        Count.ALL_BUT: days <= method.days,
    }
    return Unranked.FEW_DAYS if too_few.get(method.count) else None


def gains_of(method: Method, results: Iterable[Result]) -> tuple[tuple[Result, Fraction], ...]:
    """Return what each game gives by which somebody has a place, from the first to the last."""
    ranked = [result for result in results if result.place is not None]
    ranked.sort(key=lambda result: (result.day, result.order))
    gains, unit = _gains(method, ranked)
    return tuple((result, Fraction(gain, unit)) for result, gain in zip(ranked, gains, strict=True))


def _gains(method: Method, ranked: list[Result]) -> tuple[list[int], int]:
    """Return what each game gives, in whole parts of one unit: 3 with a unit of 2 is 1.5."""
    if method.measure is Measure.POINTS:
        return [result.total or 0 for result in ranked], 1
    if method.measure is Measure.OUTS:
        return [result.outs or 0 for result in ranked], 1
    if method.measure is Measure.WINS:
        return [int(result.place == 1) for result in ranked], 1
    if method.measure is Measure.BEATEN:
        shares = [beaten(result.place or 1, result.sharing, result.players) for result in ranked]
    else:
        table, beyond = method.table, method.beyond
        shares = [
            place_points(table, beyond, result.place or 1, result.sharing) for result in ranked
        ]
    unit = lcm(*{share.denominator for share in shares})
    return [share.numerator * (unit // share.denominator) for share in shares], unit


@lru_cache(maxsize=4096)
def place_points(table: tuple[int, ...], beyond: int, place: int, sharing: int) -> Fraction:
    """Return what a place gives by a table, shared evenly by all who share the place."""
    covered = range(place - 1, place - 1 + sharing)
    given = sum(table[place] if place < len(table) else beyond for place in covered)
    return Fraction(given, sharing)


@lru_cache(maxsize=4096)
def beaten(place: int, sharing: int, players: int) -> Fraction:
    """Return how many percent of the opponents were beaten; an equal opponent is half beaten."""
    if players < 2:
        return Fraction(0)
    behind = players - place - (sharing - 1)
    return Fraction(100 * (2 * behind + (sharing - 1)), 2 * (players - 1))


def _by_day(method: Method, ranked: list[Result], gains: list[int]) -> tuple[int, tuple[date, ...]]:
    """Return what the days that count come to, and which days these are."""
    worth: dict[date, int] = defaultdict(int)
    for result, gain in zip(ranked, gains, strict=True):
        worth[result.day] += gain
    sign = 1 if method.lowest_leads else -1
    best_first = sorted(worth, key=lambda day: (sign * worth[day], day))
    left = method.days if method.count is Count.BEST_DAYS else len(worth) - method.days
    counted = best_first[: max(left, 0)]
    return sum(worth[day] for day in counted), tuple(sorted(counted))


def value_written(method: Method, value: Fraction) -> str:
    """Return a value of this method for people to read: a sum that is whole without decimals.

    Averages keep both decimals, so that those of a column stand below one another.
    """
    return written(value, 2 if method.averages else decimals_of([value]))


def decimals_of(values: Iterable[Fraction | None]) -> int:
    """Return how many decimals all values of a column have: two, or none where all are whole."""
    return 0 if all(value is None or value.denominator == 1 for value in values) else 2


def written(value: Fraction, decimals: int = 2) -> str:
    """Return a value with this many decimals after a point, such as "7.25"; a half is rounded up.

    For people to read: different values can be written alike.
    """
    steps = abs(value.numerator) * 10**decimals * 2 + value.denominator
    whole = steps // (2 * value.denominator)
    sign = "-" if value < 0 and whole else ""
    if not decimals:
        return f"{sign}{whole}"
    digits = f"{whole:0{decimals + 1}}"
    return f"{sign}{digits[:-decimals]}.{digits[-decimals:]}"
