"""How long a director waits: `python3 -m tests.bench.bench_tournament`.

Prints the median and the worst of each, in milliseconds, measured in one run on a database of its
own: 300 entrants at 75 tables, whose winners go on with the best of the rest; all on tablets, each
with a finished game of three rounds.
"""

import os
import statistics
import time
from collections.abc import Callable

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

import django

django.setup()

from django.db import transaction
from django.test import Client
from django.test.utils import setup_databases, teardown_databases
from django.urls import reverse

RUNS = 10
PEOPLE = 300


class TakenBackError(Exception):
    """What undoes a measured writing, so that it can be measured again."""


def measure(name: str, action: Callable[[], object], runs: int = RUNS) -> None:
    """Print the median and the worst time of an action, after one run to warm up."""
    action()
    times = []
    for _run in range(runs):
        begun = time.perf_counter()
        action()
        times.append((time.perf_counter() - begun) * 1000)
    print(f"{name:<44} median {statistics.median(times):8.1f} ms   worst {max(times):8.1f} ms")


def main() -> None:
    """Play a large tournament's first stage, then time what its director waits for."""
    from league.seasons.services.tallies import tallies_refresh
    from league.tournaments.courses import loaded
    from league.tournaments.directing.services.closing import stage_close
    from league.tournaments.directing.services.stage_tables import stage_tables_start
    from league.tournaments.stages.selectors.progress import closing_of
    from scoring.sheets.services.games import game_finish
    from tests.factories import ANN, MembershipFactory, new_key, play
    from tests.league.tournaments.runs import begin, tournament_of

    membership = MembershipFactory()
    first = {"onward": "tables", "seating": "snake", "fill": "full"}
    tournament = tournament_of(membership.club, PEOPLE, first, {"name": "Second", "count": 8})
    begin(tournament)
    stage = tournament.stages.get(number=1)
    for number, game in enumerate(stage_tables_start(tournament=tournament, author=ANN).games):
        for round_ in range(3):  # in sum another total for the second of each table
            second = 1 + (number + round_) // 3
            play(game, 0, *[second + 10 * at for at in range(game.seats.count() - 1)])
        game_finish(game=game, author=ANN, key=new_key())
    client = Client()
    client.force_login(membership.user)
    page = reverse("league:direct", args=[tournament.pk])
    now = reverse("league:direct-now", args=[tournament.pk])

    def close() -> None:
        mark = closing_of(loaded(tournament), stage).mark
        try:
            with transaction.atomic():
                stage_close(tournament=tournament, stage=stage, author=ANN, seen=mark)
                raise TakenBackError
        except TakenBackError:
            pass

    measure("read 300 entrants, all sheets derived", lambda: loaded(tournament))
    measure("close a stage of 300, all sheets derived", close)
    measure("the director's page, all sheets derived", lambda: client.get(page))
    tallies_refresh(club=membership.club)
    measure("read 300 entrants, sheets kept", lambda: loaded(tournament))
    measure("close a stage of 300, sheets kept", close)
    measure("the director's page, sheets kept", lambda: client.get(page))
    seen = client.get(page).content.decode().partition("?seen=")[2].partition('"')[0]
    measure("poll it, nothing new", lambda: client.get(f"{now}?seen={seen}"))


if __name__ == "__main__":
    before = setup_databases(verbosity=0, interactive=False)
    try:
        main()
    finally:
        teardown_databases(before, verbosity=0)
