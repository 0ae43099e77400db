"""Where a browser for the tests is found, and how it is started."""

import os
import shutil
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
HOW_TO_GET_ONE = (
    "No browser was found for the tests in a browser. Get one with `sudo apt install chromium`, "
    "or name one's program in ROUNDHOUSE_BROWSER."
)
FLAGS = [
    # The tests visit nothing but our own pages; in a container there is no other sandbox to use.
    "--no-sandbox",
    "--disable-gpu",
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
