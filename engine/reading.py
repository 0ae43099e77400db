"""A case as JSON gives it, read into what it tells of a table.

`read_told` and `read_ask` raise `CaseError` with a sentence that names the key that is wrong.
Keys that tell less than they could do no harm; keys that are not of the contract are refused.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from engine.parameters import HIGHEST_SET, MOST_SEATS
from engine.position import MEXICAN, Lay, Uncovered
from engine.rules import rule_set
from engine.rulings import QUESTIONS, Ask
from engine.tiles import Tile, parse_tile
from engine.told import Told, ToldTrain
from engine.wire import CaseError

T = TypeVar("T")

KEYS: Final = frozenset(
    {
        *("id", "rules", "set", "seats", "starting_double", "trains", "uncovered", "hands"),
        *("hand_counts", "boneyard", "turn", "ask", "report", "round", "on_table"),
        *("uncovered_in_order", "starting_double_by", "first_player", "note", "expect", "also"),
    }
)
"""Every key of a case; `note`, `expect` and `also` are for who keeps cases."""

KINDS: Final = ("normal", "first_turn", "follow_up")

LONGEST_NAME: Final = 200
"""A name is cut to so many characters."""

MOST_TILES: Final = 190
"""No set has more tiles, so no list of tiles is longer."""


def read_told(case: Mapping[str, Any]) -> Told:
    """What a case tells of its table."""
    _known_keys(case, KEYS, "")
    try:
        rules = rule_set(case.get("rules"))
    except ValueError as error:
        raise CaseError(f"rules: {error}") from None
    return _Reader(case).told(rules)


def read_ask(case: Mapping[str, Any]) -> Ask:
    """What a case asks, one of `QUESTIONS`."""
    return _Reader(case).ask()


class _Reader:
    """One case. Tiles and pips are read against its set, seats against those at the table."""

    def __init__(self, case: Mapping[str, Any]) -> None:
        self.case = case
        self.set = _maybe(case, "set", "set", _whole(0, HIGHEST_SET))
        self.seats = _maybe(case, "seats", "seats", _seats)
        self.tile = _tile(self.set)
        self.pips = _whole(0, HIGHEST_SET if self.set is None else self.set)

    def told(self, rules: Any) -> Told:
        case = self.case
        turn = _maybe(case, "turn", "turn", _mapping) or {}
        _known_keys(turn, frozenset({"seat", "kind", "drawn", "laid", "passes"}), "turn.")
        return Told(
            rules=rules,
            set=self.set,
            seats=self.seats,
            starting_double=_maybe(case, "starting_double", "starting_double", self.pips),
            trains=self.trains(),
            uncovered=_maybe(case, "uncovered", "uncovered", _list_of(self.uncovered)),
            in_order=_maybe(case, "uncovered_in_order", "uncovered_in_order", _yes_no),
            hands=self.by_name("hands", _list_of(self.tile)),
            counts=self.by_name("hand_counts", _whole(0, MOST_TILES)),
            boneyard=_maybe(case, "boneyard", "boneyard", _whole(0, MOST_TILES)),
            on_table=_maybe(case, "on_table", "on_table", _list_of(self.tile)) or (),
            seat=_maybe(turn, "seat", "turn.seat", self.seat),
            kind=_maybe(turn, "kind", "turn.kind", _one_of(KINDS)),
            drawn=_maybe(turn, "drawn", "turn.drawn", self.drawn),
            laid=_maybe(turn, "laid", "turn.laid", _list_of(self.lay)),
            passes=_maybe(turn, "passes", "turn.passes", _whole(0, 10_000)),
        )

    def ask(self) -> Ask:
        asked = _maybe(self.case, "ask", "ask", _mapping)
        kinds = [kind for kind in ("may", "must", "who", "is") if kind in (asked or {})]
        if asked is None or len(kinds) != 1:
            raise CaseError('ask: it needs one of "may", "must", "who", "what", "is", "check".')
        kind = kinds[0]
        what = asked[kind]
        if not isinstance(what, str) or (kind, what) not in QUESTIONS:
            known = ", ".join(sorted(each for of, each in QUESTIONS if of == kind))
            raise CaseError(f"ask.{kind}: it can be {known}.")
        keys = {"lay": ("tile", "train"), "lay_chain": ("tiles", "train"), "public": ("train",)}
        needed = keys.get(what, ())
        _known_keys(asked, frozenset({kind, *needed}), "ask.")
        tiles: tuple[Tile, ...] = ()
        if "tile" in needed:
            tiles = (_needed(asked, "tile", "ask.tile", self.tile),)
        if "tiles" in needed:
            tiles = _needed(asked, "tiles", "ask.tiles", _list_of(self.tile))
            if not tiles:
                raise CaseError("ask.tiles: name the tiles to lay, the first one first.")
        train = ""
        if "train" in needed:
            train = _needed(asked, "train", "ask.train", self.train_name)
        return Ask(kind, what, tiles, train)

    # --- the parts of a case ---

    def trains(self) -> dict[str, ToldTrain]:
        """What is told of each train; that it is asked about tells at least that it is there."""
        told = self.by_name("trains", self.train, trains=True)
        asked = self.case.get("ask")
        name = asked.get("train") if isinstance(asked, Mapping) else None
        if self.seats is None and isinstance(name, str) and name:
            told.setdefault(name[:LONGEST_NAME], ToldTrain())
        return told

    def by_name(
        self, key: str, read: Callable[[Any, str], T], *, trains: bool = False
    ) -> dict[str, T]:
        """A mapping from seats, or trains, to what is told of each; null tells nothing."""
        told = _maybe(self.case, key, key, _mapping) or {}
        found: dict[str, T] = {}
        for name, value in told.items():
            place = f"{key}.{name[:40]}"
            (self.train_name if trains else self.seat)(name, place)
            if value is not None:
                found[name] = read(value, place)
        return found

    def train(self, raw: Any, place: str) -> ToldTrain:
        told = _mapping(raw, place)
        _known_keys(told, frozenset({"started", "tail", "marked", "tiles"}), f"{place}.")
        return ToldTrain(
            started=_maybe(told, "started", f"{place}.started", _yes_no),
            tail=_maybe(told, "tail", f"{place}.tail", self.pips),
            marked=_maybe(told, "marked", f"{place}.marked", _yes_no),
            tiles=_maybe(told, "tiles", f"{place}.tiles", _whole(0, MOST_TILES)),
        )

    def uncovered(self, raw: Any, place: str) -> Uncovered:
        told = _mapping(raw, place)
        _known_keys(told, frozenset({"train", "double", "laid_by"}), f"{place}.")
        return Uncovered(
            _needed(told, "train", f"{place}.train", self.train_name),
            _maybe(told, "double", f"{place}.double", self.pips),
            _maybe(told, "laid_by", f"{place}.laid_by", self.seat),
        )

    def lay(self, raw: Any, place: str) -> Lay:
        told = _mapping(raw, place)
        _known_keys(told, frozenset({"tile", "train"}), f"{place}.")
        return Lay(
            _needed(told, "tile", f"{place}.tile", self.tile),
            _needed(told, "train", f"{place}.train", self.train_name),
        )

    def drawn(self, raw: Any, place: str) -> Tile | str:
        return "none" if raw == "none" else self.tile(raw, place)

    def seat(self, raw: Any, place: str) -> str:
        name = _name(raw, place)
        if self.seats is not None and name not in self.seats:
            raise CaseError(f'{place}: "{name}" does not sit at this table.')
        return name

    def train_name(self, raw: Any, place: str) -> str:
        if raw == MEXICAN:
            return MEXICAN
        return self.seat(raw, place)


# --- values -----------------------------------------------------------------------------------


def _maybe(
    told: Mapping[str, Any], key: str, place: str, read: Callable[[Any, str], T]
) -> T | None:
    """The value of a key; None where it is left out or null."""
    raw = told.get(key)
    return None if raw is None else read(raw, place)


def _needed(told: Mapping[str, Any], key: str, place: str, read: Callable[[Any, str], T]) -> T:
    found = _maybe(told, key, place, read)
    if found is None:
        raise CaseError(f"{place}: it must be told.")
    return found


def _known_keys(told: Mapping[str, Any], keys: frozenset[str], place: str) -> None:
    for key in told:
        if key not in keys:
            raise CaseError(f"{place}{str(key)[:40]}: this key is not known.")


def _mapping(raw: Any, place: str) -> Mapping[str, Any]:
    if not isinstance(raw, Mapping):
        raise CaseError(f"{place}: it must be an object with keys.")
    return raw


def _whole(low: int, high: int) -> Callable[[Any, str], int]:
    def read(raw: Any, place: str) -> int:
        if isinstance(raw, int) and not isinstance(raw, bool) and low <= raw <= high:
            return raw
        raise CaseError(f"{place}: it must be a whole number from {low} to {high}.")

    return read


def _yes_no(raw: Any, place: str) -> bool:
    if isinstance(raw, bool):
        return raw
    raise CaseError(f"{place}: it must be true or false.")


def _one_of(words: tuple[str, ...]) -> Callable[[Any, str], str]:
    def read(raw: Any, place: str) -> str:
        if isinstance(raw, str) and raw in words:
            return raw
        raise CaseError(f"{place}: it must be one of {', '.join(words)}.")

    return read


def _list_of(read_one: Callable[[Any, str], T]) -> Callable[[Any, str], tuple[T, ...]]:
    def read(raw: Any, place: str) -> tuple[T, ...]:
        if not isinstance(raw, list | tuple):
            raise CaseError(f"{place}: it must be a list.")
        if len(raw) > MOST_TILES:
            raise CaseError(f"{place}: a list cannot have {len(raw)} members.")
        return tuple(read_one(each, f"{place}.{number}") for number, each in enumerate(raw, 1))

    return read


def _tile(highest: int | None) -> Callable[[Any, str], Tile]:
    def read(raw: Any, place: str) -> Tile:
        if not isinstance(raw, str):
            raise CaseError(f"{place}: a tile is written like 7-3.")
        try:
            tile = parse_tile(raw)
        except ValueError as error:
            raise CaseError(f"{place}: {error}") from None
        if not tile.in_set(HIGHEST_SET if highest is None else highest):
            which = "any set" if highest is None else f"the double-{highest} set"
            raise CaseError(f"{place}: {tile} is not in {which}.")
        return tile

    return read


def _name(raw: Any, place: str) -> str:
    if not isinstance(raw, str) or not raw:
        raise CaseError(f"{place}: it must be the name of a seat.")
    if raw == MEXICAN:
        raise CaseError(f'{place}: "{MEXICAN}" is the Mexican Train, not a seat.')
    return raw[:LONGEST_NAME]


def _seats(raw: Any, place: str) -> tuple[str, ...]:
    if not isinstance(raw, list | tuple) or not 1 <= len(raw) <= MOST_SEATS:
        raise CaseError(f"{place}: it must be a list of 1 to {MOST_SEATS} seats.")
    names = tuple(_name(each, f"{place}.{number}") for number, each in enumerate(raw, 1))
    if len(set(names)) < len(names):
        raise CaseError(f"{place}: each seat must have a name of its own.")
    return names
