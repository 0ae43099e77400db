"""A ruling's answer in large letters, in the words of the table."""

import re
from typing import Final

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from scoring.disputes.models import Decision, Dispute
from scoring.disputes.selectors import DisputeDesk, disputes_of
from scoring.disputes.words import answer_class, answer_word
from scoring.sheets.models import Game

register = template.Library()

TILE: Final = re.compile(r"(\d+-\d+)")

register.filter(answer_word)
register.filter(answer_class)


@register.filter
def whole_tiles(text: str) -> SafeString:
    """A text whose tiles, such as 7-3, stay on one line."""
    parts = enumerate(TILE.split(text))
    tile = '<span class="whole-tile">{}</span>'
    return format_html_join(
        "", "{}", ((format_html(tile, part) if at % 2 else part,) for at, part in parts)
    )


@register.simple_tag
def settled_disputes(game: Game) -> list[DisputeDesk]:
    """Return the game's settled disputes, oldest first, for a page of its sheet."""
    return disputes_of(game)


@register.filter
def newest_decision(dispute: Dispute) -> Decision | None:
    """The organizer's decision that counts, if there is one; reads what was fetched before."""
    decisions = list(dispute.decisions.all())
    return decisions[-1] if decisions else None
