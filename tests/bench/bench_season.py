"""How long the leaderboard of a large season takes: `python3 -m tests.bench.bench_season`.

Makes a season of 2,000 players, 40 game days and 13 rounds (about a million points of rounds) on a
database of its own, unless told other numbers, and prints the median and the worst of each, in
milliseconds, with the queries that each asks; the processor's time tells what a busy machine adds.
"""

import argparse
import os
import statistics
import time
from collections.abc import Callable

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

import django

django.setup()

from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext, setup_databases, teardown_databases
from django.urls import reverse


def measure(name: str, action: Callable[[], object], runs: int) -> None:
    """Print the median and the worst time of an action, after one run that counts its queries."""
    with CaptureQueriesContext(connection) as queries:
        action()
    asked, times, spent = len(queries), [], []
    for _run in range(runs):
        begun, worked = time.perf_counter(), time.process_time()
        action()
        times.append((time.perf_counter() - begun) * 1000)
        spent.append((time.process_time() - worked) * 1000)
    print(
        f"{name:<40} median {statistics.median(times):7.1f} ms   worst {max(times):7.1f} ms"
        f"   (processor {statistics.median(spent):6.1f} ms)   {asked} queries"
    )


def main(players: int, days: int) -> None:
    """Make the season, then time what its readers wait for."""
    from league.models import Season, TableGame
    from league.seasons.services.leaderboard import board_refresh
    from league.seasons.services.records import records_refresh
    from scoring.models import Game, Membership, SeatResult
    from scoring.sheets.selectors.sheet import sheet_of
    from scoring.sheets.services.corrections import NotAgreed, correction_record
    from scoring.sheets.services.games import game_finish, game_reopen
    from tests.factories import ANN, UserFactory, new_key, report_of

    begun = time.perf_counter()
    call_command("season_make", players=players, days=days, rounds=13, seed=1)
    season = Season.objects.get()
    print(f"made in {time.perf_counter() - begun:.0f} s: {SeatResult.objects.count()} points")
    user = UserFactory()
    Membership.objects.create(club=season.club, user=user, role=Membership.Role.ORGANIZER)
    client = Client()
    client.force_login(user)
    url = reverse("league:leaderboard", args=[season.pk])
    now = reverse("league:leaderboard-now", args=[season.pk])
    middle = f"{season.first + (season.last - season.first) // 2:%Y-%m-%d}"
    board = board_refresh(season=season)
    assert board is not None
    seen = board.fingerprint

    def get(query: str, address: str = url) -> Callable[[], object]:
        def ask() -> None:
            assert client.get(f"{address}?{query}").status_code in (200, 204)

        return ask

    measure("the leaderboard", get(""), 40)
    measure("its last page", get("page=40"), 40)
    measure("sorted by name", get("sort=player"), 40)
    measure("a name looked for", get("name=ann"), 40)
    measure("as of the middle, derived before", get(f"as_of={middle}"), 40)
    measure("polled, nothing new", get(f"seen={seen}", now), 40)
    game = TableGame.objects.filter(game_day__date=season.last)[0].game

    def changed() -> None:
        game_reopen(game=game, author=ANN, key=new_key(), reason="a line more")
        game.finished_at = None
        game_finish(game=game, author=ANN, key=new_key())
        get("")()

    measure("the first to look after a change", changed, 5)
    # The records are looked at now and then: what is kept of them may be old, but it is there.
    records_refresh(club=season.club, season=season)
    records_refresh(club=season.club)
    changed()
    game_reopen(game=game, author=ANN, key=new_key(), reason="read wrongly")

    def preview() -> None:
        sheet = sheet_of(Game.objects.get(pk=game.pk))
        points = [cell.points for cell in sheet.rounds[0].cells.values() if cell]
        try:
            correction_record(
                game=sheet.game,
                author=ANN,
                key=new_key(),
                round_number=1,
                report=report_of(
                    sheet, [number and number + 9 for number in points], round_number=1
                ),
                reason="read wrongly",
                seen=sheet.rounds[0].entry.pk,
                agreed="",
            )
        except NotAgreed:
            return
        raise AssertionError("a correction was written without a preview")

    measure("the preview of a correction", preview, 5)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=2000)
    parser.add_argument("--days", type=int, default=40)
    told = parser.parse_args()
    before = setup_databases(verbosity=0, interactive=False)
    try:
        main(told.players, told.days)
    finally:
        teardown_databases(before, verbosity=0)
