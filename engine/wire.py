"""Values as JSON gives them, read with a sentence for whatever is wrong.

Every reader takes the raw value and its place (`hands.B.2`), and returns the value or raises
`CaseError` that names the place.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from engine.parameters import MOST_SEATS
from engine.reports.report import MEXICAN
from engine.tiles import Tile, parse_tile

T = TypeVar("T")

MOST_LISTED = 400
"""No list in a case is longer: no set has more tiles."""

SHOWN = 40
"""A name or key in a message is cut to so many characters."""


class CaseError(ValueError):
    """A case that cannot be read, or whose facts cannot all be true; the message says where."""


def maybe(told: Mapping[str, Any], key: str, place: str, read: Callable[[Any, str], T]) -> T | None:
    """The value of a key; None, for unknown, where it is left out or null."""
    raw = told.get(key)
    return None if raw is None else read(raw, f"{place}{key}")


def only_keys(told: Mapping[str, Any], known: frozenset[str], place: str) -> None:
    """Refuse keys that are not of the contract."""
    for key in told:
        if key not in known:
            raise CaseError(f"{place}{key[:SHOWN]}: this key is not known.")


def mapping(raw: Any, place: str) -> Mapping[str, Any]:
    """An object with keys."""
    if not isinstance(raw, Mapping):
        raise CaseError(f"{place}: it must be an object with keys.")
    return raw


def whole(low: int, high: int) -> Callable[[Any, str], int]:
    """A whole number from `low` to `high`."""

    def read(raw: Any, place: str) -> int:
        if isinstance(raw, int) and not isinstance(raw, bool) and low <= raw <= high:
            return raw
        raise CaseError(f"{place}: it must be a whole number from {low} to {high}.")

    return read


def number(raw: Any, place: str) -> int:
    """Any whole number, however senseless."""
    if isinstance(raw, int) and not isinstance(raw, bool):
        return raw
    raise CaseError(f"{place}: it must be a whole number.")


def yes_no(raw: Any, place: str) -> bool:
    """True or false."""
    if isinstance(raw, bool):
        return raw
    raise CaseError(f"{place}: it must be true or false.")


def name(raw: Any, place: str) -> str:
    """The name of a seat."""
    if not isinstance(raw, str) or not raw:
        raise CaseError(f"{place}: it must be the name of a seat.")
    if raw == MEXICAN:
        raise CaseError(f'{place}: "{MEXICAN}" is the Mexican Train, not a seat.')
    return raw


def seats(raw: Any, place: str) -> tuple[str, ...]:
    """The seats of a table, clockwise."""
    if not isinstance(raw, list) or not 1 <= len(raw) <= MOST_SEATS:
        raise CaseError(f"{place}: it must be a list of 1 to {MOST_SEATS} seats.")
    names = tuple(name(each, f"{place}.{at}") for at, each in enumerate(raw, 1))
    if len(set(names)) < len(names):
        raise CaseError(f"{place}: each seat must have a name of its own.")
    return names


def tile(raw: Any, place: str) -> Tile:
    """A tile of any set, or of none: what a set lacks is a fault, not an unreadable case."""
    if not isinstance(raw, str):
        raise CaseError(f"{place}: a tile is written like 7-3.")
    try:
        return parse_tile(raw)
    except ValueError as error:
        raise CaseError(f"{place}: {error}") from None


def list_of(read_one: Callable[[Any, str], T]) -> Callable[[Any, str], tuple[T, ...]]:
    """A list of values, each read the same way."""

    def read(raw: Any, place: str) -> tuple[T, ...]:
        if not isinstance(raw, list):
            raise CaseError(f"{place}: it must be a list.")
        if len(raw) > MOST_LISTED:
            raise CaseError(f"{place}: {len(raw)} are more than any table has.")
        return tuple(read_one(each, f"{place}.{at}") for at, each in enumerate(raw, 1))

    return read


def by_name(
    read_one: Callable[[Any, str], T], read_name: Callable[[Any, str], str] = name
) -> Callable[[Any, str], dict[str, T]]:
    """An object with a value for each seat; null tells nothing of a seat."""

    def read(raw: Any, place: str) -> dict[str, T]:
        told = mapping(raw, place)
        if len(told) > MOST_LISTED:
            raise CaseError(f"{place}: {len(told)} are more than any table has.")
        found: dict[str, T] = {}
        for key, value in told.items():
            here = f"{place}.{key[:SHOWN]}"
            read_name(key, here)
            if value is not None:
                found[key] = read_one(value, here)
        return found

    return read
