"""A file of people: sent, looked at line by line, and then taken in."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.forms.people import PeopleFileForm
from league.models import PeopleImport
from league.selectors.columns import people_file
from league.selectors.import_plans import KINDS
from league.selectors.imports import import_plan
from league.services import importing
from league.spreadsheets.reading import MOST_BYTES, read_lines
from scoring.selectors.access import actor_of, club_to_organize
from scoring.services.errors import Refusal
from scoring.views.common import sent

ON_A_PAGE = 100


@require_http_methods(["GET", "HEAD", "POST"])
def people_import(request: HttpRequest) -> HttpResponse:
    """Take a file and show what it would change; nothing is changed yet."""
    club = club_to_organize(request)
    form = PeopleFileForm(sent(request), request.FILES or None)
    if request.method == "POST" and form.is_valid():
        upload = form.cleaned_data["file"]
        user = actor_of(request).user
        assert user is not None  # noqa: S101  an organizer has signed in
        try:
            # One byte more than is allowed is enough to see that it is too much.
            file = people_file(read_lines(upload.read(MOST_BYTES + 1)))
        except Refusal as refusal:
            form.add_error("file", refusal.message)
        else:
            draft = importing.import_keep(
                club=club,
                user=user,
                file_name=upload.name or "",
                file=file,
                erases=form.cleaned_data["erases"],
            )
            return redirect("league:people-preview", pk=draft.pk)
    return render(request, "league/people_import.html", {"form": form})


@require_http_methods(["GET", "HEAD", "POST"])
def people_preview(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what a file would change, and do exactly that, or throw the file away."""
    club = club_to_organize(request)
    draft = get_object_or_404(PeopleImport, club=club, pk=pk)
    if request.method == "POST":
        return _answered(request, draft)
    if draft.applied_at:
        messages.info(request, _("This file was imported already."))
        return redirect("league:people")
    file = importing.file_of(draft)
    plan = import_plan(club, file, erases=draft.erases)
    kind = request.GET.get("kind", "")
    rows = [row for row in plan.rows if (row.kind == kind if kind in KINDS else row.kind != "same")]
    context = {
        "draft": draft,
        "file": file,
        "plan": plan,
        "kind": kind if kind in KINDS else "",
        "page": Paginator(rows, ON_A_PAGE).get_page(request.GET.get("page")),
    }
    return render(request, "league/people_preview.html", context)


def _answered(request: HttpRequest, draft: PeopleImport) -> HttpResponse:
    if request.POST.get("do") == "drop":
        importing.import_drop(draft=draft)
        return redirect("league:people-import")
    try:
        plan = importing.import_apply(draft=draft, seen=request.POST.get("seen", ""))
    except Refusal as refusal:
        messages.warning(request, refusal.message)
        if refusal.code == "moved":
            return redirect("league:people-preview", pk=draft.pk)
    else:
        messages.success(
            request,
            _("Imported: %(new)d new, %(changed)d changed, %(bad)d lines left out.") % plan.counts,
        )
    return redirect("league:people")
