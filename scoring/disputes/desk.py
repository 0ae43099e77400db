"""The dispute desk: a question with what has been told of it, what is asked next, and the ruling.

Pure: the server asks with what its rows say, a tablet without network with what it knows of its
game. Facts have the paths of the engine's contract, such as `trains.Bob.marked`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from scoring import referee
from scoring.values import ClauseText, Ruled

from .questions import FactQuestion, question_for, set_fact, train_name

MOST_CHANGES = 3
YES = ("allowed", "yes", "valid")
NO = ("not_allowed", "no", "invalid")
# What the engine puts before its sentence, such as the path of a tile that was laid.
PATH = re.compile(r"^[a-z_]+(\.[^:]+)?: ")


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
    """A question, and what has been told of it.

    `told` are facts in the order in which they were told, each a path and a value; of a path that
    is told again, the last one holds. The first `asked` of them the question itself tells.
    `unknown` are the paths that nobody knows.
    """

    kind: str
    ask: Mapping[str, Any]
    told: tuple[tuple[str, Any], ...] = ()
    asked: int = 0
    unknown: tuple[str, ...] = ()

    @property
    def facts(self) -> dict[str, Any]:
        """The facts told, by their paths, in the order in which they were told."""
        return dict(self.told)

    @property
    def can_take_back(self) -> bool:
        """Whether anything was told beside what the question itself tells."""
        return bool(self.unknown) or len(self.told) > self.asked


@dataclass(frozen=True)
class Desk:
    """Where a dispute stands: the next question, or the ruling; `error` where facts clash."""

    title: str
    told: tuple[str, ...]
    question: FactQuestion | None
    ruling: Ruled | None
    clauses: tuple[ClauseText, ...]
    changes: tuple[str, ...]
    error: str


class Clash(ValueError):  # noqa: N818  it is a no, not a fault of the program
    """A fact that cannot be true beside the others; the text is a sentence."""


def case_of(scene: Scene, asked: AskedQuestion, name: str = "") -> dict[str, Any]:
    """The dispute as the engine's contract writes it: what the game knows, then the facts told."""
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
    for path, value in asked.told:
        set_fact(case, path, value)
    return case


def next_path(answer: Ruled, asked: AskedQuestion) -> str | None:
    """The fact to ask for next; None where nothing more can be asked.

    Of a hand whose tiles were told and that is needed still, it is open whether those are all: then
    their number is asked. Nothing is asked twice.
    """
    said = {*asked.unknown, *asked.facts}
    for path in answer.needs:
        if path not in said:
            return path
        number = path.replace("hands.", "hand_counts.", 1)
        if path in asked.facts and number not in said:
            return number
    return None


def is_settled(answer: Ruled, asked: AskedQuestion) -> bool:
    """Whether this is the ruling: it is certain, or nothing more can be asked."""
    return not answer.error and not (answer.verdict == "depends" and next_path(answer, asked))


def tell(scene: Scene, asked: AskedQuestion, path: str, value: object) -> AskedQuestion:
    """What is told with one more fact; `value` None says that nobody knows it.

    Raises `Clash` for a fact that cannot be true beside the others.
    """
    if value is None:
        return replace(asked, unknown=(*asked.unknown, path))
    more = replace(asked, told=(*asked.told, (path, value)))
    answer = referee.rule(case_of(scene, more))
    if answer.error:
        raise Clash(plain(answer.error))
    return more


def take_back(asked: AskedQuestion) -> AskedQuestion:
    """What is told without the last answer, so that its question comes again."""
    if asked.unknown:
        return replace(asked, unknown=asked.unknown[:-1])
    if len(asked.told) > asked.asked:
        return replace(asked, told=asked.told[:-1])
    return asked


def desk_of(scene: Scene, asked: AskedQuestion, kept: Ruled | None = None) -> Desk:
    """The dispute as its page shows it; `kept` is its ruling where that is kept already."""
    case = case_of(scene, asked)
    answer = kept or referee.rule(case)
    settled = kept is not None or is_settled(answer, asked)
    question = None
    if not settled and (path := next_path(answer, asked)):
        question = question_for(path, case, referee.values_at(path))
    return Desk(
        title=title_of(asked),
        told=tuple(told_words(asked)),
        question=question,
        ruling=answer if settled else None,
        clauses=tuple(referee.clause_texts(answer.clauses)) if settled else (),
        changes=tuple(_changes(scene, asked, answer)) if settled else (),
        error=plain(answer.error),
    )


def plain(error: str) -> str:
    """What the engine says of a fact, without the path by which programs know the fact."""
    text = PATH.sub("", error, count=1)
    return text[:1].upper() + text[1:]


def title_of(asked: AskedQuestion) -> str:
    """The question in a sentence, with the names, tiles and trains in it."""
    ask = asked.ask
    words = {
        "seat": asked.facts.get("turn.seat", ""),
        "train": train_name(ask["train"]) if "train" in ask else "",
        "tile": ask.get("tile", ""),
        "tiles": ", ".join(ask.get("tiles", [])),
    }
    sentences = {
        "lay": _("May %(seat)s lay %(tile)s on %(train)s?"),
        "chain": _("May %(seat)s lay %(tiles)s on %(train)s in one turn?"),
        "act": _("What has %(seat)s to do now?"),
        "cover": _("Has %(seat)s to cover the double?"),
        "draw": _("May %(seat)s draw now?"),
        "stop": _("May %(seat)s end the turn like this?"),
        "mark": _("May %(seat)s just put the marker on and end the turn?"),
        "must-mark": _("Has %(seat)s to put the marker on?"),
        "unmark": _("Does the marker on %(seat)s's train come off?"),
        "public": _("Is %(train)s open to the others?"),
        "announce": _("Has %(seat)s to give notice of the last tile?"),
        "next": _("Whose turn is it after %(seat)s?"),
        "over": _("Is the round over?"),
        "begins": _("Who begins the round?"),
    }
    return sentences[asked.kind] % words


def told_words(asked: AskedQuestion) -> list[str]:
    """The facts told so far, a sentence each."""
    told = []
    for path, value in asked.facts.items():
        if path != "turn.seat":
            told.append(f"{_path_words(path)}: {_value_words(value)}")
    told += [f"{_path_words(path)}: {_('nobody knows')}" for path in asked.unknown]
    return told


def answer_word(ruling: Ruled) -> str:
    """Yes, No, a seat's name, what to do, or that it depends or is not covered."""
    if ruling.verdict in YES:
        return _("Yes")
    if ruling.verdict in NO:
        return _("No")
    if ruling.verdict == "value":
        acts = {
            "lay": _("Lay a tile"),
            "draw": _("Draw"),
            "end_turn": _("End the turn"),
            "mark": _("Put the marker on"),
            "pass_and_mark": _("Pass and put the marker on"),
            "pass": _("Pass"),
        }
        return acts.get(str(ruling.value), str(ruling.value))
    if ruling.verdict == "not_covered":
        return _("The rules do not say")
    return _("It depends")


def answer_class(ruling: Ruled) -> str:
    """The class by which the style sheet tells yes from no, beside the words."""
    if ruling.verdict in YES:
        return "yes"
    return "no" if ruling.verdict in NO else "open"


def _path_words(path: str) -> str:
    parts = path.split(".")
    if parts[0] == "trains" and len(parts) == 3:
        fact = {
            "marked": _("marker on %s"),
            "tail": _("end of %s"),
            "started": _("%s has a tile"),
            "tiles": _("tiles on %s"),
        }.get(parts[2], parts[2] + " %s")
        return fact % train_name(parts[1])
    if parts[0] in ("hands", "hand_counts") and len(parts) == 2:
        words = _("hand of %s") if parts[0] == "hands" else _("number of tiles of %s")
        return words % parts[1]
    if parts[0] == "can_play" and len(parts) == 2:
        return _("%s has a tile that can be played") % parts[1]
    if parts[0] == "rules":
        return referee.parameter_sentence(parts[1])
    return {
        "boneyard": _("tiles left to draw"),
        "uncovered": _("doubles with nothing on them"),
        "uncovered_in_order": _("which double came first is known"),
        "turn.kind": _("turn"),
        "turn.drawn": _("drawn in this turn"),
        "turn.laid": _("laid in this turn"),
        "turn.passes": _("passes in a row"),
        "can_play": _("anybody has a tile that can be played"),
        "out": _("played the last tile"),
        "starting_double": _("starting double"),
        "starting_double_by": _("laid the starting double"),
        "first_player": _("picked to begin"),
        "on_table": _("seen on the trains"),
        "round": _("round"),
    }.get(path, path)


def _value_words(value: object) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if value in ([], "none", None):
        return _("none")
    if isinstance(value, list):
        return ", ".join(_item_words(item) for item in value)
    words = {
        "normal": _("a usual turn"),
        "first_turn": _("the first of this round"),
        "follow_up": _("it goes on after a double"),
    }
    return words.get(str(value), str(value).replace("_", " "))


def _item_words(item: object) -> str:
    if isinstance(item, Mapping):
        tile = item.get("tile") or f"{item.get('double')}-{item.get('double')}"
        return _("%(tile)s on %(train)s") % {"tile": tile, "train": train_name(item["train"])}
    return str(item)


def _changes(scene: Scene, asked: AskedQuestion, answer: Ruled) -> list[str]:
    """What would have changed a certain ruling: facts told that the other way round turn it."""
    if answer.verdict in ("depends", "not_covered"):
        return []
    changes = []
    for path, value in asked.facts.items():
        for other in _others(path, value):
            turned = referee.rule(case_of(scene, replace(asked, told=(*asked.told, (path, other)))))
            if turned.error or (turned.verdict, turned.value) == (answer.verdict, answer.value):
                continue
            change = f"{_path_words(path)}: {_value_words(other)}"
            if turned.needs:
                change += _(" (then it depends on: %s)") % _path_words(turned.needs[0])
            changes.append(change)
            break
        if len(changes) == MOST_CHANGES:
            break
    return changes


def _others(path: str, value: object) -> list[object]:
    if isinstance(value, bool):
        return [not value]
    if path == "boneyard":
        return [0 if value else 20]
    if path == "turn.kind":
        return [kind for kind in ("normal", "first_turn", "follow_up") if kind != value]
    if path == "uncovered" and value:
        return [[]]
    return []
