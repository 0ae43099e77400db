"""The dispute desk: a question with the facts of the table, what matters next, and the ruling.

Pure: the server asks with what its rows say, a tablet without network with what it knows of its
game. Facts have the paths of the engine's contract, such as `trains.Bob.marked`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.translation import gettext as _

from scoring import referee
from scoring.values import ClauseText, Ruled

from .questions import LAID_ON, FactQuestion, question_for, set_fact
from .topics import BY_KIND
from .words import (
    answer_sentence,
    answer_word,
    error_parts,
    fact_sentence,
    fact_sentences,
    title_of,
)


@dataclass(frozen=True)
class Scene:
    """What is known of the table before anybody is asked.

    `rules` are those in force, as the engine's contract writes them; `seats` are the words by which
    facts name the seats, in playing order; `starting_double` (pips) is None where nobody knows it.
    `begins` takes the round's first turn and `began_before` took that of the round before, as the
    sheet has it; "" where it does not say. `totals` are the points before this round of those who
    have played.
    """

    rules: Mapping[str, Any]
    set: int
    seats: tuple[str, ...]
    round_number: int
    starting_double: int | None
    begins: str = ""
    began_before: str = ""
    totals: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class AskedQuestion:
    """A question, and the facts given with it.

    `given` are facts, each a path and a value; of a path that stands twice, the last one holds. The
    first `asked` of them belong to the question itself. `unknown` are the paths that nobody knows.
    `has_open_double` says that a double is uncovered, and not yet on which train.
    """

    kind: str
    ask: Mapping[str, Any]
    given: tuple[tuple[str, Any], ...] = ()
    asked: int = 0
    unknown: tuple[str, ...] = ()
    has_open_double: bool = False

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

    `sentences` say what was told, `supposed` what holds as long as nobody says otherwise.
    `answer` is Yes or No as a sentence, for whoever asked in other words than the title has.
    `error` says why the facts cannot all be true, `error_path` of which fact that is said.
    """

    title: str
    sentences: tuple[str, ...]
    supposed: tuple[str, ...]
    question: FactQuestion | None
    ruling: Ruled | None
    clauses: tuple[ClauseText, ...]
    error: str = ""
    error_path: str = ""
    answer: str = ""


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
    if asked.ask.get("remedy") == "late_arrival":
        others = {seat: total for seat, total in scene.totals.items() if seat != asked.seat}
        case["ask"] |= {"totals": others}
    if scene.starting_double is not None:
        case["starting_double"] = scene.starting_double
    if scene.round_number == 1 and scene.begins in scene.seats:
        case["first_player"] = scene.begins
    if scene.round_number > 1 and scene.began_before in scene.seats:
        case["last_first_player"] = scene.began_before
    for path, value in asked.given:
        set_fact(case, path, value)
    if len(case.get("uncovered") or ()) > 1:
        # In which order they are named says nothing of the order in which they were played.
        case.setdefault("uncovered_in_order", False)
    return case


def supposed_paths(asked: AskedQuestion) -> set[str]:
    """The facts that are as the question supposes them to be."""
    topic = BY_KIND.get(asked.kind)
    facts = topic.supposed(asked.seat, asked.ask) if topic else {}
    return {path for path, value in facts.items() if asked.facts.get(path, None) == value}


def next_path(answer: Ruled, asked: AskedQuestion, order: Sequence[str] = ()) -> str | None:
    """The fact to ask for next; None where nothing more can be asked.

    People know who could not play before they know the ends and markers it hangs on, so that is
    asked first. Where some tiles of a hand are given and the hand is needed still, it is open
    whether those are all: then their number is asked. Nothing is asked twice.
    """
    answered = {*asked.unknown, *asked.facts}
    needs = list(answer.needs)
    if needs and needs[0].startswith("trains."):
        needs.sort(key=lambda path: not path.startswith("can_play"))
    # Whatever stands in `order` is asked before the rest, as it stands there.
    needs.sort(key=lambda path: (path in asked.facts, _place_in(order, path)))
    if "turn.third_tile" in asked.unknown:
        # Who does not know whether one of the tiles fits knows neither which nor how many they are.
        needs = [path for path in needs if not path.startswith("hand")]
    for path in needs:
        if path not in answered:
            return path
        if path == "turn.laid" and _lacks_train(asked) and LAID_ON not in answered:
            return LAID_ON
        number = path.replace("hands.", "hand_counts.", 1)
        if path in asked.facts and number not in answered:
            return number
    return None


def _place_in(order: Sequence[str], path: str) -> int:
    return next((at for at, start in enumerate(order) if path.startswith(start)), len(order))


def _lacks_train(asked: AskedQuestion) -> bool:
    """Whether a tile was played that has neither a name nor a train."""
    plays = asked.facts.get("turn.laid") or []
    return bool(plays) and "tile" not in plays[0] and "train" not in plays[0]


IN_TURN = ("act", "draw", "must-mark", "mark", "stop")
"""The questions about how a turn goes on: what was played is asked first, then who can play."""


def _order(scene: Scene, asked: AskedQuestion) -> tuple[str, ...]:
    """In which order facts are asked for where a turn goes on.

    Whether it is the first turn comes before all else where that decides what somebody does who can
    play nothing; else after all else.
    """
    if asked.kind == "over" and asked.facts.get("can_play") is False:
        return ("boneyard", "turn.passes")  # Nobody wonders then whether somebody has gone out.
    if asked.kind not in IN_TURN:
        return ()
    order = ("turn.laid", "turn.drawn", "can_play", "boneyard")
    stuck = {"turn.laid": [], "turn.drawn": "none", f"can_play.{asked.seat}": False}
    facts = {**stuck, "boneyard": "some", **asked.facts}
    answers = []
    for kind in ("first_turn", "normal"):
        given = tuple({**facts, "turn.kind": kind}.items())
        answer = referee.rule(case_of(scene, replace(asked, given=given)))
        answers.append((answer.verdict, answer.value))
    return ("turn.kind", *order) if answers[0] != answers[1] else order


def is_settled(answer: Ruled, asked: AskedQuestion) -> bool:
    """Whether this is the ruling: it is certain, or nothing more can be asked."""
    return not answer.error and not (answer.verdict == "depends" and next_path(answer, asked))


def _rotates(scene: Scene) -> bool:
    """Whether the seats take turns to begin."""
    return referee.first_turn_rule(scene, scene.round_number) == "rotate"


def _conditions(scene: Scene, asked: AskedQuestion, answer: Ruled) -> Ruled:
    """The ruling on what nobody knows, with what it comes to by each answer, where those settle it.

    Such as: "Yes, if this is so: Ann has a third tile that fits."
    """
    path = answer.needs[0] if answer.needs else ""
    if answer.verdict != "depends" or path not in asked.unknown:
        return answer
    question = question_for(path, case_of(scene, asked))
    if question.typed or path in ("uncovered_in_order", LAID_ON):
        return answer
    options = []
    for choice in question.choices:
        known = replace(asked, given=(*asked.given, (path, choice.fact)))
        ruling = referee.rule(case_of(scene, known))
        if ruling.error or ruling.verdict in ("depends", "not_covered"):
            return answer
        fact = fact_sentence(path, choice.fact, asked.seat)
        words = {"answer": answer_word(ruling), "fact": fact}
        options.append(("", None, _("%(answer)s, if this is so: %(fact)s") % words))
    return replace(answer, options=tuple(options))


def _next_question(
    scene: Scene, asked: AskedQuestion, answer: Ruled, case: Mapping[str, Any]
) -> FactQuestion | None:
    if asked.has_open_double:
        text = _("On which train is the double that nobody has covered?")
        return replace(question_for("uncovered", case), text=text, choices=())
    path = next_path(answer, asked, _order(scene, asked))
    if path is None:
        return None
    if path == "turn.drawn":
        # What was drawn may be what was played, unless it is known that nothing was.
        case = {**case, "turn": {"laid": None, **case.get("turn", {})}}
    question = question_for(path, case)
    if path == "first_player" and scene.round_number > 1 and _rotates(scene):
        return replace(question, text=_("Who began round 1?"))
    return question


def desk_of(scene: Scene, asked: AskedQuestion, kept: Ruled | None = None) -> Desk:
    """The dispute as its page shows it; `kept` is its ruling where that is kept already."""
    case = case_of(scene, asked)
    answer = kept or referee.rule(case)
    settled = kept is not None or (not asked.has_open_double and is_settled(answer, asked))
    question = None if answer.error or settled else _next_question(scene, asked, answer, case)
    if settled and asked.kind == "public" and answer.verdict == "yes":
        note = referee.covering_note(scene.rules)
        answer = replace(answer, because=" ".join(filter(None, (answer.because, note))))
    supposed = supposed_paths(asked)
    error_path, error = error_parts(answer.error) if answer.error else ("", "")
    return Desk(
        title=asked.title,
        sentences=tuple(fact_sentences(asked.facts, leaving_out=supposed)),
        supposed=tuple(fact_sentences(asked.facts, leaving_out={*asked.facts} - supposed)),
        question=question,
        ruling=_conditions(scene, asked, answer) if settled else None,
        clauses=tuple(referee.clause_texts(answer.cited, scene.rules)) if settled else (),
        error=error,
        error_path=error_path,
        answer=answer_sentence(asked.kind, asked.ask, asked.seat, answer) if settled else "",
    )
