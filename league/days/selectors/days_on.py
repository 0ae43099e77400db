"""Today's game day, the next one and the last one, for the club's first page.

The setting DAYS_ON names them.
"""

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.days.models import GameDay
from scoring.accounts.models import Club
from scoring.dates import weekday
from scoring.sheets.selectors.days_on import DayOn, TableNow

from .answers import answers_of
from .begun import days_going_on, with_a_game
from .calendar import past_days
from .seating import DaySeating, seating_of
from .tables import TableLine, tables_of
from .unassigned import outside_words


def game_days_on(club: Club) -> list[DayOn]:
    """Return the game days that are on, with their tables, and the next day to come.

    Where none is on, the last one that was played is behind it.
    """
    begun = [seating_of(day) for day in days_going_on(club).select_related("club")]
    today = timezone.localdate()
    coming = GameDay.objects.filter(club=club, date__gt=today, cancelled_at=None)
    later = coming.exclude(pk__in=[seating.day.pk for seating in begun]).first()
    # One that was begun before its date and is over is on no more, and not to come either.
    on = [seating for seating in begun if seating.day.date == today or not seating.is_played]
    on.sort(key=lambda seating: seating.is_played)
    days = [_on(seating) for seating in on] + ([_later(later)] if later else [])
    # Where none is on, all that have begun before their date are over.
    early = [seating.day.pk for seating in begun]
    past = past_days(club, early).filter(with_a_game(), cancelled_at=None)
    last = None if on else past.first()
    return [*days, _last(last)] if last else days


def _last(day: GameDay) -> DayOn:
    numbers = {"came": day.came, "games": day.games}  # type: ignore[attr-defined]
    parts = [ngettext("%(games)s game", "%(games)s games", numbers["games"]) % numbers]
    if numbers["came"]:
        words = ngettext("%(came)s person came", "%(came)s people came", numbers["came"])
        parts.insert(0, words % numbers)
    return DayOn(
        _title(day),
        " · ".join(parts),
        reverse("league:day", args=[day.pk]),
        today=False,
        over=True,
        result=reverse("league:day-result", args=[day.pk]),
    )


def _title(day: GameDay) -> str:
    date = weekday(day.date)
    return f"{day.title} · {date}" if day.title else date


def _later(day: GameDay) -> DayOn:
    parts = [time_format(day.starts), day.place, *_said_yes(day)]
    text = " · ".join(part for part in parts if part)
    return DayOn(_title(day), text, reverse("league:day", args=[day.pk]), today=False)


def _said_yes(day: GameDay) -> list[str]:
    number = len(answers_of(day).coming)
    return [ngettext("%d said yes", "%d said yes", number) % number] if number else []


def _at_the_door(seating: DaySeating) -> list[str]:
    """Say how many were expected, and how many are there."""
    here = len(seating.here)
    are_here = [ngettext("%d is here", "%d are here", here) % here] if seating.people else []
    return [time_format(seating.day.starts), *_said_yes(seating.day), *are_here]


def _on(seating: DaySeating) -> DayOn:
    day = seating.day
    lines = tables_of(seating, day.current_round)
    playing = sum(line.progress is not None and not line.progress.lacks_end for line in lines)
    text = " · ".join([*_at_the_door(seating), _("Nobody is seated yet.")])
    if lines:
        text = _("Game %(number)d of %(of)d") % {"number": day.current_round, "of": day.rounds}
        if seating.is_played:
            text = _("This day is over: all its games are played.")
        elif playing:
            still = ngettext("%d table plays", "%d tables play", playing) % playing
            text = f"{text} · {still}"
    return DayOn(
        _title(day),
        text,
        reverse("league:day", args=[day.pk]),
        early=day.date > timezone.localdate(),
        over=seating.is_played,
        tables=tuple(_table(day, line) for line in lines),
        result=reverse("league:day-result", args=[day.pk]) if lines else "",
        outside=outside_words(day),
    )


def _table(day: GameDay, line: TableLine) -> TableNow:
    page = reverse("league:table", args=[day.pk, line.number])
    if line.progress is not None:
        return TableNow(line.number, line.progress.words, page, playing=True)
    words = _("not started") if line.state == "waiting" else _("finished")
    return TableNow(line.number, words, page)
