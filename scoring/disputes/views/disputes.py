"""The dispute desk: pick a question, tell what matters, get a ruling; and what came of it."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring import referee
from scoring.accounts.access import actor_of, club_to_organize
from scoring.accounts.authors import author_of
from scoring.disputes import services
from scoring.disputes.answers import fact_of
from scoring.disputes.forms import AskForm, DecisionForm, FactForm, PrecedentForm
from scoring.disputes.models import Dispute
from scoring.disputes.questions import BY_KIND, TOPICS
from scoring.disputes.selectors import desk_of, scene_at, scene_of
from scoring.parsing import Unread
from scoring.refusals import Refusal
from scoring.sheets.access import game_to_direct, game_to_organize, game_to_score, may_direct
from scoring.sheets.models import Game
from scoring.sheets.selectors.next_round import plan_of
from scoring.sheets.selectors.sheet import sheet_of
from scoring.web.pages import show_refusal, told_id


@require_safe
def disputes(request: HttpRequest, code: str) -> HttpResponse:
    """What can be asked, and what has been ruled in this game."""
    game = game_to_score(request, code)
    context = {"game": game, "topics": TOPICS}
    return render(request, "scoring/disputes.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def dispute_ask(request: HttpRequest, code: str, kind: str) -> HttpResponse:
    """Fill in who, which tile, which train; then straight to the ruling or the next question.

    A question that needs none of it is a button alone: a link, which any other site could have and
    browsers follow on their own, opens no dispute.
    """
    game = game_to_score(request, code)
    topic = BY_KIND.get(kind)
    if topic is None:
        raise Http404
    sheet = sheet_of(game)
    number = len(sheet.rounds) if sheet.finished else sheet.next_round
    seats = scene_of(sheet, number).seats
    form = AskForm(
        request.POST if request.method == "POST" else None,
        topic=topic,
        seats=seats,
        highest=game.set,
    )
    if request.method == "POST" and form.is_valid():
        dispute = services.dispute_open(
            game=game,
            author=author_of(request),
            kind=kind,
            ask=form.ask(),
            facts=form.facts(),
            round_number=number,
        )
        return redirect("scoring:dispute", code=code, number=dispute.number)
    context = {
        "game": game,
        "topic": topic,
        "form": form,
        "sheet": sheet,
        "seats": sheet.playing(number),
        "plan": plan_of(sheet, number),
    }
    return render(request, "scoring/dispute_ask.html", context)


@never_cache
@require_safe
def tablet_dispute(request: HttpRequest, code: str) -> HttpResponse:
    """The whole desk in one page, for when the server cannot be asked: the tablet's engine rules.

    A script fills it from what the tablet knows of the game, else from what is written in it.
    """
    game = game_to_score(request, code)
    sheet = sheet_of(game)
    scene = scene_of(sheet, len(sheet.rounds) if sheet.finished else sheet.next_round)
    asks = [
        (topic, AskForm(None, topic=topic, seats=scene.seats, highest=game.set)) for topic in TOPICS
    ]
    context = {
        "game": game,
        "asks": asks,
        "fact_form": FactForm(None, seats=scene.seats, highest=game.set),
        "scene": {
            "set": scene.set,
            "rules": scene.rules,
            "seats": scene.seats,
            "round": scene.round_number,
            "starting_double": scene.starting_double,
        },
    }
    return render(request, "scoring/tablet_dispute.html", context)


def _dispute(game: Game, number: int) -> Dispute:
    disputes = game.disputes.select_related("game__club").prefetch_related(
        "decisions", "precedents"
    )
    return get_object_or_404(disputes, number=number)


@require_http_methods(["GET", "HEAD", "POST"])
def dispute(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The next fact that matters, as large buttons; or the ruling, as soon as it is certain."""
    game = game_to_score(request, code)
    found = _dispute(game, number)
    error = ""
    if request.method == "POST":
        try:
            _tell(request, found)
        except Refusal as refusal:
            error = refusal.message
        else:
            return redirect("scoring:dispute", code=code, number=number)
    scene = scene_at(found)
    desk = desk_of(found, scene)
    context = {
        "game": game,
        "desk": desk,
        "fact_form": FactForm(None, seats=scene.seats, highest=game.set),
        "error": error or desk.error,
        "may_overrule": may_direct(request, game),
        "decision_form": DecisionForm(),
        "precedent_form": PrecedentForm(involved=_involved(desk.dispute)),
    }
    return render(request, "scoring/dispute.html", context)


def _tell(request: HttpRequest, found: Dispute) -> None:
    """Put the tapped or typed answer among the facts."""
    if "back" in request.POST:
        services.fact_take_back(dispute=found)
        return
    path = request.POST.get("path", "")[:80]
    scene = scene_at(found)
    question = desk_of(found, scene).question
    if question is None or path != question.path:
        raise Refusal("stale", _("This question is answered already. Look at the next one."))
    try:
        value = fact_of(question, request.POST, scene.seats, scene.set)
    except Unread as unread:
        raise Refusal("fact", str(unread)) from None
    services.fact_tell(dispute=found, path=path, value=value)


def _involved(found: Dispute) -> list[str]:
    """The parameters that the ruling rests on as house rules: what a precedent would change."""
    named = (found.ruling or {}).get("clauses", [])
    return [one.removeprefix("house:") for one in named if one.startswith("house:")]


@require_POST
def dispute_overrule(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Write an organizer's or a director's decision over the engine's ruling."""
    found = _dispute(game_to_direct(request, code), number)
    form = DecisionForm(request.POST)
    if form.is_valid():
        services.decision_make(dispute=found, author=author_of(request), **form.cleaned_data)
        messages.success(request, _("Your decision stands on the sheet, beside the ruling."))
    else:
        messages.error(request, _("Say what holds instead, and why."))
    return redirect("scoring:dispute", code=code, number=number)


@require_POST
def precedent_keep(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Keep a decision as the club's house rule."""
    game = game_to_organize(request, code)
    found = _dispute(game, number)
    form = PrecedentForm(request.POST, involved=_involved(found))
    if not form.is_valid():
        messages.error(request, _("Choose a rule and what holds."))
        return redirect("scoring:dispute", code=code, number=number)
    with show_refusal(request):
        services.precedent_keep(
            club=game.club,
            author=author_of(request),
            dispute=found,
            parameter=form.cleaned_data["parameter"],
            value=form.value(),
        )
        messages.success(request, _("Kept as your club's house rule. Rulings cite it from now on."))
    return redirect("scoring:dispute", code=code, number=number)


@require_http_methods(["GET", "HEAD", "POST"])
def precedents(request: HttpRequest) -> HttpResponse:
    """The club's own house rules; an organizer can end one."""
    club = club_to_organize(request)
    if request.method == "POST":
        one = get_object_or_404(club.precedents, pk=told_id(request, "pk"))
        services.precedent_end(precedent=one)
        messages.success(request, _("That house rule holds no more."))
        return redirect("scoring:precedents")
    kept: list[dict[str, Any]] = [
        {
            "precedent": one,
            "sentence": referee.parameter_sentence(one.parameter),
            "value": referee.value_words(one.value),
        }
        for one in club.precedents.filter(ended_at__isnull=True).select_related("dispute__game")
    ]
    return render(request, "scoring/precedents.html", {"kept": kept, "me": actor_of(request)})
