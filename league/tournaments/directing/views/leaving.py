"""Somebody goes away: in which way, what counts, and what that does."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.tournaments.access import tournament_to_direct
from league.tournaments.courses import loaded
from league.tournaments.directing.forms import LeavingForm
from league.tournaments.directing.selectors.leaving import leaving_plan, return_plan
from league.tournaments.directing.services.leaving import entrant_back, entrant_leave
from league.tournaments.entrants.public import entrant_remove
from league.tournaments.entrants.selectors.leaving import left_in_words, stages_of
from league.tournaments.models import Entrant, Tournament
from league.tournaments.stages.selectors.undecided import undecided_drifts
from scoring.accounts.authors import MAX_REASON, author_of
from scoring.web.pages import show_refusal

_AFTER_END = Entrant.Leaving.DISQUALIFIED


@require_http_methods(["GET", "HEAD", "POST"])
def entrant_withdraw(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Let somebody go away or come back, or remove an entry that was a mistake."""
    tournament = tournament_to_direct(request, pk)
    entrant = get_object_or_404(Entrant, tournament=tournament, pk=number)
    entrant.tournament = tournament
    if request.method == "POST":
        return redirect(_done(request, tournament, entrant))
    how = request.GET.get("how", "")
    open_entry = entrant.number is not None and entrant.withdrawn_at is None
    # Everything else after the end needs the last stage open.
    after_end = tournament.ended_at is not None and tournament.cancelled_at is None
    ways = [way for way in Entrant.Leaving.choices if not after_end or way[0] == _AFTER_END]
    if how not in dict(ways) or (after_end and not stages_of(loaded(tournament), entrant)):
        how = ""
    comes_back = entrant.withdrawn_at is not None and tournament.ended_at is None
    context = {
        "tournament": tournament,
        "entrant": entrant,
        "ways": ways,
        "how": how,
        "open_entry": open_entry and (after_end or tournament.ended_at is None),
        "after_end": after_end,
        "last_stage": tournament.stages.filter(closed_at__isnull=False).last(),
        "back": return_plan(loaded(tournament), entrant) if comes_back else None,
        "plan": leaving_plan(loaded(tournament), entrant, how) if how and open_entry else None,
    }
    return render(request, "league/entrant_leaves.html", context)


def _done(request: HttpRequest, tournament: Tournament, entrant: Entrant) -> str:
    """Do what was asked, and answer where to go then."""
    author, deed = author_of(request), request.POST.get("deed", "")
    page = reverse("league:entrant", args=[tournament.pk, entrant.pk])
    again = reverse("league:entrant-withdraw", args=[tournament.pk, entrant.pk])
    with show_refusal(request) as attempt:
        if deed == "withdraw":
            _leave(request, tournament, entrant)
            snapshot = loaded(Tournament.objects.get(pk=tournament.pk))
            if snapshot.current is not None or undecided_drifts(snapshot):
                # There the director reads what this asks for, or goes on.
                return reverse("league:direct", args=[tournament.pk])
        elif deed == "return":
            seen = request.POST.get("seen", "")
            snapshot = loaded(tournament)
            away = entrant.withdrawn_at is not None and tournament.ended_at is None
            if away and not seen:
                plan = return_plan(snapshot, entrant)
                if plan.sentences or plan.stop:
                    return again
            entrant_back(entrant=entrant, author=author, seen=seen)
            messages.success(request, _("%s is back.") % entrant.name)
        elif deed == "remove":
            entrant_remove(entrant=entrant, author=author)
            messages.success(request, _("The entry of %s was removed.") % entrant.name)
            return reverse("league:entrants", args=[tournament.pk])
    if attempt.refused and deed == "withdraw" and request.POST.get("how"):
        how = request.POST["how"]
        return f"{again}?how={how}" if how in Entrant.Leaving.values else again
    return page


def _leave(request: HttpRequest, tournament: Tournament, entrant: Entrant) -> None:
    form = LeavingForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Say it shorter: a reason has room for %d letters.") % MAX_REASON)
        return
    kept, _comma, seen = request.POST.get("counts", "").partition(":")
    left = entrant_leave(
        entrant=entrant,
        author=author_of(request),
        how=request.POST.get("how", ""),
        keeps=kept == "keeps",
        reason=form.cleaned_data["reason"],
        seen=seen,
    )
    messages.success(request, f"{left.name} {left_in_words(loaded(tournament), left)}.")
