"""All games of the club, by pages, to be searched."""

from datetime import date

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.dateparse import parse_date
from django.views.decorators.http import require_safe

from league.days.selectors.games import game_row, games_listed
from league.seasons.public import tallies_refresh
from scoring.accounts.access import club_to_score
from scoring.names import name_clean

ON_A_PAGE = 50


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """List every game with its day, table, players and winner."""
    club = club_to_score(request)
    tallies_refresh(club=club)
    query, day = name_clean(request.GET.get("q", "")[:100]), _day(request)
    page = Paginator(games_listed(club, query, day), ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "rows": [game_row(game) for game in page],
        "query": query,
        "day": day,
    }
    return render(request, "league/games.html", context)


def _day(request: HttpRequest) -> date | None:
    """The day that was asked for; None where it was not, or is none."""
    try:
        return parse_date(request.GET.get("day", "")[:10])
    except ValueError:
        return None
