"""A file of people: sent, looked at line by line, and then taken in."""

from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from league.imports.drafts import draft_file
from league.imports.forms import ListFileForm
from league.imports.plans import ImportPlan
from league.imports.views import ListImport
from league.people.forms import PeopleFileForm
from league.people.models import PeopleImport
from league.people.selectors.imports import final_plan, import_plan, same_people
from league.people.services.imports import import_agreement, import_apply, import_keep
from scoring.accounts.access import club_to_organize
from scoring.accounts.views.confirming import confirm_person


class _PeopleImport(ListImport[PeopleImport]):
    names = "people"
    form = PeopleFileForm

    def __init__(self, request: HttpRequest) -> None:
        super().__init__(request)
        self.club = club_to_organize(request)

    def drafts(self) -> QuerySet[PeopleImport]:
        return PeopleImport.objects.filter(club=self.club)

    def keep(self, form: ListFileForm, **draft: Any) -> PeopleImport:
        return import_keep(club=self.club, erases=form.cleaned_data["erases"], **draft)

    def plan(self, draft: PeopleImport) -> ImportPlan:
        file = draft_file(draft)
        return import_plan(self.club, file, erases=draft.erases, same=same_people(draft))

    def final(self, draft: PeopleImport, plan: ImportPlan) -> ImportPlan:
        return final_plan(draft, plan)

    def keep_choices(self, draft: PeopleImport) -> None:
        import_agreement(draft=draft, agreed="agreed" in self.request.POST)

    def confirm(self) -> None:
        confirm_person(self.request)

    def apply(self, draft: PeopleImport, seen: str) -> ImportPlan:
        return import_apply(draft=draft, seen=seen)

    def address(self, draft: PeopleImport | None = None) -> str:
        if draft is not None:
            return reverse("league:people-preview", args=[draft.pk])
        return reverse("league:people")

    def address_of_form(self) -> str:
        return reverse("league:people-import")


@require_http_methods(["GET", "HEAD", "POST"])
def people_import(request: HttpRequest) -> HttpResponse:
    """Take a file and show what it would change; nothing is changed yet."""
    return _PeopleImport(request).file_page()


@require_http_methods(["GET", "HEAD", "POST"])
def people_preview(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what a file would change, and do exactly that, or throw the file away."""
    return _PeopleImport(request).preview_page(pk)
