"""What a copy costs: `python3 -m tests.bench.bench_backup [megabytes]`.

Makes a database of 200 MB (or as told) in a folder of its own, times copies of it and a restore,
and how long recording a round takes, alone and while copies are made one after another by processes
of their own, as the site makes them.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

_folder = tempfile.TemporaryDirectory()
os.environ.update(
    DJANGO_SETTINGS_MODULE="league.site.settings",
    DATA_DIR=_folder.name,
    SECRET_KEY="only-for-measuring-" * 4,
    DEBUG="off",
)

import django

django.setup()

from django.core.management import call_command
from django.db import connection
from django.utils import timezone

ROUNDS = 300
COMMAND = [sys.executable, "-m", "django", "backup", "--by-itself"]


def fill(megabytes: int) -> None:
    """Fill the database with rows that pack about as well as sheets do."""
    from django.contrib.auth.models import User

    from league.models import PeopleImport
    from scoring.models import Club

    club, user = Club.objects.create(name="Hillside"), User.objects.create(username="olive")
    for _each in range(megabytes):
        text = b"".join(
            os.urandom(8) + b'", "points": 45, "told_total": null, "tiles": ""' * 2
            for _row in range(10_000)
        )
        PeopleImport.objects.create(
            club=club, user=user, file_name="x", packed=text, made_at=timezone.now()
        )


def rounds() -> list[float]:
    """Record rounds of new games, and answer how long each took, in milliseconds."""
    from scoring.models import Club
    from tests.factories import make_game, play

    times: list[float] = []
    club = Club.objects.get()
    while len(times) < ROUNDS:
        game = make_game(club)
        for _round in range(12):
            begun = time.perf_counter()
            play(game, 12, 0, 45, 9)
            times.append((time.perf_counter() - begun) * 1000)
    return times


def told(name: str, times: list[float]) -> None:
    """Print the median, the slowest of twenty and the worst."""
    late = statistics.quantiles(times, n=20)[-1]
    print(
        f"{name:<34} median {statistics.median(times):7.1f} ms   "
        f"19 of 20 within {late:7.1f} ms   worst {max(times):7.1f} ms"
    )


def main() -> None:
    """Fill, copy, record, put back."""
    from league.site.backups import files, making, restoring

    megabytes = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    call_command("migrate", verbosity=0)
    fill(megabytes)
    print(f"a database of {Path(_folder.name, 'roundhouse.sqlite3').stat().st_size >> 20} MB")
    begun = time.perf_counter()
    copy = making.copy_make()
    print(f"{'a copy, verified':<34} {time.perf_counter() - begun:.1f} s, {copy.size >> 20} MB")
    told("recording a round, alone", rounds())
    copies = subprocess.Popen(
        ["sh", "-c", 'while :; do "$@" > /dev/null || exit 1; done', "sh", *COMMAND],
        start_new_session=True,
    )
    time.sleep(2)
    told("recording a round, while copying", rounds())
    os.killpg(copies.pid, 15)
    copies.wait()
    print(f"{'copies made meanwhile':<34} {len(files.copies()) - 1}")
    connection.close()
    begun = time.perf_counter()
    restoring.copy_restore(copy.path, restoring.copy_look(copy.path))
    print(f"{'a restore, with a copy before it':<34} {time.perf_counter() - begun:.1f} s")


if __name__ == "__main__":
    main()
    _folder.cleanup()
