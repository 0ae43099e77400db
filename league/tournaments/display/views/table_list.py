"""Everybody's table by family name: for the phone, and on paper."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.tournaments.access import tournament_to_see
from league.tournaments.display.selectors.table_list import by_letter, table_list_of
from scoring.accounts.access import actor_of
from scoring.names import name_clean

LONGEST_QUERY = 60


def asked_name(request: HttpRequest) -> str:
    """The name that somebody looks for; "" for none."""
    return name_clean(request.GET.get("name", "")[:LONGEST_QUERY])


@require_safe
def table_list(request: HttpRequest, pk: int) -> HttpResponse:
    """The page of the short address; `name` looks for somebody."""
    tournament = tournament_to_see(request, pk)
    query = asked_name(request)
    everybody = table_list_of(tournament)
    actor = actor_of(request)
    context = {
        "tournament": tournament,
        "list": everybody,
        "query": query,
        "letters": by_letter(everybody.found(query)),
        "directs": actor.directs and actor.club == tournament.club,
    }
    part = request.htmx  # type: ignore[attr-defined]
    return render(request, "league/_table_list.html" if part else "league/table_list.html", context)
