"""The doors' sockets: what they ask of the operating system."""

import socket
import sys
from contextlib import suppress

from . import limits


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens; the connections that come by it have its options.

    The system keeps little of an answer that is not read, ends a connection whose other side takes
    nothing for long, and notices one that is gone.
    """
    family, kind, number, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    listener = socket.socket(family, kind, number)
    if sys.platform != "win32":
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, limits.SEND_BUFFER_BYTES)
    if sys.platform == "linux":
        milliseconds = int(limits.WRITE_SECONDS * 1000)
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, milliseconds)
    try:
        listener.bind(address)
    except OSError:
        listener.close()
        raise
    listener.listen(limits.BACKLOG)
    listener.setblocking(False)
    return listener


def allow_many_files() -> None:
    """Let this process have as many connections and files open as the system allows it."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415 - of POSIX alone

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
