"""Records in words."""

from django import template
from django.utils.html import format_html
from django.utils.translation import ngettext

from league.seasons.selectors.records import EXPLAINED, TITLES, RecordLine, value_in_words

register = template.Library()


@register.simple_tag
def record_title(name: str) -> str:
    """What the record of that name is of."""
    return str(TITLES[name])


@register.simple_tag
def record_note(name: str, rounds: int) -> str:
    """Explain the record of that name; "" where its title says all.

    `rounds` is how many a game needs to be the lowest.
    """
    words = str(EXPLAINED.get(name, ""))
    if name == "lowest_game":
        words = ngettext("of %d round or more", "of %d rounds or more", rounds) % rounds
    return format_html('<small class="note">{}</small>', words) if words else ""


@register.simple_tag
def record_value(line: RecordLine) -> str:
    """The record's value with what it counts; "" where nobody holds it."""
    return "" if line.value is None else value_in_words(line.name, line.value)
