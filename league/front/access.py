"""Who may see the club's page; what is not shown does not exist."""

from django.http import Http404, HttpRequest

from scoring.accounts.access import actor_of, show_public
from scoring.accounts.club_rows import first_of_any_club
from scoring.accounts.models import Club


def club_to_visit(request: HttpRequest, pk: int) -> Club:
    """The club with that number, for all where it has a page, and for its own people; else 404."""
    club = first_of_any_club(Club.objects.filter(pk=pk))
    if club is None or not (club.has_front or actor_of(request).club == club):
        raise Http404
    show_public(request, club)
    return club
