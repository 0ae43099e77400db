"""Who sits at the table: late arrivals, early leavers, seats taken for each other."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring import referee
from scoring.forms import JoinForm
from scoring.models import Game
from scoring.selectors.access import game_to_score
from scoring.selectors.people import players_of
from scoring.selectors.sheet import sheet_of
from scoring.services import seats as services
from scoring.services.errors import Refusal

from .common import author_of, new_key, told_id, told_key


@require_safe
def seats(request: HttpRequest, code: str) -> HttpResponse:
    """Show who sits at the table, with a form for each thing that can change."""
    game = game_to_score(request, code)
    return _page(request, game, JoinForm())


def _page(request: HttpRequest, game: Game, join_form: JoinForm, status: int = 200) -> HttpResponse:
    sheet = sheet_of(game)
    context = {
        "game": game,
        "sheet": sheet,
        "join_form": join_form,
        "late_total": referee.late_arrival_total(game, [seat.total for seat in sheet.ranking]),
        "late_rule": referee.late_arrival_rule(game),
        "known": players_of(game.club).values_list("name", flat=True)[:500],
        "key": new_key(),
    }
    return render(request, "scoring/seats.html", context, status=status)


@require_POST
def seat_join(request: HttpRequest, code: str) -> HttpResponse:
    """Seat a late arrival from the next round on."""
    game = game_to_score(request, code)
    form = JoinForm(request.POST)
    if not form.is_valid():
        return _page(request, game, form)
    try:
        services.seat_join(
            game=game,
            author=author_of(request),
            key=told_key(request),
            name=form.cleaned_data["name"],
            total=form.cleaned_data["total"],
        )
    except Refusal as refusal:
        form.add_error(None, refusal.message)
        return _page(request, game, form)
    messages.success(request, _("%s plays from the next round.") % form.cleaned_data["name"])
    return redirect("scoring:sheet", code=code)


@require_POST
def seat_leave(request: HttpRequest, code: str) -> HttpResponse:
    """Let a seat count no more rounds."""
    game = game_to_score(request, code)
    return _done(
        request,
        code,
        lambda: services.seat_leave(
            game=game,
            author=author_of(request),
            key=told_key(request),
            seat_id=told_id(request, "seat"),
            ranked=request.POST.get("ranked") == "yes",
        ),
        _("Noted. That seat counts no more rounds."),
    )


@require_POST
def seats_swap(request: HttpRequest, code: str) -> HttpResponse:
    """Put right that two people were taken for each other."""
    game = game_to_score(request, code)
    return _done(
        request,
        code,
        lambda: services.seats_swap(
            game=game,
            author=author_of(request),
            key=told_key(request),
            seat_ids=(told_id(request, "one"), told_id(request, "other")),
            points_too=request.POST.get("points") == "too",
        ),
        _("The two have changed seats."),
    )


def _done(request: HttpRequest, code: str, write: Callable[[], object], saved: str) -> HttpResponse:
    """Write, say what became of it, and go to the sheet; back to the form after a refusal."""
    try:
        write()
    except Refusal as refusal:
        messages.error(request, refusal.message)
        return redirect("scoring:seats", code=code)
    messages.success(request, saved)
    return redirect("scoring:sheet", code=code)
