"""Where a browser for the tests is found, and how it is started."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

# First the one without windows: with them, each new page costs a second more, for toolbars that
# nobody sees.
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
HOW_TO_GET_ONE = (
    "No browser was found for the tests in a browser. Get one with `sudo apt install "
    "chromium-headless-shell`, or name one's program in ROUNDHOUSE_BROWSER."
)
FLAGS = [
    # The tests visit nothing but our own pages; in a container there is no other sandbox to use.
    "--no-sandbox",
    "--disable-gpu",
    # One process for the pages of a test, and none that is begun in case there will be another.
    "--process-per-site",
    "--renderer-process-limit=1",
    # A page is left before it pays to compile its scripts once more for speed, or to look through
    # what it has made for what it no longer needs: both took an eighth of the browser's time.
    "--js-flags=--no-opt --no-maglev --min-semi-space-size=32",
    "--disable-quic",
    "--no-first-run",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
]


def find_browser() -> str | None:
    """Answer the program of a Chromium, or None: the one named, else in PATH, else Playwright's."""
    named = os.environ.get("ROUNDHOUSE_BROWSER")
    if named:
        return shutil.which(named)
    for name in NAMES:
        program = shutil.which(name) or shutil.which(name, path="/usr/bin")
        if program:
            return program
    kept = os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or Path.home() / ".cache" / "ms-playwright"
    programs = sorted(Path(kept).glob("chromium-*/chrome-linux*/chrome"))
    return str(programs[-1]) if programs else None


def get_browser() -> None:
    """See to a browser, and to the library that Playwright's own program wants.

    Where that cannot be, nothing is raised: the tests that need a browser fail, and say how to
    get one.
    """
    packages = []
    if not _works([sys.executable, "-m", "playwright", "--version"]):
        packages.append("libatomic1")
    if find_browser() is None:
        # Without a font, Chromium does not start.
        packages += ["chromium-headless-shell", "fonts-liberation"]
    if not packages:
        return
    print(f"Getting {', '.join(packages)} for the tests in a browser ...", flush=True)
    if os.geteuid() == 0 and shutil.which("apt-get"):
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        apt = ["apt-get", "-qq", "-y", "-o", "Dpkg::Use-Pty=0"]
        if _works([*apt, "update"], env=quiet):
            _works([*apt, "install", "--no-install-recommends", *packages], env=quiet)
    if find_browser() is None:
        _works([sys.executable, "-m", "playwright", "install", "chromium"])
    if find_browser() is None:
        print(HOW_TO_GET_ONE, flush=True)


def _works(command: list[str], env: dict[str, str] | None = None) -> bool:
    try:
        done = subprocess.run(
            command,
            env=env,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
    except OSError:
        return False
    if done.returncode and env:
        print(done.stdout + done.stderr, flush=True)
    return done.returncode == 0
