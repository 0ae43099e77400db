"""Records in words."""

from django import template
from django.utils.html import format_html
from django.utils.translation import ngettext

from league.seasons.selectors.records import TITLES, RecordLine, value_in_words

register = template.Library()


@register.simple_tag
def record_title(name: str) -> str:
    """What the record of that name is of."""
    return str(TITLES[name])


@register.simple_tag
def lowest_game_note(rounds: int) -> str:
    """Say how many rounds a game needs to be the lowest."""
    words = ngettext("of %d round or more", "of %d rounds or more", rounds) % rounds
    return format_html('<small class="note">{}</small>', words)


@register.simple_tag
def record_value(line: RecordLine) -> str:
    """The record's value with what it counts; "" where nobody holds it."""
    return "" if line.value is None else value_in_words(line.name, line.value)
