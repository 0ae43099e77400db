"""The process that serves: ``python -m league.site.server HOST PORT``.

``manage.py serve`` becomes this process once all is ready. One worker, so that SQLite's writers
stay few; granian starts it anew should it ever fall.
"""

import ctypes
import os
import signal
import sys
from collections.abc import Callable
from typing import Any

from granian import Granian
from granian.constants import HTTPModes, Interfaces
from granian.log import LogLevels
from granian.server.common import AbstractServer

# SQLite has one writer at a time: more threads would only wait in line.
THREADS = 4
# What a page takes at the very most; then a worker that does not end is ended.
SECONDS_TO_END = 10
TELL_ME_WHEN_MY_PARENT_DIES = 1


def load_application(target: str) -> Callable[..., Any]:
    """Load the site, inside the worker.

    A worker in a group of its own does not hear Ctrl-C from the terminal, only the main process
    telling it to end: told twice at once, granian's worker would hang. And should the main process
    be killed, the worker must not stay behind and hold the port.
    """
    os.setpgid(0, 0)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(TELL_ME_WHEN_MY_PARENT_DIES, signal.SIGTERM)
    from league.site.wsgi import application  # noqa: PLC0415 - not in the main process

    return application


def make_server(host: str, port: int) -> AbstractServer[Any]:
    """Answer the server as it is to run, not yet listening."""
    server: AbstractServer[Any] = Granian(
        "league.site.wsgi:application",
        address=host,
        port=port,
        interface=Interfaces.WSGI,
        workers=1,
        blocking_threads=THREADS,
        http=HTTPModes.http1,
        websockets=False,
        log_level=LogLevels.warning,
        respawn_failed_workers=True,
        workers_kill_timeout=SECONDS_TO_END,
    )
    if signal.getsignal(signal.SIGHUP) is signal.SIG_DFL:
        # A closed terminal ends the server, as Ctrl-C does; with nohup, it goes on.
        server.signal_handler_reload = server.signal_handler_interrupt  # type: ignore[method-assign]
    return server


if __name__ == "__main__":
    make_server(sys.argv[1], int(sys.argv[2])).serve(target_loader=load_application)
