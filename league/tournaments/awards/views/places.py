"""The places of a tournament, and why each of them."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from league.seasons.public import tallies_refresh
from league.tournaments.access import tournament_to_see
from league.tournaments.awards.selectors.medals import medals_of
from league.tournaments.awards.selectors.place_why import place_why as why_of
from league.tournaments.awards.selectors.places import group_lines, overall_lines
from league.tournaments.courses import loaded
from scoring.accounts.access import actor_of
from scoring.accounts.models import Club


@require_safe
def places(request: HttpRequest, pk: int) -> HttpResponse:
    """Everybody's place in each division and in the whole field, as things stand."""
    tournament = tournament_to_see(request, pk)
    tallies_refresh(club=tournament.club)
    snapshot = loaded(tournament)
    medals = medals_of(snapshot)
    groups = [(group, group_lines(snapshot, group)) for group in medals.groups if group.places]
    actor, current = actor_of(request), snapshot.current
    context = {
        "tournament": tournament,
        "groups": groups if len(groups) > 1 or medals.outside else [],
        "overall": overall_lines(snapshot) if len(groups) != 1 or medals.outside else groups[0][1],
        "outside": [entrant for listed in medals.outside.values() for entrant in listed],
        "begun": bool(snapshot.begun),
        "open_stage": current if current and snapshot.at_open_tables(current) else None,
        "directs": actor.directs and actor.club == tournament.club,
    }
    return render(request, "league/places.html", context)


@require_safe
def place_why(request: HttpRequest, pk: int, entrant: int) -> HttpResponse:
    """Why somebody has the place: tables, totals, tie-breaks, corrections, choices."""
    tournament = tournament_to_see(request, pk)
    snapshot = loaded(tournament)
    if entrant not in snapshot.entrants:
        raise Http404
    insider = actor_of(request).club == tournament.club
    context = {
        "tournament": tournament,
        "why": why_of(snapshot, snapshot.entrants[entrant]),
        "places": reverse("league:places", args=[pk]),
        "insider": insider,
        "sheets": insider or tournament.club.shown == Club.Shown.GAMES,
    }
    return render(request, "league/place_why.html", context)
