"""What watching costs those who record: `python3 -m tests.bench.bench_watch [commit]`.

    python3 -m tests.bench.bench_watch                        the files here
    python3 -m tests.bench.bench_watch 9eb1250                that commit, then the files here
    python3 -m tests.bench.bench_watch --phones 0 --seconds 60

The real server on SQLite and whoever asks it run on this machine, in one run. Phones watch one
sheet, each asking as its page does. Tables record a round every ten seconds, each at a moment of
its own, while their tablets ask for news of their sheets; the first table's is the sheet that is
watched. Prints the median, the time that 95 of 100 are below, and the worst: of recording, until
the answer is here; of freshness, from that answer until a phone has the new sheet; and of an answer
to a phone. With them the processor time that the server took, and the load of the machine.
"""

import argparse
import asyncio
import json
import os
import random
import re
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from tests.bench.bench_tablet import wait_for
from tests.bench.paired import ROOT, checkout
from tests.ports import free_port

# Run in the checkout that is measured, by its own code: a club with a game at each table.
PREPARE = """
import json, sys
import django
django.setup()
from django.core import signing
from django.core.management import call_command
from django.urls import reverse
from scoring.accounts.access import TABLET_COOKIE, TABLET_SALT
from scoring.accounts.models.people import secret_hash
from tests.factories import ClubFactory, make_game, play
call_command("migrate", interactive=False, verbosity=0)
club, signer = ClubFactory(), signing.get_cookie_signer(salt=TABLET_COOKIE + TABLET_SALT)
tables = []
for number in range(int(sys.argv[1])):
    game = make_game(club)
    play(game, 0, 24, 38, 17)
    tablet = club.tablets.create(name=f"T{number}", secret_hash=secret_hash("secret"))
    tables.append({
        "watch": reverse("scoring:watch", args=[game.watch_key]),
        "sheet": reverse("scoring:sheet", args=[game.code]),
        "rounds": [reverse("scoring:round-record", args=[game.code, at]) for at in range(2, 14)],
        "seats": [seat.pk for seat in game.seats.all()],
        "cookie": f"{TABLET_COOKIE}={signer.sign(f'{tablet.pk}:secret')}",
    })
print(json.dumps(tables))
"""
EVERY = 10  # seconds from one round of a table to its next
NEWS = re.compile(r'id="sheet-now"[^>]*? hx-get="([^"]+)" hx-trigger="([^"]+)"')
CSRF = "a" * 32


@dataclass
class Seen:
    """What was measured, in seconds; `changed` is when the watched sheet last did.

    It begins once `all_open`.
    """

    recording: list[float] = field(default_factory=list)
    freshness: list[float] = field(default_factory=list)
    polling: list[float] = field(default_factory=list)
    answers: Counter[int] = field(default_factory=Counter)
    changed: float = 0.0
    processor: float = 0.0
    all_open: asyncio.Barrier = field(default_factory=lambda: asyncio.Barrier(1))


class Line:
    """A connection that stays open, as a browser's does."""

    def __init__(self, port: int, cookie: str = "") -> None:
        """Connect with the first question."""
        self.port, self.cookie = port, cookie
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, path: str, form: dict[str, Any] | None = None) -> tuple[int, str]:
        """Return the status and the text of the answer."""
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self._streams
        body = urlencode(form).encode() if form is not None else b""
        head = f"{'GET' if form is None else 'POST'} {path} HTTP/1.1\r\nHost: localhost\r\n"
        if self.cookie:
            head += f"Cookie: {self.cookie}; csrftoken={CSRF}\r\n"
        if form is not None:
            head += "Content-Type: application/x-www-form-urlencoded\r\n"
            head += f"Content-Length: {len(body)}\r\n"
        writer.write(f"{head}\r\n".encode() + body)
        answer = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        length = re.search(r"content-length: (\d+)", answer)
        text = (await reader.readexactly(int(length[1]))).decode() if length else ""
        if "connection: close" in answer:
            writer.close()
            self._streams = None
        return int(answer.split(" ")[1]), text


async def watch(line: Line, page: str, seen: Seen, *, is_phone: bool) -> None:
    """Open a page, and once all have opened theirs, ask for news of it as it says."""
    status, text = await line.ask(page)
    await seen.all_open.wait()
    await asyncio.sleep(random.random() * 4)
    known = 0.0
    while True:
        if news := NEWS.search(text):
            asked, is_even = unescape(news[1]), news[2].startswith("every")
        changed, begun = seen.changed, time.perf_counter()
        status, text = await line.ask(asked)
        now = time.perf_counter()
        seen.answers[status] += 1
        if is_phone:
            seen.polling.append(now - begun)
            if text and changed > known:
                seen.freshness.append(now - changed)
                known = changed
        await asyncio.sleep(4 if is_even else 4 * random.uniform(0.8, 1.2))


async def record(line: Line, table: dict[str, Any], seen: Seen, *, is_watched: bool) -> None:
    """Record the table's rounds, one every ten seconds."""
    await seen.all_open.wait()
    await asyncio.sleep(random.random() * EVERY)
    out, *others = table["seats"]
    for at, path in enumerate(table["rounds"], 2):
        begun = time.perf_counter()
        form: dict[str, Any] = {
            "csrfmiddlewaretoken": CSRF,
            "key": secrets.token_hex(8),
            "ending": f"out-{out}",
        }
        form |= {"starting_double": 13 - at}
        form |= {f"seat-{seat}-total": random.randint(5, 40) for seat in others}
        status, _text = await line.ask(path, form)
        now = time.perf_counter()
        seen.answers[status] += 1
        if status != 302:
            raise SystemExit(f"A round was not recorded: {status} for {path}")
        seen.recording.append(now - begun)
        if is_watched:
            seen.changed = now
        await asyncio.sleep(max(0, EVERY - (now - begun)))


def processor_of(server: int) -> float:
    """Return the seconds of processor time that a process and those it started took; Linux."""
    times: dict[int, tuple[int, float]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            used = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
            times[int(stat.parent.name)] = int(fields[1]), used
    family = {server}
    while more := {pid for pid, (parent, _used) in times.items() if parent in family} - family:
        family |= more
    return sum(times[pid][1] for pid in family if pid in times)


async def load(
    port: int, server: int, tables: list[dict[str, Any]], phones: int, seconds: float
) -> Seen:
    """Let everybody open a page, and then ask for so long."""
    seen = Seen(all_open=asyncio.Barrier(phones + 2 * len(tables) + 1))
    watched = tables[0]
    work = [watch(Line(port), watched["watch"], seen, is_phone=True) for _phone in range(phones)]
    for table in tables:
        cookie = table["cookie"]
        work.append(record(Line(port, cookie), table, seen, is_watched=table is watched))
        work.append(watch(Line(port, cookie), table["sheet"], seen, is_phone=False))
    tasks = [asyncio.ensure_future(coroutine) for coroutine in work]
    await seen.all_open.wait()
    before = processor_of(server)
    done, waiting = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    for task in done:
        task.result()
    seen.processor = processor_of(server) - before
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    return seen


@contextmanager
def serving(tree: Path, environment: dict[str, str], port: int) -> Iterator[int]:
    """Start the site of a checkout; yield the number of its process."""
    command = [sys.executable, "-u", "-m", "django", "serve", "--host", "127.0.0.1", "--no-secure"]
    with subprocess.Popen(
        [*command, "--port", str(port)],
        cwd=tree,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            for line in process.stdout:
                if line.startswith("Stop it"):
                    break
            wait_for(port)
            yield process.pid
        finally:
            process.terminate()


def measure(name: str, tree: Path, port: int, phones: int, tables: int, seconds: float) -> None:
    """Print the figures of a checkout."""
    # What the server leaves behind may still be written when it has gone.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        outside = ("DATABASE_URL", "SITE_ADDRESSES", "TRUST_PROXY", "DEBUG")
        environment = {key: value for key, value in os.environ.items() if key not in outside}
        environment |= {
            "DATA_DIR": folder,
            "SECRET_KEY": secrets.token_urlsafe(64),
            "DJANGO_SETTINGS_MODULE": "league.site.settings",
        }
        prepared = subprocess.run(
            [sys.executable, "-c", PREPARE, str(tables)],
            cwd=tree,
            env=environment,
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        )
        games = json.loads(prepared.stdout)
        with serving(tree, environment, port) as server:
            seen = asyncio.run(load(port, server, games, phones, seconds))
    answers = ", ".join(f"{count} x {status}" for status, count in sorted(seen.answers.items()))
    print(f"{name}: {phones} phones, {tables} tables, {seconds:.0f} s")
    for what in ("recording", "freshness", "polling"):
        tell(what, getattr(seen, what))
    print(f"  answers    {answers}")
    load_now = " ".join(f"{number:.1f}" for number in os.getloadavg())
    each = seen.processor / seen.answers.total() * 1000
    print(f"  processor  {seen.processor:.1f} s of the server, {each:.1f} ms an answer")
    print(f"  load       {load_now}", flush=True)


def tell(what: str, times: list[float]) -> None:
    """Print one line of what was measured."""
    if len(times) < 2:
        print(f"  {what:<10} {len(times)} times")
        return
    below = statistics.quantiles(times, n=20)[-1]
    print(
        f"  {what:<10} median {statistics.median(times) * 1000:7.0f} ms   "
        f"p95 {below * 1000:7.0f} ms   worst {max(times) * 1000:7.0f} ms   {len(times)} times"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("commit", nargs="?", help="measured before the files here")
    parser.add_argument("--phones", type=int, default=300)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=40)
    parser.add_argument("--port", type=int, help="of the server, else a free one")
    given = parser.parse_args()
    how = (given.port or free_port(), given.phones, given.tables, given.seconds)
    if given.commit:
        with (
            tempfile.TemporaryDirectory() as parent,
            checkout(Path(parent) / "tree", given.commit) as old,
        ):
            measure(given.commit, old, *how)
    measure("here", ROOT, *how)
