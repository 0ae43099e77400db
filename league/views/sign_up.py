"""The public form by which people enter a tournament by themselves."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from league.forms.entrants import SignUpForm
from league.models import Tournament
from league.services import sign_ups
from scoring.selectors.access import tell_club
from scoring.selectors.addresses import client_address
from scoring.services.errors import Refusal
from scoring.views.common import sent


def _tournament(request: HttpRequest, key: UUID) -> Tournament:
    """The tournament whose form has that address; 404 where it is not switched on."""
    rows = Tournament.objects.select_related("club")
    tournament = rows.filter(sign_up_key=key, sign_up=True).first()
    if tournament is None:
        raise Http404
    tell_club(request, tournament.club)
    return tournament


@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest, key: UUID) -> HttpResponse:
    """Ask for an entry, and say who will see what of it."""
    tournament = _tournament(request, key)
    form = SignUpForm(sent(request), tournament=tournament)
    if request.method == "POST" and form.is_valid():
        try:
            sign_ups.sign_up(
                tournament=tournament,
                name=form.cleaned_data["name"],
                details=form.details(),
                address=client_address(request),
            )
        except Refusal as refusal:
            form.add_error(refusal.code if refusal.code in form.fields else None, refusal.message)
        else:
            return redirect("league:sign-up-sent", key=key)
    context = {
        "tournament": tournament,
        "form": form,
        "closed": sign_ups.sign_up_closed(tournament),
    }
    return render(request, "league/sign_up.html", context)


@require_safe
def sign_up_sent(request: HttpRequest, key: UUID) -> HttpResponse:
    """Say that the entry waits for the director: the same to everybody, whoever is entered."""
    tournament = _tournament(request, key)
    return render(request, "league/sign_up_sent.html", {"tournament": tournament})
