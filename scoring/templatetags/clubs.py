"""Which club a page is about."""

from typing import Any

from django import template
from django.template import Context

register = template.Library()
# What a stranger's page is about, by the names that views give it.
ABOUT = ("season", "tournament", "game", "day", "player")


@register.simple_tag(takes_context=True)
def is_made_up(context: Context) -> bool:
    """Whether the page is one of a made-up club: of the asker's own, or of one that is looked at.

    A page about a row of the club has read that club with it, to decide what it shows.
    """
    if "actor" not in context:
        return False
    club: Any = context["actor"].home or context.get("club")
    if club is None:
        sheet = context.get("sheet")
        rows: list[Any] = [*(context.get(name) for name in ABOUT), getattr(sheet, "game", None)]
        club = next((row.club for row in rows if getattr(row, "club_id", None)), None)
    return bool(getattr(club, "made_up", False))
