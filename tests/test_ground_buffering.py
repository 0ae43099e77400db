"""What reaches a thread of the site: whole requests within their limits, in turn by address."""

import asyncio
import errno
import itertools
import json
import os
import select
import socket
import sqlite3
import subprocess
import sys
import threading
import zlib
from collections.abc import Coroutine, Iterable
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from pytest_django import Settings

from league.site import settings as served
from league.site.server import limits, sharing
from league.site.server.buffering import Buffering, Pace, Places
from league.site.server.connections import OPEN_FILES, cut_too_many
from league.site.server.fair_pool import FairPool
from league.site.server.files import QuickAnswers, RefusedError
from league.site.server.wsgi_call import Answer, make_environ
from scoring.watching import stream
from scoring.watching.keys import SIGNER
from tests.loops import run_apart
from tests.waiting import PATIENCE

IMPORT = "/people/import/"
Headers = dict[str, str]


def scope(path: str = "/", method: str = "POST", **headers: str) -> dict[str, Any]:
    """A request's head as the server passes it on."""
    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": b"",
        "http_version": "1.1",
        "scheme": "http",
        "server": ("127.0.0.1", 8000),
        "client": ("192.0.2.7", 40000),
        "headers": [(b"host", b"localhost"), *raw],
    }


class Site:
    """A WSGI application that keeps what reaches it; it shows the import if there is a cookie."""

    def __init__(self) -> None:
        self.bodies: list[tuple[str, str, int]] = []

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        body = environ["wsgi.input"].read()
        path = environ["PATH_INFO"]
        self.bodies.append((environ["REQUEST_METHOD"], path, len(body)))
        known = path != IMPORT or environ.get("HTTP_COOKIE") == "sessionid=ann"
        start_response("200 OK" if known else "404 Not Found", [("Content-Length", "4")])
        return [b"page"]


def asked(
    site: Site, head: dict[str, Any], pieces: Iterable[bytes] = (), *, hangs: bool = False
) -> tuple[int, bytes]:
    """Return the status and the body of the answer to a request sent in pieces."""
    sent: list[dict[str, Any]] = []
    left = list(pieces)

    async def receive() -> dict[str, Any]:
        if left:
            return {"type": "http.request", "body": left.pop(0), "more_body": bool(left) or hangs}
        if hangs:
            await asyncio.sleep(60)
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    run_apart(Buffering(site, 1)(head, receive, send))
    return sent[0]["status"], b"".join(message.get("body", b"") for message in sent)


@pytest.fixture(autouse=True)
def _with_files(settings: Settings, tmp_path: Path) -> None:
    """The middlewares as they are served; the suite has none that looks for files."""
    settings.MIDDLEWARE = served.MIDDLEWARE
    settings.STATIC_ROOT = tmp_path


@pytest.fixture
def site() -> Site:
    return Site()


def test_a_form_reaches_the_site_as_a_whole(site: Site) -> None:
    assert asked(site, scope("/x/", content_length="6"), [b"abc", b"def"]) == (200, b"page")
    assert asked(site, scope("/x/", transfer_encoding="chunked"), [b"abc", b"de"])[0] == 200
    assert site.bodies == [("POST", "/x/", 6), ("POST", "/x/", 5)]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"content_length": str(limits.FORM_BYTES + 1)}, 413),
        ({"content_length": str(300 * limits.MB), "expect": "100-continue"}, 413),
        ({"transfer_encoding": "chunked"}, 413),
        ({"content_length": "5", "transfer_encoding": "chunked"}, 400),
        ({"transfer_encoding": "gzip, chunked"}, 400),
        ({"content_length": "-1"}, 400),
        ({"content_length": "+5"}, 400),
        ({"content_length": "9" * 30}, 400),
        ({"content_length": str(limits.FORM_BYTES)}, 400),
    ],
    ids=str,
)
def test_what_is_too_large_odd_or_short_never_reaches_it(
    site: Site, headers: Headers, status: int
) -> None:
    pieces = [b"x" * limits.KB] * 257 if "transfer_encoding" in headers else [b"x"]
    assert asked(site, scope("/sign-in/", **headers), pieces)[0] == status
    assert site.bodies == []


@pytest.mark.parametrize("sends", [True, False])
def test_what_finds_no_room_on_the_disk_can_be_tried_again(
    site: Site, monkeypatch: pytest.MonkeyPatch, sends: bool
) -> None:
    """A large file that comes, and a large page that goes, wait there."""

    class Full(BytesIO):
        def write(self, data: Any) -> int:
            if data in (b"large", b"page"):
                raise OSError(errno.ENOSPC, "No space left on device")
            return super().write(data)

    monkeypatch.setattr("league.site.server.buffering.spool", Full)
    monkeypatch.setattr("league.site.server.wsgi_call.spool", Full)
    pieces = [b"large"] if sends else []
    status, page = asked(site, scope("/x/", content_length=str(5 * sends)), pieces)
    assert status == 503
    assert b"The club&#x27;s server cannot save just now." in page
    assert site.bodies == ([] if sends else [("POST", "/x/", 0)])


def test_a_refusal_leaves_a_line(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    asked(site, scope("/sign-in/", content_length=str(limits.FORM_BYTES + 1)))
    (line,) = caplog.records
    assert line.name == "django.security.limits.413"
    assert line.getMessage() == "Refused with 413: POST /sign-in/ from 192.0.2.7"


@pytest.mark.parametrize(("cookie", "status"), [("sessionid=ann", 200), ("sessionid=x", 413)])
def test_a_file_is_read_only_from_whoever_may_see_its_page(
    site: Site, cookie: str, status: int
) -> None:
    size = limits.MB
    head = scope(IMPORT, content_length=str(size), cookie=cookie)
    assert asked(site, head, [b"x" * limits.KB] * 1024)[0] == status
    taken = [("POST", IMPORT, size)] if status == 200 else []
    assert site.bodies == [("HEAD", IMPORT, 0), *taken]


def test_no_file_may_be_larger_than_its_address_takes(site: Site) -> None:
    head = scope(IMPORT, content_length=str(26 * limits.MB), cookie="sessionid=ann")
    status, page = asked(site, head)
    assert (status, site.bodies) == (413, [("HEAD", IMPORT, 0)])
    assert b"Send at most 25 MB." in page


def test_a_half_sent_form_is_given_up(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PAUSE_SECONDS", 0.01)
    status, page = asked(site, scope("/sign-in/", content_length="9"), [b"x"], hangs=True)
    assert (status, site.bodies) == (408, [])
    assert b"It took too long to arrive." in page


def test_a_sender_below_the_slowest_pace_is_given_up(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "BODY_SECONDS", 0.0)
    monkeypatch.setattr(limits, "SLOWEST_BYTES_A_SECOND", 1e9)
    assert asked(site, scope("/x/", content_length="9"), [b"x"], hangs=True)[0] == 408


def test_a_script_and_a_part_of_a_page_are_refused_in_their_own_form(site: Site) -> None:
    large = str(limits.FORM_BYTES + 1)
    told = asked(site, scope("/x/", content_length=large, accept="application/json"))[1]
    assert json.loads(told)["saved"] is False
    part = asked(site, scope("/x/", content_length=large, hx_request="true"))[1]
    assert b"That is too large." in part
    assert b"<html" not in part


def test_a_header_that_passes_for_the_proxys_is_left_out() -> None:
    head = scope("/x/")
    head["headers"] += [
        (b"x-forwarded-for", b"192.0.2.1"),
        (b"x_forwarded_for", b"198.51.100.9"),
        (b"cookie", b"a=1"),
        (b"cookie", b"b=2"),
    ]
    environ = make_environ(head)
    assert environ["HTTP_X_FORWARDED_FOR"] == "192.0.2.1"
    assert environ["HTTP_COOKIE"] == "a=1; b=2"


def test_above_its_limit_an_address_loses_its_oldest_on_the_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "AN_ADDRESS", 2)

    async def try_it() -> None:
        places = Places()
        ended = []

        async def half_sent(name: str) -> None:
            async with places.place("192.0.2.7") as place:
                with suppress(TimeoutError):
                    async with place.on_the_line(60):
                        await asyncio.Event().wait()
                ended.append(name)

        tasks = [asyncio.create_task(half_sent(name)) for name in ("first", "second")]
        await asyncio.sleep(0)
        async with places.place("192.0.2.7"):
            await tasks[0]
            assert ended == ["first"]
            async with places.place("192.0.2.8"):
                assert ended == ["first"]
            async with places.place("192.0.2.7"):
                await tasks[1]
                with pytest.raises(RefusedError, match="503"):
                    async with places.place("192.0.2.7"):
                        pass

    run_apart(try_it())


def test_who_asks_often_waits_for_oneself() -> None:
    """A thousand requests of one address do not stand before the first of another."""

    async def try_it() -> list[str]:
        pool = FairPool(1)
        go_on = threading.Event()
        done: list[str] = []
        first = asyncio.create_task(pool.run("flood", go_on.wait))
        await asyncio.sleep(0)
        calls = [("flood", "flood")] * 3 + [("calm", "calm")]
        tasks = [
            asyncio.create_task(pool.run(address, lambda name=name: done.append(name)))
            for address, name in calls
        ]
        await asyncio.sleep(0)
        go_on.set()
        await asyncio.gather(first, *tasks)
        return done

    assert run_apart(try_it()) == ["flood", "calm", "flood", "flood"]


def test_an_address_that_asks_for_many_files_keeps_nobody_waiting(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files need no thread: their turns are taken on the loop itself."""
    order: list[str] = []

    def file(_quick: QuickAnswers, environ: dict[str, Any]) -> Answer:
        order.append(environ["REMOTE_ADDR"])
        return Answer(200, [], BytesIO())

    async def send(message: dict[str, Any]) -> None:
        """Nobody reads it."""

    async def receive() -> dict[str, Any]:
        return {"type": "http.request"}

    async def try_it() -> None:
        buffering = Buffering(site, 1)
        clients = [("192.0.2.66", 40_000)] * 50 + [("192.0.2.1", 40_000)]
        heads = [scope("/static/x.js", "GET") | {"client": client} for client in clients]
        await asyncio.gather(*(buffering(head, receive, send) for head in heads))

    monkeypatch.setattr(QuickAnswers, "file", file)
    run_apart(try_it())
    assert len(order) == 51
    assert order.index("192.0.2.1") < 3


@pytest.mark.parametrize(
    ("control", "query", "asked_for"),
    [
        ("public, max-age=0, s-maxage=1", "for-all=de", 1),
        ("private", "for-all=de", 3),
        ("public, max-age=0, s-maxage=1", "", 3),
    ],
)
def test_what_is_the_same_for_all_is_asked_for_once(
    control: str, query: str, asked_for: int
) -> None:
    asked: list[str] = []

    def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        asked.append(environ["QUERY_STRING"])
        start_response("200 OK", [("Cache-Control", control)])
        return [b"sheet"]

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def try_it() -> list[bytes]:
        buffering = Buffering(application, 1)
        sent: list[bytes] = []

        async def send(message: dict[str, Any]) -> None:
            sent.append(message.get("body", b""))

        def ask(query: str) -> Coroutine[Any, Any, None]:
            head = scope("/watch/now/", "GET") | {"query_string": query.encode()}
            return buffering(head, receive, send)

        await asyncio.gather(ask(query), ask(query), ask(query))
        assert len(asked) == asked_for
        await ask(f"{query}&seen=x")
        assert len(asked) == asked_for + 1
        return [body for body in sent if body]

    assert run_apart(try_it()) == [b"sheet"] * 4


@pytest.mark.parametrize("seconds", [PATIENCE, 0])
def test_an_answer_is_ready_for_who_asks_in_the_same_words(
    monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    """Also for the ten thousandth, of whose request nothing else is read; and for no longer."""
    monkeypatch.setattr(sharing, "SECONDS", seconds)
    numbers = itertools.count(1)

    def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        start_response("200 OK", [("Cache-Control", "public, s-maxage=1")])
        return [f"{environ['HTTP_HOST']} {environ['QUERY_STRING']} {next(numbers)}".encode()]

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def try_it() -> list[str]:
        buffering = Buffering(application, 1)
        sent: list[str] = []

        async def send(message: dict[str, Any]) -> None:
            sent.append(message.get("body", b"").decode())

        for host, query in [("a", "x"), ("a", "x"), ("a", "y"), ("b", "x"), ("a", "x")]:
            head = scope("/watch/now/", "GET") | {"headers": [(b"host", host.encode())]}
            head["query_string"] = f"for-all=de&{query}".encode()
            await buffering(head, receive, send)
        assert bool(buffering._shared.ready(head)) == bool(seconds)
        return [body for body in sent if body]

    answers = run_apart(try_it())
    shown = [answer.rpartition(" ")[0].replace("for-all=de&", "") for answer in answers]
    assert shown == ["a x", "a x", "a y", "b x", "a x"]
    assert not seconds or next(numbers) == 3 + 1


def listen(site: Site, query: str, **headers: str) -> tuple[int, bytes]:
    """What a page is sent that listens, and goes away at once."""
    head = scope("/news/", "GET", **headers) | {"query_string": query.encode()}
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.disconnect" if sent else "http.request"}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    run_apart(Buffering(site, 1)(head, receive, send))
    return sent[0]["status"], b"".join(message.get("body", b"") for message in sent)


def test_who_listens_with_a_key_of_ours_takes_no_thread(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "newest_marks", lambda rows: dict.fromkeys(rows, "mark"))
    key = SIGNER.sign("scoring.game~12")
    status, text = listen(site, f"watch={key}")
    assert (status, text[:7]) == (200, b"retry: ")
    _status, packed = listen(site, f"watch={key}", accept_encoding="gzip, br")
    assert zlib.decompressobj(16 + zlib.MAX_WBITS).decompress(packed)[:7] == b"retry: "
    for query in ("", "watch=", "watch=scoring.game~12~x", "&".join([f"watch={key}"] * 9)):
        assert listen(site, query)[0] == 400
    monkeypatch.setattr(limits, "LISTENERS_OF_AN_ADDRESS", 0)
    assert listen(site, f"watch={key}")[0] == 503
    assert site.bodies == []


def test_who_listens_for_a_part_for_everybody_is_sent_it_and_it_is_asked_for_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever has seen it hears its mark alone; a part that is not for all is asked for."""
    monkeypatch.setattr(stream, "newest_marks", lambda rows: dict.fromkeys(rows, "m1"))
    asked: list[dict[str, Any]] = []

    def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        asked.append(environ)
        is_private = "private" in environ["PATH_INFO"]
        control = "no-store" if is_private else "public, s-maxage=1"
        start_response("200 OK", [("Cache-Control", control), ("ETag", '"e1"')])
        return ["<p>Zoë</p>\r\n<p></p>".encode()]

    key = SIGNER.sign("scoring.game~12")
    parts = {
        "seen none": f"{key} /w%C3%A4tch/now/?x=1&for-all=de&seen=e0",
        "seen this": f"{key} /w%C3%A4tch/now/?x=1&for-all=de&seen=e1",
        "private": f"{key} /private/?for-all=de&seen=e0",
        "of the asker": f"{key} /watch/now/?seen=e0",
        "elsewhere": f"{key} //example.org/?for-all=de&seen=e0",
    }

    async def try_it() -> dict[str, str]:
        buffering = Buffering(application, 1)
        heard = dict.fromkeys(parts, "")

        async def one(who: str) -> None:
            gone = asyncio.Event()

            async def receive() -> dict[str, Any]:
                await gone.wait()
                return {"type": "http.disconnect"}

            async def send(message: dict[str, Any]) -> None:
                heard[who] += message.get("body", b"").decode()
                if "m1" in heard[who]:
                    gone.set()

            query = urlencode([("watch", key), ("part", parts[who])]).encode()
            headers = [(b"host", b"a"), (b"cookie", b"sessionid=x")]
            head = scope("/news/", "GET") | {"query_string": query, "headers": headers}
            await asyncio.wait_for(buffering(head, receive, send), PATIENCE)

        await asyncio.gather(*map(one, parts))
        return heard

    heard = {who: text.partition("\n")[2] for who, text in run_apart(try_it()).items()}
    pushed = f"event: part\ndata: {key} m1 e1\n"
    assert heard["seen none"].endswith(f"{pushed}data: <p>Zoë</p>\ndata: <p></p>\n\n")
    assert heard["seen this"].endswith(f"{pushed}\n")
    for who in ("private", "of the asker", "elsewhere"):
        assert heard[who].endswith(f"data: {key} m1\n\n"), who
    assert sorted(environ["QUERY_STRING"] for environ in asked) == [
        "for-all=de&heard=m1",
        "x=1&for-all=de&heard=m1",
    ]
    for environ in asked:
        assert "HTTP_COOKIE" not in environ
        assert environ["HTTP_HOST"] == "a"


def test_one_who_stops_waiting_leaves_the_thread_to_the_next() -> None:
    async def try_it() -> str:
        pool = FairPool(1)
        go_on = threading.Event()
        first = asyncio.create_task(pool.run("a", go_on.wait))
        await asyncio.sleep(0)
        gone = asyncio.create_task(pool.run("b", lambda: "gone"))
        await asyncio.sleep(0)
        last = asyncio.create_task(pool.run("c", lambda: "last"))
        await asyncio.sleep(0)
        gone.cancel()
        go_on.set()
        await first
        return await asyncio.wait_for(last, 60)

    assert run_apart(try_it()) == "last"


def handles_of(*connections: socket.socket) -> int:
    """How often these connections stand among the open files of this process."""
    inodes = {os.fstat(connection.fileno()).st_ino for connection in connections}
    count = 0
    for file in list(OPEN_FILES.iterdir()):
        with suppress(OSError):
            count += file.stat().st_ino in inodes
    return count


@pytest.mark.skipif(not OPEN_FILES.is_dir(), reason="the system does not list open files")
def test_an_address_loses_the_idle_connections_that_it_has_too_many_of() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        ours = [socket.create_connection(("127.0.0.1", port)) for _ in range(5)]
        theirs = [listener.accept()[0] for _ in ours]
        busy = {connection.getsockname() for connection in ours[:2]}
        assert cut_too_many(port, busy, 3) == 2
        assert handles_of(*ours, *theirs) == 10, "no second handle is left open"
        ended: list[socket.socket] = []
        while len(ended) < 2:
            left = [connection for connection in ours if connection not in ended]
            ready, _, _ = select.select(left, [], [], PATIENCE)
            assert {connection.recv(1) for connection in ready} == {b""}
            ended += ready
        assert not busy & {connection.getsockname() for connection in ended}
        assert cut_too_many(port, busy, 5) == 0
        assert cut_too_many(port, set(), 3, apart=busy) == 0
        for connection in (*ours, *theirs):
            connection.close()


def test_counting_connections_loosens_no_lock_of_the_database(tmp_path: Path) -> None:
    """A second handle of a file that is closed takes all of a process's locks on it along."""
    database = tmp_path / "locked.sqlite3"
    ours = sqlite3.connect(database, isolation_level=None)
    ours.execute("PRAGMA journal_mode=WAL")
    ours.execute("CREATE TABLE one (number)")
    ours.execute("BEGIN IMMEDIATE")
    cut_too_many(1, set(), 1)
    theirs = (
        "import sqlite3, sys\n"
        "other = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=0)\n"
        "other.execute('BEGIN IMMEDIATE')"
    )
    done = subprocess.run(
        [sys.executable, "-c", theirs, database], capture_output=True, text=True, check=False
    )
    ours.close()
    assert "database is locked" in done.stderr


def test_files_and_pages_carry_the_same_headers() -> None:
    """A file is answered by the site's own first middlewares, and what is none is a page's."""
    environ = make_environ(scope("/static/no-such-file", method="GET"))
    quick = QuickAnswers()
    assert quick.file(environ) is None
    refused = quick.refusal(environ, RefusedError(503))
    headers = dict(refused.headers)
    assert headers[b"retry-after"] == b"5"
    assert b"default-src 'self'" in headers[b"content-security-policy"]
    assert headers[b"x-content-type-options"] == b"nosniff"
    refused.body.close()


def test_long_answers_to_an_address_share_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who begins many downloads waits for oneself, by a clock that the test sets."""
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(round(seconds, -3))

    monkeypatch.setattr(limits, "BYTES_A_SECOND_OF_AN_ADDRESS", 0.001)
    monkeypatch.setattr(asyncio, "sleep", sleep)

    async def try_it() -> None:
        pace = Pace()
        for _part in range(3):
            await pace.keep(10)
        await Pace().keep(10)

    run_apart(try_it())
    assert slept == [0, 10_000, 20_000, 0]
