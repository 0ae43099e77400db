"""The event stream: pages hear that what they watch has moved, and then ask the site for it.

Server-sent events. An event has the key that the page named and the mark of a revision, and
nothing else: no names, no points. To a page that watches a part for everybody the part itself is
sent (`pushed.py`). An empty event says that the stream still flows. However many
pages listen, they share one look at the revisions of all that is watched: on PostgreSQL once a
process tells that something moved, on SQLite every second. A page that listens costs a few
dictionaries.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Final

from django.db import Error, connection
from django.utils.crypto import salted_hmac

from .bus import Ear
from .keys import Watched, newest_revisions
from .pushed import Ask, PartAsked, PushedParts

# From one look at the revisions to the next, where nobody tells; and at most, where somebody does.
LOOK_SECONDS: Final = 1.0
LONGEST_SECONDS: Final = 10.0
# And at least: tables that record one after the other share a look.
SHORTEST_SECONDS: Final = 0.2
# How long nothing is said at most. A page takes more than `SILENCE` in `news.js` for the end.
BEAT_SECONDS: Final = (15.0, 25.0)
BEAT: Final = b"data:\n\n"
# After how many milliseconds a page whose stream was cut comes again; a whole hall is cut at once.
RETRY_MILLISECONDS: Final = (1000, 5000)
# How many who listen are told before the loop looks after others, such as a table that records.
TOLD_AT_ONCE: Final = 50


@dataclass(frozen=True)
class PartsWatched:
    """The parts that a page watches, by key, each with its mark there; and how one is asked for."""

    asked: dict[str, tuple[PartAsked, str]]
    ask: Ask | None


class Stream:
    """All pages that listen at this process; of its event loop's thread alone."""

    def __init__(self) -> None:
        """Begin with nobody, who costs nothing."""
        self._listening: dict[Watched, set[asyncio.Event]] = {}
        self._marks: dict[Watched, str] = {}
        self._pushed = PushedParts()
        self._looking: asyncio.Task[None] | None = None
        # Whether the next look is to come at once.
        self._moved = asyncio.Event()
        self._ear = Ear(self._moved.set)
        # One thread for all looks: it keeps its connection to the database as others do.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="looks")
        self._is_over = False

    async def tell(
        self,
        keys: Mapping[str, Watched],
        send: Callable[[bytes], Awaitable[None]],
        left: "asyncio.Future[Any]",
        parts: "PartsWatched | None" = None,
    ) -> None:
        """Send a page its events, until it has `left` or the process is to end.

        The first events say what is so now: a page that comes back sees by them what it missed.
        """
        news = asyncio.Event()
        left.add_done_callback(lambda _: news.set())
        parts = parts or PartsWatched({}, None)
        heard: dict[str, str] = {}
        text = f"retry: {random.randint(*RETRY_MILLISECONDS)}\n".encode()  # noqa: S311  # no secret
        with self._among(keys.values(), news), self._pushing(parts):
            while not (left.done() or self._is_over):
                news.clear()
                for key, watched in keys.items():
                    mark = self._marks.get(watched)
                    if mark is not None and mark != heard.get(key):
                        heard[key] = mark
                        text += await self._event(key, mark, parts)
                await send(text if text.endswith(b"\n\n") else text + BEAT)
                text = b""
                with suppress(TimeoutError):
                    async with asyncio.timeout(random.uniform(*BEAT_SECONDS)):  # noqa: S311
                        await news.wait()

    async def _event(self, key: str, mark: str, parts: "PartsWatched") -> bytes:
        """Return what a page is told of a key: the part that it shows, or that this moved."""
        if parts.ask and (wanted := parts.asked.get(key)):
            part, seen = wanted
            if pushed := await self._pushed.newest(part, mark, parts.ask):
                parts.asked[key] = part, pushed.mark
                return pushed.unchanged if pushed.mark == seen else pushed.event
        return f"data: {key} {mark}\n\n".encode()

    @contextmanager
    def _pushing(self, parts: "PartsWatched") -> Iterator[None]:
        asked = [part for part, _seen in parts.asked.values()]
        for part in asked:
            self._pushed.begin(part)
        try:
            yield
        finally:
            for part in asked:
                self._pushed.end(part)

    def end(self) -> None:
        """Let all go: this process is to end, and does so once nobody is answered any more."""
        self._is_over = True
        self._moved.set()
        for listeners in self._listening.values():
            for news in listeners:
                news.set()

    @contextmanager
    def _among(self, rows: Iterable[Watched], news: asyncio.Event) -> Iterator[None]:
        rows = set(rows)
        for watched in rows:
            self._listening.setdefault(watched, set()).add(news)
            if watched not in self._marks:
                self._moved.set()
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look())
        try:
            yield
        finally:
            for watched in rows:
                self._listening[watched].discard(news)
                if not self._listening[watched]:
                    del self._listening[watched]
                    self._marks.pop(watched, None)

    async def _look(self) -> None:
        """Look for what has moved, as long as anybody listens."""
        ear = asyncio.create_task(self._ear.listen())
        loop = asyncio.get_running_loop()
        try:
            while self._listening and not self._is_over:
                self._moved.clear()
                is_seen = False
                # Pages that ask the site are shown what is wrong with the database.
                with suppress(Error):
                    asked = tuple(self._listening)
                    marks = await loop.run_in_executor(self._thread, newest_marks, asked)
                    moved = self._take(marks)
                    is_seen = True
                    await _tell_all(moved)
                await asyncio.sleep(min(SHORTEST_SECONDS, LOOK_SECONDS))
                if self._listening:
                    await self._pause(LONGEST_SECONDS if is_seen else LOOK_SECONDS)
        finally:
            ear.cancel()

    async def _pause(self, longest: float) -> None:
        """Wait until something moved, or somebody may have moved something unheard."""
        seconds = longest if self._ear.hears else LOOK_SECONDS
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._moved.wait()

    def _take(self, marks: Mapping[Watched, str]) -> list[asyncio.Event]:
        """Note the marks; return whom to wake: who listens for what has another than before."""
        moved: list[asyncio.Event] = []
        for watched, mark in marks.items():
            if watched in self._listening and self._marks.get(watched) != mark:
                self._marks[watched] = mark
                moved += self._listening[watched]
        return moved


async def _tell_all(listeners: Sequence[asyncio.Event]) -> None:
    """Wake all, some at a time: ten thousand at once would keep everybody else waiting."""
    for begun in range(0, len(listeners), TOLD_AT_ONCE):
        for news in listeners[begun : begun + TOLD_AT_ONCE]:
            news.set()
        await asyncio.sleep(0)


def newest_marks(rows: Iterable[Watched]) -> dict[Watched, str]:
    """Return the mark of the newest revision of each row, also of one that is gone."""
    try:
        revisions = newest_revisions(rows)
    finally:
        connection.close_if_unusable_or_obsolete()
    return {watched: _mark(watched, revisions.get(watched, "")) for watched in rows}


def _mark(watched: Watched, revision: str) -> str:
    """Return what stands for a revision: equal for equal ones, and telling nothing else."""
    text = f"{watched.kind}~{watched.pk}~{revision}"
    return salted_hmac("scoring.watching.stream", text).hexdigest()[:16]
