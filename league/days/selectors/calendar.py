"""The club's calendar: what is coming, what was, and the feed for calendar programs."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import groupby
from zoneinfo import ZoneInfo

import icalendar
from django.db.models import Count, Max, Q, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.days.models import DayAnswer, GameDay
from scoring.accounts.models import Club

from .answers import days_played, is_played

# What calendar programs get: the past year, and everything to come.
PAST_IN_FEED = timedelta(days=366)
PAST_SHOWN = 12


@dataclass(frozen=True)
class Month:
    """The game days of one month, in order; `place_before` is that of the last day before them."""

    first: date
    days: tuple[GameDay, ...]
    place_before: str = ""

    @property
    def title(self) -> str:
        """The month as a heading has it."""
        return date_format(self.first, "YEAR_MONTH_FORMAT")


def coming_months(club: Club, played: Collection[int]) -> list[Month]:
    """The club's days from today on, cancelled ones too and those `played` not, by month.

    They have the number `yes` of people who said that they come.
    """
    days = GameDay.objects.filter(club=club, date__gte=timezone.localdate()).exclude(pk__in=played)
    days = days.annotate(yes=saying_yes()).order_by("date", "starts", "pk")
    months: list[Month] = []
    for first, of_month in groupby(days, key=lambda day: day.date.replace(day=1)):
        before = months[-1].days[-1].place if months else ""
        months.append(Month(first, tuple(of_month), before))
    return months


def saying_yes() -> Count:
    """What counts the people who said that they come to a day, those who wait for a place too."""
    return Count("answers", filter=~Q(answers__coming=DayAnswer.Coming.NO))


def day_after(day: GameDay) -> GameDay | None:
    """The club's next game day after this one that is still to come, None where there is none."""
    coming = GameDay.objects.filter(club=day.club_id, cancelled_at=None)
    coming = coming.exclude(pk__in=days_played(day.club))
    return coming.filter(date__gt=day.date, date__gte=timezone.localdate()).first()


def past_days(club: Club, played: Collection[int]) -> QuerySet[GameDay]:
    """The club's days that are over, those `played` too, newest first. To page.

    They have the numbers `came`, `games`, and `open` of games that nobody has finished.
    """
    over = Q(date__lt=timezone.localdate()) | Q(pk__in=played)
    days = GameDay.objects.filter(over, club=club)
    unfinished = Q(table_games__game__finished_at=None)
    counted = days.annotate(
        came=Count("attendances", distinct=True),
        games=Count("table_games", distinct=True),
        open=Count("table_games", filter=unfinished, distinct=True),
    )
    return counted.order_by("-date", "-starts", "-pk")


def days_of_feed(club: Club) -> list[GameDay]:
    """Return the days that calendar programs get: none that was played before its date."""
    today = timezone.localdate()
    days = GameDay.objects.filter(club=club, date__gte=today - PAST_IN_FEED)
    # What is counted over a group has lost the model's own order.
    days = days.annotate(last_game=Max("table_games__game__finished_at")).order_by(
        "date", "starts", "pk"
    )
    return [
        day
        for day in days
        if day.last_game is None
        or timezone.localdate(day.last_game) >= day.date
        or (day.date > today and not is_played(day))
    ]


def feed_of(
    club: Club,
    days: Sequence[GameDay],
    *,
    contacts: bool = True,
    more: Iterable[icalendar.Event] = (),
) -> bytes:
    """The club's game days as iCalendar (RFC 5545), in the club's time zone, and `more` events.

    Each day keeps its UID; SEQUENCE and LAST-MODIFIED grow with its changes. A cancelled
    day is marked as such, so that calendars strike it out. Whom to ask is in it with `contacts`:
    for the club's people, and not for everybody.
    """
    calendar = icalendar.Calendar()
    calendar.add("prodid", "-//Roundhouse//Game days//EN")
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    calendar.add("method", "PUBLISH")
    calendar.add("name", club.name)
    calendar.add("x-wr-calname", club.name)
    calendar.add("x-wr-timezone", timezone.get_current_timezone_name())
    calendar.add("refresh-interval", timedelta(hours=6), parameters={"value": "DURATION"})
    for day in days:
        calendar.add_component(_event(club, day, contacts=contacts))
    for event in more:
        calendar.add_component(event)
    calendar.add_missing_timezones()
    return bytes(calendar.to_ical())


def _event(club: Club, day: GameDay, *, contacts: bool) -> icalendar.Event:
    zone = ZoneInfo(timezone.get_current_timezone_name())
    event = icalendar.Event()
    event.add("uid", f"{day.uid}@roundhouse")
    event.add("dtstamp", day.changed_at)
    event.add("last-modified", day.changed_at)
    event.add("sequence", day.sequence)
    event.add("dtstart", datetime.combine(day.date, day.starts, tzinfo=zone))
    event.add("dtend", datetime.combine(day.date, day.ends, tzinfo=zone))
    title = day.title or club.name
    event_name(event, title, day.place, cancelled=day.cancelled_at is not None)
    notes = [day.note, _("Ask %s.") % day.contact if day.contact and contacts else ""]
    if any(notes):
        event.add("description", "\n".join(filter(None, notes)))
    return event


def event_name(event: icalendar.Event, title: str, place: str, *, cancelled: bool) -> None:
    """Write into the event what it is, where, and whether it is cancelled."""
    event.add("summary", _("Cancelled: %s") % title if cancelled else title)
    event.add("status", "CANCELLED" if cancelled else "CONFIRMED")
    if place:
        event.add("location", place)
