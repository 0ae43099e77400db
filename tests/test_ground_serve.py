"""``manage.py serve``, for real: started, asked for pages, attacked, asked to stop."""

import http.client
import itertools
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
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from copy import copy
from dataclasses import dataclass
from datetime import UTC, datetime
from errno import ENOSPC, EROFS
from functools import partial
from http.cookiejar import CookieJar
from pathlib import Path
from types import SimpleNamespace
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest
from django.core.signing import Signer
from django.db import OperationalError
from pytest_django import Settings

from league.site import running
from league.site.backups.files import BackupError
from league.site.certificates import authority as certificates
from league.site.management.commands import serve
from league.site.security import POLICY, WORKER_POLICY
from league.site.server import process as server
from league.site.server.limits import THREADS
from scoring.watching.keys import SIGNER
from scoring.web import own_addresses as addresses
from tests import first_start
from tests.attack.lines import ATTACKS, PAGES, Door, Held, attacking, read_whole
from tests.attack.site import engine_path
from tests.loops import run_apart
from tests.ports import free_port
from tests.waiting import PATIENCE, PAUSE, wait_until

ROOT = Path(__file__).resolve().parents[1]
# What a server's Python does first: nobody is cut off, and no worker ended, for being slow. What
# the server does once these are over stands in test_ground_buffering.py.
PATIENT = f"""
from league.site.server import limits
for name in ("HEAD", "PAUSE", "BODY", "DRAIN", "WRITE", "END"):
    setattr(limits, f"{{name}}_SECONDS", {PATIENCE})
"""


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder for all tests here that start a server of their own, one after another."""
    folder = tmp_path_factory.mktemp("data")
    first_start.lay_out(folder)
    return folder


def start(data: Path, *words: str, **variables: str) -> "subprocess.Popen[str]":
    keep = {name: value for name, value in os.environ.items() if name in {"PATH", "HOME", "LANG"}}
    patient = data.with_name(f"{data.name}-python")
    patient.mkdir(exist_ok=True)
    (patient / "sitecustomize.py").write_text(PATIENT)
    # Whoever started the tests may ignore a closed terminal (nohup does), and children inherit it.
    command = (
        "import signal; signal.signal(signal.SIGHUP, signal.SIG_DFL); "
        f"from league.site.setup import run_django; run_django(['serve', *{words!r}])"
    )
    return subprocess.Popen(
        [sys.executable, "-c", command],
        cwd=ROOT,
        env={
            **keep,
            "DJANGO_SETTINGS_MODULE": "league.site.settings",
            "SECRET_KEY": "a-key-for-these-tests-" * 3,
            "DATA_DIR": str(data),
            "PYTHONPATH": os.pathsep.join((str(patient), str(ROOT))),
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
def serving(
    data: Path, port: int, secure: int | None = None, **variables: str
) -> Iterator["subprocess.Popen[str]"]:
    """A server that has said that it is ready; ended with all it started."""
    process = start(data, "--port", str(port), *doors(secure), **variables)
    try:
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith("Stop it"):
                break
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate(timeout=PATIENCE)


@dataclass
class Site:
    """A server that runs until the last test here, at both doors: for those that only ask."""

    process: "subprocess.Popen[str]"
    data: Path
    port: int
    secure: int


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The server; whatever it was asked, at the end it stops when it is told."""
    data = tmp_path_factory.mktemp("site")
    first_start.lay_out(data)
    port, secure = free_port(), free_port()
    with serving(data, port, secure) as process:
        assert ask(port, "/rules/").status == 200
        wait_until(lambda: not refuses(secure))
        yield Site(process, data, port, secure)
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE)
        assert process.returncode == 0


def ask(port: int, path: str, host: str = "127.0.0.1", **headers: str) -> http.client.HTTPResponse:
    """The answer to one question; waits for a server that is about to listen."""
    end = time.monotonic() + PATIENCE
    while True:
        connection = http.client.HTTPConnection(host, port, timeout=PATIENCE)
        try:
            connection.request("GET", path, headers=headers)
            answer = connection.getresponse()
            answer.text = answer.read().decode(errors="replace")  # type: ignore[attr-defined]
        except ConnectionError:
            if time.monotonic() > end:
                raise
            time.sleep(PAUSE)
        else:
            return answer
        finally:
            connection.close()


def refuses(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=PATIENCE).close()
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
            answer = self.opener.open(address, timeout=PATIENCE)
        else:
            page, _ = self.open(address)
            token = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page)[0]
            sent = urlencode({**form, "csrfmiddlewaretoken": token}).encode()
            origin = "/".join(address.split("/")[:3])
            headers = {"Origin": origin, "Referer": address}
            asked = urllib.request.Request(address, sent, headers)  # noqa: S310
            answer = self.opener.open(asked, timeout=PATIENCE)
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
            policy = WORKER_POLICY if "-worker." in path else POLICY
            assert file.headers["Content-Security-Policy"] == policy, path

        second = start(data, "--port", str(port), "--no-secure")
        _, told = second.communicate(timeout=PATIENCE)
        assert second.returncode == 1
        assert told.startswith(f"Roundhouse is running already. Open: http://localhost:{port}/")
        # At another port too, and also without the command that makes ready.
        other = str(free_port())
        third = start(data, "--port", other, "--no-secure")
        words = [sys.executable, "-m", "league.site.server.process", "127.0.0.1", other]
        environment = {**os.environ, "DATA_DIR": str(data), "SECRET_KEY": "another key " * 5}
        environment["DJANGO_SETTINGS_MODULE"] = "league.site.settings"
        fourth = subprocess.Popen(
            words, cwd=ROOT, env=environment, stderr=subprocess.PIPE, text=True
        )
        said = (
            f"Roundhouse is running already. Open: http://localhost:{port}/",
            "Roundhouse runs on",
        )
        for refused, sentence in zip((third, fourth), said, strict=True):
            _, told = refused.communicate(timeout=PATIENCE)
            assert refused.returncode == 1
            assert told.startswith(sentence)

        process.send_signal(signal.SIGTERM)
        _, told = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0
        assert "elsewhere.example" in told
        assert "SITE_ADDRESSES" in told
        assert "Traceback" not in told
        wait_until(lambda: refuses(port))


def test_a_server_lets_nobody_else_read_what_it_writes_or_finds(data: Path) -> None:
    """Started under a careless umask, in an open folder, with a file from before."""
    data.chmod(0o755)
    (data / "secret-key").write_text("x" * 60)
    (data / "secret-key").chmod(0o644)
    before = os.umask(0)
    try:
        port = free_port()
        with serving(data, port, free_port()):
            assert ask(port, "/").status in {200, 302}
            found = {}
            for path in data.rglob("*"):
                # Others may read what is served to everybody; a -wal comes and goes.
                with suppress(FileNotFoundError):
                    if not path.is_relative_to(data / "static"):
                        found[path.name] = path.stat().st_mode
            assert {"roundhouse.sqlite3", "secret-key", "server.lock"} <= set(found)
            assert [name for name, mode in found.items() if mode & 0o077] == []
    finally:
        os.umask(before)


def test_it_runs_where_no_module_of_posix_can_be_imported(data: Path) -> None:
    port = free_port()
    pretended = os.pathsep.join((str(ROOT / "tests/windows/pretended"), str(ROOT)))
    with serving(data, port, PYTHONPATH=pretended) as process:
        assert ask(port, "/rules/").status == 200
        second = start(data, "--port", str(port), "--no-secure", PYTHONPATH=pretended)
        _, told = second.communicate(timeout=PATIENCE)
        assert told.startswith(f"Roundhouse is running already. Open: http://localhost:{port}/")
        os.killpg(process.pid, signal.SIGINT)
        _, told = process.communicate(timeout=PATIENCE)
        assert (process.returncode, told) == (0, "")
        wait_until(lambda: refuses(port))


@contextmanager
def listening(port: int) -> Iterator[Iterator[str]]:
    """What a page hears that listens for news of a game; ends with the stream."""
    key = Signer(key="a-key-for-these-tests-" * 3, sep="~", salt=SIGNER.salt).sign("scoring.game~1")
    with urlopen(f"http://127.0.0.1:{port}/news/?watch={key}", timeout=PATIENCE) as stream:
        assert stream.headers["Content-Type"] == "text/event-stream"
        lines = (line.decode().removesuffix("\n") for line in stream)
        yield (line for line in lines if line and not line.startswith("retry: "))


@pytest.mark.parametrize("signum", [signal.SIGINT, signal.SIGHUP])
def test_ctrl_c_and_a_closed_terminal_end_all_of_it(data: Path, signum: int) -> None:
    """A terminal tells every process of its group: granian's worker must not hear it twice."""
    port, secure = free_port(), free_port()
    with serving(data, port, secure) as process:
        assert ask(port, "/no-such-page").status == 404
        wait_until(lambda: not refuses(secure))
        assert len(workers_of(process)) == 2
        assert process.pid not in map(os.getpgid, workers_of(process))
        with listening(port) as events:
            assert next(events) == "data:"
            os.killpg(process.pid, signum)
            assert [line for line in events if not line.startswith("data:")] == []
        _, told = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0
        assert "Killing worker" not in told
        wait_until(lambda: refuses(port) and refuses(secure))


def test_a_killed_server_leaves_no_worker_at_its_port(data: Path) -> None:
    port, secure = free_port(), free_port()
    with serving(data, port, secure) as process:
        assert ask(port, "/no-such-page").status == 404
        wait_until(lambda: not refuses(secure))
        process.kill()
        process.communicate(timeout=PATIENCE)
        wait_until(lambda: refuses(port) and refuses(secure))


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the worker watches its parent")
def test_a_worker_ends_whose_parent_died_while_it_began(monkeypatch: pytest.MonkeyPatch) -> None:
    """Linux tells nobody of a death that was before the question; the port would stay taken."""
    told = SimpleNamespace(prctl=lambda *_words: 0)
    monkeypatch.setattr("ctypes.CDLL", lambda _library: told)
    monkeypatch.setattr("os.setpgid", lambda *_group: None)
    handlers: dict[int, object] = {}
    monkeypatch.setattr("signal.signal", handlers.__setitem__)
    gone = SimpleNamespace(pid=os.getppid() + 1)
    monkeypatch.setattr("multiprocessing.parent_process", lambda: gone)
    monkeypatch.setattr(server, "end_at_once", lambda: sys.exit("ended"))
    with pytest.raises(SystemExit, match="ended"):
        server.load_application(1, 0)
    # Until granian has its own handler, a worker that is told to end does so at once.
    assert handlers[signal.SIGTERM] is signal.SIG_DFL


def test_another_device_is_asked_for_the_code_that_the_window_shows(tmp_path: Path) -> None:
    # A folder of its own: where copies of another site are kept, an empty database is a lost one.
    data = tmp_path / "data"
    data.mkdir()
    first_start.lay_out(data)
    port = free_port()
    process = start(data, "--port", str(port), "--no-secure", PLAIN_SIGN_IN="on")
    try:
        assert process.stdout is not None
        told = list(itertools.takewhile(lambda line: "Stop it" not in line, process.stdout))
        lines = [line for line in told if "from another device" in line]
        assert len(lines) == 1, "".join(told)
        line = lines[0]
        assert (data / "setup-code").read_text() == f"{line.split()[-1]}\n"
        # From its own address in the network, this machine is another device as well.
        others: list[tuple[str, dict[str, str]]]
        others = [(address, {}) for address in addresses.lan_addresses()]
        others += [("127.0.0.1", {"X-Forwarded-For": "127.0.0.1"})]
        for host, headers, asked in (("127.0.0.1", {}, False), *((*one, True) for one in others)):
            page = ask(port, "/setup/", host, **headers)
            assert ('name="code"' in page.text) is asked, host  # type: ignore[attr-defined]
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate(timeout=PATIENCE)


def test_each_door_has_rights_and_cookies_of_its_own(site: Site) -> None:
    """On this computer itself http is as good as https; what one door gave, the other knows not."""
    plain_door, secure_door = f"http://127.0.0.1:{site.port}", f"https://127.0.0.1:{site.secure}"
    assert ask(site.port, "/").status == 302
    with pytest.raises(URLError, match="CERTIFICATE_VERIFY_FAILED"):
        urllib.request.urlopen(secure_door, timeout=PATIENCE)
    organizer = Browser(site.data)
    told = {"club": "Hillside", "name": "Ann", "username": "ann", "password": "Velvet-orchid-9"}
    page, where = organizer.open(f"{secure_door}/setup/", told)
    assert where == f"{secure_door}/"
    assert "Your club is set up." in page
    assert {cookie.secure for cookie in organizer.cookies} == {True}
    assert all(cookie.name.startswith("__Host-") for cookie in organizer.cookies)
    with pytest.raises(HTTPError, match="404"):
        organizer.open(f"{plain_door}/club/")
    form = {"login": "ann", "password": "Velvet-orchid-9"}
    organizer.open(f"{plain_door}/sign-in/", form)
    assert "Hillside" in organizer.open(f"{plain_door}/club/")[0]
    # From another device, whatever it says, http is http: no header makes it more.
    elsewhere = {"Host": f"{socket.gethostname()}:{site.port}", "X-Forwarded-Proto": "https"}
    for path in ("/sign-in/", f"https://127.0.0.1:{site.secure}/sign-in/"):
        assert ask(site.port, path, **elsewhere).status == 403

    page, _ = organizer.open(f"{secure_door}/tablets/", {"name": "Table 1"})
    code = re.findall(r'<p class="big code">([\d ]+)</p>', page)[0]
    tablet, known = Browser(site.data), '<li class="club-name">Table 1</li>'
    assert "It is called Table 1." in tablet.open(f"{plain_door}/pair/", {"code": code})[0]
    assert known not in tablet.open(f"{secure_door}/")[0]
    assert known in tablet.open(f"{secure_door}/pair/", {"move": "yes"})[0]
    assert known in tablet.open(f"{plain_door}/")[0]


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
    """The server's threads come and go, and would leave theirs open until no file can be opened.

    One connection stays, since the site holds the database open itself. SQLite closes no handle of
    the file as long as that one has a lock, but takes it for the next that opens the file.
    """
    port = free_port()
    with serving(data, port) as process:
        for _asked in range(40):
            assert ask(port, "/").status in {200, 302}
        (worker,) = workers_of(process)
        handles = [name for name in files_of(worker) if name.endswith("sqlite3")]
        assert 1 <= len(handles) <= 1 + THREADS


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
    _, told = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert told.startswith("The database cannot be used")
    assert "Traceback" not in told


@pytest.mark.parametrize(
    ("step", "error", "said"),
    [
        ("call_command", OperationalError("database or disk is full"), "^The disk is full.*Free"),
        ("collect_files", OSError(ENOSPC, os.strerror(ENOSPC)), "No space left.*free some space"),
        ("collect_files", OSError(EROFS, os.strerror(EROFS)), "Read-only.*folder writable"),
    ],
)
def test_a_disk_that_takes_nothing_is_told(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, step: str, error: Exception, said: str
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise error

    settings.DEBUG = False
    monkeypatch.setattr(serve, "trouble_at_start", list)
    for name in ("copy_before_migrations", "call_command", "collect_files"):
        monkeypatch.setattr(serve, name, fails if name == step else lambda *_, **__: None)
    with pytest.raises(serve.ServeError, match=said):
        serve.make_ready()


def test_a_data_folder_that_takes_nothing_is_told(tmp_path: Path, settings: Settings) -> None:
    settings.DATA_DIR = tmp_path / "file"
    settings.DATA_DIR.touch()
    with (
        pytest.raises(BackupError, match="Nothing can be written to"),
        running.only_server(),
    ):
        pass


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
    assert f"    {root.short}   (SHA-256)" in lines
    plain = serve.welcome("0.0.0.0", 8000)  # noqa: S104
    assert "https://" not in "\n".join(plain)
    assert "Leave --no-secure out." in "\n".join(plain)


@pytest.mark.parametrize("allowed", [False, True])
def test_the_welcome_says_what_plain_http_is_good_for(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, *, allowed: bool
) -> None:
    settings.PLAIN_SIGN_IN = allowed
    monkeypatch.setattr(serve, "lan_addresses", lambda: ["192.168.1.20"])
    for secure in (None, 8443):
        told = "\n".join(serve.welcome("0.0.0.0", 8000, secure))  # noqa: S104
        assert ("for paired tablets and for watching: http://192.168.1.20" in told) != allowed
        assert (serve.PLAIN_SIGN_IN_COSTS in told) == allowed
        assert (serve.NO_ACCOUNTS in told) == (not allowed and not secure)
    settings.SITE_ADDRESSES = ["http://192.168.1.20:8000"]
    assert (serve.NO_ACCOUNTS in "\n".join(serve.welcome("::", 8000))) != allowed
    settings.SITE_ADDRESSES += ["https://scores.example.org"]
    assert "set TRUST_PROXY=on." in "\n".join(serve.welcome("::", 8000))
    settings.TRUST_PROXY = True
    assert "TRUST_PROXY" not in "\n".join(serve.welcome("::", 8000))


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


@pytest.mark.parametrize("option", ["--port", "--secure-port"])
def test_a_busy_port_is_told_with_the_next_one(option: str) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = int(taken.getsockname()[1])
        with pytest.raises(serve.ServeError, match=f"serve {option} {port + 1}"):
            serve.refuse_if_busy("127.0.0.1", port, option)


def test_a_port_that_is_taken_meanwhile_is_told() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = int(taken.getsockname()[1])
        with pytest.raises(SystemExit, match=f"Port {port} was taken.*Start Roundhouse again"):
            server.make_server("127.0.0.1", [server.Door(port, 1)])._init_shared_socket()


def test_workers_of_a_door_share_its_socket_and_one_makes_copies() -> None:
    door = server.Door(free_port(), 1, workers=3)
    doors = server.make_server("127.0.0.1", [door, server.Door(free_port(), 1)])
    doors._init_shared_socket()
    try:
        assert (doors.workers, len(doors.opened)) == (4, 2)
        workers = [doors._spawn_worker(number, abs, None).inner for number in range(4)]
        loads = [worker._args[2].keywords["is_first"] for worker in workers]
        assert loads == [True, False, False, False]
    finally:
        for opened in doors.opened.values():
            opened["_sso"].close()


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


@pytest.mark.parametrize("number", [4, 40])
def test_slow_connections_keep_nobody_waiting(site: Site, number: int) -> None:
    """Pages are answered while each connection of the attack is still open.

    `python -m tests.attack` does it with 400, behind the proxies too, and with a clock.
    """
    path = engine_path(site.data)
    plain = Door("http", site.port, secure=False)
    for door in (plain, Door("https", site.secure, secure=True)):
        for name in ATTACKS:
            held, pages = run_apart(meanwhile(door, name, number, path))
            assert [page[:12] for page in pages] == [b"HTTP/1.1 200"] * len(PAGES), name
            assert (held.open_now, held.cut) == (number, 0), f"{door.name}: {name}"


async def meanwhile(door: Door, name: str, number: int, path: str) -> tuple[Held, list[bytes]]:
    """What became of an attack, and the pages that somebody else got while it went on."""
    async with attacking(door, name, number, path) as held:
        pages = [await read_whole(door, page) for page in PAGES]
        return copy(held), pages


def test_a_body_that_is_too_large_is_answered_and_not_kept(site: Site) -> None:
    for path in ("/sign-in/", "/people/import/"):
        connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=PATIENCE)
        connection.request("POST", path, body=bytes(3_000_000))
        answer = connection.getresponse()
        assert answer.status == 413
        assert b"That is too large." in answer.read()
        assert answer.headers["Content-Security-Policy"] == POLICY
        connection.close()
    # An answer that nobody took, in a test before, may be about to go.
    wait_until(lambda: not temporary_files(site.process))


def temporary_files(process: "subprocess.Popen[str]") -> list[str]:
    """Those that the workers of a server have open."""
    return [name for pid in workers_of(process) for name in files_of(pid) if "(deleted)" in name]


def heads(port: int, sent: bytes) -> list[bytes]:
    """The first line of each answer on one connection, until the server ends it."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
        connection.sendall(sent)
        answers = b"".join(iter(partial(connection.recv, 65536), b""))
    return re.findall(rb"HTTP/1\.1 \d+", answers)


def test_no_request_hides_in_another(site: Site) -> None:
    """Where a request ends is never in doubt: a proxy in front could see it elsewhere."""
    hidden = b"GET /rules/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    length, chunks = (
        b"Content-Length: %d\r\n" % (5 + len(hidden)),
        b"Transfer-Encoding: chunked\r\n",
    )
    odd = (
        (chunks + length, b"0\r\n\r\n"),
        (length + chunks, b"0\r\n\r\n"),
        (chunks.replace(b"chunked", b"xchunked"), b""),
        (chunks.replace(b"chunked", b"chunked, identity"), b"0\r\n\r\n"),
        (chunks.replace(b":", b" :"), b""),
        (chunks.replace(b" chunked", b"\r\n chunked"), b""),
        (chunks + chunks, b"0\r\n\r\n"),
        (b"Content-Length: 0\r\n" + length, b""),
        (b"Content-Length: 0, 0\r\n", b""),
    )
    for head, body in odd:
        first = b"POST /sign-in/ HTTP/1.1\r\nHost: localhost\r\n" + head + b"\r\n" + body
        assert len(heads(site.port, first + hidden)) == 1, head
    plain = b"POST /sign-in/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n"
    assert len(heads(site.port, plain + hidden)) == 2
