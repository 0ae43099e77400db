"""How many connections one address may keep open at a door."""

import os
import socket
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from scoring.web.addresses import counted_address

Peer = tuple[str, int]
# The open files of this process, on Linux and macOS. Where there is no such folder, only requests
# are limited by address, not connections.
OPEN_FILES = Path("/dev/fd")


def cut_too_many(port: int, busy: Collection[Peer], most: int, apart: Collection[Peer] = ()) -> int:
    """End idle connections at a door, of each address that has more than `most`; return how many.

    Idle is one that is not of a `busy` peer: it has asked nothing yet, or was answered. Those of
    peers `apart` are not counted. Looked up
    in the system's own list, since the server behind the door keeps none that could be asked.
    """
    # Only names: a path for each of ten thousand takes a tenth of a second.
    handles = os.listdir(OPEN_FILES) if OPEN_FILES.is_dir() else []  # noqa: PTH208
    if len(handles) - len(apart) <= most:
        # All together are not too many for one: ten thousand that listen are not looked at.
        return 0
    idle: dict[str, list[tuple[int, Peer]]] = defaultdict(list)
    count: dict[str, int] = defaultdict(int)
    for handle, peer in _connections(port, handles):
        if peer in apart:
            continue
        address = counted_address(peer[0]) or ""
        count[address] += 1
        if peer not in busy:
            idle[address].append((handle, peer))
    return sum(
        _cut(handle, port, peer)
        for address, connections in idle.items()
        for handle, peer in connections[: max(0, count[address] - most)]
    )


def _connections(port: int, handles: Iterable[str]) -> Iterator[tuple[int, Peer]]:
    """Yield each handle that is a connection to a port, with the address of its other end."""
    for handle in map(int, handles):
        with suppress(OSError), _borrowed(handle) as connection:
            if peer := _peer_at(connection, port):
                yield handle, peer


def _cut(handle: int, port: int, peer: Peer) -> bool:
    """End a connection if the handle is still that peer's; the server closes it then."""
    with suppress(OSError), _borrowed(handle) as connection:
        if _peer_at(connection, port) == peer:
            connection.shutdown(socket.SHUT_RDWR)
            return True
    return False


def _peer_at(connection: socket.socket, port: int) -> Peer | None:
    own, peer = connection.getsockname(), connection.getpeername()
    return (peer[0], peer[1]) if isinstance(own, tuple) and own[1] == port else None


@contextmanager
def _borrowed(handle: int) -> Iterator[socket.socket]:
    """Look at a handle as a socket, and never close it; raises OSError for what is none.

    Closing even a second handle of a file would let go of all locks that the process has on it
    (POSIX), SQLite's among them: two would write at once, and another program would take the
    `-wal` file away under the running site.
    """
    connection = socket.socket(fileno=handle)
    try:
        yield connection
    finally:
        connection.detach()
