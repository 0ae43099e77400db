"""The bracket: on a page and on paper."""

import re
from collections.abc import Collection

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from league.seasons.public import tallies_refresh
from league.tournaments.access import tournament_to_see
from league.tournaments.courses import loaded
from league.tournaments.display.selectors.bracket import bracket_of
from league.tournaments.display.selectors.bracket_nodes import BracketColumns
from league.tournaments.display.selectors.table_list import table_list_in
from league.tournaments.models import Tournament
from league.tournaments.stages.selectors.progress import mark_of
from scoring.accounts.access import actor_of
from scoring.accounts.models import Club
from scoring.accounts.shown_names import names_shown

from .table_list import asked_name

# Up to how many lines, and games of an elimination below each other, letters on paper have which
# size, so that all is on one sheet.
SIZES = (("few", 40, 8), ("many", 160, 12), ("crowd", 300, 12), ("tall", 300, 16))
KEPT_SECONDS = 60
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


def _now(request: HttpRequest, tournament: Tournament, mark: str) -> tuple[str, bool]:
    """The part that changes, as HTML; and whether a name was looked for that nobody has.

    Kept for a minute, since a whole gym looks at once when a table has recorded a round. It shows
    nothing that is for the asker alone, but for a name that is looked for, with which it is not
    kept; a tournament's key is nobody else's, also after a restore.
    """
    query = asked_name(request)
    games = _requested_game(request, tournament)
    sheets = actor_of(request).club == tournament.club or tournament.club.shown == Club.Shown.GAMES
    asked = {"seen": mark} | ({"game": request.GET["game"]} if games else {})
    asked |= {"name": query} if query else {}
    now = f"{reverse('league:bracket-now', args=[tournament.pk])}?{urlencode(asked)}"
    kept_as = f"bracket:{tournament.sign_up_key}:{now}:{sheets}:{names_shown()}:{get_language()}"

    def made(marked: Collection[int] = ()) -> str:
        # Of the tables' sheets only those that have changed are read again.
        tallies_refresh(club=tournament.club)
        bracket = bracket_of(snapshot or loaded(tournament), games)
        context = {
            "tournament": tournament,
            "bracket": bracket,
            "crowd": _crowd(bracket),
            "now_url": now,
            "places": reverse("league:places", args=[tournament.pk]),
            "sheets": sheets,
            "marked": marked,
        }
        return render_to_string("league/_bracket_now.html", context)

    snapshot = loaded(tournament) if query else None
    if snapshot is not None:
        marked = {line.entrant for line in table_list_in(snapshot).found(query)}
        return mark_safe(made(marked)), not marked  # noqa: S308  # a template made it
    html = cache.get_or_set(kept_as, made, KEPT_SECONDS)
    return mark_safe(html or ""), False  # noqa: S308  # a template made it


@require_safe
def bracket(request: HttpRequest, pk: int) -> HttpResponse:
    """All stages beside each other; changes by itself."""
    tournament = tournament_to_see(request, pk)
    now, nobody = _now(request, tournament, mark_of(tournament))
    context = {
        "tournament": tournament,
        "now": now,
        "query": asked_name(request),
        "nobody": nobody,
    }
    return render(request, "league/bracket.html", context)


@require_safe
def bracket_now(request: HttpRequest, pk: int) -> HttpResponse:
    """The part of the bracket that changes, or 204 where the asker has seen it already."""
    tournament = tournament_to_see(request, pk)
    mark = mark_of(tournament)
    if request.GET.get("seen") == mark:
        return HttpResponse(status=204)
    return HttpResponse(_now(request, tournament, mark)[0])
