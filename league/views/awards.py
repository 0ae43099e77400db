"""The awards: what is called out, certificates, and what is sent to the state."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.models import Tournament
from league.selectors.access import tournament_to_direct
from league.selectors.courses import loaded
from league.selectors.medals import medals_of
from league.selectors.places import Calling, callings_of, state_lines
from league.spreadsheets.writing import CSV, XLSX, Value, csv_bytes, xlsx_bytes


def _callings(tournament: Tournament) -> Sequence[Calling]:
    found = loaded(tournament)
    return callings_of(found, medals_of(found))


@require_safe
def awards(request: HttpRequest, pk: int) -> HttpResponse:
    """What is called out, in its order: to print and to read from."""
    tournament = tournament_to_direct(request, pk)
    context = {"tournament": tournament, "callings": _callings(tournament)}
    return render(request, "league/awards.html", context)


@require_safe
def certificates(request: HttpRequest, pk: int) -> HttpResponse:
    """A page for each medal, and with `ribbons` for each ribbon too."""
    tournament = tournament_to_direct(request, pk)
    ribbons = "ribbons" in request.GET
    pages = [
        (calling.medals, call, person)
        for calling in _callings(tournament)
        for call in calling.calls
        if ribbons or call.what != "ribbon"
        for person in call.people
    ]
    context = {"tournament": tournament, "pages": pages, "ribbons": ribbons}
    return render(request, "league/certificates.html", context)


@require_safe
def tournament_csv(request: HttpRequest, pk: int) -> HttpResponse:
    """Everybody's place in the division as CSV, for the state."""
    return _file(request, pk, "csv", CSV)


@require_safe
def tournament_xlsx(request: HttpRequest, pk: int) -> HttpResponse:
    """Everybody's place in the division as a workbook, for the state."""
    return _file(request, pk, "xlsx", XLSX)


def _file(request: HttpRequest, pk: int, ending: str, kind: str) -> HttpResponse:
    tournament = tournament_to_direct(request, pk)
    found = loaded(tournament)
    event = tournament.event or tournament.name
    heads = [
        _("event"),
        _("division"),
        _("place"),
        _("name"),
        _("residence"),
        _("qualified"),
    ]
    rows: list[Sequence[Value]] = [
        (
            event,
            line.division,
            line.place,
            line.name,
            line.residence,
            _("yes") if line.qualified else _("no"),
        )
        for line in state_lines(found, medals_of(found))
    ]
    written = csv_bytes(heads, rows) if ending == "csv" else xlsx_bytes(event, heads, rows)
    return HttpResponse(
        written,
        content_type=kind,
        headers={"Content-Disposition": f'attachment; filename="tournament-{pk}.{ending}"'},
    )
