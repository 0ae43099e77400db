"""Dates in the order of the reader's language, with their weekday or short."""

import datetime
import re

from django.utils.formats import date_format, get_format, time_format
from django.utils.translation import pgettext


def weekday(date: datetime.date) -> str:
    """Return "Monday, November 23"."""
    return _joined(date, date_format(date, "MONTH_DAY_FORMAT"))


def weekday_and_year(date: datetime.date) -> str:
    """Return "Monday, Nov. 23, 2026"."""
    return _joined(date, date_format(date))


def short_day(date: datetime.date) -> str:
    """Return "Nov 23", as short as the language has it: "23. Nov", "23 nov"."""
    # The small words of a format, such as "de" in "23 de noviembre", have no room.
    order = re.sub(r"(?:\\.)+ ?", "", get_format("MONTH_DAY_FORMAT"))
    month = "M" if date_format(date, "F")[:1].isupper() else "b"
    return date_format(date, order.replace("F", month))


def hours(starts: datetime.time, ends: datetime.time) -> str:
    """Return from when to when, as the reader's language writes times, with a dash between."""
    return f"{time_format(starts)}–{time_format(ends)}"


def _joined(date: datetime.date, day: str) -> str:
    words = {"weekday": date_format(date, "l"), "day": day}
    return pgettext("a date", "%(weekday)s, %(day)s") % words
