"""What only the director decides: breaking ties, what a correction leads to, and seats."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from league.tournaments.access import tournament_to_direct
from league.tournaments.courses import Loaded, loaded
from league.tournaments.directing.selectors.director import page_of
from league.tournaments.directing.selectors.stale_seats import Drift, drift_of
from league.tournaments.directing.services import partings, replacements, stage_seats, stale_seats
from league.tournaments.models import Parting, Stage, Tournament
from scoring.accounts.authors import author_of
from scoring.refusals import Refusal
from scoring.web.pages import new_key, show_refusal, told_id, told_key

from .stage_tables import entrant_asked


@require_http_methods(["GET", "HEAD", "POST"])
def part(request: HttpRequest, pk: int) -> HttpResponse:
    """Break a tie for a place: by a play-off, by lot, or not at all."""
    tournament = tournament_to_direct(request, pk)
    if request.method == "POST":
        with show_refusal(request) as attempt:
            _part(request, tournament)
        if attempt.refused:
            return redirect("league:parting", pk=pk)
        messages.success(request, _("Written down."))
        return redirect("league:direct", pk=pk)
    page = page_of(tournament, timezone.now())
    level = page.closing.advance.level if page.closing else ()
    groups = [
        (group.places, [page.snapshot.entrants[int(key)] for key in group.keys]) for group in level
    ]
    staying = [
        page.snapshot.entrants[member.entrant_id]
        for member in (page.snapshot.fields[page.stage.pk] if page.stage else ())
        if page.snapshot.entrants[member.entrant_id].withdrawn_at is None
    ]
    context = {
        "tournament": tournament,
        "page": page,
        "groups": groups,
        "shared": page.shared,
        "staying": sorted(staying, key=lambda person: person.name_key),
        "plays_off": "play_off" in tournament.tie_breaks,
        "done": [
            (parting, partings.parting_in_words(page.snapshot, parting))
            for parting in page.partings
        ],
    }
    return render(request, "league/part.html", context)


def _part(request: HttpRequest, tournament: Tournament) -> None:
    stage = get_object_or_404(Stage, tournament=tournament, pk=told_id(request, "stage"))
    kinds = {"lot": Parting.Kind.LOT, "all": Parting.Kind.ALL}
    numbers = [text for text in request.POST.getlist("who") if text.isascii() and text.isdecimal()]
    keys = [int(text) for text in numbers if len(text) < 18]
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
    with show_refusal(request):
        partings.parting_undo(tournament=tournament, parting=parting, author=author_of(request))
        messages.success(request, _("Taken back."))
    return redirect("league:parting", pk=pk)


@require_http_methods(["GET", "HEAD", "POST"])
def drift(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """What is to become of a stage that began on results that were corrected since."""
    tournament = tournament_to_direct(request, pk)
    stage = get_object_or_404(Stage, tournament=tournament, number=number)
    if request.method == "POST":
        with show_refusal(request) as attempt:
            _choose(request, tournament, stage)
        if attempt.refused:
            return redirect("league:drift", pk=pk, number=number)
        messages.success(request, _("Your choice is written down."))
        return redirect("league:direct", pk=pk)
    snapshot = loaded(tournament)
    drift_now = drift_of(snapshot, stage)

    def named(keys: tuple[int, ...]) -> list[str]:
        return [snapshot.entrants[key].name for key in keys]

    context = {
        "tournament": tournament,
        "stage": stage,
        "drift": drift_now if drift_now is not None and drift_now.any else None,
        "missing": named(drift_now.missing) if drift_now else [],
        "extra": named(drift_now.extra) if drift_now else [],
        "level": [named(keys) for keys in drift_now.level] if drift_now else [],
        "carried": [(snapshot.entrants[c.entrant].name, c.had, c.now) for c in drift_now.carried]
        if drift_now
        else [],
        "on": drift_now is not None and snapshot.current == drift_now.following,
        "replacements": _after_correction(snapshot, drift_now),
        "key": new_key(),
    }
    return render(request, "league/drift.html", context)


def _after_correction(snapshot: Loaded, drift: Drift | None) -> list[replacements.Replacement]:
    """Who should have gone on, in the place of who should not, at tables that have not begun."""
    listed: list[replacements.Replacement] = []
    if drift is None or snapshot.current != drift.following:
        return listed
    for missing in drift.missing:
        for extra in drift.extra:
            with suppress(Refusal):
                listed.append(
                    replacements.replacement_plan(
                        snapshot, snapshot.entrants[extra], snapshot.entrants[missing]
                    )
                )
    return listed


def _choose(request: HttpRequest, tournament: Tournament, stage: Stage) -> None:
    details: dict[str, Any] = {
        "tournament": tournament,
        "stage": stage,
        "author": author_of(request),
        "seen": request.POST.get("seen", ""),
        "reason": request.POST.get("reason", ""),
    }
    choices: dict[str, Callable[[], None]] = {
        "keep": lambda: stale_seats.drift_keep(**details),
        "carry": lambda: stale_seats.drift_carry(**details),
        "take": lambda: stale_seats.drift_take(**details, key=told_key(request)),
        "redo": lambda: stale_seats.drift_redo(**details, sure="sure" in request.POST),
    }
    choice = choices.get(request.POST.get("choice", ""))
    if choice is None:
        raise Refusal("choice", _("Choose what is to become of it."))
    choice()


@require_http_methods(["GET", "HEAD", "POST"])
def seats(request: HttpRequest, pk: int) -> HttpResponse:
    """Swap, move and replace people, and add late arrivals."""
    tournament = tournament_to_direct(request, pk)
    if request.method == "POST" and request.POST.get("deed") == "replace":
        return _replace(request, tournament)
    if request.method == "POST":
        with show_refusal(request) as attempt:
            notice = _seat(request, tournament)
        if attempt.refused:
            return redirect("league:stage-seats", pk=pk)
        messages.success(request, notice)
        return redirect("league:direct", pk=pk)
    page = page_of(tournament, timezone.now())
    waiting = [card for card in page.by_number if card.stands == "waiting"]
    field = (
        {member.entrant_id for member in page.snapshot.fields[page.stage.pk]}
        if page.stage
        else set()
    )
    context = {
        "tournament": tournament,
        "page": page,
        "undoable": replacements.replacements_to_undo(page.snapshot),
        "replaceable": page.number == 1,
        "bracket": page.stage is not None and page.stage.kind != Stage.Kind.TABLES,
        "movable": sorted(
            ((card.row.number, person.entrant) for card in waiting for person in card.people),
            key=lambda pair: pair[1].name_key,
        ),
        "waiting": waiting,
        "open": [card for card in page.by_number if not card.done],
        "others": [
            entrant
            for entrant in page.snapshot.entrants.values()
            if entrant.pk not in field and entrant.withdrawn_at is None
        ],
        "key": new_key(),
    }
    return render(request, "league/stage_seats.html", context)


def _replace(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Say what a replacement would do, and do it once the director has seen that."""
    with show_refusal(request) as attempt:
        old = entrant_asked(request, tournament, "one")
        new = entrant_asked(request, tournament, "other")
        seen = request.POST.get("seen", "")
        if not seen:
            plan = replacements.replacement_plan(loaded(tournament), old, new)
            context = {"tournament": tournament, "plan": plan}
            return render(request, "league/seat_replace.html", context)
        replacements.seat_replace(
            tournament=tournament,
            author=author_of(request),
            old=old,
            new=new,
            seen=seen,
            reason=request.POST.get("reason", "")[:200],
        )
    if not attempt.refused:
        messages.success(
            request,
            _("%(new)s plays instead of %(old)s.") % {"new": new.name, "old": old.name},
        )
    return redirect("league:stage-seats", pk=tournament.pk)


def _seat(request: HttpRequest, tournament: Tournament) -> str:
    """Do what the form says; answers what was done."""
    author, deed = author_of(request), request.POST.get("deed", "")
    table = told_id(request, "table")
    if deed == "undo":
        replacements.replacement_undo(
            tournament=tournament, author=author, entry=told_id(request, "entry")
        )
        return _("Taken back.")
    if deed == "swap":
        entrant = entrant_asked(request, tournament, "one")
        other = entrant_asked(request, tournament, "other")
        stage_seats.entrants_swap(
            tournament=tournament, author=author, entrant=entrant, other=other
        )
        return _("%(one)s and %(other)s changed seats.") % {
            "one": entrant.name,
            "other": other.name,
        }
    if deed == "move":
        entrant = entrant_asked(request, tournament, "one")
        stage_seats.entrant_move(tournament=tournament, author=author, entrant=entrant, table=table)
    elif deed == "late":
        entrant = entrant_asked(request, tournament, "one")
        stage_seats.late_seat(
            tournament=tournament,
            author=author,
            key=told_key(request),
            entrant=entrant,
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
        entrant = row.entrant
    else:
        raise Refusal("deed", _("Choose what to do."))
    return _("%(name)s sits at table %(table)d.") % {"name": entrant.name, "table": table}
