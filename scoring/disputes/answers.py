"""What is typed or tapped at the dispute desk, read into a question and into facts.

Pure, as `scoring.parsing`: the desk's pages and a tablet without network read by the same
functions. Questions and facts are written as the engine's contract writes them.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring import parsing
from scoring.parsing import Unread

from .questions import MEXICAN, FactQuestion, Topic, train_name

# What may be typed for a number that a fact is, such as the tiles of the boneyard.
MOST_TILES = 190
UNKNOWN = "unknown"


def trains(seats: Sequence[str]) -> list[tuple[str, str]]:
    """Every train of the table, as facts name it and as people call it."""
    return [*((seat, train_name(seat)) for seat in seats), (MEXICAN, train_name(MEXICAN))]


def say_both() -> str:
    """What is missing where only one of a laid tile and its train is told."""
    return _("Say both: the tile and the train it was laid on.")


def choose_one() -> str:
    """What is missing where nothing is chosen, or what is not offered."""
    return _("Choose one.")


def ask_fields(
    topic: Topic, fields: Mapping[str, object], seats: Sequence[str]
) -> tuple[dict[str, Any], dict[str, list[str]]]:
    """The parts of a topic's question as they are typed: what was read, and what is wrong.

    Both are by the names of the fields: seat, tile, tiles, train, laid_tile, laid_train.
    """
    names = [name for name, _train in trains(seats)]
    readers: dict[str, list[tuple[str, Callable[[object], object]]]] = {
        "seat": [("seat", lambda raw: _one_of(raw, seats))],
        "tile": [("tile", lambda raw: _needed(parsing.one_tile(raw)))],
        "tiles": [("tiles", lambda raw: _needed(parsing.tiles(raw)))],
        "train": [("train", lambda raw: _one_of(raw, names))],
        "laid": [
            ("laid_tile", parsing.one_tile),
            ("laid_train", lambda raw: _one_of(raw, names) if raw else None),
        ],
    }
    told: dict[str, Any] = {}
    wrong: dict[str, list[str]] = {}
    for name, read in [each for need in topic.needs for each in readers[need]]:
        try:
            told[name] = read(fields.get(name))
        except Unread as unread:
            wrong[name] = [str(unread)]
    if not wrong and is_half_laid(told):
        wrong["laid_train"] = [say_both()]
    return told, wrong


def is_half_laid(told: Mapping[str, Any]) -> bool:
    """Whether only one of a laid tile and its train is told."""
    return bool(told.get("laid_tile")) != bool(told.get("laid_train"))


def ask_of(topic: Topic, told: Mapping[str, Any]) -> dict[str, Any]:
    """The question, from the parts that were read."""
    ask = dict(topic.ask)
    if "tile" in topic.needs:
        ask["tile"] = told["tile"]
    if "tiles" in topic.needs:
        ask["tiles"] = told["tiles"].split()
    if "train" in topic.needs:
        ask["train"] = told["train"]
    return ask


def facts_of(told: Mapping[str, Any]) -> dict[str, Any]:
    """The facts that the question itself tells, by their paths, from the parts that were read."""
    facts: dict[str, Any] = {}
    if told.get("seat"):
        facts["turn.seat"] = told["seat"]
    if told.get("laid_tile"):
        facts["turn.laid"] = [{"tile": told["laid_tile"], "train": told["laid_train"]}]
    return facts


def fact_of(
    question: FactQuestion, fields: Mapping[str, object], seats: Sequence[str], highest: int
) -> object:
    """The fact that answers the question; None where nobody knows it.

    A tapped `choice` goes before what is typed in tile, tiles, number, double and train. Raises
    `Unread` with a sentence for all that is missing or wrong. `highest` are the set's highest pips.
    """
    choice = fields.get("choice")
    if choice == UNKNOWN:
        return None
    if choice:
        for one in question.choices:
            if one.value == choice:
                return one.fact
        raise Unread(_("Tap one of the answers."))
    return _typed_fact(question.typed, fields, [name for name, _train in trains(seats)], highest)


def _typed_fact(
    kind: str, fields: Mapping[str, object], names: Sequence[str], highest: int
) -> object:
    if kind == "tile":
        return _needed(parsing.one_tile(fields.get("tile")))
    if kind == "tiles":
        told = parsing.tiles(fields.get("tiles"))
        if told is None:
            raise Unread(_("Write the tiles, like 7-3 0-0."))
        return told.split()
    if kind == "number":
        number = parsing.whole(fields.get("number"), least=0, most=MOST_TILES)
        if number is None:
            raise Unread(str(parsing.NOT_A_NUMBER))
        return number
    if kind == "lay":
        return [
            _pair(lambda: ("tile", _needed(parsing.one_tile(fields.get("tile")))), fields, names)
        ]
    if kind == "double":
        return [_pair(lambda: ("double", _double(fields.get("double"), highest)), fields, names)]
    raise Unread(_("Tap one of the answers."))


def _pair(
    read: Callable[[], tuple[str, object]], fields: Mapping[str, object], names: Sequence[str]
) -> dict[str, object]:
    """Something on a train; says at once what is wrong with either."""
    told: dict[str, object] = {}
    wrong = []
    try:
        name, value = read()
        told[name] = value
    except Unread as unread:
        wrong.append(str(unread))
    train = fields.get("train")
    if train not in names:
        wrong.append(_("Choose the train."))
    if wrong:
        raise Unread(" ".join(wrong))
    return {**told, "train": train}


def _double(raw: object, highest: int) -> int:
    double = parsing.whole(raw, least=0, most=highest, too_big=parsing.no_such_double(highest))
    if double is None:
        raise Unread(_("Choose the double."))
    return double


def _needed(told: str | None) -> str:
    if not told:
        raise Unread(str(parsing.ONE_TILE))
    return told


def _one_of(raw: object, names: Sequence[str]) -> str:
    if not isinstance(raw, str) or raw not in names:
        raise Unread(choose_one())
    return raw
