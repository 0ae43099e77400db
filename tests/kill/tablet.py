"""A tablet that keeps scoring, whatever becomes of the server."""

import threading
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random

from tests.kill.browser import Answer, Browser, Fault

SET = 12
PLAYERS = 4
# Tiles enough of every total from here to there, so that any four of them can be told.
POINTS = range(20, 60)
FIRST_MARK = datetime(2026, 1, 1, tzinfo=UTC)

_marks = count(1)


@dataclass
class Write:
    """One write that a tablet sent, and whether an answer showed it as saved.

    `mark` is a moment that no other write carries; the sheet keeps it as the device's time. A
    game's start has none, and is known by the name of its first player. One that was saved after
    the copy that was put back is `withdrawn`: nobody expects it any more.
    """

    what: str
    key: str
    mark: datetime
    game: str = ""
    player: str = ""
    acknowledged: bool = False
    withdrawn: bool = False

    @property
    def sign(self) -> object:
        """By what it is counted on the sheets."""
        return self.player or self.mark


@dataclass
class Played:
    """A game as its tablet knows it: `versions` are the rounds in force after each write.

    A round is the points of the seats in playing order. An undo takes the newest version away.
    """

    code: str
    seats: list[int]
    versions: list[list[tuple[int, ...]]] = field(default_factory=lambda: [[]])
    abandoned: bool = False

    @property
    def rounds(self) -> list[tuple[int, ...]]:
        """The rounds in force."""
        return self.versions[-1]

    @property
    def totals(self) -> list[int]:
        """The seats' totals in playing order."""
        return [sum(points) for points in zip(*self.rounds, strict=True)] or [0] * PLAYERS


class Tablet:
    """A paired tablet; only its own thread moves it, anybody may read what it has written."""

    def __init__(self, name: str, browser: Browser, rng: Random) -> None:
        """Take over a paired browser."""
        self.name = name
        self.browser = browser
        self.writes: list[Write] = []
        self.games: list[Played] = []
        self._rng = rng

    def step(self) -> None:
        """Do the next thing that happens at the table, and wait until it is saved."""
        game = self.games[-1] if self.games else None
        if game is None or game.abandoned:
            self._start()
        elif len(game.rounds) == SET + 1:
            self._finish(game)
        else:
            chance = self._rng.random() if game.rounds else 1
            if chance < 0.15:
                self._correct(game)
            elif chance < 0.25:
                self._undo(game)
            else:
                self._record(game)

    def _send(self, path: str, write: Write, form: Mapping[str, object]) -> Answer:
        """Send a form until it is answered; a write counts once it is sent."""
        form = {**form, "key": write.key, "device_time": write.mark.isoformat()}
        self.writes.append(write)
        if self._rng.random() < 0.2:
            return self._send_twice(path, form)
        return self.browser.post(path, form)

    def _send_twice(self, path: str, form: Mapping[str, object]) -> Answer:
        """Send one form by two connections at the same moment; both have to be answered alike."""
        other = self.browser.twin()
        answers: list[Answer | Exception] = []

        def run() -> None:
            try:
                answers.append(other.post(path, form))
            except Exception as error:  # noqa: BLE001 - told to the thread that waits
                answers.append(error)
            finally:
                other.close()

        thread = threading.Thread(target=run)
        thread.start()
        try:
            answer = self.browser.post(path, form)
        finally:
            thread.join()
        (second,) = answers
        if isinstance(second, Exception):
            raise second
        if (answer.status, answer.location) != (second.status, second.location):
            raise Fault(f"{path}, sent twice at once, was answered in two ways")
        return answer

    def _new(self, what: str, game: Played | None = None, player: str = "") -> Write:
        mark = FIRST_MARK + timedelta(microseconds=next(_marks))
        key = str(uuid.UUID(int=self._rng.getrandbits(128)))
        return Write(what, key, mark, game.code if game else "", player)

    def _saved(self, write: Write, answer: Answer, words: str) -> None:
        """Count the write as acknowledged, and read on the next page that it is saved."""
        if answer.status != 302:
            raise Fault(f"{write.what} was not saved: {answer.page.trouble}")
        write.acknowledged = True
        said = self.browser.get(answer.location).page
        # What is saved is said once, also on a page that then tells of trouble.
        if words not in said.text and words not in self.browser.said_in_trouble:
            write.acknowledged = False
            raise Fault(f"{write.what} was answered with: {said.trouble or said.text}")

    def _start(self) -> None:
        first = f"{self.name}-{len(self.games) + 1}"
        write = self._new("start", player=first)
        names = [first, *(f"{self.name}, {number}" for number in range(2, PLAYERS + 1))]
        form = {f"name-{place}": name for place, name in enumerate(names)}
        answer = self._send("/games/new/", write, form | {"rules": "family", "set": SET})
        self._saved(write, answer, "Round 1")
        write.game = answer.location.split("/")[2]
        fields = self.browser.get(answer.location).page.fields
        seats = [int(name.split("-")[1]) for name in fields if name.endswith("-total")]
        self.games.append(Played(write.game, seats))

    def _points(self) -> tuple[int, ...]:
        points = self._rng.sample(POINTS, PLAYERS)
        points[self._rng.randrange(PLAYERS)] = 0
        return tuple(points)

    def _round(self, game: Played, number: int, points: tuple[int, ...]) -> dict[str, object]:
        """A round's form: who has 0 went out."""
        told: dict[str, object] = {"starting_double": SET + 1 - number}
        for seat, left in zip(game.seats, points, strict=True):
            if left:
                told[f"seat-{seat}-total"] = left
            else:
                told["ending"] = f"out-{seat}"
        return told

    def _record(self, game: Played) -> None:
        number, points = len(game.rounds) + 1, self._points()
        write = self._new(f"round {number}", game)
        path = f"/games/{game.code}/round/{number}/"
        answer = self._send(path, write, self._round(game, number, points))
        self._saved(write, answer, f"Round {number} ")
        game.versions.append([*game.rounds, points])

    def _correct(self, game: Played) -> None:
        number, points = self._rng.randint(1, len(game.rounds)), self._points()
        if points == game.rounds[number - 1]:
            return
        write = self._new(f"correction of round {number}", game)
        path = f"/games/{game.code}/round/{number}/correct/"
        form = self._round(game, number, points) | {"reason": "counted again"}
        form["seen"] = self.browser.get(path).page.fields["seen"]
        shown = self.browser.post(path, {**form, "key": write.key}).page
        if "agreed" not in shown.buttons:
            raise Fault(f"{write.what} was not shown beforehand: {shown.trouble}")
        form["agreed"] = shown.buttons["agreed"]
        answer = self._send(path, write, form)
        self._saved(write, answer, f"Round {number} is corrected")
        rounds = list(game.rounds)
        rounds[number - 1] = points
        game.versions.append(rounds)

    def _undo(self, game: Played) -> None:
        write = self._new("undo", game)
        path = f"/games/{game.code}/undo/"
        forms = self.browser.get(f"/games/{game.code}/").page.forms
        # Undo stands behind redo, and both are sent to one address.
        seen = [fields["seen"] for action, fields in forms if action == path][-1]
        answer = self._send(path, write, {"seen": seen})
        self._saved(write, answer, "Undone.")
        game.versions.pop()

    def _finish(self, game: Played) -> None:
        write = self._new("end", game)
        answer = self._send(f"/games/{game.code}/finish/", write, {})
        self._saved(write, answer, "After 13 rounds")
        self._start()
