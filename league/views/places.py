"""The places of a tournament, and why each of them."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from league.selectors.access import tournament_to_see
from league.selectors.courses import loaded
from league.selectors.medals import medals_of
from league.selectors.place_why import place_why as why_of
from league.selectors.places import group_lines, overall_lines
from league.services.tallies import tallies_refresh
from scoring.models import Club
from scoring.selectors.access import actor_of


@require_safe
def places(request: HttpRequest, pk: int) -> HttpResponse:
    """Everybody's place in each division and in the whole field, as things stand."""
    tournament = tournament_to_see(request, pk)
    tallies_refresh(club=tournament.club)
    found = loaded(tournament)
    medals = medals_of(found)
    groups = [(group, group_lines(found, group)) for group in medals.groups if group.places]
    actor = actor_of(request)
    context = {
        "tournament": tournament,
        "groups": groups if len(groups) > 1 or medals.outside else [],
        "overall": overall_lines(found) if len(groups) != 1 or medals.outside else groups[0][1],
        "outside": [one for listed in medals.outside.values() for one in listed],
        "begun": bool(found.begun),
        "directs": actor.directs and actor.club == tournament.club,
    }
    return render(request, "league/places.html", context)


@require_safe
def place_why(request: HttpRequest, pk: int, entrant: int) -> HttpResponse:
    """Why somebody has the place: tables, totals, tie-breaks, corrections, choices."""
    tournament = tournament_to_see(request, pk)
    found = loaded(tournament)
    if entrant not in found.entrants:
        raise Http404
    insider = actor_of(request).club == tournament.club
    context = {
        "tournament": tournament,
        "why": why_of(found, found.entrants[entrant]),
        "places": reverse("league:places", args=[pk]),
        "insider": insider,
        "sheets": insider or tournament.club.shown == Club.Shown.GAMES,
    }
    return render(request, "league/place_why.html", context)
