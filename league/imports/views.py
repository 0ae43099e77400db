"""The pages of a list in a file: sent, looked at line by line, and then taken in."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Generic

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from league.spreadsheets.faults import MOST_BYTES
from scoring.accounts.access import actor_of
from scoring.refusals import Refusal
from scoring.web.pages import form_refusal, sent

from .columns import DIRECTORY, Columns, PeopleFile, people_file
from .drafts import Draft, draft_drop, draft_file
from .forms import ListFileForm
from .plans import KINDS, ImportPlan
from .reading import file_lines

ON_A_PAGE = 100


class ListImport(ABC, Generic[Draft]):
    """The two pages that import a list of people, for everybody who may change that list.

    A room that imports lists says here whose drafts these are, what a file would do, and how it is
    done; the pages are the same for all. `names` is the middle of the templates' names.
    """

    names: str
    form: type[ListFileForm] = ListFileForm
    columns: Columns = DIRECTORY

    def __init__(self, request: HttpRequest) -> None:
        """Keep the actor; 404 for everybody who may not change the list."""
        self.request = request

    @abstractmethod
    def drafts(self) -> "QuerySet[Draft]":
        """The files of this list that wait."""

    @abstractmethod
    def keep(self, form: ListFileForm, **draft: Any) -> Draft:
        """Keep the file that the form brought."""

    @abstractmethod
    def plan(self, draft: Draft) -> ImportPlan:
        """What the file would do now."""

    @abstractmethod
    def apply(self, draft: Draft, seen: str) -> ImportPlan:
        """Do that, as it was `seen`."""

    @abstractmethod
    def address(self, draft: Draft | None = None) -> str:
        """Where the list is shown; or, with a draft, its preview."""

    @abstractmethod
    def address_of_form(self) -> str:
        """Where another file can be chosen."""

    def context(self) -> Mapping[str, object]:
        """What both pages show besides."""
        return {}

    def file_page(self) -> HttpResponse:
        """Take a file and show what it would do; nothing is changed yet."""
        form = self.form(sent(self.request), self.request.FILES or None)
        if self.request.method == "POST" and form.is_valid():
            with form_refusal(form, "file"):
                file = self._file(form)
                name = form.cleaned_data["file"].name or ""
                draft = self.keep(form, user=self._user(), file_name=name, file=file)
                return redirect(self.address(draft))
        context = {**self.context(), "form": form}
        return render(self.request, f"league/{self.names}_import.html", context)

    def _user(self) -> User:
        user = actor_of(self.request).user
        assert user is not None  # noqa: S101  who may change a list has signed in
        return user

    def _file(self, form: ListFileForm) -> PeopleFile:
        # One byte more than is allowed is enough to see that it is too much.
        data = form.cleaned_data["file"].read(MOST_BYTES + 1)
        return people_file(file_lines(data), self.columns)

    def preview_page(self, number: int) -> HttpResponse:
        """Show what a file would do, and do exactly that, or throw the file away."""
        draft = get_object_or_404(self.drafts(), pk=number)
        if self.request.method == "POST":
            return self._answered(draft)
        if draft.applied_at:
            messages.info(self.request, _("This file was imported already."))
            return redirect(self.address())
        plan = self.plan(draft)
        kind = self.request.GET.get("kind", "")
        kind = kind if kind in KINDS else ""
        rows = [row for row in plan.rows if (row.kind == kind if kind else row.kind != "same")]
        context = {
            **self.context(),
            "draft": draft,
            "file": draft_file(draft),
            "plan": plan,
            "kind": kind,
            "page": Paginator(rows, ON_A_PAGE).get_page(self.request.GET.get("page")),
        }
        return render(self.request, f"league/{self.names}_preview.html", context)

    def _answered(self, draft: Draft) -> HttpResponse:
        if self.request.POST.get("do") == "drop":
            draft_drop(draft)
            return redirect(self.address_of_form())
        self.confirm()
        try:
            plan = self.apply(draft, self.request.POST.get("seen", ""))
        except Refusal as refusal:
            messages.warning(self.request, refusal.message)
            return redirect(self.address(draft if refusal.code == "moved" else None))
        messages.success(
            self.request,
            _("Imported: %(new)d new, %(changed)d changed, %(bad)d lines left out.") % plan.counts,
        )
        return redirect(self.address())

    def confirm(self) -> None:
        """Ask for the password first, where the list is one that a stolen session could harm."""
