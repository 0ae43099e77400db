"""Values as JSON gives them, read with a sentence for whatever is wrong.

Every reader takes a raw value and its place (`hands.B.2`), and returns the value or raises
`CaseError`, which names the place.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from engine.rules.parameters import MOST_SEATS
from engine.tiles import MEXICAN, Tile, parse_tile

T = TypeVar("T")
Reader = Callable[[Any, str], T]

MOST_LISTED = 400
"""No list in a case is longer: no set has more tiles."""

SHOWN = 40
"""The most characters of a name or key that a message shows."""


class CaseError(ValueError):
    """A case that cannot be read, or whose facts cannot all be true; the message says where."""


def optional(raw: Mapping[str, Any], key: str, place: str, read: Reader[T]) -> T | None:
    """Return the value of a key; None, for unknown, where it is left out or null.

    `place` is what stands before the key: "" or "turn.".
    """
    value = raw.get(key)
    return None if value is None else read(value, f"{place}{key}")


def required(raw: Mapping[str, Any], key: str, place: str, read: Reader[T]) -> T:
    """Return the value of a key that must be there."""
    value = optional(raw, key, place, read)
    if value is None:
        raise CaseError(f"{place}{key}: it must be told.")
    return value


def only_keys(raw: Mapping[str, Any], known: frozenset[str], place: str) -> None:
    """Refuse keys that are not of the contract."""
    for key in raw:
        if key not in known:
            raise CaseError(f"{place}{str(key)[:SHOWN]}: this key is not known.")


def mapping(raw: Any, place: str) -> Mapping[str, Any]:
    """Read an object with keys."""
    if not isinstance(raw, Mapping):
        raise CaseError(f"{place}: it must be an object with keys.")
    return raw


def whole(low: int, high: int) -> Reader[int]:
    """Make a reader of whole numbers from `low` to `high`."""

    def read(raw: Any, place: str) -> int:
        if isinstance(raw, int) and not isinstance(raw, bool) and low <= raw <= high:
            return raw
        raise CaseError(f"{place}: it must be a whole number from {low} to {high}.")

    return read


def any_whole(raw: Any, place: str) -> int:
    """Read any whole number, however senseless."""
    if isinstance(raw, int) and not isinstance(raw, bool):
        return raw
    raise CaseError(f"{place}: it must be a whole number.")


def yes_no(raw: Any, place: str) -> bool:
    """Read true or false."""
    if isinstance(raw, bool):
        return raw
    raise CaseError(f"{place}: it must be true or false.")


def one_of(*words: str) -> Reader[str]:
    """Make a reader of these words."""

    def read(raw: Any, place: str) -> str:
        if isinstance(raw, str) and raw in words:
            return raw
        raise CaseError(f"{place}: it must be one of {', '.join(words)}.")

    return read


def seat_name(raw: Any, place: str) -> str:
    """Read the name of a seat."""
    if not isinstance(raw, str) or not raw:
        raise CaseError(f"{place}: it must be the name of a seat.")
    if raw == MEXICAN:
        raise CaseError(f'{place}: "{MEXICAN}" is the Mexican Train, not a seat.')
    return raw


def seat_names(raw: Any, place: str) -> tuple[str, ...]:
    """Read the seats of a table, clockwise."""
    if not isinstance(raw, list | tuple) or not 1 <= len(raw) <= MOST_SEATS:
        raise CaseError(f"{place}: it must be a list of 1 to {MOST_SEATS} seats.")
    names = tuple(seat_name(name, f"{place}.{number}") for number, name in enumerate(raw, 1))
    if len(set(names)) < len(names):
        raise CaseError(f"{place}: each seat must have a name of its own.")
    return names


def any_tile(raw: Any, place: str) -> Tile:
    """Read a tile of any set, or of none."""
    if not isinstance(raw, str):
        raise CaseError(f"{place}: a tile is written like 7-3.")
    try:
        return parse_tile(raw)
    except ValueError as error:
        raise CaseError(f"{place}: {error}") from None


def tile_of(highest: int, set_name: str) -> Reader[Tile]:
    """Make a reader of the tiles of the double-`highest` set; `set_name` is for the message."""

    def read(raw: Any, place: str) -> Tile:
        tile = any_tile(raw, place)
        if not tile.in_set(highest):
            raise CaseError(f"{place}: {tile} is not in {set_name}.")
        return tile

    return read


def list_of(read_value: Reader[T]) -> Reader[tuple[T, ...]]:
    """Make a reader of lists whose values are all read the same way."""

    def read(raw: Any, place: str) -> tuple[T, ...]:
        if not isinstance(raw, list | tuple):
            raise CaseError(f"{place}: it must be a list.")
        if len(raw) > MOST_LISTED:
            raise CaseError(f"{place}: {len(raw)} are more than any table has.")
        return tuple(read_value(value, f"{place}.{number}") for number, value in enumerate(raw, 1))

    return read


def by_name(read_value: Reader[T], read_name: Reader[str] = seat_name) -> Reader[dict[str, T]]:
    """Make a reader of objects with a value by name; null says nothing of a name."""

    def read(raw: Any, place: str) -> dict[str, T]:
        entries = mapping(raw, place)
        if len(entries) > MOST_LISTED:
            raise CaseError(f"{place}: {len(entries)} are more than any table has.")
        values: dict[str, T] = {}
        for name, value in entries.items():
            here = f"{place}.{name[:SHOWN]}"
            read_name(name, here)
            if value is not None:
                values[name] = read_value(value, here)
        return values

    return read
