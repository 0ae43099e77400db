"""What watching costs those who record: `python3 -m tests.bench.bench_watch [commit]`.

    python3 -m tests.bench.bench_watch                        the files here
    python3 -m tests.bench.bench_watch 9eb1250                that commit, then the files here
    python3 -m tests.bench.bench_watch --phones 0 --seconds 60
    python3 -m tests.bench.bench_watch --phones 0 --listeners 1000
    python3 -m tests.bench.bench_watch --phones 0 --listeners 10000 --postgres --workers 2

The real server, on SQLite or on PostgreSQL, and whoever asks it run on this machine, in one run.
Phones watch one sheet, each asking as its page does; listeners are phones that get it by the event
stream, or hear there when to ask; they have the page that one of them has opened, and are in
processes of their own, since one may have but so many connections. Once all have come, tables
record a round every ten seconds, each at a moment of its own, while their tablets ask for news of
their sheets; the first table's is the sheet that is watched. Prints the median, the times that 95
and 99 of 100 are below, and the worst: of recording, until the answer is here; of freshness, from
that answer until a phone has the new sheet; and of an answer to a phone. With them how many phones
never had the newest sheet, the processor time and the memory that the server took, and the load of
the machine.
"""

import argparse
import asyncio
import multiprocessing
import os
import random
import re
import statistics
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from typing import Any

from league.site.server.sockets import allow_many_files
from tests.bench.listeners import Events, Listener, connect, request_of
from tests.bench.listeners import Heard as Event
from tests.bench.paired import ROOT, checkout
from tests.bench.site import (
    Line,
    memory_of,
    prepared,
    processor_of,
    round_form,
    serving,
    settled,
)
from tests.ports import free_port

SPREAD = 0.5  # seconds, as in renewing.js
EVERY = 10  # seconds from one round of a table to its next
LISTENERS_OF_A_PROCESS = 5_000
WATCHED = re.compile(r'data-watch="([^"]+)"')
NEWS = re.compile(r'id="sheet-now"[^>]*? hx-get="([^"]+)" hx-trigger="([^"]+)"')


@dataclass
class Seen:
    """What was measured, in seconds; it begins once `all_open`."""

    recording: list[float] = field(default_factory=list)
    freshness: list[float] = field(default_factory=list)
    polling: list[float] = field(default_factory=list)
    answers: Counter[int] = field(default_factory=Counter)
    # When the watched sheet last changed, for all processes.
    moment: Any = field(default_factory=lambda: multiprocessing.RawValue("d"))
    # In how many seconds listeners come to the stream.
    arriving: float = 4
    processor: float = 0.0
    missed: int = 0
    memory: tuple[int, int] = (0, 0)
    # The server answers no more than 800 requests of one address at once.
    opening: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(100))
    all_open: asyncio.Barrier = field(default_factory=lambda: asyncio.Barrier(1))

    @property
    def changed(self) -> float:
        """When the watched sheet last changed."""
        return float(self.moment.value)

    def add(self, others: "Heard") -> None:
        """Count what the listeners of another process saw."""
        self.freshness += others.freshness
        self.polling += others.polling
        self.answers += others.answers


@dataclass(frozen=True)
class Heard:
    """What the listeners of a process saw; `known` is the time of each one's newest sheet."""

    freshness: list[float]
    polling: list[float]
    answers: Counter[int]
    known: list[float]


@dataclass(frozen=True)
class Crowd:
    """How many watch the one sheet: phones that ask by themselves, and those that listen."""

    phones: int
    listeners: int

    def __str__(self) -> str:
        return f"{self.phones} phones, {self.listeners} listeners"


@dataclass
class Phone:
    """One that watches; `known` is the time of the newest sheet that it has."""

    known: float = 0.0

    def take(self, text: str, seen: Seen) -> None:
        """Note a new sheet; one that comes before the table has its answer took no time."""
        if text:
            now = time.perf_counter()
            seen.freshness.append(now - seen.changed if seen.changed > self.known else 0)
            self.known = now


def source_of(number: int) -> str:
    """Return an address of this machine for each phone: a site limits what one address may do."""
    return f"127.1.{number // 250}.{number % 250 + 1}"


async def watch(line: Line, page: str, seen: Seen, phone: Phone | None = None) -> None:
    """Open a page, and once all have opened theirs, ask for news of it as it says."""
    async with seen.opening:
        status, text = await line.ask(page)
        # Idle until all have come, it would be cut.
        line.close()
    await seen.all_open.wait()
    await asyncio.sleep(random.random() * 4)
    while True:
        if news := NEWS.search(text):
            asked, is_even = unescape(news[1]), news[2].startswith("every")
        begun = time.perf_counter()
        status, text = await line.ask(asked)
        now = time.perf_counter()
        seen.answers[status] += 1
        if phone:
            seen.polling.append(now - begun)
            phone.take(text, seen)
        await asyncio.sleep(4 if is_even else 4 * random.uniform(0.8, 1.2))


@dataclass
class Watcher:
    """A phone that listens; it asks for the part where an event does not bring it."""

    port: int
    source: str
    address: str
    seen: Seen
    phone: Phone
    asking: "asyncio.Task[None] | None" = None

    def hear(self, event: Event | None) -> None:
        """Take the part that came, or ask for it; no event comes any more once the line is cut."""
        if event is None:
            self.seen.answers[0] += 1
        elif event.part is None:
            self.asking = asyncio.ensure_future(self.ask(event.mark))
        else:
            self.seen.answers[200 if event.part else 204] += 1
            self.phone.take(event.part, self.seen)

    async def ask(self, mark: str) -> None:
        """Ask as the page does that hears of a mark."""
        await asyncio.sleep(random.random() * SPREAD)
        begun = time.perf_counter()
        line = Line(self.port, source=self.source)
        try:
            status, text = await line.ask(f"{self.address}&heard={mark}")
        except (asyncio.IncompleteReadError, ConnectionError):
            status, text = 0, ""
        line.close()
        if news := NEWS.search(text):
            self.address = unescape(news[1])
        self.seen.answers[status] += 1
        self.seen.polling.append(time.perf_counter() - begun)
        self.phone.take(text, self.seen)


async def listen(port: int, page: str, watchers: list[Watcher], arriving: float) -> None:
    """Let all come to the stream of an opened page within so many seconds."""
    _status, text = await Line(port, source=watchers[0].source).ask(page)
    key, news = WATCHED.search(text), NEWS.search(text)
    assert key, "The page names nothing to listen for."
    assert news, "The page asks for nothing."
    address = unescape(news[1])
    events, request = Events(), request_of(unescape(key[1]), address)
    begun = time.perf_counter()
    for number, watcher in enumerate(watchers):
        watcher.address = address
        await connect(watcher.source, port, Listener(request, events, watcher.hear))
        wait = begun + arriving * number / len(watchers) - time.perf_counter()
        await asyncio.sleep(max(0, wait))


async def record(line: Line, table: dict[str, Any], seen: Seen, *, is_watched: bool) -> None:
    """Record the table's rounds, one every ten seconds."""
    await seen.all_open.wait()
    await asyncio.sleep(random.random() * EVERY)
    for at, path in enumerate(table["rounds"], 2):
        begun = time.perf_counter()
        status, _text = await line.ask(path, round_form(table, at))
        now = time.perf_counter()
        seen.answers[status] += 1
        if status != 302:
            raise SystemExit(f"A round was not recorded: {status} for {path}")
        seen.recording.append(now - begun)
        if is_watched:
            seen.moment.value = now
        await asyncio.sleep(max(0, EVERY - (now - begun)))


async def hear(port: int, page: str, numbers: range, seconds: float, seen: Seen, met: Any) -> Heard:
    """Come with the phones of those numbers, and listen for so long once all processes have met."""
    watchers = [Watcher(port, source_of(number), "", seen, Phone()) for number in numbers]
    async with asyncio.timeout(seconds * 10):
        await listen(port, page, watchers, seen.arriving)
    await asyncio.to_thread(met.wait)
    # What came on the way here is what the page had.
    for measured in (seen.freshness, seen.polling, seen.answers):
        measured.clear()
    await asyncio.sleep(seconds)
    known = [watcher.phone.known for watcher in watchers]
    return Heard(list(seen.freshness), list(seen.polling), Counter(seen.answers), known)


def hear_apart(
    answer: Any, port: int, page: str, numbers: range, seconds: float, seen: Seen, met: Any
) -> None:
    """Listen in a process of its own; send what was heard."""
    allow_many_files()
    answer.send(asyncio.run(hear(port, page, numbers, seconds, seen, met)))


def listening(
    port: int, page: str, crowd: Crowd, seconds: float, seen: Seen, met: Any
) -> list[Any]:
    """Start the processes of the listeners; return where each sends what it heard."""
    answers = []
    for first in range(0, crowd.listeners, LISTENERS_OF_A_PROCESS):
        most = min(first + LISTENERS_OF_A_PROCESS, crowd.listeners)
        numbers = range(crowd.phones + first, crowd.phones + most)
        answer, sending = multiprocessing.Pipe(duplex=False)
        how = (sending, port, page, numbers, seconds, seen, met)
        multiprocessing.get_context("fork").Process(
            target=hear_apart, args=how, daemon=True
        ).start()
        sending.close()
        answers.append(answer)
    return answers


async def load(
    port: int, server: int, tables: list[dict[str, Any]], crowd: Crowd, seconds: float
) -> Seen:
    """Let everybody open a page, and then ask for so long."""
    barrier = asyncio.Barrier(crowd.phones + 2 * len(tables) + 1)
    seen = Seen(all_open=barrier, arriving=max(4, crowd.listeners / 500))
    watched, phones = tables[0], [Phone() for _phone in range(crowd.phones)]
    page = watched["watch"]
    # Each worker loads what every page needs with its first.
    for _page in range(8):
        await Line(port).ask(page)
    await settled(server)
    empty = memory_of(server)
    apart = -(-crowd.listeners // LISTENERS_OF_A_PROCESS)
    met = multiprocessing.Barrier(apart + 1)
    answers = listening(port, page, crowd, seconds, seen, met)
    work = [
        watch(Line(port, source=source_of(number)), page, seen, phone)
        for number, phone in enumerate(phones)
    ]
    for table in tables:
        cookie = table["cookie"]
        work.append(record(Line(port, cookie), table, seen, is_watched=table is watched))
        work.append(watch(Line(port, cookie), table["sheet"], seen))
    tasks = [asyncio.ensure_future(coroutine) for coroutine in work]
    await asyncio.to_thread(met.wait)
    await seen.all_open.wait()
    before = processor_of(server)
    done, waiting = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    for task in done:
        task.result()
    seen.processor = processor_of(server) - before
    seen.memory = empty, memory_of(server)
    known = [phone.known for phone in phones]
    for answer in answers:
        heard: Heard = await asyncio.to_thread(answer.recv)
        seen.add(heard)
        known += heard.known
    # What was recorded in the last moments may still be on its way.
    was_there = time.perf_counter() - seen.changed > 5
    # A part may come before the table has its answer.
    last = seen.changed - EVERY / 2
    seen.missed = sum(newest < last for newest in known) if was_there else 0
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    return seen


def measure(
    name: str,
    tree: Path,
    port: int,
    crowd: Crowd,
    tables: int,
    seconds: float,
    *,
    postgres: bool = False,
    workers: int = 1,
) -> None:
    """Print the figures of a checkout; one that knows no WORKERS has one."""
    with (
        prepared(tree, tables, postgres=postgres) as (games, environment),
        serving(tree, {**environment, "WORKERS": str(workers)}, port) as server,
    ):
        seen = asyncio.run(load(port, server, games, crowd, seconds))
    answers = ", ".join(f"{count} x {status}" for status, count in sorted(seen.answers.items()))
    print(f"{name}: {crowd}, {tables} tables, {seconds:.0f} s, {workers} workers")
    for what in ("recording", "freshness", "polling"):
        tell(what, getattr(seen, what))
    print(f"  answers    {answers}")
    load_now = " ".join(f"{number:.1f}" for number in os.getloadavg())
    each = seen.processor / seen.answers.total() * 1000
    print(f"  processor  {seen.processor:.1f} s of the server, {each:.1f} ms an answer")
    empty, full = (number / 2**20 for number in seen.memory)
    print(f"  memory     {empty:.0f} MB before anybody watched, {full:.0f} MB at the end")
    print(f"  missed     {seen.missed} never had the newest sheet")
    print(f"  load       {load_now}", flush=True)


def tell(what: str, times: list[float]) -> None:
    """Print one line of what was measured."""
    if len(times) < 2:
        print(f"  {what:<10} {len(times)} times")
        return
    below = statistics.quantiles(times, n=100)
    shown = {"median": below[49], "p95": below[94], "p99": below[98], "worst": max(times)}
    figures = "   ".join(f"{name} {time * 1000:6.0f} ms" for name, time in shown.items())
    print(f"  {what:<10} {figures}   {len(times)} times")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("commit", nargs="?", help="measured before the files here")
    parser.add_argument("--phones", type=int, default=300)
    parser.add_argument("--listeners", type=int, default=0)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=40)
    parser.add_argument("--postgres", action="store_true", help="on PostgreSQL, not SQLite")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--port", type=int, help="of the server, else a free one")
    given = parser.parse_args()
    allow_many_files()
    crowd = Crowd(given.phones, given.listeners)
    how = (given.port or free_port(), crowd, given.tables, given.seconds)
    if given.commit:
        with (
            tempfile.TemporaryDirectory() as parent,
            checkout(Path(parent) / "tree", given.commit) as old,
        ):
            measure(given.commit, old, *how, postgres=given.postgres)
    measure("here", ROOT, *how, postgres=given.postgres, workers=given.workers)
