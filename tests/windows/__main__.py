"""The command: `python -m tests.windows [SETUP.EXE]` tries the Windows installer under Wine.

It needs wine64, nsis and gcc-mingw-w64-x86-64 of Debian. Without a file, the installer is built. It
is installed without a window. By http a club is set up and a game scored, with corrections and
disputes, and read in German, Spanish and Norwegian, names in each one's order; the program is
killed and started again. A data folder of version 0.1.0 with games, a season, a tournament and a
tablet whose rounds wait is taken over; the tablet hands over; the program is killed and started
again, installed once more over itself, and uninstalled. Ends with 1, and says what was lost, where
anything was.

What Wine 8 lacks is put beside the program: a source of random numbers, and a stand-in for numpy,
so that seating is not tried here. The suite tries it with the same version of numpy.
"""

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.browsers import HOW_TO_GET_ONE, find_browser
from tests.ports import free_port
from tests.upgrade.__main__ import OLD, ROOT, lost_rows, rows_of, upgrade, wait_for
from tests.waiting import PATIENCE
from tests.windows.evening import Evening

HERE = Path(__file__).parent
SECONDS_TO_INSTALL = 1800
# Each file that is opened, and each wait, is a message to Wine's server and back: where 27 others
# want the processor, each message waits for its turn, and a start of half a minute takes ten.
SECONDS_TO_START = 3600
# What is done at the table between two kills.
STEPS = 20


@dataclass
class Wine:
    """A Windows of its own, in a folder."""

    prefix: Path

    @property
    def local(self) -> Path:
        """Where Windows keeps one person's programs and data."""
        (user,) = (p for p in (self.prefix / "drive_c" / "users").iterdir() if p.name != "Public")
        return user / "AppData" / "Local"

    @property
    def program(self) -> Path:
        """The installed program."""
        return self.local / "Programs" / "Roundhouse"

    @property
    def data(self) -> Path:
        """The data that it keeps."""
        return self.local / "Roundhouse"

    def variables(self) -> dict[str, str]:
        """The environment of a program in it."""
        keep = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        # Without Wine's own web browser and .NET, which it would fetch, and without entries in this
        # system's own menu.
        without = "mscoree,mshtml,winemenubuilder.exe="
        quiet = {"WINEDEBUG": "-all", "WINEDLLOVERRIDES": without}
        return {**keep, **quiet, "WINEPREFIX": str(self.prefix), "LANG": "C.UTF-8"}

    def run(self, *words: str) -> None:
        """Run a program to its end; what it installs or removes is done then."""
        subprocess.run(
            ["wine", *words], env=self.variables(), check=True, timeout=SECONDS_TO_INSTALL
        )
        subprocess.run(["wineserver", "-w"], env=self.variables(), check=True)

    def kill(self) -> None:
        """Kill whatever runs in it, as a power cut would.

        Not by `wineserver -k9`: that kills the server of all these programs, and those that wait
        for something else never notice.
        """
        mark = f"WINEPREFIX={self.prefix}".encode()
        for process in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                if mark in (process / "environ").read_bytes().split(b"\0"):
                    os.kill(int(process.name), signal.SIGKILL)

    @contextmanager
    def served(self, _code: Path, _data: Path, port: int) -> Iterator[None]:
        """The installed program, serving; killed at the end."""
        python, log = self.program / "python" / "python.exe", self.prefix / "log"
        words = ["-m", "league.site.launching", "serve", "--host", "127.0.0.1", "--no-secure"]
        own = {"SECRET_KEY": "a-key-for-the-upgrade-test-" * 3, "TIME_ZONE": "UTC"}
        with log.open("ab") as file:
            # Wine's Python writes to a pipe alone.
            process = subprocess.Popen(
                ["wine", str(python), *words, "--port", str(port)],
                cwd=self.program / "app",
                env=self.variables() | own,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
            )
            reader = subprocess.Popen(["cat"], stdin=process.stdout, stdout=file)
            try:
                wait_for(process, port, log, SECONDS_TO_START)
                yield
            finally:
                self.kill()
                process.wait(timeout=PATIENCE)
                reader.wait(timeout=PATIENCE)


def main() -> int:
    """Run the command; 0 where nothing was lost."""
    parser = argparse.ArgumentParser(prog="python -m tests.windows", description=__doc__)
    parser.add_argument("setup", nargs="?", type=Path, help="an installer; else it is built")
    browser = find_browser()
    if browser is None:
        sys.exit(HOW_TO_GET_ONE)
    setup = parser.parse_args().setup
    losses = []
    with TemporaryDirectory(prefix="roundhouse-windows-") as name:
        folder = Path(name)
        if setup is None:
            build = [sys.executable, "manage.py", "package", "windows", "--into", str(folder)]
            subprocess.run(build, cwd=ROOT, check=True)
            setup = folder / "RoundhouseSetup.exe"
        wine = Wine(folder / "wine")
        try:
            for loss in tried(wine, setup.absolute(), folder, str(browser)):
                losses.append(loss)
                print(loss, file=sys.stderr)
        finally:
            wine.kill()
    print(f"{len(losses)} losses" if losses else "Nothing was lost.")
    return 1 if losses else 0


def tried(wine: Wine, setup: Path, folder: Path, browser: str) -> Iterator[str]:
    """Yield what went wrong from installing to uninstalling, each as a sentence."""
    wine.run("wineboot", "-i")
    install(wine, setup, folder)
    yield from an_evening(wine)
    # The upgrade brings its own.
    wine.data.rename(folder / "evening")
    yield from upgrade(folder, OLD, browser, wine.data, wine.served)
    print("An installation of version 0.1.0 was taken over; the program was killed.", flush=True)
    if not list((wine.data / "backups").glob("*-migration*")):
        yield "No copy was made before the database was changed."
    rows = rows_of(wine.data)
    with wine.served(ROOT, wine.data, free_port()):
        pass
    yield from lost_rows(rows, rows_of(wine.data))
    print("It was started again and killed.", flush=True)
    install(wine, setup, folder)
    with wine.served(ROOT, wine.data, free_port()):
        pass
    yield from lost_rows(rows, rows_of(wine.data))
    print("It was installed over itself, and started again.", flush=True)
    wine.run(str(wine.program / "uninstall.exe"), "/S", f"_?={windows_path(wine.program)}")
    left = [path.name for path in wine.program.glob("*") if path.name != "uninstall.exe"]
    if left:
        yield f"Uninstalling left {left}."
    yield from lost_rows(rows, rows_of(wine.data))


def an_evening(wine: Wine) -> Iterator[str]:
    """Yield what an evening lost whose server was killed twice."""
    port = free_port()
    with wine.served(ROOT, wine.data, port):
        evening = Evening(port)
        evening.play(STEPS, port)
        shown = evening.totals()
    yield from evening.losses(wine.data, shown)
    port = free_port()
    with wine.served(ROOT, wine.data, port):
        evening.play(STEPS, port)
        yield from evening.not_in_their_languages()
        shown = evening.totals()
    yield from evening.losses(wine.data, shown)
    print(f"A club was set up and scored by http, killed twice:\n{evening.ledger.figures}")
    print(f"disputes            {evening.disputes:>8,}", flush=True)


def install(wine: Wine, setup: Path, folder: Path) -> None:
    """Install without a window, and add what Wine lacks."""
    start = time.monotonic()
    wine.run(str(setup), "/S")
    listed = json.loads((wine.program / "files.json").read_text("utf-8"))
    print(f"{len(listed)} files installed in {time.monotonic() - start:.0f} s", flush=True)
    library = folder / "bcryptprimitives.dll"
    compiler = "x86_64-w64-mingw32-gcc"
    subprocess.run([compiler, "-shared", "-o", library, HERE / "prng.c", "-ladvapi32"], check=True)
    shutil.copy2(library, wine.program / "python")
    numpy = wine.program / "packages" / "numpy"
    shutil.rmtree(numpy)
    for stand_in in (numpy, numpy / "typing"):
        stand_in.mkdir()
        shutil.copy2(HERE / "no_numpy.py", stand_in / "__init__.py")


def windows_path(path: Path) -> str:
    """The path as Windows writes it: drive Z is this system's root."""
    return "Z:" + str(path).replace("/", "\\")


if __name__ == "__main__":
    sys.exit(main())
