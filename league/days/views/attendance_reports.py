"""The report of a season: who said that they come, and who came."""

from collections.abc import Iterable

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.days.selectors.attendance_report import PersonReport
from league.days.selectors.attendance_report import attendance_report as report_of
from league.seasons.access import season_to_organize
from league.seasons.models import Season
from league.spreadsheets.writing import CSV, csv_bytes

ON_A_PAGE = 100


@require_safe
def attendance_report(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the season's days and people; with `?format=csv` the people as a file."""
    season = season_to_organize(request, pk)
    report = report_of(season.club, season.first, season.last)
    if request.GET.get("format") == "csv":
        return _csv(season, report.people)
    page = Paginator(report.people, ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "season": season,
        "days": report.days,
        "page": page,
        "others": report.others,
        "nobody_asked": any(day.unasked for day in report.days),
    }
    return render(request, "league/attendance_report.html", context)


def _csv(season: Season, people: Iterable[PersonReport]) -> HttpResponse:
    heads = [
        _("Name"),
        _("Came"),
        _("Came without a yes"),
        _("Said yes, stayed away"),
        _("Said no"),
    ]
    rows = [
        (line.player.name, line.came, line.unsaid, line.missed, line.declined) for line in people
    ]
    return HttpResponse(
        csv_bytes(heads, rows),
        content_type=CSV,
        headers={"Content-Disposition": f'attachment; filename="who-came-{season.pk}.csv"'},
    )
