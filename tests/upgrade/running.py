"""An upgrade under load: `python -m tests.upgrade.running [commit]`, on PostgreSQL.

The site of an older commit answers while tables record rounds. This version is started beside it,
at another port and with a data folder of its own, on the same database: it makes a copy and changes
the database while the older one goes on. Once it is ready all that is asked goes to it, as through
a proxy that was told so, and the older one is stopped. Every round must have been answered as
recorded, at once, and be there once. Needs the repository's history.
"""

import argparse
import asyncio
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
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
# A round is sent so long after the one before, in seconds.
PAUSE = 3.0


@dataclass
class Load:
    """What was asked; `port` is where the proxy passes on to."""

    port: int
    answers: Counter[str] = field(default_factory=Counter)
    # The seconds that the slowest answer of each port took.
    slowest: dict[int, float] = field(default_factory=dict)
    recorded: Counter[int] = field(default_factory=Counter)


async def record(number: int, table: dict[str, Any], load: Load) -> None:
    """Record the table's rounds; each is asked once, and so answered by one of the two."""
    for at, path in enumerate(table["rounds"], 2):
        version = load.port
        line, begun = Line(version, table["cookie"]), time.perf_counter()
        try:
            status, _text = await line.ask(path, round_form(table, at))
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
    tables: list[dict[str, Any]], load: Load, environment: dict[str, str], stack: ExitStack
) -> float:
    """Start this version while the tables record; return the seconds until it answered."""
    tasks = [
        asyncio.ensure_future(record(number, table, load)) for number, table in enumerate(tables)
    ]
    begun, port = time.perf_counter(), free_port()
    await asyncio.to_thread(stack.enter_context, serving(ROOT, environment, port))
    seconds = time.perf_counter() - begun
    load.port = port
    await asyncio.gather(*tasks)
    return seconds


def main() -> int:
    """Run the command; 0 where nothing was lost and nobody was refused."""
    parser = argparse.ArgumentParser(prog="python -m tests.upgrade.running", description=__doc__)
    parser.add_argument("commit", nargs="?", default=OLD, help=f"the older version ({OLD})")
    parser.add_argument("--tables", type=int, default=10)
    given = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        old = stack.enter_context(checkout(folder / "old", given.commit))
        tables, environment = stack.enter_context(prepared(old, given.tables, postgres=True))
        load = Load(free_port())
        stack.enter_context(serving(old, environment, load.port))
        before, own = load.port, stack.enter_context(tempfile.TemporaryDirectory())
        newer = {**environment, "DATA_DIR": own}
        with suppress(KeyboardInterrupt):
            seconds = asyncio.run(upgrade(tables, load, newer, stack))
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
    # Each sheet had one round before.
    lost = [number for number, count in enumerate(entries) if count != load.recorded[number] + 1]
    refused = [what for what in load.answers if not what.startswith("302")]
    print(f"{len(lost)} sheets lack a round or have one twice." if lost else "Nothing was lost.")
    return 1 if lost or refused else 0


if __name__ == "__main__":
    sys.exit(main())
