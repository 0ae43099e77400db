"""A tournament as its director sets it up: made, changed, cancelled, brought back."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from league.tournaments.access import tournament_to_direct
from league.tournaments.models import Tournament
from league.tournaments.stages.formats import FORMATS
from league.tournaments.stages.forms.tournaments import (
    NewTournamentForm,
    NotesForm,
    TournamentForm,
    format_title,
    ties_moved,
)
from league.tournaments.stages.selectors.forecasts import forecast_of_format, told_number
from league.tournaments.stages.services import tournaments as services
from scoring.accounts.access import club_to_organize
from scoring.accounts.authors import author_of
from scoring.web.pages import form_refusal, sent, show_refusal

USUAL = 36


@require_http_methods(["GET", "HEAD", "POST"])
def tournament_new(request: HttpRequest) -> HttpResponse:
    """Make a tournament from a format; shows before what each format means for so many people."""
    club = club_to_organize(request)
    asks = request.method != "POST" or "show" in request.POST
    query = request.POST if request.method == "POST" else request.GET
    form = (
        NewTournamentForm(club=club, initial=query.dict())
        if asks
        else NewTournamentForm(request.POST, club=club)
    )
    if not asks and form.is_valid():
        with form_refusal(form):
            tournament = services.tournament_make(
                club=club, author=author_of(request), **form.told()
            )
            messages.success(request, _("%s is made. All of it can still change.") % tournament)
            # The number that was thought of goes along, for as long as nobody has entered.
            entrants = told_number(request.POST.get("entrants"), USUAL)
            stages = reverse("league:stages", args=[tournament.pk])
            return redirect(f"{stages}?{urlencode({'entrants': entrants})}")
    context = {"form": form, "formats": _formats(form, query)}
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "league/_format_forecasts.html", context)
    return render(request, "league/tournament_new.html", context)


def _formats(form: NewTournamentForm, query: QueryDict) -> list[dict[str, Any]]:
    """Each format with its field to tap and what it means for the number that was typed."""
    entrants = told_number(query.get("entrants"), USUAL)
    return [
        {
            "format": known_format,
            "radio": radio,
            "forecast": forecast_of_format(known_format, entrants),
        }
        for known_format, radio in zip(FORMATS, form["format"], strict=True)
    ]


@require_http_methods(["GET", "HEAD", "POST"])
def tournament_edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Change what holds for the tournament as a whole."""
    tournament = tournament_to_direct(request, pk)
    # Who came to change the divisions wants to see them.
    back = f"league:{'divisions' if request.GET.get('back') == 'divisions' else 'stages'}"
    moves = request.POST.get("move", "")
    data = sent(request)
    if moves:
        # A button beside a tie-break: the list is shown in its new order, nothing is kept yet.
        data = request.POST.copy()
        data.setlist("tie_breaks", ties_moved(request.POST.getlist("tie_breaks"), moves))
    # Another object: the form writes into it, and the page's head names the tournament as it is.
    shown = Tournament.objects.get(pk=pk)
    # The divisions that come of ages are shown while these are typed.
    ages = request.GET.get("division_ages", shown.division_ages)
    form = TournamentForm(
        data, instance=shown, initial={"division_ages": ages}, club=tournament.club
    )
    if request.method == "POST" and not moves and form.is_valid():
        with form_refusal(form):
            services.tournament_change(
                tournament=tournament, author=author_of(request), changes=form.changes()
            )
            messages.success(request, _("Saved."))
            return redirect(back, pk=pk)
    context = {
        "form": form,
        "tournament": tournament,
        "back": reverse(back, args=[pk]),
        "moved": bool(moves),
        "format": format_title(tournament.format),
    }
    return render(request, "league/tournament_edit.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def tournament_notes(request: HttpRequest, pk: int) -> HttpResponse:
    """Write what is announced today, and how early people should be there."""
    tournament = tournament_to_direct(request, pk)
    form = NotesForm(sent(request), instance=Tournament.objects.get(pk=pk))
    if request.method == "POST" and form.is_valid():
        with form_refusal(form):
            services.tournament_change(
                tournament=tournament, author=author_of(request), changes=form.cleaned_data
            )
            messages.success(request, _("Saved."))
            return redirect("league:tournament", pk=pk)
    context = {"form": form, "tournament": tournament}
    return render(request, "league/tournament_notes.html", context)


@require_POST
def tournament_cancel(request: HttpRequest, pk: int) -> HttpResponse:
    """Call the tournament off."""
    tournament = tournament_to_direct(request, pk)
    reason = request.POST.get("reason", "").strip()
    with show_refusal(request):
        services.tournament_cancel(tournament=tournament, author=author_of(request), reason=reason)
        messages.success(request, _("%s is cancelled. It can be brought back.") % tournament)
    return redirect("league:stages", pk=pk)


@require_POST
def tournament_restore(request: HttpRequest, pk: int) -> HttpResponse:
    """Bring a cancelled tournament back."""
    tournament = tournament_to_direct(request, pk)
    with show_refusal(request):
        services.tournament_restore(tournament=tournament, author=author_of(request))
        messages.success(request, _("%s takes place after all.") % tournament)
    return redirect("league:stages", pk=pk)
