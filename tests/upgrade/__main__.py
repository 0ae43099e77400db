"""The command: `python -m tests.upgrade [commit]` upgrades an installation of that commit.

The older version, from its own commit, is filled with its own tests' world: games, a season, a
tournament, tablets, an import, a dispute. A tablet opens a game, loses the network, and scores two
rounds that wait in its outbox. Then this version starts with the same data folder. It must keep
every row, say the same leaderboard and places, take what the tablet kept, and read the archive and
the copy that the older version made. Ends with 1, and says what was lost, where it does not.
"""

import argparse
import csv
import io
import json
import os
import re
import subprocess
import sys
import tarfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import BrowserContext, Page, expect, sync_playwright

from tests.browsers import FLAGS, HOW_TO_GET_ONE, find_browser
from tests.cable import Cable
from tests.kill.ledger import sqlite_left_by_the_killed
from tests.ports import free_port
from tests.waiting import BROWSER_PATIENCE, PATIENCE

ROOT = Path(__file__).resolve().parents[2]
# The last commit of version 0.1.0.
OLD = "9eb1250"
KEY = "a-key-for-the-upgrade-test-" * 3
# Derived anew, or made by whoever looks: these may differ.
DERIVED = re.compile(
    r"django_|auth_permission|axes_|sqlite_|usersessions_|league_(board|standing|seattally|tally)"
    r"|league_\w*tally|scoring_revision|scoring_precedent"
)
# Run by the older version, for its own tests' world. Only names of version 0.1.0 are here.
OLD_WORLD = """
import json
import sys
from pathlib import Path

import django

django.setup()

from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from scoring.selectors.access import TABLET_COOKIE

from league.models import Season
from scoring.models import Tablet
from tests.actors import cookie_of
from tests.world import OWN, make_world

folder = Path(sys.argv[1])
world = make_world()
world.show()
tablet = Tablet.objects.get(club=world.club, name="Blue")
# A season over the days that the world's games have.
Season.objects.filter(pk=world.season.pk).update(first="2000-01-01", last="2099-12-31")
call_command("archive", str(folder / "old-archive.json"), club=world.club.pk)
organizer = User.objects.get(memberships__club=world.club, memberships__role="organizer")
client = Client()
client.force_login(organizer)
print(
    json.dumps(
        {
            "club": world.club.pk,
            "game": world.day_game(OWN).code,
            "season": world.season.pk,
            "tournament": world.tournament.pk,
            "cookie": [TABLET_COOKIE, cookie_of(tablet, "Blue")],
            "session": client.cookies["sessionid"].value,
        }
    )
)
"""
SERVE = "from league.site.setup import run_django; run_django({words})"


Server = Callable[[Path, Path, int], AbstractContextManager[None]]


def main() -> int:
    """Run the command; 0 where nothing was lost."""
    parser = argparse.ArgumentParser(prog="python -m tests.upgrade", description=__doc__)
    parser.add_argument("commit", nargs="?", default=OLD, help=f"the older version ({OLD})")
    browser = find_browser()
    if browser is None:
        sys.exit(HOW_TO_GET_ONE)
    losses = []
    with TemporaryDirectory(prefix="roundhouse-upgrade-") as name:
        folder = Path(name)
        for loss in upgrade(folder, parser.parse_args().commit, str(browser), folder / "data"):
            losses.append(loss)
            print(loss, file=sys.stderr)
    print(f"{len(losses)} losses" if losses else "Nothing was lost.")
    return 1 if losses else 0


def upgrade(
    folder: Path, commit: str, browser: str, data: Path, serve: Server | None = None
) -> Iterator[str]:
    """Yield what the upgrade lost, each as a sentence; `serve` is what serves this version."""
    old = folder / "old"
    data.mkdir()
    # Where another way to serve takes no setting of ours, such as a container.
    (data / "secret-key").write_text(KEY, "ascii")
    packed = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, capture_output=True)
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as files:
        files.extractall(old, filter="data")
    port = free_port()
    run(old, data, "-c", SERVE.format(words="['migrate', '--verbosity', '0']"))
    printed = run(old, data, "-c", OLD_WORLD, str(folder))
    world: dict[str, Any] = json.loads(printed.splitlines()[-1])
    # Also where the machine is busy.
    expect.set_options(timeout=BROWSER_PATIENCE)
    with ExitStack() as stack:
        cable = stack.enter_context(cable_to(port))
        playwright = stack.enter_context(sync_playwright())
        context = playwright.chromium.launch_persistent_context(
            folder / "browser", executable_path=browser, args=FLAGS, has_touch=True
        )
        stack.callback(context.close)
        context.set_default_timeout(BROWSER_PATIENCE)
        with served(old, data, port):
            before = pages_of(port, world)
            page = tablet_on(context, cable, world)
            cable.cut()
            for totals in ((31, 17), (8, 44)):
                record(page, *totals)
            expect(page.locator("table.sheet tr.waiting")).to_have_count(2)
            run(old, data, "-c", SERVE.format(words="['backup']"))
        rows = rows_of(data)
        with (serve or served)(ROOT, data, port):
            yield from changed_pages(before, pages_of(port, world))
            cable.mend()
            yield from not_handed_over(page)
    yield from lost_rows(rows, rows_of(data))
    yield from lost_rounds(data, world)
    yield from unread(folder, data)


def run(code: Path, data: Path, *words: str) -> str:
    """Run Python in that version's folder with that data folder; answer what it printed."""
    ran = subprocess.run(
        [sys.executable, *words],
        cwd=code,
        env=variables(code, data),
        capture_output=True,
        text=True,
        check=False,
    )
    if ran.returncode:
        sys.exit(f"{words} failed:\n{ran.stdout}\n{ran.stderr}")
    return ran.stdout


def variables(code: Path, data: Path) -> dict[str, str]:
    """The environment of a version: its own code, that data, and no setting of the suite's."""
    keep = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return keep | {
        "PYTHONPATH": str(code),
        "DJANGO_SETTINGS_MODULE": "league.site.settings",
        "SECRET_KEY": KEY,
        "DATA_DIR": str(data),
        "TIME_ZONE": "UTC",
    }


@contextmanager
def served(code: Path, data: Path, port: int) -> Iterator[None]:
    """That version, serving that data folder, for as long as this lasts."""
    words = f"['serve', '--host', '127.0.0.1', '--port', '{port}', '--no-secure']"
    with (data / "log").open("ab") as log:
        process = subprocess.Popen(
            [sys.executable, "-c", SERVE.format(words=words)],
            cwd=code,
            env=variables(code, data),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
        )
        try:
            wait_for(process, port, data / "log")
            yield
        finally:
            process.terminate()
            process.wait(timeout=PATIENCE)


def wait_for(
    process: subprocess.Popen[bytes], port: int, log: Path, seconds: float = 3 * PATIENCE
) -> None:
    """Return when the site answers; stop the command where it ended instead."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and process.poll() is None:
        try:
            read(port, "/")
        except OSError:
            time.sleep(0.2)
        else:
            return
    sys.exit(f"The site did not start:\n{log.read_text()[-2000:]}")


@contextmanager
def cable_to(port: int) -> Iterator[Cable]:
    """A network between the tablet and the site that can be cut."""
    cable = Cable(("127.0.0.1", port))
    try:
        yield cable
    finally:
        cable.close()


def read(port: int, path: str, cookie: str = "") -> str:
    """What the site answers, to whoever has that cookie."""
    asked = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers={"Cookie": cookie})
    with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:  # noqa: S310  our own site
        return str(answer.read().decode("utf-8-sig"))


def pages_of(port: int, world: dict[str, Any]) -> dict[str, list[list[str]]]:
    """The tables that people would miss: leaderboard and tournament, line by line."""
    cookie = f"sessionid={world['session']}"
    return {
        path: list(csv.reader(io.StringIO(read(port, path, cookie))))
        for path in (
            f"/seasons/{world['season']}/leaderboard.csv",
            f"/tournaments/{world['tournament']}/export.csv",
        )
    }


def tablet_on(context: BrowserContext, cable: Cable, world: dict[str, Any]) -> Page:
    """A paired tablet with the game open, ready to go on without a network."""
    name, value = world["cookie"]
    context.add_cookies([{"name": name, "value": value, "url": cable.url, "expires": 2e9}])
    page = context.pages[0]
    page.goto(f"{cable.url}/games/{world['game']}/")
    ready = page.locator("[data-fact=pages]:not([hidden])")
    expect(ready).to_have_text("This game opens without the network.", use_inner_text=False)
    return page


def record(page: Page, *totals: int) -> None:
    """Score a round of three by the keypad: the first seat went out."""
    page.locator("#sheet-now .button.main").click()
    page.locator(".endings label").nth(0).tap()
    for total in totals:
        for key in (*str(total), "next"):
            page.locator(f'[data-key="{key}"]').tap()
    page.locator(".desk .actions .button.main:visible").click()
    page.wait_for_url("**/games/*/")


def rows_of(data: Path) -> dict[str, int]:
    """How many rows each table has that people's deeds fill, with no server on them.

    One under Wine would not notice that its files are opened here, and lose them.
    """
    with sqlite_left_by_the_killed(data / "roundhouse.sqlite3") as ask:
        names = [name for (name,) in ask("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            name: ask(f'SELECT count(*) FROM "{name}"')[0][0]  # noqa: S608
            for name in names
            if not DERIVED.match(name)
        }


def lost_rows(before: dict[str, int], after: dict[str, int]) -> Iterator[str]:
    """Yield each table with fewer rows than before."""
    for name, rows in before.items():
        if after.get(name, 0) < rows:
            yield f"{name} had {rows} rows, and has {after.get(name, 0)}."


def changed_pages(
    before: dict[str, list[list[str]]], after: dict[str, list[list[str]]]
) -> Iterator[str]:
    """Yield each line of a table that reads differently in the columns that both versions have."""
    for path, (old_names, *old_lines) in before.items():
        new_names, *new_lines = after[path]
        both = [name for name in old_names if name in new_names]
        old, new = (
            [[line[names.index(name)] for name in both] for line in lines]
            for names, lines in ((old_names, old_lines), (new_names, new_lines))
        )
        if not both or not old:
            yield f"{path} cannot be compared: {old_names} was {new_names}."
        yield from (f"{path} says no more: {line}" for line in old if line not in new)


def not_handed_over(page: Page) -> Iterator[str]:
    """Yield what the tablet still keeps, after minutes with a network."""
    try:
        expect(page.locator("table.sheet tr.waiting")).to_have_count(0, timeout=4 * 60_000)
        expect(page.locator("#tablet-state [data-says]")).to_contain_text("Saved")
    except AssertionError as error:
        yield f"The tablet handed nothing over: {error}"


def lost_rounds(data: Path, world: dict[str, Any]) -> Iterator[str]:
    """Yield whether a round that the tablet kept is not on this version's sheet."""
    with sqlite_left_by_the_killed(data / "roundhouse.sqlite3") as ask:
        rounds = dict(
            ask(
                "SELECT game.code, count(*) FROM scoring_sheetentry AS entry JOIN scoring_game"
                " AS game ON game.id = entry.game_id WHERE entry.kind = 'round' GROUP BY game.code"
            )
        )[world["game"]]
    # One from the world, two from the tablet.
    if rounds != 3:
        yield f"{rounds} rounds of 3 stand on the sheet."


def unread(folder: Path, data: Path) -> Iterator[str]:
    """Yield which file of the older version this one cannot read."""
    other = folder / "other"
    other.mkdir()
    run(ROOT, other, "-c", SERVE.format(words="['migrate', '--verbosity', '0']"))
    archive = str(folder / "old-archive.json")
    copies = sorted((data / "backups").glob("[!.]*"))
    if not copies:
        yield "The older version made no copy."
    for words in (["unarchive", archive], ["restore", str(copies[0]), "--yes"]):
        try:
            run(ROOT, other, "-c", SERVE.format(words=words))
        except SystemExit as error:
            yield f"{words[0]} does not read what the older version wrote: {error}"


if __name__ == "__main__":
    sys.exit(main())
