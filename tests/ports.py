"""Ports for the servers that tests start."""

import os
import secrets
import socket

# Below the ports that systems hand out by themselves (32768 and up on Linux, 49152 on others): a
# port from among those may go to another test's connection before our server listens on it.
LOWEST = 12_000
# The suite's processes take theirs from blocks of their own, so that no two take the same.
BLOCKS, BLOCK = 5, 4_000

_worker = os.environ.get("PYTEST_XDIST_WORKER", "").removeprefix("gw")
_block = range(LOWEST + BLOCK * (int(_worker or 0) % BLOCKS), LOWEST + BLOCK * BLOCKS)[:BLOCK]
# Not `random`: the tests' plugin seeds it alike in every process.
_first = secrets.randbelow(BLOCK)
_ports = iter([*_block[_first:], *_block[:_first]])


def free_port() -> int:
    """Return a port that nobody listens on, that the system gives to nobody, and never twice."""
    for port in _ports:
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port
    raise OSError("All ports for tests have been given away.")
