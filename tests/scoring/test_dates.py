"""Tests of dates in the order and words of a language."""

import datetime

import pytest
from django.utils.formats import date_format
from django.utils.translation import override

from scoring.dates import short_day, weekday


@pytest.mark.parametrize(
    ("language", "day", "whole", "with_weekday", "short"),
    [
        ("fr", 1, "1er décembre 2026", "mardi 1er décembre", "1er déc"),
        ("fr", 2, "2 décembre 2026", "mercredi 2 décembre", "2 déc"),
        ("en", 1, "Dec. 1, 2026", "Tuesday, December 1", "Dec 1"),
    ],
)
def test_the_first_day_of_a_month_has_an_ending_in_french(
    language: str, day: int, whole: str, with_weekday: str, short: str
) -> None:
    date = datetime.date(2026, 12, day)
    with override(language):
        assert (date_format(date), weekday(date), short_day(date)) == (whole, with_weekday, short)
