"""The event stream: pages hear that what they watch has moved, and then ask the site for it.

Server-sent events. An event has the key that the page named and the mark of a revision, and
nothing else: no names, no points. To a page that watches a part for everybody the part itself is
sent (`pushed.py`). An empty event says that the stream still flows. However many
pages listen, they share one look at the revisions of all that is watched: on PostgreSQL once a
process tells that something moved, on SQLite every second; and one task that tells them
(`listeners.py`).
"""

import asyncio
from collections.abc import Awaitable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, Final

from django.db import Error, connection
from django.utils.crypto import salted_hmac

from .bus import Ear
from .keys import Watched, newest_revisions
from .listeners import BEAT, Group, Page, Send, Watch
from .pushed import Ask, News, PartAsked, news_of_part, news_that_it_moved

# From one look at the revisions to the next, where nobody tells; and at most, where somebody does.
LOOK_SECONDS: Final = 1.0
LONGEST_SECONDS: Final = 10.0
# And at least: tables that record one after the other share a look.
SHORTEST_SECONDS: Final = 0.2

# The parts that a page watches, by key, each with the mark that it has seen.
Parts = Mapping[str, tuple[PartAsked, str]]


class Stream:
    """All pages that listen at this process; of its event loop's thread alone."""

    def __init__(self, ask: Ask | None = None) -> None:
        """Begin with nobody, who costs nothing; `ask` answers parts for everybody."""
        self._ask = ask
        self._pages: set[Page] = set()
        self._groups: dict[Watched, dict[tuple[str, PartAsked | None], Group]] = {}
        self._marks: dict[Watched, str] = {}
        # Groups that were not yet told of the newest revision.
        self._behind: set[Group] = set()
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
        send: Send,
        left: Awaitable[Any],
        parts: Parts | None = None,
        *,
        is_packed: bool = False,
    ) -> None:
        """Send a page its events, until it has `left` or the process is to end.

        The first events say what is so now: a page that comes back sees by them what it missed.
        """
        page = Page(send, is_packed=is_packed)
        with self._among(page, keys, parts or {}):
            page.begin()
            try:
                await left
            except asyncio.CancelledError:
                if not self._is_over:
                    raise

    def end(self) -> None:
        """Let all go: this process is to end, and does so once nobody is answered any more."""
        self._is_over = True
        self._moved.set()
        for page in tuple(self._pages):
            if page.task:
                page.task.cancel()

    @contextmanager
    def _among(self, page: Page, keys: Mapping[str, Watched], parts: Parts) -> Iterator[None]:
        self._pages.add(page)
        for key, watched in keys.items():
            part, seen = parts.get(key, (None, ""))
            groups = self._groups.setdefault(watched, {})
            group = groups.get((key, part))
            if group is None:
                group = groups[key, part] = Group(watched, key, part)
                self._behind.add(group)
                self._moved.set()
            watch = Watch(page, group, seen)
            group.watches.add(watch)
            page.watches.append(watch)
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look())
        try:
            yield
        finally:
            page.leave()
            self._pages.discard(page)
            for watch in page.watches:
                self._forget(watch)

    def _forget(self, watch: Watch) -> None:
        group = watch.group
        group.watches.discard(watch)
        if group.watches:
            return
        groups = self._groups[group.watched]
        self._behind.discard(group)
        del groups[group.key, group.part]
        if not groups:
            del self._groups[group.watched]
            self._marks.pop(group.watched, None)

    async def _look(self) -> None:
        """Look for what has moved, and tell of it, as long as anybody listens."""
        ear = asyncio.create_task(self._ear.listen())
        clock = asyncio.get_running_loop().time
        due = beat_at = 0.0
        try:
            while self._pages and not self._is_over:
                if self._moved.is_set() or clock() >= due:
                    self._moved.clear()
                    is_seen = await self._look_once()
                    hears = is_seen and self._ear.hears
                    due = clock() + (LONGEST_SECONDS if hears else LOOK_SECONDS)
                free_at = self._tell_groups(clock())
                if clock() >= beat_at:
                    self._beat(clock())
                    beat_at = clock() + LOOK_SECONDS
                await asyncio.sleep(min(SHORTEST_SECONDS, LOOK_SECONDS))
                await self._pause(min(due, free_at, beat_at) - clock())
        finally:
            ear.cancel()

    async def _look_once(self) -> bool:
        """Note what has moved; return False where the database does not answer."""
        loop = asyncio.get_running_loop()
        # Pages that ask the site are shown what is wrong with the database.
        with suppress(Error):
            asked = tuple(self._groups)
            marks = await loop.run_in_executor(self._thread, newest_marks, asked)
            for watched, mark in marks.items():
                if watched in self._groups and self._marks.get(watched) != mark:
                    self._marks[watched] = mark
                    self._behind.update(self._groups[watched].values())
            return True
        return False

    async def _pause(self, longest: float) -> None:
        """Wait until something moved, or somebody may have moved something unheard."""
        if longest > 0 and self._pages:
            with suppress(TimeoutError):
                async with asyncio.timeout(longest):
                    await self._moved.wait()

    def _tell_groups(self, now: float) -> float:
        """Begin to tell the groups that are behind; return when the next of them may be told."""
        next_at = now + LOOK_SECONDS
        for group in tuple(self._behind):
            mark = self._marks.get(group.watched)
            if mark is None or group.telling:
                continue
            if group.free_at > now:
                next_at = min(next_at, group.free_at)
                continue
            self._behind.discard(group)
            group.telling = asyncio.create_task(self._tell(group, mark))
            group.telling.add_done_callback(partial(self._end_telling, group))
        return next_at

    async def _tell(self, group: Group, mark: str) -> None:
        await group.tell(mark, await self._news_of(group, mark))

    def _end_telling(self, group: Group, _: object) -> None:
        group.telling = None
        if group in self._behind:
            self._moved.set()
        elif group.watches and group.revision != self._marks.get(group.watched):
            # It failed, which is logged. It is tried anew after a while.
            self._behind.add(group)

    async def _news_of(self, group: Group, mark: str) -> News:
        """Return what the group is told of a revision: the part that it shows, or that it moved."""
        if self._ask and group.part and (answered := await self._ask(group.part, mark)):
            return news_of_part(group.part, mark, answered)
        return news_that_it_moved(group.key, mark)

    def _beat(self, now: float) -> None:
        """Say that the stream still flows where nothing was said for long."""
        for page in self._pages:
            if page.silent_until <= now and not page.is_busy:
                page.tell(BEAT)


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
