"""The servers that are attacked: the site at its doors, and the proxies of docs/install.md."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.attack.lines import Door
from tests.ports import free_port
from tests.waiting import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
NAME = "scores.example.org"
HOW_TO_GET = {"caddy": "apt install caddy", "nginx": "apt install nginx-light"}
PLACES = ("/usr/sbin", "/usr/local/sbin")


class AttackError(Exception):
    """Why nothing could be attacked, in a sentence that says what to do."""


def wait_for(port: int, process: "subprocess.Popen[bytes]", log: Path) -> None:
    """Return once somebody listens there."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError as error:
            if time.monotonic() > end or process.poll() is not None:
                raise AttackError(f"Nothing listens: {log.read_text()[-2000:]}") from error
            time.sleep(0.1)
        else:
            return


@contextmanager
def running(
    words: list[str], log: Path, ports: list[int], **variables: str
) -> Iterator["subprocess.Popen[bytes]"]:
    """Run a server until the end of this, once it listens at its ports."""
    keep = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    with log.open("ab") as out:
        process = subprocess.Popen(
            words,
            cwd=ROOT,
            env={**keep, **variables},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            start_new_session=True,
        )
    try:
        for port in ports:
            wait_for(port, process, log)
        yield process
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE)


@contextmanager
def site(data: Path, *words: str, ports: list[int], **variables: str) -> Iterator[int]:
    """Serve the site as `manage.py serve` does, with its own data; yields the process's id."""
    told = ["serve", *words]
    command = f"from league.site.setup import run_django; run_django({told!r})"
    with running(
        [sys.executable, "-c", command],
        data / "log",
        ports,
        DJANGO_SETTINGS_MODULE="league.site.settings",
        SECRET_KEY="a-key-for-the-attack-test-" * 3,
        DATA_DIR=str(data),
        TIME_ZONE="UTC",
        HOME=str(data),
        **variables,
    ) as process:
        yield process.pid


@contextmanager
def both_doors(data: Path) -> Iterator[tuple[int, list[Door]]]:
    """Serve at a plain and a secure door; yields the process's id and the doors."""
    plain, secure = free_port(), free_port()
    words = ("--port", str(plain), "--secure-port", str(secure))
    with site(data, *words, ports=[plain, secure]) as pid:
        yield pid, [Door("http", plain, secure=False), Door("https", secure, secure=True)]


@contextmanager
def behind_proxies(data: Path) -> Iterator[tuple[int, list[Door]]]:
    """Serve behind each proxy that is installed; yields the process's id and the doors."""
    port = free_port()
    words = ("--host", "127.0.0.1", "--port", str(port))
    trust = {"SITE_ADDRESSES": f"https://{NAME}", "TRUST_PROXY": "on"}
    with (
        site(data, *words, ports=[port], **trust) as pid,
        caddy(data, port) as one,
        nginx(data, port) as other,
    ):
        yield pid, [door for door in (one, other) if door]


def program(name: str) -> str | None:
    """Return where a program is installed."""
    return shutil.which(name, path=os.pathsep.join((os.environ.get("PATH", ""), *PLACES)))


def documented_block(mark: str) -> str:
    """Return the block of docs/install.md that begins with a line, as it stands there."""
    text = (ROOT / "docs" / "install.md").read_text("utf-8")
    for block in re.findall(r"^```\w*\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
        if block.startswith(mark):
            return str(block)
    raise AttackError(f"docs/install.md has no block that begins with {mark!r}.")


@contextmanager
def caddy(data: Path, target: int) -> Iterator[Door | None]:
    """Run Caddy with that page's Caddyfile, on a port and with a certificate of its own."""
    path = program("caddy")
    if path is None:
        yield None
        return
    port = free_port()
    own = (
        "{\n  admin off\n  local_certs\n  skip_install_trust\n  auto_https disable_redirects\n"
        f"  https_port {port}\n}}\n"
    )
    file = data / "Caddyfile"
    block = documented_block(f"{NAME} {{").replace("127.0.0.1:8000", f"127.0.0.1:{target}")
    file.write_text(own + block)
    with running(
        [path, "run", "--config", str(file), "--adapter", "caddyfile"],
        data / "caddy.log",
        [port],
        HOME=str(data),
        XDG_DATA_HOME=str(data / "caddy"),
        XDG_CONFIG_HOME=str(data / "caddy"),
    ):
        yield Door("Caddy", port, secure=True, host=NAME)


@contextmanager
def nginx(data: Path, target: int) -> Iterator[Door | None]:
    """Run nginx with that page's server block, on a port and with a certificate of its own."""
    path = program("nginx")
    if path is None:
        yield None
        return
    port = free_port()
    folder = data / "nginx"
    folder.mkdir(exist_ok=True)
    certificate = make_certificate(folder)
    block = (
        documented_block("server {")
        .replace("127.0.0.1:8000", f"127.0.0.1:{target}")
        .replace("listen 443", f"listen 127.0.0.1:{port}")
        .replace(f"/etc/ssl/{NAME}.pem", str(certificate))
        .replace(f"/etc/ssl/{NAME}.key", str(certificate))
    )
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    file = folder / "nginx.conf"
    # As Debian has it around a server block.
    file.write_text(
        f"worker_processes auto;\npid {folder}/pid;\ndaemon off;\n"
        "events { worker_connections 768; }\n"
        f"http {{\naccess_log off;\n{temporary}{block}}}\n"
    )
    words = [path, "-p", str(folder), "-c", str(file), "-e", str(folder / "error.log")]
    with running(words, data / "nginx.log", [port]):
        yield Door("nginx", port, secure=True, host=NAME)


def make_certificate(folder: Path) -> Path:
    """Return a file with a certificate and its key, as the site makes them for itself."""
    from datetime import UTC, datetime

    from league.site.certificates import authority as certificates

    certificates.make_ready(folder, ["localhost"], datetime.now(UTC))
    return folder / certificates.SERVER


def engine_path(data: Path) -> str:
    """Return the address of the largest file that a tablet loads."""
    paths = json.loads((data / "static/staticfiles.json").read_text("utf-8"))["paths"]
    largest = next(path for name, path in paths.items() if name.endswith("pyodide.asm.wasm"))
    return f"/static/{largest}"


@dataclass(frozen=True)
class Burden:
    """What the workers of a server hold: open files, and megabytes that are theirs alone."""

    files: int
    megabytes: float


def burden(pid: int) -> Burden:
    """Return what the workers of a server hold now."""
    workers = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    files = sum(len(list(Path(f"/proc/{worker}/fd").iterdir())) for worker in workers)
    size = 0
    for worker in workers:
        for line in Path(f"/proc/{worker}/smaps_rollup").read_text().splitlines():
            if line.startswith("Private_"):
                size += int(line.split()[1])
    return Burden(files, size / 1024)
