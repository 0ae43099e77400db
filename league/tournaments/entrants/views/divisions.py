"""A tournament's divisions: their entrants, entrants in none, and combined divisions."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from league.tournaments.access import tournament_to_direct
from league.tournaments.entrants.forms import MergeForm
from league.tournaments.entrants.selectors.divisions import groups_of, merges_of
from league.tournaments.entrants.selectors.register import register_of, unsure_of, wide_ages_of
from league.tournaments.entrants.services import divisions as services
from league.tournaments.models import DivisionMerge
from scoring.accounts.authors import author_of
from scoring.web.pages import form_refusal, sent, show_refusal


@require_http_methods(["GET", "HEAD", "POST"])
def divisions(request: HttpRequest, pk: int) -> HttpResponse:
    """Show each division with its entrants, and combine some of them."""
    tournament = tournament_to_direct(request, pk)
    register = register_of(tournament)
    choices = [(group.key, f"{group.name} ({group.entered})") for group in register.groups]
    form = MergeForm(sent(request), groups=choices)
    if request.method == "POST" and form.is_valid():
        chosen = set(form.cleaned_data["groups"])
        keys = [
            division.key
            for group in groups_of(tournament)
            if group.key in chosen
            for division in group.divisions
        ]
        with form_refusal(form, by_code={}):
            services.divisions_merge(
                tournament=tournament,
                author=author_of(request),
                divisions=keys if len(chosen) > 1 else [],
                reason=form.cleaned_data["reason"],
            )
            messages.success(request, _("The divisions are combined."))
            return redirect("league:divisions", pk=pk)
    wide = wide_ages_of(register)
    asked = {person.entrant for person in wide}
    playing = [line.entrant for line in register.lines if line.state != "withdrawn"]
    context = {
        "tournament": tournament,
        "register": register,
        "form": form,
        "merges": [
            (merge, services.names_of(tournament, merge)) for merge in merges_of(tournament)
        ],
        "unsure": unsure_of(tournament, playing),
        "wide_ages": wide,
        "outside": [line for line in register.outside if line.entrant not in asked],
    }
    return render(request, "league/divisions.html", context)


@require_POST
def divisions_part(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Undo a merge of divisions."""
    tournament = tournament_to_direct(request, pk)
    merge = get_object_or_404(DivisionMerge, tournament=tournament, pk=number)
    with show_refusal(request):
        services.divisions_part(merge=merge, author=author_of(request))
        messages.success(request, _("The divisions are apart again."))
    return redirect("league:divisions", pk=pk)
