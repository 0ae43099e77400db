"""What a new season is called and when it begins and ends, as its form suggests it."""

import calendar
import re
from datetime import date, timedelta
from typing import NamedTuple

from .models import Season

# "2026", and the second year of "2025/26".
YEAR = re.compile(r"(?<!\d)(\d{4})(?!\d)(?:([/–-])(\d{2}|\d{4})(?!\d))?")


class Suggested(NamedTuple):
    """A season's name, and its first and last day."""

    name: str
    first: date
    last: date


def suggested_season(newest: Season | None, today: date) -> Suggested:
    """Return the season after the newest one, as long as that; without one, this year.

    It begins no earlier than the newest one ends. The name is that of the newest with the years
    moved on; where it has no year, the years that the season lies in.
    """
    if newest is None:
        return Suggested(str(today.year), date(today.year, 1, 1), date(today.year, 12, 31))
    first = newest.last + timedelta(days=1)
    months = _months(newest.first, first)
    last = (
        _later(first, months) - timedelta(days=1)
        if months
        else first + (newest.last - newest.first)
    )
    moved = YEAR.sub(lambda years: _moved(years, first.year - newest.first.year), newest.name)
    name = moved if moved != newest.name else _years(first, last)
    return Suggested(name, first, last)


def _months(first: date, after: date) -> int:
    """How many whole months lie between two days, 0 where they do not lie so."""
    months = (after.year - first.year) * 12 + after.month - first.month
    return months if months > 0 and _later(first, months) == after else 0


def _later(day: date, months: int) -> date:
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def _moved(years: re.Match[str], by: int) -> str:
    first, sign, second = years.groups()
    moved = str(int(first) + by)
    if sign is None:
        return moved
    return f"{moved}{sign}{(int(second) + by) % 10 ** len(second):0{len(second)}}"


def _years(first: date, last: date) -> str:
    if first.year == last.year:
        return str(first.year)
    return f"{first.year}/{last.year % 100:02}"
