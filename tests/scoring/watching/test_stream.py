"""The event stream: a page hears of what it watches, once for each change, and of nothing else."""

import asyncio
from collections.abc import Mapping

import pytest
from django.conf import settings
from django.core.signing import BadSignature
from django.db import DatabaseError, connection
from django.db.models import Model
from django.test import Client
from django.urls import reverse
from django.utils.module_loading import import_string

from scoring.watching import listeners
from scoring.watching import stream as streaming
from scoring.watching.context import STREAMS
from scoring.watching.keys import Watched, newest_revisions, watch_key, watched_by
from scoring.watching.pushed import Answered, PartAsked
from scoring.watching.revisions import revision_of
from scoring.watching.stream import Parts, Stream
from tests.factories import make_game, play
from tests.league.factories import GameDayFactory, SeasonFactory, TournamentFactory
from tests.loops import run_apart
from tests.waiting import PATIENCE

FIRST, SECOND = Watched("scoring.game", 1), Watched("scoring.game", 2)


class Looks:
    """What the looks at the database find; the test writes it, and waits for the next look."""

    def __init__(self, marks: dict[Watched, str]) -> None:
        self.marks = marks
        self.number = 0
        self.asked: set[Watched] = set()

    def __call__(self, rows: tuple[Watched, ...]) -> dict[Watched, str]:
        self.number += 1
        self.asked = set(rows)
        if "broken" in self.marks.values():
            raise DatabaseError
        return {watched: self.marks[watched] for watched in rows}

    async def catch_up(self) -> None:
        """Wait until a look ended that was begun after this, and so knows all that is so now.

        The next to be counted may have been on its way already, without who listens since; the
        third is counted once the second has ended.
        """
        wanted = self.number + 3
        async with asyncio.timeout(PATIENCE):
            while self.number < wanted:
                await asyncio.sleep(0.001)


class Page:
    """One that listens; `heard` are the events that came, without those that say nothing."""

    def __init__(
        self, stream: Stream, keys: Mapping[str, Watched], parts: Parts | None = None
    ) -> None:
        self.heard: list[str] = []
        self.beats = 0
        self.left: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.task = asyncio.create_task(stream.tell(keys, self.send, self.left, parts))

    async def send(self, text: bytes) -> None:
        for line in text.decode().splitlines():
            self.beats += line == "data:"
            self.heard += [line.removeprefix("data: ")] if line.startswith("data: ") else []

    async def leave(self) -> None:
        self.left.set_result(None)
        await asyncio.wait_for(self.task, PATIENCE)


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> Looks:
    looks = Looks({FIRST: "a", SECOND: "b"})
    monkeypatch.setattr(streaming, "newest_marks", looks)
    monkeypatch.setattr(streaming, "LOOK_SECONDS", 0)
    return looks


def test_two_who_watch_hear_of_one_change_once_and_others_do_not(looks: Looks) -> None:
    async def try_it() -> None:
        stream = Stream()
        first, again, other = (
            Page(stream, {f"key-{row.pk}": row}) for row in (FIRST, FIRST, SECOND)
        )
        await looks.catch_up()
        looks.marks[FIRST] = "c"
        await looks.catch_up()
        await looks.catch_up()
        assert first.heard == again.heard == ["key-1 a", "key-1 c"]
        assert other.heard == ["key-2 b"]
        for page in (first, again, other):
            await page.leave()

    run_apart(try_it())


def test_who_comes_later_hears_at_once_what_is_so_now(looks: Looks) -> None:
    async def try_it() -> None:
        stream = Stream()
        first = Page(stream, {"key": FIRST})
        await looks.catch_up()
        later = Page(stream, {"key": FIRST, "other": SECOND})
        await asyncio.sleep(0)
        assert later.heard == ["key a"]
        await looks.catch_up()
        assert later.heard == ["key a", "other b"]
        assert first.heard == ["key a"]
        await first.leave()
        await looks.catch_up()
        assert looks.asked == {FIRST, SECOND}
        await later.leave()

    run_apart(try_it())


def test_nobody_who_listens_costs_nothing(looks: Looks) -> None:
    async def try_it() -> None:
        stream = Stream()
        page = Page(stream, {"key": FIRST})
        await looks.catch_up()
        await page.leave()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        # Who hears the database may be cancelled while it connects.
        await asyncio.wait_for(asyncio.gather(*others, return_exceptions=True), PATIENCE)
        number = looks.number
        again = Page(stream, {"key": FIRST})
        await looks.catch_up()
        assert looks.number > number
        assert again.heard == ["key a"]
        await again.leave()

    run_apart(try_it())


def test_a_part_is_asked_for_once_and_once_more_where_it_moved_meanwhile(looks: Looks) -> None:
    asked: list[str] = []
    part = PartAsked("key", "/part/", ("http",))

    async def try_it() -> None:
        made = asyncio.Event()

        async def ask(_part: PartAsked, mark: str) -> Answered:
            asked.append(mark)
            await made.wait()
            return Answered(f"seen-{mark}", "<p></p>")

        stream = Stream(ask)
        pages = [Page(stream, {"key": FIRST}, {"key": (part, "")}) for _page in range(3)]
        await looks.catch_up()
        for mark in "cd":
            looks.marks[FIRST] = mark
            await looks.catch_up()
        assert asked == ["a"]
        made.set()
        while not all(page.heard[-2:-1] == ["key d seen-d"] for page in pages):
            await asyncio.sleep(0.001)
        assert asked == ["a", "d"]
        for page in pages:
            await page.leave()

    run_apart(asyncio.wait_for(try_it(), PATIENCE))


def test_a_database_that_fails_for_a_while_stops_nothing(looks: Looks) -> None:
    async def try_it() -> None:
        page = Page(Stream(), {"key": FIRST})
        await looks.catch_up()
        looks.marks[FIRST] = "broken"
        await looks.catch_up()
        looks.marks[FIRST] = "c"
        await looks.catch_up()
        assert page.heard == ["key a", "key c"]
        await page.leave()

    run_apart(try_it())


def test_while_nothing_moves_it_says_that_it_still_flows(
    looks: Looks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listeners, "BEAT_SECONDS", (0.0, 0.0))

    async def try_it() -> None:
        page = Page(Stream(), {"key": FIRST})
        await looks.catch_up()
        await looks.catch_up()
        assert page.beats > 2
        assert page.heard == ["key a"]
        await page.leave()

    run_apart(try_it())


def test_all_are_let_go_when_the_process_is_to_end(looks: Looks) -> None:
    async def try_it() -> None:
        stream = Stream()
        page = Page(stream, {"key": FIRST})
        await looks.catch_up()
        stream.end()
        await asyncio.wait_for(page.task, PATIENCE)

    run_apart(try_it())


@pytest.mark.django_db
class TestKeys:
    def test_a_key_is_of_one_row_and_made_here_alone(self) -> None:
        game, other = make_game(), make_game()
        key, others = watch_key(game), watch_key(other)
        assert watched_by(key) == Watched("scoring.game", game.pk)
        signature = others.rpartition("~")[2]
        for forged in ("", "scoring.game~1", f"scoring.game~{game.pk}~{signature}", key[:-1]):
            with pytest.raises(BadSignature):
                watched_by(forged)

    def test_the_revision_is_the_one_that_pages_are_shown_by(self) -> None:
        game = make_game()
        play(game, 0, 1, 2, 3)
        shown: list[Model] = [game, GameDayFactory(), SeasonFactory(), TournamentFactory()]
        keys = {row: watched_by(watch_key(row)) for row in shown}
        revisions = newest_revisions([*keys.values(), Watched("scoring.game", 2**40)])
        assert set(revisions) == set(keys.values())
        for path in settings.WATCHED:
            for row in import_string(path)():
                # The other half grows once this test's transaction ends.
                assert revisions[keys[row]].partition(".")[2] == revision_of(row).partition(".")[2]

    def test_pages_name_it_for_what_they_show(self, client: Client) -> None:
        game = make_game()
        path = reverse("scoring:watch", args=[game.watch_key])
        page = client.get(path).content.decode()
        assert f'data-watch="{watch_key(game)}"' in page
        assert "data-news" not in page, "no server that streams is in front"
        client.defaults[STREAMS] = "yes"
        page = client.get(path).content.decode()
        assert 'data-news="/news/"' in page


@pytest.mark.django_db(transaction=True)
def test_a_recorded_round_is_heard_by_who_watches_that_game_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(streaming, "LOOK_SECONDS", 0.01)
    # PostgreSQL tells of it: no look comes by itself.
    monkeypatch.setattr(streaming, "LONGEST_SECONDS", 10 * PATIENCE)
    game, other = make_game(), make_game()

    def record() -> None:
        play(game, 0, 1, 2, 3)
        connection.close()

    async def until(page: Page, number: int) -> None:
        async with asyncio.timeout(PATIENCE):
            while len(page.heard) < number:
                await asyncio.sleep(0.01)

    async def try_it() -> None:
        stream = Stream()
        mine, others = (Page(stream, {"key": watched_by(watch_key(row))}) for row in (game, other))
        await until(mine, 1)
        await until(others, 1)
        await asyncio.to_thread(record)
        await until(mine, 2)
        assert len(set(mine.heard)) == 2
        assert len(others.heard) == 1
        for page in (mine, others):
            await page.leave()

    run_apart(try_it())
