"""How totals count where tables stopped early: one question, with what each answer moves."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.tournaments.access import tournament_to_direct
from league.tournaments.courses import loaded
from league.tournaments.directing.services.uneven import uneven_change, uneven_choices
from league.tournaments.models import Stage
from league.tournaments.stages.selectors.progress import round_now
from league.tournaments.stages.selectors.rounds_played import uneven_words
from scoring.accounts.authors import author_of
from scoring.web.pages import show_refusal


@require_http_methods(["GET", "HEAD", "POST"])
def uneven(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Show what each way to count would move, and take the one that is chosen."""
    tournament = tournament_to_direct(request, pk)
    stage = get_object_or_404(
        Stage, tournament=tournament, number=number, opened_at__isnull=False, closed_at=None
    )
    if request.method == "POST":
        with show_refusal(request) as attempt:
            uneven_change(
                stage=stage,
                author=author_of(request),
                value=request.POST.get("uneven", ""),
                agreed=request.POST.get("agreed", ""),
            )
        if attempt.refused:
            return redirect("league:stage-uneven", pk=pk, number=number)
        messages.success(request, _("%s counts so now.") % stage.name)
        return redirect("league:direct", pk=pk)
    snapshot = loaded(tournament)
    context = {
        "tournament": tournament,
        "stage": stage,
        "words": uneven_words(snapshot, stage, round_now(snapshot, stage)),
        "last": snapshot.following(stage) is None,
        "choices": uneven_choices(stage),
    }
    return render(request, "league/uneven.html", context)
