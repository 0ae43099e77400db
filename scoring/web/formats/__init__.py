"""How dates are written, where a language asks for more than Django's own formats know.

French says "1er janvier" and "2 janvier". Django has one format for all days of a month, so that of
French has an `S` here, which Django itself knows in English only ("1st").
"""

from typing import Any

from django.utils.dateformat import DateFormat
from django.utils.translation import get_language

_english = DateFormat.S


def _ordinal(date: Any) -> str:
    if (get_language() or "").startswith("fr"):
        return "er" if date.data.day == 1 else ""
    return _english(date)


def write_first_days() -> None:
    """Let an `S` in a format be French where French is spoken."""
    dates: Any = DateFormat
    dates.S = _ordinal
