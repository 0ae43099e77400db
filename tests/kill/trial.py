"""One trial: a server, tablets that score, and a number of kills."""

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.kill.browser import Browser, Fault, Stopped
from tests.kill.ledger import Ask, Figures, Ledger, postgresql, sqlite_left_by_the_killed
from tests.kill.power import settle
from tests.kill.shim import Shim, compile_shim
from tests.kill.site import Site
from tests.kill.tablet import Tablet, Write
from tests.postgres import (
    HOW_TO_GET_IT,
    PostgresError,
    PostgresServer,
    find_binaries,
    server_with,
)
from tests.waiting import PATIENCE

TABLETS = 6
# So long does the server work, at most, before something happens to it.
LONGEST = 0.8
# What is committed has been handed to the system, as it comes. That the system hands it on to the
# disk is not asked of it: a kill takes nothing from the system, and coming back takes seconds less.
# A power cut does take from the system what it has not handed on: then it is asked, from the
# moment on from which a journal is kept.
OPTIONS = "-c shared_buffers=64MB"
FOUND = """
import sys
import django
django.setup()
from scoring.models import Club
from scoring.tablets.pairing.services import code_make
club, _made = Club.objects.get_or_create(name="Hillside Dominoes")
for name in sys.argv[1:]:
    print(code_make(club=club, tablet_name=name, made_by=None).code)
"""


@dataclass
class Trial:
    """A site under load, to which things happen; `database` is None for SQLite.

    `shim` is around the site, `database_shim` around PostgreSQL: None where there is none.
    """

    site: Site
    rng: Random
    database: PostgresServer | None = None
    shim: Shim | None = None
    database_shim: Shim | None = None
    ledger: Ledger = field(default_factory=Ledger)
    tablets: list[Tablet] = field(default_factory=list)
    # Seconds until all who listen had what is new, after each time that a worker was killed.
    caught_up: list[float] = field(default_factory=list)
    _threads: list[threading.Thread] = field(default_factory=list)
    _turns: list[threading.Lock] = field(default_factory=list)
    _go: threading.Event = field(default_factory=threading.Event)
    _over: threading.Event = field(default_factory=threading.Event)
    _no_patience: threading.Event = field(default_factory=threading.Event)

    @property
    def shims(self) -> list[Shim]:
        """The shims that there are."""
        return [shim for shim in (self.shim, self.database_shim) if shim]

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
        browsers = [self.browser() for _ in range(TABLETS)]
        # The tables are there once a page is.
        browsers[0].get("/rules/")
        codes = self.codes(*(f"T{number}" for number in range(TABLETS)))
        for number, (browser, code) in enumerate(zip(browsers, codes, strict=True)):
            pair(browser, code)
            tablet = Tablet(f"T{number}", browser, Random(self.rng.random()))
            self.tablets.append(tablet)
            turn = threading.Lock()
            self._turns.append(turn)
            score = threading.Thread(target=self._score, args=[tablet, turn], daemon=True)
            self._threads.append(score)
        self._go.set()
        for thread in self._threads:
            thread.start()
        for shim in self.shims:
            shim.keep_journal()
        if self.database_shim and self.database:
            self.database.set("fsync", "on")

    def browser(self) -> Browser:
        """A browser that nobody has used yet."""
        return Browser(self.site.port, self._gives_up)

    def _gives_up(self) -> bool:
        """Whether no answer can come any more."""
        never_began = not self._threads and not self.site.runs()
        if never_began:
            raise Fault(f"the site does not start:\n{self.site.said()}")
        return self._no_patience.is_set()

    def codes(self, *names: str) -> list[str]:
        """Codes by which tablets of these names can be paired."""
        done = self.site.run(FOUND, *names)
        if done.returncode:
            raise Fault(f"no code could be made: {done.stderr}")
        return done.stdout.split()

    def _score(self, tablet: Tablet, turn: threading.Lock) -> None:
        try:
            while not self._over.is_set():
                self._go.wait()
                with turn:
                    if self._go.is_set():
                        tablet.step()
        except Stopped:
            pass
        except Exception as error:  # noqa: BLE001 - whatever it is, it is told at the end
            self.ledger.faults.append(f"{tablet.name}: {type(error).__name__}: {error}")
        finally:
            tablet.browser.close()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """No tablet waits for an answer meanwhile, and none sends anything."""
        self._go.clear()
        for turn in self._turns:
            # Until it has done what it had begun.
            if not turn.acquire(timeout=PATIENCE):
                raise Fault(f"a tablet never got its answer:\n{self.site.said()}")
            turn.release()
        try:
            yield
        finally:
            self._go.set()

    def wait_for_writes(self) -> None:
        """Wait until the tablets are saving, and then until a random moment."""
        before = self.acknowledged()
        self.wait(lambda: self.acknowledged() > before + 2)
        time.sleep(self.rng.uniform(0, LONGEST))

    def wait(self, what: Callable[[], bool]) -> None:
        """Wait until this is so; a fault where it never is."""
        end = time.monotonic() + PATIENCE
        while not what():
            if self.ledger.faults:
                raise Fault("the trial ends here")
            if time.monotonic() > end:
                raise Fault(f"nothing was saved for {PATIENCE} seconds:\n{self.site.said()}")
            time.sleep(0.02)

    def kill(self) -> None:
        """Wait until the tablets are saving again, kill at a random moment, count, start again."""
        self.wait_for_writes()
        # A database's server falls alone, the site alone, or both.
        falls = self.rng.choice(("site", "database", "both")) if self.database else "site"
        if self.database and falls != "site":
            self.database.kill()
        if falls != "database":
            self.site.kill()
        for shim in [self.shim] if falls == "site" else self.shims if falls == "both" else []:
            if shim:
                settle(shim)
        if self.database and falls != "site":
            self.database.start()
        if falls != "database":
            self.count()
            self.site.start()

    def restart(self) -> None:
        """Kill the site, count, and start it again."""
        self.site.kill()
        self.count()
        self.site.start()

    def count(self) -> Figures:
        """Count what is there; for PostgreSQL while its server runs and the site does not."""
        with self._rows() as ask:
            return self.ledger.count(ask, self.writes)

    def withdraw(self, expected: Iterable[Write]) -> None:
        """A copy was put back: what is not `expected` may be gone, with the games it was of."""
        kept = {id(write) for write in expected}
        for tablet in self.tablets:
            for write in tablet.writes:
                if id(write) in kept:
                    continue
                write.acknowledged, write.withdrawn = False, True
                for game in tablet.games:
                    game.abandoned |= game.code == write.game
        self.ledger.forget()

    def _rows(self) -> AbstractContextManager[Ask]:
        if self.database:
            return postgresql(self.database.folder)
        return sqlite_left_by_the_killed(self.site.data / "roundhouse.sqlite3")

    def end(self) -> Figures:
        """Let each tablet finish what it has begun, and count for the last time."""
        self._over.set()
        end = time.monotonic() + PATIENCE
        for thread in self._threads:
            thread.join(timeout=max(0, end - time.monotonic()))
        if any(thread.is_alive() for thread in self._threads):
            raise Fault(f"a tablet never got its answer:\n{self.site.said()}")
        games = [
            (game, totals_shown(tablet, game.code))
            for tablet in self.tablets
            for game in tablet.games
            if not game.abandoned
        ]
        for tablet in self.tablets:
            tablet.browser.close()
        self.site.kill()
        with self._rows() as ask:
            self.ledger.compare_totals(ask, games)
        self.ledger.faults += [
            f"never acknowledged: {write.what} of game {write.game}"
            for write in self.writes
            if not (write.acknowledged or write.withdrawn)
        ]
        return self.count()

    def stop(self) -> None:
        """End everything, whatever has happened."""
        self._over.set()
        self._no_patience.set()
        self._go.set()
        self.site.kill()
        for thread in self._threads:
            thread.join(timeout=PATIENCE)


def pair(browser: Browser, code: str) -> None:
    """Pair a new tablet."""
    browser.get("/pair/")
    answer = browser.post("/pair/", {"code": code})
    if answer.status != 302:
        raise Fault(f"a tablet could not be paired: {answer.page.trouble}")


def totals_shown(tablet: Tablet, code: str) -> list[int]:
    """The seats' totals as the site's CSV says them."""
    return totals_in(tablet.browser.get(f"/games/{code}/sheet.csv").content)


def totals_in(table: bytes) -> list[int]:
    """The seats' totals in a sheet's CSV."""
    (line,) = (one for one in table.decode().splitlines() if one.startswith("total,"))
    return [int(number) for number in line.split(",")[2:]]


@contextmanager
def trial(
    seed: int, *, on_postgresql: bool = False, with_shim: bool = False, workers: int = 1
) -> Iterator[Trial]:
    """A trial that has begun, of a site with so many workers; nothing of it is left afterwards.

    Raises `PostgresError` where there is no PostgreSQL to try it on, and `ShimError` where there
    can be no shim.
    """
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="kill-")))
        # PostgreSQL runs as another user, who reads the library here.
        folder.chmod(0o755)
        library = compile_shim(folder) if with_shim else None
        database, around_database = None, None
        if on_postgresql:
            binaries = find_binaries()
            if binaries is None:
                raise PostgresError(f"PostgreSQL was not found: {HOW_TO_GET_IT}.")

            def surround(inside: Path) -> Mapping[str, str]:
                nonlocal around_database
                if library is None:
                    return {}
                # Where there is no room for its log, PostgreSQL stops altogether, and says so.
                data = inside / "data"
                around_database = Shim(library, inside / "shim", data, full=data / "base")
                return around_database.variables

            database = stack.enter_context(server_with(binaries, OPTIONS, surround))
            database.set("fsync", "off")
            database.create_database("roundhouse")
        data = folder / "data"
        data.mkdir(mode=0o700)
        shim = Shim(library, folder / "shim", data) if library else None
        url = database.url if database else ""
        variables = {**(shim.variables if shim else {}), "WORKERS": str(workers)}
        site = Site(data, url, variables)
        one = Trial(site, Random(seed), database, shim, around_database)
        stack.callback(one.stop)
        one.begin()
        yield one
