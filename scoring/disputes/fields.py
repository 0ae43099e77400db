"""The desk's form: its fields read into a question with facts, and written back into fields.

Pure, as `scoring.parsing`: the desk's pages and a tablet without network read by the same
functions. A field is named after the fact's path, such as `trains.Bob.marked`; what is typed
beside a choice has the path with the kind behind a colon, such as `turn.drawn:tile`. Two facts have
fields of their own: `uncovered` has one value for each train with an uncovered double, and
`turn.laid:tile` with `turn.laid:train` one for each tile, in order.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any, Final

from django.utils.translation import gettext as _

from scoring import parsing, referee
from scoring.parsing import Unread

from .desk import AskedQuestion, Scene, case_of
from .questions import (
    DREW_FITTING,
    DREW_IN_VAIN,
    DREW_SOME,
    LAID_ON,
    MEXICAN,
    NOT_BEGUN,
    SOME_TRAIN,
    SOMEBODY,
    FactQuestion,
    is_fact,
    question_for,
    train_name,
)
from .topics import NOTICED, Topic

Fields = Mapping[str, Sequence[str]]

UNKNOWN: Final = "unknown"
QUICK: Final = "quick"
"""The field of a button that answers what is asked next: its value is "path=choice"."""
OPEN_DOUBLE: Final = "some"
"""The value of `uncovered` that says there is such a double, and not yet on which train."""
FIRST_DOUBLE: Final = "uncovered_in_order"
"""Of several uncovered doubles the train of the one that was played first."""
PLAYED_TILE: Final = "turn.laid:tile"
PLAYED_TRAIN: Final = "turn.laid:train"
UNNAMED: Final = ("tile", "double")
"""The values of `turn.laid` that say what was played without naming the tile."""
MOST_TILES: Final = 190
"""No set has more tiles."""
MOST_FIELDS: Final = 400
"""More fields than the largest table has: the rest is not looked at."""


@dataclass(frozen=True)
class Filled:
    """A form as it was read.

    `asked` is None while the question lacks `missing` parts. `wrong` has sentences by field.
    `facts` are those that can be read, whether or not the question is whole.
    """

    asked: AskedQuestion | None
    missing: tuple[str, ...] = ()
    wrong: Mapping[str, list[str]] = field(default_factory=dict)
    facts: Mapping[str, Any] = field(default_factory=dict)


def train_choices(seats: Sequence[str]) -> list[tuple[str, str]]:
    """Every train of the table, as facts name it and as people call it."""
    return [*((seat, train_name(seat)) for seat in seats), (MEXICAN, train_name(MEXICAN))]


def read_fields(scene: Scene, topic: Topic, fields: Fields) -> Filled:
    """Read the whole form: the question's parts, then all facts that are given."""
    parts, missing, wrong = read_parts(topic, fields, scene.seats)
    facts, unknown, wrong_facts = _Facts(scene, fields).read()
    wrong |= wrong_facts
    if missing or wrong:
        return Filled(None, tuple(missing), wrong, facts)
    on_turn = "seat" in parts and not topic.is_about_mistake
    whose_turn = parts["seat"] if on_turn else parts.get("whose_turn")
    seat = [("turn.seat", whose_turn)] if whose_turn else []
    ask = ask_of(topic, parts)
    supposed = topic.supposed(parts.get("seat", ""), ask)
    facts |= {path: fact for path, fact in supposed.items() if _is_blank(path, fields)}
    if _first(fields, "turn.drawn") == DREW_SOME:
        facts = _ask_on_about_drawn(topic, facts, fields)
    if "seat" not in topic.parts and "turn.laid" in facts and facts.get("out") in scene.seats:
        facts.setdefault("turn.seat", facts["out"])  # Who went out did it with what was played.
    given = (*seat, *((path, value) for path, value in facts.items() if path not in dict(seat)))
    is_answered = "uncovered" in facts or "uncovered" in unknown
    has_open_double = OPEN_DOUBLE in fields.get("uncovered", ()) and not is_answered
    return Filled(AskedQuestion(topic.kind, ask, given, len(seat), unknown, has_open_double))


def _is_blank(path: str, fields: Fields) -> bool:
    """Whether nothing at all is said of a fact, not even half of it."""
    return not any(any(values) for name, values in fields.items() if name.partition(":")[0] == path)


def _ask_on_about_drawn(topic: Topic, facts: dict[str, Any], fields: Fields) -> dict[str, Any]:
    """The facts without "a tile was drawn" where that may be the tile that was played.

    Who drew a double and played it draws again; who drew after a double does not. Whoever asks
    whether to draw once more may have played, so that is not supposed either.
    """
    if f"can_play.{_first(fields, 'seat')}" in facts:
        return facts
    if topic.kind == "draw" and _is_blank("turn.laid", fields):
        facts = {path: fact for path, fact in facts.items() if path != "turn.laid"}
    plays = facts.get("turn.laid", [{}])
    is_unclear = bool(plays) and "tile" not in plays[0]
    return {path: fact for path, fact in facts.items() if path != "turn.drawn" or not is_unclear}


def with_quick(fields: Fields) -> Fields:
    """The fields with the answer of a quick button put where it belongs.

    What was told of somebody, or of a train, without a name is then told of whom was tapped.
    """
    path, is_quick, value = (_first(fields, QUICK) or "").rpartition("=")
    fields = {name: values for name, values in fields.items() if name != QUICK}
    if is_quick and path == "uncovered" and value != "none":
        doubles = [name for name in fields.get(path, []) if name != "none"]
        fields = {**fields, path: [*doubles, value]}
    elif is_quick:
        fields = {**fields, path: [value]}
    return _with_names(fields)


def _with_names(fields: Fields) -> Fields:
    """The fields without the gaps whose names are tapped by now; what is tapped itself holds."""
    names = {gap: _first(fields, gap.strip("{}")) for gap in (SOMEBODY, SOME_TRAIN)}
    filled = dict(fields)
    for path, values in fields.items():
        for gap, name in names.items():
            if gap in path and name:
                del filled[path]
                whole = path.replace(gap, name)
                filled[whole] = fields.get(whole) or values
    return filled


def _first(fields: Fields, name: str) -> str | None:
    values = fields.get(name)
    return values[0] if values else None


# --- the question's own parts -----------------------------------------------------------------


def read_parts(
    topic: Topic, fields: Fields, seats: Sequence[str]
) -> tuple[dict[str, Any], list[str], dict[str, list[str]]]:
    """Read who, which tiles and which train: the parts, the missing ones, and what is wrong."""
    trains = [name for name, _words in train_choices(seats)]
    readers: dict[str, Callable[[str | None], Any]] = {
        "seat": lambda raw: _one_of(raw, seats),
        "train": lambda raw: _one_of(raw, trains),
        "whose_turn": lambda raw: _one_of(raw, seats),
        "second_train": lambda raw: _one_of(raw, trains),
        "noticed": lambda raw: _one_of(raw, list(NOTICED)),
        "tile": parsing.one_tile,
        "tiles": parsing.tiles,
    }
    parts: dict[str, Any] = {}
    wrong: dict[str, list[str]] = {}
    for name in topic.parts:
        try:
            value = readers[name](_first(fields, name))
        except Unread as unread:
            wrong[name] = [str(unread)]
        else:
            if value:
                parts[name] = value
    missing = [name for name in topic.needs if name not in parts and name not in wrong]
    return parts, missing, wrong


def ask_of(topic: Topic, parts: Mapping[str, Any]) -> dict[str, Any]:
    """The question as the engine's contract writes it, from the parts that were read."""
    ask = dict(topic.ask)
    for name in ("tile", "train", "noticed"):
        if name in parts:
            ask[name] = parts[name]
    if topic.is_about_mistake and "seat" in parts:
        ask["seat"] = parts["seat"]
    if "tiles" in parts:
        ask["tiles"] = parts["tiles"].split()
        first, second = parts.get("train", ""), parts.get("second_train", "")
        if first and second not in ("", first):
            ask["trains"] = _trains_of(ask["tiles"], first, second)
            del ask["train"]
    return ask


def _trains_of(tiles: Sequence[str], first: str, second: str) -> list[str]:
    """A train for each tile: the second one's, then where a tile fits the one before.

    A tile that fits neither goes on the second train, where the engine names it.
    """
    trains: list[str] = []
    last: dict[str, set[str]] = {}
    for number, tile in enumerate(tiles):
        pips = set(tile.split("-"))
        train = first if number == 0 else second
        if number > 1 and not pips & last[second] and pips & last[first]:
            train = first
        trains.append(train)
        last[train] = pips
    return trains


def _one_of(raw: str | None, names: Sequence[str]) -> str | None:
    if raw and raw not in names:
        raise Unread(_("Choose one."))
    return raw or None


# --- the facts ----------------------------------------------------------------------------------


class _Facts:
    """Reads every fact of a form. What cannot be read is left out, with a sentence in `wrong`."""

    def __init__(self, scene: Scene, fields: Fields) -> None:
        self.scene = scene
        self.fields = fields
        self.trains = [name for name, _words in train_choices(scene.seats)]
        self.facts: dict[str, Any] = {}
        self.unknown: list[str] = []
        self.wrong: dict[str, list[str]] = {}

    def read(self) -> tuple[dict[str, Any], tuple[str, ...], dict[str, list[str]]]:
        case = case_of(self.scene, AskedQuestion("", {}))
        for path in self._paths():
            try:
                if path in (FIRST_DOUBLE, LAID_ON):
                    continue  # read with the doubles, and with the tiles
                if path == "uncovered":
                    self._read_doubles()
                elif path == "turn.laid":
                    self._read_plays()
                else:
                    self._read_fact(question_for(path, case))
            except Unread as unread:
                self.wrong[path] = [str(unread)]
        self._name_doubles()
        return self.facts, tuple(self.unknown), self.wrong

    def _paths(self) -> Iterator[str]:
        names = list(self.fields)[:MOST_FIELDS]
        for path in dict.fromkeys(name.partition(":")[0] for name in names):
            is_rule = path.startswith("rules.")
            if is_fact(path, self.scene.seats) and (not is_rule or referee.values_at(path)):
                yield path

    def _is_unknown(self, path: str) -> bool:
        if _first(self.fields, path) != UNKNOWN:
            return False
        self.unknown.append(path)
        return True

    def _read_fact(self, question: FactQuestion) -> None:
        path = question.path
        if self._is_unknown(path):
            return
        value = _first(self.fields, path)
        if value == NOT_BEGUN and path.endswith(".tail"):
            self.facts[path.removesuffix("tail") + "started"] = False
            return
        if value:
            self.facts[path] = "some" if value == DREW_SOME else _chosen(question, value)
            is_drawn = path == "turn.drawn" and value in (DREW_FITTING, DREW_IN_VAIN)
            if is_drawn and _first(self.fields, "seat") in self.scene.seats:
                # Whose turn it is, is tapped later, perhaps: then that player can play, or cannot.
                able = f"can_play.{_first(self.fields, 'seat')}"
                self.facts.setdefault(able, value == DREW_FITTING)
            return
        typed = _typed(question.typed, _first(self.fields, f"{path}:{question.typed}"))
        if typed is not None:
            self.facts[path] = typed

    def _read_doubles(self) -> None:
        values = list(dict.fromkeys(self.fields["uncovered"]))
        if UNKNOWN in values:
            self.unknown.append("uncovered")
            return
        doubles = [name for name in values if name in self.trains]
        if "none" in values and (doubles or OPEN_DOUBLE in values):
            raise Unread(_("You tapped that every double is covered, and one that is not."))
        if "none" in values:
            self.facts["uncovered"] = []
        if not doubles:
            return
        first = _first(self.fields, FIRST_DOUBLE)
        if first in doubles:
            doubles = [first, *(name for name in doubles if name != first)]
        self.facts["uncovered"] = [{"train": name} for name in doubles]
        if len(doubles) < 2:
            return
        if first in doubles:
            self.facts[FIRST_DOUBLE] = True
        elif first == UNKNOWN:
            self.unknown.append(FIRST_DOUBLE)

    def _name_doubles(self) -> None:
        """Give each uncovered double its number, where the end of its train is given."""
        for double in self.facts.get("uncovered", ()):
            tail = self.facts.get(f"trains.{double['train']}.tail")
            if tail is not None:
                double["double"] = tail

    def _read_plays(self) -> None:
        if self._is_unknown("turn.laid"):
            return
        tiles = self.fields.get(PLAYED_TILE, [])[:MOST_TILES]
        trains = self.fields.get(PLAYED_TRAIN, [])[:MOST_TILES]
        plays: list[dict[str, Any]] = []
        for raw, train in zip_longest(tiles, trains, fillvalue=""):
            tile = parsing.one_tile(raw)
            # Half of it is tapped before the other half is: until then it is asked for still.
            if tile and train in self.trains:
                plays.append({"tile": tile, "train": train})
        value = _first(self.fields, "turn.laid")
        if value in UNNAMED and not plays:
            plays = [self._read_unnamed(value)]
        if plays or value == "none":
            self.facts["turn.laid"] = plays

    def _read_unnamed(self, value: str) -> dict[str, Any]:
        """A tile that nobody names: a double or not, and its train where that is given."""
        train = _first(self.fields, LAID_ON)
        if train == UNKNOWN:
            self.unknown.append(LAID_ON)
        is_double = {"double": value == "double"}
        return {**is_double, "train": train} if train in self.trains else is_double


def _chosen(question: FactQuestion, value: str) -> Any:
    for choice in question.choices:
        if choice.value == value:
            return choice.fact
    if question.typed == "number":
        return _typed("number", value)
    raise Unread(_("Tap one of the answers."))


def _typed(kind: str, raw: str | None) -> Any:
    if kind == "tile":
        return parsing.one_tile(raw)
    if kind == "tiles":
        tiles = parsing.tiles(raw)
        return None if tiles is None else tiles.split()
    if kind == "number":
        return parsing.whole(raw, least=0, most=MOST_TILES)
    return None


# --- back into fields -------------------------------------------------------------------------


def fields_of(asked: AskedQuestion) -> dict[str, list[str]]:
    """The fields that say this question and these facts."""
    ask = asked.ask
    if "trains" in ask:
        first, second = ask["trains"][0], ask["trains"][1:2]
        ask = {**ask, "train": first, "second_train": "".join(second)}
    fields: dict[str, list[str]] = {"seat": [asked.seat]} if asked.seat else {}
    fields |= {
        name: [" ".join(ask[name]) if name == "tiles" else ask[name]]
        for name in ("train", "second_train", "tile", "tiles", "noticed")
        if name in ask
    }
    if "remedy" in ask and "turn.seat" in asked.facts:
        fields["whose_turn"] = [asked.facts["turn.seat"]]
    for path, value in asked.facts.items():
        fields |= _fact_fields(path, value)
    if asked.facts.get(FIRST_DOUBLE):
        fields[FIRST_DOUBLE] = fields["uncovered"][:1]
    return fields | {path: [UNKNOWN] for path in asked.unknown}


def _fact_fields(path: str, value: Any) -> dict[str, list[str]]:
    if path == "turn.seat":
        return {}
    if path == "uncovered":
        ends = {
            f"trains.{double['train']}.tail": [str(double["double"])]
            for double in value
            if "double" in double
        }
        return {path: [double["train"] for double in value] or ["none"], **ends}
    if path == FIRST_DOUBLE:
        return {}
    if path == "turn.laid" and value and "tile" not in value[0]:
        train = {LAID_ON: [value[0]["train"]]} if "train" in value[0] else {}
        return {path: ["double" if value[0]["double"] else "tile"], **train}
    if path == "turn.laid" and value:
        tiles, trains = zip(*((play["tile"], play["train"]) for play in value), strict=True)
        return {path: [""], PLAYED_TILE: list(tiles), PLAYED_TRAIN: list(trains)}
    if path.endswith(".started") and value is False:
        return {path.removesuffix("started") + "tail": [NOT_BEGUN]}
    if isinstance(value, bool):
        return {path: ["yes" if value else "no"]}
    if isinstance(value, list):
        return {f"{path}:tiles": [" ".join(value)]} if value else {path: ["none"]}
    if path == "turn.drawn" and value not in ("none", "some", "played"):
        return {f"{path}:tile": [value]}
    return {path: ["none" if value is None else str(value)]}
