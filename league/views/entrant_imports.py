"""A file of entrants: sent, looked at line by line, and then taken in."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.forms.entrants import EntrantsFileForm
from league.models import EntrantImport
from league.selectors.access import tournament_to_direct
from league.selectors.columns import people_file
from league.selectors.entrant_imports import COLUMNS
from league.selectors.import_plans import KINDS
from league.services import entrants_import as services
from league.spreadsheets.reading import MOST_BYTES, read_lines
from scoring.selectors.access import actor_of
from scoring.services.errors import Refusal
from scoring.views.common import author_of, sent

ON_A_PAGE = 100


@require_http_methods(["GET", "HEAD", "POST"])
def entrants_import(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a file and show what it would do; nobody is entered yet."""
    tournament = tournament_to_direct(request, pk)
    form = EntrantsFileForm(sent(request), request.FILES or None)
    if request.method == "POST" and form.is_valid():
        upload = form.cleaned_data["file"]
        user = actor_of(request).user
        assert user is not None  # noqa: S101  an organizer has signed in
        try:
            # One byte more than is allowed is enough to see that it is too much.
            file = people_file(read_lines(upload.read(MOST_BYTES + 1)), COLUMNS)
        except Refusal as refusal:
            form.add_error("file", refusal.message)
        else:
            draft = services.entrants_keep(
                tournament=tournament, user=user, file_name=upload.name or "", file=file
            )
            return redirect("league:entrants-preview", pk=pk, number=draft.pk)
    context = {"tournament": tournament, "form": form}
    return render(request, "league/entrants_import.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def entrants_preview(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Show what a file would do, and do exactly that, or throw the file away."""
    tournament = tournament_to_direct(request, pk)
    draft = get_object_or_404(EntrantImport, tournament=tournament, pk=number)
    if request.method == "POST":
        return _answered(request, draft)
    if draft.applied_at:
        messages.info(request, _("This file was imported already."))
        return redirect("league:entrants", pk=pk)
    plan = services.plan_of_draft(draft, tournament)
    kind = request.GET.get("kind", "")
    rows = [row for row in plan.rows if (row.kind == kind if kind in KINDS else row.kind != "same")]
    context = {
        "tournament": tournament,
        "draft": draft,
        "file": services.file_of_draft(draft),
        "plan": plan,
        "kind": kind if kind in KINDS else "",
        "page": Paginator(rows, ON_A_PAGE).get_page(request.GET.get("page")),
    }
    return render(request, "league/entrants_preview.html", context)


def _answered(request: HttpRequest, draft: EntrantImport) -> HttpResponse:
    pk = draft.tournament_id
    if request.POST.get("do") == "drop":
        services.entrants_drop(draft=draft)
        return redirect("league:entrants-import", pk=pk)
    try:
        plan = services.entrants_apply(
            draft=draft, author=author_of(request), seen=request.POST.get("seen", "")
        )
    except Refusal as refusal:
        messages.warning(request, refusal.message)
        if refusal.code == "moved":
            return redirect("league:entrants-preview", pk=pk, number=draft.pk)
    else:
        messages.success(
            request,
            _("Imported: %(new)d new, %(changed)d changed, %(bad)d lines left out.") % plan.counts,
        )
    return redirect("league:entrants", pk=pk)
