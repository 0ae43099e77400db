"""What only the director decides: who is parted how, what a correction leads to, who sits where."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from league.models import Parting, Stage, Tournament
from league.selectors.access import tournament_to_direct
from league.selectors.courses import loaded
from league.selectors.director import page_of
from league.selectors.drift import drift_of
from league.services import drift as drifts
from league.services import partings, stage_seats
from scoring.services.errors import Refusal
from scoring.views.common import author_of, new_key, told_id, told_key

from .stage_tables import entrant_asked


@require_http_methods(["GET", "HEAD", "POST"])
def part(request: HttpRequest, pk: int) -> HttpResponse:
    """Part those who are level for a place: by a play-off, by lot, or not at all."""
    tournament = tournament_to_direct(request, pk)
    if request.method == "POST":
        try:
            _part(request, tournament)
        except Refusal as refusal:
            messages.error(request, refusal.message)
            return redirect("league:parting", pk=pk)
        messages.success(request, _("Written down."))
        return redirect("league:direct", pk=pk)
    page = page_of(tournament, timezone.now())
    level = page.closing.advance.level if page.closing else ()
    groups = [(one.places, [page.found.entrants[int(key)] for key in one.keys]) for one in level]
    staying = [
        page.found.entrants[one.entrant_id]
        for one in (page.found.fields[page.stage.pk] if page.stage else ())
        if page.found.entrants[one.entrant_id].withdrawn_at is None
    ]
    context = {
        "tournament": tournament,
        "page": page,
        "groups": groups,
        "shared": page.shared,
        "staying": sorted(staying, key=lambda one: one.name_key),
        "plays_off": "play_off" in tournament.tie_breaks,
        "done": [(one, partings.parting_in_words(page.found, one)) for one in page.partings],
    }
    return render(request, "league/part.html", context)


def _part(request: HttpRequest, tournament: Tournament) -> None:
    stage = get_object_or_404(Stage, tournament=tournament, pk=told_id(request, "stage"))
    kinds = {"lot": Parting.Kind.LOT, "all": Parting.Kind.ALL}
    told = [text for text in request.POST.getlist("who") if text.isascii() and text.isdecimal()]
    keys = [int(text) for text in told if len(text) < 18]
    points: dict[int, int | None] = {}
    for key in list(keys):
        typed = request.POST.get(f"points-{key}", "").strip()
        points[key] = (
            int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 6 else None
        )
    if "some" in request.POST:  # of everybody who could be chosen, those whose points were typed
        keys = [key for key in keys if request.POST.get(f"points-{key}", "").strip()]
    partings.parting_record(
        tournament=tournament,
        stage=stage,
        author=author_of(request),
        kind=kinds.get(request.POST.get("kind", ""), Parting.Kind.PLAY_OFF),
        entrants=keys,
        points=points,
    )


@require_POST
def part_undo(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Take back what was done about people who were level."""
    tournament = tournament_to_direct(request, pk)
    parting = get_object_or_404(Parting, stage__tournament=tournament, pk=number)
    try:
        partings.parting_undo(tournament=tournament, parting=parting, author=author_of(request))
    except Refusal as refusal:
        messages.error(request, refusal.message)
    else:
        messages.success(request, _("Taken back."))
    return redirect("league:parting", pk=pk)


@require_http_methods(["GET", "HEAD", "POST"])
def drift(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """What is to become of a stage that began on results that were corrected since."""
    tournament = tournament_to_direct(request, pk)
    stage = get_object_or_404(Stage, tournament=tournament, number=number)
    if request.method == "POST":
        try:
            _choose(request, tournament, stage)
        except Refusal as refusal:
            messages.error(request, refusal.message)
            return redirect("league:drift", pk=pk, number=number)
        messages.success(request, _("Your choice is written down."))
        return redirect("league:direct", pk=pk)
    found = loaded(tournament)
    one = drift_of(found, stage)

    def named(keys: tuple[int, ...]) -> list[str]:
        return [found.entrants[key].name for key in keys]

    context = {
        "tournament": tournament,
        "stage": stage,
        "drift": one if one is not None and one.any else None,
        "missing": named(one.missing) if one else [],
        "extra": named(one.extra) if one else [],
        "level": [named(keys) for keys in one.level] if one else [],
        "carried": [(found.entrants[c.entrant].name, c.had, c.now) for c in one.carried]
        if one
        else [],
        "on": one is not None and found.current == one.following,
        "key": new_key(),
    }
    return render(request, "league/drift.html", context)


def _choose(request: HttpRequest, tournament: Tournament, stage: Stage) -> None:
    told: dict[str, Any] = {
        "tournament": tournament,
        "stage": stage,
        "author": author_of(request),
        "seen": request.POST.get("seen", ""),
        "reason": request.POST.get("reason", ""),
    }
    choices: dict[str, Callable[[], None]] = {
        "keep": lambda: drifts.drift_keep(**told),
        "carry": lambda: drifts.drift_carry(**told),
        "take": lambda: drifts.drift_take(**told, key=told_key(request)),
        "redo": lambda: drifts.drift_redo(**told, sure="sure" in request.POST),
    }
    choice = choices.get(request.POST.get("choice", ""))
    if choice is None:
        raise Refusal("choice", _("Choose what is to become of it."))
    choice()


@require_http_methods(["GET", "HEAD", "POST"])
def seats(request: HttpRequest, pk: int) -> HttpResponse:
    """Who changes seats, who moves, who comes late."""
    tournament = tournament_to_direct(request, pk)
    if request.method == "POST":
        try:
            said = _seat(request, tournament)
        except Refusal as refusal:
            messages.error(request, refusal.message)
            return redirect("league:stage-seats", pk=pk)
        messages.success(request, said)
        return redirect("league:direct", pk=pk)
    page = page_of(tournament, timezone.now())
    waiting = [card for card in page.by_number if card.stands == "waiting"]
    field = {one.entrant_id for one in page.found.fields[page.stage.pk]} if page.stage else set()
    context = {
        "tournament": tournament,
        "page": page,
        "movable": sorted(
            ((card.row.number, one.entrant) for card in waiting for one in card.people),
            key=lambda pair: pair[1].name_key,
        ),
        "waiting": waiting,
        "open": [card for card in page.by_number if not card.done],
        "others": [
            one
            for one in page.found.entrants.values()
            if one.pk not in field and one.withdrawn_at is None
        ],
        "key": new_key(),
    }
    return render(request, "league/stage_seats.html", context)


def _seat(request: HttpRequest, tournament: Tournament) -> str:
    """Do what the form says; answers what was done."""
    author, deed = author_of(request), request.POST.get("deed", "")
    table = told_id(request, "table")
    if deed == "swap":
        one = entrant_asked(request, tournament, "one")
        other = entrant_asked(request, tournament, "other")
        stage_seats.entrants_swap(tournament=tournament, author=author, one=one, other=other)
        return _("%(one)s and %(other)s changed seats.") % {"one": one.name, "other": other.name}
    if deed == "move":
        one = entrant_asked(request, tournament, "one")
        stage_seats.entrant_move(tournament=tournament, author=author, entrant=one, table=table)
    elif deed == "late":
        one = entrant_asked(request, tournament, "one")
        stage_seats.late_seat(
            tournament=tournament,
            author=author,
            key=told_key(request),
            entrant=one,
            table=table,
            reason=request.POST.get("reason", "")[:200],
        )
    elif deed == "walk_up":
        row = stage_seats.walk_up_seat(
            tournament=tournament,
            author=author,
            key=told_key(request),
            name=request.POST.get("name", ""),
            details={},
            table=table,
        )
        one = row.entrant
    else:
        raise Refusal("deed", _("Choose what to do."))
    return _("%(name)s sits at table %(table)d.") % {"name": one.name, "table": table}
