"""The bracket: on a page and on paper."""

import re
from functools import cache
from math import inf
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from league.seasons.public import tallies_refresh
from league.tournaments.access import tournament_to_see
from league.tournaments.courses import loaded
from league.tournaments.display.selectors.bracket import bracket_of
from league.tournaments.display.selectors.bracket_nodes import BracketColumns
from league.tournaments.display.selectors.table_list import table_list_in
from league.tournaments.models import Tournament
from scoring.accounts.access import actor_of
from scoring.accounts.models import Club
from scoring.watching.parts import Part, part_address
from scoring.watching.revisions import revision_of

from .table_list import asked_name

# Up to how many lines of a stage, and games of an elimination below each other, letters on paper
# have which size. Those games are on one sheet; of tables letters are never below 9 points.
SIZES = (("few", 40, 6), ("many", inf, 12), ("crowd", inf, 14), ("tall", inf, 16))
GAME = re.compile(r"([0-9]{1,3})\.([0-9]{1,3})", re.ASCII)


def _requested_game(request: HttpRequest, bracketed: Tournament) -> dict[int, int]:
    """Return the game whose tables were requested, by the id of its stage."""
    match = GAME.fullmatch(request.GET.get("game", ""))
    if match is None:
        return {}
    number, game = map(int, match.groups())
    stages = bracketed.stages.filter(number=number).values_list("pk", flat=True)
    return dict.fromkeys(stages, game)


def _crowd(bracket: BracketColumns) -> str:
    return next(
        (name for name, lines, pairs in SIZES if bracket.lines <= lines and bracket.pairs <= pairs),
        "hall",
    )


def _watched(request: HttpRequest, tournament: Tournament) -> Part:
    """The part that changes, with a name that is looked for."""
    asker, query = actor_of(request), asked_name(request)
    games = _requested_game(request, tournament)
    sheets = asker.club == tournament.club or tournament.club.shown == Club.Shown.GAMES
    asked = ({"game": request.GET["game"]} if games else {}) | ({"name": query} if query else {})
    path = reverse("league:bracket-now", args=[tournament.pk])
    address = part_address(path, asked, everybody=asker.role == "stranger")

    @cache
    def context() -> dict[str, Any]:
        # Of the tables' sheets only those that have changed are read again.
        tallies_refresh(club=tournament.club)
        snapshot = loaded(tournament)
        bracket = bracket_of(snapshot, games)
        matches = table_list_in(snapshot).found(query) if query else ()
        return {
            "tournament": tournament,
            "bracket": bracket,
            "crowd": _crowd(bracket),
            "places": reverse("league:places", args=[tournament.pk]),
            "sheets": sheets,
            "marked": {line.entrant for line in matches},
        }

    return Part(
        request,
        address,
        revision_of(tournament),
        "league/_bracket_now.html",
        context,
        for_whom=f"sheets {sheets}",
        is_kept=not query,
    )


@require_safe
def bracket(request: HttpRequest, pk: int) -> HttpResponse:
    """All stages beside each other; changes by itself."""
    tournament = tournament_to_see(request, pk)
    part, query = _watched(request, tournament), asked_name(request)
    context = {
        "tournament": tournament,
        "now": part.html,
        "query": query,
        "nobody": bool(query) and not part.context()["marked"],
    }
    return render(request, "league/bracket.html", context)


@require_safe
def bracket_now(request: HttpRequest, pk: int) -> HttpResponse:
    """The part of the bracket that changes, or 204 where the asker has seen it already."""
    return _watched(request, tournament_to_see(request, pk)).answer()
