"""The list of a tournament's entrants, and one of them: for directors alone."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.tournaments.access import tournament_to_direct
from league.tournaments.entrants.forms import EntrantForm
from league.tournaments.entrants.selectors.divisions import namesakes_of_waiting
from league.tournaments.entrants.selectors.register import STATES, register_of, wide_ages_of
from league.tournaments.entrants.services import entrants as services
from league.tournaments.models import Entrant, Tournament
from scoring.accounts.authors import author_of
from scoring.names import name_clean
from scoring.web.connection import phone_link
from scoring.web.pages import show_refusal

from .entering import entered, typed

LONGEST_QUERY = 60


@require_safe
def entrants(request: HttpRequest, pk: int) -> HttpResponse:
    """Show everybody on the list, by name or by state, and everybody who asks to be on it."""
    tournament = tournament_to_direct(request, pk)
    register = register_of(tournament)
    query = name_clean(request.GET.get("q", "")[:LONGEST_QUERY])
    show = request.GET.get("show", "")
    states = (show,) if show in STATES else STATES
    lines = register.outside if show == "outside" else register.found(query, states)
    known = namesakes_of_waiting(tournament)
    form_path = reverse("league:sign-up", args=[tournament.sign_up_key])
    context = {
        "tournament": tournament,
        "register": register,
        "waiting": [(person, known.get(person.name_key)) for person in register.waiting],
        "lines": lines,
        "query": query,
        "wide_ages": wide_ages_of(register),
        "show": show if show in (*STATES, "outside") else "",
        "form_path": form_path,
        "form_address": phone_link(request, form_path),
    }
    return render(request, "league/entrants.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def entrant_add(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter somebody; the next one can be typed at once."""
    tournament = tournament_to_direct(request, pk)
    given = {"name": request.GET.get("name", "")[:LONGEST_QUERY]}
    form = EntrantForm(typed(request), tournament=tournament, initial=given)
    if entrant := entered(request, tournament, form, services.entrant_add):
        sentence = _("%(name)s has entered, with number %(number)d.")
        messages.success(request, sentence % {"name": entrant.name, "number": entrant.number})
        again = "another" in request.POST
        return redirect("league:entrant-add" if again else "league:entrants", pk=pk)
    context = {"tournament": tournament, "form": form}
    return render(request, "league/entrant_add.html", context)


def entrant_of(tournament: Tournament, number: int) -> Entrant:
    """The entry with that id; 404 where the tournament has none."""
    entrant = get_object_or_404(Entrant, tournament=tournament, pk=number)
    entrant.tournament = tournament
    return entrant


@require_POST
def entrant_answer(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Accept or refuse an entry that came by the public form."""
    tournament = tournament_to_direct(request, pk)
    entrant = entrant_of(tournament, number)
    author = author_of(request)
    with show_refusal(request):
        if request.POST.get("deed") == "accept":
            accepted = services.entrant_accept(entrant=entrant, author=author)
            messages.success(
                request,
                _("%(name)s has entered, with number %(number)d.")
                % {"name": accepted.name, "number": accepted.number},
            )
        elif request.POST.get("deed") == "refuse":
            services.entrant_refuse(entrant=entrant, author=author)
            messages.success(request, _("The entry of %s is deleted.") % entrant.name)
    return redirect("league:entrants", pk=pk)
