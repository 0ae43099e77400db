"""The calendar, and the feed that calendar programs read: parsed back by another reading."""

import datetime
from typing import Any

import icalendar
import pytest
import time_machine
from django.test import override_settings
from django.utils import timezone

from league.days.selectors.calendar import coming_months, days_of_feed, feed_of, past_days
from league.days.services.calendar import day_cancel, day_edit, day_restore
from league.models import GameDay
from scoring.models import Club
from tests.league.factories import GameDayFactory, seat

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_day")]

ODD = "Hall; room 2, by the stairs\\ and “north” door — " + "très long " * 12


def read(club: Club) -> icalendar.Calendar:
    return icalendar.Calendar.from_ical(feed_of(club, days_of_feed(club)))


def events(club: Club) -> dict[str, icalendar.Event]:
    return {str(event["UID"]): event for event in read(club).walk("VEVENT")}


def event_of(day: GameDay) -> Any:
    return events(day.club)[f"{day.uid}@roundhouse"]


@time_machine.travel("2026-03-10 12:00Z", tick=False)
@pytest.mark.parametrize(
    ("date", "utc_hour"),
    [("2026-03-23", 13), ("2026-03-30", 12), ("2026-10-19", 12), ("2026-10-26", 13)],
)
def test_one_o_clock_is_one_o_clock_in_winter_and_summer(
    club: Club, date: str, utc_hour: int
) -> None:
    """The clocks change on 29 March and 25 October 2026."""
    with override_settings(TIME_ZONE="Europe/London"):
        day = GameDayFactory(club=club, date=datetime.date.fromisoformat(date))
        event = event_of(day)
        start = event.start
        assert start.astimezone(datetime.UTC).hour == utc_hour
        assert (start.hour, event.end.hour) == (13, 16)
        assert str(event["DTSTART"].params["TZID"]) == "Europe/London"
        zones = [str(zone["TZID"]) for zone in read(club).walk("VTIMEZONE")]
        assert zones == ["Europe/London"]


@time_machine.travel("2026-03-01 12:00Z", tick=False)
def test_the_text_survives_folding_and_escaping(club: Club) -> None:
    day = GameDayFactory(club=club, place=ODD[:120], contact="Ann, 0123; Bob", note="one\\two")
    raw = feed_of(club, days_of_feed(club))
    assert all(len(line) <= 75 for line in raw.split(b"\r\n"))
    assert raw.endswith(b"END:VCALENDAR\r\n")
    event = event_of(day)
    assert str(event["LOCATION"]) == ODD[:120]
    assert str(event["DESCRIPTION"]) == "one\\two\nAsk Ann, 0123; Bob."
    assert str(event["SUMMARY"]) == club.name


def test_a_day_keeps_its_uid_and_counts_its_changes(club: Club) -> None:
    with time_machine.travel("2026-03-01 12:00Z", tick=False):
        day = GameDayFactory(club=club)
        first = event_of(day)
    with time_machine.travel("2026-03-02 09:00Z", tick=False):
        day_edit(day=day, fields={"place": "Library"})
        second = event_of(day)
        assert (first["SEQUENCE"], second["SEQUENCE"]) == (0, 1)
        assert second["LAST-MODIFIED"].dt > first["LAST-MODIFIED"].dt
        day_cancel(day=day)
        third = event_of(day)
        assert str(third["STATUS"]) == "CANCELLED"
        assert str(third["SUMMARY"]).startswith("Cancelled: ")
        assert third["SEQUENCE"] == 2
        day_restore(day=day)
        assert str(event_of(day)["STATUS"]) == "CONFIRMED"
        assert event_of(day)["SEQUENCE"] == 3


@time_machine.travel("2026-03-01 12:00Z", tick=False)
def test_what_happens_in_the_hall_is_no_news_for_calendars(club: Club) -> None:
    day = GameDayFactory(club=club)
    before = feed_of(club, days_of_feed(club))
    seat(day)
    assert feed_of(club, days_of_feed(club)) == before


@time_machine.travel("2026-03-02 12:00Z", tick=False)
def test_the_calendar_has_its_own_clubs_days_by_month(club: Club) -> None:
    for date in ("2025-01-06", "2026-02-23", "2026-03-02", "2026-03-30", "2026-04-06"):
        GameDayFactory(club=club, date=datetime.date.fromisoformat(date))
    GameDayFactory(date=timezone.localdate())
    months = coming_months(club, ())
    assert [(month.title, len(month.days)) for month in months] == [
        ("March 2026", 2),
        ("April 2026", 1),
    ]
    assert [day.date.isoformat() for day in past_days(club, ())] == ["2026-02-23", "2025-01-06"]
    # The feed forgets what is more than a year ago.
    assert [day.date.isoformat() for day in days_of_feed(club)] == [
        *("2026-02-23", "2026-03-02", "2026-03-30", "2026-04-06"),
    ]
