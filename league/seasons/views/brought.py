"""Totals of games that are not in this program: brought forward into a season from a file."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from league.imports.drafts import draft_file, lines_named
from league.imports.forms import ListFileForm
from league.imports.plans import ImportPlan
from league.imports.views import ListImport
from league.seasons.access import season_to_organize
from league.seasons.models import BroughtImport
from league.seasons.selectors.brought import (
    COLUMNS,
    WHY_NOT,
    brought_listed,
    brought_plan,
    needs,
    takes_totals,
)
from league.seasons.services.brought import brought_apply, brought_keep, brought_remove
from league.seasons.tables import VALUES
from scoring.web.pages import show_refusal, told_id

ON_A_PAGE = 100


@require_http_methods(["GET", "HEAD", "POST"])
def brought(request: HttpRequest, pk: int) -> HttpResponse:
    """List what is brought forward, and take one line or all of it away."""
    season = season_to_organize(request, pk)
    if request.method == "POST":
        with show_refusal(request):
            row = told_id(request, "row")
            number = brought_remove(season=season, only=[row] if "row" in request.POST else None)
            sentence = ngettext("%d total is taken away.", "%d totals are taken away.", number)
            messages.success(request, sentence % number)
        return redirect("league:brought", pk=pk)
    page = Paginator(brought_listed(season), ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "season": season,
        "page": page,
        "has_wins": any(row.wins is not None for row in page),
        "has_outs": any(row.rounds_out is not None for row in page),
        "takes": takes_totals(season),
        "why_not": WHY_NOT,
        "measure": VALUES[season.measure],
    }
    return render(request, "league/brought.html", context)


class _BroughtImport(ListImport[BroughtImport]):
    names = "brought"
    columns = COLUMNS

    def __init__(self, request: HttpRequest, pk: int) -> None:
        super().__init__(request)
        self.season = season_to_organize(request, pk)
        self.club = self.season.club

    def drafts(self) -> QuerySet[BroughtImport]:
        return BroughtImport.objects.filter(season=self.season)

    def keep(self, form: ListFileForm, **draft: Any) -> BroughtImport:
        return brought_keep(season=self.season, **draft)

    def plan(self, draft: BroughtImport) -> ImportPlan:
        return brought_plan(self.season, draft_file(draft), named=lines_named(draft))

    def apply(self, draft: BroughtImport, seen: str) -> ImportPlan:
        return brought_apply(draft=draft, seen=seen)

    def address(self, draft: BroughtImport | None = None) -> str:
        if draft is not None:
            return reverse("league:brought-preview", args=[self.season.pk, draft.pk])
        return reverse("league:brought", args=[self.season.pk])

    def address_of_form(self) -> str:
        return reverse("league:brought-import", args=[self.season.pk])

    def context(self) -> Mapping[str, object]:
        return {
            "season": self.season,
            "takes": takes_totals(self.season),
            "why_not": WHY_NOT,
            "needs": needs(self.season),
            "measure": VALUES[self.season.measure],
        }


@require_http_methods(["GET", "HEAD", "POST"])
def brought_import(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a file of totals and show what it would do; nothing is brought forward yet."""
    return _BroughtImport(request, pk).file_page()


@require_http_methods(["GET", "HEAD", "POST"])
def brought_preview(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Show what a file would bring forward, and do exactly that, or throw the file away."""
    return _BroughtImport(request, pk).preview_page(number)
