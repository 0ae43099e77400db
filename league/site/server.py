"""The process that serves: ``python -m league.site.server HOST PORT [--secure PORT FOLDER]``.

``manage.py serve`` becomes this process once all is ready. One worker, so that SQLite's writers
stay few; granian starts it anew should it ever fall. A laptop that serves a hall has a second one
for https, with the certificates in FOLDER: granian speaks one of the two in a process.
"""

import argparse
import ctypes
import logging
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from granian import Granian
from granian.constants import HTTPModes, Interfaces, SSLProtocols
from granian.log import LogLevels

from league.site import certificates
from league.site.addresses import own_hosts

# SQLite has one writer at a time: more threads would only wait in line.
THREADS = 4
# At the plain door beside the secure one, which most tablets will use.
FEW_THREADS = 2
# How often a laptop looks whether it is in another network, or its certificate near its end.
SECONDS_TO_LOOK = 20
# What a page takes at the very most; then a worker that does not end is ended.
SECONDS_TO_END = 10
TELL_ME_WHEN_MY_PARENT_DIES = 1
PARENT_DIED = signal.SIGUSR1


def load_application(target: str) -> Callable[..., Any]:
    """Load the site, inside the worker.

    A worker in a group of its own does not hear Ctrl-C from the terminal, only the main process
    telling it to end: told twice at once, granian's worker would hang. And should the main process
    be killed, the worker must not stay behind and hold the port.
    """
    os.setpgid(0, 0)
    if sys.platform == "linux":
        signal.signal(PARENT_DIED, end_once)
        ctypes.CDLL(None).prctl(TELL_ME_WHEN_MY_PARENT_DIES, PARENT_DIED)
    from league.site.wsgi import application  # noqa: PLC0415 - not in the main process

    from .backups.keeping import serve_with_copies  # noqa: PLC0415 - needs the settings

    serve_with_copies()
    return application


def end_once(*_: object) -> None:
    """End this worker, whose parent is dead: Linux tells of that once for each of its threads."""
    signal.signal(PARENT_DIED, signal.SIG_IGN)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(SECONDS_TO_END)
    os.kill(os.getpid(), signal.SIGTERM)


@dataclass(frozen=True)
class Door:
    """A port that a worker of its own listens at; with a certificate's file, it speaks https."""

    port: int
    threads: int
    certificate: Path | None = None


class Doors(Granian):  # type: ignore[misc, valid-type]  # what Granian is hangs on the Python
    """Granian with one worker a door, under one parent that ends and renews them all."""

    # What granian keeps of the socket that its workers share.
    sockets = ("_ssp", "_shd", "_sfd", "_sso")

    def __init__(self, doors: list[Door], **options: Any) -> None:
        super().__init__(workers=len(doors), **options)
        self.doors = doors
        self.opened: list[dict[str, Any]] = []

    def _init_shared_socket(self) -> None:
        for door in self.doors:
            self.bind_port = door.port
            super()._init_shared_socket()
            self.opened.append({name: getattr(self, name) for name in self.sockets})

    def _drop_shared_socket(self) -> None:
        for opened in self.opened:
            self.__dict__.update(opened)
            super()._drop_shared_socket()

    def _spawn_worker(self, idx: int, *arguments: Any, **options: Any) -> Any:
        door = self.doors[idx]
        self.__dict__.update(self.opened[idx])
        self.blocking_threads = door.threads
        pair = door.certificate
        self.build_ssl_context(pair, pair, None, SSLProtocols.tls12, None, [], False)
        return super()._spawn_worker(idx, *arguments, **options)

    def renew(self) -> None:
        """Let new workers take the places of these, each of which ends what it has begun."""
        self.reload_signal = True
        self.main_loop_interrupt.set()


def make_server(host: str, doors: list[Door]) -> Doors:
    """Answer the server as it is to run, not yet listening."""
    server = Doors(
        doors,
        target="league.site.wsgi:application",
        address=host,
        interface=Interfaces.WSGI,
        blocking_threads=THREADS,
        http=HTTPModes.http1,
        websockets=False,
        log_level=LogLevels.warning,
        respawn_failed_workers=True,
        workers_kill_timeout=SECONDS_TO_END,
    )
    if signal.getsignal(signal.SIGHUP) is signal.SIG_DFL:
        # A closed terminal ends the server, as Ctrl-C does; with nohup, it goes on.
        server.signal_handler_reload = server.signal_handler_interrupt
    return server


def look_around(server: Doors, folder: Path, known: list[str]) -> list[str]:
    """Renew the certificate and the workers if this machine has a new address, or it is time.

    The workers know their own names from their start. Answers the hosts that they know now.
    """
    hosts = own_hosts()
    file = folder / certificates.SERVER
    try:
        before = file.stat().st_mtime_ns if file.exists() else 0
        certificates.make_ready(folder, hosts, datetime.now(UTC))
        changed = file.stat().st_mtime_ns != before
    except (OSError, certificates.CertificateError) as error:
        logging.getLogger(__name__).error("%s", error)
        return known
    if not changed and set(hosts) <= set(known):
        return known
    server.renew()
    return hosts


def keep_looking(server: Doors, folder: Path) -> None:
    """Look around every now and then, as long as the server runs.

    By a timer, not a thread: workers are forked, and would inherit what a thread had locked.
    """
    known = own_hosts()

    def look(*_: object) -> None:
        nonlocal known
        known = look_around(server, folder, known)

    signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, SECONDS_TO_LOOK, SECONDS_TO_LOOK)


def main(words: list[str]) -> None:
    """Serve until told to end."""
    parser = argparse.ArgumentParser(prog="league.site.server")
    parser.add_argument("host")
    parser.add_argument("port", type=int)
    parser.add_argument("--secure", nargs=2, metavar=("PORT", "FOLDER"))
    told = parser.parse_args(words)
    if not told.secure:
        make_server(told.host, [Door(told.port, THREADS)]).serve(target_loader=load_application)
        return
    port, folder = int(told.secure[0]), Path(told.secure[1])
    secure = Door(port, THREADS, folder / certificates.SERVER)
    server = make_server(told.host, [Door(told.port, FEW_THREADS), secure])
    keep_looking(server, folder)
    server.serve(target_loader=load_application)


if __name__ == "__main__":
    main(sys.argv[1:])
