"""``manage.py serve``: everything between a set up copy and a page on a tablet."""

import errno
import hashlib
import os
import socket
import sqlite3
import sys
import time
from argparse import ArgumentParser
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import DatabaseError, OperationalError, connection

from league.site import machine
from league.site.backups.files import BackupError
from league.site.backups.making import FULL_DISK, copy_before_migrations
from league.site.certificates import authority
from league.site.environment import HIGHEST_PORT
from league.site.health import looking, trouble
from league.site.row_security.policies import before_migrating
from league.site.running import only_server, port_in_use
from league.site.server.starting import make_data_ready
from league.site.setup import program
from scoring.accounts.models import Club
from scoring.accounts.services.setup_code import setup_code, setup_code_forget
from scoring.web.own_addresses import lan_addresses, own_hosts

ANY = "0.0.0.0"  # noqa: S104 - tablets in the same network are what the site is for
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
SECURE_PORT = 8443
# PostgreSQL's code for it, how long one step waits, and from one try to the next, in seconds.
LOCK_NOT_AVAILABLE = "55P03"
LOCK_TIMEOUT = "1s"
LOCK_PAUSE = 2.0
LOCK_TRIES = 300


NOT_SECURE = "Not a secure connection: without the network a tablet has only the page that is open."
NO_ACCOUNTS = (
    "Over it nobody can sign in but on this computer itself; README.md says what PLAIN_SIGN_IN=on "
    "would cost."
)
PLAIN_SIGN_IN_COSTS = (
    "PLAIN_SIGN_IN is on: whoever listens in the network can read passwords of who signs in by "
    "http."
)


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
        code = ""
        if running := port_in_use():
            sys.exit(
                f"Roundhouse is running already. Open: http://localhost:{running}/\n"
                "To start another one, name another folder in DATA_DIR."
            )
        try:
            number = read_port(port)
            secure = read_secure_port(
                host, number, options["secure_port"], off=options["no_secure"]
            )
            refuse_if_busy(host, number)
            if secure:
                refuse_if_busy(host, secure, "--secure-port")
            with only_server():
                make_data_ready()
                wrong = make_ready()
            if secure:
                code = authority.make_ready(folder, own_hosts(), datetime.now(UTC))
        except (ServeError, BackupError, authority.CertificateError) as error:
            sys.exit(str(error))
        for line in wrong:
            self.stderr.write(line)
        first = [] if wrong else setup_lines()
        lines = [*welcome(host, number, secure), *first, "Stop it with Ctrl-C."]
        for line in [*([code] if code else []), *lines]:
            self.stdout.write(line)
        os.chdir(settings.BASE_DIR)
        words = [sys.executable, "-m", "league.site.server.process", host, str(number)]
        os.environ.update(PLAIN_PORT=str(number), SECURE_PORT=str(secure or ""), SERVED_HOST=host)
        if secure:
            words += ["--secure", str(secure), str(folder)]
        machine.become(words)


def make_ready() -> list[str]:
    """Bring the database and the files of the pages up to this version, or raise ServeError.

    Answers the lines that say what is wrong with a database that cannot be used and that a copy can
    take the place of: then the site is served all the same, and its pages say it.
    """
    try:
        wrong = trouble_at_start()
        if not wrong:
            # The copy, too, reads rows.
            before_migrating()
            copy_before_migrations()
            migrate()
    except (DatabaseError, sqlite3.Error) as error:
        if FULL_DISK in str(error):
            raise ServeError(
                f"The disk is full: nothing more can be kept in {settings.DATA_DIR}. "
                "Free some space, and start Roundhouse again."
            ) from error
        raise ServeError(
            f"The database cannot be used: {error}\n"
            "Is DATABASE_URL right, does its server run, or is another command still at work?"
        ) from error
    except ImproperlyConfigured as error:
        raise ServeError(str(error)) from error
    except BackupError as error:
        raise ServeError(
            f"This version changes the database, and first a copy of it has to be made.\n{error}"
        ) from error
    if settings.DEBUG or settings.STATIC_ROOT == settings.COLLECTED:
        return wrong
    try:
        collect_files()
    except OSError as error:
        raise ServeError(
            f"The files of the pages cannot be written to {settings.STATIC_ROOT}: "
            f"{error.strerror}. Make the folder writable, or free some space."
        ) from error
    return wrong


def migrate() -> None:
    """Bring the database up to this version, and keep nobody waiting who uses it meanwhile.

    On PostgreSQL a step that changes a table waits for whoever reads it, such as a copy that is
    being made by an older site that still runs, and all others wait behind that step. So it waits
    shortly, lets the others pass, and is tried anew. What was done by then stays done.
    """
    for _try in range(LOCK_TRIES):
        try:
            if connection.vendor == "postgresql":
                with connection.cursor() as cursor:
                    cursor.execute("SELECT set_config('lock_timeout', %s, false)", [LOCK_TIMEOUT])
            call_command("migrate", interactive=False, verbosity=0)
        except OperationalError as error:
            if getattr(error.__cause__, "sqlstate", "") != LOCK_NOT_AVAILABLE:
                raise
            connection.close()
            time.sleep(LOCK_PAUSE)
        else:
            # What is asked from now on waits as usual.
            connection.close()
            return
    raise ServeError(
        "Another program keeps a table of the database locked, so this version cannot change it. "
        "End that program, or try again later."
    )


def trouble_at_start() -> list[str]:
    """What is wrong with the database, in lines; raises ServeError for one of a newer version."""
    problem = looking.look()
    if problem is None:
        return []
    if problem.kind == "newer":
        raise ServeError("\n".join(trouble.lines(problem)))
    trouble.note(problem)
    return trouble.lines(problem)


def collect_files() -> None:
    """Collect the files of the pages, hashed and packed, unless none has changed since."""
    digest = hashlib.sha256()
    for finder in get_finders():
        for name, storage in finder.list([]):
            file = Path(storage.path(name))
            stamp = file.stat()
            digest.update(f"{file} {stamp.st_size} {stamp.st_mtime_ns}\n".encode())
    note = settings.DATA_DIR / "static.collected"
    manifest = settings.STATIC_ROOT / "staticfiles.json"
    if manifest.exists() and note.exists() and note.read_text("ascii") == digest.hexdigest():
        return
    note.unlink(missing_ok=True)
    call_command("collectstatic", interactive=False, verbosity=0)
    note.write_text(digest.hexdigest(), "ascii")


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
            if sys.platform == "win32":
                # There the other option would let both listen, and neither know.
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
            else:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except PermissionError as error:
        if sys.platform == "win32":
            raise ServeError(busy(port, option)) from error
        raise ServeError(
            f"Only an administrator may use port {port}. Take one from 1024 up, "
            f"such as {option} {8000 if option == '--port' else SECURE_PORT}."
        ) from error
    except (socket.gaierror, UnicodeError) as error:
        raise ServeError(f"{host!r} is no address of this machine. Leave --host out.") from error
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise ServeError(busy(port, option)) from error
        raise ServeError(f"{host!r} is no address of this machine. Leave --host out.") from error


def busy(port: int, option: str) -> str:
    """Answer the sentence for a port that is taken."""
    return (
        f"Port {port} is busy: another program, perhaps Roundhouse itself, listens there. "
        f"Stop it, or take another port: {program()} serve {option} {next_port(port)}"
    )


def next_port(port: int) -> int:
    return port + 1 if port < HIGHEST_PORT else 8000


def welcome(host: str, port: int, secure: int | None = None) -> list[str]:
    """Answer the lines that tell which address to open for what, and where."""
    lines = [f"Roundhouse {settings.VERSION} is ready. Open:"]
    if settings.SITE_ADDRESSES:
        lines += [f"  {address}/" for address in settings.SITE_ADDRESSES]
        lines += welcome_plain_addresses()
    elif host in LOOPBACK or host == ANY:
        lines.append(f"  On this computer, for everything: http://localhost:{port}/")
        lines += welcome_tablets(lan_addresses() if host == ANY else [], port, secure)
        if host == ANY and not lan_addresses():
            lines.append("  No network was found, so no tablet can reach this computer yet.")
    else:
        lines += welcome_tablets([f"[{host}]" if ":" in host else host], port, secure)
    if settings.PLAIN_SIGN_IN:
        lines.append(PLAIN_SIGN_IN_COSTS)
    root = authority.read_root(settings.CERTIFICATES_DIR) if secure else None
    if root:
        lines += [
            f"Tablets are asked to trust: {root.name}",
            "  Its fingerprint on the tablet must begin with these letters and digits:",
            f"    {root.short}   (SHA-256)",
            f"    {root.short_sha1}   (SHA-1, on Windows)",
            f"  SHA-256 {root.sha256}",
        ]
    return lines


def setup_lines() -> list[str]:
    """Answer the lines that a first start tells: how to set the club up from another device."""
    if Club.objects.filter(made_up=False).exists():
        setup_code_forget()
        return []
    try:
        code = setup_code()
    except OSError as error:
        return [f"  From another device no club can be set up: {error.strerror or error}."]
    if Club.objects.exists():
        return [f"Once the made-up club is removed, set yours up from another device with: {code}"]
    return [f"To set your club up from another device, type this code there: {code}"]


def welcome_plain_addresses() -> list[str]:
    """Answer what is to be said of SITE_ADDRESSES that are not, or not known to be, https."""
    secure = [address for address in settings.SITE_ADDRESSES if address.startswith("https://")]
    if not secure:
        return [
            f"  {NOT_SECURE} README.md says how to put https in front.",
            *([] if settings.PLAIN_SIGN_IN else [f"  {NO_ACCOUNTS}"]),
        ]
    if settings.HTTPS_ONLY or settings.TRUST_PROXY:
        return []
    return [
        "  Which of these a page was asked for by is not known, so all count as plain http: set "
        f"TRUST_PROXY=on. {'' if settings.PLAIN_SIGN_IN else NO_ACCOUNTS}".rstrip()
    ]


def welcome_tablets(addresses: list[str], port: int, secure: int | None) -> list[str]:
    """Answer the lines for tablets: the secure address first, and how to come to it."""
    few = "" if settings.PLAIN_SIGN_IN else ", for paired tablets and for watching"
    lines = []
    for address in addresses:
        plain = f"http://{address}:{port}/"
        if secure:
            door = f"https://{address}:{secure}/"
            lines += [
                f"  From a tablet or phone in the same network, for everything: {door}",
                f"    the first time, to make it secure: {plain}trust/",
                f"    as it is, not secure{few}: {plain}",
            ]
        else:
            lines.append(f"  From a tablet or phone in the same network{few}: {plain}")
    if lines and not secure:
        lines.append(f"  {NOT_SECURE} Leave --no-secure out.")
        if not settings.PLAIN_SIGN_IN:
            lines.append(f"  {NO_ACCOUNTS}")
    return lines
