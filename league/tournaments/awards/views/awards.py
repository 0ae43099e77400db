"""The awards: what is called out, certificates, and what is sent to the state."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.spreadsheets.writing import CSV, XLSX, Value, csv_bytes, xlsx_bytes
from league.tournaments.access import tournament_to_direct
from league.tournaments.awards.selectors.medals import medals_of
from league.tournaments.awards.selectors.places import Calling, callings_of, state_lines
from league.tournaments.courses import loaded
from league.tournaments.models import Tournament


def _callings(tournament: Tournament) -> Sequence[Calling]:
    snapshot = loaded(tournament)
    return callings_of(snapshot, medals_of(snapshot))


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
    snapshot = loaded(tournament)
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
        for line in state_lines(snapshot, medals_of(snapshot))
    ]
    written = csv_bytes(heads, rows) if ending == "csv" else xlsx_bytes(event, heads, rows)
    return HttpResponse(
        written,
        content_type=kind,
        headers={"Content-Disposition": f'attachment; filename="tournament-{pk}.{ending}"'},
    )
