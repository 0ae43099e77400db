"""Which club a page is about."""

from typing import Any
from urllib.parse import urlencode

from django import template
from django.template import Context
from django.urls import reverse

from scoring.accounts import languages
from scoring.accounts.models import Club
from scoring.accounts.privacy_links import privacy_key
from scoring.accounts.selectors.hosting import are_reports_read

register = template.Library()
register.filter(privacy_key)
# What a stranger's page is about, by the names that views give it.
ABOUT = ("season", "tournament", "game", "day", "player")


@register.simple_tag(takes_context=True)
def is_made_up(context: Context) -> bool:
    """Whether the page is one of a made-up club: of the asker's own, or of one that is looked at.

    A page about a row of the club has read that club with it, to decide what it shows.
    """
    if "actor" not in context:
        return False
    return bool(getattr(context["actor"].home or _club_of(context), "made_up", False))


@register.simple_tag(takes_context=True)
def first_page(context: Context) -> str:
    """The address behind the logo: for a stranger that of the club's page, where it has one."""
    club = None if "actor" not in context or context["actor"].home else _club_of(context)
    if club is None or not club.has_front:
        return reverse("scoring:home")
    return reverse("league:front", args=[club.pk])


@register.simple_tag(takes_context=True)
def report_address(context: Context) -> str:
    """The address at which a stranger reports this page of a club; "" where nobody reads it."""
    actor, number = context.get("actor"), _club_number(context)
    own = number is None or actor is None or (actor.home and actor.home.pk == number)
    if own or not are_reports_read():
        return ""
    query = urlencode({"page": context["request"].path})
    return f"{reverse('league:report', args=[number])}?{query}"


@register.simple_tag
def other_language(club: Club) -> tuple[str, str] | None:
    """Code and name of the language that the club has beside the page's; None where it has one."""
    return languages.other_language(club)


def _club_of(context: Context) -> Any:
    """The club that a page is about; None where it is about none."""
    if context.get("club") is not None:
        return context["club"]
    row = _row_of_club(context)
    return row.club if row is not None else None


def _club_number(context: Context) -> int | None:
    """The number of that club, for which the database is not asked."""
    if context.get("club") is not None:
        number: int | None = context["club"].pk
        return number
    row = _row_of_club(context)
    return int(row.club_id) if row is not None else None


def _row_of_club(context: Context) -> Any:
    """The row of a club that a page is about; None where it is about none."""
    sheet = context.get("sheet")
    rows: list[Any] = [*(context.get(name) for name in ABOUT), getattr(sheet, "game", None)]
    return next((row for row in rows if getattr(row, "club_id", None)), None)
