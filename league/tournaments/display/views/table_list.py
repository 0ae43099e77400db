"""Everybody's table by family name: for the phone, and on paper."""

from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from league.seasons.public import tallies_refresh
from league.tournaments.access import tournament_to_see
from league.tournaments.courses import loaded
from league.tournaments.display.selectors.table_list import by_letter, table_list_in
from league.tournaments.models import Tournament
from scoring.accounts.access import actor_of
from scoring.names import name_clean
from scoring.watching.parts import Part, part_address
from scoring.watching.revisions import revision_of

LONGEST_QUERY = 60


def asked_name(request: HttpRequest) -> str:
    """The name that somebody looks for; "" for none."""
    return name_clean(request.GET.get("name", "")[:LONGEST_QUERY])


def _watched(request: HttpRequest, tournament: Tournament) -> Part:
    """The part that changes: the whole list, in which only who is looked for is not hidden."""
    query = asked_name(request)
    path = reverse("league:table-list-now", args=[tournament.pk])
    asked = {"name": query} if query else {}
    address = part_address(path, asked, everybody=actor_of(request).role == "stranger")

    @cache
    def context() -> dict[str, Any]:
        tallies_refresh(club=tournament.club)
        everybody = table_list_in(loaded(tournament))
        return {
            "tournament": tournament,
            "list": everybody,
            "letters": by_letter(everybody.lines),
            "found": {line.entrant for line in everybody.found(query)},
        }

    return Part(
        request,
        address,
        revision_of(tournament),
        "league/_table_list_now.html",
        context,
        is_kept=not query,
    )


@require_safe
def table_list(request: HttpRequest, pk: int) -> HttpResponse:
    """The page of the short address, which renews itself; `name` looks for somebody."""
    tournament = tournament_to_see(request, pk)
    part, query = _watched(request, tournament), asked_name(request)
    actor = actor_of(request)
    context = {
        "tournament": tournament,
        "now": part.html,
        "query": query,
        "nobody": bool(query) and bool(part.context()["letters"]) and not part.context()["found"],
        "directs": actor.directs and actor.club == tournament.club,
    }
    return render(request, "league/table_list.html", context)


@require_safe
def table_list_now(request: HttpRequest, pk: int) -> HttpResponse:
    """The part of the list that changes, or 204 where the asker has seen it already."""
    return _watched(request, tournament_to_see(request, pk)).answer()
