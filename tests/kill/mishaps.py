"""What happens to the site: each of these ends with the site running and the tablets at work.

What a page or a count shows that must never be is added to the ledger's faults, or raised as
`Fault`.
"""

import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from random import Random

from tests.kill.browser import Browser, Fault
from tests.kill.ledger import Figures
from tests.kill.listener import Listener
from tests.kill.power import cut_power
from tests.kill.shim import NO_GROWTH, NO_WRITE, ROOM
from tests.kill.site import Site
from tests.kill.tablet import Tablet
from tests.kill.trial import LONGEST, Trial, pair, totals_in
from tests.waiting import PATIENCE, PAUSE

PLACES = 60
BLOCK = 4096
EARLIEST, LATEST = -20, 10
# Pages that listen beside each other, and how many seconds they may take to have what is new.
LISTENERS = 4
CATCH_UP = 5.0
# The mark of the newest revision of what a key names.
MARK = """
import sys
import django
django.setup()
from scoring.watching.keys import watched_by
from scoring.watching.stream import newest_marks
print(*newest_marks([watched_by(sys.argv[1])]).values())
"""
YEAR = timedelta(days=365.25).total_seconds()
# Puts copies back that differ from a good one by a bit in each block, in a folder that nobody
# serves, and answers where the bit was that was not noticed. Then the good one, which is taken.
FLIP = """
import io, random, sys
from pathlib import Path
import django
django.setup()
from django.core.management import call_command
good, rng = Path(sys.argv[1]), random.Random(int(sys.argv[2]))
data = good.read_bytes()
flipped = good.with_name("flipped.roundhouse")
for start in range(0, len(data), int(sys.argv[3])):
    place = rng.randrange(start, min(start + int(sys.argv[3]), len(data)))
    broken = bytearray(data)
    broken[place] ^= 1 << rng.randrange(8)
    flipped.write_bytes(broken)
    try:
        call_command("restore", str(flipped), yes=True, stdout=io.StringIO())
    except SystemExit:
        continue
    print(place)
flipped.unlink()
call_command("restore", str(good), yes=True, stdout=io.StringIO())
"""


def kill(one: Trial) -> None:
    """What serves is killed; with PostgreSQL its server, the site, or both."""
    one.kill()


def disk_full(one: Trial) -> None:
    """The disk is full for a while: pages can be read, and nothing that was typed is lost."""
    one.wait_for_writes()
    game = latest_game(one)
    pages = ("/rules/", f"/games/{game}/", f"/games/{game}/sheet.csv")
    how = one.rng.choice((NO_GROWTH, NO_WRITE))
    reader = one.tablets[0].browser.twin()
    with ExitStack() as stack:
        stack.callback(reader.close)
        # A site at which nobody does anything has let go of its files.
        with one.paused() if one.rng.random() < 0.5 else nullcontext():
            stack.enter_context(full_disk(one, how))
            before = refusals(one)
            for page in pages:
                read(reader, page)
        if how == NO_WRITE and not one.database:
            # PostgreSQL saves on, in its log, until a table has to grow.
            one.wait(lambda: refusals(one) > before)
        end = time.monotonic() + one.rng.uniform(0.1, LONGEST)
        while time.monotonic() < end:
            read(reader, one.rng.choice(pages))
    one.wait_for_writes()
    one.restart()


@contextmanager
def full_disk(one: Trial, how: int) -> Iterator[None]:
    """No room on the disk meanwhile."""
    try:
        for shim in one.shims:
            shim.fill_disk(how)
        yield
    finally:
        for shim in one.shims:
            shim.fill_disk(ROOM)


def refusals(one: Trial) -> int:
    """How often a tablet was told that nothing can be saved."""
    return sum(tablet.browser.refused for tablet in one.tablets)


def latest_game(one: Trial) -> str:
    """A game that is being played; not one that went with an older copy's return."""

    def games() -> list[str]:
        newest = [tablet.games[-1] for tablet in one.tablets if tablet.games]
        return [game.code for game in newest if not game.abandoned]

    one.wait(lambda: bool(games()))
    return games()[0]


def read(browser: Browser, path: str) -> bytes:
    """A page that has to be there at the first try."""
    answer = browser.ask("GET", path)
    if answer is None or answer.status != 200:
        told = f"{answer.status}: {answer.page.text}" if answer else "not answered"
        raise Fault(f"{path} was {told}")
    return answer.content


def clock(one: Trial) -> None:
    """The clock jumps by years and back: tablets go on, new ones come, and no copy is lost."""
    one.wait_for_writes()
    copies = copies_of(one)
    years = one.rng.uniform(EARLIEST, LATEST)
    for shim in one.shims:
        shim.move_clock(int(years * YEAR))
    try:
        one.wait_for_writes()
        newcomer = one.browser()
        pair(newcomer, one.codes(f"at {years:+.1f} years")[0])
        newcomer.close()
        backup(one)
        if gone := copies - copies_of(one):
            raise Fault(f"copies are gone at {years:+.1f} years: {sorted(gone)}")
        if one.rng.random() < 0.5:
            one.restart()
            one.wait_for_writes()
    finally:
        for shim in one.shims:
            shim.move_clock(0)
    one.wait_for_writes()
    before = copies_of(one)
    backup(one)
    if gone := before - copies_of(one):
        raise Fault(f"copies are gone after {years:+.1f} years: {sorted(gone)}")
    told = one.site.run(NEWEST)
    # This one, or one that the site has made by itself since.
    if told.stdout.strip() not in copies_of(one) - before:
        raise Fault(f"after {years:+.1f} years the newest copy is {told.stdout}{told.stderr}")
    one.restart()


NEWEST = """
import django
django.setup()
from league.site.backups.files import copies
print(copies()[0].path.name)
"""


def copies_of(one: Trial) -> set[str]:
    """The names of the copies that there are."""
    return {path.name for path in (one.site.data / "backups").glob("*.roundhouse")}


def backup(one: Trial) -> Path:
    """Make a copy, while people play; the site may make one by itself in the same moment."""
    before = copies_of(one)
    done = one.site.command("backup")
    made = copies_of(one) - before
    kept = [name for name in made if name in done.stdout]
    if done.returncode or not kept:
        raise Fault(f"no copy was made: {done.stdout}{done.stderr}")
    return one.site.data / "backups" / kept[0]


def power_cut(one: Trial) -> None:
    """The power fails: all is killed, and what was not synced is lost, or some of it."""
    one.wait_for_writes()
    one.site.kill()
    if one.database:
        one.database.kill(at_once=True)
    for shim in one.shims:
        cut_power(shim, one.rng)
    if one.database:
        one.database.start()
    one.count()
    one.site.start()


def overwritten(one: Trial) -> None:
    """The database is damaged beyond use, and the newest copy is put back."""
    one.wait_for_writes()
    kept = [write for write in one.writes if write.acknowledged]
    copy = backup(one)
    one.wait_for_writes()
    with one.paused():
        right = {game.code: game.totals for tablet in one.tablets for game in tablet.games}
        one.site.kill()
        one.count()
        damage(one)
        look_at_damage(one, right)
        done = one.site.command("restore", str(copy), "--yes")
        if done.returncode:
            raise Fault(f"the copy was not put back: {done.stdout}{done.stderr}")
        one.withdraw(kept)
        one.count()
        one.site.start()


def damage(one: Trial) -> None:
    """Overwrite SQLite's file in many places; of PostgreSQL, lose the whole database.

    PostgreSQL's files are its own affair, and its copies go into a new database.
    """
    if one.database:
        one.database.drop_database("roundhouse")
        one.database.create_database("roundhouse")
        return
    file = one.site.data / "roundhouse.sqlite3"
    size = file.stat().st_size
    with file.open("r+b") as data:
        for _ in range(PLACES):
            data.seek(one.rng.randrange(size))
            data.write(one.rng.randbytes(one.rng.randint(1, BLOCK)))


def look_at_damage(one: Trial, right: dict[str, list[int]]) -> None:
    """Let the site run on what is there: it may refuse everything, but nothing may be wrong."""
    if one.database:
        return
    one.site.start()
    reader = one.tablets[0].browser.twin()
    end = time.monotonic() + PATIENCE
    while reader.ask("GET", "/robots.txt") is None and one.site.runs():
        if time.monotonic() > end:
            raise Fault("the site neither starts nor ends on a damaged database")
        time.sleep(PAUSE)
    for code, totals in right.items():
        answer = reader.ask("GET", f"/games/{code}/sheet.csv")
        if answer and answer.status == 200 and totals_in(answer.content) != totals:
            raise Fault(f"game {code} is shown with {totals_in(answer.content)}, not {totals}")
    reader.close()
    one.site.kill()


def flipped(one: Trial) -> None:
    """A copy with one bit wrong, in each of its blocks in turn: it is never put back."""
    one.wait_for_writes()
    folder = one.site.data.with_name("flipped")
    folder.mkdir(mode=0o700)
    try:
        copy = shutil.copy(backup(one), folder / "good.roundhouse")
        url = ""
        if one.database:
            one.database.create_database("flipped")
            # The last part alone: the role has the same name.
            url = one.database.url.rpartition("/")[0] + "/flipped"
        seed = str(one.rng.randrange(1 << 30))
        more = {"DATA_DIR": str(folder), "DATABASE_URL": url}
        done = one.site.run(FLIP, str(copy), seed, str(BLOCK), **more)
        if done.returncode:
            raise Fault(f"a flipped bit was answered with: {done.stderr[-800:]}")
        if done.stdout:
            raise Fault(f"a copy was put back with a flipped bit in byte {done.stdout.split()}")
    finally:
        shutil.rmtree(folder)
        if one.database:
            one.database.drop_database("flipped")
    one.restart()


def two_servers(one: Trial) -> None:
    """Somebody starts a second server on the same folder: it refuses, or they do no harm."""
    one.wait_for_writes()
    other = one.site.twin()
    other.start()
    try:
        if serves(other, one):
            half = one.tablets[::2]
            move(one, half, other)
            one.wait_for_writes()
            move(one, half, one.site)
        elif not other.ended() or "Traceback" in other.said():
            raise Fault(f"the second server ended with {other.ended()}: {other.said()}")
    finally:
        other.kill()
    one.wait_for_writes()
    one.restart()


def serves(other: Site, one: Trial) -> bool:
    """Whether a second server answers; False once it has ended."""
    browser = Browser(other.port, lambda: False)
    end = time.monotonic() + PATIENCE
    while other.runs():
        if (answer := browser.ask("GET", "/rules/")) and answer.status == 200:
            browser.close()
            return True
        if time.monotonic() > end:
            raise Fault(f"the second server neither serves nor ends: {other.said()}")
        time.sleep(PAUSE)
    return False


def move(one: Trial, tablets: Sequence[Tablet], to: Site) -> None:
    """Let these tablets go on at another server."""
    with one.paused():
        for tablet in tablets:
            tablet.browser.move(to.port)


def worker(one: Trial) -> None:
    """One of the processes that answer is killed; the others, and the one that comes, go on.

    So is the event stream of who listened there. All who listen have what is new within seconds,
    counted from the first round that is saved after it.
    """
    game = latest_game(one)
    browser = one.tablets[0].browser.twin()
    listeners = [Listener(browser, game) for _number in range(LISTENERS)]
    try:
        one.wait_for_writes()
        falls = one.rng.choice((one.site.kill_worker, one.kill))
        falls()
        before = one.acknowledged()
        one.wait(lambda: one.acknowledged() > before)
        back = time.monotonic()
        with one.paused():
            # Not as the stream tells it: a worker may have looked before the last round.
            newest = one.site.run(MARK, listeners[0].key).stdout.strip()
            one.wait(lambda: all(listener.mark == newest for listener in listeners))
        one.caught_up.append(max(listener.heard_at for listener in listeners) - back)
        if one.caught_up[-1] > CATCH_UP:
            late = f"pages that listen caught up after {one.caught_up[-1]:.1f} s"
            one.ledger.faults.append(f"{late}, after {falls.__name__}")
    finally:
        browser.close()
        for listener in listeners:
            listener.end()


MISHAPS: dict[str, Callable[[Trial], None]] = {
    "kill": kill,
    "disk-full": disk_full,
    "clock": clock,
    "power-cut": power_cut,
    "overwritten": overwritten,
    "flipped": flipped,
    "two-servers": two_servers,
    "worker": worker,
}
NEED_SHIM = {"disk-full", "clock", "power-cut"}
# How often each happens beside the others: a kill is quick, and finds the most.
WEIGHTS = {"kill": 10, "disk-full": 4, "clock": 3, "power-cut": 6, "overwritten": 2}


def plan(names: Sequence[str], times: int, rng: Random) -> list[str]:
    """Which mishaps happen, in which order: each of them if there is time, and then any."""
    weights = [WEIGHTS.get(name, 1) for name in names]
    planned = rng.sample(names, min(len(names), times))
    planned += rng.choices(names, weights, k=times - len(planned))
    rng.shuffle(planned)
    return planned


@dataclass
class Tally:
    """What was acknowledged and found, by what happened then."""

    times: dict[str, int] = field(default_factory=dict)
    figures: dict[str, Figures] = field(default_factory=dict)
    _counted: set[int] = field(default_factory=set)
    _twice: int = 0

    def happen(self, one: Trial, name: str) -> None:
        """Let it happen, and count."""
        MISHAPS[name](one)
        self.times[name] = self.times.get(name, 0) + 1
        self.note(one, name)

    def note(self, one: Trial, name: str) -> None:
        """Add up what was acknowledged and counted since the last time."""
        figures = self.figures.setdefault(name, Figures())
        for write in one.ledger.told:
            if id(write) not in self._counted:
                self._counted.add(id(write))
                figures.acknowledged += 1
                figures.found += one.ledger.there[write.sign] > 0
        figures.twice += max(0, one.ledger.figures.twice - self._twice)
        self._twice = one.ledger.figures.twice

    def __str__(self) -> str:
        rows = [f"{'':<14}{'times':>8}{'acknowledged':>14}{'found':>10}{'twice':>8}"]
        for name, figures in self.figures.items():
            rows.append(
                f"{name:<14}{self.times.get(name, 1):>8,}{figures.acknowledged:>14,}"
                f"{figures.found:>10,}{figures.twice:>8,}"
            )
        return "\n".join(rows)
