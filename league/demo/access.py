"""Who may make a made-up club, and who may remove one; what is not yours does not exist."""

from django.http import Http404, HttpRequest

from scoring.accounts.access import club_to_organize
from scoring.accounts.club_rows import every_club
from scoring.accounts.models import Club


@every_club()
def site_to_look_around() -> None:
    """Continue only where there is no club yet, as on the page that sets the first one up."""
    if Club.objects.exists():
        raise Http404


def club_to_remove(request: HttpRequest) -> Club:
    """The made-up club that the asker organizes; 404 for everybody else, and for a real club."""
    club = club_to_organize(request)
    if not club.made_up:
        raise Http404
    return club
