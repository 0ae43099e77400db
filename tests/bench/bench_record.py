"""How many rounds a site takes a second: `python3 -m tests.bench.bench_record [checkout]`.

    python3 -m tests.bench.bench_record                       the files here
    python3 -m tests.bench.bench_record ../older --runs 3     in turns with another checkout's
    python3 -m tests.bench.bench_record --database sqlite
    python3 -m tests.bench.bench_record --workers 1 2 4

The real server, on SQLite and on PostgreSQL with its own settings, and fifty tables that all record
at once, each its next round as soon as it has the answer to the one before. Prints rounds a second,
the median, the time that 95 of 100 are below and the worst, and the processor time that the site
took for a round, without that of PostgreSQL. Each worker has four threads; before there was the
setting WORKERS, `serve` had one.
"""

import argparse
import asyncio
import os
import statistics
import time
from itertools import product
from pathlib import Path
from typing import Any

from tests.bench.paired import ROOT
from tests.bench.site import Line, prepared, processor_of, round_form, serving
from tests.ports import free_port

DATABASES = ("sqlite", "postgres")


async def record_all(port: int, tables: list[dict[str, Any]]) -> list[float]:
    """Record all rounds of all tables; return the seconds that each took."""
    times = []

    async def record(table: dict[str, Any]) -> None:
        line = Line(port, table["cookie"])
        for at, path in enumerate(table["rounds"], 2):
            begun = time.perf_counter()
            status, _text = await line.ask(path, round_form(table, at))
            times.append(time.perf_counter() - begun)
            if status != 302:
                raise SystemExit(f"A round was not recorded: {status} for {path}")
        line.close()

    await asyncio.gather(*(record(table) for table in tables))
    return times


def measure(name: str, tree: Path, port: int, database: str, tables: int, workers: int) -> None:
    """Print the figures of a checkout on a database."""
    with (
        prepared(tree, tables, postgres=database == "postgres") as (games, environment),
        serving(tree, {**environment, "WORKERS": str(workers)}, port) as server,
    ):
        # The port is open before the site is ready: its start is not what is measured.
        asyncio.run(Line(port, games[0]["cookie"]).ask(games[0]["sheet"]))
        before, begun = processor_of(server), time.perf_counter()
        times = asyncio.run(record_all(port, games))
        seconds, processor = time.perf_counter() - begun, processor_of(server) - before
    median, p95 = statistics.median(times), statistics.quantiles(times, n=100)[94]
    print(
        f"{database:<9} {name:<7} {workers} workers  {len(times) / seconds:6.1f} rounds a second   "
        f"median {median * 1000:5.0f} ms   p95 {p95 * 1000:5.0f} ms   "
        f"worst {max(times) * 1000:5.0f} ms   processor {processor / len(times) * 1000:5.1f} ms   "
        f"load {os.getloadavg()[0]:.1f}",
        flush=True,
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkout", nargs="?", type=Path, help="another, measured in turns")
    parser.add_argument("--database", choices=DATABASES, help="one of the two alone")
    parser.add_argument("--workers", type=int, nargs="+", default=[1], help="how many, in turns")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--port", type=int, help="of the server, else a free one")
    given = parser.parse_args()
    trees = [("older", given.checkout.resolve())] if given.checkout else []
    trees.append(("here", ROOT))
    for database in [given.database] if given.database else DATABASES:
        for _run in range(given.runs):
            for workers, (name, tree) in product(given.workers, trees):
                measure(name, tree, given.port or free_port(), database, given.tables, workers)
