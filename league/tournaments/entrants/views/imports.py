"""A file of entrants: sent, looked at line by line, and then taken in."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from league.imports.forms import ListFileForm
from league.imports.plans import ImportPlan
from league.imports.views import ListImport
from league.tournaments.access import tournament_to_direct
from league.tournaments.entrants.selectors.imports import COLUMNS
from league.tournaments.entrants.services.imports import (
    entrants_apply,
    entrants_keep,
    entrants_order,
    plan_of_draft,
)
from league.tournaments.models import EntrantImport
from scoring.accounts.authors import author_of


class _EntrantImport(ListImport[EntrantImport]):
    names = "entrants"
    columns = COLUMNS
    questions = ("day-first", "month-first")

    def __init__(self, request: HttpRequest, pk: int) -> None:
        super().__init__(request)
        self.tournament = tournament_to_direct(request, pk)
        self.club = self.tournament.club

    def drafts(self) -> QuerySet[EntrantImport]:
        return EntrantImport.objects.filter(tournament=self.tournament)

    def keep(self, form: ListFileForm, **draft: Any) -> EntrantImport:
        return entrants_keep(tournament=self.tournament, **draft)

    def plan(self, draft: EntrantImport) -> ImportPlan:
        return plan_of_draft(draft, self.tournament)

    def apply(self, draft: EntrantImport, seen: str) -> ImportPlan:
        return entrants_apply(draft=draft, author=author_of(self.request), seen=seen)

    def answer(self, draft: EntrantImport, what: str) -> None:
        entrants_order(draft, day_first=what == "day-first")

    def address(self, draft: EntrantImport | None = None) -> str:
        if draft is not None:
            return reverse("league:entrants-preview", args=[self.tournament.pk, draft.pk])
        return reverse("league:entrants", args=[self.tournament.pk])

    def address_of_form(self) -> str:
        return reverse("league:entrants-import", args=[self.tournament.pk])

    def context(self) -> Mapping[str, object]:
        return {"tournament": self.tournament}


@require_http_methods(["GET", "HEAD", "POST"])
def entrants_import(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a file and show what it would do; nobody is entered yet."""
    return _EntrantImport(request, pk).file_page()


@require_http_methods(["GET", "HEAD", "POST"])
def entrants_preview(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Show what a file would do, and do exactly that, or throw the file away."""
    return _EntrantImport(request, pk).preview_page(number)
