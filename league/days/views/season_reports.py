"""The report of a season on paper: its leaderboard, days, records and people on one page."""

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.days.models import GameDay
from league.days.selectors.answers import days_played
from league.days.selectors.attendance_report import attendance_report
from league.days.selectors.calendar import past_days
from league.days.selectors.day_result import days_with_winners
from league.seasons.access import season_to_organize
from league.seasons.models import Season
from league.seasons.public import board_refresh, records_refresh
from league.seasons.selectors.brought import brought_listed, takes_totals
from league.seasons.selectors.leaderboard import standings_of
from league.seasons.selectors.records import games_known, record_lines, records_read
from league.seasons.selectors.results import board_dates, games_going_on
from league.seasons.tables import VALUES, value_of
from league.standings.methods import BY_DAY


@require_safe
def season_report(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the whole season on one page to print, with all names as the club knows them."""
    season = season_to_organize(request, pk)
    book = records_refresh(club=season.club, season=season)
    board = board_refresh(season=season)
    lines = list(standings_of(board)) if board else []
    attendance = attendance_report(season.club, season.first, season.last)
    context = {
        "season": season,
        "board": board,
        "lines": lines,
        "value": value_of(season),
        "by_day": season.count in BY_DAY,
        "outs_unknown": any(line.rounds_out is None for line in lines),
        "going_on": 0 if season.closed_at else games_going_on(season),
        "days": days_with_winners(season.club, list(_days_of(season))),
        "book": book,
        "games": games_known(season.club, season),
        "records": record_lines(records_read(book.records)),
        "people": [line for line in attendance.people if line.came],
        "days_with_people": len(attendance.days),
        "brought": brought_listed(season) if takes_totals(season) else (),
        "measure": VALUES[season.measure],
    }
    return render(request, "league/season_report.html", context)


def _days_of(season: Season) -> QuerySet[GameDay]:
    """The days that the season's leaderboard is of, earliest first, as `past_days` counts them."""
    days = past_days(season.club, days_played(season.club))
    of_board = days.filter(counts=True, cancelled_at=None, date__in=board_dates(season))
    return of_board.order_by("date", "starts", "pk")
