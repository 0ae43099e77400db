"""How soon a tablet is of use on a slow line: `python3 -m tests.bench.bench_tablet`.

The real server with its packed files, and a browser behind a line of 1.5 Mbit/s, unless told
another, with 40 ms there and back. A paired tablet opens a game that is running: once with nothing
kept, and once more after the browser was closed. Prints the median and the worst of each in
seconds from the tap on the link: until the sheet's main action can be tapped, and until the engine
is aboard; with them what came over the line until then, in megabytes.
"""

import argparse
import os
import secrets
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROUND_TRIP = 0.04
MAIN_ACTION = "#sheet-now a.button.main"
# The module of the page itself, under the name that it was collected with.
ABOARD = """async () => {
  const { engine } = await import(document.querySelector("script[data-bundle]").src);
  await new Promise((done, refuse) => {
    const look = () => {
      if (engine.state === "aboard") done();
      else if (engine.state === "failed") refuse(new Error("the engine did not come"));
      else document.addEventListener("roundhouse:engine", look, { once: true });
    };
    look();
  });
}"""
# A service worker that is being put in place may still fetch what it keeps.
SETTLED = """async () => {
  const found = await navigator.serviceWorker?.getRegistration();
  if (found) await navigator.serviceWorker.ready;
}"""


@dataclass(frozen=True)
class Opening:
    """One opening of the sheet: seconds, and megabytes over the line, until each."""

    tapped: float
    tapped_size: float
    aboard: float
    aboard_size: float


@dataclass(frozen=True)
class Tablet:
    """What the browser is given: the sheet's path and the cookie of a paired tablet."""

    path: str
    cookie: str
    value: str


def prepare() -> Tablet:
    """A game of five in its seventh round, and a tablet that is paired with its club."""
    import django

    django.setup()
    from django.core import signing
    from django.core.management import call_command
    from django.urls import reverse

    from scoring.accounts.access import TABLET_COOKIE, TABLET_SALT
    from scoring.accounts.models.people import secret_hash
    from tests.factories import make_game, play

    call_command("migrate", interactive=False, verbosity=0)
    game = make_game(players=5)
    for _round in range(6):
        play(game, 0, 24, 38, 17, 51)
    tablet = game.club.tablets.create(name="Table 3", secret_hash=secret_hash("secret"))
    signer = signing.get_cookie_signer(salt=TABLET_COOKIE + TABLET_SALT)
    path = reverse("scoring:sheet", args=[game.code])
    return Tablet(path, TABLET_COOKIE, signer.sign(f"{tablet.pk}:secret"))


@contextmanager
def serving() -> Iterator[int]:
    """The site as `manage.py serve` starts it, at a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    command = [sys.executable, "manage.py", "serve", "--host", "127.0.0.1", "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            for said in process.stdout:
                if said.startswith("Stop it"):
                    break
            wait_for(port)
            yield port
        finally:
            process.terminate()


def wait_for(port: int) -> None:
    """Return once somebody listens there."""
    end = time.monotonic() + 60
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)
        else:
            return


def main(bits_a_second: float, runs: int) -> None:
    """Open the game with nothing kept and with all kept, this many times each."""
    from playwright.sync_api import Playwright, sync_playwright

    from tests.bench.slow_line import SlowLine, slow_line
    from tests.browsers import FLAGS, find_browser

    tablet = prepare()

    def opened(engine: Playwright, profile: str, line: SlowLine) -> Opening:
        context = engine.chromium.launch_persistent_context(
            profile,
            executable_path=find_browser(),
            args=FLAGS,
            viewport={"width": 1024, "height": 768},
            has_touch=True,
        )
        context.set_default_timeout(300_000)
        address = f"http://localhost:{line.port}"
        context.add_cookies([{"name": tablet.cookie, "value": tablet.value, "url": address}])
        page = context.pages[0]
        begun, before = time.perf_counter(), line.bytes
        page.goto(address + tablet.path, wait_until="commit")
        page.locator(MAIN_ACTION).tap(trial=True)
        tapped, tapped_size = time.perf_counter() - begun, line.bytes - before
        page.wait_for_load_state("load")
        page.evaluate(ABOARD)
        aboard, aboard_size = time.perf_counter() - begun, line.bytes - before
        page.evaluate(SETTLED)
        context.close()
        return Opening(tapped, tapped_size / 1e6, aboard, aboard_size / 1e6)

    cold, warm = [], []
    with serving() as port, slow_line(port, bits_a_second, ROUND_TRIP) as line:
        for _run in range(runs):
            with tempfile.TemporaryDirectory() as profile, sync_playwright() as engine:
                cold.append(opened(engine, profile, line))
                warm.append(opened(engine, profile, line))
    print(f"{bits_a_second / 1e6:.1f} Mbit/s, {ROUND_TRIP * 1000:.0f} ms; {runs} runs of each")
    for name, openings in (("cold", cold), ("warm", warm)):
        tell(f"the main action, {name}", [(each.tapped, each.tapped_size) for each in openings])
        tell(f"the engine aboard, {name}", [(each.aboard, each.aboard_size) for each in openings])


def tell(name: str, found: list[tuple[float, float]]) -> None:
    """Print one line of what was measured."""
    times, sizes = zip(*found, strict=True)
    print(
        f"{name:<28} median {statistics.median(times):6.2f} s   worst {max(times):6.2f} s"
        f"   {statistics.median(sizes):6.3f} MB"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mbit", type=float, default=1.5, help="of the line, a second (1.5)")
    parser.add_argument("--runs", type=int, default=5, help="openings of each kind (5)")
    told = parser.parse_args()
    os.chdir(Path(__file__).resolve().parents[2])
    with tempfile.TemporaryDirectory() as folder:
        for name in ("DATABASE_URL", "SITE_ADDRESSES", "TRUST_PROXY", "DEBUG"):
            os.environ.pop(name, None)
        os.environ |= {
            "DATA_DIR": folder,
            "SECRET_KEY": secrets.token_urlsafe(64),
            "DJANGO_SETTINGS_MODULE": "league.site.settings",
            "DJANGO_ALLOW_ASYNC_UNSAFE": "true",
        }
        main(told.mbit * 1e6, told.runs)
