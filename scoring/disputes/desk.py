"""The dispute desk: a question with the facts of the table, what matters next, and the ruling.

Pure: the server asks with what its rows say, a tablet without network with what it knows of its
game. Facts have the paths of the engine's contract, such as `trains.Bob.marked`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring import referee
from scoring.values import ClauseText, Ruled

from .questions import FactQuestion, question_for, set_fact
from .words import error_parts, fact_sentences, title_of


@dataclass(frozen=True)
class Scene:
    """What is known of the table before anybody is asked.

    `rules` are those in force, as the engine's contract writes them; `seats` are the words by which
    facts name the seats, in playing order; `starting_double` (pips) is None where nobody knows it.
    """

    rules: Mapping[str, Any]
    set: int
    seats: tuple[str, ...]
    round_number: int
    starting_double: int | None


@dataclass(frozen=True)
class AskedQuestion:
    """A question, and the facts given with it.

    `given` are facts, each a path and a value; of a path that stands twice, the last one holds. The
    first `asked` of them belong to the question itself. `unknown` are the paths that nobody knows.
    """

    kind: str
    ask: Mapping[str, Any]
    given: tuple[tuple[str, Any], ...] = ()
    asked: int = 0
    unknown: tuple[str, ...] = ()

    @property
    def facts(self) -> dict[str, Any]:
        """The facts by their paths."""
        return dict(self.given)

    @property
    def seat(self) -> str:
        """The seat that the question is about; "" where it is about none."""
        return str(self.ask.get("seat") or self.facts.get("turn.seat", ""))

    @property
    def title(self) -> str:
        """The question in a sentence."""
        return title_of(self.kind, self.ask, self.seat)


@dataclass(frozen=True)
class Desk:
    """Where a dispute stands: the next question, or the ruling.

    `error` says why the facts cannot all be true, `error_path` of which fact that is said.
    """

    title: str
    sentences: tuple[str, ...]
    question: FactQuestion | None
    ruling: Ruled | None
    clauses: tuple[ClauseText, ...]
    error: str = ""
    error_path: str = ""


def case_of(scene: Scene, asked: AskedQuestion, name: str = "") -> dict[str, Any]:
    """The dispute as the engine's contract writes it: what the game knows, then the facts given."""
    case: dict[str, Any] = {
        "id": name,
        "rules": dict(scene.rules),
        "set": scene.set,
        "seats": list(scene.seats),
        "round": scene.round_number,
        "ask": dict(asked.ask),
    }
    if scene.starting_double is not None:
        case["starting_double"] = scene.starting_double
    for path, value in asked.given:
        set_fact(case, path, value)
    return case


def next_path(answer: Ruled, asked: AskedQuestion) -> str | None:
    """The fact to ask for next; None where nothing more can be asked.

    People know who could not play before they know the ends and markers it hangs on, so that is
    asked first. Where some tiles of a hand are given and the hand is needed still, it is open
    whether those are all: then their number is asked. Nothing is asked twice.
    """
    answered = {*asked.unknown, *asked.facts}
    needs = list(answer.needs)
    if needs and needs[0].startswith("trains."):
        needs.sort(key=lambda path: not path.startswith("can_play"))
    for path in needs:
        if path not in answered:
            return path
        number = path.replace("hands.", "hand_counts.", 1)
        if path in asked.facts and number not in answered:
            return number
    return None


def is_settled(answer: Ruled, asked: AskedQuestion) -> bool:
    """Whether this is the ruling: it is certain, or nothing more can be asked."""
    return not answer.error and not (answer.verdict == "depends" and next_path(answer, asked))


def desk_of(scene: Scene, asked: AskedQuestion, kept: Ruled | None = None) -> Desk:
    """The dispute as its page shows it; `kept` is its ruling where that is kept already."""
    case = case_of(scene, asked)
    answer = kept or referee.rule(case)
    settled = kept is not None or is_settled(answer, asked)
    question = None
    if not answer.error and not settled and (path := next_path(answer, asked)):
        question = question_for(path, case, referee.values_at(path))
    error_path, error = error_parts(answer.error) if answer.error else ("", "")
    return Desk(
        title=asked.title,
        sentences=tuple(fact_sentences(asked.facts)),
        question=question,
        ruling=answer if settled else None,
        clauses=tuple(referee.clause_texts(answer.clauses)) if settled else (),
        error=error,
        error_path=error_path,
    )
