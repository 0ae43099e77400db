"""``manage.py serve``: everything between a set up copy and a page on a tablet."""

import errno
import hashlib
import os
import socket
import sys
from argparse import ArgumentParser
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import DatabaseError

from league.site import certificates
from league.site.addresses import lan_addresses, own_hosts
from league.site.backups.files import BackupError
from league.site.backups.making import copy_before_migrations
from league.site.environment import HIGHEST_PORT

ANY = "0.0.0.0"  # noqa: S104 - tablets in the same network are what the site is for
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
SECURE_PORT = 8443


NOT_SECURE = "Not a secure connection: tablets cannot go on without the network."


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
        parser.add_argument("--secure-port", help=f"the port for https ({SECURE_PORT})")
        parser.add_argument(
            "--no-secure", action="store_true", help="serve without https, whatever that costs"
        )

    def handle(self, *, host: str, port: str, **options: Any) -> None:
        folder = settings.CERTIFICATES_DIR
        told = ""
        try:
            number = read_port(port)
            secure = read_secure_port(
                host, number, options["secure_port"], off=options["no_secure"]
            )
            refuse_if_busy(host, number)
            if secure:
                refuse_if_busy(host, secure, "--secure-port")
            make_ready()
            if secure:
                told = certificates.make_ready(folder, own_hosts(), datetime.now(UTC))
        except (ServeError, certificates.CertificateError) as error:
            sys.exit(str(error))
        for line in [*([told] if told else []), *welcome(host, number, secure)]:
            self.stdout.write(line)
        self.stdout.flush()
        os.chdir(settings.BASE_DIR)
        words = [sys.executable, "-m", "league.site.server", host, str(number)]
        os.environ.update(PLAIN_PORT=str(number), SECURE_PORT=str(secure or ""))
        if secure:
            words += ["--secure", str(secure), str(folder)]
        os.execv(sys.executable, words)  # noqa: S606


def make_ready() -> None:
    """Bring the database and the files of the pages up to this version, or raise ServeError."""
    try:
        copy_before_migrations()
        call_command("migrate", interactive=False, verbosity=0)
    except DatabaseError as error:
        raise ServeError(
            f"The database cannot be used: {error}\n"
            "Is DATABASE_URL right, does its server run, is another command still at work, "
            "or is the disk full?"
        ) from error
    except BackupError as error:
        raise ServeError(
            f"This version changes the database, and first a copy of it has to be made.\n{error}"
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


def read_secure_port(host: str, port: int, text: str | None, *, off: bool) -> int | None:
    """Answer the port for https, None where there is to be none, or raise ServeError.

    A site with SITE_ADDRESSES has a proxy in front that speaks https. One for this computer alone
    needs none: browsers hold localhost for secure.
    """
    if off or ((settings.SITE_ADDRESSES or host in LOOPBACK) and text is None):
        return None
    if settings.SITE_ADDRESSES:
        raise ServeError(
            "With SITE_ADDRESSES set, a proxy in front speaks https: leave --secure-port out."
        )
    secure = SECURE_PORT if text is None else read_port(text)
    if secure == port:
        raise ServeError(
            f"Port {port} cannot be the plain and the secure one: take another --secure-port."
        )
    return secure


def refuse_if_busy(host: str, port: int, option: str = "--port") -> None:
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
            f"such as {option} {8000 if option == '--port' else SECURE_PORT}."
        ) from error
    except (socket.gaierror, UnicodeError) as error:
        raise ServeError(f"{host!r} is no address of this machine. Leave --host out.") from error
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise ServeError(
                f"Port {port} is busy: another program, perhaps Roundhouse itself, listens there. "
                "Stop it, or take another port: "
                f"python3 manage.py serve {option} {next_port(port)}"
            ) from error
        raise ServeError(f"{host!r} is no address of this machine. Leave --host out.") from error


def next_port(port: int) -> int:
    return port + 1 if port < HIGHEST_PORT else 8000


def welcome(host: str, port: int, secure: int | None = None) -> list[str]:
    """Answer the lines that tell which address to open, and where."""
    lines = [f"Roundhouse {settings.VERSION} is ready. Open:"]
    if settings.SITE_ADDRESSES:
        lines += [f"  {address}/" for address in settings.SITE_ADDRESSES]
        if not any(address.startswith("https://") for address in settings.SITE_ADDRESSES):
            lines.append(f"  {NOT_SECURE} README.md says how to put https in front.")
    elif host in LOOPBACK or host == ANY:
        lines.append(f"  On this computer: http://localhost:{port}/")
        lines += welcome_tablets(lan_addresses() if host == ANY else [], port, secure)
        if host == ANY and not lan_addresses():
            lines.append("  No network was found, so no tablet can reach this computer yet.")
    else:
        lines += welcome_tablets([f"[{host}]" if ":" in host else host], port, secure)
    root = certificates.read_root(settings.CERTIFICATES_DIR) if secure else None
    if root:
        lines += [f"Tablets are asked to trust: {root.name}", f"  SHA-256 {root.sha256}"]
    return [*lines, "Stop it with Ctrl-C."]


def welcome_tablets(addresses: list[str], port: int, secure: int | None) -> list[str]:
    """Answer the lines for tablets: the secure address first, and how to come to it."""
    if not secure:
        lines = [f"  From a tablet in the same network: http://{one}:{port}/" for one in addresses]
        return [*lines, f"  {NOT_SECURE} Leave --no-secure out."] if lines else []
    lines = []
    for address in addresses:
        lines += [
            f"  From a tablet in the same network: https://{address}:{secure}/",
            f"    the first time, to make it secure: http://{address}:{port}/trust/",
            f"    as it is, not secure: http://{address}:{port}/",
        ]
    return lines
