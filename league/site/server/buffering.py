"""What stands between the network and the site's threads: whole requests in, whole answers out.

An ASGI application around the WSGI one. A thread is only ever given a request that is there as a
whole, and is free again before its answer is sent: whoever sends or reads slowly waits here, where
waiting costs a few kilobytes. The limits are in ``limits.py``.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from functools import partial
from io import BytesIO
from typing import IO, Any

from django.conf import settings
from django.core.handlers.wsgi import WSGIRequest

from scoring.watching.context import STREAMS
from scoring.web.addresses import client_address
from scoring.web.errors import cannot_be_used

from . import limits
from .connections import Peer, cut_too_many
from .fair_pool import FairPool
from .files import NoRoomError, QuickAnswers, RefusedError
from .news import News
from .sharing import SharedAnswer, SharedAnswers
from .wsgi_call import Answer, Environ, Scope, call, make_environ, spool

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[..., Iterable[bytes]]
# Below Django's own name for refusals, so that a million of them are one line an hour.
LOGGER = "django.security.limits"


class Pace:
    """When the next part of a long answer may go to an address, and which answer is next."""

    def __init__(self) -> None:
        """Begin at once."""
        self._free_at = 0.0
        self.turn = asyncio.Lock()

    async def keep(self, size: int) -> None:
        """Wait until this many bytes may follow those before."""
        now = asyncio.get_running_loop().time()
        begin = max(now, self._free_at)
        self._free_at = begin + size / limits.BYTES_A_SECOND_OF_AN_ADDRESS
        await asyncio.sleep(begin - now)


class PendingRequest:
    """One request from an address. While it is being received or answered, it can be ended."""

    def __init__(self, pace: "Pace", peer: Peer | None = None) -> None:
        """Begin at work, not on the line; the peer is the other end of the connection."""
        self.pace = pace
        self.peer = peer
        self._limit: asyncio.Timeout | None = None
        self._over = False

    @asynccontextmanager
    async def on_the_line(self, seconds: float) -> AsyncIterator[None]:
        """Wait for the other side so long; raises TimeoutError."""
        async with asyncio.timeout(0 if self._over else seconds) as limit:
            self._limit = limit
            try:
                yield
            finally:
                self._limit = None

    def end(self) -> bool:
        """End the waiting for the other side; return False where this one does not wait for it."""
        if self._limit is None or self._over:
            return False
        self._over = True
        self._limit.reschedule(asyncio.get_running_loop().time())
        return True


class Places:
    """Those who are being served, by address, each address's oldest first."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self._of: dict[str, dict[PendingRequest, None]] = {}
        self._paces: dict[str, Pace] = {}
        self._number = 0

    @asynccontextmanager
    async def place(self, address: str, peer: Peer | None = None) -> AsyncIterator[PendingRequest]:
        """Give a new request a place; raises RefusedError (503) if there is none.

        Above its limit, an address loses its oldest request that still waits on the line. Whoever
        sends and reads at an ordinary pace is there for milliseconds, so that is hardly an honest
        one, and the pages of all others behind the same address go on.
        """
        if len(self._of.get(address, ())) >= limits.AN_ADDRESS:
            self._make_room(self._of[address])
        elif self._number >= limits.ALTOGETHER:
            self._make_room(self._of[max(self._of, key=lambda address: len(self._of[address]))])
        mine = PendingRequest(self._paces.setdefault(address, Pace()), peer)
        self._of.setdefault(address, {})[mine] = None
        self._number += 1
        try:
            yield mine
        finally:
            self._number -= 1
            del self._of[address][mine]
            if not self._of[address]:
                del self._of[address]
                del self._paces[address]

    def peers(self) -> set[Peer]:
        """Return the other ends of all that are being served."""
        return {place.peer for places in self._of.values() for place in places if place.peer}

    def _make_room(self, places: Iterable[PendingRequest]) -> None:
        if not any(place.end() for place in places):
            raise RefusedError(503)


class Buffering:
    """The site as an ASGI application."""

    def __init__(self, application: Application, threads: int, port: int = 0) -> None:
        """Wrap a WSGI application that a limited number of threads may run at once.

        With the port that it is asked at, the connections of each address are counted too.
        """
        self._port = 0 if settings.TRUST_PROXY else port
        self._counting: asyncio.Task[None] | None = None
        self._application = application
        self._pool = FairPool(threads)
        self._places = Places()
        self._quick = QuickAnswers()
        self._shared = SharedAnswers()
        self._news = News(self._quick, self._ask_for_all)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if self._port and self._counting is None:
            self._counting = asyncio.create_task(self._count())
        if ready := self._shared.ready(scope):
            await send_at_once(ready, send)
            return
        environ = {**make_environ(scope), STREAMS: True}
        peer = tuple(scope["client"]) if scope.get("client") else None
        address = client_address(WSGIRequest(environ)) or ""
        try:
            if self._news.is_asked(environ):
                # The head takes kilobytes, and would be kept for as long as the page listens.
                scope.clear()
                await self._news.answer(environ, address, peer, receive, send)
                return
            async with self._places.place(address, peer) as place:
                try:
                    answer = await self._answer(scope, environ, address, receive, place)
                except RefusedError as refusal:
                    answer = self._refuse(environ, address, refusal)
                except OSError as error:
                    if not cannot_be_used(error):
                        raise
                    answer = self._refuse(environ, address, NoRoomError())
                await deliver(answer, environ["REQUEST_METHOD"], send, place)
        except RefusedError as refusal:
            answer = self._refuse(environ, address, refusal)
            await deliver(answer, environ["REQUEST_METHOD"], send, PendingRequest(Pace()))

    def _refuse(self, environ: Environ, address: str, refusal: RefusedError) -> Answer:
        """Return the answer to a request that reaches no thread, and log that there was one."""
        logging.getLogger(f"{LOGGER}.{refusal.status}").warning(
            "Refused with %d: %s %s from %s",
            refusal.status,
            environ["REQUEST_METHOD"],
            environ["PATH_INFO"],
            address or "an unknown address",
        )
        return self._quick.refusal(environ, refusal)

    async def _count(self) -> None:
        """End connections that an address has too many of, every now and then."""
        while True:
            await asyncio.sleep(limits.SECONDS_TO_COUNT)
            busy = self._places.peers()
            most = limits.CONNECTIONS_OF_AN_ADDRESS
            apart = self._news.peers()
            await asyncio.to_thread(cut_too_many, self._port, busy, most, apart)

    async def _answer(
        self,
        scope: Scope,
        environ: Environ,
        address: str,
        receive: Receive,
        place: PendingRequest,
    ) -> Answer:
        with await self._body(environ, address, receive, place) as body:
            environ["wsgi.input"] = body
            if environ["REQUEST_METHOD"] in {"GET", "HEAD"} and self._quick.is_file(environ):
                # One at a time of an address, and others' requests between each two: a hundred
                # files asked for at once keep nobody else waiting.
                async with place.pace.turn:
                    await asyncio.sleep(0)
                    if file := self._quick.file(environ):
                        return file
            ask = partial(call, self._application, environ)
            run = partial(self._pool.run, address, ask)
            return await self._shared.answer_to(scope, environ, run)

    async def _ask_for_all(self, environ: Environ) -> Answer:
        """Ask the site once for all who listen, in a turn of their own."""
        run = partial(self._pool.run, "", partial(call, self._application, environ))
        return await self._shared.answer(environ, run)

    async def _body(
        self, environ: Environ, address: str, receive: Receive, place: PendingRequest
    ) -> IO[bytes]:
        """Return the whole body, or raise RefusedError; leave its length in the environment."""
        declared = declared_length(environ)
        body = spool()
        if declared == 0:
            return body
        reader = BodyReader(receive, place, body, declared)
        large = limits.large_of(environ["PATH_INFO"])
        try:
            whole = await reader.read(limits.FORM_BYTES)
            if not whole and large and await self._may_see(environ, address, large[1]):
                whole = await reader.read(large[0])
                if not whole:
                    raise RefusedError(413, large[0])
            if not whole:
                raise RefusedError(413)
        except RefusedError as refused:
            body.close()
            if refused.status == 413 and "HTTP_EXPECT" not in environ:
                await reader.drain()
            raise
        except OSError:
            body.close()
            await reader.drain()
            raise
        environ.pop("HTTP_TRANSFER_ENCODING", None)
        environ["CONTENT_LENGTH"] = str(reader.size)
        body.seek(0)
        return body

    async def _may_see(self, environ: Environ, address: str, page: str) -> bool:
        """Whether the sender is shown a page, by the page's own rule."""
        kept = ("HTTP_HOST", "HTTP_COOKIE", "HTTP_USER_AGENT", "HTTP_X_FORWARDED_")
        ask = {
            name: value
            for name, value in environ.items()
            if name.startswith(kept) or not name.startswith(("HTTP_", "CONTENT_"))
        }
        ask |= {"REQUEST_METHOD": "HEAD", "PATH_INFO": page, "QUERY_STRING": ""}
        ask["wsgi.input"] = BytesIO()
        answer = await self._pool.run(address, partial(call, self._application, ask))
        answer.body.close()
        return answer.status == 200


def declared_length(environ: Environ) -> int | None:
    """Return the length that the head declares, None for chunks; raises RefusedError if odd."""
    length = environ.get("CONTENT_LENGTH")
    coding = environ.get("HTTP_TRANSFER_ENCODING")
    if coding is not None:
        if length is not None or coding.lower() != "chunked":
            raise RefusedError(400)
        return None
    if length is None:
        return 0
    if not (length.isascii() and length.isdecimal() and len(length) <= 15):
        raise RefusedError(400)
    return int(length)


class BodyReader:
    """Receives a request's body into a file, piece by piece, at more than the slowest pace."""

    def __init__(
        self, receive: Receive, place: PendingRequest, body: IO[bytes], declared: int | None
    ) -> None:
        """Begin before the first piece."""
        self.size = 0
        self._receive = receive
        self._place = place
        self._body = body
        self._declared = declared
        self._clock = asyncio.get_running_loop().time
        self._begun = self._clock()
        self._ended = False

    async def read(self, most: int) -> bool:
        """Read to the end of the body; return False as soon as it is larger than `most`.

        Raises RefusedError (408) for a body that is too slow, or whose sender disconnected.
        """
        if self._declared is not None and self._declared > most:
            return False
        while not self._ended and self.size <= most:
            allowed = limits.BODY_SECONDS + self.size / limits.SLOWEST_BYTES_A_SECOND
            left = self._begun + allowed - self._clock()
            try:
                async with self._place.on_the_line(min(left, limits.PAUSE_SECONDS)):
                    piece = await self._next()
            except TimeoutError:
                raise RefusedError(408) from None
            self.size += len(piece)
            self._body.write(piece)
        if self.size > most:
            return False
        if self._declared not in {None, self.size}:
            raise RefusedError(400)
        return True

    async def drain(self) -> None:
        """Throw away what comes, shortly: a browser reads no answer before it has sent all."""
        with suppress(TimeoutError, RefusedError):
            async with self._place.on_the_line(limits.DRAIN_SECONDS):
                while not self._ended:
                    await self._next()

    async def _next(self) -> bytes:
        message = await self._receive()
        if message["type"] != "http.request":
            raise RefusedError(408)
        self._ended = not message.get("more_body")
        piece: bytes = message.get("body", b"")
        return piece


async def send_at_once(answer: SharedAnswer, send: Send) -> None:
    """Send a small answer, which the system keeps for who reads slowly."""
    start = {"type": "http.response.start", "status": answer.status, "headers": answer.headers}
    await send(start)
    await send({"type": "http.response.body", "body": answer.body, "more_body": False})


async def deliver(answer: Answer, method: str, send: Send, place: PendingRequest) -> None:
    """Send an answer at the reader's pace; gives up where nothing is taken for long."""
    body = answer.body
    try:
        start = {"type": "http.response.start", "status": answer.status, "headers": answer.headers}
        await send(start)
        part = body.read(limits.PART_BYTES) if method != "HEAD" else b""
        while True:
            after = body.read(limits.PART_BYTES) if len(part) == limits.PART_BYTES else b""
            message = {"type": "http.response.body", "body": part, "more_body": bool(after)}
            async with place.on_the_line(limits.WRITE_SECONDS):
                await send(message)
                if not after:
                    return
                await place.pace.keep(len(after))
            part = after
    except TimeoutError:
        return
    finally:
        body.close()
