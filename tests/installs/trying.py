"""What all ways of installing share: the clone, the wheel, and a page that is waited for."""

import io
import os
import resource
import signal
import subprocess
import sys
import tarfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from tests.ports import free_port
from tests.upgrade.__main__ import read
from tests.waiting import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
# How this machine reaches the internet, and where its packages come from.
NETWORK = (
    *("http_proxy", "https_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY"),
    *("PIP_INDEX_URL", "UV_DEFAULT_INDEX", "SSL_CERT_FILE", "PIP_CERT"),
)
# One list of authorities serves all tools.
AUTHORITIES = ("SSL_CERT_FILE", "PIP_CERT", "NODE_EXTRA_CA_CERTS")
PACKAGES_SECONDS = 1800
PAUSE = 0.1


class InstallError(Exception):
    """What stopped an installation, in a sentence."""


def network() -> dict[str, str]:
    """Return the variables that say how this machine reaches the internet."""
    found = {name: os.environ[name] for name in NETWORK if name in os.environ}
    if certificates := found.get("SSL_CERT_FILE") or found.get("PIP_CERT"):
        found |= dict.fromkeys(AUTHORITIES, certificates)
    return found


def run(
    command: list[str], environment: Mapping[str, str], folder: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, whatever that is."""
    return subprocess.run(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=PACKAGES_SECONDS,
        check=False,
    )


def must(
    command: list[str], environment: Mapping[str, str], folder: Path | None = None
) -> tuple[str, float]:
    """Run a command that has to go well; return what it printed, and its seconds."""
    begun = time.monotonic()
    done = run(command, environment, folder)
    if done.returncode:
        raise InstallError(f"{' '.join(command[-3:])} ended with {done.returncode}:\n{done.stdout}")
    return done.stdout, time.monotonic() - begun


def copy_clone(folder: Path, commit: str = "HEAD") -> None:
    """Write the files of this clone's last commit into a folder, as `git clone` does."""
    packed = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, capture_output=True)
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as files:
        files.extractall(folder, filter="data")


def built_wheel(folder: Path) -> Path:
    """Return the wheel of this clone, built into a folder."""
    words = [sys.executable, "manage.py", "package", "wheel", "--into", str(folder)]
    must(words, os.environ, ROOT)
    (wheel,) = folder.glob("roundhouse-*.whl")
    return wheel


@contextmanager
def first_page(
    command: list[str], port: int, environment: Mapping[str, str], folder: Path, log: Path
) -> Iterator[float]:
    """Start a command that serves; yield the seconds until its first page had come, and end it.

    Raises `InstallError` with what it printed where no page comes, or Ctrl-C does not end it well.
    """
    with log.open("wb") as output:
        begun = time.monotonic()
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
        try:
            _wait_for_page(process, port, log)
            yield time.monotonic() - begun
            os.killpg(process.pid, signal.SIGINT)
            process.wait(timeout=PATIENCE)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait(timeout=PATIENCE)
    if "Traceback" in (text := log.read_text("utf-8")):
        raise InstallError(f"It did not end well:\n{text}")


def _wait_for_page(process: "subprocess.Popen[bytes]", port: int, log: Path) -> None:
    end = time.monotonic() + PACKAGES_SECONDS
    while process.poll() is None and time.monotonic() < end:
        with suppress(OSError):
            if "Roundhouse" in read(port, "/"):
                return
        time.sleep(PAUSE)
    raise InstallError(f"No page came:\n{log.read_text('utf-8')}")


class Took(NamedTuple):
    """How long a first page took.

    On a busy machine the processor's own seconds say more; they have the end of it in them.
    """

    seconds: float
    processor: float

    def __str__(self) -> str:
        """Return it in words."""
        return f"{self.seconds:.1f} s (processor: {self.processor:.1f} s)"


def served(command: list[str], environment: Mapping[str, str], folder: Path, log: Path) -> Took:
    """Serve with a command once; return how long the first page took."""
    port, before = free_port(), _processor_seconds()
    words = [*command, "--port", str(port), "--no-secure"]
    with first_page(words, port, environment, folder, log) as seconds:
        pass
    return Took(seconds, _processor_seconds() - before)


def _processor_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
