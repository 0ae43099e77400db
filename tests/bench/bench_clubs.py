"""What a thousand clubs cost the pages of one: `python3 -m tests.bench.bench_clubs`.

Makes a club with 100 people and 11,000 scores of rounds on a PostgreSQL server of its own, and
times its pages; then copies it a thousand times inside the database (100,000 people, 11 million
scores) and times the same pages of the same club again. A page must not take more than 1.5 times as
long.

Printed are the medians by the clock, and the processor time of the site and of the database
together, which other work on the machine disturbs less. `--clubs 30 --days 2 --runs 2` takes a
minute.
"""

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

import django

from tests.postgres import HOW_TO_GET_IT, find_binaries, server_with

ROUNDS = 13
MOST = 1.5
# A small server of today: what is asked often is in its memory, and what is written is kept.
SERVER = "-c shared_buffers=512MB -c synchronous_commit=off -c max_wal_size=4GB"
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Cost:
    """What a page cost, in milliseconds: by the clock, and of processors; medians."""

    clock: float
    processor: float


def main(clubs: int, players: int, days: int, runs: int) -> int:
    """Time the pages of one club alone and among the others; answer 1 if a page got too slow."""
    from league.seasons.services.samples import Sample, season_sample
    from scoring.models import Club, Player, SeatResult
    from tests.copies import club_copy
    from tests.world import make_world

    world = make_world()
    season_sample(club=world.club, sample=Sample(players=players, days=days, rounds=ROUNDS, seed=1))
    pages = pages_of(world)
    alone = costs_of(pages, runs)
    begun = time.perf_counter()
    club_copy(club=world.club.pk, times=clubs - 1, checked=False)
    seconds = time.perf_counter() - begun
    scores = SeatResult.objects.count()
    print(f"{Club.objects.count()} clubs, {Player.objects.count()} people, {scores} scores")
    print(f"copied in {seconds:.0f} s; the database has {database_megabytes():.0f} MB")
    among = costs_of(pages, runs)
    words = f"{'among':>9}{'times':>7}"
    print(f"{'':<24}{'clock alone':>12}{words}{'processor':>12}{words}")
    slow = []
    for name, before in alone.items():
        after = among[name]
        clock, processor = after.clock / before.clock, after.processor / before.processor
        print(
            f"{name:<24}{before.clock:>9.1f} ms{after.clock:>6.1f} ms{clock:>7.2f}"
            f"{before.processor:>9.1f} ms{after.processor:>6.1f} ms{processor:>7.2f}"
        )
        slow += [name] if processor > MOST else []
    print(f"More than {MOST} times the processor time: {', '.join(slow) or 'none'}.")
    return 1 if slow else 0


def pages_of(world: Any) -> dict[str, Callable[[], object]]:
    """The pages that a club's people look at most, as its organizer asks for them."""
    from django.core.cache import cache
    from django.urls import reverse

    from league.models import GameDay, Season

    client = world.clients["organizer"]
    season = Season.objects.filter(club=world.club).latest("pk")
    day = GameDay.objects.filter(club=world.club, table_games__isnull=False).latest("pk")
    game = day.table_games.latest("pk").game
    running = world.day_game(1)
    player = game.seats.earliest("pk").player
    addresses = {
        "home": reverse("scoring:home"),
        "games": reverse("league:games"),
        "sheet": reverse("scoring:sheet", args=[game.code]),
        "a round to score": reverse("scoring:round-record", args=[running.code, 2]),
        "disputes": reverse("scoring:disputes", args=[running.code]),
        "people": reverse("league:people"),
        "a person": reverse("league:player", args=[player.pk]),
        "calendar": reverse("league:calendar"),
        "a game day": reverse("league:day", args=[day.pk]),
        "its result": reverse("league:day-result", args=[day.pk]),
        "leaderboards": reverse("league:leaderboards"),
        "leaderboard": reverse("league:leaderboard", args=[season.pk]),
        "records": reverse("league:season-records", args=[season.pk]),
        "tournament": reverse("league:tournament", args=[world.tournament.pk]),
        "who signs in": reverse("scoring:members"),
        "log": reverse("scoring:log"),
    }

    def asking(address: str) -> Callable[[], object]:
        def ask() -> None:
            # What is kept in the site's memory would hide what the database does.
            cache.clear()
            answer = client.get(address, follow=True)
            assert answer.status_code == 200, address

        return ask

    return {name: asking(address) for name, address in addresses.items()}


def costs_of(pages: dict[str, Callable[[], object]], runs: int) -> dict[str, Cost]:
    """What each page costs; the first of each counts for nothing: it fills what is kept."""
    costs = {}
    for name, ask in pages.items():
        ask()
        timed = [cost_of(ask) for _run in range(runs)]
        costs[name] = Cost(
            statistics.median(cost.clock for cost in timed),
            statistics.median(cost.processor for cost in timed),
        )
    return costs


def cost_of(ask: Callable[[], object]) -> Cost:
    """What asking once costs, of ten times: the database counts in hundredths of a second."""
    times = 10
    begun, worked = time.perf_counter(), time.process_time() + of_database()
    for _time in range(times):
        ask()
    processor = time.process_time() + of_database() - worked
    return Cost((time.perf_counter() - begun) * 1000 / times, processor * 1000 / times)


def database_megabytes() -> float:
    """How large the database is, with its indexes."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database()) / 1e6")
        return float(cursor.fetchone()[0])


def of_database() -> float:
    """The processor time, in seconds, that our own connection's process has used so far."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (pid,) = cursor.fetchone()
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def measured(arguments: argparse.Namespace) -> int:
    """Start the server, make the tables and measure."""
    binaries = find_binaries()
    if binaries is None:
        sys.exit(f"PostgreSQL is missing: {HOW_TO_GET_IT}.")
    with server_with(binaries, SERVER) as server:
        os.environ["TEST_DATABASE_URL"] = server.url
        django.setup()
        from django.test.utils import setup_databases

        setup_databases(verbosity=0, interactive=False)
        try:
            return main(**vars(arguments))
        finally:
            from django.db import connection

            connection.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clubs", type=int, default=1000, help="how many clubs (1000)")
    parser.add_argument("--players", type=int, default=84, help="people of each, besides 16 (84)")
    parser.add_argument("--days", type=int, default=10, help="game days of each (10)")
    parser.add_argument("--runs", type=int, default=7, help="ten looks at each page, so often (7)")
    sys.exit(measured(parser.parse_args()))
