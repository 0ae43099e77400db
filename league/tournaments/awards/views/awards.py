"""The awards: what is called out, and certificates."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.tournaments.access import tournament_to_direct
from league.tournaments.awards.selectors.medals import medals_of
from league.tournaments.awards.selectors.moved import Moved, moved_of
from league.tournaments.awards.selectors.places import Calling, callings_of
from league.tournaments.courses import loaded
from league.tournaments.models import Tournament


def _callings(tournament: Tournament) -> tuple[Sequence[Calling], Sequence[Moved]]:
    """What is called out, and what moved after the end."""
    snapshot = loaded(tournament)
    medals = medals_of(snapshot)
    return callings_of(snapshot, medals), moved_of(snapshot, medals)


@require_safe
def awards(request: HttpRequest, pk: int) -> HttpResponse:
    """What is called out, in its order: to print and to read from."""
    tournament = tournament_to_direct(request, pk)
    callings, moved = _callings(tournament)
    context = {"tournament": tournament, "callings": callings, "moved": moved}
    return render(request, "league/awards.html", context)


@require_safe
def certificates(request: HttpRequest, pk: int) -> HttpResponse:
    """A page for each medal, and with `ribbons` for each ribbon too."""
    tournament = tournament_to_direct(request, pk)
    ribbons = "ribbons" in request.GET
    callings, moved = _callings(tournament)
    pages = [
        (calling.medals, call, person)
        for calling in callings
        for call in calling.calls
        if ribbons or call.what != "ribbon"
        for person in call.people
    ]
    context = {
        "tournament": tournament,
        "pages": pages,
        "ribbons": ribbons,
        "moved": moved,
    }
    return render(request, "league/certificates.html", context)
