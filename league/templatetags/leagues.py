"""Leagues on pages of other rooms."""

from django import template

from league.leagues.models import LeagueClub
from league.seasons.models import Season
from scoring.accounts.club_rows import every_club
from scoring.accounts.models import Club

register = template.Library()


@register.simple_tag
@every_club()
def leagues_of(row: Club | Season) -> list[LeagueClub]:
    """The parts that a club, or a season of it, has in leagues that can be seen; one query."""
    parts = LeagueClub.objects.filter(league__club__suspended_at=None).select_related("league")
    by = {"club": row} if isinstance(row, Club) else {"season": row}
    return list(parts.filter(**by).order_by("-league"))
