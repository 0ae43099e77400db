"""Pages that listen for news: they wait in the event loop, and hold no thread and no place."""

import asyncio
import signal
import threading
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Container
from functools import partial
from io import BytesIO
from typing import Any
from urllib.parse import parse_qs, parse_qsl, unquote_to_bytes, urlencode

from django.core.signing import BadSignature
from django.urls import reverse

from league.site.monitoring import figures
from scoring.watching.everybody import ALL
from scoring.watching.keys import Watched, watched_by
from scoring.watching.pushed import Answered, PartAsked
from scoring.watching.stream import PartsWatched, Stream

from . import limits
from .connections import Peer
from .files import QuickAnswers, RefusedError
from .sharing import is_for_all
from .wsgi_call import Answer, Environ

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


class News:
    """Answers the address of the event stream, with the headers of all other answers."""

    def __init__(self, quick: QuickAnswers, ask: AskSite) -> None:
        """Begin with nobody; `ask` answers a request as the site does, or as it just did."""
        self._quick = quick
        self._ask = ask
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
        parts = PartsWatched(_parts(environ, keys), partial(self._part, environ))
        headers = self._quick.stream_headers(environ)
        mine = self._listening.get(address, ())
        if len(mine) >= limits.LISTENERS_OF_AN_ADDRESS or self._number >= limits.LISTENERS:
            raise RefusedError(503)
        self._hear_the_end()
        self._listening[address].append(peer)
        self._number += 1
        figures.LISTENERS.set(self._number)
        left = asyncio.ensure_future(_leaving(receive))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": headers})

            async def send_text(text: bytes) -> None:
                await send({"type": "http.response.body", "body": text, "more_body": True})

            await self._stream.tell(keys, send_text, left, parts)
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            left.cancel()
            self._number -= 1
            figures.LISTENERS.set(self._number)
            self._listening[address].remove(peer)
            if not self._listening[address]:
                del self._listening[address]

    async def _part(self, environ: Environ, part: PartAsked, revision: str) -> Answered | None:
        """Ask the site for a part as nobody does; None for what is not the same for all."""
        path, _mark, query = part.address.partition("?")
        kept = {name: value for name, value in environ.items() if not name.startswith("HTTP_")}
        asked = kept | {name: environ[name] for name in SITE if name in environ}
        asked |= {
            "PATH_INFO": unquote_to_bytes(path).decode("latin-1"),
            # So a cache in between gives out nothing that is older than what was heard.
            "QUERY_STRING": f"{query}&heard={revision}",
            "REMOTE_ADDR": "",
            "HTTP_HX_REQUEST": "true",
            "wsgi.input": BytesIO(),
        }
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


def _parts(environ: Environ, keys: Container[str]) -> dict[str, tuple[PartAsked, str]]:
    """Return the parts that the page shows of what it listens for, each with its mark there.

    An address that is not for everybody is left out: the page asks for that by itself.
    """
    parts: dict[str, tuple[PartAsked, str]] = {}
    site = tuple(str(environ.get(name, "")) for name in SITE)
    for text in parse_qs(environ["QUERY_STRING"]).get("part", ()):
        key, _space, address = text.partition(" ")
        path, _mark, query = address.partition("?")
        values = parse_qsl(query, keep_blank_values=True)
        is_ours = path.startswith("/") and not path.startswith("//") and path.isascii()
        if not is_ours or len(address) > LONGEST_ADDRESS or ALL not in dict(values):
            continue
        left = urlencode([(name, value) for name, value in values if name not in OF_THE_ASKER])
        if key in keys:
            parts[key] = PartAsked(key, f"{path}?{left}", site), dict(values).get("seen", "")
    return parts


def _keys(environ: Environ) -> dict[str, Watched]:
    """Return what the page listens for; raises RefusedError (400) for what no page asks."""
    keys = parse_qs(environ["QUERY_STRING"]).get("watch", ())
    if not 0 < len(keys) <= limits.KEYS_OF_A_PAGE:
        raise RefusedError(400)
    try:
        return {key: watched_by(key) for key in keys}
    except BadSignature:
        raise RefusedError(400) from None
