"""``manage.py serve``, for real: started, asked for pages, asked to stop."""

import http.client
import json
import os
import re
import signal
import socket
import ssl
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.error import URLError
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest
from pytest_django import Settings

from league.site import addresses, certificates, server
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


def doors(secure: int | None) -> list[str]:
    return ["--secure-port", str(secure)] if secure else ["--no-secure"]


@contextmanager
def serving(data: Path, port: int, secure: int | None = None) -> Iterator["subprocess.Popen[str]"]:
    """A server that has said that it is ready; ended with all it started."""
    process = start(data, "--port", str(port), *doors(secure))
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


def workers_of(process: "subprocess.Popen[str]") -> list[int]:
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    return [int(child) for child in children]


class Browser:
    """A device with its cookies, which trusts the laptop whose data folder this is."""

    def __init__(self, data: Path) -> None:
        trusting = ssl.create_default_context(cafile=data / "certificates/roundhouse-ca.crt")
        self.cookies = CookieJar()
        self.opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}),
            urllib.request.HTTPSHandler(context=trusting),
            urllib.request.HTTPCookieProcessor(self.cookies),
        )

    def open(self, address: str, form: dict[str, str] | None = None) -> tuple[str, str]:
        """The page at an address, or the one that its form leads to, and where that is."""
        if form is None:
            answer = self.opener.open(address, timeout=DEADLINE)
        else:
            page, _ = self.open(address)
            token = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page)[0]
            sent = urlencode({**form, "csrfmiddlewaretoken": token}).encode()
            origin = "/".join(address.split("/")[:3])
            headers = {"Origin": origin, "Referer": address}
            asked = urllib.request.Request(address, sent, headers)  # noqa: S310
            answer = self.opener.open(asked, timeout=DEADLINE)
        with answer:
            assert "Strict-Transport-Security" not in answer.headers
            return answer.read().decode(), answer.url


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

        second = start(data, "--port", str(port), "--no-secure")
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
    port, secure = free_port(), free_port()
    with serving(data, port, secure) as process:
        assert ask(port, "/no-such-page").status == 404
        wait_until(lambda: not refuses(secure))
        assert len(workers_of(process)) == 2
        assert process.pid not in map(os.getpgid, workers_of(process))
        os.killpg(process.pid, signum)
        _, told = process.communicate(timeout=DEADLINE)
        assert process.returncode == 0
        assert "Killing worker" not in told
        wait_until(lambda: refuses(port) and refuses(secure))


def test_a_killed_server_leaves_no_worker_at_its_port(data: Path) -> None:
    port, secure = free_port(), free_port()
    with serving(data, port, secure) as process:
        assert ask(port, "/no-such-page").status == 404
        wait_until(lambda: not refuses(secure))
        process.kill()
        process.communicate(timeout=DEADLINE)
        wait_until(lambda: refuses(port) and refuses(secure))


def test_both_doors_lead_into_one_house(data: Path) -> None:
    """What a device is at one door, it is at the other, and forms are taken at both."""
    port, secure = free_port(), free_port()
    plain_door, secure_door = f"http://127.0.0.1:{port}", f"https://127.0.0.1:{secure}"
    with serving(data, port, secure):
        assert ask(port, "/").status == 302
        wait_until(lambda: not refuses(secure))
        with pytest.raises(URLError, match="CERTIFICATE_VERIFY_FAILED"):
            urllib.request.urlopen(secure_door, timeout=DEADLINE)
        organizer = Browser(data)
        told = {"club": "Hillside", "name": "Ann", "username": "ann", "password": "Roundhouse-9"}
        page, where = organizer.open(f"{secure_door}/setup/", told)
        assert where == f"{secure_door}/"
        assert "Your club is set up." in page
        assert {cookie.secure for cookie in organizer.cookies} == {False}
        assert "Hillside" in organizer.open(f"{plain_door}/club/")[0]

        for name, door, other in (
            ("Table 1", plain_door, secure_door),
            ("Table 2", secure_door, plain_door),
        ):
            page, _ = organizer.open(f"{secure_door}/tablets/", {"name": name})
            code = re.findall(r'<p class="big code">([\d ]+)</p>', page)[0]
            tablet = Browser(data)
            assert f"It is called {name}." in tablet.open(f"{door}/pair/", {"code": code})[0]
            assert f'<li class="club-name">{name}</li>' in tablet.open(f"{other}/")[0]
            # Paired anew at the plain door, the cookie of before does not stand in the way.
            page, _ = organizer.open(f"{secure_door}/tablets/", {"name": f"{name} again"})
            code = re.findall(r'<p class="big code">([\d ]+)</p>', page)[0]
            assert "again" in tablet.open(f"{plain_door}/pair/", {"code": code})[0]
            assert "again" in tablet.open(f"{secure_door}/")[0]


class Renewed:
    """A server that only counts how often it was to renew its workers."""

    times = 0

    def renew(self) -> None:
        self.times += 1


def test_a_new_address_renews_certificate_and_workers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hosts = ["localhost", "192.168.1.20"]
    monkeypatch.setattr(server, "own_hosts", lambda: list(hosts))
    counting = Renewed()
    look = lambda known: server.look_around(counting, tmp_path, known)  # type: ignore[arg-type]  # noqa: E731
    known = look([*hosts])
    assert (counting.times, known) == (1, hosts), "there was no certificate"
    assert (look(known), counting.times) == (hosts, 1)
    hosts.pop()
    known = look(known)
    assert (counting.times, known) == (1, ["localhost", "192.168.1.20"]), "a network less"
    hosts.append("192.168.178.4")
    known = look(known)
    assert (counting.times, known) == (2, ["localhost", "192.168.178.4"])
    # Back in the first network: the workers have forgotten its address.
    hosts[1] = "192.168.1.20"
    assert (look(known), counting.times) == (["localhost", "192.168.1.20"], 3)


def test_certificates_that_cannot_be_renewed_stop_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("")
    counting = Renewed()
    folder = tmp_path / "file" / "certificates"
    assert server.look_around(counting, folder, ["localhost"]) == ["localhost"]  # type: ignore[arg-type]
    assert counting.times == 0
    assert len(caplog.records) == 1


def test_no_connection_to_the_database_outlives_its_page(data: Path) -> None:
    """The server's threads come and go, and would leave theirs open until no file can be opened."""
    port = free_port()
    with serving(data, port) as process:
        assert ask(port, "/").status in {200, 302}
        (worker,) = workers_of(process)
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
    process = start(tmp_path, "--port", str(free_port()), "--no-secure", DATABASE_URL=url)
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
    assert "ot secure" not in "\n".join(serve.welcome("127.0.0.1", 8000))
    settings.SITE_ADDRESSES = ["http://192.168.1.20:8000"]
    assert "README.md says how to put https in front." in "\n".join(serve.welcome("::", 8000))


def test_the_welcome_names_the_secure_address_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.CERTIFICATES_DIR = tmp_path
    certificates.make_ready(tmp_path, ["localhost"], datetime.now(UTC))
    root = certificates.read_root(tmp_path)
    monkeypatch.setattr(serve, "lan_addresses", lambda: ["192.168.1.20"])
    lines = serve.welcome("0.0.0.0", 8000, 8443)  # noqa: S104
    order = [
        "http://localhost:8000/",
        "https://192.168.1.20:8443/",
        "http://192.168.1.20:8000/trust/",
        "http://192.168.1.20:8000/",
    ]
    assert [line.rpartition(" ")[2] for line in lines[1:5]] == order
    assert root is not None
    assert f"  SHA-256 {root.sha256}" in lines
    plain = serve.welcome("0.0.0.0", 8000)  # noqa: S104
    assert "https://" not in "\n".join(plain)
    assert "Leave --no-secure out." in "\n".join(plain)


@pytest.mark.parametrize(
    ("host", "text", "off", "sites", "port"),
    [
        ("0.0.0.0", None, False, [], 8443),  # noqa: S104
        ("0.0.0.0", "443", False, [], 443),  # noqa: S104
        ("0.0.0.0", "443", True, [], None),  # noqa: S104
        ("127.0.0.1", None, False, [], None),
        ("127.0.0.1", "8444", False, [], 8444),
        ("0.0.0.0", None, False, ["https://scores.example.org"], None),  # noqa: S104
    ],
)
def test_there_is_a_secure_port_where_one_is_needed(
    settings: Settings,
    *,
    host: str,
    text: str | None,
    off: bool,
    sites: list[str],
    port: int | None,
) -> None:
    settings.SITE_ADDRESSES = sites
    assert serve.read_secure_port(host, 8000, text, off=off) == port


@pytest.mark.parametrize(
    ("text", "sites", "said"),
    [
        ("x", [], "'x' is no port"),
        ("8000", [], "cannot be the plain and the secure one"),
        ("8443", ["https://scores.example.org"], "leave --secure-port out"),
    ],
)
def test_a_secure_port_that_makes_no_sense_is_told(
    settings: Settings, text: str, sites: list[str], said: str
) -> None:
    settings.SITE_ADDRESSES = sites
    with pytest.raises(serve.ServeError, match=said):
        serve.read_secure_port("0.0.0.0", 8000, text, off=False)  # noqa: S104


def test_a_busy_secure_port_is_told_with_its_own_option() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = int(taken.getsockname()[1])
        with pytest.raises(serve.ServeError, match=f"serve --secure-port {port + 1}"):
            serve.refuse_if_busy("127.0.0.1", port, "--secure-port")


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
