"""The dispute desk: pick a question, tell what matters, get a ruling; and what came of it."""

from dataclasses import replace
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring import referee
from scoring.accounts.authors import author_of
from scoring.disputes import services
from scoring.disputes.desk import Scene
from scoring.disputes.fields import fields_of, with_quick
from scoring.disputes.forms import DecisionForm, PrecedentForm
from scoring.disputes.models import Dispute
from scoring.disputes.screen import LONGEST_TEXT, Reading, Screen, readings_of, screen_of
from scoring.disputes.selectors import (
    asked_by,
    desk_of,
    former_names_now,
    scene_now,
    scene_of,
)
from scoring.disputes.table import draw_table
from scoring.disputes.topics import BY_KIND, GROUPS, NOTICED, TOPICS
from scoring.sheets.access import game_to_direct, game_to_organize, game_to_score, may_direct
from scoring.sheets.models import Game
from scoring.sheets.selectors.next_step import next_step
from scoring.sheets.selectors.notices import notices_of
from scoring.sheets.selectors.sheet import Sheet, sheet_of
from scoring.web.pages import show_refusal

NEWCOMER = "\N{OBJECT REPLACEMENT CHARACTER}"
"""A seat that is only drawn: a tablet makes those of it who come after it kept the page."""


@require_safe
def disputes(request: HttpRequest, code: str) -> HttpResponse:
    """A box for the question in one's own words, all questions to tap, and what was ruled.

    A sentence that was surely understood goes on to its question. With `other` in the address it
    stays, and other readings can be picked.
    """
    game = game_to_score(request, code)
    sheet = sheet_of(game)
    text = request.GET.get("q", "").strip()[:LONGEST_TEXT]
    readings = _readings(sheet, text) if text else None
    if readings and readings[0].is_sure and "other" not in request.GET:
        query = "&".join(filter(None, (readings[0].query, urlencode({"q": text}))))
        address = reverse("scoring:dispute-ask", args=[code, readings[0].kind])
        return redirect(f"{address}?{query}")
    context = {
        "game": game,
        "groups": GROUPS,
        "text": text,
        "readings": readings,
        **_next_step(sheet),
    }
    return render(request, "scoring/disputes.html", context)


def _readings(sheet: Sheet, text: str) -> list[Reading]:
    return readings_of(text, scene_now(sheet).seats, former_names_now(sheet))


def _next_step(sheet: Sheet) -> dict[str, object]:
    """What the table does next, so that one tap leads back to it, as on its sheet."""
    return {"sheet": sheet, "is_over": next_step(sheet, notices_of(sheet.game)).is_over}


def _colors(sheet: Sheet, scene: Scene) -> list[int]:
    return [seat.color for seat in sheet.playing(scene.round_number)]


def _hub(scene: Scene) -> str:
    double = scene.starting_double
    return "" if double is None else f"{double}-{double}"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def dispute_ask(request: HttpRequest, code: str, kind: str) -> HttpResponse:
    """One question over the table: what is tapped stands in the address, and the answer follows.

    A POST to the same address writes the answer on the sheet.
    """
    game = game_to_score(request, code)
    topic = BY_KIND.get(kind)
    if topic is None:
        raise Http404
    sheet = sheet_of(game)
    scene = scene_now(sheet)
    fields = with_quick(dict(request.GET.lists()))
    screen = screen_of(scene, topic, fields)
    if request.method == "POST" and screen.asked is not None and screen.is_settled:
        dispute = services.dispute_keep(
            game=game,
            author=author_of(request),
            asked=screen.asked,
            round_number=scene.round_number,
        )
        _decide(request, dispute, screen)
        messages.success(request, _("Written on the sheet."))
        return redirect("scoring:dispute", code=code, number=dispute.number)
    if request.method == "POST":
        messages.error(request, _("This question has no answer yet. Answer what is asked first."))
    context = {
        "game": game,
        "topic": topic,
        "scene": scene,
        "fields": {name: values[0] for name, values in fields.items()},
        "table": draw_table(
            scene, fields, _colors(sheet, scene), screen.question.path if screen.question else ""
        ),
        "hub": _hub(scene),
        "noticed": NOTICED,
        "text": request.GET.get("q", "")[:LONGEST_TEXT],
        "screen": screen,
        "decides": may_direct(request, game),
        **_next_step(sheet),
    }
    return render(request, "scoring/dispute_ask.html", context)


def _decide(request: HttpRequest, dispute: Dispute, screen: Screen) -> None:
    """Write down which of the answers that were offered somebody chose who may decide."""
    ruled = screen.desk.ruling if screen.desk else None
    options = ruled.options if ruled else ()
    chosen = request.POST.get("answer", "")
    if chosen in {because for _name, _value, because in options} and may_direct(
        request, dispute.game
    ):
        services.decision_make(
            dispute=dispute, author=author_of(request), answer=chosen, reason=_table_plays_so()
        )


def _table_plays_so() -> str:
    return _("The rules leave it open, and this is how the table plays.")


@never_cache
@require_safe
def tablet_dispute(request: HttpRequest, code: str) -> HttpResponse:
    """The whole desk in one page, for when the server cannot be asked: the tablet's engine rules.

    A script fills it from what the tablet knows of the game, else from what is written in it.
    """
    game = game_to_score(request, code)
    sheet = sheet_of(game)
    scene = scene_now(sheet)
    drawn = replace(scene, seats=(*scene.seats, NEWCOMER))
    context = {
        "game": game,
        "groups": GROUPS,
        "topics": TOPICS,
        "table": draw_table(drawn, {}, [*_colors(sheet, scene), 0]),
        "newcomer": NEWCOMER,
        "hub": _hub(scene),
        "noticed": NOTICED,
        "fields": {},
        "scene": {
            "set": scene.set,
            "rules": scene.rules,
            "seats": scene.seats,
            "round": scene.round_number,
            "starting_double": scene.starting_double,
            "totals": scene.totals,
            "begins": scene.begins,
            "began_before": scene.began_before,
        },
    }
    return render(request, "scoring/tablet_dispute.html", context)


def _dispute(game: Game, number: int) -> Dispute:
    disputes = game.disputes.select_related("game__club").prefetch_related(
        "decisions", "precedents"
    )
    return get_object_or_404(disputes, number=number)


@require_safe
def dispute(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """A dispute that was kept: its ruling, the rule behind it, and what an organizer decided.

    One that has no answer yet, as a tablet can hand it over, goes on at the desk.
    """
    game = game_to_score(request, code)
    kept = _dispute(game, number)
    asked = asked_by(kept)
    ask_again = f"{reverse('scoring:dispute-ask', args=[code, asked.kind])}?" + urlencode(
        fields_of(asked), doseq=True
    )
    if kept.ruling is None:
        return redirect(ask_again)
    sheet = sheet_of(game)
    desk = desk_of(kept, scene_of(sheet, kept.round_number))
    decides = may_direct(request, game)
    context = {
        "game": game,
        "desk": desk,
        "ask_again": ask_again,
        "may_overrule": decides,
        "decides": decides and not kept.decisions.all(),
        **_next_step(sheet),
        "table_plays_so": _table_plays_so(),
        "decision_form": DecisionForm(),
        "precedent_form": PrecedentForm(involved=_involved(desk.dispute)),
    }
    return render(request, "scoring/dispute.html", context)


def _involved(kept: Dispute) -> list[str]:
    """The questions of a rule sheet that the ruling rests on: what a decision would change."""
    return referee.rules_cited(kept.game.rules, (kept.ruling or {}).get("clauses", []))


@require_POST
def dispute_overrule(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Write an organizer's or a director's decision over the engine's ruling."""
    kept = _dispute(game_to_direct(request, code), number)
    form = DecisionForm(request.POST)
    if form.is_valid():
        services.decision_make(dispute=kept, author=author_of(request), **form.cleaned_data)
        messages.success(request, _("Your decision is on the sheet, next to the ruling."))
    else:
        messages.error(request, _("Say what holds instead, and why."))
    return redirect("scoring:dispute", code=code, number=number)


@require_POST
def precedent_keep(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Make a decision a rule of the club's."""
    game = game_to_organize(request, code)
    kept = _dispute(game, number)
    form = PrecedentForm(request.POST, involved=_involved(kept))
    if not form.is_valid():
        messages.error(request, _("Choose a rule and what holds."))
        return redirect("scoring:dispute", code=code, number=number)
    parameter, value = form.rule()
    with show_refusal(request):
        precedent = services.precedent_keep(
            author=author_of(request), dispute=kept, parameter=parameter, value=value
        )
        messages.success(
            request,
            _("Now a rule of %s. New games can play by it. Change it under Club.")
            % precedent.rule_sheet,
        )
    return redirect("scoring:dispute", code=code, number=number)
