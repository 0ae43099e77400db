"""What a rule set can say about one point: a value, nothing, or two things at once.

A `Rule` is what one rule set says about one parameter, with the clauses that say it. A
`Parameter` is the point itself: which values it can have, and a sentence about it for people.
Tables by number of players and set (`HandSizes`, `PlayerLimits`) are values like any other.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, Generic, TypeVar

from engine.tiles import HIGHEST_SET

T = TypeVar("T")

MOST_SEATS: Final = 99
"""More seats than this are taken for a typing error."""


class Silent(Enum):
    """The one value `SILENT`: the text does not say. It is no default in disguise."""

    SILENT = "silent"


SILENT: Final = Silent.SILENT


@dataclass(frozen=True, slots=True)
class Unclear(Generic[T]):
    """The text says more than one thing. Each reading has its own clauses."""

    readings: "tuple[Rule[T], ...]"


@dataclass(frozen=True, slots=True)
class Rule(Generic[T]):
    """What a rule set says on one point.

    `clauses` decide, the most decisive first. Where the value is `SILENT` they are the clauses
    that come nearest to the point. A house rule's is `house:PARAMETER`.

    A rule that is `implied` stands in no clause: those named only make sense if it holds.
    """

    value: T | Silent | Unclear[T]
    clauses: tuple[str, ...]
    implied: bool = False


def says(value: T, *clauses: str) -> Rule[T]:
    """The rule that `clauses` state."""
    return Rule(value, clauses)


def implies(value: T, *clauses: str) -> Rule[T]:
    """The rule that `clauses` take for granted and do not state."""
    return Rule(value, clauses, implied=True)


def silent(*nearest: str) -> Rule[Any]:
    """Nothing is said; `nearest` are the clauses that come closest."""
    return Rule(SILENT, nearest)


def unclear(*readings: Rule[T]) -> Rule[T]:
    """The clauses contradict each other: one rule for each reading, the likeliest first."""
    clauses = tuple(clause for reading in readings for clause in reading.clauses)
    return Rule(Unclear(readings), clauses)


@dataclass(frozen=True, slots=True)
class HandSize:
    """`tiles` a seat draws with this `set` and number of `players`; None means any."""

    set: int | None
    players: int | None
    tiles: int
    clause: str = ""


@dataclass(frozen=True, slots=True)
class HandSizes:
    """A table of hand sizes."""

    rows: tuple[HandSize, ...]

    def find(self, set_: int, players: int) -> HandSize | None:
        """The row for this set and number of players, or None where the table has none."""
        for row in self.rows:
            if row.set in (None, set_) and row.players in (None, players):
                return row
        return None


@dataclass(frozen=True, slots=True)
class PlayerLimit:
    """With such a `set` (None: any) at least `low` and at most `high` (None: no limit) play."""

    set: int | None
    low: int
    high: int | None
    clause: str = ""


@dataclass(frozen=True, slots=True)
class PlayerLimits:
    """How many can play, by set."""

    rows: tuple[PlayerLimit, ...]

    def find(self, set_: int) -> PlayerLimit | None:
        """The row for this set, or None where none is given."""
        for row in self.rows:
            if row.set in (None, set_):
                return row
        return None

    @property
    def sets(self) -> tuple[int, ...]:
        """The sets that have a row of their own."""
        return tuple(row.set for row in self.rows if row.set is not None)


@dataclass(frozen=True, slots=True)
class Parameter:
    """One point that rule sets differ on.

    `sentence` says for people what it is about. `read` takes a house rule's value as JSON gives
    it and returns the value kept, or raises ValueError that says what would do. `values` lists
    them where they can be listed. `default` fills it at a table whose rules are silent; if it
    is `SILENT` nothing needs to be filled. A `house_only` one is in no preset (see `point`).
    """

    name: str
    sentence: str
    read: Callable[[object], object] = field(repr=False)
    values: tuple[object, ...]
    expected: str
    default: object
    house_only: bool


def point(
    sentence: str,
    read: Callable[[object], object],
    expected: str,
    default: object,
    values: tuple[object, ...] = (),
    house_only: bool = False,
) -> Any:
    """A dataclass field that is a parameter; `RuleSet` gives it its name and type.

    No published text speaks of a `house_only` parameter, so the presets have no line on it: its
    default holds, by no clause, until a house rule says otherwise. Any other is silent where a
    preset says nothing.
    """
    about = (sentence, read, values, expected, default, house_only)
    unspoken = Rule(default if house_only else SILENT, ())
    return field(default=unspoken, metadata={"parameter": about})


def choice(sentence: str, *values: object, default: object, house_only: bool = False) -> Any:
    """One of some values. True and 1 are not the same here, as in JSON."""

    def read(raw: object) -> object:
        for value in values:
            if raw == value and type(raw) is type(value):
                return value
        raise ValueError(expected)

    expected = "one of " + ", ".join(json.dumps(value) for value in values)
    return point(sentence, read, expected, default, values, house_only)


def yes_no(sentence: str, *, default: bool, house_only: bool = False) -> Any:
    """True or false."""
    return choice(sentence, True, False, default=default, house_only=house_only)


def whole(
    sentence: str,
    low: int,
    high: int,
    *words: object,
    default: object,
    house_only: bool = False,
) -> Any:
    """A whole number from `low` to `high`, or one of `words` (None for none)."""

    def read(raw: object) -> object:
        if isinstance(raw, int) and not isinstance(raw, bool) and low <= raw <= high:
            return raw
        if (raw is None or isinstance(raw, str)) and raw in words:
            return raw
        raise ValueError(expected)

    expected = " or ".join(
        [f"a whole number from {low} to {high}", *(json.dumps(word) for word in words)]
    )
    return point(sentence, read, expected, default, house_only=house_only)


def _number(raw: object, low: int, high: int, expected: str) -> int:
    """A whole number, also written as a JSON key, within its bounds."""
    text = raw if isinstance(raw, str) else ""
    if len(text) <= 4 and text.isascii() and text.isdigit():
        raw = int(text)
    if isinstance(raw, int) and not isinstance(raw, bool) and low <= raw <= high:
        return raw
    raise ValueError(expected)


HAND_SIZE_EXPECTED: Final = (
    'a number of tiles, or a table by players {"4": 15}, or by set and players {"12": {"4": 15}}'
)


def size_table(sentence: str, *, default: HandSizes) -> Any:
    """Hand sizes by players, or by set and players."""
    return point(sentence, read_hand_sizes, HAND_SIZE_EXPECTED, default)


def read_hand_sizes(raw: object) -> HandSizes:
    """Hand sizes as a house rule writes them: `10`, `{"4": 15}` or `{"12": {"4": 15}}`."""
    expected = HAND_SIZE_EXPECTED
    if not isinstance(raw, Mapping):
        return HandSizes((HandSize(None, None, _number(raw, 1, 190, expected)),))
    rows: list[HandSize] = []
    for key, value in raw.items():
        if isinstance(value, Mapping):
            set_ = _number(key, 0, HIGHEST_SET, expected)
            rows += [_hand_size(set_, players, tiles) for players, tiles in value.items()]
        else:
            rows.append(_hand_size(None, key, value))
    if not rows:
        raise ValueError(expected)
    return HandSizes(tuple(rows))


def _hand_size(set_: int | None, players: object, tiles: object) -> HandSize:
    return HandSize(
        set_,
        _number(players, 1, MOST_SEATS, HAND_SIZE_EXPECTED),
        _number(tiles, 1, 190, HAND_SIZE_EXPECTED),
    )


PLAYER_LIMITS_EXPECTED: Final = (
    'the fewest and the most players [2, 8], or a table by set {"12": [2, 8]}'
)


def limits_table(sentence: str, *, default: PlayerLimits) -> Any:
    """The fewest and the most players, by set or for any."""
    return point(sentence, read_player_limits, PLAYER_LIMITS_EXPECTED, default)


def read_player_limits(raw: object) -> PlayerLimits:
    """Player limits as a house rule writes them: `[2, 8]` or `{"12": [2, 8]}`."""
    expected = PLAYER_LIMITS_EXPECTED
    if isinstance(raw, Mapping) and raw:
        return PlayerLimits(
            tuple(
                _player_limit(_number(key, 0, HIGHEST_SET, expected), pair)
                for key, pair in raw.items()
            )
        )
    return PlayerLimits((_player_limit(None, raw),))


def _player_limit(set_: int | None, pair: object) -> PlayerLimit:
    if not isinstance(pair, list | tuple) or len(pair) != 2:
        raise ValueError(PLAYER_LIMITS_EXPECTED)
    low = _number(pair[0], 1, MOST_SEATS, PLAYER_LIMITS_EXPECTED)
    return PlayerLimit(set_, low, _number(pair[1], low, MOST_SEATS, PLAYER_LIMITS_EXPECTED))


COUNTED: Final = ("minus_one", "plus_one", "rule_again")
"""Words for the order of starting doubles; any other order is a list."""

NEXT_EXPECTED: Final = (
    '"minus_one", "plus_one", "rule_again", or a list of doubles in their order, such as [9, 7, 5]'
)


def doubles_in_order(sentence: str, *, default: str) -> Any:
    """How the starting doubles follow each other."""
    return point(sentence, read_next_starting_double, NEXT_EXPECTED, default)


def read_next_starting_double(raw: object) -> str | tuple[int, ...]:
    """The order of starting doubles: a word, or the doubles themselves."""
    if isinstance(raw, str) and raw in COUNTED:
        return raw
    if isinstance(raw, list | tuple) and raw and len(raw) <= HIGHEST_SET + 1:
        doubles = tuple(_number(pips, 0, HIGHEST_SET, NEXT_EXPECTED) for pips in raw)
        if len(set(doubles)) == len(doubles):
            return doubles
    raise ValueError(NEXT_EXPECTED)
