"""The compose file with Docker, as the README has it; and over the volumes of an older version."""

import json
import os
import re
import secrets
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tests.installs.trying import PAUSE, InstallError, copy_clone, must, run
from tests.upgrade.__main__ import read
from tests.windows.evening import Evening

# Version 0.1.0 had no container. This is the first commit whose image can be built.
OLDER = "1d47d127"
PORT = 8000
SECONDS_TO_START = 600
STEPS = 20
COUNTS = "SELECT (SELECT count(*) FROM scoring_sheetentry), (SELECT count(*) FROM scoring_dispute)"
CODE = re.compile(r"\b[0-9A-Z]{4}-[0-9A-Z]{4}\b")


@dataclass(frozen=True)
class Compose:
    """Docker Compose in a folder that is a clone."""

    clone: Path
    command: tuple[str, ...]

    def run(self, *words: str) -> str:
        """Run a command of it to its end; return what it printed."""
        return must([*self.command, *words], os.environ, self.clone)[0]

    def take(self, commit: str) -> None:
        """Put the files of a commit in the clone's place, and keep the settings."""
        settings = self.clone / ".env"
        kept = settings.read_text() if settings.exists() else ""
        shutil.rmtree(self.clone, ignore_errors=True)
        copy_clone(self.clone, commit)
        settings.write_text(kept or f"POSTGRES_PASSWORD={secrets.token_hex(24)}\n")

    def up(self, *words: str) -> float:
        """Start what is described there; return the seconds until the first page."""
        begun = time.monotonic()
        self.run("up", *words, "--detach")
        while not came():
            if time.monotonic() > begun + SECONDS_TO_START:
                raise InstallError(f"No page came:\n{self.run('logs', 'site')}")
            time.sleep(PAUSE)
        return time.monotonic() - begun

    def inside(self, service: str, *words: str) -> str:
        """Run a command in a service; return what it printed."""
        return self.run("exec", "-T", service, *words).strip()

    def counts(self) -> str:
        """Return how many entries and disputes PostgreSQL holds."""
        return self.inside("database", "psql", "-U", "roundhouse", "-Atc", COUNTS)


def tried(folder: Path, _kept: Path) -> Iterator[str]:
    """Yield what was seen; raises `InstallError` with what stopped it."""
    command = found_command()
    with socket.socket() as probe:
        if not probe.connect_ex(("127.0.0.1", PORT)):
            raise InstallError(f"The compose file wants port {PORT}, which another program uses.")
    compose = Compose(folder / "roundhouse-trial", command)
    compose.take("HEAD")
    try:
        begun = time.monotonic()
        compose.run("build")
        yield f"built in {time.monotonic() - begun:.0f} s"
        yield f"one command: first page after {compose.up():.1f} s"
        yield from guarded(compose)
        compose.run("down", "--volumes")
        yield from upgraded(compose)
    finally:
        run([*command, "down", "--volumes"], os.environ, compose.clone)


def came() -> bool:
    """Return whether the first page comes."""
    with suppress(OSError):
        return bool(read(PORT, "/"))
    return False


def found_command() -> tuple[str, ...]:
    """Return how Docker Compose is called here."""
    for words in (("docker", "compose"), ("docker-compose",)):
        if shutil.which(words[0]):
            done = subprocess.run([*words, "version"], capture_output=True, check=False)
            if not done.returncode:
                return words
    raise InstallError("It is not here: install Docker with its compose plugin.")


def guarded(compose: Compose) -> Iterator[str]:
    """Yield whom the site runs as, what it can write to, and that it calls itself healthy."""
    user = compose.inside("site", "id", "-u")
    (container,) = compose.run("ps", "--quiet", "site").split()
    end = time.monotonic() + SECONDS_TO_START
    while True:
        (found,) = json.loads(must(["docker", "inspect", container], os.environ)[0])
        health = found["State"]["Health"]["Status"]
        if health == "healthy" or time.monotonic() > end:
            break
        time.sleep(PAUSE)
    read_only = found["HostConfig"]["ReadonlyRootfs"]
    if user == "0" or not read_only or health != "healthy":
        raise InstallError(f"User {user}, read-only {read_only}, health {health}.")
    yield f"user {user}, read-only root, {health}"


def upgraded(compose: Compose) -> Iterator[str]:
    """Yield what came of the volumes of an older version, with a game on PostgreSQL."""
    compose.take(OLDER)
    with (compose.clone / ".env").open("a") as settings:
        # The older one answers at localhost alone, and what scores here asks for the number.
        settings.write(f"SITE_ADDRESSES=http://localhost:{PORT},http://127.0.0.1:{PORT}\n")
    compose.up("--build")
    code = CODE.search(compose.run("logs", "site"))
    evening = Evening(PORT, code[0] if code else "")
    evening.play(STEPS, PORT)
    before = evening.totals(), compose.counts()
    compose.take("HEAD")
    seconds = compose.up("--build")
    evening.browser.move(PORT)
    if (evening.totals(), compose.counts()) != before:
        raise InstallError("After the upgrade the games are not what they were.")
    copies = compose.inside("site", "ls", "/data/backups").split()
    if not any("-migration" in name for name in copies):
        raise InstallError("It made no copy before it changed the database.")
    evening.play(STEPS, PORT)
    yield (
        f"over the volumes of {OLDER}: nothing was lost, copied first, page after {seconds:.1f} s, "
        "scored on"
    )
