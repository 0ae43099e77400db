"""What only the director decides: breaking ties, and what a correction leads to."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from league.tournaments.access import tournament_to_direct
from league.tournaments.brackets.seat_changes import SeatDeed, TableChange
from league.tournaments.courses import Loaded, loaded
from league.tournaments.directing.selectors.director import DirectorPage, page_of
from league.tournaments.directing.selectors.level_people import (
    LevelGroup,
    LotDraw,
    draws_of,
    level_groups,
)
from league.tournaments.directing.selectors.seat_changes import SwapsAfter
from league.tournaments.directing.selectors.shared_medals import shared_after_end, ties_for_good
from league.tournaments.directing.selectors.starts import starts_to_take_back
from league.tournaments.directing.services import partings, stale_seats
from league.tournaments.models import Parting, Stage, Tournament
from league.tournaments.stages.selectors.stale_seats import (
    Drift,
    drift_cause,
    drift_of,
    tables_to_join,
)
from scoring.accounts.authors import author_of
from scoring.collation import surname_order
from scoring.refusals import Refusal
from scoring.web.pages import new_key, read_id, show_refusal, told_id, told_key

from .seats import change_address, swap_labels, swaps_of


@require_http_methods(["GET", "HEAD", "POST"])
def part(request: HttpRequest, pk: int) -> HttpResponse:
    """Break a tie for a place: by a play-off, by lot, or not at all."""
    tournament = tournament_to_direct(request, pk)
    if request.method == "POST":
        with show_refusal(request) as attempt:
            parting = _part(request, tournament)
        if attempt.refused:
            return redirect("league:parting", pk=pk)
        messages.success(request, partings.parting_outcome(tournament, parting))
        lots = request.POST.get("kind") == Parting.Kind.LOT
        return redirect("league:parting" if lots else "league:direct", pk=pk)
    page = page_of(tournament, timezone.now())
    groups: tuple[LevelGroup, ...] = ()
    if page.closing and page.stage:
        groups = level_groups(page.snapshot, page.stage, page.closing.advance)
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
        "for_good": () if page.shared else ties_for_good(page.snapshot),
        "after_end": shared_after_end(page.snapshot),
        "staying": sorted(staying, key=lambda person: surname_order(person.name)),
        "plays_off": "play_off" in tournament.tie_breaks,
        "done": _done(page),
    }
    return render(request, "league/part.html", context)


def _done(page: DirectorPage) -> list[tuple[Parting, str, LotDraw | None, bool]]:
    """What was done about people who were level, the newest first, and how lots fell.

    The last value is whether it can be taken back: not lots and the like of a closed stage.
    """
    all_lots: dict[int, list[Parting]] = defaultdict(list)
    stages = {parting.stage_id for parting in page.partings}
    for parting in Parting.objects.filter(stage__in=stages, kind=Parting.Kind.LOT):
        all_lots[parting.stage_id].append(parting)
    draws: dict[int, LotDraw] = {}
    open_stages = {stage.pk for stage in page.snapshot.begun if stage.closed_at is None}
    for stage in page.snapshot.begun:
        draws |= draws_of(page.snapshot, stage, all_lots[stage.pk])
    return [
        (
            parting,
            partings.parting_in_words(page.snapshot, parting),
            draws.get(parting.pk),
            parting.kind == Parting.Kind.PLAY_OFF or parting.stage_id in open_stages,
        )
        for parting in reversed(page.partings)
    ]


def _part(request: HttpRequest, tournament: Tournament) -> Parting:
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
    return partings.parting_record(
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
        if swap := _swap_asked(request, "swap"):
            # What it does is seen on a page of its own first.
            reason = request.POST.get("reason", "")[:200]
            return redirect(change_address(tournament, swap, reason, back=True))
        with show_refusal(request) as attempt:
            notice = _choose(request, tournament, stage)
        if not attempt.refused:
            messages.success(request, notice)
            return redirect("league:direct", pk=pk)
    snapshot = loaded(tournament)
    drift_now = drift_of(snapshot, stage)
    swaps = swaps_of(snapshot, drift_now)
    later, refusals = SwapsAfter((), ()), swaps.refusals
    if refusals and drift_now and (starts := _starts_back(snapshot, drift_now)):
        later = swaps_of(snapshot, _without(drift_now, swaps), frozenset(starts))
        refusals = later.refusals

    def named(keys: tuple[int, ...]) -> list[str]:
        return [snapshot.entrants[key].name for key in keys]

    context = {
        "tournament": tournament,
        "stage": stage,
        "drift": drift_now if drift_now is not None and drift_now.any else None,
        "cause": drift_cause(snapshot, drift_now) if drift_now else "",
        "missing": _at_tables(snapshot, stage, drift_now.missing) if drift_now else [],
        "missing_names": named(drift_now.missing) if drift_now else [],
        "extra": _at_tables(snapshot, drift_now.following, drift_now.extra) if drift_now else [],
        "level": [named(keys) for keys in drift_now.level] if drift_now else [],
        "carried": [(snapshot.entrants[c.entrant].name, c.had, c.now) for c in drift_now.carried]
        if drift_now
        else [],
        "on": drift_now is not None and snapshot.current == drift_now.following,
        "can_join": drift_now is not None
        and snapshot.current == drift_now.following
        and tables_to_join(snapshot, drift_now.following),
        "swaps": swap_labels(swaps),
        "later": later.plans,
        "refusals": refusals,
        "starts_back": _starts_back(snapshot, drift_now) if refusals and drift_now else [],
        "reason": request.POST.get("reason", ""),
        "key": new_key(),
    }
    return render(request, "league/drift.html", context)


def _at_tables(snapshot: Loaded, stage: Stage, keys: Iterable[int]) -> list[tuple[str, int]]:
    """These people with the table that each has in the stage's newest game, 0 for none."""
    at = {
        key: table.number
        for table in snapshot.courses[stage.pk].rounds[-1].tables
        for key in table.seats
    }
    return [(snapshot.entrants[key].name, at.get(key, 0)) for key in keys]


def _starts_back(snapshot: Loaded, drift: Drift) -> list[int]:
    """The tables of those who should not have gone on, where nothing is scored yet."""
    tables = snapshot.courses[drift.following.pk].rounds[-1].tables
    at = {table.number for table in tables if set(table.seats) & set(drift.extra)}
    return sorted(at & starts_to_take_back(snapshot))


def _without(drift: Drift, swaps: SwapsAfter) -> Drift:
    """What came apart, but for whom these swaps put right."""
    done = {pk for plan in swaps.plans for pk in (plan.change.who, plan.change.other)}
    missing = tuple(pk for pk in drift.missing if pk not in done)
    return replace(drift, missing=missing, extra=tuple(pk for pk in drift.extra if pk not in done))


def _swap_asked(request: HttpRequest, deed: str) -> TableChange | None:
    """Who plays in whose place by the button that does this deed; None for another button."""
    parts = request.POST.get("choice", "").split()
    if len(parts) < 3 or parts[0] != deed:
        return None
    who, other = (read_id(part) for part in parts[1:3])
    return TableChange(SeatDeed.REPLACE, who, other) if who and other else None


def _choose(request: HttpRequest, tournament: Tournament, stage: Stage) -> str:
    """Do what the director chose; answers what was done."""
    if swap := _swap_asked(request, "replace"):
        line = stale_seats.drift_replace(
            tournament=tournament,
            author=author_of(request),
            change=swap,
            seen=request.POST["choice"].split()[-1][:64],
            reason=request.POST.get("reason", "")[:200],
        )
        return line.text
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
    return _("Your choice is written down.")
