"""A player's page."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from league.people.access import player_to_see
from league.people.selectors.directory import profile_of, statuses_of, uses_of
from league.people.selectors.player_page import figures_of, game_lines, names_at, rivals_of
from league.seasons.public import came_in_of, tallies_refresh

ON_A_PAGE = 50


@require_safe
def player(request: HttpRequest, pk: int) -> HttpResponse:
    """What somebody's games come to, against whom, and each of them."""
    seen = player_to_see(request, pk)
    if seen.player.same_as:
        return redirect("league:player", pk=seen.player.same_as.pk)
    if not seen.insider:
        lines = [
            (line, line.rounds - came_in_of(season, line.board, pk).get(pk, (0, 0))[1])
            for line in seen.standings
            for season in [line.board.season]
        ]
        context = {"player": seen.player, "lines": lines}
        return render(request, "league/player_public.html", context)
    tallies_refresh(club=seen.player.club)
    page = Paginator(game_lines(seen.player), ON_A_PAGE).get_page(request.GET.get("page"))
    names = names_at(line.game for line in page)
    figures = figures_of(seen.player)
    context = {
        "seen": seen,
        "player": seen.player,
        "profile": profile_of(seen.player),
        "figures": figures,
        "used": uses_of(seen.player) if seen.organizer else True,
        "statuses": statuses_of(seen.player) if seen.organizer else (),
        "results": figures.profile,
        "rivals": rivals_of(seen.player),
        "page": page,
        "lines": [
            (line, line.rounds - figures.missed(line.game_id), names.get(line.game_id, []))
            for line in page
        ],
    }
    return render(request, "league/player.html", context)
