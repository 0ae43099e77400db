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
    early_words,
    is_early,
    level_groups,
)
from league.tournaments.directing.selectors.next_in_line import better_claims
from league.tournaments.directing.selectors.outcome import kept_changes, outcome_of
from league.tournaments.directing.selectors.seat_changes import SwapsAfter
from league.tournaments.directing.selectors.seat_places import place_words
from league.tournaments.directing.selectors.shared_medals import (
    level_first,
    shared_after_end,
    shared_now,
    ties_for_good,
)
from league.tournaments.directing.selectors.starts import starts_to_take_back
from league.tournaments.directing.selectors.then_asked import asked_then
from league.tournaments.directing.services import partings, stale_seats
from league.tournaments.directing.services.seat_changes import SeatNotAgreed
from league.tournaments.models import Parting, Stage, Tournament
from league.tournaments.stages.selectors.progress import round_now
from league.tournaments.stages.selectors.seated_anew import no_longer_words
from league.tournaments.stages.selectors.stale_seats import (
    Drift,
    anew_words,
    asked_of,
    drift_cause,
    drift_words,
    keep_choice,
)
from league.tournaments.stages.selectors.tables_to_join import tables_joined
from league.tournaments.stages.selectors.undecided import (
    choices_once_open,
    is_too_late,
    played_after,
)
from scoring.accounts.authors import MAX_REASON, author_of
from scoring.collation import surname_order
from scoring.refusals import Refusal
from scoring.web.pages import new_key, read_id, show_refusal, told_id, told_key

from .seats import ask_about_seat, change_address, swap_labels, swaps_of


@require_http_methods(["GET", "HEAD", "POST"])
def part(request: HttpRequest, pk: int) -> HttpResponse:
    """Break a tie for a place: by a play-off, by lot, or not at all, once it is seen what it does.

    A play-off and lots do to nobody else what could surprise.
    """
    tournament = tournament_to_direct(request, pk)
    if request.method == "POST" and request.POST.get("kind") == "all":
        return _all_on(request, tournament)
    if request.method == "POST":
        with show_refusal(request) as attempt:
            parting = _part(request, tournament)
        if attempt.refused:
            return redirect("league:parting", pk=pk)
        outcome = partings.parting_outcome(tournament, parting)
        if parting.kind == Parting.Kind.LOT:
            where = _("“Play-offs and lots” shows how they were drawn.")
            outcome = f"{outcome} {where}"
        messages.success(request, outcome)
        return redirect("league:direct", pk=pk)
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
        "early": early_words(page.stage)
        if page.stage and is_early(page.snapshot, page.stage)
        else "",
        **_level_for_medals(page, groups),
        "staying": sorted(staying, key=lambda person: surname_order(person.name)),
        "done": _done(page),
    }
    return render(request, "league/part.html", context)


def _level_for_medals(page: DirectorPage, groups: Iterable[LevelGroup]) -> dict[str, Any]:
    """Who is level for a medal or the first place of all; `now` where none of them has a form.

    Each has a form of its own where no other one is for these people: not where they are one of
    the `groups` that are level for a place or in the last game, and the first place (`first_tie`)
    not where they share a medal.
    """
    at_tables = [group.keys for group in groups]
    for_good = () if page.shared else ties_for_good(page.snapshot)
    ties: dict[str, Any] = {
        "shared": [tie for tie in page.shared if tie.keys not in at_tables],
        "for_good": [tie for tie in for_good if tie.keys not in at_tables],
        "after_end": shared_after_end(page.snapshot),
        "level_first": (first := level_first(page.snapshot)),
    }
    shown = [*at_tables, *(tie.keys for tie in (*ties["shared"], *ties["for_good"]))]
    here = first and not any(person.entrant.withdrawn_at for person in first.people)
    if first and here and first.keys not in shown:
        ties["first_tie"] = first
    last = page.is_last_stage or not page.stage
    return {**ties, "shared_now": shared_now(page.snapshot) if last else None}


def _done(page: DirectorPage) -> list[tuple[Parting, str, LotDraw | None, str]]:
    """What was done about people who were level, the newest first, and how lots fell.

    The last value says that it stays, "" where it can be taken back before the end.
    """
    all_lots: dict[int, list[Parting]] = defaultdict(list)
    stages = {parting.stage_id for parting in page.partings}
    for parting in Parting.objects.filter(stage__in=stages, kind=Parting.Kind.LOT):
        all_lots[parting.stage_id].append(parting)
    draws: dict[int, LotDraw] = {}
    for stage in page.snapshot.begun:
        draws |= draws_of(page.snapshot, stage, all_lots[stage.pk])
    return [
        (
            parting,
            " ".join(
                filter(
                    None,
                    (
                        partings.parting_in_words(page.snapshot, parting),
                        no_longer_words(page.snapshot, parting),
                    ),
                )
            ),
            draws.get(parting.pk),
            partings.stays_in_words(page.snapshot, parting),
        )
        for parting in reversed(page.partings)
    ]


def _all_on(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Say what it does to let all of them go on, and do it once the director has seen that."""
    stage = get_object_or_404(Stage, tournament=tournament, pk=told_id(request, "stage"))
    with show_refusal(request) as attempt:
        if "seen" in request.POST:
            parting = _part(request, tournament)
            messages.success(request, partings.parting_outcome(tournament, parting))
            return redirect("league:direct", pk=tournament.pk)
        plan = partings.all_on_asked(tournament, stage, _who(request))
    if attempt.refused:
        return redirect("league:parting", pk=tournament.pk)
    context = {"tournament": tournament, "plan": plan}
    return render(request, "league/part_all.html", context)


def _who(request: HttpRequest) -> list[int]:
    """The entrants whom a form names."""
    numbers = [text for text in request.POST.getlist("who") if text.isascii() and text.isdecimal()]
    return [int(text) for text in numbers if len(text) < 18]


def _part(request: HttpRequest, tournament: Tournament) -> Parting:
    stage = get_object_or_404(Stage, tournament=tournament, pk=told_id(request, "stage"))
    kinds = {"lot": Parting.Kind.LOT, "all": Parting.Kind.ALL}
    keys = _who(request)
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
        seen=request.POST.get("seen"),
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
            return redirect(change_address(tournament, swap, _reason(request), back=True))
        with show_refusal(request) as attempt:
            try:
                notice = _choose(request, tournament, stage)
            except SeatNotAgreed as asked:
                return ask_about_seat(request, tournament, asked, "league:direct")
        if not attempt.refused:
            messages.success(request, notice)
            return redirect("league:direct", pk=pk)
    snapshot = loaded(tournament)
    drift_now = asked_of(snapshot, stage)
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
        **(_effects(snapshot, drift_now, swaps) if drift_now else {}),
        "missing": _at_tables(snapshot, stage, drift_now.missing) if drift_now else [],
        "extra": _at_tables(snapshot, drift_now.following, drift_now.extra) if drift_now else [],
        "level": [named(keys) for keys in drift_now.level] if drift_now else [],
        "carried": [(snapshot.entrants[c.entrant].name, c.had, c.now) for c in drift_now.carried]
        if drift_now
        else [],
        "on": drift_now is not None and snapshot.current == drift_now.following,
        "swaps": swap_labels(swaps),
        "later": [
            (plan, place_words(plan), asked_then(snapshot, [plan.table], plan))
            for plan in later.plans
        ],
        "refusals": refusals,
        "starts_back": _starts_back(snapshot, drift_now) if refusals and drift_now else [],
        "reason": request.POST.get("reason", ""),
        "key": new_key(),
    }
    return render(request, "league/drift.html", context)


def _effects(snapshot: Loaded, drift: Drift, swaps: SwapsAfter) -> dict[str, Any]:
    """What came apart in words, and what each choice would do."""
    return {
        "cause": drift_cause(snapshot, drift),
        "words": [
            *drift_words(snapshot, drift),
            *better_claims(snapshot, drift),
            *swaps.words,
        ],
        "kept_changes": kept_changes(snapshot, outcome_of(snapshot)) if snapshot.is_over else [],
        "anew": anew_words(snapshot, drift),
        "may_redo": stale_seats.redo_refusal(snapshot, drift) is None,
        "played": played_after(snapshot, drift.following),
        "late": is_too_late(snapshot, drift),
        "then": choices_once_open(snapshot, drift),
        "keep_choice": keep_choice(snapshot, drift),
        "joins": (joins := _joins(snapshot, drift)),
        "newcomers": [name for name, _table, _seats in joins],
    }


def _joins(snapshot: Loaded, drift: Drift) -> list[tuple[str, int, int]]:
    """Those who can be taken in, each with the table and how many sit there then; or nobody."""
    following = drift.following
    if snapshot.current != following or following.kind != Stage.Kind.TABLES:
        return []
    if round_now(snapshot, following) > 1:
        return []
    tables = tables_joined(snapshot, following, drift.missing)
    if len(tables) < len(drift.missing):
        return []
    names = (snapshot.entrants[pk].name for pk in drift.missing)
    return [(name, *table) for name, table in zip(names, tables, strict=True)]


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
    return drift.only(
        [
            replace(
                question,
                missing=tuple(key for key in question.missing if key not in done),
                extra=tuple(key for key in question.extra if key not in done),
            )
            for question in drift.questions
        ]
    )


def _swap_asked(request: HttpRequest, deed: str) -> TableChange | None:
    """Who plays in whose place by the button that does this deed; None for another button."""
    parts = request.POST.get("choice", "").split()
    if len(parts) < 3 or parts[0] != deed:
        return None
    who, other = (read_id(part) for part in parts[1:3])
    return TableChange(SeatDeed.REPLACE, who, other) if who and other else None


def _reason(request: HttpRequest) -> str:
    return request.POST.get("reason", "")[:MAX_REASON]


def _choose(request: HttpRequest, tournament: Tournament, stage: Stage) -> str:
    """Do what the director chose; answers what was done."""
    if swap := _swap_asked(request, "replace"):
        line = stale_seats.drift_replace(
            tournament=tournament,
            author=author_of(request),
            change=swap,
            seen=request.POST["choice"].split()[-1][:64],
            reason=_reason(request),
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
        "take": lambda: stale_seats.drift_take(
            **details, key=told_key(request), agreed=request.POST.get("agreed", "")
        ),
        "redo": lambda: stale_seats.drift_redo(**details, sure="sure" in request.POST),
    }
    choice = choices.get(request.POST.get("choice", ""))
    if choice is None:
        raise Refusal("choice", _("Choose what is to become of it."))
    choice()
    return _("Your choice is written down.")
