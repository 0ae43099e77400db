"""The tablet's database in a real browser: what the unit tests of the outbox play in memory."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

OPEN = "const { database } = await import('/static/scoring/tablet/database.js');"
KINDS = {"kind": "round", "game": "g1", "round": 1, "fields": {"ending": "blocked"}}
NO_STORE = """
  IDBFactory.prototype.open = () => { throw new DOMException("no", "SecurityError"); };
"""


@pytest.fixture
def ask(page: Page, show: Callable[..., None]) -> Callable[..., Any]:
    """`ask(work, value)` does something with the database of a tablet's page."""
    show("")

    def run(work: str, value: object = None) -> Any:
        return page.evaluate(f"async (value) => {{ {OPEN} {work} }}", value)

    return run


@pytest.fixture
def rows(ask: Callable[..., Any]) -> Callable[[], list[dict[str, Any]]]:
    return lambda: ask("return database.rows();")


def add(ask: Callable[..., Any], *keys: str, **parts: Any) -> None:
    for key in keys:
        ask("await database.add(value);", KINDS | {"key": key} | parts)


def test_entries_stay_in_their_order_when_the_page_is_closed(page: Page, ask, rows) -> None:
    add(ask, "one", "two", "three")
    page.reload()
    assert [row["key"] for row in rows()] == ["one", "two", "three"]
    assert ask("return database.add(value);", KINDS | {"key": "four"}) == 4


def test_a_change_brings_back_nothing_that_has_gone(ask, rows) -> None:
    add(ask, "one", "two")
    ask("await database.change(1, { asks: false }); await database.remove(2);")
    ask("await database.change(2, { asks: false });")
    assert [(row["key"], row["asks"]) for row in rows()] == [("one", False)]


def test_an_undo_goes_on_meaning_what_gets_another_key(ask, rows) -> None:
    add(ask, "one")
    add(ask, "two", kind="undo", seen={"key": "one"})
    ask("const [one] = await database.rows(); await database.rename(one, 'new');")
    first, undo = rows()
    assert (first["key"], undo["key"], undo["seen"]) == ("new", "two", {"key": "new"})


def test_what_is_handed_over_goes_as_the_game_comes(ask, rows) -> None:
    add(ask, "one", "two")
    game = {"code": "g1", "keys": ["one"]}
    ask("const [one] = await database.rows(); await database.handedOver([one], value);", game)
    assert [row["key"] for row in rows()] == ["two"]
    assert ask("return database.game('g1');") == game
    assert ask("return database.game('g2');") is None


def test_a_game_that_cannot_be_kept_leaves_what_waits(ask, rows) -> None:
    """The bug it would catch: two steps, and a tablet that has neither entry nor game."""
    add(ask, "one")
    failed = ask(
        "const [one] = await database.rows();"
        "return database.handedOver([one], {}).then(() => false, () => true);"
    )
    assert failed
    assert [row["key"] for row in rows()] == ["one"]


def test_what_is_damaged_is_moved_out_of_the_way(ask, rows) -> None:
    add(ask, "one", "two")
    ask("const [one] = await database.rows(); await database.setAside(one, { told: '?', at: 5 });")
    assert [row["key"] for row in rows()] == ["two"]
    assert ask("return database.damaged();") == [{"told": "?", "at": 5}]


def test_a_browser_that_keeps_nothing_says_so_to_who_asks(page: Page, ask) -> None:
    page.add_init_script(NO_STORE)
    page.reload()
    assert ask("return database.rows().catch(({ name }) => name);") == "SecurityError"
    assert ask("return database.add({}).catch(({ name }) => name);") == "SecurityError"
