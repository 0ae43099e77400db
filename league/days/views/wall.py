"""The wall: where everybody sits, in letters for the whole hall; and the same on a phone."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_POST, require_safe

from league.days.access import day_to_organize, day_to_see
from league.days.models import GameDay
from league.days.selectors.links import key_is_right, wall_key
from league.days.selectors.seating import DaySeating, seating_of
from league.days.services.links import wall_link_renew
from scoring.accounts.access import actor_of
from scoring.names import name_key
from scoring.web.connection import origin_for_others
from scoring.web.pages import link_is_new

# Up to how many people the letters have which size.
SIZES = ((16, "few"), (40, "some"), (60, "many"))


@dataclass(frozen=True)
class WallLine:
    """Where one person goes; without a `table` nobody has said yet. `seat` counts from 0."""

    name: str
    table: int | None = None
    seat: int = 0


def _lines(seating: DaySeating, number: int) -> list[WallLine]:
    seats = seating.seats(number)
    names = dict(seating.names) | {person.player.pk: person.name for person in seating.people}
    playing = {person.player.pk for person in seating.people if person.plays(number)}
    lines = [WallLine(names[pk], *seats.get(pk, (None, 0))) for pk in playing | set(seats)]
    return sorted(lines, key=lambda line: name_key(line.name))


def _round(request: HttpRequest, day: GameDay, seating: DaySeating) -> int:
    """Return the requested round, else the current one."""
    text = request.GET.get("round", "")
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else 0
    return number if 1 <= number <= max(len(seating.rounds), 1) else day.current_round


def wall_address(request: HttpRequest, day: GameDay) -> str:
    """The address of the day's wall page that needs no account."""
    address = reverse("league:wall", args=[day.pk])
    return f"{origin_for_others(request)}{address}?key={wall_key(day)}"


def _context(request: HttpRequest, day: GameDay) -> dict[str, Any]:
    seating = seating_of(day)
    number = _round(request, day, seating)
    lines = _lines(seating, number)
    find = request.GET.get("name", "")[:60]
    asked = {"key": request.GET.get("key", ""), "name": find}
    if number != day.current_round:
        asked["round"] = str(number)
    asked = {name: value for name, value in asked.items() if value}
    asked_now = urlencode({**asked, "seen": str(day.revision)})
    now = reverse("league:wall-now", args=[day.pk])
    return {
        "day": day,
        "number": number,
        "rounds": range(1, len(seating.rounds) + 1),
        "lines": lines,
        "matches": [line for line in lines if name_key(find) in name_key(line.name)]
        if find
        else [],
        "find": find,
        "key": asked.get("key", ""),
        "crowd": next((name for most, name in SIZES if len(lines) <= most), "crowd"),
        "now_url": f"{now}?{asked_now}",
    }


@require_safe
def wall(request: HttpRequest, pk: int) -> HttpResponse:
    """Each person by name with the table to go to; changes by itself."""
    day = day_to_see(request, pk)
    context = _context(request, day)
    # Who sees the page because the club shows its games is not given the key.
    knows = actor_of(request).club == day.club or key_is_right(wall_key(day), context["key"])
    context["link"] = (
        wall_address(request, day) if knows else f"{origin_for_others(request)}{request.path}"
    )
    return render(request, "league/wall.html", context)


@require_safe
def wall_now(request: HttpRequest, pk: int) -> HttpResponse:
    """The part of the wall that changes, or 204 where the asker has seen it already."""
    day = day_to_see(request, pk)
    if request.GET.get("seen") == str(day.revision):
        return HttpResponse(status=204)
    return render(request, "league/_wall_now.html", _context(request, day))


@require_POST
def wall_renew(request: HttpRequest, pk: int) -> HttpResponse:
    """Give the wall page a new link; the old one, on screens and phones, shows nothing."""
    day = day_to_organize(request, pk)
    wall_link_renew(day=day)
    messages.success(request, link_is_new())
    return redirect("league:day-edit", pk=pk)
