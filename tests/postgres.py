"""A PostgreSQL server for the time of one test run, from the binaries that Debian installs."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

HOW_TO_GET_IT = "get it with `sudo apt install postgresql`"
DEBIANS = Path("/usr/lib/postgresql")
# The path of a socket may not be longer than about 100 letters.
LONGEST_FOLDER = 60
# What a crash would lose is of no worth here, so nothing waits for the disk.
HURRY = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c shared_buffers=64MB"


class PostgresError(Exception):
    """The throwaway server did not start; says why."""


def find_binaries() -> Path | None:
    """Answer the folder of the newest server's binaries, or None where there is no server."""
    folders = sorted(DEBIANS.glob("*/bin"), key=lambda folder: _version(folder.parent.name))
    in_path = shutil.which("initdb")
    if in_path:
        folders.append(Path(in_path).resolve().parent)
    whole = [
        folder for folder in folders if all((folder / n).exists() for n in ("initdb", "pg_ctl"))
    ]
    return whole[-1] if whole else None


def _version(name: str) -> float:
    try:
        return float(name)
    except ValueError:
        return 0


@dataclass
class PostgresServer:
    """A server on a socket in a folder of its own.

    PostgreSQL refuses to run as root: then it runs as ``postgres`` or ``nobody``.
    """

    binaries: Path
    folder: Path
    options: str
    account: pwd.struct_passwd | None
    variables: Mapping[str, str] = field(default_factory=dict)

    @property
    def url(self) -> str:
        """What DATABASE_URL has to be for this server."""
        return f"postgres://roundhouse@/{self.folder}/roundhouse"

    def create(self) -> None:
        """Make the server's files; it does not run yet."""
        if self.account:
            os.chown(self.folder, self.account.pw_uid, self.account.pw_gid)
        self._run(
            "initdb", "-U", "roundhouse", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"
        )

    def start(self) -> None:
        """Run, or run again after a kill; it answers when this returns."""
        self._run("pg_ctl", "-w", "-o", f"-k {self.folder} {self.options}", "start")

    def create_database(self, name: str) -> None:
        """Make an empty database, for those who do not make their own."""
        words = ["-h", str(self.folder), "-U", "roundhouse", name]
        subprocess.run([str(self.binaries / "createdb"), *words], check=True)

    def stop(self) -> None:
        """Stop at once."""
        self._run("pg_ctl", "-w", "-m", "immediate", "stop")

    def set(self, name: str, value: str) -> None:
        """Let a setting have this value from now on, also after the next start."""
        words = ["-h", str(self.folder), "-U", "roundhouse", "-q", "-d", "postgres"]
        words += ["-c", f"ALTER SYSTEM SET {name} = {value}", "-c", "SELECT pg_reload_conf()"]
        subprocess.run([str(self.binaries / "psql"), *words], check=True, stdout=subprocess.DEVNULL)

    def drop_database(self, name: str) -> None:
        """Throw a database away; nobody may be in it."""
        words = ["-h", str(self.folder), "-U", "roundhouse", name]
        subprocess.run([str(self.binaries / "dropdb"), *words], check=True)

    def kill(self, *, at_once: bool = False) -> None:
        """Kill the server's main process; waits until all that it had begun have ended too.

        `at_once` kills these as well, so that none of them writes anything more.
        """
        pid_file = self.folder / "data/postmaster.pid"
        pid = int(pid_file.read_text().split()[0])
        if at_once:
            # It begins no other one while we look.
            os.kill(pid, signal.SIGSTOP)
        begun = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        os.kill(pid, signal.SIGKILL)
        for child in begun if at_once else ():
            with suppress(ProcessLookupError):
                os.kill(int(child), signal.SIGKILL)
        while any(_lives(one) for one in (str(pid), *begun)):
            time.sleep(0.01)
        # While nobody has waited for the dead process, its number looks as if it were in use.
        pid_file.unlink()
        for lock in self.folder.glob(".s.PGSQL.*.lock"):
            lock.unlink()

    def _run(self, program: str, *arguments: str) -> None:
        log = self.folder / "log"
        # To files, not pipes: the server would keep a pipe open after pg_ctl has ended.
        with log.open("a") as out:
            done = subprocess.run(
                [self.binaries / program, "-D", str(self.folder / "data"), *arguments],
                cwd=self.folder,
                env={
                    "PATH": os.environ.get("PATH", ""),
                    "LC_ALL": "C",
                    "HOME": str(self.folder),
                    **self.variables,
                },
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                user=self.account.pw_uid if self.account else None,
                group=self.account.pw_gid if self.account else None,
                extra_groups=[] if self.account else None,
                check=False,
            )
        if done.returncode:
            said = log.read_text(errors="replace").strip().splitlines()[-8:]
            raise PostgresError(f"{program} failed:\n" + "\n".join(said))


def _lives(pid: str) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@contextmanager
def server_with(
    binaries: Path, options: str, variables: Callable[[Path], Mapping[str, str]] = lambda _: {}
) -> Iterator[PostgresServer]:
    """Start a server with these options; leave nothing behind.

    `variables` answers, for the server's folder, what its environment has besides.
    """
    outside = tempfile.gettempdir()
    folder = Path(
        tempfile.mkdtemp(prefix="pg-", dir=outside if len(outside) < LONGEST_FOLDER else "/tmp")
    )
    server = PostgresServer(binaries, folder, f"-c listen_addresses='' {options}", _account())
    started = False
    try:
        server.variables = variables(folder)
        server.create()
        server.start()
        started = True
        yield server
    finally:
        if started:
            server.stop()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def throwaway_server(binaries: Path) -> Iterator[str]:
    """Start a server that is in a hurry, for tests; give its URL."""
    with server_with(binaries, HURRY) as server:
        yield server.url


def _account() -> pwd.struct_passwd | None:
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise PostgresError("PostgreSQL does not run as root, and there is no account named nobody.")
