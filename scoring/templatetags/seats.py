"""The mark of each seat's train, as tags."""

from functools import lru_cache

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from scoring.sheets.selectors.sheet import SeatLine
from scoring.web.seat_marks import SHAPES, seat_class, shape

register = template.Library()
register.filter(seat_class)


@register.simple_tag
def seat_positions() -> range:
    """The positions of seats that look different from one another."""
    return range(len(SHAPES))


@register.simple_tag
def seat_mark(position: int, label: str | bool = False) -> SafeString:
    """The mark of the seat at `position` (from 0) as inline SVG.

    Hidden from screen readers, as the player's name is beside it; with `label=True` it reads out
    its own name ("red circle"), with a text that text.
    """
    spoken = shape(int(position))[0] if label is True else label
    return _drawn(int(position), str(spoken or ""))


@register.simple_tag
def short_name(seat: SeatLine) -> SafeString | str:
    """The name of a seat, short at a table of many; its title and what is read out are whole."""
    if seat.short == seat.name:
        return seat.name
    return format_html(
        '<span title="{}"><span aria-hidden="true">{}</span>'
        '<span class="visually-hidden">{}</span></span>',
        seat.name,
        seat.short,
        seat.name,
    )


# Each page of a large tournament draws hundreds of a dozen marks. By type, for a label that is safe
# HTML already is equal to one that has to be escaped.
@lru_cache(maxsize=256, typed=True)
def _drawn(position: int, label: str) -> SafeString:
    _name, path = shape(position)
    spoken = (
        format_html('role="img" aria-label="{}"', label)
        if label
        else mark_safe('aria-hidden="true"')
    )
    return format_html(
        '<svg class="seat-mark {}" viewBox="0 0 24 24" {}><path d="{}"/></svg>',
        seat_class(position),
        spoken,
        path,
    )
