"""Starting a game, ending it, reopening it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring import referee
from scoring.accounts.access import actor_of, club_to_start
from scoring.accounts.authors import author_of
from scoring.accounts.models import Club
from scoring.accounts.name_questions import name_questions, with_answer
from scoring.accounts.selectors.people import players_of, regulars_of
from scoring.sheets.access import game_to_direct, game_to_score, may_discard
from scoring.sheets.forms import FinishForm, ReasonForm, StartForm, with_way_taken
from scoring.sheets.selectors.games import rules_played_last
from scoring.sheets.selectors.next_round import plan_of
from scoring.sheets.selectors.notices import notices_of, start_notices, unchecked_notices
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.services import games
from scoring.values import Deal
from scoring.web.pages import form_refusal, new_key, sent, show_refusal, told_key


@require_http_methods(["GET", "HEAD", "POST"])
def game_start(request: HttpRequest) -> HttpResponse:
    """Ask who plays and by which rules; then straight to round one."""
    club = club_to_start(request)
    takes = request.method == "POST" and "take" in request.POST
    fields = with_answer(with_way_taken(request.POST) if takes else request.POST)
    form = _start_form(request, club, fields if request.method == "POST" else None)
    starts = request.method == "POST" and form.is_valid() and not takes
    questions = name_questions(club, form.named_fields(), fields) if starts else []
    if starts and not questions:
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
    setup = _setup(form)
    known = list(players_of(club).values_list("name", flat=True)[:500])
    regulars = regulars_of(club)
    context = {
        "form": form,
        "question": next(iter(questions), None),
        "answered": fields.getlist("answered"),
        "like": request.GET.get("like", ""),
        "known": known,
        "regulars": regulars,
        "more_names": [name for name in known if name not in regulars],
        **setup,
        "taken": takes and not form.errors and setup["deal"],
        "key": told_key(request),
        "notices": start_notices(club),
    }
    return render(request, "scoring/game_start.html", context)


def _start_form(request: HttpRequest, club: Club, typed: QueryDict | None) -> StartForm:
    """The form as it was typed; else as in the game `like`, or with the rules played last."""
    code = request.GET.get("like", "")
    like = club.games.filter(code=code).first() if code else None
    if like is None or not actor_of(request).may_score(like):
        usual = {} if typed is not None else {"rules": rules_played_last(club)}
        return StartForm(typed, club=club, initial=usual)
    names = [seat.name for seat in sheet_of(like).seats]
    initial = {f"name-{number}": name for number, name in enumerate(names)}
    form = StartForm(typed, club=club, initial={"set": like.set, **initial})
    del form.initial["rules"]
    form.show_rules(like.rules, like.rule_sheet)
    return form


@require_safe
def hand_size(request: HttpRequest) -> HttpResponse:
    """Say how many tiles each one draws, for the names and rules chosen so far."""
    club = club_to_start(request)
    form = _start_form(request, club, request.GET or None)
    return render(request, "scoring/_hand_size.html", {**_setup(form), "oob": True})


def _setup(form: StartForm) -> dict[str, object]:
    """What is chosen so far: dominoes, rules, how many tiles each draws; or what would go."""
    deal: Deal | None
    if not form.is_bound:
        offer = form.offers[str(form["rules"].value())]
        set_ = form["set"].value()
        deal = referee.deal(int(set_), *form.begins_with(offer.rules))
        return {"deal": deal, "set": set_, "rules": offer.title}
    form.is_valid()
    set_ = form.cleaned_data.get("set", 12)
    if "rules" in form.errors:
        deal = Deal(len(form.names()), None, _("We could not work this out."))
        return {"deal": deal, "set": set_, "rules": ""}
    deal = referee.deal(set_, form.rule_spec(), form.names())
    return {
        "deal": deal,
        "ways": form.ways_out() if deal and deal.text else (),
        "set": set_,
        "rules": form.rule_offer.title,
    }


@require_POST
def game_discard(request: HttpRequest, code: str) -> HttpResponse:
    """Throw away a game that was begun by mistake; with `again`, lead to a form like it.

    What a day or a tournament has arranged, these take back.
    """
    game = game_to_score(request, code)
    if not may_discard(game, notices_of(game)):
        messages.error(request, _("This game cannot be thrown away here."))
        return redirect("scoring:sheet", code=code)
    with show_refusal(request) as attempt:
        games.game_take_back(game=game)
    if attempt.refused:
        return redirect("scoring:sheet", code=code)
    if request.POST.get("again"):
        return redirect(f"{reverse('scoring:game-start')}?like={code}")
    messages.success(request, _("The game is thrown away."))
    return redirect("scoring:home")


@require_http_methods(["GET", "HEAD", "POST"])
def game_finish(request: HttpRequest, code: str) -> HttpResponse:
    """Ask once, then write down that the game has ended and show who won."""
    game = game_to_score(request, code)
    sheet = sheet_of(game)
    form = FinishForm(sent(request), names=[seat.name for seat in sheet.seats])
    if request.method == "POST" and form.is_valid():
        with show_refusal(request) as attempt:
            games.game_finish(
                game=game,
                author=author_of(request),
                key=told_key(request),
                verified_by=form.checked_by(),
            )
        if attempt.refused:
            return redirect("scoring:sheet", code=code)
        game.refresh_from_db()
        if game.finished_at is None:
            messages.info(request, _("The game was finished, and has been opened again since."))
            return redirect("scoring:sheet", code=code)
        return redirect("scoring:result", code=code)
    if sheet.finished:
        return redirect("scoring:result", code=code)
    context = {
        "game": game,
        "sheet": sheet,
        "form": form,
        "plan": plan_of(sheet),
        "last_round": sheet.rounds[-1].entry if sheet.rounds else None,
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
