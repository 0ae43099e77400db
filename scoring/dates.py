"""Dates with their weekday, in the order of the reader's language."""

import datetime

from django.utils.formats import date_format
from django.utils.translation import pgettext


def weekday(date: datetime.date) -> str:
    """Return "Monday, November 23"."""
    return _joined(date, date_format(date, "MONTH_DAY_FORMAT"))


def weekday_and_year(date: datetime.date) -> str:
    """Return "Monday, Nov. 23, 2026"."""
    return _joined(date, date_format(date))


def _joined(date: datetime.date, day: str) -> str:
    words = {"weekday": date_format(date, "l"), "day": day}
    return pgettext("a date", "%(weekday)s, %(day)s") % words
