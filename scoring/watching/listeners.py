"""Pages that listen, and groups of them that are told the same; of one event loop.

Ten thousand pages that watch one board are one group. The news of it are made once and written to
all by one task; none of the pages' own tasks wakes. A page that takes nothing for a while, such as
one on a slow line, is passed over, and told the newest once it has taken what was sent before.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable, Generator
from contextlib import suppress
from types import coroutine
from typing import Any, Final

from .keys import Watched
from .packed import GZIP_HEAD, Event, event_of
from .pushed import News, PartAsked

# How long nothing is said at most. A page takes more than `SILENCE` in `news.js` for the end.
BEAT_SECONDS: Final = (15.0, 25.0)
BEAT: Final = event_of("data:\n\n")
# After how many milliseconds a page whose stream was cut comes again; a whole hall is cut at once.
RETRIES: Final = tuple(event_of(f"retry: {number}\n") for number in range(1000, 5000, 50))
# How many who listen are told before the loop looks after others, such as a table that records.
TOLD_AT_ONCE: Final = 50
# From one news of a group to its next, for each page in it, and at most: however often a board
# moves, the pages that watch it leave most of the processor to the tables that record.
SECONDS_A_PAGE: Final = 0.0002
MOST_SECONDS: Final = 1.0

Send = Callable[[bytes], Awaitable[None]]


class Page:
    """One that listens."""

    __slots__ = ("_is_packed", "_send", "_writing", "silent_until", "task", "watches")

    def __init__(self, send: Send, *, is_packed: bool) -> None:
        """Begin with nothing that is watched; a page that reads gzip is sent packed events."""
        self._send = send
        self._is_packed = is_packed
        self._writing: asyncio.Task[None] | None = None
        self.silent_until = 0.0
        self.task = asyncio.current_task()
        self.watches: list[Watch] = []

    def begin(self) -> None:
        """Say when to come again after a cut, and all that is known."""
        retry = random.choice(RETRIES)  # noqa: S311  # no secret
        events = [event for watch in self.watches if (event := watch.next_event())]
        text = b"".join(self._bytes_of(event) for event in (retry, *(events or [BEAT])))
        self._write(GZIP_HEAD + text if self._is_packed else text)

    @property
    def is_busy(self) -> bool:
        """Whether what was sent before is still on its way."""
        return self._writing is not None

    def tell(self, event: Event) -> None:
        """Send an event to a page that is not busy."""
        self._write(self._bytes_of(event))

    def leave(self) -> None:
        """Send nothing more."""
        if self._writing:
            self._writing.cancel()

    def _bytes_of(self, event: Event) -> bytes:
        return event.packed if self._is_packed else event.plain

    def _write(self, text: bytes) -> None:
        now = asyncio.get_running_loop().time()
        self.silent_until = now + random.uniform(*BEAT_SECONDS)  # noqa: S311
        # One who has gone ends by itself; the others are to be told.
        with suppress(OSError):
            self._writing = rest_of(self._send(text))
        if self._writing:
            self._writing.add_done_callback(self._written)

    def _written(self, writing: "asyncio.Task[None]") -> None:
        """Tell what has moved in the meantime."""
        self._writing = None
        if writing.cancelled() or writing.exception():
            return
        for watch in self.watches:
            watch.tell()


class Group:
    """The pages that watch the same row by the same key, and show the same part of it, if any."""

    def __init__(self, watched: Watched, key: str, part: PartAsked | None) -> None:
        """Begin with nobody, and without news."""
        self.watched = watched
        self.key = key
        self.part = part
        self.watches: set[Watch] = set()
        # The mark of the revision that the news are of.
        self.revision = ""
        self.news: News | None = None
        self.free_at = 0.0
        self.telling: asyncio.Task[None] | None = None

    async def tell(self, revision: str, news: News) -> None:
        """Tell the news to all, some at a time: all at once would keep everybody else waiting."""
        self.revision, self.news = revision, news
        pause = min(SECONDS_A_PAGE * len(self.watches), MOST_SECONDS)
        self.free_at = asyncio.get_running_loop().time() + pause
        for number, watch in enumerate(tuple(self.watches), 1):
            watch.tell()
            if not number % TOLD_AT_ONCE:
                await asyncio.sleep(0)


class Watch:
    """What a page watches in a group: the news that it heard, and the part that it shows."""

    __slots__ = ("group", "page", "revision", "seen")

    def __init__(self, page: Page, group: Group, seen: str) -> None:
        """Begin with the mark of the part that the page has seen, without having heard anything."""
        self.page = page
        self.group = group
        self.seen = seen
        self.revision = ""

    def tell(self) -> None:
        """Tell the page the group's news where it has not heard them, unless it is busy."""
        if not self.page.is_busy and (event := self.next_event()):
            self.page.tell(event)

    def next_event(self) -> Event | None:
        """Return what the page is to be sent now, as sent; None where there is nothing new."""
        news = self.group.news
        if news is None or self.revision == self.group.revision:
            return None
        self.revision = self.group.revision
        if not news.mark:
            return news.event
        is_seen = self.seen == news.mark
        self.seen = news.mark
        return news.unchanged if is_seen else news.event


def rest_of(sending: Awaitable[None]) -> "asyncio.Task[None] | None":
    """Let something run as far as it does without waiting; return what is left of it, as a task.

    A server mostly takes what is sent at once. A task for each would cost more than the sending.
    """
    steps = sending.__await__()
    try:
        first = next(steps)
    except StopIteration:
        return None
    return asyncio.create_task(_rest(first, steps))


@coroutine
def _rest(first: Any, steps: Generator[Any, None, None]) -> Generator[Any, None, None]:
    yield first
    yield from steps
