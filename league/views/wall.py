"""The wall: where everybody sits, in letters for the whole hall; and the same on a phone."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from league.models import GameDay
from league.selectors.days import day_to_see
from league.selectors.links import link_is_right, link_key
from league.selectors.seating import Seating, seating_of
from scoring.selectors.access import actor_of
from scoring.services.people import name_key

# Up to how many people the letters have which size.
SIZES = ((16, "few"), (40, "some"), (60, "many"))


@dataclass(frozen=True)
class WallLine:
    """Where one person goes; without a `table` nobody has said yet. `seat` counts from 0."""

    name: str
    table: int | None = None
    seat: int = 0


def _lines(seating: Seating, number: int) -> list[WallLine]:
    seats = seating.seats(number)
    names = dict(seating.names) | {one.player.pk: one.name for one in seating.people}
    playing = {one.player.pk for one in seating.people if one.plays(number)}
    lines = [WallLine(names[pk], *seats.get(pk, (None, 0))) for pk in playing | set(seats)]
    return sorted(lines, key=lambda line: name_key(line.name))


def _round(request: HttpRequest, day: GameDay, seating: Seating) -> int:
    """The round that was asked for, else the one that is on."""
    told = request.GET.get("round", "")
    number = int(told) if told.isascii() and told.isdecimal() and len(told) < 4 else 0
    return number if 1 <= number <= max(len(seating.rounds), 1) else day.current_round


def wall_address(request: HttpRequest, day: GameDay) -> str:
    """The address of the day's wall page that needs no account."""
    address = reverse("league:wall", args=[day.pk])
    return request.build_absolute_uri(f"{address}?key={link_key('wall', day.pk)}")


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
        "found": [line for line in lines if name_key(find) in name_key(line.name)] if find else [],
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
    knows = actor_of(request).club == day.club or link_is_right("wall", day.pk, context["key"])
    context["link"] = (
        wall_address(request, day) if knows else request.build_absolute_uri(request.path)
    )
    return render(request, "league/wall.html", context)


@require_safe
def wall_now(request: HttpRequest, pk: int) -> HttpResponse:
    """The part of the wall that changes, or 204 where the asker has seen it already."""
    day = day_to_see(request, pk)
    if request.GET.get("seen") == str(day.revision):
        return HttpResponse(status=204)
    return render(request, "league/_wall_now.html", _context(request, day))
