"""Seasons at random, for hypothesis: few players and few totals, so that many are level."""

from datetime import date, timedelta
from random import Random
from typing import Any

from hypothesis import strategies as st

from league.standings.methods import Count, Measure, Method
from league.standings.results import Result, ResultLine, game_results
from league.standings.tie_breaks import OF_SEASONS, TieBreak
from tests.league.standings.slow import Game

FIRST = date(2026, 1, 5)


def season(games: int, players: int, days: int, seed: int) -> list[Game]:
    """So many games, of up to five players each; now and then one leaves early."""
    random = Random(seed)
    found = []
    for key in range(games):
        table = random.sample(range(players), random.randint(1, min(players, 5)))
        lines = {player: one_line(random) if random.random() < 0.8 else None for player in table}
        day = FIRST + timedelta(days=7 * random.randrange(days))
        found.append(Game(key, day, random.randint(1, 2), lines))
    return found


def one_line(random: Random) -> tuple[int, int, int, int | None]:
    rounds = random.randint(0, 3)
    low = random.choice([None, 0, 1, 2, 2, 1])
    return random.randint(0, 4), rounds, random.randint(0, rounds), low


def games_of(least: int = 0, most: int = 10) -> st.SearchStrategy[list[Game]]:
    """Games of up to six players on up to five days, some of them several a day.

    Made from a seed, which is ten times as fast as drawing each number; the sizes still shrink.
    """
    return st.builds(
        season,
        games=st.integers(least, most),
        players=st.integers(1, 6),
        days=st.integers(1, 5),
        seed=st.integers(0, 2**32),
    )


def lines_of() -> st.SearchStrategy[tuple[int, int, int, int | None]]:
    """One player's line in a game."""
    return st.integers(0, 2**32).map(lambda seed: one_line(Random(seed)))


@st.composite
def plain_methods(draw: st.DrawFn) -> dict[str, Any]:
    """Every method that there is, as a plain dict."""
    measure = draw(st.sampled_from(["points", "places", "beaten", "outs", "wins"]))
    counts = ["sum", "per_game", "best_days", "all_but"]
    averaged = ["per_round"] if measure in ("points", "outs") else []
    count = draw(st.sampled_from(counts + averaged))
    table = draw(st.sampled_from([(7, 5, 4, 3, 2, 1), (3, 1), (5,)]))
    return {
        "measure": measure,
        "count": count,
        "days": draw(st.integers(1, 3)) if count in ("best_days", "all_but") else 0,
        "table": table if measure == "places" else (),
        "beyond": draw(st.integers(-1, 1)) if measure == "places" else 0,
        "least_games": draw(st.integers(1, 3)),
        "ties": draw(st.permutations(OF_SEASONS).flatmap(cut)),
    }


def cut(ties: list[TieBreak]) -> st.SearchStrategy[list[str]]:
    return st.integers(0, len(ties)).map(lambda number: [str(tie) for tie in ties[:number]])


def method_of(plain: dict[str, Any]) -> Method:
    return Method(
        Measure(plain["measure"]),
        Count(plain["count"]),
        plain["days"],
        table=plain["table"],
        beyond=plain["beyond"],
        least_games=plain["least_games"],
        ties=tuple(TieBreak(tie) for tie in plain["ties"]),
    )


def results_of(games: list[Game]) -> list[Result]:
    """The same games as results."""
    found: list[Result] = []
    for game in games:
        lines = []
        for player, told in game.players.items():
            if told is None:
                lines.append(ResultLine(player, None, None, 1))
            else:
                total, rounds, outs, low = told
                place = game.lower(player) + 1
                lines.append(ResultLine(player, total, place, rounds, outs, lowest_round=low))
        found += game_results(game.key, game.day, lines, order=game.order)
    return found
