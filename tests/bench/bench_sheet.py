"""How long recording a round and showing a sheet take: `python3 -m tests.bench.bench_sheet`.

Prints the median and the worst of each, in milliseconds, measured in one run on a database of its
own: a game of five players in its thirteenth round.
"""

import os
import re
import statistics
import time
from collections.abc import Callable
from html import unescape

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

import django

django.setup()

from django.test import Client
from django.test.utils import setup_databases, teardown_databases
from django.urls import reverse

RUNS = 200


def measure(name: str, action: Callable[[], object], runs: int = RUNS) -> None:
    """Print the median and the worst time of an action, after one run to warm up."""
    action()
    times = []
    for _run in range(runs):
        begun = time.perf_counter()
        action()
        times.append((time.perf_counter() - begun) * 1000)
    print(f"{name:<40} median {statistics.median(times):8.3f} ms   worst {max(times):7.2f} ms")


def main() -> None:
    """Make a game, then time what a scorekeeper waits for."""
    from scoring.referee import check_round
    from scoring.sheets.selectors.sheet import sheet_of
    from scoring.sheets.services.rounds import entry_undo, round_record
    from tests.factories import ANN, MembershipFactory, make_game, new_key, play, report_of

    membership = MembershipFactory()
    game = make_game(membership.club, players=5)
    for _round in range(12):
        play(game, 0, 24, 38, 17, 51)
    client = Client()
    client.force_login(membership.user)

    sheet = sheet_of(game)
    names = {seat.id: seat.name for seat in sheet.playing(13)}
    report = report_of(sheet, [0, 24, 38, 17, 51])
    measure("check a reported round", lambda: check_round(game, names, report))

    def record_and_undo() -> None:
        done = round_record(game=game, author=ANN, key=new_key(), round_number=13, report=report)
        recorded.append(time.perf_counter())
        entry_undo(game=game, author=ANN, key=new_key(), seen=done.entry.pk)

    recorded: list[float] = []
    times = []
    for _run in range(RUNS):
        begun = time.perf_counter()
        record_and_undo()
        times.append((recorded[-1] - begun) * 1000)
    name = "record a round (the sheet grows to 412)"
    print(f"{name:<40} median {statistics.median(times):8.3f} ms   worst {max(times):7.2f} ms")

    game = make_game(membership.club, players=5)
    for _round in range(12):
        play(game, 0, 24, 38, 17, 51)
    url = reverse("scoring:sheet", args=[game.code])
    measure("show a sheet of twelve rounds", lambda: client.get(url))
    # As its page asks.
    asked = re.search(r'id="sheet-now"[^>]*? hx-get="([^"]+)"', client.get(url).content.decode())
    assert asked, "The sheet asks for nothing."
    now = unescape(asked[1])
    assert client.get(now).status_code == 204, "There is something new."
    measure("poll it, nothing new", lambda: client.get(now))


if __name__ == "__main__":
    before = setup_databases(verbosity=0, interactive=False)
    try:
        main()
    finally:
        teardown_databases(before, verbosity=0)
