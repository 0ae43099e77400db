"""``manage.py serve``, for real: started, asked for pages, asked to stop."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.request import urlopen

import pytest
from pytest_django import Settings

from league.site import addresses
from league.site.management.commands import serve
from league.site.security import ENGINE_POLICY, POLICY

ROOT = Path(__file__).resolve().parents[1]
DEADLINE = 60


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder for all tests here: the first to serve collects the files, once."""
    return tmp_path_factory.mktemp("data")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start(data: Path, *words: str, **variables: str) -> "subprocess.Popen[str]":
    keep = {name: value for name, value in os.environ.items() if name in {"PATH", "HOME", "LANG"}}
    command = f"from league.site.setup import run_django; run_django(['serve', *{words!r}])"
    return subprocess.Popen(
        [sys.executable, "-c", command],
        cwd=ROOT,
        env={
            **keep,
            "DJANGO_SETTINGS_MODULE": "league.site.settings",
            "SECRET_KEY": "a-key-for-these-tests-" * 3,
            "DATA_DIR": str(data),
            **variables,
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


@contextmanager
def serving(data: Path, port: int) -> Iterator["subprocess.Popen[str]"]:
    """A server that has said that it is ready; ended with all it started."""
    process = start(data, "--port", str(port))
    try:
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith("Stop it"):
                break
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate(timeout=DEADLINE)


def ask(port: int, path: str, **headers: str) -> http.client.HTTPResponse:
    """The answer to one question; waits for a server that is about to listen."""
    end = time.monotonic() + DEADLINE
    while True:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=DEADLINE)
        try:
            connection.request("GET", path, headers=headers)
            answer = connection.getresponse()
            answer.read()
        except ConnectionError:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)
        else:
            return answer
        finally:
            connection.close()


def wait_until(what: Callable[[], bool]) -> None:
    """What another process does a little later; fails when it never does."""
    end = time.monotonic() + DEADLINE
    while not what():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.05)


def refuses(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=DEADLINE).close()
    except ConnectionRefusedError:
        return True
    return False


def worker_of(process: "subprocess.Popen[str]") -> int:
    (worker,) = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    return int(worker)


def files_of(pid: int) -> list[str]:
    """The files that a process has open."""
    found = []
    for link in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(FileNotFoundError):
            found.append(str(link.readlink()))
    return found


def test_the_site_is_served_and_stops_when_it_is_told(data: Path) -> None:
    port = free_port()
    with serving(data, port) as process:
        page = ask(port, "/no-such-page", Host=f"localhost:{port}")
        assert page.status == 404
        assert page.headers["Content-Security-Policy"]
        assert ask(port, "/", Host="elsewhere.example").status == 400

        paths = json.loads((data / "static/staticfiles.json").read_text())["paths"]
        script = next(path for name, path in paths.items() if name.endswith("htmx-2.min.js"))
        packed = ask(port, f"/static/{script}", **{"Accept-Encoding": "br"})
        assert packed.headers["Content-Encoding"] == "br"
        assert "immutable" in packed.headers["Cache-Control"]

        with urlopen(f"http://127.0.0.1:{port}/tablet/files.json") as listed:
            engine = json.load(listed)
        for path in engine["files"]:
            file = ask(port, path)
            assert file.status == 200, path
            assert "immutable" in file.headers["Cache-Control"], path
            policy = ENGINE_POLICY if path == engine["worker"] else POLICY
            assert file.headers["Content-Security-Policy"] == policy, path

        second = start(data, "--port", str(port))
        _, told = second.communicate(timeout=DEADLINE)
        assert second.returncode == 1
        assert told.startswith(f"Port {port} is busy")
        assert f"--port {port + 1}" in told

        process.send_signal(signal.SIGTERM)
        _, told = process.communicate(timeout=DEADLINE)
        assert process.returncode == 0
        assert "elsewhere.example" in told
        assert "SITE_ADDRESSES" in told
        assert "Traceback" not in told
        wait_until(lambda: refuses(port))


@pytest.mark.parametrize("signum", [signal.SIGINT, signal.SIGHUP])
def test_ctrl_c_and_a_closed_terminal_end_all_of_it(data: Path, signum: int) -> None:
    """A terminal tells every process of its group: granian's worker must not hear it twice."""
    port = free_port()
    with serving(data, port) as process:
        assert ask(port, "/no-such-page").status == 404
        assert os.getpgid(worker_of(process)) != process.pid
        os.killpg(process.pid, signum)
        _, told = process.communicate(timeout=DEADLINE)
        assert process.returncode == 0
        assert "Killing worker" not in told
        wait_until(lambda: refuses(port))


def test_a_killed_server_leaves_no_worker_at_its_port(data: Path) -> None:
    port = free_port()
    with serving(data, port) as process:
        assert ask(port, "/no-such-page").status == 404
        process.kill()
        process.communicate(timeout=DEADLINE)
        wait_until(lambda: refuses(port))


def test_no_connection_to_the_database_outlives_its_page(data: Path) -> None:
    """The server's threads come and go, and would leave theirs open until no file can be opened."""
    port = free_port()
    with serving(data, port) as process:
        assert ask(port, "/").status in {200, 302}
        worker = worker_of(process)
        assert files_of(worker)
        wait_until(lambda: not any("sqlite3" in name for name in files_of(worker)))


@pytest.mark.parametrize("port", ["eighty", "0", "65536", "-1", "\u0664", ""])
def test_what_is_no_port_is_told(port: str) -> None:
    with pytest.raises(serve.ServeError, match="is no port: write a number from 1 to 65535"):
        serve.read_port(port)


@pytest.mark.parametrize("host", ["203.0.113.7", "no host", "no-such-host.invalid", "a" * 70])
def test_what_is_no_address_of_this_machine_is_told(host: str) -> None:
    with pytest.raises(serve.ServeError, match="is no address of this machine"):
        serve.refuse_if_busy(host, free_port())


@pytest.mark.parametrize(
    "url", ["postgres://ann@127.0.0.1:1/club", "sqlite:////no/such/folder/club.sqlite3"]
)
def test_a_database_that_cannot_be_used_is_told(tmp_path: Path, url: str) -> None:
    process = start(tmp_path, "--port", str(free_port()), DATABASE_URL=url)
    _, told = process.communicate(timeout=DEADLINE)
    assert process.returncode == 1
    assert told.startswith("The database cannot be used")
    assert "Traceback" not in told


def test_files_are_collected_again_only_when_one_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    source = tmp_path / "source"
    source.mkdir()
    (source / "sheet.css").write_text("p {}")
    calls = []

    def collect(*_: object, **__: object) -> None:
        calls.append(1)
        (tmp_path / "static").mkdir(exist_ok=True)
        (tmp_path / "static/staticfiles.json").touch()

    class Finder:
        def list(self, _: object) -> Iterator[tuple[str, "Finder"]]:
            yield from ((file.name, self) for file in source.iterdir())

        def path(self, name: str) -> Path:
            return source / name

    monkeypatch.setattr(serve, "call_command", collect)
    monkeypatch.setattr(serve, "get_finders", lambda: [Finder()])
    settings.DATA_DIR = tmp_path
    settings.STATIC_ROOT = tmp_path / "static"
    serve.collect_files()
    serve.collect_files()
    assert len(calls) == 1
    (source / "sheet.css").write_text("p { color: red }")
    serve.collect_files()
    assert len(calls) == 2
    (tmp_path / "static/staticfiles.json").unlink()
    serve.collect_files()
    assert len(calls) == 3


def test_the_welcome_names_an_address_for_each_who_comes(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    monkeypatch.setattr(serve, "lan_addresses", lambda: ["192.168.1.20"])
    here, tablet = "http://localhost:8000/", "http://192.168.1.20:8000/"
    everywhere = "\n".join(serve.welcome("0.0.0.0", 8000))  # noqa: S104
    assert here in everywhere
    assert tablet in everywhere
    alone = "\n".join(serve.welcome("127.0.0.1", 8000))
    assert here in alone
    assert tablet not in alone
    assert "http://[fd00::1]:81/" in "\n".join(serve.welcome("fd00::1", 81))
    monkeypatch.setattr(serve, "lan_addresses", list)
    assert "no tablet can reach" in "\n".join(serve.welcome("0.0.0.0", 8000))  # noqa: S104
    settings.SITE_ADDRESSES = ["https://scores.example.org"]
    assert "  https://scores.example.org/" in serve.welcome("127.0.0.1", 8000)


@pytest.mark.parametrize(
    ("address", "private"),
    [
        ("192.168.1.20", True),
        ("10.0.0.4", True),
        ("172.31.9.9", True),
        ("172.32.0.1", False),
        ("8.8.8.8", False),
        ("127.0.0.1", False),
        ("0.0.0.0", False),  # noqa: S104
        ("scores.example.org", False),
    ],
)
def test_only_addresses_of_a_home_or_hall_are_private(address: str, private: bool) -> None:
    assert addresses.is_private(address) is private


def test_the_kernel_tells_our_addresses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = tmp_path / "fib_trie"
    table.write_text(
        "Local:\n"
        "        |-- 127.0.0.1\n           /32 host LOCAL\n"
        "        |-- 192.168.7.21\n           /32 host LOCAL\n"
        "        |-- 192.168.7.255\n           /32 link BROADCAST\n"
        "        |-- 203.0.114.9\n           /32 host LOCAL\n"
    )
    monkeypatch.setattr(addresses, "KERNEL_TABLE", table)
    monkeypatch.setattr(addresses, "TARGETS", ())
    assert addresses.lan_addresses() == ["192.168.7.21"]
    assert "192.168.7.21" in addresses.own_hosts()
    assert "203.0.114.9" not in addresses.own_hosts()


def test_no_network_is_no_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "KERNEL_TABLE", tmp_path / "none")
    monkeypatch.setattr(addresses, "TARGETS", ("not an address",))
    assert addresses.lan_addresses() == []
