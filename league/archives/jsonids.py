"""Exchanging the ids that stand inside JSON, wherever they stand."""

from collections.abc import Callable, Sequence
from typing import Any

Change = Callable[[int], int | None]


class ShapeError(ValueError):
    """Something else stands where an id, or what leads to one, should stand."""


def exchanged(value: Any, path: str, change: Change) -> Any:
    """The value with the ids at `path` changed; lists lose the ids that change to None.

    A dot goes one level in, a star is each of a list or of an object's values, a number that place
    of a list. What is null, or not there, stays so. Raises `ShapeError` for another shape.
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
    if step == "*" and isinstance(value, list):
        changed = [_exchanged(one, rest, change) for one in value]
        return changed if rest else [one for one in changed if one is not None]
    if step == "*" and isinstance(value, dict):
        return {name: _exchanged(one, rest, change) for name, one in value.items()}
    if step.isdigit() and isinstance(value, list):
        at = int(step)
        if len(value) <= at:
            raise ShapeError(f"{value!r} has no place {at}")
        return [*value[:at], _exchanged(value[at], rest, change), *value[at + 1 :]]
    if step != "*" and not step.isdigit() and isinstance(value, dict):
        if step not in value:
            return value
        return {**value, step: _exchanged(value[step], rest, change)}
    raise ShapeError(f"{value!r} is not what stands there")
