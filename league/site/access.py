"""Who may see what of the league; what is not yours does not exist."""

from django.conf import settings
from django.http import Http404, HttpRequest

from scoring.accounts.access import actor_of, club_to_organize
from scoring.accounts.club_rows import every_club
from scoring.accounts.models import Club


def runs_host(request: HttpRequest) -> bool:
    """Whether the asker looks after the whole installation, with the data of all its clubs.

    With one club its organizers do. With several only those organizers whom HOST_ACCOUNTS names:
    else each club's organizers would have the others' data in their hands. A made-up club has no
    say: there may be copies of a real one that was here before.
    """
    actor = actor_of(request)
    if not actor.organizes or actor.club is None or actor.user is None or actor.club.made_up:
        return False
    if settings.HOST_ACCOUNTS:
        return actor.user.get_username() in settings.HOST_ACCOUNTS
    with every_club():
        return not Club.objects.exclude(pk=actor.club.pk).filter(made_up=False).exists()


def club_to_run_host(request: HttpRequest) -> Club:
    """Return the club of somebody who runs the whole installation; 404 for everybody else."""
    club = club_to_organize(request)
    if not runs_host(request):
        raise Http404
    return club
