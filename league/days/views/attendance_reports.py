"""The report of a season: who said that they come, and who came."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.days.selectors.attendance_report import attendance_report as report_of
from league.seasons.access import season_to_organize

ON_A_PAGE = 100


@require_safe
def attendance_report(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the season's days and people."""
    season = season_to_organize(request, pk)
    report = report_of(season.club, season.first, season.last)
    page = Paginator(report.people, ON_A_PAGE).get_page(request.GET.get("page"))
    context = {"season": season, "days": report.days, "page": page}
    return render(request, "league/attendance_report.html", context)
