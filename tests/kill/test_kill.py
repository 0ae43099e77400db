"""A few kills of the real server, and that the ledger notices what it is there to notice."""

from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.db import connection

from tests.kill.ledger import ENTRIES, RESULTS, REVISIONS, STARTED, Ask, Ledger
from tests.kill.mishaps import MISHAPS, Tally, plan
from tests.kill.shim import ShimError
from tests.kill.site import Site
from tests.kill.tablet import FIRST_MARK, Played, Write
from tests.kill.trial import Trial, trial


@pytest.mark.asks_database
def test_what_was_acknowledged_outlives_the_server() -> None:
    """On the database that the suite runs on; the whole test is a command of its own."""
    on_postgresql = connection.vendor == "postgresql"
    with trial(seed=1, on_postgresql=on_postgresql) as one:
        for _time in range(2 if on_postgresql else 3):
            one.kill()
        figures = one.end()
    assert one.ledger.faults == []
    assert figures.good


def test_what_was_acknowledged_outlives_bad_days() -> None:
    """On SQLite, whatever the suite runs on: there the site's own code keeps the database."""
    if connection.vendor == "postgresql":
        pytest.skip("it is about SQLite; PostgreSQL's bad days are had by the command")
    try:
        with trial(seed=1, with_shim=True) as one:
            for name in ("disk-full", "power-cut"):
                MISHAPS[name](one)
            figures = one.end()
    except ShimError as error:
        pytest.skip(str(error))
    assert one.ledger.faults == []
    assert figures.good


def test_each_mishap_happens_where_there_is_time_for_all() -> None:
    names = list(MISHAPS)
    assert set(plan(names, 200, Random(1))) == set(names)
    assert sorted(plan(names, len(names), Random(1))) == sorted(names)
    assert len(set(plan(names, 3, Random(1)))) == 3


def test_figures_are_told_by_mishap() -> None:
    one, tally = Trial(Site(Path("unused")), Random(1)), Tally()
    rows = Rows()
    one.ledger.count(rows.ask, rows.writes)
    tally.note(one, "kill")
    rows.writes.append(Write("round 3", "k4", mark(4), "game", acknowledged=True))
    one.ledger.count(rows.ask, rows.writes)
    tally.note(one, "clock")
    kills, clocks = str(tally).splitlines()[1:]
    assert kills.split() == ["kill", "1", "4", "4", "0"]
    assert clocks.split() == ["clock", "1", "1", "0", "0"]


def mark(number: int) -> datetime:
    return FIRST_MARK + timedelta(microseconds=number)


def stored(number: int) -> str:
    """A mark as SQLite tells it."""
    return mark(number).replace(tzinfo=None).isoformat(" ", "microseconds")


class Rows:
    """Two rounds and the undo of the second in one game, and what is changed of that."""

    def __init__(self) -> None:
        self.told: dict[str, list[Any]] = {
            ENTRIES: [
                (1, "game", 1, "round", stored(1), None, 1, 4),
                (2, "game", 2, "round", stored(2), None, 2, 4),
                (3, "game", 3, "undo", stored(3), 2, 2, 0),
            ],
            STARTED: [("T0-1",)],
            REVISIONS: [("game", 3)],
            RESULTS: [(entry, seat, 10 * seat) for entry in (1, 2) for seat in (1, 2, 3, 4)],
        }
        self.writes = [
            Write("start", "k0", mark(0), "game", player="T0-1"),
            *(Write("write", f"k{number}", mark(number), "game") for number in (1, 2, 3)),
        ]
        for write in self.writes:
            write.acknowledged = True

    @property
    def ask(self) -> Ask:
        return lambda query: self.told[query]

    def faults(self) -> list[str]:
        ledger = Ledger()
        ledger.count(self.ask, self.writes)
        return ledger.faults


def test_all_and_none_is_the_bar() -> None:
    rows, ledger = Rows(), Ledger()
    figures = ledger.count(rows.ask, rows.writes)
    assert (figures.acknowledged, figures.found, figures.twice) == (4, 4, 0)
    assert figures.good
    assert ledger.faults == []
    assert [line.split()[-1] for line in str(figures).splitlines()] == ["4", "4", "0"]
    # A write whose answer was lost may be there or not.
    rows.writes[3].acknowledged = False
    rows.writes.append(Write("write", "k4", mark(4), "game"))
    assert ledger.count(rows.ask, rows.writes).good
    assert ledger.faults == []


def test_a_lost_write_is_noticed() -> None:
    rows = Rows()
    rows.writes.append(Write("round 3", "k4", mark(4), "game", acknowledged=True))
    ledger = Ledger()
    figures = ledger.count(rows.ask, rows.writes)
    assert (figures.acknowledged, figures.found) == (5, 4)
    assert not figures.good
    assert ledger.faults == ["lost: round 3 of game game"]


def test_a_write_that_counts_twice_is_noticed() -> None:
    rows = Rows()
    rows.told[ENTRIES].append((4, "game", 4, "round", stored(1), None, 2, 4))
    rows.told[REVISIONS] = [("game", 4)]
    assert rows.faults() == [f"twice: {mark(1)}"]
    rows = Rows()
    rows.told[STARTED].append(("T0-1",))
    assert rows.faults() == ["twice: T0-1"]


def test_a_write_that_nobody_sent_is_noticed() -> None:
    rows = Rows()
    del rows.writes[2]
    assert rows.faults() == [f"nobody sent {mark(2)}"]


@pytest.mark.parametrize(
    ("query", "row", "said"),
    [
        (ENTRIES, (2, "game", 2, "round", stored(2), None, 2, 3), "entry 2 of game has 3 results"),
        (ENTRIES, (2, "game", 4, "round", stored(2), None, 2, 4), "has the entries [1, 4, 3]"),
        (REVISIONS, ("game", 2), "game game knows 2 of 3 entries"),
    ],
)
def test_half_a_write_is_noticed(query: str, row: tuple[Any, ...], said: str) -> None:
    rows = Rows()
    rows.told[query][-2 if query == ENTRIES else -1] = row
    (fault,) = rows.faults()
    assert said in fault


def test_what_is_gone_since_the_last_count_is_noticed() -> None:
    rows, ledger = Rows(), Ledger()
    ledger.count(rows.ask, rows.writes)
    del rows.told[ENTRIES][2], rows.writes[3]
    rows.told[REVISIONS] = [("game", 2)]
    ledger.count(rows.ask, rows.writes)
    assert ledger.faults == ["entry 3 is gone"]


@pytest.mark.parametrize(
    ("shown", "told", "good"),
    [
        ([10, 20, 30, 40], (10, 20, 30, 40), True),
        ([20, 40, 60, 80], (10, 20, 30, 40), False),
        ([10, 20, 30, 40], (10, 20, 30, 41), False),
    ],
)
def test_totals_are_compared_three_ways(
    shown: list[int], told: tuple[int, ...], good: bool
) -> None:
    rows, ledger = Rows(), Ledger()
    game = Played("game", [1, 2, 3, 4], [[], [told]])
    ledger.compare_totals(rows.ask, [(game, shown)])
    assert (ledger.faults == []) is good
