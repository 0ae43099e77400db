"""The wall: where everybody sits, in letters for the whole hall; and the same on a phone."""

from collections.abc import Iterable
from functools import cache, partial
from typing import Any, TypeVar

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_POST, require_safe

from league.days.access import (
    day_at_television,
    day_of_wall,
    day_to_organize,
    has_wall_key,
    player_on_phone,
)
from league.days.models import GameDay
from league.days.selectors.day_result import RankLine
from league.days.selectors.links import wall_path
from league.days.selectors.seating import DaySeating, seating_of
from league.days.selectors.wall import (
    WallLine,
    rank_pages,
    seat_pages,
    shows_ranking,
    shows_seats,
    wall_lines,
)
from league.days.services.links import wall_link_renew
from scoring.accounts.languages import speak_on_screen
from scoring.names import name_plain
from scoring.watching.parts import Part, part_address
from scoring.watching.revisions import revision_of
from scoring.web.connection import phone_link
from scoring.web.pages import link_is_new

from .results import result_of

Line = TypeVar("Line", WallLine, RankLine)


def _number(request: HttpRequest, name: str) -> int:
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else 0


def _context(
    request: HttpRequest, day: GameDay, other: dict[str, str], find: str
) -> dict[str, Any]:
    """Return what the wall shows, and where the name `find` stands in it.

    After its last page it turns to the `other` language.
    """
    seating = seating_of(day)
    wanted = _number(request, "round")
    asked_for = 1 <= wanted <= max(len(seating.rounds), 1)
    number = wanted if asked_for else day.current_round
    lines = wall_lines(seating, number)
    query = {"key": request.GET.get("key", ""), "name": find}
    query |= {"round": str(number) if number != day.current_round else ""}
    query |= {"hold": request.GET.get("hold", "")[:1]}
    query |= {"language": request.GET.get("language", "") if other else ""}
    # An empty name stays: who emptied it wants no name, also none that their phone remembers.
    kept = {"name"} & request.GET.keys()
    query = {name: value for name, value in query.items() if value or name in kept}
    pages = _pages(seating, lines, asked_for=asked_for)
    if "coming" in pages:
        lines = wall_lines(seating, pages["coming"])
    ranked = pages["result"].lines if "result" in pages else ()
    shown = max(len(pages["seats"]) + len(pages.get("ranking", ())), 1)
    page = (max(_number(request, "page"), 1) - 1) % shown + 1
    turns = (shown > 1 or bool(other)) and "hold" not in query
    following = {"page": str(page % shown + 1)} if turns else {}
    if turns and page == shown:
        following |= other
    if shown > 1 and not turns:
        following["page"] = str(page)
    return pages | {
        "day": day,
        "number": number,
        "rounds": range(1, len(seating.rounds) + 1),
        "games": max(day.rounds, len(seating.rounds)),
        "matches": _named(lines, find) if pages["seats"] else [],
        "placed": _named(ranked, find),
        "find": find,
        "key": query.get("key", ""),
        "page": page,
        "of": shown,
        "turns": turns,
        "can_hold": turns or "hold" in query,
        "following": urlencode({**query, **following}),
        "next_url": _address(request, day, query | following),
        "query": urlencode({name: value for name, value in query.items() if name != "hold"}),
    }


def _address(request: HttpRequest, day: GameDay, query: dict[str, str]) -> str:
    path = reverse("league:wall-now", args=[day.pk])
    return part_address(path, query, everybody=has_wall_key(request, day))


def _watched(request: HttpRequest, day: GameDay, find: str) -> Part:
    """The part of the wall that changes, with where the name `find` stands in it."""
    asked = ("key", "round", "hold", "language", "page")
    query = {name: request.GET[name] for name in asked if name in request.GET}
    if find or "name" in request.GET:
        query["name"] = find
    other = speak_on_screen(request, day.club)
    return Part(
        request,
        _address(request, day, query),
        revision_of(day),
        "league/_wall_now.html",
        cache(partial(_context, request, day, other, find)),
        is_kept=not find,
    )


def _wanted_name(request: HttpRequest, day: GameDay) -> str:
    """The name that is looked for; who opens the wall finds the one that their phone remembers."""
    if {"name", "page"} & request.GET.keys():
        return request.GET.get("name", "")[:60]
    player = player_on_phone(request, day.club)
    return player.name if player else ""


def _named(lines: Iterable[Line], find: str) -> list[Line]:
    """The lines in whose name that stands, accents and capitals aside; none for no name."""
    wanted = name_plain(find)
    return [line for line in lines if wanted and wanted in name_plain(line.name)]


def _pages(seating: DaySeating, lines: list[Any], *, asked_for: bool) -> dict[str, Any]:
    """Return the pages of seats, and between games those of the ranking; the first is page 1."""
    seats = seat_pages(lines) if asked_for or shows_seats(seating) else []
    context: dict[str, Any] = {"seats": list(enumerate(seats, 1))}
    coming = seating.day.current_round + 1
    if not seats and coming <= seating.day.rounds and seating.tables(coming):
        # The game is over, and everybody wants to know where to go.
        seats = seat_pages(wall_lines(seating, coming))
        context |= {"seats": list(enumerate(seats, 1)), "coming": coming}
    if shows_ranking(seating) and not asked_for:
        context |= result_of(seating.day)
        ranking = rank_pages(context["result"].lines, over=context["result"].over)
        context["ranking"] = list(enumerate(ranking, len(seats) + 1))
    return context


@require_safe
def wall(request: HttpRequest, pk: int) -> HttpResponse:
    """Each person by name with the table to go to; changes by itself."""
    day = day_of_wall(request, pk)
    part = _watched(request, day, _wanted_name(request, day))
    context = {**part.context(), "now": part.html, "link": phone_link(request, wall_path(day))}
    return render(request, "league/wall.html", context)


@require_safe
def wall_typed(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """Lead a television, at which somebody typed the short address, to the day's wall."""
    return redirect(wall_path(day_at_television(pk, key)))


@require_safe
def wall_now(request: HttpRequest, pk: int) -> HttpResponse:
    """The part of the wall that changes, or 204 where the asker has seen it already."""
    day = day_of_wall(request, pk)
    return _watched(request, day, request.GET.get("name", "")[:60]).answer()


@require_POST
def wall_renew(request: HttpRequest, pk: int) -> HttpResponse:
    """Give the wall page a new link; the old one, on screens and phones, shows nothing."""
    day = day_to_organize(request, pk)
    wall_link_renew(day=day)
    messages.success(request, link_is_new())
    return redirect("league:day-edit", pk=pk)
