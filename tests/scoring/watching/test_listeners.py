"""Telling many pages the same: as one browser reads it, at its pace, and not too often."""

import asyncio
import zlib

import pytest

from scoring.watching import listeners
from scoring.watching.keys import Watched
from scoring.watching.listeners import Group, Page, Watch
from scoring.watching.packed import GZIP_HEAD, event_of, takes_gzip
from scoring.watching.pushed import News, news_that_it_moved
from tests.loops import run_apart


class Line:
    """What a page was sent, which it takes only while it is `free`."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.free = asyncio.Event()

    async def send(self, text: bytes) -> None:
        await self.free.wait()
        self.sent.append(text)


def news(revision: str) -> News:
    return news_that_it_moved("key", revision)


def watching(group: Group, line: Line, *, is_packed: bool = False) -> Page:
    page = Page(line.send, is_packed=is_packed)
    watch = Watch(page, group, "")
    group.watches.add(watch)
    page.watches.append(watch)
    return page


def test_a_page_that_takes_nothing_keeps_nobody_waiting_and_hears_the_newest() -> None:
    async def try_it() -> None:
        group = Group(Watched("scoring.game", 1), "key", None)
        quick, slow = Line(), Line()
        quick.free.set()
        pages = [watching(group, line) for line in (slow, quick)]
        for revision in ("a", "b", "c"):
            await group.tell(revision, news(revision))
        assert quick.sent == [f"data: key {revision}\n\n".encode() for revision in "abc"]
        assert [page.is_busy for page in pages] == [True, False]
        slow.free.set()
        while pages[0].is_busy or len(slow.sent) < 2:
            await asyncio.sleep(0)
        assert slow.sent == [b"data: key a\n\n", b"data: key c\n\n"]

    run_apart(asyncio.wait_for(try_it(), 60))


def test_a_browser_unpacks_one_stream_from_events_that_were_packed_apart() -> None:
    async def try_it() -> bytes:
        group = Group(Watched("scoring.game", 1), "key", None)
        early, late = Line(), Line()
        for line, told in ((early, "ab"), (late, "c")):
            line.free.set()
            watching(group, line, is_packed=True).begin()
            for revision in told:
                await group.tell(revision, news(revision * 1000))
        assert early.sent[-1] == late.sent[-1], "all are sent the same bytes"
        return b"".join(early.sent)

    sent = run_apart(try_it())
    assert sent.startswith(GZIP_HEAD)
    text = zlib.decompressobj(16 + zlib.MAX_WBITS).decompress(sent).decode()
    assert text.startswith("retry: ")
    heard = [line[10:] for line in text.splitlines() if line.startswith("data: key ")]
    assert heard == ["a" * 1000, "b" * 1000, "c" * 1000]
    assert len(sent) < 400


@pytest.mark.parametrize(("pages", "pause"), [(1, 0.01), (1000, 0.5)])
def test_the_more_pages_the_longer_until_they_are_told_again(
    monkeypatch: pytest.MonkeyPatch, pages: int, pause: float
) -> None:
    monkeypatch.setattr(listeners, "SECONDS_A_PAGE", 0.01)
    monkeypatch.setattr(listeners, "MOST_SECONDS", 0.5)

    async def try_it() -> None:
        group = Group(Watched("scoring.game", 1), "key", None)
        line = Line()
        line.free.set()
        for _page in range(pages):
            watching(group, line)
        begun = asyncio.get_running_loop().time()
        await group.tell("a", news("a"))
        assert len(line.sent) == pages
        assert begun + pause <= group.free_at <= asyncio.get_running_loop().time() + pause

    run_apart(try_it())


@pytest.mark.parametrize(
    ("accepted", "is_packed"),
    [("gzip, deflate, br", True), ("br;q=1.0, GZIP;q=0.5", True), ("gzip;q=0", False), ("", False)],
)
def test_only_who_reads_gzip_is_sent_it(accepted: str, is_packed: bool) -> None:
    assert takes_gzip(accepted) is is_packed


def test_an_event_stands_in_a_stream_behind_whatever_came_before() -> None:
    events = [event_of("data: same same same\n\n"), event_of("data: same same\n\n")]
    for order in (events, events[::-1]):
        whole = b"".join(event.packed for event in order)
        unpacked = zlib.decompressobj(-zlib.MAX_WBITS).decompress(whole)
        assert unpacked == b"".join(event.plain for event in order)
