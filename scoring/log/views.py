"""The log of who did what, for organizers: to be looked at, and nothing else."""

import csv

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.accounts.access import club_to_organize
from scoring.sheets.views.sheets import plain

from .selectors import MOST_IN_A_FILE, LogFilter, line_of, log_page, newest, who_can_be_asked_for

LONGEST_NAME = 80
# No log is of another year, and not every other year can be computed with.
FIRST_YEAR, LAST_YEAR = 2000, 3000


def _asked(request: HttpRequest) -> LogFilter:
    """The person and the day that were asked for; nobody and none where they cannot be read."""
    typed = request.GET.get("who", "")
    who = "".join(letter for letter in typed if letter.isprintable())[:LONGEST_NAME]
    try:
        day = parse_date(request.GET.get("day", "")[:10])
    except ValueError:
        day = None
    return LogFilter(who, day if day and FIRST_YEAR <= day.year < LAST_YEAR else None)


def _before(request: HttpRequest) -> int | None:
    """The id before which the page begins; None for the newest."""
    text = request.GET.get("before", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 18 else None


@require_safe
def log(request: HttpRequest) -> HttpResponse:
    """Some lines, newest first; of one person or one day where asked for."""
    club = club_to_organize(request)
    asked = _asked(request)
    page = log_page(club, asked, _before(request))
    names, who = who_can_be_asked_for(club), asked.who
    query = {"who": who, "day": asked.day.isoformat() if asked.day else ""}
    query = {name: value for name, value in query.items() if value}
    context = {
        "page": page,
        "names": names if not who or who in names else [who, *names],
        "who": who,
        "day": asked.day,
        "asked": urlencode(query),
        "older": urlencode(query | {"before": str(page.older)}) if page.older else "",
        "most": MOST_IN_A_FILE,
    }
    return render(request, "scoring/log.html", context)


@require_safe
def log_csv(request: HttpRequest) -> HttpResponse:
    """The lines that are asked for as CSV, the newest 10,000 at most."""
    club = club_to_organize(request)
    entries = newest(club, _asked(request), most=MOST_IN_A_FILE)
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="log.csv"'
    response.write("\ufeff")  # spreadsheet programs take the file for UTF-8 by this mark
    writer = csv.writer(response)
    writer.writerow(
        [
            _("when"),
            _("who"),
            _("as"),
            _("what"),
            _("came of it"),
            _("account"),
            _("page"),
            _("from"),
        ]
    )
    for entry in entries:
        line = line_of(entry)
        cells = [
            timezone.localtime(entry.moment).isoformat(timespec="seconds"),
            line.who,
            line.role,
            line.words,
            entry.get_outcome_display(),
            entry.about,
            line.address,
            entry.address or "",
        ]
        writer.writerow([plain(text) for text in cells])
    return response
