"""The real server for a bench, started in a checkout, and who asks it over connections."""

import asyncio
import json
import os
import random
import re
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from tests.bench.bench_tablet import wait_for
from tests.postgres import HOW_TO_GET_IT, find_binaries, server_with

# Run in the checkout that is measured, by its own code: a club with a game at each table.
PREPARE = """
import json, sys
import django
django.setup()
from django.core import signing
from django.core.management import call_command
from django.urls import reverse
try:
    from scoring.accounts.access import TABLET_COOKIE, TABLET_SALT
    from scoring.accounts.models.people import secret_hash
except ImportError:  # as they lay until 22 November 2026
    from scoring.selectors.access import TABLET_COOKIE, TABLET_SALT
    from scoring.models.people import secret_hash
from tests.factories import ClubFactory, make_game, play
call_command("migrate", interactive=False, verbosity=0)
club, signer = ClubFactory(), signing.get_cookie_signer(salt=TABLET_COOKIE + TABLET_SALT)
tables = []
for number in range(int(sys.argv[1])):
    game = make_game(club)
    play(game, 0, 24, 38, 17)
    tablet = club.tablets.create(name=f"T{number}", secret_hash=secret_hash("secret"))
    tables.append({
        "watch": reverse("scoring:watch", args=[game.watch_key]),
        "sheet": reverse("scoring:sheet", args=[game.code]),
        "rounds": [reverse("scoring:round-record", args=[game.code, at]) for at in range(2, 14)],
        "seats": [seat.pk for seat in game.seats.all()],
        "cookie": f"{TABLET_COOKIE}={signer.sign(f'{tablet.pk}:secret')}",
    })
print(json.dumps(tables))
"""
CSRF = "a" * 32


async def open_from(source: str, port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connect to the server from that address."""
    return await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))


class Line:
    """A connection that stays open, as a browser's does."""

    def __init__(self, port: int, cookie: str = "", source: str = "127.0.0.1") -> None:
        """Connect with the first question, from the address `source`."""
        self.port, self.cookie, self.source = port, cookie, source
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, path: str, form: dict[str, Any] | None = None) -> tuple[int, str]:
        """Return the status and the text of the answer; a browser, too, asks again if it is cut."""
        was_open = self._streams is not None
        try:
            return await self._ask(path, form)
        except (asyncio.IncompleteReadError, ConnectionError):
            if not was_open:
                raise
            self.close()
            return await self._ask(path, form)

    async def _ask(self, path: str, form: dict[str, Any] | None) -> tuple[int, str]:
        if self._streams is None:
            self._streams = await open_from(self.source, self.port)
        reader, writer = self._streams
        body = urlencode(form).encode() if form is not None else b""
        head = f"{'GET' if form is None else 'POST'} {path} HTTP/1.1\r\nHost: localhost\r\n"
        if self.cookie:
            head += f"Cookie: {self.cookie}; csrftoken={CSRF}\r\n"
        if form is not None:
            head += "Content-Type: application/x-www-form-urlencoded\r\n"
            head += f"Content-Length: {len(body)}\r\n"
        writer.write(f"{head}\r\n".encode() + body)
        answer = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        length = re.search(r"content-length: (\d+)", answer)
        text = (await reader.readexactly(int(length[1]))).decode() if length else ""
        if "connection: close" in answer:
            self.close()
        return int(answer.split(" ")[1]), text

    def close(self) -> None:
        """Close the connection; the next question opens another."""
        if self._streams:
            self._streams[1].close()
        self._streams = None


def round_form(table: dict[str, Any], at: int) -> dict[str, Any]:
    """Return what a tablet sends of a round: the first seat went out."""
    out, *others = table["seats"]
    form: dict[str, Any] = {
        "csrfmiddlewaretoken": CSRF,
        "key": secrets.token_hex(8),
        "ending": f"out-{out}",
    }
    form |= {"starting_double": 13 - at}
    return form | {f"seat-{seat}-total": random.randint(5, 40) for seat in others}


def family_of(server: int) -> dict[int, float]:
    """Return the processor time in seconds of a process and of each that it started; Linux."""
    times: dict[int, tuple[int, float]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            used = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
            times[int(stat.parent.name)] = int(fields[1]), used
    family = {server}
    while more := {pid for pid, (parent, _used) in times.items() if parent in family} - family:
        family |= more
    return {pid: times[pid][1] for pid in family if pid in times}


async def settled(server: int) -> None:
    """Wait until the copy that a site makes as it starts is made: it is a process of its own."""
    while any(_is_copy(pid) for pid in family_of(server)):
        await asyncio.sleep(0.2)


def _is_copy(pid: int) -> bool:
    with suppress(OSError):
        return b"backup" in Path(f"/proc/{pid}/cmdline").read_bytes()
    return False


def processor_of(server: int) -> float:
    """Return the seconds of processor time that a process and those it started took."""
    return sum(family_of(server).values())


def memory_of(server: int) -> int:
    """Return the bytes in memory of a process and those it started, what they share once each."""
    total = 0
    for pid in family_of(server):
        with suppress(OSError):
            text = Path(f"/proc/{pid}/smaps_rollup").read_text()
            total += 1024 * int(re.findall(r"Pss: +(\d+)", text)[0])
    return total


@contextmanager
def prepared(
    tree: Path, tables: int, *, postgres: bool = False
) -> Iterator[tuple[list[dict[str, Any]], dict[str, str]]]:
    """Yield so many tables, as PREPARE prints them, and the environment of the site with them.

    With `postgres` they are on a PostgreSQL server with its own settings, else on SQLite.
    """
    with ExitStack() as stack:
        # What the server leaves behind may still be written when it has gone.
        folder = stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
        outside = ("DATABASE_URL", "SITE_ADDRESSES", "TRUST_PROXY", "DEBUG")
        environment = {key: value for key, value in os.environ.items() if key not in outside}
        environment |= {
            "DATA_DIR": folder,
            "SECRET_KEY": secrets.token_urlsafe(64),
            "DJANGO_SETTINGS_MODULE": "league.site.settings",
        }
        if postgres:
            binaries = find_binaries()
            if binaries is None:
                raise SystemExit(f"There is no PostgreSQL: {HOW_TO_GET_IT}.")
            server = stack.enter_context(server_with(binaries, ""))
            server.create_database("roundhouse")
            environment["DATABASE_URL"] = server.url
        prepared = subprocess.run(
            [sys.executable, "-c", PREPARE, str(tables)],
            cwd=tree,
            env=environment,
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        )
        yield json.loads(prepared.stdout), environment


@contextmanager
def serving(tree: Path, environment: dict[str, str], port: int) -> Iterator[int]:
    """Start the site of a checkout; yield the number of its process."""
    command = [sys.executable, "-u", "-m", "django", "serve", "--host", "127.0.0.1", "--no-secure"]
    with subprocess.Popen(
        [*command, "--port", str(port)],
        cwd=tree,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            for line in process.stdout:
                if line.startswith("Stop it"):
                    break
            wait_for(port)
            yield process.pid
        finally:
            process.terminate()
            # Before its output is closed, into which it may still write.
            process.wait()
