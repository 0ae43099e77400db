"""``manage.py serve``: everything between a set up copy and a page on a tablet."""

import errno
import hashlib
import os
import socket
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import DatabaseError

from league.site.addresses import lan_addresses

ANY = "0.0.0.0"  # noqa: S104 - tablets in the same network are what the site is for
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
HIGHEST_PORT = 65535


class ServeError(Exception):
    """Why the site cannot be served, in a sentence that says what to do."""


class Command(BaseCommand):
    help = "Serve the site to this computer and to the tablets in its network."
    # The checks of the whole site run once, in migrate.
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", default="8000", help="the port to listen on (8000)")
        parser.add_argument(
            "--host", default=ANY, help=f"the address to listen on ({ANY}: all of this machine)"
        )

    def handle(self, *, host: str, port: str, **options: Any) -> None:
        try:
            number = read_port(port)
            refuse_if_busy(host, number)
            make_ready()
        except ServeError as error:
            sys.exit(str(error))
        for line in welcome(host, number):
            self.stdout.write(line)
        self.stdout.flush()
        os.chdir(settings.BASE_DIR)
        words = [sys.executable, "-m", "league.site.server", host, str(number)]
        os.execv(sys.executable, words)  # noqa: S606


def make_ready() -> None:
    """Bring the database and the files of the pages up to this version, or raise ServeError."""
    try:
        call_command("migrate", interactive=False, verbosity=0)
    except DatabaseError as error:
        raise ServeError(
            f"The database cannot be used: {error}\n"
            "Is DATABASE_URL right, does its server run, is another command still at work, "
            "or is the disk full?"
        ) from error
    if settings.DEBUG:
        return
    try:
        collect_files()
    except OSError as error:
        raise ServeError(
            f"The files of the pages cannot be written to {settings.STATIC_ROOT}: "
            f"{error.strerror}. Make the folder writable, or free some space."
        ) from error


def collect_files() -> None:
    """Collect the files of the pages, hashed and packed, unless none has changed since."""
    found = hashlib.sha256()
    for finder in get_finders():
        for name, storage in finder.list([]):
            file = Path(storage.path(name))
            stamp = file.stat()
            found.update(f"{file} {stamp.st_size} {stamp.st_mtime_ns}\n".encode())
    note = settings.DATA_DIR / "static.collected"
    manifest = settings.STATIC_ROOT / "staticfiles.json"
    if manifest.exists() and note.exists() and note.read_text() == found.hexdigest():
        return
    note.unlink(missing_ok=True)
    call_command("collectstatic", interactive=False, verbosity=0)
    note.write_text(found.hexdigest())


def read_port(text: str) -> int:
    """Answer the port's number, or raise ServeError with a sentence."""
    if not (text.isascii() and text.isdigit() and 0 < int(text) <= HIGHEST_PORT):
        raise ServeError(f"{text!r} is no port: write a number from 1 to {HIGHEST_PORT}.")
    return int(text)


def refuse_if_busy(host: str, port: int) -> None:
    """Raise ServeError unless a server could listen there now.

    Asked beforehand, for granian shares a port with another granian and says nothing.
    """
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except PermissionError as error:
        raise ServeError(
            f"Only an administrator may use port {port}. Take one from 1024 up, "
            "such as --port 8000."
        ) from error
    except (socket.gaierror, UnicodeError) as error:
        raise ServeError(f"{host!r} is no address of this machine. Leave --host out.") from error
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise ServeError(
                f"Port {port} is busy: another program, perhaps Roundhouse itself, listens there. "
                f"Stop it, or take another port: python3 manage.py serve --port {next_port(port)}"
            ) from error
        raise ServeError(f"{host!r} is no address of this machine. Leave --host out.") from error


def next_port(port: int) -> int:
    return port + 1 if port < HIGHEST_PORT else 8000


def welcome(host: str, port: int) -> list[str]:
    """Answer the lines that tell which address to open, and where."""
    lines = [f"Roundhouse {settings.VERSION} is ready. Open:"]
    if settings.SITE_ADDRESSES:
        lines += [f"  {address}/" for address in settings.SITE_ADDRESSES]
    elif host in LOOPBACK or host == ANY:
        lines.append(f"  On this computer: http://localhost:{port}/")
        tablets = lan_addresses() if host == ANY else []
        lines += [
            f"  From a tablet in the same network: http://{address}:{port}/" for address in tablets
        ]
        if host == ANY and not tablets:
            lines.append("  No network was found, so no tablet can reach this computer yet.")
    else:
        lines.append(f"  http://{f'[{host}]' if ':' in host else host}:{port}/")
    return [*lines, "Stop it with Ctrl-C."]
