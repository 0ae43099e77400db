"""Who operates the site: an account apart from any club. For everybody else its pages are 404."""

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from scoring.accounts.access import actor_of, tell_club
from scoring.accounts.club_rows import read_every_club
from scoring.accounts.models import Club


def operator(request: HttpRequest) -> User:
    """Return the operator who asks; 404 for everybody else."""
    if actor_of(request).role != "operator" or not isinstance(request.user, User):
        raise Http404
    read_every_club()
    return request.user


def club_to_operate(request: HttpRequest, pk: int) -> Club:
    """Return the club with that number for the operator; 404 for everybody else.

    What is done there stands in that club's log.
    """
    operator(request)
    club = get_object_or_404(Club, pk=pk)
    tell_club(request, club)
    return club
