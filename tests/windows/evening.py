"""An evening at one table, by http alone: set-up, rounds, corrections, disputes, and a count.

The tablet and the ledger are those of `tests.kill`, so that what is counted is counted as there.
"""

import gettext
import json
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from urllib.parse import urlencode

from tests.kill.browser import Browser, Fault
from tests.kill.ledger import Ledger, sqlite_left_by_the_killed
from tests.kill.tablet import Played, Tablet
from tests.kill.trial import totals_shown
from tests.waiting import PATIENCE

ORGANIZER = {"club": "Hillside Dominoes", "name": "Ann", "username": "ann"}
PASSWORD = "a hall full of dominoes"
STEPS_A_DISPUTE = 5
# A sentence of so many letters is no single word.
LONG = 40
# How each language orders the same names.
ORDERS = {
    "de": ("Åse", "Ñanda", "Nora", "Zoe"),
    "es": ("Åse", "Nora", "Ñanda", "Zoe"),
    "nb": ("Ñanda", "Nora", "Zoe", "Åse"),
}
ROOT = Path(__file__).resolve().parents[2]


class Evening:
    """A club that is set up in a browser, whose organizer then scores."""

    def __init__(self, port: int, code: str = "") -> None:
        """Set the club up on a site at that port, with the code that it may ask for."""
        self.browser = Browser(port, lambda: time.monotonic() > self.end)
        self.end = time.monotonic() + PATIENCE
        self.tablet = Tablet("Ann", self.browser, Random(1))
        self.ledger = Ledger()
        self.disputes = 0
        self.browser.get("/setup/")
        answer = self.browser.post("/setup/", {**ORGANIZER, "password": PASSWORD, "code": code})
        if answer.status != 302:
            raise Fault(f"The club could not be set up: {answer.page.trouble or answer.page.text}")

    def play(self, steps: int, port: int) -> None:
        """Score at that port: rounds, corrections, undoing, and a dispute now and then."""
        self.browser.move(port)
        for step in range(steps):
            self.end = time.monotonic() + PATIENCE
            self.tablet.step()
            if step % STEPS_A_DISPUTE == STEPS_A_DISPUTE - 1:
                self._settle(self.tablet.games[-1])

    def _settle(self, game: Played) -> None:
        """Ask what somebody has to do who forgot to say so, and write the answer on the sheet."""
        path = self._dispute(game)
        self.browser.get(path)
        answer = self.browser.post(path, {})
        if answer.status != 302:
            raise Fault(f"The dispute was not settled: {answer.page.trouble}")
        self.disputes += 1

    def _dispute(self, game: Played) -> str:
        """The address of the question about the first player of a game."""
        (first,) = (w.player for w in self.tablet.writes if w.player and w.game == game.code)
        return f"/games/{game.code}/disputes/ask/forgot-notice/?{urlencode({'seat': first})}"

    def not_in_their_languages(self) -> Iterator[str]:
        """Yield what is not in the language that was chosen: pages, rulings, the order of names."""
        for name in sorted(ORDERS["nb"]):
            self.browser.post("/people/add/", {"name": name})
        for language, order in ORDERS.items():
            self.browser.cookies["django_language"] = language
            yield from self._not_in(language, order)
        del self.browser.cookies["django_language"]

    def _not_in(self, language: str, order: tuple[str, ...]) -> Iterator[str]:
        game = self.tablet.games[-1]
        sheet, ruling, start = (
            self.browser.get(path).page.text
            for path in (f"/games/{game.code}/", self._dispute(game), "/games/new/")
        )
        words = gettext.translation("django", ROOT / "locale", [language])
        if words.gettext("Settle a dispute") not in sheet:
            yield f"The pages do not speak {language}."
        sentences = json.loads((ROOT / f"engine/languages/{language}.json").read_text("utf-8"))
        if not any(len(said) > LONG and said in ruling for said in sentences.values()):
            yield f"The engine does not speak {language}."
        shown = tuple(dict.fromkeys(word for word in start.split() if word in order))
        if shown != order:
            yield f"Names are not in the order of {language}: {shown}"

    def totals(self) -> list[tuple[Played, list[int]]]:
        """Return each game with the totals that the site shows, while it runs."""
        return [(game, totals_shown(self.tablet, game.code)) for game in self.tablet.games]

    def losses(self, data: Path, shown: list[tuple[Played, list[int]]]) -> list[str]:
        """Return what was saved and is not in the files that the killed server left."""
        self.browser.close()
        with sqlite_left_by_the_killed(data / "roundhouse.sqlite3") as ask:
            figures = self.ledger.count(ask, self.tablet.writes)
            self.ledger.compare_totals(ask, shown)
            ((disputes,),) = ask("SELECT count(*) FROM scoring_dispute")
        losses = [*self.ledger.faults]
        if not figures.good:
            losses.append(str(figures))
        if disputes != self.disputes:
            losses.append(f"{disputes} disputes of {self.disputes} stand on the sheets.")
        return losses
