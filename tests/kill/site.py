"""The server that is killed: the one that ``manage.py serve`` becomes."""

import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from tests import first_start
from tests.ports import free_port
from tests.waiting import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
SERVE = "from league.site.setup import run_django; run_django(['serve', {words}])"
COMMAND = "import sys; from league.site.setup import run_django; run_django(sys.argv[1:])"


class Site:
    """The site on a port of its own, with its own data folder; one process group at a time."""

    def __init__(
        self, data: Path, database_url: str = "", more: Mapping[str, str] | None = None
    ) -> None:
        """Say where its data are; an empty URL means SQLite in that folder.

        `more` are variables that its processes have besides.
        """
        self.data = data
        self.port = free_port()
        # Beside the data: a full disk for these must not keep us from reading what was said.
        self._log = data.with_name(f"log-{self.port}")
        keep = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        # Without the suite's own settings, which would bring another database.
        self.variables = keep | {
            "DJANGO_SETTINGS_MODULE": "league.site.settings",
            "SECRET_KEY": "a-key-for-the-kill-test-" * 3,
            "DATA_DIR": str(data),
            "DATABASE_URL": database_url,
            "TIME_ZONE": "UTC",
            **(more or {}),
        }
        self._process: subprocess.Popen[bytes] | None = None

    def prepare(self) -> None:
        """Start for the first time, on the files and tables that a first start makes."""
        first_start.lay_out(self.data, with_database=not self.variables["DATABASE_URL"])
        words = f"'--host', '127.0.0.1', '--port', '{self.port}'"
        self._run("-c", SERVE.format(words=words))

    def start(self) -> None:
        """Start again, as quickly as it goes; it listens a little later."""
        self._run("-m", "league.site.server.process", "127.0.0.1", str(self.port))

    def _run(self, *words: str) -> None:
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, *words],
                cwd=ROOT,
                env=self.variables,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def twin(self) -> "Site":
        """A second server for the same data, at a port of its own."""
        other = Site(self.data)
        other.variables = self.variables
        return other

    def run(self, code: str, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
        """Run a few lines of Python with the site's settings, and `more` variables."""
        return subprocess.run(
            [sys.executable, "-c", code, *words],
            cwd=ROOT,
            env={**self.variables, **more},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    def command(self, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
        """Run a command of ``manage.py``."""
        return self.run(COMMAND, *words, **more)

    def kill(self) -> None:
        """Kill all of it at once, the worker too, which has a group of its own."""
        if self._process is None:
            return
        session = self._process.pid
        # Until nobody is left: a main process may have begun a new worker meanwhile.
        while left := processes_of(session):
            for pid in left:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            self._process.poll()
        self._process.wait(timeout=PATIENCE)
        self._process = None

    def kill_worker(self) -> None:
        """Kill one of the processes that answer; its main process begins another."""
        assert self._process is not None
        main = self._process.pid
        workers = [pid for pid in processes_of(main) if parent_of(pid) == main]
        for pid in workers[:1]:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def runs(self) -> bool:
        """Whether its main process is there."""
        return self._process is not None and self._process.poll() is None

    def ended(self) -> int | None:
        """What its main process answered when it ended; None while it runs."""
        return self._process.poll() if self._process else None

    def said(self) -> str:
        """The last lines of what it wrote."""
        return "\n".join(self._log.read_text(errors="replace").splitlines()[-30:])


def parent_of(pid: int) -> int:
    """Return the process that began this one; 0 where it is gone."""
    with suppress(OSError):
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    return 0


def processes_of(session: int) -> list[int]:
    """The living processes of a session, its leader first."""
    found = []
    for folder in Path("/proc").iterdir():
        if not folder.name.isdecimal():
            continue
        with suppress(OSError):
            # After the name in brackets: state, parent, group, session.
            told = (folder / "stat").read_text().rpartition(")")[2].split()
            if int(told[3]) == session and told[0] != "Z":
                found.append(int(folder.name))
    return sorted(found)
