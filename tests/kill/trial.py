"""One trial: a server, tablets that score, and a number of kills."""

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.kill.browser import Browser, Fault, Stopped
from tests.kill.ledger import Ask, Figures, Ledger, postgresql, sqlite_left_by_the_killed
from tests.kill.site import ROOT, Site
from tests.kill.tablet import Tablet, Write
from tests.postgres import (
    HOW_TO_GET_IT,
    PostgresError,
    PostgresServer,
    find_binaries,
    server_with,
)

TABLETS = 6
# So long does the server work, at most, before it is killed.
LONGEST = 0.8
DEADLINE = 120
# What is committed has been handed to the system, as it comes. That the system hands it on to the
# disk is not asked of it: a kill takes nothing from the system, and coming back takes seconds less.
OPTIONS = "-c fsync=off -c shared_buffers=64MB"
FOUND = """
import django
django.setup()
from scoring.models import Club
from scoring.services.tablets import code_make
club = Club.objects.create(name="Hillside Dominoes")
for number in range({tablets}):
    print(code_make(club=club, tablet_name=f"T{{number}}", made_by=None).code)
"""


@dataclass
class Trial:
    """A site under load, which can be killed; `database` is None for SQLite."""

    site: Site
    rng: Random
    database: PostgresServer | None = None
    ledger: Ledger = field(default_factory=Ledger)
    tablets: list[Tablet] = field(default_factory=list)
    _threads: list[threading.Thread] = field(default_factory=list)
    _over: threading.Event = field(default_factory=threading.Event)
    _no_patience: threading.Event = field(default_factory=threading.Event)

    @property
    def writes(self) -> list[Write]:
        """All that the tablets have sent so far."""
        return [write for tablet in self.tablets for write in list(tablet.writes)]

    def acknowledged(self) -> int:
        """How many writes have been shown as saved so far."""
        return sum(write.acknowledged for write in self.writes)

    def begin(self) -> None:
        """Make a club, pair its tablets, and let them score."""
        self.site.prepare()
        browsers = [Browser(self.site.port, self._gives_up) for _ in range(TABLETS)]
        # The tables are there once a page is.
        browsers[0].get("/rules/")
        for number, (browser, code) in enumerate(zip(browsers, self._codes(), strict=True)):
            browser.get("/pair/")
            if browser.post("/pair/", {"code": code}).status != 302:
                raise Fault(f"tablet {number} could not be paired")
            tablet = Tablet(f"T{number}", browser, Random(self.rng.random()))
            self.tablets.append(tablet)
            self._threads.append(threading.Thread(target=self._score, args=[tablet], daemon=True))
        for thread in self._threads:
            thread.start()

    def _gives_up(self) -> bool:
        """Whether no answer can come any more."""
        never_began = not self._threads and not self.site.runs()
        if never_began:
            raise Fault(f"the site does not start:\n{self.site.said()}")
        return self._no_patience.is_set()

    def _codes(self) -> list[str]:
        done = subprocess.run(
            [sys.executable, "-c", FOUND.format(tablets=TABLETS)],
            cwd=ROOT,
            env=self.site.variables,
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.split()

    def _score(self, tablet: Tablet) -> None:
        try:
            while not self._over.is_set():
                tablet.step()
        except Stopped:
            pass
        except Exception as error:  # noqa: BLE001 - whatever it is, it is told at the end
            self.ledger.faults.append(f"{tablet.name}: {type(error).__name__}: {error}")
        finally:
            tablet.browser.close()

    def kill(self) -> None:
        """Wait until the tablets are saving again, kill at a random moment, count, start again."""
        before = self.acknowledged()
        self._wait(lambda: self.acknowledged() > before + 2)
        time.sleep(self.rng.uniform(0, LONGEST))
        # A database's server falls alone, the site alone, or both.
        falls = self.rng.choice(("site", "database", "both")) if self.database else "site"
        if self.database and falls != "site":
            self.database.kill()
        if falls != "database":
            self.site.kill()
        if self.database and falls != "site":
            self.database.start()
        if falls != "database":
            self.count()
            self.site.start()

    def _wait(self, what: Callable[[], bool]) -> None:
        end = time.monotonic() + DEADLINE
        while not what():
            if self.ledger.faults:
                raise Fault("the trial ends here")
            if time.monotonic() > end:
                raise Fault(f"nothing was saved for {DEADLINE} seconds:\n{self.site.said()}")
            time.sleep(0.02)

    def count(self) -> Figures:
        """Count what is there; for PostgreSQL while its server runs and the site does not."""
        with self._rows() as ask:
            return self.ledger.count(ask, self.writes)

    def _rows(self) -> AbstractContextManager[Ask]:
        if self.database:
            return postgresql(self.database.folder)
        return sqlite_left_by_the_killed(self.site.data / "roundhouse.sqlite3")

    def end(self) -> Figures:
        """Let each tablet finish what it has begun, and count for the last time."""
        self._over.set()
        end = time.monotonic() + DEADLINE
        for thread in self._threads:
            thread.join(timeout=max(0, end - time.monotonic()))
        if any(thread.is_alive() for thread in self._threads):
            raise Fault(f"a tablet never got its answer:\n{self.site.said()}")
        games = [
            (game, totals_shown(tablet, game.code))
            for tablet in self.tablets
            for game in tablet.games
        ]
        for tablet in self.tablets:
            tablet.browser.close()
        self.site.kill()
        with self._rows() as ask:
            self.ledger.compare_totals(ask, games)
        self.ledger.faults += [
            f"never acknowledged: {write.what} of game {write.game}"
            for write in self.writes
            if not write.acknowledged
        ]
        return self.count()

    def stop(self) -> None:
        """End everything, whatever has happened."""
        self._over.set()
        self._no_patience.set()
        self.site.kill()
        for thread in self._threads:
            thread.join(timeout=DEADLINE)


def totals_shown(tablet: Tablet, code: str) -> list[int]:
    """The seats' totals as the site's CSV says them."""
    lines = tablet.browser.get(f"/games/{code}/sheet.csv").content.decode().splitlines()
    (line,) = (one for one in lines if one.startswith("total,"))
    return [int(number) for number in line.split(",")[2:]]


@contextmanager
def trial(seed: int, *, on_postgresql: bool = False) -> Iterator[Trial]:
    """A trial that has begun; nothing of it is left afterwards.

    Raises `PostgresError` where there is no PostgreSQL to try it on.
    """
    with ExitStack() as stack:
        database = None
        if on_postgresql:
            binaries = find_binaries()
            if binaries is None:
                raise PostgresError(f"PostgreSQL was not found: {HOW_TO_GET_IT}.")
            database = stack.enter_context(server_with(binaries, OPTIONS))
            database.create_database("roundhouse")
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="kill-")))
        site = Site(folder, database.url if database else "")
        one = Trial(site, Random(seed), database)
        stack.callback(one.stop)
        one.begin()
        yield one
