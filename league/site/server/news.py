"""Pages that listen for news: they wait in the event loop, and hold no thread and no place."""

import asyncio
import itertools
import signal
import threading
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from types import MappingProxyType
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlencode

from django.core.signing import BadSignature
from django.urls import reverse

from league.site.monitoring import figures
from scoring.watching.context import STREAMS
from scoring.watching.everybody import ALL
from scoring.watching.keys import Watched, watched_by
from scoring.watching.packed import takes_gzip
from scoring.watching.pushed import Answered, PartAsked
from scoring.watching.stream import Parts, Stream

from . import limits
from .connections import Peer
from .files import QuickAnswers, RefusedError
from .sharing import is_for_all
from .wsgi_call import Answer, Environ, Scope, make_environ

AskSite = Callable[[Environ], Awaitable[Answer]]


# By what a request says how the site was reached.
SITE = (
    "SERVER_NAME",
    "SERVER_PORT",
    "wsgi.url_scheme",
    "HTTP_HOST",
    "HTTP_X_FORWARDED_PROTO",
    "HTTP_X_FORWARDED_HOST",
)
# What a part's address says of who asks.
OF_THE_ASKER = ("seen", "heard")
LONGEST_ADDRESS = 500
PACKED = (b"content-encoding", b"gzip")


class News:
    """Answers the address of the event stream, with the headers of all other answers."""

    def __init__(self, quick: QuickAnswers, ask: AskSite) -> None:
        """Begin with nobody; `ask` answers a request as the site does, or as it just did."""
        self._quick = quick
        self._ask = ask
        self._path = reverse("scoring:news")
        self._stream = Stream(self._part)
        # The other ends of connections by address, each under a number of its own.
        self._listening: dict[str, dict[int, Peer | None]] = {}
        self._numbers = itertools.count()
        self._number = 0
        self._hears_the_end = False

    def is_asked(self, environ: Environ) -> bool:
        """Whether this request is for the event stream."""
        return (environ["REQUEST_METHOD"], environ["PATH_INFO"]) == ("GET", self._path)

    def peers(self) -> Collection[Peer]:
        """Return the other ends of the connections at which somebody listens."""
        return {peer for peers in self._listening.values() for peer in peers.values() if peer}

    async def answer(
        self, environ: Environ, address: str, peer: Peer | None, receive: Any, send: Any
    ) -> None:
        """Stream to one page until it goes, or this process is to end; may raise RefusedError."""
        site = tuple(str(environ.get(name, "")) for name in SITE)
        keys, parts = _asked(environ["QUERY_STRING"], site)
        headers = self._quick.stream_headers(environ)
        mine = len(self._listening.get(address, ()))
        if mine >= limits.LISTENERS_OF_AN_ADDRESS or self._number >= limits.LISTENERS:
            raise RefusedError(503)
        is_packed = takes_gzip(environ.get("HTTP_ACCEPT_ENCODING", ""))
        # Nothing of the request is read any more, and the page may listen for hours.
        environ.clear()
        self._hear_the_end()
        with self._counted(address, peer):
            start = [*headers, PACKED] if is_packed else headers
            await send({"type": "http.response.start", "status": 200, "headers": start})

            def send_text(text: bytes) -> Awaitable[None]:
                body = {"type": "http.response.body", "body": text, "more_body": True}
                sending: Awaitable[None] = send(body)
                return sending

            await self._stream.tell(keys, send_text, _leaving(receive), parts, is_packed=is_packed)
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    @contextmanager
    def _counted(self, address: str, peer: Peer | None) -> Iterator[None]:
        """Count one among those who listen."""
        number = next(self._numbers)
        mine = self._listening.setdefault(address, {})
        mine[number] = peer
        self._number += 1
        figures.LISTENERS.set(self._number)
        try:
            yield
        finally:
            self._number -= 1
            figures.LISTENERS.set(self._number)
            del mine[number]
            if not mine:
                del self._listening[address]

    async def _part(self, part: PartAsked, revision: str) -> Answered | None:
        """Ask the site for a part as nobody does; None for what is not the same for all."""
        path, _mark, query = part.address.partition("?")
        # So a cache in between gives out nothing that is older than what was heard.
        query = f"{query}&heard={revision}"
        head: Scope = {"method": "GET", "scheme": "http", "http_version": "1.1"}
        head |= {"raw_path": path.encode(), "query_string": query.encode()}
        head["headers"] = [(b"hx-request", b"true")]
        site = {name: value for name, value in zip(SITE, part.site, strict=True) if value}
        asked = {**make_environ(head), STREAMS: True, **site}
        answer = await self._ask(asked)
        with answer.body as body:
            headers = dict(answer.headers)
            mark = headers.get(b"etag", b"").decode("latin-1").strip('"')
            is_part = answer.status == 200 and is_for_all(answer.headers) and mark
            return Answered(mark, body.read().decode()) if is_part else None

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


@lru_cache(maxsize=500)
def _asked(query: str, site: tuple[str, ...]) -> tuple[Mapping[str, Watched], Parts]:
    """Return what a page listens for; raises RefusedError (400) for what no page asks.

    With it come the parts that the page shows of that, each with its mark there. An address that is
    not for everybody is left out: the page asks for that by itself. Ten thousand pages of one board
    that come again after a restart ask in the same words.
    """
    values = parse_qs(query)
    keys = values.get("watch", ())
    if not 0 < len(keys) <= limits.KEYS_OF_A_PAGE:
        raise RefusedError(400)
    try:
        watched = {key: watched_by(key) for key in keys}
    except BadSignature:
        raise RefusedError(400) from None
    parts: dict[str, tuple[PartAsked, str]] = {}
    for text in values.get("part", ()):
        key, _space, address = text.partition(" ")
        if key in watched and (part := _part_at(address)):
            parts[key] = PartAsked(key, part[0], site), part[1]
    return MappingProxyType(watched), MappingProxyType(parts)


def _part_at(address: str) -> tuple[str, str] | None:
    """Return the address of a part without what it says of the asker, and the mark seen there.

    None for an address that is not for everybody.
    """
    path, _mark, query = address.partition("?")
    values = parse_qsl(query, keep_blank_values=True)
    is_ours = path.startswith("/") and not path.startswith("//") and path.isascii()
    if not is_ours or len(address) > LONGEST_ADDRESS or ALL not in dict(values):
        return None
    left = urlencode([(name, value) for name, value in values if name not in OF_THE_ASKER])
    return f"{path}?{left}", dict(values).get("seen", "")
