"""A line as slow as a hall's wifi: what goes through it, both ways, shares so many bits a second.

A proxy of plain TCP: nothing of what passes is looked at.
"""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

# Bytes that pass at once; a fiftieth of a second at 1.5 Mbit/s, so that nobody waits long in line.
PART = 4096


class SlowLine:
    """A way to a port of this machine: `port` is where it begins, `bytes` what has passed."""

    def __init__(self, target: int, bits_a_second: float, round_trip: float) -> None:
        self.target = target
        self.bits_a_second = bits_a_second
        self.one_way = round_trip / 2
        self.port = 0
        self.bytes = 0
        self.free_at = 0.0

    async def opened(self) -> asyncio.Server:
        """Listen, on a port of its own."""
        server = await asyncio.start_server(self._connected, "127.0.0.1", 0, limit=PART)
        self.port = server.sockets[0].getsockname()[1]
        return server

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(2 * self.one_way)  # the greeting of a new connection
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self.target, limit=PART)
        except OSError:
            writer.close()
            return
        await asyncio.gather(self._carried(reader, back), self._carried(there, writer))

    async def _carried(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Bring one way's bytes over, each part when the line has had time for it."""
        loop = asyncio.get_running_loop()
        with suppress(ConnectionError):
            while part := await reader.read(PART):
                self.bytes += len(part)
                begun = max(loop.time(), self.free_at)
                self.free_at = begun + len(part) * 8 / self.bits_a_second
                loop.call_at(self.free_at + self.one_way, writer.write, part)
                await asyncio.sleep(self.free_at - loop.time())
        loop.call_later(self.one_way * 2, writer.close)


@contextmanager
def slow_line(target: int, bits_a_second: float, round_trip: float) -> Iterator[SlowLine]:
    """A line to a port, open as long as this lasts."""
    line = SlowLine(target, bits_a_second, round_trip)
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    server = asyncio.run_coroutine_threadsafe(line.opened(), loop).result()
    try:
        yield line
    finally:
        loop.call_soon_threadsafe(server.close)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
