"""What of a club everybody sees."""

from django import template
from django.urls import reverse

from league.days.models import GameDay
from league.days.selectors.answers import days_to_come
from league.front.selectors import (
    StrangersView,
    public_seasons,
    public_tournaments,
    season_of_now,
    strangers_view,
)
from league.hosting.public import club_room
from league.seasons.public import board_refresh
from scoring.accounts.models import Club

register = template.Library()


@register.simple_tag
def public_on_their_own(club: Club) -> list[tuple[str, str]]:
    """Return the name of each public season and tournament, and where an organizer changes that."""
    seasons = [
        (season.name, reverse("league:season-edit", args=[season.pk]))
        for season in public_seasons(club)
    ]
    tournaments = [
        (tournament.name, reverse("league:tournament-edit", args=[tournament.pk]))
        for tournament in public_tournaments(club)
    ]
    return seasons + tournaments


register.simple_tag(club_room)


@register.simple_tag
def next_day_of(club: Club) -> GameDay | None:
    """Return the next day that is not cancelled, None where none is coming."""
    return days_to_come(club).filter(cancelled_at=None).first()


@register.inclusion_tag("league/_strangers_view.html")
def show_strangers_view(
    club: Club, chosen: str, *, about: str | None = "", contact: str | None = ""
) -> dict[str, object]:
    """Offer the leaderboard for everybody, and show what a stranger then sees.

    `chosen` is the leaderboard as the form was sent; `about` and `contact` are its fields for all.
    """
    season = season_of_now(club)
    board = board_refresh(season=season) if season else None
    view: StrangersView = strangers_view(club, board)
    return {
        "club": club,
        "view": view,
        "chosen": bool(chosen),
        "about": about,
        "contact": contact,
    }
