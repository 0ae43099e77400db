"""The director's page of a tournament: how every table stands, and the one thing to do now."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.tournaments.access import tournament_to_direct, tournament_to_score
from league.tournaments.courses import Loaded, TableState, loaded
from league.tournaments.directing.selectors.another_winner import another_winner
from league.tournaments.directing.selectors.director import DirectorPage, page_of, state_of
from league.tournaments.directing.selectors.free_seat_offers import swaps_for_free
from league.tournaments.directing.selectors.next_seats import next_game_of
from league.tournaments.directing.selectors.playing_on import PlaysOn
from league.tournaments.directing.selectors.reopened import medals_hidden_by
from league.tournaments.directing.selectors.shared_medals import (
    level_first,
    shared_after_end,
    ties_for_good,
)
from league.tournaments.directing.selectors.walkovers import walkover_tables
from league.tournaments.directing.services import clock as clocks
from league.tournaments.directing.services import closing, running
from league.tournaments.directing.services.stage_tables import (
    stage_tables_start,
    table_switch,
    tables_begin_as_planned,
    tables_begin_on_paper,
    tables_choose,
    tables_switch_to_paper,
)
from league.tournaments.entrants.selectors.register import Register, RegisterLine, register_of
from league.tournaments.entrants.selectors.state_facts import StateLack, state_lack
from league.tournaments.models import Entrant, Stage, Tournament
from league.tournaments.stages.public import tournament_change
from league.tournaments.stages.selectors.advancers import going_in_words
from league.tournaments.stages.selectors.few_players import few_in_words
from league.tournaments.stages.selectors.progress import closing_of
from league.tournaments.stages.selectors.stale_seats import choose_words, drift_cause, drift_words
from league.tournaments.stages.selectors.tables_to_join import (
    late_offers,
    none_to_join,
    what_late_counts,
)
from league.tournaments.stages.selectors.undecided import (
    is_too_late,
    played_after,
    undecided_drifts,
)
from league.tournaments.wording import has_several_games
from scoring.accounts.access import actor_of
from scoring.accounts.authors import author_of
from scoring.collation import surname_order
from scoring.refusals import Refusal
from scoring.sheets.views.tables import start_tables
from scoring.watching.parts import kept_mark
from scoring.watching.revisions import revision_of
from scoring.web.pages import new_key, show_refusal, told_id

from .seats import seat_choices, swap_links, swaps_of

# Pages that have buttons of their own, which lead back to them.
PAGES_WITH_BUTTONS = ("bracket", "places", "table-list", "awards", "print-tables")


def _context(tournament: Tournament) -> dict[str, Any]:
    # Read before the page: what changes between the two is asked for once more, not missed.
    state = state_of(tournament)
    page = page_of(tournament, timezone.now())
    register = register_of(tournament) if page.divides else None
    free_seats = () if undecided_drifts(page.snapshot) else swaps_for_free(page.snapshot)
    drifts = sorted(page.drifts, key=partial(is_too_late, page.snapshot))
    return {
        "tournament": tournament,
        "page": page,
        "state": state,
        "going": _going(page),
        "alone": register.alone if register else (),
        "outside": _outside(page, register) if register else (),
        "free_seats": [
            (
                free,
                [
                    *swap_links(tournament, free.swaps),
                    *swap_links(tournament, free.at_tables),
                ],
                seat_choices(tournament, free),
            )
            for free in free_seats
        ],
        "late": _late(page),
        "none_to_join": none_to_join(page.snapshot, page.stage) if page.stage else "",
        "late_counts": what_late_counts(page.snapshot, page.stage) if page.stage else "",
        "drifts": [
            (
                drift,
                swap_links(tournament, swaps := swaps_of(page.snapshot, drift)),
                [*drift_words(page.snapshot, drift), *swaps.words],
                drift_cause(page.snapshot, drift),
                is_too_late(page.snapshot, drift),
            )
            for drift in drifts
        ],
        "choose_words": choose_words(page.snapshot, drifts[0]) if drifts else "",
        "ties_for_good": () if page.shared else ties_for_good(page.snapshot),
        "after_end": shared_after_end(page.snapshot),
        "level_first": level_first(page.snapshot),
        "lack": _lack(page),
    }


def _lack(page: DirectorPage) -> StateLack | None:
    """What the list for the state lacks where the last stage can be closed; one query there."""
    if page.closing is None or page.closing.following or page.next not in ("close", "play_off"):
        return None
    played = {row.entrant_id for rows in page.snapshot.fields.values() for row in rows}
    entrants = [entrant for pk, entrant in page.snapshot.entrants.items() if pk in played]
    entrants.sort(key=lambda entrant: surname_order(entrant.name))
    return state_lack(page.snapshot.tournament, entrants)


def _late(page: DirectorPage) -> list[tuple[Entrant, int, str]]:
    """Who waits for a seat, with a table that waits for them, 0 for none, and the form's key.

    After the first game the page of seats says what coming late then means.
    """
    if page.stage is None or page.number > 1 or page.stage.kind != Stage.Kind.TABLES:
        return [(entrant, 0, "") for entrant in page.unseated]
    waiting = {card.row.number for card in page.cards if card.stands == "waiting"}
    return [
        (entrant, next((table for table in offer.tables if table in waiting), 0), new_key())
        for offer in late_offers(page.snapshot, page.stage, page.unseated)
        for entrant in offer.entrants
    ]


def _going(page: DirectorPage) -> str:
    """Who goes on, or that too few would for the stage to be closed."""
    if page.closing is None or page.sure_closing is None:
        return ""
    return few_in_words(page.snapshot, page.closing) or going_in_words(page.sure_closing)


def _outside(page: DirectorPage, register: Register) -> list[RegisterLine]:
    """Who is in no division and is here, or has played: the list for the state has both."""
    played = {row.entrant_id for rows in page.snapshot.fields.values() for row in rows}
    return [
        line
        for line in register.lines
        if line.why and (line.state == "here" or line.entrant.pk in played)
    ]


@require_safe
def direct(request: HttpRequest, pk: int) -> HttpResponse:
    """The whole page."""
    tournament = tournament_to_direct(request, pk)
    return render(request, "league/direct.html", _context(tournament))


@require_safe
def direct_now(request: HttpRequest, pk: int) -> HttpResponse:
    """The part of the page that changes, or 204 where the asker has seen it already."""
    tournament = tournament_to_direct(request, pk)
    ticks = tournament.began_at is not None and tournament.ended_at is None
    seen = kept_mark(f"direct {pk}", revision_of(tournament), lambda: (state_of(tournament), ticks))
    if request.GET.get("seen") == seen:
        return HttpResponse(status=204)
    return render(request, "league/_direct_now.html", _context(tournament))


@require_POST
def begin(request: HttpRequest, pk: int) -> HttpResponse:
    """Seat the first game with everybody who is checked in."""
    tournament = tournament_to_direct(request, pk)
    with show_refusal(request):
        seated = running.tournament_begin(tournament=tournament, author=author_of(request))
        # Who has a bye, or nobody to play with yet, has none.
        everybody = _("Everybody who is here has a seat.")
        messages.success(request, _("Game %d is seated.") % 1 if seated.byes else everybody)
    return redirect("league:direct", pk=pk)


@require_POST
def seat(request: HttpRequest, pk: int) -> HttpResponse:
    """Say how the next game of the stage would be seated, and do it once that is seen."""
    tournament = tournament_to_direct(request, pk)
    number, agreed = told_id(request, "number"), request.POST.get("agreed", "")
    with show_refusal(request) as attempt:
        if agreed:
            running.round_seat(
                tournament=tournament, author=author_of(request), number=number, agreed=agreed
            )
            messages.success(request, _("Game %d is seated.") % number)
            return redirect("league:direct", pk=pk)
        plan = running.next_seats(tournament, number)
    if attempt.refused:
        return redirect("league:direct", pk=pk)
    page = page_of(tournament, timezone.now())
    context = {
        "tournament": tournament,
        "page": page,
        "button": page.seat_words,
        "number": number,
        "game": next_game_of(plan.snapshot, plan.stage, plan.seated),
        "token": plan.token,
    }
    return render(request, "league/stage_seat.html", context)


@require_POST
def start(request: HttpRequest, pk: int) -> HttpResponse:
    """Begin the games at all tables, or at one; a table's tablet may begin its own.

    The director may also say that they play on paper.
    """
    table = told_id(request, "table")
    tournament = tournament_to_score(request, pk, table)
    actor = actor_of(request)
    back = redirect("league:direct" if actor.directs else "league:tournament", pk=pk)
    if actor.role == "table":
        back = redirect("league:stage-table", pk=pk, number=table)
    if not table and not actor.directs:
        messages.error(request, _("Choose the table to start."))
        return back
    tables = [table] if table else None
    if actor.directs and request.POST.get("on") == "paper":
        with show_refusal(request):
            tables_begin_on_paper(tournament=tournament, author=author_of(request), tables=tables)
        return back
    if actor.directs and request.POST.get("on") == "plan":
        planned = partial(tables_begin_as_planned, tournament=tournament, author=author_of(request))
        return start_tables(request, planned, back=back, to_sheet=False)
    begin = partial(
        stage_tables_start, tournament=tournament, author=author_of(request), tables=tables
    )
    to_sheet = bool(table) and not actor.directs
    return start_tables(request, begin, back=back, to_sheet=to_sheet)


@require_POST
def play_on(request: HttpRequest, pk: int) -> HttpResponse:
    """Choose what a table plays on, or all that wait: a tablet or paper.

    `own` lets those play on tablets that have one of their own, and the others on paper; `begun`
    lets all play on paper that have begun on a tablet and have nothing scored.
    """
    tournament = tournament_to_direct(request, pk)
    number = told_id(request, "table")
    with show_refusal(request) as attempt:
        _choose_play_on(request, tournament, number, request.POST.get("on", ""))
    if request.htmx:  # type: ignore[attr-defined]
        if attempt.refused:  # the whole page says why
            return HttpResponse(status=204, headers={"HX-Refresh": "true"})
        tournament = tournament_to_direct(request, pk)
        return render(request, "league/_direct_now.html", _context(tournament))
    if "at_table" in request.POST:
        return redirect("league:stage-table", pk=pk, number=number)
    return redirect("league:direct", pk=pk)


def _choose_play_on(request: HttpRequest, tournament: Tournament, number: int, on: str) -> None:
    if number and on in PlaysOn.values:
        table_switch(
            tournament=tournament, author=author_of(request), number=number, on=PlaysOn(on)
        )
        return
    if on == "begun":
        tables_switch_to_paper(tournament=tournament, author=author_of(request))
        return
    page = page_of(tournament, timezone.now())
    waiting = [card.row.number for card in page.cards if card.stands == "waiting"]
    if on == "own":
        own = set(page.own_tablets)
        plan = {at: PlaysOn.TABLET if at in own else PlaysOn.PAPER for at in waiting}
    elif on in PlaysOn.values:
        plan = dict.fromkeys(waiting, PlaysOn(on))
    else:
        raise Refusal("on", _("Choose a tablet or paper."))
    tables_choose(tournament=tournament, on=plan)


@require_POST
def close(request: HttpRequest, pk: int) -> HttpResponse:
    """Close the stage that is on, as the director has seen it, and seat the next."""
    tournament = tournament_to_direct(request, pk)
    stage = get_object_or_404(Stage, tournament=tournament, pk=told_id(request, "stage"))
    with show_refusal(request):
        closing.stage_close(
            tournament=tournament,
            stage=stage,
            author=author_of(request),
            seen=request.POST.get("seen", ""),
        )
        messages.success(request, _("%s is closed.") % stage.name)
    return redirect("league:direct", pk=pk)


@require_http_methods(["GET", "HEAD", "POST"])
def unbegin(request: HttpRequest, pk: int) -> HttpResponse:
    """Take the beginning back, with a reason, while nobody has played."""
    tournament = tournament_to_direct(request, pk)
    fault = ""
    if request.method == "POST":
        try:
            closing.beginning_take_back(
                tournament=tournament,
                author=author_of(request),
                reason=request.POST.get("reason", ""),
            )
        except Refusal as refusal:
            fault = refusal.message
        else:
            messages.success(
                request, _("Nobody is seated any more. Begin again when all are here.")
            )
            return redirect("league:direct", pk=pk)
    played = sorted({n for stage in tournament.stages.all() for n in closing.played_tables(stage)})
    context = {
        "tournament": tournament,
        "fault": fault,
        "reason": request.POST.get("reason", ""),
        "possible": tournament.began_at is not None and not played,
    }
    return render(request, "league/tournament_unbegin.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def reopen(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """The tables of a stage, to correct them; and opening it again, with a reason.

    While the stage is on, those of its earlier games are found here alone.
    """
    tournament = tournament_to_direct(request, pk)
    stage = get_object_or_404(Stage, tournament=tournament, number=number)
    fault = ""
    if request.method == "POST":
        try:
            closing.stage_reopen(
                tournament=tournament,
                stage=stage,
                author=author_of(request),
                reason=request.POST.get("reason", ""),
            )
        except Refusal as refusal:
            fault = refusal.message
        else:
            messages.success(request, pgettext("a stage", "%s is open again.") % stage.name)
            return redirect("league:direct", pk=pk)
    snapshot = loaded(tournament)
    seen = closing_of(snapshot, stage) if stage.pk in snapshot.courses else None
    way = another_winner(snapshot)
    context = {
        "tournament": tournament,
        "stage": stage,
        "closing": seen,
        "tables": _tables_to_correct(snapshot, stage),
        "walkovers": walkover_tables(snapshot, stage) if stage.closed_at is None else (),
        "several": has_several_games(stage),
        "way": way if way and way.stage == stage else None,
        "played": played_after(snapshot, stage),
        "hidden": medals_hidden_by(snapshot, stage),
        "fault": fault,
        "reason": request.POST.get("reason", ""),
        "again": bool(fault) or "again" in request.GET,
    }
    return render(request, "league/stage_reopen.html", context)


def _tables_to_correct(
    snapshot: Loaded, stage: Stage
) -> list[tuple[TableState, list[tuple[str, int | None]]]]:
    """The stage's tables that have something to correct, the newest game first."""
    states = [state for key, state in snapshot.tables.items() if key[0] == stage.pk]
    states.sort(key=lambda state: (-state.row.round.number, state.row.number))
    return [
        (state, _names_and_totals(snapshot, state))
        for state in states
        if stage.closed_at is not None or state.game is not None or state.paper is not None
    ]


def _names_and_totals(snapshot: Loaded, state: TableState) -> list[tuple[str, int | None]]:
    """Who sat at a table, the best first, each with the total."""
    totals = {line.key: line.total for line in state.lines}
    people = [(snapshot.entrants[pk].name, totals.get(pk)) for pk in state.seats]
    return sorted(people, key=lambda person: (person[1] is None, person[1] or 0))


@require_POST
def medals(request: HttpRequest, pk: int) -> HttpResponse:
    """Hold the medals back from screens and phones, or show them."""
    tournament = tournament_to_direct(request, pk)
    running.medals_hold(
        tournament=tournament, author=author_of(request), hold="hold" in request.POST
    )
    return redirect(_back(request), pk=pk)


@require_POST
def bracket_show(request: HttpRequest, pk: int) -> HttpResponse:
    """Let everybody watch, with one tap from where a director misses it."""
    tournament = tournament_to_direct(request, pk)
    with show_refusal(request):
        tournament_change(
            tournament=tournament, author=author_of(request), changes={"public": True}
        )
        messages.success(request, _("Everybody may watch now."))
    return redirect(_back(request), pk=pk)


def _back(request: HttpRequest) -> str:
    """The page of a tournament on which a button was pressed."""
    back = request.POST.get("back", "")
    return f"league:{back}" if back in PAGES_WITH_BUTTONS else "league:direct"


@require_POST
def clock(request: HttpRequest, pk: int) -> HttpResponse:
    """Start or stop the clock, call time, give a table more of it."""
    tournament = tournament_to_direct(request, pk)
    table = told_id(request, "table")
    with show_refusal(request):
        _set_clock(request, tournament, request.POST.get("deed", ""), table)
    if table:
        return redirect("league:stage-table", pk=pk, number=table)
    return redirect("league:direct", pk=pk)


def _set_clock(request: HttpRequest, tournament: Tournament, deed: str, table: int) -> None:
    """Do what the button says; nothing where it says nothing known."""
    author = author_of(request)
    if deed == "run":
        clocks.clock_run(tournament=tournament, author=author)
    elif deed == "stop":
        clocks.clock_stop(tournament=tournament, author=author)
    elif deed == "time":
        clocks.time_call(tournament=tournament, author=author, table=table)
    elif deed == "untime":
        clocks.time_undo(tournament=tournament, author=author, table=table)
    elif deed == "extra":
        minutes = told_id(request, "minutes")
        clocks.table_extra(tournament=tournament, author=author, table=table, minutes=minutes)
    elif deed == "less":
        minutes = -told_id(request, "minutes")
        clocks.table_extra(tournament=tournament, author=author, table=table, minutes=minutes)
