"""Connections that hold the line, from an address of their own, and those who ask for pages."""

import asyncio
import contextlib
import multiprocessing
import socket
import ssl
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache

from tests.waiting import PATIENCE

# Every address 127.x.x.x is this machine's own (on Linux); pages are asked for from 127.0.0.1.
ATTACKER = "127.0.0.66"
TABLETS = "127.0.0.77"
DEADLINE = 60
PAGES = ("/rules/", "/tablet/hello/", "/sign-in/")


@cache
def any_certificate() -> ssl.SSLContext:
    """How to speak https with whoever says what."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


@dataclass(frozen=True)
class Door:
    """A port that answers, and under which name it is asked."""

    name: str
    port: int
    secure: bool
    host: str = "localhost"

    def context(self) -> ssl.SSLContext | None:
        """How to speak https with it; the certificate is not what is tried here."""
        if not self.secure:
            return None
        return any_certificate()

    def head(self, method: str, path: str) -> bytes:
        """The first lines of a request, without the empty one."""
        shown = self.host if self.host != "localhost" else f"localhost:{self.port}"
        return f"{method} {path} HTTP/1.1\r\nHost: {shown}\r\n".encode()


@dataclass
class Held:
    """What became of the connections of an attack."""

    opened: int = 0
    open_now: int = 0
    cut: int = 0
    first_cut: float = 0.0

    def ended(self) -> None:
        """Count one that the server has ended."""
        self.open_now -= 1
        self.cut += 1
        self.first_cut = self.first_cut or time.monotonic()


Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def connect(door: Door, source: str, *, silent: bool = False, small: bool = False) -> Stream:
    """Open a connection from an address of this machine; a small one takes little at once."""
    plain = socket.socket()
    plain.setblocking(False)
    if small:
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    plain.bind((source, 0))
    await asyncio.get_running_loop().sock_connect(plain, ("127.0.0.1", door.port))
    context = None if silent else door.context()
    return await asyncio.open_connection(
        sock=plain,
        ssl=context,
        server_hostname=door.host if context else None,
        ssl_handshake_timeout=PATIENCE if context else None,
        limit=4096 if small else 65536,
    )


async def half_sent(door: Door, stream: Stream, path: str) -> None:
    """A form of 100,000 bytes, of which one comes, and then one more each second."""
    reader, writer = stream
    writer.write(door.head("POST", "/sign-in/") + b"Content-Length: 100000\r\n\r\nx")
    await trickle(reader, writer)


async def slow_head(door: Door, stream: Stream, path: str) -> None:
    """A request whose first lines never end."""
    reader, writer = stream
    writer.write(door.head("GET", "/rules/") + b"X-Slow: ")
    await trickle(reader, writer)


async def slow_reader(door: Door, stream: Stream, path: str) -> None:
    """A large file, of which a kilobyte is taken each second."""
    reader, writer = stream
    writer.write(door.head("GET", path) + b"\r\n")
    while await reader.read(1024):
        await asyncio.sleep(1)


async def silent(door: Door, stream: Stream, path: str) -> None:
    """A connection on which nothing is ever said."""
    await stream[0].read()


async def trickle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Send a byte each second until the other side answers or ends it."""
    while True:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(1):
                await reader.read()
                return
        writer.write(b"x")
        await writer.drain()


Attack = Callable[[Door, Stream, str], Awaitable[None]]
ATTACKS: dict[str, Attack] = {
    "half-sent": half_sent,
    "slow-reading": slow_reader,
    "slow-headers": slow_head,
    "silent": silent,
}


@asynccontextmanager
async def attacking(door: Door, name: str, number: int, path: str) -> AsyncIterator[Held]:
    """Hold so many connections as long as this lasts; one that is ended is opened again."""
    held = Held()
    ready = asyncio.Event()

    async def one() -> None:
        while True:
            with contextlib.suppress(OSError):
                stream = await connect(
                    door, ATTACKER, silent=name == "silent", small=name == "slow-reading"
                )
                held.opened += 1
                held.open_now += 1
                if held.opened >= number:
                    ready.set()
                try:
                    await ATTACKS[name](door, stream, path)
                finally:
                    held.ended()
                    stream[1].transport.abort()
            await asyncio.sleep(1)

    tasks = [asyncio.create_task(one()) for _ in range(number)]
    try:
        async with asyncio.timeout(PATIENCE):
            await ready.wait()
        # What was sent last is to have come there.
        await asyncio.sleep(0.5)
        yield held
    finally:
        await end(tasks)


async def end(tasks: list[asyncio.Task[None]]) -> None:
    """End tasks, and wait until they have."""
    left = set(tasks)
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=1)


@dataclass
class Watched:
    """How those fared who asked for pages meanwhile; seconds, with what went wrong."""

    times: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    @property
    def worst(self) -> float:
        """The longest that somebody waited."""
        return max(self.times, default=0.0)


async def watch(door: Door, seconds: float) -> Watched:
    """Let some people ask for pages for so long, from a process of their own.

    So that nobody waits for what the attack costs on our side.
    """
    loop = asyncio.get_running_loop()
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as process:
        return await loop.run_in_executor(process, watch_here, door, seconds)


def watch_here(door: Door, seconds: float) -> Watched:
    """Let some people ask for pages, one after the other each, for so long."""
    return asyncio.run(_people(door, seconds))


async def _people(door: Door, seconds: float, people: int = 3) -> Watched:
    watched = Watched()
    end_of_it = time.monotonic() + seconds

    async def person(number: int) -> None:
        turn = number
        while time.monotonic() < end_of_it:
            begun = time.monotonic()
            path = PAGES[turn % len(PAGES)]
            turn += 1
            try:
                async with asyncio.timeout(DEADLINE):
                    answer = await read_whole(door, path)
                if not answer.startswith(b"HTTP/1.1 200"):
                    watched.faults.append(f"{path}: {answer[:40]!r}")
            except (OSError, TimeoutError) as error:
                watched.faults.append(f"{path}: {error!r}")
            watched.times.append(time.monotonic() - begun)
            await asyncio.sleep(0.05)

    await asyncio.gather(*(person(number) for number in range(people)))
    return watched


async def read_whole(door: Door, path: str) -> bytes:
    """Return the answer to one request on a connection of its own; raises OSError without one."""
    reader, writer = await connect(door, "127.0.0.1")
    try:
        writer.write(door.head("GET", path) + b"Connection: close\r\n\r\n")
        return await reader.read()
    finally:
        writer.transport.abort()


@asynccontextmanager
async def loading(door: Door, path: str, number: int, speed: int) -> AsyncIterator[list[int]]:
    """Let so many tablets load a file, each at so many bytes a second; yields what came, whole."""
    came: list[int] = []

    async def tablet() -> None:
        reader, writer = await connect(door, TABLETS)
        size = 0
        try:
            writer.write(
                door.head("GET", path) + b"Accept-Encoding: br\r\nConnection: close\r\n\r\n"
            )
            while part := await reader.read(speed // 10):
                size += len(part)
                await asyncio.sleep(len(part) / speed)
            came.append(size)
        finally:
            writer.transport.abort()

    tasks = [asyncio.create_task(tablet()) for _ in range(number)]
    try:
        yield came
        await asyncio.wait(tasks, timeout=DEADLINE)
    finally:
        await end(tasks)
