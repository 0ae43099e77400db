"""The public form by which people enter a tournament by themselves."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.tournaments.access import tournament_to_direct
from league.tournaments.entrants.forms import SignUpForm
from league.tournaments.entrants.services import sign_ups
from league.tournaments.entrants.services.sign_ups import sign_up_link_renew
from league.tournaments.models import Tournament
from scoring.accounts.access import club_runs, tell_club
from scoring.web.addresses import client_address
from scoring.web.pages import form_refusal, link_is_new, sent


def _tournament(request: HttpRequest, key: UUID) -> Tournament:
    """Return the tournament whose form has that address; 404 if it is not switched on."""
    rows = Tournament.objects.select_related("club")
    tournament = rows.filter(sign_up_key=key, sign_up=True).first()
    if tournament is None:
        raise Http404
    tell_club(request, tournament.club)
    club_runs(tournament.club)
    return tournament


@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest, key: UUID) -> HttpResponse:
    """Ask for an entry, and say who will see what of it."""
    tournament = _tournament(request, key)
    form = SignUpForm(sent(request), tournament=tournament)
    if request.method == "POST" and form.is_valid():
        with form_refusal(form, by_code={}):
            sign_ups.sign_up(
                tournament=tournament,
                name=form.cleaned_data["name"],
                details=form.details(),
                address=client_address(request),
            )
            return redirect("league:sign-up-sent", key=key)
    context = {
        "tournament": tournament,
        "form": form,
        "closed": sign_ups.sign_up_closed(tournament),
    }
    return render(request, "league/sign_up.html", context)


@require_safe
def sign_up_sent(request: HttpRequest, key: UUID) -> HttpResponse:
    """Say that the entry waits for the director: the same to everybody, known name or not."""
    tournament = _tournament(request, key)
    return render(request, "league/sign_up_sent.html", {"tournament": tournament})


@require_POST
def sign_up_renew(request: HttpRequest, pk: int) -> HttpResponse:
    """Give the form a new link; the old one is not there any more."""
    tournament = tournament_to_direct(request, pk)
    sign_up_link_renew(tournament=tournament)
    messages.success(request, link_is_new())
    return redirect("league:entrants", pk=pk)
