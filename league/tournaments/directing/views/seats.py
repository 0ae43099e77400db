"""Who sits where in the game that is on: changes at tables that wait, seen before they are done."""

from contextlib import suppress
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from league.tournaments.access import tournament_to_direct
from league.tournaments.brackets.seat_changes import SeatDeed, TableChange
from league.tournaments.courses import Loaded, loaded
from league.tournaments.directing.selectors.another_winner import another_winner
from league.tournaments.directing.selectors.director import TableCard, page_of
from league.tournaments.directing.selectors.free_seat_offers import FreeSeats, SeatChoices
from league.tournaments.directing.selectors.freed_seats import freed_seats, freed_words
from league.tournaments.directing.selectors.seat_changes import (
    SeatChangePlan,
    SwapsAfter,
    seat_change_plan,
    seat_facts,
    swaps_after,
)
from league.tournaments.directing.selectors.seat_places import place_words, places_mark
from league.tournaments.directing.selectors.starts import (
    begun_on_paper,
    starts_to_take_back,
    way_to_change,
)
from league.tournaments.directing.selectors.take_overs import take_over
from league.tournaments.directing.selectors.then_asked import asked_then
from league.tournaments.directing.services import seat_changes, seats_of_game, stage_seats
from league.tournaments.directing.services.running import stage_on
from league.tournaments.directing.services.take_overs import seat_take_over
from league.tournaments.entrants.public import entrant_walk_up
from league.tournaments.models import (
    Entrant,
    Stage,
    StageEntrant,
    StageTable,
    Tournament,
    TournamentEntry,
)
from league.tournaments.stages.selectors.stale_seats import Drift
from league.tournaments.stages.selectors.tables_to_join import (
    late_offers,
    late_rule,
    next_game,
    none_to_join,
    tables_to_join,
    what_late_counts,
)
from scoring.accounts.authors import MAX_REASON, author_of
from scoring.collation import surname_order
from scoring.names import NAME_LENGTH, name_clean
from scoring.refusals import Refusal, Stale
from scoring.web.pages import new_key, read_id, show_refusal, told_id, told_key

from .stage_tables import entrant_asked

# More than any tournament has, and few enough for an address.
HIGHEST_TABLE = 10_000

# What a form or an address says where who is replaced leaves for good.
LEAVES = "leaves"


@require_http_methods(["GET", "HEAD", "POST"])
def seats(request: HttpRequest, pk: int) -> HttpResponse:
    """The tables whose seats can change, changes to take back, and who comes late or unexpected."""
    tournament = tournament_to_direct(request, pk)
    if request.method == "POST":
        return _seats_changed(request, tournament)
    page = page_of(tournament, timezone.now())
    field = (
        {member.entrant_id for member in page.snapshot.fields[page.stage.pk]} if page.stage else ()
    )
    others = sorted(
        (
            entrant
            for entrant in page.snapshot.entrants.values()
            if entrant.pk not in field and entrant.withdrawn_at is None
        ),
        key=lambda entrant: surname_order(entrant.name),
    )
    context = {
        "tournament": tournament,
        "page": page,
        "undoable": seat_changes.changes_to_undo(page.snapshot),
        "another": another_winner(page.snapshot),
        "unseats": seats_of_game.seats_to_take_back(page.snapshot),
        "bracket": page.stage is not None and page.stage.kind != Stage.Kind.TABLES,
        "changeable": [card for card in page.by_number if card.people_change],
        "late": late_offers(page.snapshot, page.stage, others) if page.stage else (),
        "to_join": tables_to_join(page.snapshot, page.stage) if page.stage else (),
        "next_game": next_game(page.snapshot, page.stage) if page.stage else 0,
        "late_counts": what_late_counts(page.snapshot, page.stage) if page.stage else "",
        "none_to_join": none_to_join(page.snapshot, page.stage) if page.stage else "",
        "late_rule": late_rule(page.stage) if page.stage else "",
        "key": new_key(),
        "name": name_clean(request.GET.get("name", "")[:NAME_LENGTH]),
        "starts_back": sorted(starts_to_take_back(page.snapshot) - begun_on_paper(page.snapshot)),
    }
    return render(request, "league/stage_seats.html", context)


def _seats_changed(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Do what the form of the page says, and lead on from there."""
    pk, deed, table = tournament.pk, request.POST.get("deed"), told_id(request, "table")
    if deed == "let_in":
        return _let_in(request, tournament, table if 0 < table < HIGHEST_TABLE else 0)
    with show_refusal(request) as attempt:
        try:
            notice = _do(request, tournament)
        except seat_changes.SeatNotAgreed as asked:
            return ask_about_seat(request, tournament, asked, "league:stage-seats")
    if not attempt.refused:
        messages.success(request, notice)
    at = told_id(request, "at")
    if deed == "enter" and 0 < at < HIGHEST_TABLE:
        return redirect("league:stage-seats-table", pk=pk, number=at)
    if attempt.refused or deed == "enter":
        return redirect("league:stage-seats", pk=pk)
    return redirect("league:direct", pk=pk)


def _do(request: HttpRequest, tournament: Tournament) -> str:
    """Do what the form of the page says; answers what was done."""
    author, deed = author_of(request), request.POST.get("deed", "")
    table = told_id(request, "table")
    if deed == "undo":
        seat_changes.seats_undo(
            tournament=tournament,
            author=author,
            entry=told_id(request, "entry"),
            agreed=request.POST.get("agreed", ""),
        )
        return _("Taken back.")
    if deed == "unseat":
        number = told_id(request, "number")
        seats_of_game.game_unseat(tournament=tournament, author=author, number=number)
        return _("The seats of game %d were taken back.") % number
    if deed == "late":
        entrant = entrant_asked(request, tournament, "one")
        row = stage_seats.late_seat(
            tournament=tournament,
            author=author,
            key=told_key(request),
            entrant=entrant,
            table=table,
            reason=request.POST.get("reason", "")[:MAX_REASON],
            agreed=request.POST.get("agreed", ""),
        )
    elif deed == "enter":
        return _without_seat(_entered(request, tournament))
    elif deed == "walk_up":
        row = stage_seats.walk_up_seat(
            tournament=tournament,
            author=author,
            key=told_key(request),
            name=request.POST.get("name", ""),
            details={},
            table=table,
            agreed=request.POST.get("agreed", ""),
        )
    else:
        raise Refusal("deed", _("Choose what to do."))
    return _sits(row, table)


def _let_in(request: HttpRequest, tournament: Tournament, table: int) -> HttpResponse:
    """Enter somebody after the first game, and show what a seat at a table does; 0 for none yet."""
    with show_refusal(request) as attempt:
        entrant = _entered(request, tournament)
    if attempt.refused:
        return redirect("league:stage-seats", pk=tournament.pk)
    messages.success(request, _without_seat(entrant))
    deed = SeatDeed.ADD if table else SeatDeed.JOIN
    return redirect(change_address(tournament, TableChange(deed, entrant.pk, table=table)))


def _entered(request: HttpRequest, tournament: Tournament) -> Entrant:
    return entrant_walk_up(
        tournament=tournament,
        author=author_of(request),
        name=request.POST.get("name", ""),
        details={},
        late=True,
    )


def _without_seat(entrant: Entrant) -> str:
    entered = _("%s is entered, and has no seat yet. Next: give this person a seat, below.")
    return entered % entrant.name


def _sits(row: StageEntrant, number: int) -> str:
    """Say where somebody sits now, and at a paper table that plays what to write on its sheet."""
    named = {"name": row.entrant.name, "table": number, "rule": late_rule(row.stage)}
    sits = _("%(name)s sits at table %(table)d.") % named
    table = StageTable.objects.get(round__stage=row.stage, number=number)
    if table.on_paper_at is None or table.game_id is not None:
        return sits
    more = _(
        "Table %(table)d plays on paper: write %(name)s on its sheet. By the rules, a latecomer "
        "begins with this: %(rule)s."
    )
    return f"{sits} {more % named}"


def ask_about_seat(
    request: HttpRequest, tournament: Tournament, asked: seat_changes.SeatNotAgreed, back: str
) -> HttpResponse:
    """Show what a seat moves, with what was sent, so that one tap more agrees to it."""
    sent = [
        (name, value)
        for name, value in request.POST.items()
        if name not in ("agreed", "csrfmiddlewaretoken")
    ]
    status = 409 if request.POST.get("agreed") else 200
    undo = next((value for name, value in sent if name == "entry"), "")
    context = {
        "tournament": tournament,
        "asked": asked,
        "sent": sent,
        "back": back,
        "undone": tournament.log.filter(pk=told_id(request, "entry")).first() if undo else None,
    }
    return render(request, "league/seat_late.html", context, status=status)


@require_safe
def table_seats(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """What can be changed at a table whose people can change; each is shown before it is done."""
    tournament = tournament_to_direct(request, pk)
    page = page_of(tournament, timezone.now())
    card = next((card for card in page.cards if card.row.number == number), None)
    if page.stage is None or card is None:
        raise Http404
    facts = seat_facts(page.snapshot, page.stage)
    changeable = [card for card in page.by_number if card.row.number not in facts.begun]
    of_group = [other for other in changeable if other.row.group == card.row.group]
    playing = [person for person in card.people if not person.out]
    least = max(2, page.stage.least)
    can_go_back = number in starts_to_take_back(page.snapshot) & facts.begun
    context = {
        "tournament": tournament,
        "page": page,
        "table": card,
        "stays": card not in changeable,
        "way": way_to_change(page.snapshot, card.state) if not can_go_back else "",
        "begun_on_paper": number in facts.on_paper,
        "can_go_back": can_go_back,
        "then": asked_then(page.snapshot, [number]) if can_go_back else (),
        "bracket": page.stage.kind != Stage.Kind.TABLES,
        "can_change": card in changeable and page.seats_change,
        "playing": playing,
        "can_spare": len(playing) > least,
        # Whom all others have left sits the game out.
        "can_have_bye": len(playing) == 1 and page.stage.rounds > 1,
        # Whom withdrawals left at too small a table can move away.
        "can_move": len(playing) != least,
        "has_room": 0 < len(playing) < page.stage.most,
        "least": least,
        "free": facts.choices_at(number),
        "chosen": _chosen(card, request.GET),
        "elsewhere": sorted(
            (
                (other.row.number, person.entrant)
                for other in of_group
                for person in other.people
                if other is not card and not person.out
            ),
            key=lambda pair: surname_order(pair[1].name),
        ),
        "others": [other for other in of_group if other is not card],
    }
    return render(request, "league/table_seats.html", context)


def _chosen(card: TableCard, form: QueryDict) -> dict[str, TableChange]:
    """What each form of a table has chosen: what was asked for and refused, or a free seat."""
    free = [person.entrant.pk for person in card.people if person.out]
    chosen = {"replace": TableChange(SeatDeed.REPLACE, free[0])} if free else {}
    with suppress(Refusal):
        asked = asked_change(form)
        chosen[asked.deed.value] = asked
    return chosen


@require_http_methods(["GET", "HEAD", "POST"])
def change(request: HttpRequest, pk: int) -> HttpResponse:
    """Say what a change of seats would do, and do it once the director has seen that."""
    tournament = tournament_to_direct(request, pk)
    if request.method == "POST":
        return _change(request, tournament)
    try:
        context = _shown_change(tournament, request.GET)
    except Refusal as refusal:
        messages.error(request, refusal.message)
        return redirect(
            _where_chosen(tournament, request.GET) or reverse("league:stage-seats", args=[pk])
        )
    context |= {
        "reason": request.GET.get("reason", ""),
        "back": _back(request.GET),
        "at": read_id(request.GET.get("at", "")),
    }
    return render(request, "league/seat_change.html", context)


def _shown_change(tournament: Tournament, form: QueryDict) -> dict[str, Any]:
    """What the page says of a change that is asked for; raises `Refusal` where it cannot be."""
    snapshot, asked = loaded(tournament), asked_change(form)
    stage = stage_on(snapshot)
    if LEAVES in form:
        over = take_over(snapshot, stage, asked)
        names = {"name": over.plan.who.name, "other": over.plan.other and over.plan.other.name}
        return {
            "tournament": tournament,
            "plan": over.plan,
            "sentences": over.sentences,
            "mark": over.mark,
            "leaves": True,
            "button": _("%(other)s plays in %(name)s's seat from now on") % names,
        }
    plan = seat_change_plan(seat_facts(snapshot, stage), asked)
    places = place_words(plan)
    return {
        "tournament": tournament,
        "plan": plan,
        "sentences": (*plan.sentences, *places),
        "mark": plan.mark,
        "places_mark": places_mark(places),
        "may_leave": asked.deed is SeatDeed.REPLACE and plan.who.withdrawn_at is None,
        "button": _button(plan),
    }


def _change(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    reason = request.POST.get("reason", "")[:MAX_REASON]
    back = _back(request.POST)
    try:
        asked = asked_change(request.POST)
        line = _change_as_seen(request, tournament, asked, reason)
    except Stale as stale:
        messages.error(request, stale.message)
        return redirect(
            change_address(
                tournament,
                asked,
                reason,
                back=back == "league:direct",
                leaves=LEAVES in request.POST,
            )
        )
    except Refusal as refusal:
        messages.error(request, refusal.message)
        if where := _where_chosen(tournament, request.POST):
            return redirect(where)
    else:
        messages.success(request, line.text)
    return redirect(back, pk=tournament.pk)


def _change_as_seen(
    request: HttpRequest, tournament: Tournament, asked: TableChange, reason: str
) -> TournamentEntry:
    author, seen = author_of(request), request.POST.get("seen", "")
    if LEAVES in request.POST:
        return seat_take_over(
            tournament=tournament, author=author, change=asked, seen=seen, reason=reason
        )
    return seat_changes.seats_change(
        tournament=tournament,
        author=author,
        change=asked,
        seen=seen,
        reason=reason,
        places=request.POST.get("places"),
    )


def _back(form: QueryDict) -> str:
    """Where a change of seats leads back to: the director's page, where it was offered there."""
    return "league:direct" if "back" in form else "league:stage-seats"


def _where_chosen(tournament: Tournament, form: QueryDict) -> str:
    """The page of the table where a change was chosen, with the choice; "" for another page."""
    number = read_id(form.get("at", ""))
    if not 0 < number < HIGHEST_TABLE:
        return ""
    kept = {name: form[name] for name in ("deed", "who", "other", "table") if name in form}
    page = reverse("league:stage-seats-table", args=[tournament.pk, number])
    return f"{page}?{urlencode(kept)}"


def asked_change(form: QueryDict) -> TableChange:
    """The change that an address or a form asks for; raises `Refusal` where it asks for none."""
    deed = form.get("deed", "")
    if deed not in list(SeatDeed):
        raise Refusal("deed", _("Choose what to change."))
    who, other, table = (read_id(form.get(name, "")) for name in ("who", "other", "table"))
    if not who or (deed in (SeatDeed.REPLACE, SeatDeed.SWAP) and not other):
        raise Refusal("who", _("Choose somebody of the entrants."))
    return TableChange(SeatDeed(deed), who, other or None, table)


def change_address(
    tournament: Tournament,
    change: TableChange,
    reason: str = "",
    *,
    back: bool = False,
    leaves: bool = False,
) -> str:
    """The address of the page that shows what a change does, with a reason that was typed.

    From there it goes `back` to the director's page, or else to the seats. Who is replaced may
    leave for good.
    """
    parts = {
        "deed": change.deed.value,
        "who": change.who,
        "other": change.other,
        "table": change.table,
        "reason": reason,
        "back": int(back),
        LEAVES: int(leaves),
    }
    query = urlencode({name: value for name, value in parts.items() if value})
    return f"{reverse('league:stage-seats-change', args=[tournament.pk])}?{query}"


def _button(plan: SeatChangePlan) -> str:
    """What the button says that does it."""
    names = {
        "name": plan.who.name,
        "other": plan.other.name if plan.other else "",
        "table": plan.table,
        "game": plan.facts.number + 1,
    }
    if plan.change.deed is SeatDeed.LEAVE_OUT and plan.change.who in plan.after.rounds[-1].byes:
        return _("Give %(name)s a bye") % names
    return {
        SeatDeed.REPLACE: _("Let %(other)s play instead of %(name)s"),
        SeatDeed.ADD: _("Seat %(name)s at table %(table)d"),
        SeatDeed.LEAVE_OUT: _("Let table %(table)d play without %(name)s"),
        SeatDeed.SWAP: _("Swap %(name)s and %(other)s"),
        SeatDeed.MOVE: _("Move %(name)s to table %(table)d"),
        SeatDeed.JOIN: _("Let %(name)s play from game %(game)d on"),
    }[plan.change.deed] % names


def swaps_of(
    snapshot: Loaded, drift: Drift | None, taken_back: frozenset[int] = frozenset()
) -> SwapsAfter:
    """What can be offered after a correction, once the start of some tables is taken back.

    Nothing where that stage is not on. At most four queries.
    """
    if drift is None or snapshot.current != drift.following:
        return SwapsAfter((), ())
    if not drift.extra:
        return SwapsAfter((), ())
    facts = replace(seat_facts(snapshot, drift.following), taken_back=taken_back)
    freed = list(freed_seats(facts, drift))
    pairs = drift.pairs | dict(seat.swap for seat in freed if seat.swap)
    comes = [*drift.missing, *(seat.swap[0] for seat in freed if seat.swap)]
    swaps = swaps_after(facts, comes, drift.extra, pairs)
    return replace(swaps, words=tuple(freed_words(facts, seat) for seat in freed))


def swap_links(tournament: Tournament, swaps: SwapsAfter) -> list[tuple[str, str]]:
    """Where one tap shows who plays in whose place, and what it is called."""
    return [
        (change_address(tournament, plan.change, back=True), label)
        for plan, label in swap_labels(swaps)
    ]


def seat_choices(
    tournament: Tournament, free: FreeSeats
) -> list[tuple[SeatChoices, list[tuple[str, list[tuple[str, str]]]]]]:
    """Of each free seat, who could have it, in groups: where one tap shows what that does."""
    return [
        (
            seat,
            [
                (
                    label,
                    [(change_address(tournament, swap, back=True), text) for swap, text in people],
                )
                for label, people in seat.groups
            ],
        )
        for seat in free.choices
    ]


def swap_labels(swaps: SwapsAfter) -> list[tuple[SeatChangePlan, str]]:
    """Who plays in whose place, and what the button says that shows it."""
    return [
        (
            plan,
            _("Let %(other)s play in %(name)s's place at table %(table)d")
            % {
                "other": plan.other.name if plan.other else "",
                "name": plan.who.name,
                "table": plan.table,
            },
        )
        for plan in swaps.plans
    ]
