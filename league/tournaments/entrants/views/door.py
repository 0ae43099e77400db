"""The door on the day: checking in with one tap, and people who have not entered before."""

from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import retarget

from league.tournaments.access import tournament_to_direct
from league.tournaments.entrants.forms import WalkUpForm
from league.tournaments.entrants.selectors.register import RegisterLine, register_of
from league.tournaments.entrants.selectors.state_facts import state_lack
from league.tournaments.entrants.services import entrants as services
from league.tournaments.entrants.services import presence
from league.tournaments.models import Entrant, Tournament
from scoring.names import name_clean
from scoring.refusals import Refusal
from scoring.web.pages import show_refusal, told_id

from .entering import entered, typed

LONGEST_QUERY = 60


def _context(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    query = name_clean(request.GET.get("name", "")[:LONGEST_QUERY])
    register = register_of(tournament)
    here = (line.entrant for line in register.lines if line.state == "here")
    return {
        "tournament": tournament,
        "today": timezone.localdate(),
        "register": register,
        "query": query,
        "lines": register.found(query),
        "lack": state_lack(tournament, here),
    }


@require_safe
def door(request: HttpRequest, pk: int) -> HttpResponse:
    """Names to tap; `name` looks for one, and `came` says when all the others were marked."""
    tournament = tournament_to_direct(request, pk)
    context = _context(request, tournament)
    if came_at := _moment(request.GET.get("came", "")):
        lines = context["register"].lines
        number = sum(line.entrant.checked_in_at == came_at for line in lines)
        context["came_together"] = {"number": number, "at": came_at.isoformat()} if number else None
    return render(request, "league/door.html", context)


@require_safe
def door_now(request: HttpRequest, pk: int) -> HttpResponse:
    """The part of the door that others change, or 204 where the asker has seen it already."""
    tournament = tournament_to_direct(request, pk)
    if request.GET.get("seen") == str(tournament.revision):
        return HttpResponse(status=204)
    # Others move the list alone: what was said of the last tap, and its undoing, stay.
    context = _context(request, tournament) | {"keeps_said": True}
    return render(request, "league/_door_now.html", context)


@require_POST
def entrant_check_in(request: HttpRequest, pk: int) -> HttpResponse:
    """Note that somebody came, or that it was a mistake."""
    tournament = tournament_to_direct(request, pk)
    entrant = Entrant.objects.filter(tournament=tournament, pk=told_id(request, "entrant")).first()
    undo = request.POST.get("deed") == "undo"
    had_seen_all = request.POST.get("seen") == str(tournament.revision)
    before = tournament.revision
    # Tapped once more, a name offers the way back where the finger is.
    came_before = entrant is not None and entrant.checked_in_at is not None
    outcome: dict[str, Any] = {}
    try:
        if entrant is None:
            raise Refusal("unknown", _("Choose somebody of this tournament's list."))
        if undo:
            presence.entrant_check_in_undo(entrant=entrant)
        else:
            presence.entrant_check_in(entrant=entrant)
    except Refusal as refusal:
        outcome["fault"] = refusal.message
    if not request.htmx:  # type: ignore[attr-defined]
        if entrant is None or "fault" in outcome:
            messages.error(request, outcome["fault"])
        elif undo:
            messages.success(request, _("%s is not checked in any more.") % entrant.name)
        else:
            messages.success(request, _("%s is here.") % entrant.name)
        return redirect("league:door", pk=pk)
    tournament.refresh_from_db()
    context = _context(request, tournament) | outcome
    if entrant is not None and not outcome:
        line = _line(context["register"].lines, entrant)
        context |= {"undone" if undo else "came": line, "came_before": came_before and not undo}
    # The list needs no renewing for a tap of one's own, which would move it under the finger.
    context["saw_all"] = had_seen_all and tournament.revision <= before + 1
    typing = bool(request.POST.get("name"))
    if "came" in context and not typing:
        return render(request, "league/_door_tapped.html", context)
    # The search is done: the next in the queue has another name. Who taps wants no keyboard.
    context |= {"search_too": True, "typing": typing, "came_before": False}
    whole = render(request, "league/_door_now.html", context)
    whole["HX-Reswap"] = "outerHTML settle:0ms"
    return retarget(whole, "#door-now")


def _line(lines: tuple[RegisterLine, ...], entrant: Entrant) -> RegisterLine:
    return next(line for line in lines if line.entrant.pk == entrant.pk)


@require_POST
def entrants_check_in(request: HttpRequest, pk: int) -> HttpResponse:
    """Note that all the others came, or take that back: those of just that moment."""
    tournament = tournament_to_direct(request, pk)
    back = redirect("league:door", pk=pk)
    with show_refusal(request):
        if "undo" in request.POST:
            came_at = _moment(request.POST["undo"])
            if came_at is not None:
                presence.entrants_check_in_rest_undo(tournament=tournament, came_at=came_at)
                messages.success(request, _("Taken back."))
        elif came_at := presence.entrants_check_in_rest(tournament=tournament):
            return redirect(f"{back.url}?{urlencode({'came': came_at.isoformat()})}")
    return back


def _moment(text: str) -> datetime | None:
    """The moment that a page wrote down; None for nonsense."""
    try:
        moment = datetime.fromisoformat(text[:40])
        return moment.astimezone(UTC) if moment.tzinfo else None
    except (ValueError, OverflowError):
        return None


@require_http_methods(["GET", "HEAD", "POST"])
def walk_up(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter somebody at the door, and check him or her in at once.

    Once the tournament has begun, that is done where latecomers get their seats.
    """
    tournament = tournament_to_direct(request, pk)
    if tournament.walk_ups and tournament.began_at and not tournament.ended_at:
        if request.method == "POST":
            begun = _(
                "The tournament has begun. Anyone who comes now needs a seat from the director."
            )
            messages.error(request, begun)
        name = urlencode({"name": (request.POST or request.GET).get("name", "")[:LONGEST_QUERY]})
        return redirect(f"{reverse('league:stage-seats', args=[pk])}?{name}#late")
    given = {"name": request.GET.get("name", "")[:LONGEST_QUERY]}
    form = WalkUpForm(typed(request), tournament=tournament, initial=given)
    if entrant := entered(request, tournament, form, services.entrant_walk_up):
        sentence = _("%(name)s is here, with number %(number)d.")
        messages.success(request, sentence % {"name": entrant.name, "number": entrant.number})
        return redirect("league:door", pk=pk)
    context = {"tournament": tournament, "form": form}
    return render(request, "league/walk_up.html", context)
