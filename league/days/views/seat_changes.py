"""The page on which an organizer changes seats by hand: a name, then another name or a table."""

from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.days.access import day_to_organize
from league.days.models import GameDay
from league.days.selectors.planning import inputs_of
from league.days.selectors.seat_changes import (
    HandSeating,
    SeatChange,
    games_to_change,
    hand_seating,
    last_change,
    preview_of,
)
from league.days.services import seat_changes as services
from scoring.accounts.authors import author_of
from scoring.refusals import Refusal
from scoring.web.pages import show_refusal, told_id

from .seating import PRINT_AGAIN


@require_http_methods(["GET", "HEAD", "POST"])
def day_seats(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """A game's tables with a button a name; the address says who was tapped, and whom or where to.

    With both, it shows what the change costs; nothing changes before that is sent.
    """
    day = day_to_organize(request, pk)
    page = reverse("league:day-seats", args=[pk, number])
    if request.method == "POST":
        with show_refusal(request) as attempt:
            messages.success(request, _do(request, day, number))
            if request.POST.get("deed") in ("change", "undo"):
                messages.info(request, PRINT_AGAIN)
        query = _query(_change(request.POST)) if attempt.refused else ""
        return redirect(f"{page}?{query}" if query else page)
    try:
        hand = hand_seating(inputs_of(day), number)
    except Refusal as refusal:
        messages.error(request, refusal.message)
        return redirect("league:day", pk=pk)
    change = _change(request.GET)
    if not change.player:
        return _page(request, day, hand)
    try:
        if change.other or change.table:
            context = {"day": day, "preview": preview_of(hand, change), "hand": hand, "page": page}
            return render(request, "league/day_seats_change.html", context)
        return _page(request, day, hand, change.player)
    except Refusal as refusal:
        messages.error(request, refusal.message)
        return redirect(page)


def _page(request: HttpRequest, day: GameDay, hand: HandSeating, chosen: int = 0) -> HttpResponse:
    known = {*hand.places, *(person.player.pk for person in hand.unseated)}
    if chosen and chosen not in known:
        raise Refusal("unknown", _("Choose somebody who is in the room."))
    context = {
        "day": day,
        "hand": hand,
        "games": games_to_change(hand.seating),
        "chosen": chosen,
        "chosen_name": hand.name(chosen) if chosen else "",
        "chosen_table": hand.places.get(chosen),
        "new_table": len(hand.open) + 1,
        "undo": last_change(hand),
        "can_plan": hand.seating.first_open <= day.rounds,
    }
    return render(request, "league/day_seats.html", context)


def _do(request: HttpRequest, day: GameDay, number: int) -> str:
    """Carry out what the form asks; answers what was done."""
    deed, seen = request.POST.get("deed", ""), told_id(request, "seen")
    author = author_of(request)
    player, table = told_id(request, "who"), told_id(request, "table")
    if deed == "change":
        services.seats_change(
            day=day,
            author=author,
            number=number,
            change=_change(request.POST),
            mark=request.POST.get("mark", ""),
            keep="keep" in request.POST,
        )
        return _("The seats are changed. The wall shows it.")
    if deed in ("lock", "unlock"):
        services.seats_lock(
            day=day,
            author=author,
            number=number,
            seen=seen,
            player=player,
            table=table,
            locked=deed == "lock",
        )
        return _("A new plan leaves that as it is.") if deed == "lock" else _("It is not locked.")
    if deed == "add":
        services.table_add(day=day, author=author, number=number, seen=seen)
        return _("There is an empty table more. Tap a name, then that table.")
    if deed == "remove":
        services.table_remove(day=day, author=author, number=number, table=table, seen=seen)
        return _("The empty table is taken away.")
    if deed == "undo":
        services.seats_undo(day=day, author=author, number=number, seen=seen)
        return _("The last change by hand is taken back.")
    raise Refusal("deed", _("Choose what to change."))


def _change(form: QueryDict) -> SeatChange:
    """What an address or a form says is to change; 0 where it says nothing that could be."""
    return SeatChange(*(_number(form.get(name, "")) for name in ("who", "with", "to")))


def _query(change: SeatChange) -> str:
    """The address's part that shows that change again."""
    names = {"who": change.player, "with": change.other, "to": change.table}
    return urlencode({name: pk for name, pk in names.items() if pk})


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 18 else 0
