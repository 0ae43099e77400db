"""The seats of a table: late arrivals, early leavers, and players who were swapped."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring import referee
from scoring.accounts.authors import author_of
from scoring.accounts.name_questions import NameQuestion, name_question, with_answer
from scoring.accounts.selectors.people import players_of
from scoring.names import NAME_LENGTH, name_clean
from scoring.refusals import Refusal
from scoring.sheets.access import game_to_score
from scoring.sheets.forms import JoinForm, RenameForm
from scoring.sheets.models import Game
from scoring.sheets.selectors.guests import names_without_seat
from scoring.sheets.selectors.next_round import plan_of
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.services import seats as services
from scoring.web.pages import next_key, told_id, told_key


@require_safe
def seats(request: HttpRequest, code: str) -> HttpResponse:
    """Show the seats of the table, with a form for each possible change.

    `who` is somebody who is to join: the form is open, with the name in it.
    """
    game, who = game_to_score(request, code), name_clean(request.GET.get("who", ""))[:NAME_LENGTH]
    if not who:
        return _page(request, game)
    return _page(request, game, opened="join", join_form=JoinForm(initial={"name": who}))


def _page(
    request: HttpRequest,
    game: Game,
    *,
    opened: str = "",
    refusal: Refusal | None = None,
    join_form: JoinForm | None = None,
    rename_form: RenameForm | None = None,
    question: NameQuestion | None = None,
) -> HttpResponse:
    """The page; after a `refusal` with its words and the form that was sent, `opened`, as it was.

    `opened` is join, leave, swap or rename.
    """
    sheet = sheet_of(game)
    context = {
        "game": game,
        "sheet": sheet,
        "plan": plan_of(sheet),
        "opened": opened,
        "fault": refusal.message if refusal else "",
        "join_form": join_form or JoinForm(),
        "question": question,
        "rename_form": rename_form or RenameForm(),
        "told_seat": told_id(request, "seat"),
        "told_one": told_id(request, "one"),
        "told_other": told_id(request, "other"),
        "ranked": request.POST.get("ranked") == "yes",
        "points_too": request.POST.get("points") == "too",
        "late_total": referee.late_arrival_total(game, [seat.total for seat in sheet.ranking]),
        "waiting": names_without_seat(game) if not sheet.finished else [],
        "late_rule": referee.late_arrival_rule(game),
        "known": players_of(game.club).values_list("name", flat=True)[:500],
        "key": next_key(request, refusal) if refusal else told_key(request),
    }
    return render(request, "scoring/seats.html", context)


@require_POST
def seat_join(request: HttpRequest, code: str) -> HttpResponse:
    """Seat a late arrival from the next round on."""
    game = game_to_score(request, code)
    fields = with_answer(request.POST)
    form = JoinForm(fields)
    if not form.is_valid():
        return _page(request, game, opened="join", join_form=form)
    sitting = [seat.name for seat in sheet_of(game).seats]
    if question := name_question(game.club, fields, "name", others=sitting):
        return _page(request, game, opened="join", join_form=form, question=question)
    name, total = form.cleaned_data["name"], form.cleaned_data["total"]
    try:
        services.seat_join(
            game=game, author=author_of(request), key=told_key(request), name=name, total=total
        )
    except Refusal as refusal:
        return _page(request, game, opened="join", refusal=refusal, join_form=form)
    messages.success(request, _("%s plays from the next round.") % name)
    return redirect("scoring:sheet", code=code)


@require_POST
def seat_leave(request: HttpRequest, code: str) -> HttpResponse:
    """Let a seat count no more rounds."""
    game, seat_id = game_to_score(request, code), told_id(request, "seat")
    try:
        services.seat_leave(
            game=game,
            author=author_of(request),
            key=told_key(request),
            seat_id=seat_id,
            ranked=request.POST.get("ranked") == "yes",
        )
    except Refusal as refusal:
        return _page(request, game, opened="leave", refusal=refusal)
    name = game.seats.select_related("player").get(pk=seat_id).player.name
    left = _("%(name)s has left. No more rounds are counted for that seat.")
    messages.success(request, left % {"name": name})
    return redirect("scoring:sheet", code=code)


@require_POST
def seat_rename(request: HttpRequest, code: str) -> HttpResponse:
    """Put right a name that was typed wrong for somebody whom the club does not know."""
    game = game_to_score(request, code)
    form = RenameForm(request.POST)
    if not form.is_valid():
        return _page(request, game, opened="rename", rename_form=form)
    name = form.cleaned_data["right_name"]
    try:
        player = services.seat_rename(
            game=game,
            author=author_of(request),
            key=told_key(request),
            seat_id=told_id(request, "seat"),
            name=name,
        )
    except Refusal as refusal:
        return _page(request, game, opened="rename", refusal=refusal, rename_form=form)
    messages.success(request, _("The name is %s now.") % player.name)
    return redirect("scoring:sheet", code=code)


@require_POST
def seats_swap(request: HttpRequest, code: str) -> HttpResponse:
    """Put right that two players were swapped."""
    game = game_to_score(request, code)
    try:
        services.seats_swap(
            game=game,
            author=author_of(request),
            key=told_key(request),
            seat_ids=(told_id(request, "one"), told_id(request, "other")),
            points_too=request.POST.get("points") == "too",
        )
    except Refusal as refusal:
        return _page(request, game, opened="swap", refusal=refusal)
    messages.success(request, _("The two have changed seats."))
    return redirect("scoring:sheet", code=code)
