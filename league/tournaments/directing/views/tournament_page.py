"""A tournament's own page, and the director's log."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from league.tournaments.access import tournament_to_direct, tournament_to_see
from league.tournaments.directing.selectors.director import page_of
from league.tournaments.directing.selectors.playing_on import tables_to_score
from league.tournaments.directing.selectors.tournament_page import page_for_all
from league.tournaments.directing.services.rulings import ruling_record
from league.tournaments.entrants.public import sign_up_closed
from league.tournaments.entrants.selectors.divisions import entrants_of
from league.tournaments.stages.selectors.advancers import going_in_words
from scoring.accounts.access import actor_of
from scoring.accounts.authors import author_of
from scoring.web.pages import show_refusal, told_id


@require_safe
def tournament(request: HttpRequest, pk: int) -> HttpResponse:
    """What it is, how far it is, and where to go.

    For the director, what to do now; for whoever else scores, the tables.
    """
    shown = tournament_to_see(request, pk)
    actor = actor_of(request)
    insider = actor.club == shown.club
    context = {
        "tournament": shown,
        "page": page_for_all(shown),
        "insider": insider,
        "directs": insider and actor.directs,
        "may_enter": shown.sign_up and not sign_up_closed(shown),
    }
    if context["directs"]:
        director = page_of(shown, timezone.now())
        context |= {
            "director": director,
            "going": going_in_words(director.sure_closing) if director.sure_closing else "",
        }
    elif insider and shown.rehearsal_of_id is None:
        context["tables"] = tables_to_score(shown)
    return render(request, "league/tournament.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def tournament_log(request: HttpRequest, pk: int) -> HttpResponse:
    """What was done and decided, newest first; and a form for what no rule covers."""
    shown = tournament_to_direct(request, pk)
    people = entrants_of(shown)
    text, about = "", 0
    if request.method == "POST":
        text, about = request.POST.get("text", ""), told_id(request, "about")
        entrant = get_object_or_404(people, pk=about) if request.POST.get("about") else None
        with show_refusal(request):
            ruling_record(tournament=shown, author=author_of(request), text=text, entrant=entrant)
            messages.success(request, _("It is written down."))
            return redirect("league:tournament-log", pk=pk)
    context = {
        "tournament": shown,
        "entries": shown.log.order_by("-pk"),
        "people": people,
        "text": text,
        "about": about,
    }
    return render(request, "league/tournament_log.html", context)
