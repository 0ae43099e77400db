"""The club's tournaments."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.tournaments.stages.selectors.tournament_list import tournaments_of
from scoring.accounts.access import club_to_score


@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    """What is coming and what was."""
    listed = tournaments_of(club_to_score(request))
    return render(request, "league/tournaments.html", {"listed": listed})
