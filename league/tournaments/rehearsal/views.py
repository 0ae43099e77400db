"""The page of a rehearsal: how it begins, what can be done in it, and throwing it away."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from league.tournaments.access import tournament_to_direct
from league.tournaments.models import Tournament
from scoring.accounts.authors import Author, author_of
from scoring.web.pages import show_refusal

from .selectors import rehearsal_page
from .services import (
    rehearsal_make,
    rehearsal_play,
    rehearsal_play_all,
    rehearsal_throw_away,
)


@require_http_methods(["GET", "HEAD", "POST"])
def rehearsal(request: HttpRequest, pk: int) -> HttpResponse:
    """Begin a rehearsal of a tournament; or, where it is one, play in it or throw it away."""
    tournament = tournament_to_direct(request, pk)
    if request.method == "POST":
        with show_refusal(request):
            return _act(request, tournament, author_of(request))
        return redirect("league:rehearsal", pk=pk)
    if tournament.rehearsal_of_id is not None:
        return render(request, "league/rehearsal_copy.html", {"tournament": tournament})
    context = {"tournament": tournament, "page": rehearsal_page(tournament)}
    return render(request, "league/rehearsal.html", context)


def _act(request: HttpRequest, tournament: Tournament, author: Author) -> HttpResponse:
    act = request.POST.get("do")
    if act == "play":
        tables = rehearsal_play(rehearsal=tournament, author=author)
        sentence = ngettext(
            "%(tables)d table has a made-up result.",
            "%(tables)d tables have made-up results.",
            tables,
        )
        messages.success(request, sentence % {"tables": tables})
        return redirect("league:direct", pk=tournament.pk)
    if act == "all":
        rehearsal_play_all(rehearsal=tournament, author=author)
        messages.success(request, _("The rehearsal is played to its end."))
        return redirect("league:tournament", pk=tournament.pk)
    if act == "throw":
        real = tournament.rehearsal_of_id
        rehearsal_throw_away(rehearsal=tournament)
        messages.success(request, _("The rehearsal is deleted."))
        return redirect("league:tournament", pk=real)
    copy = rehearsal_make(tournament=tournament, author=author)
    return redirect("league:rehearsal", pk=copy.pk)
