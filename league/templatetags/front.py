"""What of a club is public whatever its own page shows."""

from django import template
from django.urls import reverse

from league.front.selectors import public_seasons, public_tournaments
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
