"""A PostgreSQL server for the time of one test run, from the binaries that Debian installs."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
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


@contextmanager
def throwaway_server(binaries: Path) -> Iterator[str]:
    """Start a server on a socket in a folder of its own; give its URL; leave nothing behind.

    PostgreSQL refuses to run as root: then it runs as ``postgres`` or ``nobody``.
    """
    outside = tempfile.gettempdir()
    folder = Path(
        tempfile.mkdtemp(prefix="pg-", dir=outside if len(outside) < LONGEST_FOLDER else "/tmp")
    )
    account = _account()
    data, log = folder / "data", folder / "log"

    def run(program: str, *arguments: str) -> None:
        # To files, not pipes: the server would keep a pipe open after pg_ctl has ended.
        with log.open("a") as out:
            done = subprocess.run(
                [binaries / program, "-D", str(data), *arguments],
                cwd=folder,
                env={"PATH": os.environ.get("PATH", ""), "LC_ALL": "C", "HOME": str(folder)},
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                user=account.pw_uid if account else None,
                group=account.pw_gid if account else None,
                extra_groups=[] if account else None,
                check=False,
            )
        if done.returncode:
            said = log.read_text(errors="replace").strip().splitlines()[-8:]
            raise PostgresError(f"{program} failed:\n" + "\n".join(said))

    started = False
    try:
        if account:
            os.chown(folder, account.pw_uid, account.pw_gid)
        run("initdb", "-U", "roundhouse", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        run("pg_ctl", "-w", "-o", f"-k {folder} -c listen_addresses='' {HURRY}", "start")
        started = True
        yield f"postgres://roundhouse@/{folder}/roundhouse"
    finally:
        if started:
            run("pg_ctl", "-w", "-m", "immediate", "stop")
        shutil.rmtree(folder, ignore_errors=True)


def _account() -> pwd.struct_passwd | None:
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise PostgresError("PostgreSQL does not run as root, and there is no account named nobody.")
