"""A tournament's own page, and the director's log."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from league.selectors.access import tournament_to_direct, tournament_to_see
from league.selectors.director import page_of
from league.selectors.going import going_in_words
from league.selectors.tournament_page import page_for_all
from scoring.selectors.access import actor_of


@require_safe
def tournament(request: HttpRequest, pk: int) -> HttpResponse:
    """What it is, how far it is, and where to go; for the director, what to do now."""
    one = tournament_to_see(request, pk)
    actor = actor_of(request)
    insider = actor.club == one.club
    context = {
        "tournament": one,
        "page": page_for_all(one),
        "insider": insider,
        "directs": insider and actor.organizes,
    }
    if context["directs"]:
        director = page_of(one, timezone.now())
        context |= {
            "director": director,
            "going": going_in_words(director.closing) if director.closing else "",
        }
    return render(request, "league/tournament.html", context)


@require_safe
def tournament_log(request: HttpRequest, pk: int) -> HttpResponse:
    """What was done and decided, newest first."""
    one = tournament_to_direct(request, pk)
    context = {"tournament": one, "entries": one.log.order_by("-pk")}
    return render(request, "league/tournament_log.html", context)
