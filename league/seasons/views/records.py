"""The club's records, of a season or of all its game days."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.seasons.access import season_to_see
from league.seasons.models import Season
from league.seasons.selectors.records import games_known, record_lines, records_read
from league.seasons.services.leaderboard import board_refresh
from league.seasons.services.records import records_refresh
from scoring.accounts.access import actor_of, club_to_score
from scoring.accounts.models import Club


def _page(request: HttpRequest, club: Club, season: Season | None) -> HttpResponse:
    book = records_refresh(club=club, season=season)
    own = actor_of(request).club == club
    sheets_shown = own or club.shown == Club.Shown.GAMES
    context = {
        "club": club,
        "season": season,
        "book": book,
        "games": games_known(club, season),
        "lines": record_lines(
            records_read(book.records), None if sheets_shown else _named_to_all(season)
        ),
        # The other seasons are the club's own business.
        "seasons": Season.objects.filter(club=club) if own else (),
        "own": own,
        "sheets_shown": sheets_shown,
    }
    return render(request, "league/records.html", context)


def _named_to_all(season: Season | None) -> set[int]:
    """The people whom the season's public leaderboard names, such as not a guest left out of it."""
    board = board_refresh(season=season) if season else None
    return set(board.standings.values_list("player", flat=True)) if board else set()


@require_safe
def records(request: HttpRequest) -> HttpResponse:
    """The records of all the club's game days, for people of the club."""
    return _page(request, club_to_score(request), None)


@require_safe
def season_records(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the records of one season, to everybody who may see its leaderboard."""
    season = season_to_see(request, pk)
    return _page(request, season.club, season)
