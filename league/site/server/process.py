"""The process that serves: ``python -m league.site.server.process HOST PORT [--secure ...]``.

``manage.py serve`` becomes this process once all is ready. One worker answers, or as many as the
setting WORKERS says, at one socket; granian restarts one that crashes. A laptop that serves a hall
has a further one for http beside https, with the certificates in FOLDER: granian speaks one of the
two in a process.
"""

import argparse
import ctypes
import gc
import logging
import multiprocessing
import os
import shutil
import signal
import sys
import threading
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.conf import settings
from granian import Granian
from granian.constants import HTTPModes, Interfaces, SSLProtocols
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.net import SocketHolder  # type: ignore[attr-defined]

from league.site import machine
from league.site.certificates import authority
from league.site.private import PRIVATE
from scoring.web.own_addresses import own_hosts

from . import limits
from .sockets import allow_many_files, listen
from .starting import alone_on_the_data

if TYPE_CHECKING:
    from .buffering import Buffering

# At the plain door beside the secure one, which most tablets will use.
FEW_THREADS = 2
# How often a laptop looks whether it is in another network, or its certificate near its end.
SECONDS_TO_LOOK = 20
SECONDS_TO_GIVE_WAY = 0.001
TELL_ME_WHEN_MY_PARENT_DIES = 1


def load_application(
    threads: int, port: int, *, is_first: bool = True, counts: Path | None = None
) -> "Buffering":
    """Load the site, inside the worker, for a number of threads and a door.

    The first worker does what is done once beside answering pages: copies, tidying up, and deriving
    ahead. All that have a folder for their counts in common answer monitors together.

    A worker in a group of its own does not hear Ctrl-C from the terminal, only the main process
    telling it to end: with two signals at once, granian's worker would hang. And should the main
    process be killed, the worker must not stay behind and hold the port.
    """
    if sys.platform != "win32":
        os.setpgid(0, 0)
        # What the main process does when it is told to end would keep a worker that still begins.
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if sys.platform == "linux":
        signal.signal(signal.SIGUSR1, end_once)
        ctypes.CDLL(None).prctl(TELL_ME_WHEN_MY_PARENT_DIES, signal.SIGUSR1)
        # Of one that died while this worker was beginning, nothing is told.
        parent = multiprocessing.parent_process()
        if parent is not None and parent.pid != os.getppid():
            end_at_once()
    else:
        machine.when_the_parent_is_gone(end_at_once)
    allow_many_files()
    # Before all that reads rows: it makes Django ready.
    from league.site.wsgi import application  # noqa: PLC0415 - not in the main process

    # The loop and the threads of the pages take turns: a thread at work gives way soon.
    sys.setswitchinterval(SECONDS_TO_GIVE_WAY)
    keep_connections()
    from league.site import deriving, tidying  # noqa: PLC0415 - needs Django
    from league.site.backups.keeping import serve_with_copies  # noqa: PLC0415 - needs the settings
    from league.site.monitoring.figures import count_together  # noqa: PLC0415 - needs Django

    from .buffering import Buffering  # noqa: PLC0415 - needs the settings

    serve_with_copies(makes_copies=is_first)
    if is_first:
        tidying.begin()
        deriving.begin()
    if counts:
        count_together(counts)
    site = Buffering(application, threads, port)
    # What is there now stays: looked through for garbage, it would keep all waiting each time.
    gc.collect()
    gc.freeze()
    return site


def keep_connections() -> None:
    """Let each thread that serves pages keep its connection to the database from page to page.

    They are as many as there are threads, and live as long as this process. To connect anew costs a
    page a tenth of its time on SQLite, and PostgreSQL a process. One that was cut is noticed before
    a page uses it.
    """
    from django.db import connections  # noqa: PLC0415 - not in the main process

    for alias in connections.settings:
        connections.settings[alias] |= {"CONN_MAX_AGE": None, "CONN_HEALTH_CHECKS": True}


def end_at_once() -> None:
    """End this worker, whose parent is dead; what was acknowledged is on the disk."""
    os._exit(1)


if sys.platform != "win32":

    def end_once(*_: object) -> None:
        """End this worker, whose parent is dead: Linux signals that once for each of its threads.

        It may end what it has begun, for some seconds.
        """
        signal.signal(signal.SIGUSR1, signal.SIG_IGN)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(limits.END_SECONDS)
        os.kill(os.getpid(), signal.SIGTERM)


@dataclass(frozen=True)
class Door:
    """A port that workers of its own listen at; with a certificate's file, they speak https."""

    port: int
    threads: int
    certificate: Path | None = None
    workers: int = 1


class Doors(Granian):  # type: ignore[misc, valid-type]  # what Granian is hangs on the Python
    """Granian with workers for each door, under one parent that ends and renews them all."""

    # What granian keeps of the socket that its workers share.
    sockets = ("_ssp", "_shd", "_sfd", "_sso")

    def __init__(self, doors: list[Door], counts: Path | None, **options: Any) -> None:
        self.counts = counts
        # The door of each worker.
        self.doors = [door for door in doors for _worker in range(door.workers)]
        super().__init__(workers=len(self.doors), **options)
        self.opened: dict[int, dict[str, Any]] = {}

    def _init_shared_socket(self) -> None:
        for door in dict.fromkeys(self.doors):
            try:
                listener = listen(self.bind_addr, door.port)
            except OSError as error:
                # It was free when `serve` began, and a first start takes a minute.
                sys.exit(
                    f"Port {door.port} was taken by another program while Roundhouse got ready: "
                    f"{error.strerror}. Start Roundhouse again."
                )
            listener.set_inheritable(True)
            number = listener.fileno()
            # Granian's holder asks elsewhere whether it is a Unix socket, and for the backlog.
            more = () if sys.platform == "win32" else (False, limits.BACKLOG)
            holder: Any = SocketHolder
            values = (None, holder(number, *more), number, listener)
            self.opened[door.port] = dict(zip(self.sockets, values, strict=True))

    def _drop_shared_socket(self) -> None:
        for opened in self.opened.values():
            self.__dict__.update(opened)
            super()._drop_shared_socket()

    def _spawn_worker(self, idx: int, target: Any, callback_loader: Any) -> Any:
        door = self.doors[idx]
        self.__dict__.update(self.opened[door.port])
        pair = door.certificate
        self.build_ssl_context(pair, pair, None, SSLProtocols.tls12, None, [], False)
        load = partial(
            load_application, door.threads, door.port, is_first=not idx, counts=self.counts
        )
        return super()._spawn_worker(idx, target, load)

    def serve_all(self) -> None:
        """Serve until a signal to end.

        The workers are named here, for on Windows granian would else let one of them do: there two
        cannot share a socket, and these do not.
        """
        self.serve(self._spawn_asgi_worker)

    def renew(self) -> None:
        """Let new workers take the places of these, each of which ends what it has begun."""
        self.reload_signal = True
        self.main_loop_interrupt.set()


def make_server(host: str, doors: list[Door], counts: Path | None = None) -> Doors:
    """Answer the server as it is to run, not yet listening."""
    server = Doors(
        doors,
        counts,
        target="league.site.asgi:application",
        address=host,
        # Whole requests and answers wait in an event loop, see buffering.py. It has no lifespan.
        interface=Interfaces.ASGINL,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(
            header_read_timeout=limits.HEAD_SECONDS * 1000, max_buffer_size=limits.HEAD_BYTES
        ),
        backpressure=limits.CONNECTIONS,
        websockets=False,
        log_level=LogLevels.warning,
        # What granian itself says looks as all else does, and is in the log's file, too.
        log_dictconfig=settings.LOGGING,
        respawn_failed_workers=True,
        workers_kill_timeout=limits.END_SECONDS,
    )
    if sys.platform != "win32" and signal.getsignal(signal.SIGHUP) is signal.SIG_DFL:
        # A closed terminal ends the server, as Ctrl-C does; with nohup, it goes on.
        server.signal_handler_reload = server.signal_handler_interrupt
    return server


def look_around(server: Doors, folder: Path, known: list[str]) -> list[str]:
    """Renew the certificate and the workers if this machine has a new address, or it is time.

    The workers know their own names from their start. Answers the hosts that they know now.
    """
    hosts = own_hosts()
    file = folder / authority.SERVER
    try:
        before = file.stat().st_mtime_ns if file.exists() else 0
        if notice := authority.make_ready(folder, hosts, datetime.now(UTC)):
            logging.getLogger(__name__).warning("%s", notice)
        changed = file.stat().st_mtime_ns != before
    except (OSError, authority.CertificateError) as error:
        logging.getLogger(__name__).error("%s", error)
        return known
    if not changed and set(hosts) <= set(known):
        return known
    server.renew()
    return hosts


def keep_looking(server: Doors, folder: Path) -> None:
    """Look around every now and then, as long as the server runs.

    By a timer, not a thread: workers are forked, and would inherit what a thread had locked.
    Windows has no such timers and forks nothing.
    """
    known = own_hosts()

    def look(*_: object) -> None:
        nonlocal known
        known = look_around(server, folder, known)

    if sys.platform == "win32":

        def watch() -> None:
            while True:
                time.sleep(SECONDS_TO_LOOK)
                look()

        threading.Thread(target=watch, name="addresses", daemon=True).start()
    else:
        signal.signal(signal.SIGALRM, look)
        signal.setitimer(signal.ITIMER_REAL, SECONDS_TO_LOOK, SECONDS_TO_LOOK)


def main(words: list[str]) -> None:
    """Serve until a signal to end."""
    parser = argparse.ArgumentParser(prog="league.site.server.process")
    parser.add_argument("host")
    parser.add_argument("port", type=int)
    parser.add_argument("--secure", nargs=2, metavar=("PORT", "FOLDER"))
    options = parser.parse_args(words)
    os.umask(PRIVATE)
    with alone_on_the_data():
        serve(options)


def folder_of_counts() -> Path:
    """Return where workers write what they count; nothing is left there of an earlier start."""
    folder: Path = settings.DATA_DIR / "counts"
    shutil.rmtree(folder, ignore_errors=True)
    return folder


def serve(options: argparse.Namespace) -> None:
    """Open the doors, and answer until a signal to end."""
    # There two processes cannot share a socket.
    workers = 1 if sys.platform == "win32" else settings.WORKERS
    counts = folder_of_counts() if workers > 1 else None
    if not options.secure:
        door = Door(options.port, limits.THREADS, workers=workers)
        make_server(options.host, [door], counts).serve_all()
        return
    port, folder = int(options.secure[0]), Path(options.secure[1])
    secure = Door(port, limits.THREADS, folder / authority.SERVER, workers)
    server = make_server(options.host, [Door(options.port, FEW_THREADS), secure], counts)
    keep_looking(server, folder)
    server.serve_all()
    if sys.platform != "win32":
        # Python gives signals back as it ends, and the timer's would then kill what has ended well.
        signal.setitimer(signal.ITIMER_REAL, 0)


if __name__ == "__main__":
    main(sys.argv[1:])
