"""Seasons in words."""

from django import template

from league.seasons.models import Season, Standing
from league.seasons.tables import note_of, value_of
from league.seasons.ways import counting_rules as rules_of_counting
from league.seasons.ways import counting_words as words_of_counting
from league.tie_break_words import level_in_words

register = template.Library()


@register.simple_tag
def season_value(season: Season) -> str:
    """What the leaders of the season are compared by."""
    return value_of(season)


@register.simple_tag
def counting_words(season: Season) -> str:
    """How the season counts, in plain sentences: what counts, and who leads."""
    return words_of_counting(season)


@register.simple_tag
def counting_rules(season: Season) -> list[tuple[str, str]]:
    """Each rule by which the season counts: what it is about, and what it says."""
    return rules_of_counting(season)


@register.filter
def place_note(line: Standing) -> str:
    """Why the line has its place or none, step by step, and what was brought forward."""
    return note_of(line)


@register.filter
def level_words(line: Standing) -> str:
    """What parted the line from others of the same value, in a few words."""
    return level_in_words(line.why, line.player_id)
