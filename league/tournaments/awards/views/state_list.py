"""The list for the state: its columns are chosen, seen, saved under a name, and downloaded."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from league.paging import order_moved
from league.spreadsheets.writing import CSV, XLSX, csv_bytes, xlsx_bytes
from league.tournaments.access import tournament_to_direct
from league.tournaments.awards.selectors.medals import medals_of
from league.tournaments.awards.selectors.places import when_certain
from league.tournaments.awards.selectors.state_list import (
    COLUMNS,
    SAME,
    known_columns,
    labels_of,
    left_out_of,
    missing_in,
    state_lists_of,
    state_rows,
    usual_columns,
)
from league.tournaments.awards.services import state_lists as services
from league.tournaments.courses import loaded
from league.tournaments.models import StateList, Tournament
from scoring.web.pages import read_id, show_refusal, told_id


def _chosen(request: HttpRequest, tournament: Tournament, lists: list[StateList]) -> list[str]:
    """The columns that the address names: one by one, or as they were saved; else the usual."""
    if "columns" in request.GET or "move" in request.GET:
        columns = known_columns(request.GET.getlist("columns"))
        return order_moved(columns, request.GET.get("move", ""), COLUMNS)
    number = read_id(request.GET.get("list", ""))
    saved = next((row for row in lists if row.pk == number), None)
    return known_columns(saved.columns) if saved else usual_columns(tournament)


def _address(pk: int, columns: list[str]) -> str:
    query = urlencode({"columns": columns}, doseq=True)
    return f"{reverse('league:state-list', args=[pk])}?{query}"


@require_http_methods(["GET", "HEAD", "POST"])
def state_list(request: HttpRequest, pk: int) -> HttpResponse:
    """Choose columns and see the list; a form saves the choice, or takes a saved one away."""
    tournament = tournament_to_direct(request, pk)
    if request.method == "POST":
        columns = known_columns(request.POST.getlist("columns"))
        with show_refusal(request):
            if request.POST.get("deed") == "remove":
                services.state_list_remove(club=tournament.club, number=told_id(request, "list"))
                messages.success(request, _("The saved list is removed."))
            else:
                saved = services.state_list_save(
                    club=tournament.club, name=request.POST.get("name", ""), columns=columns
                )
                messages.success(
                    request, _("%s is saved, for the next tournament too.") % saved.name
                )
        return redirect(_address(pk, columns or usual_columns(tournament)))
    lists = state_lists_of(tournament.club)
    columns = _chosen(request, tournament, lists)
    snapshot = loaded(tournament)
    medals, labels = medals_of(snapshot), labels_of(snapshot)
    left_out = left_out_of(snapshot, medals, columns) if columns else []
    missing = missing_in(snapshot, medals, columns)
    context = {
        "tournament": tournament,
        "lists": lists,
        "current": next((row for row in lists if row.columns == columns), None),
        "usual": columns == usual_columns(tournament),
        # Whoever moves columns sees them move; else the list comes first.
        "choosing": "move" in request.GET or not columns,
        "columns": [(name, labels[name]) for name in columns],
        "spare": [(name, label) for name, label in labels.items() if name not in columns],
        "query": urlencode({"columns": columns}, doseq=True),
        "when_certain": when_certain(snapshot),
        "heads": [(labels[name], name in SAME) for name in columns],
        "rows": [
            [(value, name in SAME) for name, value in zip(columns, row, strict=True)]
            for row in (state_rows(snapshot, medals, columns) if columns else ())
        ],
        "missing": missing,
        "to_fill": [(person.entrant, person.what) for person in missing if person.what],
        "locked": [(person.entrant, person.locked) for person in missing if person.locked],
        "left_out": [line.name for line in left_out],
        "gap": "place" in columns and any(line.place for line in left_out),
        "open_groups": [group for group in medals.groups if group.open_words]
        if "place" in columns
        else [],
        "last_stage": snapshot.stages[-1] if snapshot.stages else None,
    }
    return render(request, "league/state_list.html", context)


@require_safe
def tournament_csv(request: HttpRequest, pk: int) -> HttpResponse:
    """The list for the state as CSV, in the columns that the address names."""
    return _file(request, pk, "csv", CSV)


@require_safe
def tournament_xlsx(request: HttpRequest, pk: int) -> HttpResponse:
    """The same as a workbook."""
    return _file(request, pk, "xlsx", XLSX)


def _file(request: HttpRequest, pk: int, ending: str, kind: str) -> HttpResponse:
    tournament = tournament_to_direct(request, pk)
    snapshot = loaded(tournament)
    columns = known_columns(request.GET.getlist("columns")) or usual_columns(tournament)
    labels, rows = labels_of(snapshot), state_rows(snapshot, medals_of(snapshot), columns)
    heads = [labels[name] for name in columns]
    title = tournament.event or tournament.name
    written = csv_bytes(heads, rows) if ending == "csv" else xlsx_bytes(title, heads, rows)
    return HttpResponse(
        written,
        content_type=kind,
        headers={"Content-Disposition": f'attachment; filename="tournament-{pk}.{ending}"'},
    )
