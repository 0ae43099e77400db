"""How long a season's standings take: `python -m tests.bench.bench_standings [players] [days]`.

By default 2,000 players on 40 days, a game a day at tables of three to five, 13 rounds each: 80,000
results. Prints the median and the worst of each in milliseconds of processor time, which other
programs disturb less than they do the clock. The rating and the race by place run three times, the
rest nine times or more.
"""

import gc
import statistics
import sys
import time
from collections.abc import Callable
from datetime import date, timedelta
from random import Random

from league.standings.methods import Count, Measure, Method
from league.standings.moves import movement, race
from league.standings.rating import ratings
from league.standings.results import Result, ResultLine, game_days, game_results
from league.standings.scores import score, scores
from league.standings.table import rank, standings
from league.standings.tie_breaks import TieBreak

ROUNDS = 13
TIES = (
    TieBreak.OUTS,
    TieBreak.WINS,
    TieBreak.BEST_GAME,
    TieBreak.HEAD_TO_HEAD,
    TieBreak.EARLIER_DATE,
)
METHODS = {
    "average points a round": Method(Measure.POINTS, Count.PER_ROUND, ties=TIES),
    "sum of totals": Method(Measure.POINTS, ties=TIES),
    "best 10 days": Method(Measure.POINTS, Count.BEST_DAYS, 10, ties=TIES),
    "all but 3 days, place points": Method(
        Measure.PLACES, Count.ALL_BUT, 3, table=(7, 5, 4, 3, 2, 1), ties=TIES
    ),
    "opponents beaten, average": Method(Measure.BEATEN, Count.PER_GAME, ties=TIES),
    "rounds won": Method(Measure.OUTS, ties=TIES),
    "games won, head-to-head first": Method(Measure.WINS, ties=(TieBreak.HEAD_TO_HEAD, *TIES[:3])),
}


def season(players: int, days: int, seed: int = 1) -> list[Result]:
    """A season of which each player plays one game a day."""
    random = Random(seed)
    results: list[Result] = []
    skill = [random.uniform(15, 40) for _player in range(players)]
    for number in range(days):
        day = date(2026, 1, 5) + timedelta(weeks=number)
        order = random.sample(range(players), players)
        while order:
            size = random.choice([3, 4, 5])
            table, order = order[:size], order[size:]
            results += one_game(len(results), day, table, skill, random)
    random.shuffle(results)
    return results


def one_game(
    game: int, day: date, table: list[int], skill: list[float], random: Random
) -> tuple[Result, ...]:
    """The results of one game that is scored round by round."""
    rounds: dict[int, list[int]] = {player: [] for player in table}
    outs = dict.fromkeys(table, 0)
    for _round in range(ROUNDS):
        points = {player: 1 + int(random.expovariate(1 / skill[player])) for player in table}
        out = min(table, key=lambda player: points[player])
        outs[out] += 1
        for player in table:
            rounds[player].append(0 if player == out else points[player])
    totals = {player: sum(line) for player, line in rounds.items()}
    ranked = sorted(totals.values())
    return game_results(
        game,
        day,
        [
            ResultLine(p, t, ranked.index(t) + 1, ROUNDS, outs[p], lowest_round=min(rounds[p]))
            for p, t in totals.items()
        ],
    )


def measure(name: str, action: Callable[[], object], runs: int = 9) -> None:
    """Print the median and the worst time of an action."""
    times = []
    for _run in range(runs):
        gc.collect()
        begun = time.process_time()
        action()
        times.append((time.process_time() - begun) * 1000)
    print(f"{name:<48} median {statistics.median(times):8.1f} ms   worst {max(times):8.1f} ms")


def main(arguments: list[str]) -> None:
    """Make the season, then time what a club waits for."""
    players, days = [int(each) for each in arguments] or [2000, 40]
    results = season(players, days)
    last = max(one.day for one in results)
    before = last - timedelta(weeks=1)
    print(f"{players} players, {days} days, {len(results)} results")
    for name, method in METHODS.items():
        measure(name, lambda method=method: standings(method, results))
    for name, method in METHODS.items():
        found = scores(method, results)
        measure(f"rank kept scores: {name}", lambda m=method, f=found: rank(m, f, results))
    method = METHODS["best 10 days"]
    mine = [one for one in results if one.player == 7]
    measure("score of one player", lambda: score(method, 7, mine), 100)
    now, then = standings(method, results), standings(method, results, before)
    measure("movement", lambda: movement(now, then))
    first, on = [one.player for one in now[:10]], game_days(results)
    measure("race of ten by value", lambda: race(method, first, results, on))
    measure("ratings of everybody after each day", lambda: ratings(results), 3)


if __name__ == "__main__":
    main(sys.argv[1:])
