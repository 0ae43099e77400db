"""What is on the sheets, read by plain SQL, beside what the tablets know they were told.

Nothing of the site's own code is asked. What has to hold after every kill:

- each write that was acknowledged is there, and none is there twice;
- nothing is there that no tablet sent, and nothing that was there is gone;
- a game's entries are numbered without a gap, its row knows the newest, and a round has a result
  for each seat;
- SQLite finds its file whole, from the very files that the killed server left.

And at the end: each seat's total, as the site's CSV says it, is the sum of the points in force on
the sheet, and the sum that the tablet knows.
"""

import shutil
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol

import psycopg

from tests.kill.tablet import PLAYERS, Played, Write

ENTRIES = """
    SELECT e.id, g.code, e.number, e.kind, e.device_time, e.supersedes_id, e.round_number,
           (SELECT count(*) FROM scoring_seatresult r WHERE r.entry_id = e.id)
    FROM scoring_sheetentry e JOIN scoring_game g ON g.id = e.game_id
    ORDER BY e.game_id, e.number
"""
STARTED = """
    SELECT p.name FROM scoring_seat s JOIN scoring_player p ON p.id = s.player_id WHERE s.place = 0
"""
REVISIONS = "SELECT code, revision FROM scoring_game"
RESULTS = """
    SELECT r.entry_id, r.seat_id, r.points
    FROM scoring_seatresult r JOIN scoring_seat s ON s.id = r.seat_id ORDER BY r.entry_id, s.place
"""


class Ask(Protocol):
    """Answers a query's rows."""

    def __call__(self, query: str) -> list[Any]: ...


@contextmanager
def sqlite_left_by_the_killed(file: Path) -> Iterator[Ask]:
    """A copy of the database's files as they lie there: the server itself mends the real ones."""
    with TemporaryDirectory() as folder:
        for part in (file, Path(f"{file}-wal")):
            if part.exists():
                shutil.copy(part, folder)
        with closing(sqlite3.connect(Path(folder) / file.name)) as database:
            found = database.execute("PRAGMA integrity_check").fetchall()
            if found != [("ok",)]:
                raise AssertionError(f"SQLite finds its file damaged: {found}")
            yield lambda query: database.execute(query).fetchall()


@contextmanager
def postgresql(socket: Path) -> Iterator[Ask]:
    """The database of a PostgreSQL server that runs."""
    with psycopg.connect(host=str(socket), user="roundhouse", dbname="roundhouse") as database:
        # All questions see one moment: PostgreSQL may still be writing for a site that was killed.
        database.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        yield lambda query: database.execute(query).fetchall()


@dataclass
class Figures:
    """What the kill test prints."""

    acknowledged: int = 0
    found: int = 0
    twice: int = 0

    def __str__(self) -> str:
        return (
            f"writes acknowledged {self.acknowledged:>8,}\n"
            f"writes found        {self.found:>8,}\n"
            f"writes found twice  {self.twice:>8,}"
        )

    @property
    def good(self) -> bool:
        """All, and none."""
        return self.acknowledged == self.found > 0 and not self.twice


@dataclass
class Ledger:
    """Counts, and remembers what was there at the last count."""

    faults: list[str] = field(default_factory=list)
    figures: Figures = field(default_factory=Figures)
    # Of the last count: what was there, and the writes that had been acknowledged.
    there: Counter[object] = field(default_factory=Counter)
    told: list[Write] = field(default_factory=list)
    _seen: set[int] = field(default_factory=set)

    def forget(self) -> None:
        """A copy was put back: what was there since is gone, and that is right."""
        self._seen = set()

    def count(self, ask: Ask, writes: Iterable[Write]) -> Figures:
        """Look at the whole database; what does not hold is added to `faults`.

        `writes` are all that have been sent, gathered while no server could answer.
        """
        writes = list(writes)
        entries = ask(ENTRIES)
        there = Counter[object](moment(row[4]) for row in entries)
        there.update(name for (name,) in ask(STARTED))
        sent = {write.sign for write in writes}
        told = [write for write in writes if write.acknowledged]
        self.there, self.told = there, told
        self.figures = Figures(
            acknowledged=len(told),
            found=sum(there[write.sign] > 0 for write in told),
            twice=sum(number > 1 for number in there.values()),
        )
        lost = [write for write in told if not there[write.sign]]
        self.faults += [f"lost: {write.what} of game {write.game}" for write in lost]
        twice = [mark for mark, number in there.items() if number > 1]
        self.faults += [f"twice: {mark}" for mark in twice]
        self.faults += [f"nobody sent {mark}" for mark in there if mark not in sent]
        ids = {row[0] for row in entries}
        self.faults += [f"entry {gone} is gone" for gone in self._seen - ids]
        self._seen = ids
        self._whole(entries, dict(ask(REVISIONS)))
        return self.figures

    def _whole(self, entries: Sequence[Any], revisions: dict[str, int]) -> None:
        """That no write is there by half."""
        numbers: dict[str, list[int]] = {code: [] for code in revisions}
        for _id, code, number, kind, _mark, _supersedes, _round, results in entries:
            numbers[code].append(number)
            wanted = PLAYERS if kind == "round" else 0
            if results != wanted:
                self.faults.append(f"entry {number} of {code} has {results} results")
        for code, found in numbers.items():
            if found != list(range(1, len(found) + 1)):
                self.faults.append(f"game {code} has the entries {found}")
            if revisions[code] != len(found):
                self.faults.append(f"game {code} knows {revisions[code]} of {len(found)} entries")

    def compare_totals(self, ask: Ask, games: Iterable[tuple[Played, list[int]]]) -> None:
        """That the site's totals are the sums on the sheet, and those that the tablet knows."""
        points: dict[int, dict[int, int]] = {}
        for entry, seat, left in ask(RESULTS):
            points.setdefault(entry, {})[seat] = left
        in_force = rounds_in_force(ask(ENTRIES))
        for game, shown in games:
            rounds = [points[entry] for entry in in_force.get(game.code, {}).values()]
            summed = [sum(one[seat] for one in rounds) for seat in game.seats]
            if not shown == summed == game.totals:
                told = f"shown {shown}, on the sheet {summed}, told to the tablet {game.totals}"
                self.faults.append(f"game {game.code}: {told}")


def rounds_in_force(entries: Iterable[Any]) -> dict[str, dict[int, int]]:
    """The entry in force of each round of each game, by undoing one version after the other."""
    versions: dict[str, list[dict[int, int]]] = {}
    for entry, code, _number, kind, _mark, _supersedes, number, _results in entries:
        of_game = versions.setdefault(code, [{}])
        if kind == "round":
            of_game.append({**of_game[-1], number: entry})
        elif kind == "undo":
            of_game.pop()
    return {code: dict(sorted(of_game[-1].items())) for code, of_game in versions.items()}


def moment(told: object) -> datetime:
    """A moment as either database tells it."""
    if isinstance(told, datetime):
        return told.astimezone(UTC)
    return datetime.fromisoformat(str(told)).replace(tzinfo=UTC)
