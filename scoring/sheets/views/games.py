"""Starting a game, ending it, reopening it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring import referee
from scoring.accounts.access import actor_of, club_to_start
from scoring.accounts.authors import author_of
from scoring.accounts.models import Club
from scoring.accounts.selectors.people import players_of, regulars_of
from scoring.sheets.access import game_to_direct, game_to_score
from scoring.sheets.forms import FinishForm, ReasonForm, StartForm
from scoring.sheets.selectors.games import rules_played_last
from scoring.sheets.selectors.next_round import plan_of
from scoring.sheets.selectors.notices import unchecked_notices
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.services import games
from scoring.values import Deal
from scoring.web.pages import form_refusal, new_key, sent, show_refusal, told_key


@require_http_methods(["GET", "HEAD", "POST"])
def game_start(request: HttpRequest) -> HttpResponse:
    """Ask who plays and by which rules; then straight to round one."""
    club = club_to_start(request)
    usual = {} if request.method == "POST" else {"rules": rules_played_last(club)}
    form = StartForm(sent(request), club=club, initial=usual)
    if request.method == "POST" and form.is_valid():
        with form_refusal(form):
            game = games.game_start(
                club=club,
                author=author_of(request),
                names=form.names(),
                set_=form.cleaned_data["set"],
                rules=form.rule_spec(),
                rule_sheet=form.rule_sheet(),
                table_number=actor_of(request).table_number,
                key=told_key(request),
            )
            return redirect("scoring:round-record", code=game.code, number=1)
    context = {
        "form": form,
        "known": players_of(club).values_list("name", flat=True)[:500],
        "regulars": regulars_of(club),
        "deal": _deal(request, club),
        "key": told_key(request),
    }
    return render(request, "scoring/game_start.html", context)


@require_safe
def hand_size(request: HttpRequest) -> HttpResponse:
    """Say how many tiles each one draws, for the names and rules chosen so far."""
    club = club_to_start(request)
    return render(request, "scoring/_hand_size.html", {"deal": _deal(request, club)})


def _deal(request: HttpRequest, club: Club) -> Deal | None:
    typed = sent(request) or request.GET
    if not typed:
        return None
    form = StartForm(typed, club=club)
    form.is_valid()
    cleaned = form.cleaned_data
    if "rules" in form.errors:
        return Deal(len(form.names()), None, _("We could not work this out."))
    return referee.deal(cleaned.get("set", 12), form.rule_spec(), form.names())


@require_http_methods(["GET", "HEAD", "POST"])
def game_finish(request: HttpRequest, code: str) -> HttpResponse:
    """Ask once, then write down that the game has ended and show who won."""
    game = game_to_score(request, code)
    form = FinishForm(sent(request))
    if request.method == "POST" and form.is_valid():
        with show_refusal(request) as attempt:
            games.game_finish(
                game=game,
                author=author_of(request),
                key=told_key(request),
                verified_by=form.cleaned_data["verified_by"],
            )
        if attempt.refused:
            return redirect("scoring:sheet", code=code)
        game.refresh_from_db()
        if game.finished_at is None:
            messages.info(request, _("The game was finished, and has been opened again since."))
            return redirect("scoring:sheet", code=code)
        return redirect("scoring:result", code=code)
    sheet = sheet_of(game)
    if sheet.finished:
        return redirect("scoring:result", code=code)
    context = {
        "game": game,
        "sheet": sheet,
        "form": form,
        "plan": plan_of(sheet),
        "key": new_key(),
        "notices": unchecked_notices(sheet),
        "can_score": True,
    }
    return render(request, "scoring/game_finish.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def game_reopen(request: HttpRequest, code: str) -> HttpResponse:
    """Let an organizer, or a tournament's director, open a finished game again, with a reason."""
    game = game_to_direct(request, code)
    form = ReasonForm(sent(request))
    if request.method == "POST" and form.is_valid():
        with show_refusal(request):
            games.game_reopen(
                game=game,
                author=author_of(request),
                key=told_key(request),
                reason=form.cleaned_data["reason"],
            )
            messages.success(request, _("The game is open again."))
        return redirect("scoring:sheet", code=code)
    return render(
        request, "scoring/game_reopen.html", {"game": game, "form": form, "key": new_key()}
    )
