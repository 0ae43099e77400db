"""Exchanging the ids that stand inside JSON, wherever they stand."""

import re
from collections.abc import Callable, Sequence
from typing import Any

Change = Callable[[int], int | None]


IN_FORMS = re.compile(r"\b(seat|out)-([1-9]\d{0,17})\b")


class ShapeError(ValueError):
    """Something else stands where an id, or what leads to one, should stand."""


def exchanged(value: Any, path: str, change: Change) -> Any:
    """The value with the ids at `path` changed; lists lose the ids that change to None.

    A dot goes one level in, a star is each of a list or of an object's values, a number that place
    of a list. A hash is what a form sent: ids within its names and texts, such as `seat-12-total`.
    What is null, or not there, stays so. Raises `ShapeError` for another shape.
    """
    return _exchanged(value, path.split("."), change)


def _exchanged(value: Any, path: Sequence[str], change: Change) -> Any:
    if value is None:
        return None
    if not path:
        if isinstance(value, bool) or not isinstance(value, int):
            raise ShapeError(f"{value!r} is no number of a row")
        return change(value)
    step, rest = path[0], path[1:]
    if isinstance(value, list):
        return _in_list(value, step, rest, change)
    if isinstance(value, dict):
        return _in_object(value, step, rest, change)
    raise ShapeError(f"{value!r} is not what stands there")


def _in_list(value: list[Any], step: str, rest: Sequence[str], change: Change) -> list[Any]:
    if step == "*":
        changed = [_exchanged(item, rest, change) for item in value]
        return changed if rest else [item for item in changed if item is not None]
    if not step.isdigit() or len(value) <= int(step):
        raise ShapeError(f"{value!r} is not what stands there")
    at = int(step)
    return [*value[:at], _exchanged(value[at], rest, change), *value[at + 1 :]]


def _in_object(
    value: dict[str, Any], step: str, rest: Sequence[str], change: Change
) -> dict[str, Any]:
    if step == "#":
        return {
            _renamed(name, change): _renamed(item, change) if isinstance(item, str) else item
            for name, item in value.items()
        }
    if step == "*":
        return {name: _exchanged(item, rest, change) for name, item in value.items()}
    if step.isdigit():
        raise ShapeError(f"{value!r} is not what stands there")
    if step not in value:
        return value
    return {**value, step: _exchanged(value[step], rest, change)}


def _renamed(text: str, change: Change) -> str:
    """Return the text with its ids changed; 0 means a row that is gone."""
    return IN_FORMS.sub(lambda match: f"{match[1]}-{change(int(match[2])) or 0}", text)
