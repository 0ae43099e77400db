"""Seasons in words."""

from django import template

from league.seasons.models import Season
from league.seasons.tables import value_of

register = template.Library()


@register.simple_tag
def season_value(season: Season) -> str:
    """What the leaders of the season are compared by."""
    return value_of(season)
