"""Game days in the calendar: weekly ones and single ones, changed, cancelled, brought back."""

from collections.abc import Collection, Mapping
from datetime import date, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from league.days.models import DayMail, GameDay, Series
from league.seasons.models import Season
from league.seasons.selectors.results import days_left_out
from scoring.accounts.models import Club
from scoring.refusals import Refusal
from scoring.web.compiled_queries import CompiledQuery

from .moving_up import moving_up

WEEK = timedelta(weeks=1)
MOST_WEEKS = 53
# What people have to hear of where it changes.
WHEN_AND_WHERE = ("date", "starts", "ends", "place")
SERIES_FIELDS = ("title", "starts", "ends", "place", "contact")
LOCKED_DAY = CompiledQuery(
    lambda pk: GameDay.objects.select_for_update(of=("self",)).select_related("club").filter(pk=pk)
)


def day_lock(day: GameDay) -> GameDay:
    """The day's row, held until the transaction ends, so that its changes come one at a time."""
    return LOCKED_DAY.get(day.pk)


def day_open(day: GameDay) -> GameDay:
    """The locked day, for people to come to. Raises `Refusal` for a cancelled one."""
    day = day_lock(day)
    if day.cancelled_at is not None:
        raise Refusal("cancelled", _("This game day is cancelled. Bring it back first."))
    return day


def day_touch(day: GameDay) -> None:
    """Let the pages about the day know that there is something new."""
    GameDay.objects.filter(pk=day.pk).update(revision=F("revision") + 1)


@transaction.atomic
def day_create(*, club: Club, fields: Mapping[str, Any]) -> GameDay:
    """One game day with these fields of its row."""
    return GameDay.objects.create(club=club, **fields)


@transaction.atomic
def series_create(*, club: Club, fields: Mapping[str, Any], until: date) -> Series:
    """A game day a week, from the fields' date until that day, each with a row of its own.

    Raises `Refusal` where that is no day at all or more than a year of them.
    """
    first: date = fields["date"]
    days = (until - first).days // 7 + 1
    if not 0 < days <= MOST_WEEKS:
        raise Refusal("weeks", _("Choose a last day within a year after the first one."))
    details = {name: fields[name] for name in SERIES_FIELDS if name in fields}
    series = Series.objects.create(club=club, first=first, last=until, **details)
    GameDay.objects.bulk_create(
        GameDay(club=club, series=series, **{**fields, "date": first + number * WEEK})
        for number in range(days)
    )
    return series


@transaction.atomic
def day_edit(*, day: GameDay, fields: Mapping[str, Any], forget_answers: bool = False) -> GameDay:
    """Keep what was changed of one day; the others of its series stay as they are.

    With `forget_answers` it is as if nobody had said whether they come.

    Raises `Refusal` where more rounds of seating have begun than the day would have.
    """
    day = day_lock(day)
    begun = day.table_games.order_by("-seating_round").values_list("seating_round", flat=True)
    least = max(begun.first() or 0, day.current_round)
    if fields.get("rounds", day.rounds) < least:
        raise Refusal("rounds", _("Game %d is on, so the day has that many at least.") % least)
    if forget_answers:
        day.answers.all().delete()
        # Who got the mail before gets it for the new date, too.
        DayMail.objects.filter(game_day=day).delete()
    if any(fields.get(name, getattr(day, name)) != getattr(day, name) for name in WHEN_AND_WHERE):
        day.mails.update(moved_sent_at=None)
    if fields.get("date", day.date) != day.date:
        fields = {**fields, "moved_from": day.date}
    # More room lets people move up from the waiting list.
    with moving_up(day):
        for name, value in fields.items():
            setattr(day, name, value)
    return _say_changed(day, *fields)


@transaction.atomic
def days_count(*, season: Season, days: Collection[int]) -> int:
    """Let those of these days that the season leaves out count for it; return how many these are.

    Raises `Refusal` for a closed season.
    """
    season = Season.objects.select_for_update().get(pk=season.pk)
    if season.closed_at:
        raise Refusal(
            "closed", _("%s is closed and stays as it was. Open it again first.") % season.name
        )
    rows = [day_lock(day) for day in days_left_out(season).filter(pk__in=days)]
    for day in rows:
        day.counts = True
        _say_changed(day, "counts")
    return len(rows)


def day_move_to_today(day: GameDay) -> GameDay:
    """Let a day take place today, not on its date. Must run under the day's lock."""
    day.date = timezone.localdate()
    return _say_changed(day, "date")


@transaction.atomic
def day_cancel(*, day: GameDay) -> GameDay:
    """Cancel a day: it stays in the calendar and says so. Doing it twice changes nothing."""
    day = day_lock(day)
    if day.cancelled_at is None:
        day.cancelled_at = timezone.now()
        _say_changed(day, "cancelled_at")
    return day


@transaction.atomic
def series_cancel(*, day: GameDay) -> list[GameDay]:
    """Cancel a day and all later ones of its series that take place."""
    return [day_cancel(day=later_day) for later_day in days_to_cancel(day)]


def days_to_cancel(day: GameDay) -> list[GameDay]:
    """A day and all later ones of its series that take place; itself alone without a series."""
    if not day.series_id:
        return [day]
    return list(GameDay.objects.filter(series=day.series_id, date__gte=day.date, cancelled_at=None))


@transaction.atomic
def day_restore(*, day: GameDay) -> GameDay:
    """Bring a cancelled day back. Doing it twice changes nothing."""
    day = day_lock(day)
    if day.cancelled_at is not None:
        day.cancelled_at = None
        day.mails.update(cancelled_sent_at=None)
        _say_changed(day, "cancelled_at")
    return day


def _say_changed(day: GameDay, *names: str) -> GameDay:
    """Write these fields, and let calendars and open pages know that they are new."""
    day.sequence += 1
    day.revision += 1
    day.changed_at = timezone.now()
    day.save(update_fields=[*names, "sequence", "revision", "changed_at"])
    return day
