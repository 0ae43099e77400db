"""The awards: what is called out, and certificates."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.tournaments.access import tournament_to_direct
from league.tournaments.awards.selectors.medals import medals_of
from league.tournaments.awards.selectors.moved import moved_of
from league.tournaments.awards.selectors.places import callings_of, when_certain
from league.tournaments.awards.selectors.winners import level_for_medals
from league.tournaments.courses import loaded
from league.tournaments.models import Tournament


def _callings(tournament: Tournament) -> dict[str, Any]:
    """What is called out, when the rest is certain, and what moved after the end."""
    snapshot = loaded(tournament)
    medals = medals_of(snapshot)
    return {
        "tournament": tournament,
        "callings": callings_of(
            snapshot, medals, level_for_medals(snapshot, medals, to_director=True)
        ),
        "when_certain": when_certain(snapshot),
        "moved": [move for move in moved_of(snapshot, medals, to_director=True) if move.after_end],
    }


@require_safe
def awards(request: HttpRequest, pk: int) -> HttpResponse:
    """What is called out, in its order: to print and to read from."""
    tournament = tournament_to_direct(request, pk)
    return render(request, "league/awards.html", _callings(tournament))


@require_safe
def certificates(request: HttpRequest, pk: int) -> HttpResponse:
    """A page for each medal, and with `ribbons` for each ribbon too."""
    tournament = tournament_to_direct(request, pk)
    ribbons = "ribbons" in request.GET
    context = _callings(tournament)
    pages = [
        (calling.medals, call, person)
        for calling in context["callings"]
        for call in calling.calls
        if ribbons or call.what != "ribbon"
        for person in call.people
    ]
    context |= {"pages": pages, "ribbons": ribbons}
    return render(request, "league/certificates.html", context)
