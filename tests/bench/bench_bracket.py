"""How long the pages of a large tournament take: `python3 -m tests.bench.bench_bracket`.

Makes a tournament of 300 entrants at 75 tables with games of six rounds on a database of its own,
unless told another number, and prints the median and the worst of each page, in milliseconds, with
the queries that it asks. The bracket is to answer within 150 ms at the median.
"""

import argparse
import os
import re
from collections.abc import Callable

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

import django

django.setup()

from django.core.cache import cache
from django.test import Client
from django.test.utils import setup_databases, teardown_databases
from django.urls import reverse

from tests.bench.bench_season import measure


def main(entrants: int, runs: int) -> None:
    """Make the tournament, then time what its readers wait for."""
    from league.models import StageTable
    from league.tournaments.courses import loaded
    from league.tournaments.display.selectors.bracket import bracket_of
    from scoring.models import Membership
    from scoring.sheets.services.games import game_start
    from tests.factories import ANN, ClubFactory, UserFactory, play
    from tests.league.tournaments.played import three_stages

    club = ClubFactory()
    tournament = three_stages(club, entrants, until=1, tie_breaks=["outs", "head_to_head"])
    for table in StageTable.objects.filter(round__stage__tournament=tournament):
        names = [seat.entrant.name for seat in table.seats.select_related("entrant")]
        table.game = game_start(
            club=club,
            author=ANN,
            names=names,
            set_=12,
            rules={"base": "family", "fill": "defaults"},
        )
        table.save()
        for this_round in range(6):
            out = (table.number + this_round) % len(names)
            play(table.game, *(0 if at == out else 5 + 7 * at for at in range(len(names))))
    user = UserFactory()
    Membership.objects.create(club=club, user=user, role=Membership.Role.ORGANIZER)
    client = Client()
    client.force_login(user)

    def get(name: str, *args: int, query: str = "", fresh: bool = True) -> Callable[[], object]:
        url = f"{reverse(f'league:{name}', args=[tournament.pk, *args])}?{query}"

        def ask() -> None:
            if fresh:
                cache.clear()
            assert client.get(url).status_code in (200, 204)

        return ask

    found = loaded(tournament)
    entrant = next(iter(found.entrants))
    measure("reading the tournament", lambda: loaded(tournament), runs)
    measure("the bracket as values", lambda: bracket_of(found), runs)
    measure("the bracket, first to look", get("bracket"), runs)
    measure("the bracket, seen by others", get("bracket", fresh=False), runs)
    page = client.get(reverse("league:bracket", args=[tournament.pk])).text
    seen = re.search(r"seen=\w+", page)
    assert seen
    measure("polled, nothing new", get("bracket-now", query=seen[0], fresh=False), runs)
    measure("the television", get("television"), runs)
    measure("places", get("places"), runs)
    measure("why one place", get("place-why", entrant), runs)
    measure("the awards sheet", get("awards"), runs)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entrants", type=int, default=300)
    parser.add_argument("--runs", type=int, default=20)
    told = parser.parse_args()
    before = setup_databases(verbosity=0, interactive=False)
    try:
        main(told.entrants, told.runs)
    finally:
        teardown_databases(before, verbosity=0)
