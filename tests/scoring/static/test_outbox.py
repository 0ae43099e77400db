"""The outbox before a server that answers oddly: nothing leaves it that is not on the server."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route

from .conftest import HOST

HEAD = """
<script defer src="/static/scoring/vendor/idb/idb.js"></script>
<script defer src="/static/scoring/outbox.js"></script>
<script defer src="/static/scoring/tablet-game.js"></script>
"""
NO_STORE = """
  IDBFactory.prototype.open = () => { throw new DOMException("no", "SecurityError"); };
"""
ROUND = {"kind": "round", "game": "g1", "round": 1, "fields": {"ending": "blocked"}}
ADD = "row => roundhouseOutbox.add(row)"
FLUSH = "() => roundhouseOutbox.flush()"
ALL = "() => roundhouseOutbox.all()"
STATE = "() => roundhouseOutbox.state"
Answer = Callable[[str, list[dict[str, Any]]], "list[str] | int"]


class Server:
    """What stands in for the club's server: `answers` says what becomes of the sendings."""

    def __init__(self) -> None:
        self.taken: list[tuple[str, str]] = []
        self.answers: Answer = lambda _game, sendings: ["recorded"] * len(sendings)

    def hand_over(self, route: Route) -> None:
        game = route.request.url.split("/")[-3]
        body: Any = route.request.post_data_json
        sendings = body["sendings"]
        told = self.answers(game, sendings)
        if isinstance(told, int):
            route.fulfill(status=told, body="no")
            return
        pairs = list(zip(sendings, told, strict=True))
        self.taken += [(game, one["key"]) for one, said in pairs if said == "recorded"]
        handed = [{"key": one["key"], "outcome": said, "text": said} for one, said in pairs]
        route.fulfill(json={"handed": handed, "game": self.game(game)})

    def game(self, code: str) -> dict[str, Any]:
        """What it knows of a game."""
        return {"code": code, "revision": len(self.taken), "keys": [key for _, key in self.taken]}


@pytest.fixture
def server(page: Page, show: Callable[..., None], page_errors) -> Server:
    page_errors.allow("Failed to load resource")
    server = Server()
    show("", head=HEAD)
    page.route(f"{HOST}/tablet/hello/", lambda it: it.fulfill(json={"role": "tablet", "csrf": "c"}))
    page.route(f"{HOST}/games/*/tablet/", lambda it: it.fulfill(status=500))
    page.route(f"{HOST}/games/*/hand-over/", server.hand_over)
    page.evaluate(FLUSH)  # what the page itself began
    page.evaluate("() => { window.setTimeout = () => 0; }")  # it sends when a test says so
    return server


def add(page: Page, **changed: Any) -> dict[str, Any]:
    row: dict[str, Any] = page.evaluate(ADD, ROUND | changed)
    return row


def test_faults_that_nobody_hears_of_lose_nothing(page: Page, server: Server) -> None:
    """The one who recorded has closed the page: the round is sent again, as it stands."""
    server.answers = lambda _game, rows: [
        "faults" if one.get("asks") else "recorded" for one in rows
    ]
    add(page, key="one", asks=True)
    page.evaluate(FLUSH)
    assert [(row["key"], row["asks"]) for row in page.evaluate(ALL)] == [("one", False)]
    page.evaluate(FLUSH)
    assert server.taken == [("g1", "one")]
    assert page.evaluate(ALL) == []


def test_what_is_handed_over_stays_on_this_tablets_sheet(page: Page, server: Server) -> None:
    """The network goes right after the answer, so the server cannot be asked for the game."""
    add(page, key="one")
    page.evaluate(FLUSH)
    assert page.evaluate(ALL) == []
    assert page.evaluate("() => roundhouseTablet.state('g1')")["keys"] == ["one"]


def test_a_game_that_is_closed_to_this_tablet_holds_up_no_other(page: Page, server: Server) -> None:
    server.answers = lambda game, rows: 404 if game == "g1" else ["recorded"] * len(rows)
    add(page, key="one")
    add(page, key="two", game="g2")
    page.evaluate(FLUSH)
    told = page.evaluate(STATE)
    assert (told["waiting"], told["refused"], told["closed"]) == (1, 0, 1)
    assert server.taken == [("g2", "two")]
    server.answers = lambda _game, rows: ["recorded"] * len(rows)
    page.evaluate(FLUSH)
    assert server.taken == [("g2", "two"), ("g1", "one")]


@pytest.mark.parametrize("status", [400, 413, 500])
def test_one_that_the_server_cannot_take_at_all_holds_up_no_other(
    page: Page, server: Server, status: int
) -> None:
    """The bug it would catch: one entry for which a whole day's rounds wait for ever."""
    server.answers = lambda _game, rows: (
        status if any(one["key"] == "two" for one in rows) else ["recorded"] * len(rows)
    )
    for key, game in (("one", "g1"), ("two", "g1"), ("three", "g1"), ("four", "g2")):
        add(page, key=key, game=game)
    page.evaluate(FLUSH)
    assert server.taken == [("g1", "one"), ("g1", "three"), ("g2", "four")]
    assert [row["key"] for row in page.evaluate(ALL)] == ["two"]
    told = page.evaluate(STATE)
    assert (told["reached"], told["waiting"], told["refused"], told["odd"]) == (True, 1, 0, 1)


def test_an_undo_goes_on_meaning_what_gets_another_key(page: Page, server: Server) -> None:
    server.answers = lambda _game, rows: ["clash", "later"][: len(rows)]
    add(page, key="one")
    add(page, kind="undo", fields=None, seen={"key": "one"})
    page.evaluate(FLUSH)
    first, undo = page.evaluate(ALL)
    assert first["key"] != "one"
    assert undo["seen"] == {"key": first["key"]}


def test_a_browser_that_keeps_nothing_is_not_without_network(
    page: Page, show: Callable[..., None]
) -> None:
    """The bug it would catch: an undo that does nothing, since it waits for a network."""
    page.add_init_script(NO_STORE)
    show("", head=HEAD)
    page.evaluate("() => roundhouseOutbox.flush().catch(() => {})")
    told = page.evaluate(STATE)
    assert (told["waiting"], told["reached"]) == (None, True)
