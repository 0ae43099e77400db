"""Pages that listen for news: they wait in the event loop, and hold no thread and no place."""

import asyncio
import signal
import threading
from collections import defaultdict
from collections.abc import Collection
from typing import Any
from urllib.parse import parse_qs

from django.core.signing import BadSignature
from django.urls import reverse

from scoring.watching.keys import Watched, watched_by
from scoring.watching.stream import Stream

from . import limits
from .connections import Peer
from .files import QuickAnswers, RefusedError
from .wsgi_call import Environ


class News:
    """Answers the address of the event stream, with the headers of all other answers."""

    def __init__(self, quick: QuickAnswers) -> None:
        """Begin with nobody."""
        self._quick = quick
        self._path = reverse("scoring:news")
        self._stream = Stream()
        self._listening: dict[str, list[Peer | None]] = defaultdict(list)
        self._number = 0
        self._hears_the_end = False

    def is_asked(self, environ: Environ) -> bool:
        """Whether this request is for the event stream."""
        return (environ["REQUEST_METHOD"], environ["PATH_INFO"]) == ("GET", self._path)

    def peers(self) -> Collection[Peer]:
        """Return the other ends of the connections at which somebody listens."""
        return {peer for peers in self._listening.values() for peer in peers if peer}

    async def answer(
        self, environ: Environ, address: str, peer: Peer | None, receive: Any, send: Any
    ) -> None:
        """Stream to one page until it goes, or this process is to end; may raise RefusedError."""
        keys = _keys(environ)
        headers = self._quick.stream_headers(environ)
        mine = self._listening.get(address, ())
        if len(mine) >= limits.LISTENERS_OF_AN_ADDRESS or self._number >= limits.LISTENERS:
            raise RefusedError(503)
        self._hear_the_end()
        self._listening[address].append(peer)
        self._number += 1
        left = asyncio.ensure_future(_leaving(receive))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": headers})

            async def send_text(text: bytes) -> None:
                await send({"type": "http.response.body", "body": text, "more_body": True})

            await self._stream.tell(keys, send_text, left)
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            left.cancel()
            self._number -= 1
            self._listening[address].remove(peer)
            if not self._listening[address]:
                del self._listening[address]

    def _hear_the_end(self) -> None:
        """End the streams when this worker is asked to end: granian waits for all answers.

        Its own handler runs as before. It is there only once the loop runs, so ours comes now.
        """
        if self._hears_the_end or threading.current_thread() is not threading.main_thread():
            return
        self._hears_the_end = True
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            before = signal.getsignal(number)

            def end(number: int, frame: Any, before: Any = before) -> None:
                loop.call_soon_threadsafe(self._stream.end)
                if callable(before):
                    before(number, frame)

            signal.signal(number, end)


async def _leaving(receive: Any) -> None:
    """Wait until the other side is gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


def _keys(environ: Environ) -> dict[str, Watched]:
    """Return what the page listens for; raises RefusedError (400) for what no page asks."""
    keys = parse_qs(environ["QUERY_STRING"]).get("watch", ())
    if not 0 < len(keys) <= limits.KEYS_OF_A_PAGE:
        raise RefusedError(400)
    try:
        return {key: watched_by(key) for key in keys}
    except BadSignature:
        raise RefusedError(400) from None
