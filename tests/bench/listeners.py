"""Pages that listen to the event stream for a bench: thousands in a process, at the least cost.

A change comes to all as the very same bytes. So they are read once, and every further page that
gets them costs a look into a dictionary: what is measured is the server, not who asks it.
"""

import asyncio
import socket
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from scoring.watching.packed import GZIP_HEAD

# Of events that are read already, so many are kept.
MOST_KEPT = 50


@dataclass(frozen=True)
class Heard:
    """An event: the mark of a revision, and the part of the page that shows it.

    The part is None where the page has to ask for it, and "" where it has it already.
    """

    mark: str
    part: str | None


class Events:
    """Reads what came for all listeners of a process; of what came before it knows the events."""

    def __init__(self) -> None:
        """Begin with nothing read, and a place that all receive into, one after the other."""
        self.place = bytearray(1 << 20)
        self._kept: dict[bytes, list[Heard]] = {}

    def read(self, came: bytes) -> tuple[list[Heard], bytes]:
        """Return the events in what came, and what belongs to the next one."""
        if came in self._kept:
            return self._kept[came], b""
        text, rest = _chunks(came)
        events = list(_events(text))
        if len(self._kept) >= MOST_KEPT:
            self._kept.clear()
        if not rest:
            self._kept[came] = events
        return events, rest


class Listener(asyncio.BufferedProtocol):
    """A page that listens; `hear` is called with each event, and with None once it is cut."""

    def __init__(
        self, request: bytes, events: Events, hear: Callable[[Heard | None], None]
    ) -> None:
        """Ask for the stream once connected."""
        self.is_open = asyncio.get_running_loop().create_future()
        self._request = request
        self._events = events
        self._hear = hear
        self._rest = b""

    def connection_made(self, transport: Any) -> None:
        """Send the request."""
        transport.write(self._request)

    def connection_lost(self, _: Exception | None) -> None:
        """Say that nothing more comes."""
        self._hear(None)

    def get_buffer(self, _: int) -> bytearray:
        """Receive into the place of all."""
        return self._events.place

    def buffer_updated(self, size: int) -> None:
        """Hear the events in what came."""
        came = self._rest + self._events.place[:size]
        if not self.is_open.done():
            head, ends, came = came.partition(b"\r\n\r\n")
            if not ends:
                self._rest = head
                return
            self.is_open.set_result(int(head.split(b" ")[1]))
        events, self._rest = self._events.read(bytes(came))
        for event in events:
            self._hear(event)


def request_of(key: str, address: str) -> bytes:
    """Return how a browser asks for the stream of a key and a part."""
    query = urlencode([("watch", key), ("part", f"{key} {address}")])
    heads = ("Accept: text/event-stream", "Accept-Encoding: gzip, deflate, br, zstd")
    return "\r\n".join([f"GET /news/?{query} HTTP/1.1", "Host: localhost", *heads, "\r\n"]).encode()


async def connect(source: str, port: int, listener: Listener) -> None:
    """Connect to the server from that address, until the stream has begun."""
    line = socket.socket()
    line.bind((source, 0))
    # On this machine it waits for nobody.
    line.connect(("127.0.0.1", port))
    line.setblocking(False)
    await asyncio.get_running_loop().create_connection(lambda: listener, sock=line)
    status = await listener.is_open
    assert status == 200, f"No stream: {status}"


def _chunks(came: bytes) -> tuple[str, bytes]:
    """Return the text of the chunks that are there as a whole, and the rest.

    Each is unpacked by itself, as the server packed it: something to unpack for each of ten
    thousand would take more memory than the server does.
    """
    text = ""
    while came:
        size, ends, after = came.partition(b"\r\n")
        length = int(size, 16) if ends else 0
        if not ends or len(after) < length + 2:
            break
        chunk, came = after[:length].removeprefix(GZIP_HEAD), after[length + 2 :]
        is_packed = not chunk.startswith((b"data:", b"event:", b"retry:"))
        if chunk and is_packed:
            chunk = zlib.decompressobj(-zlib.MAX_WBITS).decompress(chunk)
        text += chunk.decode()
    return text, came


def _events(text: str) -> Iterator[Heard]:
    """Yield the events that name a key; others say that the stream flows."""
    for event in text.split("\n\n"):
        lines = [line[6:] for line in event.split("\n") if line.startswith("data: ")]
        if lines:
            _key, mark, *seen = lines[0].split(" ")
            yield Heard(mark, "\n".join(lines[1:]) if seen else None)
