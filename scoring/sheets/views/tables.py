"""Starting the games of tables by a button, for whoever seats people at them."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from scoring.sheets.services.tables import StartedTables
from scoring.web.pages import show_refusal


def start_tables(
    request: HttpRequest,
    start: Callable[[], StartedTables],
    *,
    back: HttpResponse,
    to_sheet: bool,
) -> HttpResponse:
    """Start tables, and say what could not begin; then go `back`, or `to_sheet` of the first."""
    with show_refusal(request):
        started = start()
        for sentence in started.refusals:
            messages.error(request, sentence)
        if to_sheet and started.games:
            return redirect("scoring:sheet", code=started.games[0].code)
    return back
