"""A tournament's own page, and the director's log."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from league.selectors.access import tournament_to_direct, tournament_to_see
from league.selectors.director import page_of
from league.selectors.entrants import entrants_of
from league.selectors.going import going_in_words
from league.selectors.tournament_page import page_for_all
from league.services.rulings import ruling_record
from league.services.sign_ups import sign_up_closed
from scoring.selectors.access import actor_of
from scoring.services.errors import Refusal
from scoring.views.common import author_of, told_id


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
        "directs": insider and actor.directs,
        "may_enter": one.sign_up and not sign_up_closed(one),
    }
    if context["directs"]:
        director = page_of(one, timezone.now())
        context |= {
            "director": director,
            "going": going_in_words(director.closing) if director.closing else "",
        }
    return render(request, "league/tournament.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def tournament_log(request: HttpRequest, pk: int) -> HttpResponse:
    """What was done and decided, newest first; and a form for what no rule covers."""
    one = tournament_to_direct(request, pk)
    people = entrants_of(one)
    text, about = "", 0
    if request.method == "POST":
        text, about = request.POST.get("text", ""), told_id(request, "about")
        entrant = get_object_or_404(people, pk=about) if request.POST.get("about") else None
        try:
            ruling_record(tournament=one, author=author_of(request), text=text, entrant=entrant)
        except Refusal as refusal:
            messages.error(request, refusal.message)
        else:
            messages.success(request, _("It is written down."))
            return redirect("league:tournament-log", pk=pk)
    context = {
        "tournament": one,
        "entries": one.log.order_by("-pk"),
        "people": people,
        "text": text,
        "about": about,
    }
    return render(request, "league/tournament_log.html", context)
