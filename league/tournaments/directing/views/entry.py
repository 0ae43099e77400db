"""One entry: what is known of somebody, and everything that can be done with it."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.tournaments.access import tournament_to_direct
from league.tournaments.courses import loaded
from league.tournaments.directing.services.entry import EntryNotAgreed, entry_mend
from league.tournaments.entrants.forms import EntrantForm
from league.tournaments.entrants.selectors.age_groups import age_group_read
from league.tournaments.entrants.selectors.divisions import divisions_can_be_filled
from league.tournaments.entrants.selectors.leaving import left_in_words
from league.tournaments.entrants.selectors.register import register_of
from league.tournaments.models import Entrant
from scoring.accounts.authors import author_of
from scoring.refusals import Refusal
from scoring.web.pages import form_refusal, sent, show_refusal

# Lists that lead here, besides that of all entrants.
LISTS = ("divisions", "door", "state-list")


@require_http_methods(["GET", "HEAD", "POST"])
def entrant(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """One entry: mend what is known, and everything else that can be done with it."""
    tournament = tournament_to_direct(request, pk)
    entrant = get_object_or_404(Entrant, tournament=tournament, pk=number)
    entrant.tournament = tournament
    data: Mapping[str, Any] | None = sent(request)
    initial = EntrantForm.initial_of(entrant)
    if request.method == "POST" and "narrow" in request.POST:
        if tournament.ended_at is None:
            return _narrowed(request, entrant)
        # What it moves is shown first.
        data = {**initial, "age_group": request.POST["narrow"]}
    form = EntrantForm(data, tournament=tournament, initial=initial)
    moves: EntryNotAgreed | None = None
    if request.method == "POST" and form.is_valid():
        with form_refusal(form, by_code={"twice": "name", "taken": "name"}):
            try:
                return _mended(request, entrant, form)
            except EntryNotAgreed as asked:
                moves = asked
                if request.POST.get("agreed"):
                    form.add_error(None, asked.message)
    line = next((line for line in register_of(tournament).lines if line.entrant.pk == number), None)
    context = {
        "tournament": tournament,
        "entrant": entrant,
        "line": line,
        "form": form,
        "moves": moves,
        "left": left_in_words(loaded(tournament), entrant) if entrant.withdrawn_at else "",
        "back": reverse(_list_before(request), args=[pk]),
        "ways": Entrant.Leaving.choices,
        "seated": entrant.stages.exists(),
        "fills": divisions_can_be_filled(tournament),
        "last_stage": tournament.stages.filter(closed_at__isnull=False).last()
        if tournament.ended_at
        else None,
    }
    return render(request, "league/entrant.html", context)


def _mended(request: HttpRequest, entrant: Entrant, form: EntrantForm) -> HttpResponse:
    """Keep what was typed, if the director has seen what that moves."""
    entrant, sentences = entry_mend(
        entrant=entrant,
        author=author_of(request),
        name=form.cleaned_data["name"],
        details=form.details(),
        agreed=request.POST.get("agreed", ""),
    )
    messages.success(request, " ".join([_("Kept: %s.") % entrant.name, *sentences]))
    return redirect(_list_before(request), pk=entrant.tournament_id)


def _list_before(request: HttpRequest) -> str:
    """The list of people from which one came here, to go on with the next of them."""
    back = request.GET.get("back", "")
    return f"league:{back if back in LISTS else 'entrants'}"


def _narrowed(request: HttpRequest, entrant: Entrant) -> HttpResponse:
    """Let the age group be the part of it that a button names; all else stays."""
    with show_refusal(request):
        ages, _gender = age_group_read(request.POST["narrow"])
        own = entrant.age_group
        if ages is None or own is None or own.common(ages.lowest, ages.highest) != ages:
            raise Refusal("age_group", _("Choose a part of the age group."))
        entrant, sentences = entry_mend(
            entrant=entrant,
            author=author_of(request),
            name=entrant.name,
            details={"age_group": ages},
        )
        messages.success(request, " ".join([_("Kept: %s.") % entrant.name, *sentences]))
    return redirect("league:divisions", pk=entrant.tournament_id)
