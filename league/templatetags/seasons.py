"""Seasons in words."""

from django import template
from django.utils.functional import Promise

from league.seasons.models import Season
from league.seasons.tables import value_of
from league.seasons.ways import counting_words as words_of_counting

register = template.Library()


@register.simple_tag
def season_value(season: Season) -> str:
    """What the leaders of the season are compared by."""
    return value_of(season)


@register.simple_tag
def counting_words(season: Season) -> Promise | str:
    """How the season counts, in a sentence: whether low or high leads."""
    return words_of_counting(season.measure, season.count, season.days, season.place_points)
