"""Seasons: opening one, changing how it counts, closing it."""

import datetime
from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.seasons.models import Board, Season, SeasonStatus
from league.seasons.selectors.brought import WHY_NOT
from league.seasons.selectors.results import board_dates, games_going_on
from league.standings.methods import BY_DAY
from scoring.accounts.authors import Author
from scoring.accounts.models import Club
from scoring.refusals import Refusal

from .leaderboard import board_refresh
from .records import records_refresh

DAY = datetime.timedelta(days=1)
# What can change while all boards stay as they are.
DERIVES_NOTHING = frozenset({"name", "public"})
# What can change in a closed season: who sees it is no part of what stays as it was.
OF_CLOSED = frozenset({"public"})


@transaction.atomic
def season_create(*, club: Club, fields: Mapping[str, Any]) -> Season:
    """Open a season of the club; `fields` are those of the model, the last day is in the season.

    Raises `Refusal` where it ends before it begins, or shares a day with another season.
    """
    season = Season(club=_club_lock(club), **fields)
    _days_check(club, season.first, season.last)
    season.save()
    return season


@transaction.atomic
def season_update(*, season: Season, changes: Mapping[str, Any]) -> Season:
    """Change a season's name, days, or how games count; `changes` are fields of the model.

    Of a closed season only who sees it can change. Raises `Refusal` for anything else of it, and
    as `season_create` does.
    """
    club = _club_lock(season.club)
    season = Season.objects.select_for_update().get(pk=season.pk)
    changed = {name for name, value in changes.items() if getattr(season, name) != value}
    if season.closed_at and not changed <= OF_CLOSED:
        raise Refusal(
            "closed", _("%s is closed and stays as it was. Open it again first.") % season.name
        )
    measure = season.measure
    derives = not changed <= DERIVES_NOTHING
    for field, value in changes.items():
        setattr(season, field, value)
    _days_check(club, season.first, season.last, season.pk)
    if season.brings_forward:
        _brought_check(season, measure)
    season.revision += derives
    season.save(update_fields=[*changes, "revision"])
    return season


@transaction.atomic
def season_close(*, season: Season, author: Author) -> Season:
    """Keep the season's leaderboards and records as they are, whatever is corrected later.

    Raises `Refusal` where it is closed already, or a game of it is still going on.
    """
    season = Season.objects.select_for_update().get(pk=season.pk)
    if season.closed_at:
        raise Refusal("closed", _("%s is closed already.") % season.name)
    going_on = games_going_on(season)
    if going_on:
        raise Refusal(
            "playing",
            ngettext(
                "%d game of this season is not finished. Finish it first.",
                "%d games of this season are not finished. Finish them first.",
                going_on,
            )
            % going_on,
        )
    dates = board_dates(season)
    for date in dates:
        board_refresh(season=season, as_of=date)
    # Of dates on which nobody played, such as one that a day was moved away from.
    Board.objects.filter(season=season).exclude(date__in=dates).delete()
    records_refresh(club=season.club, season=season)
    season.closed_at, season.closed_by = timezone.now(), author.name
    season.save(update_fields=["closed_at", "closed_by"])
    return season


@transaction.atomic
def season_reopen(*, season: Season) -> Season:
    """Let the season follow its games again; its leaderboards are derived again.

    Raises `Refusal` where it is open.
    """
    season = Season.objects.select_for_update().get(pk=season.pk)
    if not season.closed_at:
        raise Refusal("open", _("%s is open.") % season.name)
    season.closed_at, season.closed_by = None, ""
    season.save(update_fields=["closed_at", "closed_by"])
    return season


@transaction.atomic
def statuses_set(*, season: Season, kinds: Mapping[int, str]) -> None:
    """Keep what people are in the season; `kinds` are by players' ids, "" where nobody says.

    Raises `Refusal` for a closed season. Leaderboards are derived again where something changed.
    """
    season = Season.objects.select_for_update().get(pk=season.pk)
    if season.closed_at:
        raise Refusal(
            "closed", _("%s is closed and stays as it was. Open it again first.") % season.name
        )
    listed = season.statuses.filter(player__in=kinds)
    before = dict(listed.values_list("player", "kind"))
    changed = {pk: kind for pk, kind in kinds.items() if kind != before.get(pk, "")}
    if not changed:
        return
    listed.filter(player__in=changed).delete()
    SeasonStatus.objects.bulk_create(
        SeasonStatus(season=season, player_id=pk, kind=kind) for pk, kind in changed.items() if kind
    )
    season.revision += 1
    season.save(update_fields=["revision"])


def _brought_check(season: Season, measure: str) -> None:
    """Raise `Refusal` where amounts that are brought forward would mean something else."""
    if season.measure != measure:
        raise Refusal(
            "measure",
            _(
                "Amounts are brought forward into this season. Take them away before you count "
                "something else."
            ),
        )
    if season.count in BY_DAY:
        raise Refusal("count", str(WHY_NOT))


def _club_lock(club: Club) -> Club:
    # Two seasons that are opened at once could overlap without either seeing the other.
    return Club.objects.select_for_update().get(pk=club.pk)


def _days_check(
    club: Club, first: datetime.date, last: datetime.date, season_id: int | None = None
) -> None:
    if last < first:
        raise Refusal("backwards", _("The last day is before the first. Exchange the two."))
    others = Season.objects.filter(club=club, first__lte=last, last__gte=first)
    if season_id is not None:
        others = others.exclude(pk=season_id)
    other = others.order_by("first").first()
    if other is None:
        return
    names = {
        "name": other.name,
        "first": date_format(other.first),
        "last": date_format(other.last),
        "before": date_format(other.first - DAY),
        "after": date_format(other.last + DAY),
    }
    if first < other.first:
        mend = _("Let this one end on %(before)s.") % names
    elif last > other.last:
        mend = _("Let this one begin on %(after)s.") % names
    else:
        mend = _("Choose days outside it.")
    clash = _("%(name)s runs from %(first)s to %(last)s, and a day counts for one season.") % names
    raise Refusal("overlap", f"{clash} {mend}")
