"""Dates of birth as people write them, and what cannot be one."""

import functools
import re
from calendar import monthrange
from collections.abc import Iterable, Mapping
from datetime import date

from django.utils import formats, timezone
from django.utils.dates import MONTHS, MONTHS_3
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from scoring.refusals import Refusal

OLDEST_YEAR = 1900
OLDEST_AGE = 120

# Year, month and day by name; with full stops the day stands first. With slashes or hyphens it
# depends on who writes: the first two numbers may be either.
FORMS = tuple(
    re.compile(form, re.ASCII)
    for form in (
        r"(?P<year>\d{4})",
        r"(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})(?:[T ]00:00(?::00)?)?",
        r"(?P<first>\d{1,2})[/-](?P<second>\d{1,2})[/-](?P<year>\d{4}|\d{2})",
        r"(?P<day>\d{1,2})\. ?(?P<month>\d{1,2})\. ?(?P<year>\d{4}|\d{2})",
    )
)
DAY_OR_MONTH = FORMS[2]
NAMED = tuple(
    re.compile(form)
    for form in (
        r"(?P<day>[0-9]{1,2})(?:\.|er)?[ -](?P<month>[^\W\d]+)\.?[ -](?P<year>[0-9]{4}|[0-9]{2})",
        r"(?P<month>[^\W\d]+)\.?[ -](?P<day>[0-9]{1,2}),?[ -](?P<year>[0-9]{4}|[0-9]{2})",
    )
)


def day_comes_first() -> bool:
    """Whether the page's language names the day before the month; American English does not."""
    order: str = formats.get_format("MONTH_DAY_FORMAT")
    # Some languages write months as numbers.
    month = max(order.find("F"), order.find("n"))
    return order.find("j") < month


def order_of(texts: Iterable[str]) -> bool | None:
    """Whether a list's dates have the day first, as far as a number above 12 gives it away.

    None where no date does, or where the list has both. A date that is none in either order, such
    as 31/2/1960, gives nothing away.
    """
    both = [(*numbers, text) for text in texts if (numbers := _both(text))]
    orders = {
        first > 12
        for first, second, text in both
        if (first > 12) != (second > 12) and _is_day(text, max(first, second), min(first, second))
    }
    return orders.pop() if len(orders) == 1 else None


def _is_day(text: str, day: int, month: int) -> bool:
    """Whether a month of the date's year has such a day."""
    return month > 0 and day <= monthrange(int(re.split("[/-]", text)[-1]), month)[1]


def is_unclear(text: str) -> bool:
    """Whether a date can be read in two ways: 5/6/1944, and neither 5/31/1944 nor 5/5/1944."""
    first, second = _both(text) or (0, 0)
    return first != second and min(first, second) > 0 and max(first, second) <= 12


def _both(text: str) -> tuple[int, int] | None:
    """The two numbers of which either may be the day; None for any other text."""
    match = DAY_OR_MONTH.fullmatch(" ".join(text.split()))
    return (int(match["first"]), int(match["second"])) if match else None


def born_read(text: str, *, event: date, day_first: bool | None = None) -> date | None:
    """The day that a date of birth names; None for no text.

    "5/6/1944" is read in the order that is asked for, else in that of the page's language, unless
    one of the numbers is no month; "31.5.1944" with the day first; months may be words. A year
    alone becomes its 1 January. Raises `Refusal` for what is no date, lies in the future, or before
    1900, or makes somebody older than 120 at the event.
    """
    text = " ".join(text.split())
    if not text:
        return None
    in_numbers = next((match for form in FORMS if (match := form.fullmatch(text))), None)
    named = next((match for form in NAMED if (match := form.fullmatch(text))), None)
    if in_numbers is None and named is None:
        raise _unread(text)
    parts = (in_numbers or named).groupdict()  # type: ignore[union-attr]
    month = _month(parts["month"]) if named and not in_numbers else int(parts.get("month") or 1)
    day = int(parts.get("day") or 1)
    if both := _both(text):
        first, second = both
        turned = day_comes_first() if day_first is None else day_first
        turned = first > 12 if (first > 12) != (second > 12) else turned
        day, month = (first, second) if turned else (second, first)
    try:
        born = date(_year(parts["year"], text), month, day)
    except ValueError as error:
        raise _unread(text) from error
    if fault := born_fault(born, event=event):
        raise Refusal("born", fault)
    return born


def _unread(text: str) -> Refusal:
    return Refusal(
        "born",
        _("“%s” is not a date of birth. Write it like 5/31/1944, or only the year.") % text[:40],
    )


def _year(digits: str, text: str) -> int:
    """The year; of two digits, one of the last century where it cannot be one of this."""
    year = int(digits)
    if len(digits) == 4:
        return year
    if 2000 + year <= timezone.localdate().year:
        raise Refusal("born", _("Write the year of “%s” with four digits.") % text[:40])
    return 1900 + year


def _month(word: str) -> int:
    """The number of a month by its name, in English or the page's language; 0 for none."""
    word = word.casefold()
    return _months("en").get(word) or _months(get_language() or "en").get(word, 0)


@functools.cache
def _months(language: str) -> Mapping[str, int]:
    with override(language):
        names = [
            (str(name).casefold().strip("."), number)
            for listed in (MONTHS, MONTHS_3)
            for number, name in listed.items()
        ]
    return {"sept": 9, **dict(names)}


def born_fault(born: date, *, event: date) -> str:
    """Return a sentence on why that date of birth is impossible at the event; "" if it is not."""
    if born > min(event, timezone.localdate()):
        return _(
            "The day %s is still to come. Look at the date of birth again."
        ) % formats.date_format(born)
    if born.year < OLDEST_YEAR:
        return _("%(year)d is too long ago: years of birth begin with %(oldest)d.") % {
            "year": born.year,
            "oldest": OLDEST_YEAR,
        }
    if event.year - born.year > OLDEST_AGE:
        return _("Somebody born in %(year)d would be %(age)d. Look at the date of birth again.") % {
            "year": born.year,
            "age": event.year - born.year,
        }
    return ""


def year_alone(born: date) -> bool:
    """Whether only the year may be known: a year without a day is kept as 1 January."""
    return (born.month, born.day) == (1, 1)
