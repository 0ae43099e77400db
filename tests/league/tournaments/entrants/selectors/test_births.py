"""Dates of birth as they are typed and as spreadsheets write them."""

import datetime
from datetime import date

import pytest
import time_machine
from django.utils.translation import override

from league.tournaments.entrants.forms import born_text
from league.tournaments.entrants.selectors.births import born_read, is_unclear, order_of
from scoring.refusals import Refusal

EVENT = date(2026, 6, 6)
TODAY = datetime.datetime(2026, 3, 2, 12, tzinfo=datetime.UTC)
MAY = date(1944, 5, 31)


@pytest.fixture(autouse=True)
def spring() -> object:
    with time_machine.travel(TODAY, tick=False):
        yield


@pytest.mark.parametrize(
    ("text", "born"),
    [
        ("", None),
        ("  ", None),
        ("1944", date(1944, 1, 1)),
        ("1944-05-31", MAY),
        ("1944-05-31 00:00:00", MAY),
        ("1944/5/31", MAY),
        ("5/31/1944", MAY),
        ("05/31/44", MAY),
        ("5-31-1944", MAY),
        ("31/5/1944", MAY),
        ("31-5-1944", MAY),
        ("5/6/1944", date(1944, 5, 6)),
        ("31.5.1944", MAY),
        ("6. 5. 44", date(1944, 5, 6)),
        ("May 31, 1944", MAY),
        ("may 31 1944", MAY),
        ("31 May 1944", MAY),
        ("31-May-44", MAY),
        ("Sept. 3, 1944", date(1944, 9, 3)),
        ("Sep 3, 1944", date(1944, 9, 3)),
        ("2/29/1944", date(1944, 2, 29)),
        ("1906", date(1906, 1, 1)),
        ("3/2/2026", date(2026, 3, 2)),
    ],
)
def test_a_date_is_read_as_people_write_it(text: str, born: date | None) -> None:
    assert born_read(text, event=EVENT) == born


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("yesterday", "“yesterday” is not a date of birth. Write it like 5/31/1944, or only"),
        ("2/30/1944", "“2/30/1944” is not a date of birth."),
        ("13/13/1944", "is not a date of birth."),
        ("31-13-1944", "is not a date of birth."),
        ("5-0-1944", "is not a date of birth."),
        ("0/0/1944", "is not a date of birth."),
        ("00-00-44", "is not a date of birth."),
        ("0", "is not a date of birth."),
        ("0000", "is not a date of birth."),
        ("٣١/٥/١٩٤٤", "is not a date of birth."),
        ("31 Foo 1944", "is not a date of birth."),
        ("=1+1", "is not a date of birth."),
        ("9" * 400, f"“{'9' * 40}” is not a date of birth."),
        ("5/31/26", "Write the year of “5/31/26” with four digits."),
        ("5/31/10", "Write the year of “5/31/10” with four digits."),
        ("3/3/2026", "The day March 3, 2026 is still to come."),
        ("2999", "The day Jan. 1, 2999 is still to come."),
        ("1899-12-31", "1899 is too long ago: years of birth begin with 1900."),
        ("1905", "Somebody born in 1905 would be 121."),
    ],
)
def test_what_is_no_date_of_birth_is_said(text: str, said: str) -> None:
    with pytest.raises(Refusal) as caught:
        born_read(text, event=EVENT)
    assert said in caught.value.message


def test_months_are_known_in_the_page_s_language_too() -> None:
    with override("de"):
        assert born_read("31. Mai 1944", event=EVENT) == MAY
        assert born_read("31 May 1944", event=EVENT) == MAY
    with override("fr"):
        assert born_read("1er mai 1944", event=EVENT) == date(1944, 5, 1)


@pytest.mark.parametrize("language", ["en", "en-gb", "de", "es", "fr", "nl", "nb"])
def test_slashes_and_hyphens_are_read_in_the_language_s_order(language: str) -> None:
    with override(language):
        june = date(1944, 5, 6) if language == "en" else date(1944, 6, 5)
        assert born_read("5-6-1944", event=EVENT) == born_read("5/6/1944", event=EVENT) == june
        assert born_read("31-5-1944", event=EVENT) == born_read("5/31/1944", event=EVENT) == MAY
        # What a form shows is read as the same day when it comes back.
        assert born_read(born_text(june), event=EVENT) == june


@pytest.mark.parametrize(
    ("texts", "order"),
    [
        (["5/6/1944", "31/5/1944", ""], True),
        (["5-6-1944", "5-31-44", "1950"], False),
        (["5/6/1944", "31.5.1944", "May 31, 1944", "yes"], None),
        (["5/31/1944", "31/5/1944"], None),
        (["5/6/1944", "5/31/1944", "31/02/1960", "0/13/1960", "45/6/1950"], False),
        (["5/6/1944", "29-2-44", "2/29/1945"], True),
    ],
)
def test_a_day_above_12_shows_a_list_s_order(texts: list[str], order: bool | None) -> None:
    assert order_of(texts) is order
    if order is not None:
        assert born_read(texts[0], event=EVENT, day_first=order) == date(1944, 5 + order, 6 - order)


def test_a_date_that_can_be_two_days_is_known() -> None:
    assert [
        text for text in ("5/6/1944", "5/5/1944", "5/31/1944", "5.6.1944", "") if is_unclear(text)
    ] == ["5/6/1944"]
