"""An upgrade under load: `python -m tests.upgrade.running [commit]`, on PostgreSQL.

The site of an older commit answers while tables record rounds. This version is started beside it,
at another port and with a data folder of its own, on the same database: it makes a copy and changes
the database while the older one goes on. Once it is ready, the older one's own code makes a club
and begins a game there; then all that is asked goes to the new one, as through a proxy that was
told so, and the older one is stopped. The tables record from before the start until some rounds
after that. Every round must have been answered as recorded, at once, and be there once. Needs the
repository's history.
"""

import argparse
import asyncio
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from tests.bench.paired import ROOT, checkout
from tests.bench.site import Line, prepared, round_form, serving
from tests.ports import free_port

# The last commit before clubs had a time zone, which is a new column.
OLD = "dc6e79ad"
COUNT = """
import django
django.setup()
from scoring.models import Game, SheetEntry
print(*(game.entries.count() for game in Game.objects.order_by("pk")))
"""
# Run in the older version's checkout, by its own code, while both sites run.
WRITE = """
import django
django.setup()
from tests.factories import ClubFactory, make_game, play
play(make_game(ClubFactory()), 0, 24, 38, 17)
"""
# A round is sent so long after the one before, in seconds.
PAUSE = 3.0
# Games at a table, one after the other: they last until a slow machine has started the new version.
GAMES = 10
# Rounds that each table records after that.
ROUNDS_AFTER = 4


@dataclass
class Load:
    """What was asked; `port` is where the proxy passes on to."""

    port: int
    answers: Counter[str] = field(default_factory=Counter)
    # The seconds that the slowest answer of each port took.
    slowest: dict[int, float] = field(default_factory=dict)
    recorded: Counter[int] = field(default_factory=Counter)


async def record(games: dict[int, dict[str, Any]], load: Load) -> None:
    """Record the rounds of a table's games until some time after the switch.

    Each is asked once, and so answered by one of the two.
    """
    older, after = load.port, 0
    for number, game in games.items():
        for at, path in enumerate(game["rounds"], 2):
            if after == ROUNDS_AFTER:
                return
            version = load.port
            after += version != older
            line, begun = Line(version, game["cookie"]), time.perf_counter()
            try:
                status, _text = await line.ask(path, round_form(game, at))
            except (OSError, asyncio.IncompleteReadError) as error:
                load.answers[f"{type(error).__name__} at {version}"] += 1
                return
            finally:
                line.close()
            took = time.perf_counter() - begun
            load.slowest[version] = max(load.slowest.get(version, 0), took)
            load.answers[f"{status} at {version}"] += 1
            load.recorded[number] += status == 302
            await asyncio.sleep(PAUSE)


async def upgrade(
    tables: list[dict[int, dict[str, Any]]],
    load: Load,
    environment: dict[str, str],
    stack: ExitStack,
    write: Callable[[], str],
) -> tuple[float, str]:
    """Start this version while the tables record, and write by the older one once it answers.

    Returns the seconds until it answered, and what kept the older one from writing.
    """
    tasks = [asyncio.ensure_future(record(games, load)) for games in tables]
    begun, port = time.perf_counter(), free_port()
    await asyncio.to_thread(stack.enter_context, serving(ROOT, environment, port))
    seconds = time.perf_counter() - begun
    trouble = await asyncio.to_thread(write)
    load.port = port
    await asyncio.gather(*tasks)
    return seconds, trouble


def write_by(old: Path, environment: dict[str, str]) -> str:
    """Make a club and begin a game by the older version; return what went wrong, "" for nothing."""
    done = subprocess.run(
        [sys.executable, "-c", WRITE],
        cwd=old,
        env=environment,
        check=False,
        stderr=subprocess.PIPE,
        text=True,
    )
    return done.stderr.strip() if done.returncode else ""


def main() -> int:
    """Run the command; 0 where nothing was lost and nobody was refused."""
    parser = argparse.ArgumentParser(prog="python -m tests.upgrade.running", description=__doc__)
    parser.add_argument("commit", nargs="?", default=OLD, help=f"the older version ({OLD})")
    parser.add_argument("--tables", type=int, default=10)
    given = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        old = stack.enter_context(checkout(folder / "old", given.commit))
        games, environment = stack.enter_context(prepared(old, given.tables * GAMES, postgres=True))
        numbered = list(enumerate(games))
        tables = [dict(numbered[table :: given.tables]) for table in range(given.tables)]
        load = Load(free_port())
        stack.enter_context(serving(old, environment, load.port))
        before, own = load.port, stack.enter_context(tempfile.TemporaryDirectory())
        newer = {**environment, "DATA_DIR": own}
        with suppress(KeyboardInterrupt):
            seconds, trouble = asyncio.run(
                upgrade(tables, load, newer, stack, partial(write_by, old, environment))
            )
        counted = subprocess.run(
            [sys.executable, "-c", COUNT], cwd=ROOT, env=newer, check=True, capture_output=True
        )
        entries = [int(number) for number in counted.stdout.split()]
    print(f"The new version answered after {seconds:.1f} s, beside the older one.")
    for what, number in sorted(load.answers.items()):
        version = "the older" if what.endswith(str(before)) else "the new"
        print(f"  {number} rounds: {what.partition(' ')[0]}, by {version}")
    for port, took in load.slowest.items():
        version = "the older" if port == before else "the new"
        print(f"  the slowest by {version} took {took * 1000:.0f} ms")
    # Each sheet had one round before; the last one is of the game that the older version began.
    lost = [
        number
        for number, count in enumerate(entries[: len(games)])
        if count != load.recorded[number] + 1
    ]
    refused = [what for what in load.answers if not what.startswith("302")]
    if len(load.slowest) < 2:
        trouble = "All rounds were recorded before the new version answered."
    print(trouble or "Meanwhile the older one made a club and began a game there.")
    print(f"{len(lost)} sheets lack a round or have one twice." if lost else "Nothing was lost.")
    return 1 if lost or refused or trouble else 0


if __name__ == "__main__":
    sys.exit(main())
