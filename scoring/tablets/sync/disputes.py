"""A dispute as a tablet hands it over, read strictly: nothing in it is taken on trust.

It has the shape `DISPUTE`: `kind`, the topic; `ask`, the engine's question; `told`, a list
of [path, value]; `asked`, how many of these the question itself tells; and `unknown`, a list of
paths. Here it is asked whether all of that makes sense at this table.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

from scoring import referee
from scoring.disputes.desk import AskedQuestion
from scoring.disputes.fields import ask_of, read_parts
from scoring.disputes.questions import SEAT_FACTS, is_fact
from scoring.disputes.topics import BY_KIND, Topic
from scoring.parsing import MAX_NUMBER, Unread
from scoring.shapes import Either, Flag, ListOf, MapOf, Parts, Row, Text, Unfit, Whole

# More facts than are ever told of a table, and more tiles than any set has.
MOST_FACTS: Final = 200
MOST_TILES: Final = 190

WORD: Final = Text(80)
PATH: Final = Text(120)
PLAIN: Final = Either((Whole(-MAX_NUMBER, MAX_NUMBER), Flag(), WORD))
ITEM: Final = Either(
    (PLAIN, Parts(more=dict.fromkeys(("tile", "train", "double", "laid_by"), PLAIN), closed=True))
)
DISPUTE: Final = Parts(
    {"kind": WORD, "ask": MapOf(WORD, Either((WORD, ListOf(WORD, MOST_TILES))), 10)},
    {
        "told": ListOf(Row((PATH, Either((PLAIN, ListOf(ITEM, MOST_TILES))))), MOST_FACTS),
        "unknown": ListOf(PATH, MOST_FACTS),
        "asked": Whole(0, MOST_FACTS),
    },
)


def asked_from(data: Mapping[str, Any], seats: Sequence[str]) -> AskedQuestion:
    """The question with what has been told of it. Raises `Unread` with a sentence."""
    try:
        read = DISPUTE.read(data)
    except Unfit:
        raise _unread(_("something in it is damaged")) from None
    topic = BY_KIND.get(read["kind"])
    if topic is None:
        raise _unread(_("the question"))
    given = _facts(read.get("told", []), seats)
    unknown = _paths(read.get("unknown", []), seats)
    asked = read.get("asked", 0)
    if asked not in _asked_by(topic, given):
        raise _unread(_("what the question tells"))
    return AskedQuestion(topic.kind, _ask(topic, read["ask"], seats), given, asked, unknown)


def _unread(what: str) -> Unread:
    return Unread(_("This dispute cannot be read: %s.") % what)


def _ask(topic: Topic, raw: Mapping[str, Any], seats: Sequence[str]) -> dict[str, Any]:
    """The engine's question, put together anew from its parts."""
    tiles = raw.get("tiles")
    fields = {
        "tile": raw.get("tile"),
        "tiles": " ".join(tiles) if isinstance(tiles, list) else None,
        "train": raw.get("train"),
        "noticed": raw.get("noticed"),
        "seat": raw.get("seat") if topic.is_about_mistake else None,
    }
    given = {name: value for name, value in fields.items() if value is not None}
    if set(raw) != {*topic.ask, *given} or not set(given) <= set(topic.parts):
        raise _unread(_("the question"))
    # Who is on turn is a fact, so that any seat stands for it here.
    on_turn = {} if topic.is_about_mistake else {"seat": seats[0] if seats else ""}
    values = {name: [str(value)] for name, value in {**on_turn, **given}.items()}
    parts, missing, wrong = read_parts(topic, values, seats)
    for sentences in wrong.values():
        raise _unread(" ".join(sentences))
    if missing:
        raise _unread(_("the question"))
    return ask_of(topic, parts)


def _asked_by(topic: Topic, given: Sequence[tuple[str, Any]]) -> tuple[int, ...]:
    """How many of the facts can belong to the question itself."""
    paths = [path for path, _value in given]
    count = int(paths[:1] == ["turn.seat"])
    if "seat" in topic.needs and not count and not topic.is_about_mistake:
        return ()
    # Tablets of before asked some questions with the tile that was played last.
    return (count, count + 1) if paths[count : count + 1] == ["turn.laid"] else (count,)


def _facts(raw: Sequence[Sequence[Any]], seats: Sequence[str]) -> tuple[tuple[str, Any], ...]:
    for path, value in raw:
        if not (_is_path(path, seats) and _is_value(path, value, seats)):
            raise _unread(_("an answer"))
    return tuple((path, value) for path, value in raw)


def _paths(raw: Sequence[str], seats: Sequence[str]) -> tuple[str, ...]:
    if len(set(raw)) < len(raw) or not all(_is_path(path, seats) for path in raw):
        raise _unread(_("what nobody knows"))
    return tuple(raw)


def _is_path(path: str, seats: Sequence[str]) -> bool:
    if not is_fact(path, seats):
        return False
    return not path.startswith("rules.") or bool(referee.values_at(path))


def _is_value(path: str, value: object, seats: Sequence[str]) -> bool:
    """Whether this can be such a fact; what it means, the engine reads."""
    if path in SEAT_FACTS:
        return value in seats
    if path.startswith("rules."):
        # True is no 1 here.
        return (type(value), value) in [(type(known), known) for known in referee.values_at(path)]
    return all(_is_known(item, seats) for item in (value if isinstance(value, list) else [value]))


def _is_known(value: object, seats: Sequence[str]) -> bool:
    """Whether every text in it is a tile's, a word of the contract, or a seat's name."""
    parts = value.values() if isinstance(value, Mapping) else [value]
    return all(
        not isinstance(part, str) or part in seats or (part.isascii() and part.isprintable())
        for part in parts
    )
