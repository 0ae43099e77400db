"""A dispute as a tablet hands it over, read strictly: nothing in it is taken on trust.

Pure. It is a mapping as JSON gives it: `kind`, the topic; `ask`, the engine's question; `told`, a
list of [path, value]; `asked`, how many of these the question itself tells; and `unknown`, a list
of paths.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring import answers, referee
from scoring.selectors.desk import Asked
from scoring.selectors.questions import BY_KIND, SEAT_FACTS, Topic, is_fact
from scoring.typed import MAX_NUMBER, Unread

# Past anything that is asked of a table, and small enough to be kept.
MOST_TOLD = 200
MOST_LISTED = 190
LONGEST_WORD = 80
ITEM_KEYS = frozenset({"tile", "train", "double", "laid_by"})


def asked_from(data: Mapping[str, Any], seats: Sequence[str]) -> Asked:
    """The question with what has been told of it. Raises `Unread` with a sentence."""
    kind = data.get("kind")
    topic = BY_KIND.get(kind) if isinstance(kind, str) else None
    if topic is None:
        raise _unread(_("the question"))
    told = _told(data.get("told", []), seats)
    unknown = _paths(data.get("unknown", []), seats)
    asked = data.get("asked", 0)
    if type(asked) is not int or asked not in _asked_by(topic, told):
        raise _unread(_("what the question tells"))
    return Asked(topic.kind, _ask(topic, data.get("ask"), seats), told, asked, unknown)


def _unread(what: str) -> Unread:
    return Unread(_("This dispute cannot be read: %s.") % what)


def _ask(topic: Topic, raw: object, seats: Sequence[str]) -> dict[str, Any]:
    """The engine's question, put together anew from its parts."""
    if not isinstance(raw, Mapping):
        raise _unread(_("the question"))
    tiles = raw.get("tiles")
    fields = {
        "tile": raw.get("tile"),
        "tiles": " ".join(tiles) if isinstance(tiles, list) and _are_words(tiles) else None,
        "train": raw.get("train"),
    }
    parts = [name for name in fields if name in topic.needs]
    if set(raw) != {*topic.ask, *parts}:
        raise _unread(_("the question"))
    told, wrong = answers.ask_fields(topic, {**fields, "seat": seats[0] if seats else ""}, seats)
    for sentences in wrong.values():
        raise _unread(" ".join(sentences))
    return answers.ask_of(topic, told)


def _asked_by(topic: Topic, told: Sequence[tuple[str, Any]]) -> tuple[int, ...]:
    """How many of the facts the question itself can have told."""
    paths = [path for path, _value in told]
    first = ["turn.seat"] if "seat" in topic.needs else []
    if paths[: len(first)] != first:
        return ()
    count = len(first)
    laid = "laid" in topic.needs and paths[count : count + 1] == ["turn.laid"]
    return (count, count + 1) if laid else (count,)


def _told(raw: object, seats: Sequence[str]) -> tuple[tuple[str, Any], ...]:
    if not isinstance(raw, list) or len(raw) > MOST_TOLD:
        raise _unread(_("the answers"))
    told = []
    for each in raw:
        if not (isinstance(each, list) and len(each) == 2):
            raise _unread(_("an answer"))
        path, value = each
        if not (_is_path(path, seats) and _is_value(path, value, seats)):
            raise _unread(_("an answer"))
        told.append((path, value))
    return tuple(told)


def _paths(raw: object, seats: Sequence[str]) -> tuple[str, ...]:
    if not isinstance(raw, list) or len(raw) > MOST_TOLD:
        raise _unread(_("what nobody knows"))
    if not all(_is_path(path, seats) for path in raw):
        raise _unread(_("what nobody knows"))
    if len(set(raw)) < len(raw):
        raise _unread(_("what nobody knows"))
    return tuple(raw)


def _is_path(path: object, seats: Sequence[str]) -> bool:
    if not isinstance(path, str) or not is_fact(path, seats):
        return False
    return not path.startswith("rules.") or bool(referee.values_at(path))


def _is_value(path: str, value: object, seats: Sequence[str]) -> bool:
    """Whether this is of a size and kind to be a fact; what it means, the engine reads."""
    if path in SEAT_FACTS:
        return value in seats
    if path.startswith("rules."):
        return any(type(value) is type(one) and value == one for one in referee.values_at(path))
    if isinstance(value, list):
        return len(value) <= MOST_LISTED and all(_is_item(one, seats) for one in value)
    return _is_plain(value, seats)


def _is_item(value: object, seats: Sequence[str]) -> bool:
    if isinstance(value, Mapping):
        return set(value) <= ITEM_KEYS and all(_is_plain(one, seats) for one in value.values())
    return _is_plain(value, seats)


def _is_plain(value: object, seats: Sequence[str]) -> bool:
    if isinstance(value, int):
        return abs(value) <= MAX_NUMBER
    return _is_word(value) or value in seats


def _is_word(value: object) -> bool:
    """Whether this is a tile's text, or a word of the contract."""
    return (
        isinstance(value, str)
        and len(value) <= LONGEST_WORD
        and value.isascii()
        and value.isprintable()
    )


def _are_words(values: Sequence[object]) -> bool:
    return len(values) <= MOST_LISTED and all(map(_is_word, values))
