"""Making whatever a database has kept into JSON that the reader takes; nothing of it is lost."""

import json
from typing import Any

from scoring.referee import MOST_DIGITS, NO_LETTER

# Levels of a field, well within what is read.
DEEPEST = 40
TOO_LARGE = 10**MOST_DIGITS


def fitted(value: Any, deep: int = DEEPEST) -> Any:
    """Return the value, with what no reader takes as text in its place.

    An older version kept what tablets sent word for word: a number of twenty digits, lists within
    a hundred lists. The one becomes a text of its digits, the other a text of JSON.
    """
    if isinstance(value, str):
        return NO_LETTER.sub("\N{REPLACEMENT CHARACTER}", value)
    if isinstance(value, int) and not -TOO_LARGE < value < TOO_LARGE:
        return str(value)
    if isinstance(value, list | dict) and not deep:
        return fitted(json.dumps(value, ensure_ascii=False))
    if isinstance(value, list):
        return [fitted(item, deep - 1) for item in value]
    if isinstance(value, dict):
        return {fitted(name): fitted(item, deep - 1) for name, item in value.items()}
    return value
