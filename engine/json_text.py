"""JSON that somebody else wrote, read with limits that hold on every Python and every database.

The standard library reads more than JSON is (NaN), more than can be kept (a number of 4,000
digits, half a letter), and fails in three ways where a text is too much for it. Here all of these
are one error.
"""

import json
import math
import re
from collections.abc import Iterable
from functools import cache, partial
from typing import Any, Final, Literal, NoReturn

MOST_DEEP: Final = 64
"""Levels of lists and objects within each other; no more than ten are ever meant."""

MOST_DIGITS: Final = 18
"""The longest whole number that is kept: every number of so many digits fits into 64 bits."""

LONGEST_DIGITS: Final = 4000
"""Digits of a whole number that Python reads on every machine."""

# A letter that no database keeps, or half of one.
NO_LETTER: Final = re.compile("[\x00\ud800-\udfff]")

Kind = Literal["encoding", "syntax", "deep", "number", "twice", "letter"]


class JsonError(ValueError):
    """A text that is not read; its own text is a sentence.

    `line` and `column`, from 1, say where the `problem` is for a fault of syntax; `byte` where the
    text is no UTF-8.
    """

    def __init__(
        self, kind: Kind, sentence: str, *, problem: str = "", line: int = 0, column: int = 0,
        byte: int = 0,
    ) -> None:  # fmt: skip
        """Keep what is wrong, and where."""
        super().__init__(sentence)
        self.kind = kind
        self.problem = problem
        self.line = line
        self.column = column
        self.byte = byte


def read_json(text: str | bytes, *, letters: bool = False, digits: int = MOST_DIGITS) -> Any:
    """Return the value of a JSON text; with `letters`, refuse texts that no database keeps.

    A whole number has at most `digits` digits, up to LONGEST_DIGITS. Bytes are UTF-8, with or
    without a mark at their beginning. Raises `JsonError`, and nothing
    else, for a text of another encoding, a fault of syntax, more than `MOST_DEEP` levels, a number
    past all measure or none at all, and a name that an object has twice.
    """
    try:
        plain = text if isinstance(text, str) else text.decode("utf-8-sig")
        value = _decoder(digits).decode(plain)
    except UnicodeDecodeError as error:
        byte = error.start + 1
        raise JsonError("encoding", f"Byte {byte} is not UTF-8 text.", byte=byte) from None
    except json.JSONDecodeError as error:
        where = f"{error.msg} at line {error.lineno}, column {error.colno}"
        raise JsonError(
            "syntax",
            f"This is not JSON: {where}.",
            problem=error.msg,
            line=error.lineno,
            column=error.colno,
        ) from None
    except RecursionError:
        raise _too_deep() from None
    if plain.count("[") + plain.count("{") > MOST_DEEP:
        _refuse_depth(value)
    # What UTF-8 cannot hold stands there by its number alone.
    if letters and "\\u" in plain:
        _refuse_letters(value)
    return value


@cache
def _decoder(digits: int) -> json.JSONDecoder:
    return json.JSONDecoder(
        parse_int=partial(_whole, digits),
        parse_float=_number,
        parse_constant=_no_number,
        object_pairs_hook=_object,
    )


def _too_deep() -> JsonError:
    return JsonError("deep", "This is nested too deeply.")


def _whole(most: int, digits: str) -> int:
    if len(digits.lstrip("-")) > most:
        raise JsonError("number", "A number in it is too long.")
    return int(digits)


def _number(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise JsonError("number", "A number in it is too long.")
    return value


def _no_number(name: str) -> NoReturn:
    raise JsonError("number", f"{name} in it is no number.")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise JsonError("twice", "A name stands twice in one object of it.")
    return members


def _inner(values: Iterable[Any]) -> list[Any]:
    """The lists and objects directly inside these."""
    return [
        inner
        for value in values
        for inner in (value.values() if isinstance(value, dict) else value)
        if isinstance(inner, list | dict)
    ]


def _refuse_depth(value: Any) -> None:
    level = [value] if isinstance(value, list | dict) else []
    for _deep in range(MOST_DEEP):
        level = _inner(level)
    if level:
        raise _too_deep()


def _refuse_letters(value: Any) -> None:
    """Refuse what no database keeps; levels are few by now."""
    if isinstance(value, str):
        if NO_LETTER.search(value):
            raise JsonError("letter", "A letter in it cannot be kept.")
    elif isinstance(value, dict):
        for name, inner in value.items():
            _refuse_letters(name)
            _refuse_letters(inner)
    elif isinstance(value, list):
        for inner in value:
            _refuse_letters(inner)
