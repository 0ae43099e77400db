"""The pages of a list in a file: sent, looked at line by line, and then taken in."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Generic
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league.spreadsheets.faults import MOST_BYTES
from league.spreadsheets.reading import clean_cell
from scoring.accounts.access import actor_of
from scoring.accounts.models import Club
from scoring.lists import all_of, listed
from scoring.names import NAME_LENGTH, name_clean
from scoring.refusals import Refusal
from scoring.web.pages import form_refusal, read_id, sent

from .columns import DIRECTORY, Columns, PeopleFile, people_file, with_meanings
from .drafts import (
    Draft,
    draft_answer,
    draft_columns,
    draft_drop,
    draft_file,
    draft_plan,
    known_columns,
)
from .forms import ListFileForm
from .plans import KINDS, NAMED, ImportPlan
from .reading import file_lines

ON_A_PAGE = 100
# Lines whose cells stand beside a column as an example.
EXAMPLES = 3
# What a column may hold besides our fields: the two parts of a name.
PARTS = {"first": gettext_lazy("First name"), "last": gettext_lazy("Last name")}


@dataclass(frozen=True)
class FileColumn:
    """A column of the file on the page: what it holds, "" where it is not read, and examples."""

    at: int
    head: str
    meaning: str
    examples: str


class ListImport(ABC, Generic[Draft]):
    """The two pages that import a list of people, for everybody who may change that list.

    A room that imports lists says here whose drafts these are, what a file would do, and how it is
    done; the pages are the same for all. `names` is the middle of the templates' names, and `club`
    whose list it is.
    """

    names: str
    club: Club
    form: type[ListFileForm] = ListFileForm
    columns: Columns = DIRECTORY
    # What buttons of such a list alone say of the whole file.
    questions: Collection[str] = ()

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

    def final(self, draft: Draft, plan: ImportPlan) -> ImportPlan:
        """What of that is done, after what somebody chose for lines and for the whole file."""
        return draft_plan(draft, plan)

    def keep_choices(self, draft: Draft) -> None:
        """Keep what the form of the lines says of the whole file."""

    @abstractmethod
    def apply(self, draft: Draft, seen: str) -> ImportPlan:
        """Do that, as it was `seen`."""

    @abstractmethod
    def address(self, draft: Draft | None = None) -> str:
        """Where the list is shown; or, with a draft, its preview."""

    @abstractmethod
    def address_of_form(self) -> str:
        """Where another file can be chosen."""

    def answer(self, draft: Draft, what: str) -> None:
        """Keep what one of the list's own buttons says of the whole file."""

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
        known = known_columns(self.club, self.names)
        return people_file(file_lines(data), self.columns, known)

    def preview_page(self, number: int) -> HttpResponse:
        """Show what a file would do, and do exactly that, or throw the file away."""
        draft = get_object_or_404(self.drafts(), pk=number)
        if self.request.method == "POST":
            return self._answered(draft)
        if draft.applied_at:
            messages.info(self.request, _("This file was imported already."))
            return redirect(self.address())
        kept_plan = self.plan(draft)
        plan, file = self.final(draft, kept_plan), draft_file(draft)
        kind = self.request.GET.get("kind", "")
        kind = kind if kind in KINDS else ""
        rows = [row for row in plan.rows if (row.kind == kind if kind else row.kind != "same")]
        # What asks for something is seen without scrolling.
        rows.sort(key=lambda row: row.kind != "bad")
        context = {
            **self.context(),
            "draft": draft,
            "file": file,
            "plan": plan,
            "seen": kept_plan.fingerprint,
            "kind": kind,
            "page": Paginator(rows, ON_A_PAGE).get_page(self.request.GET.get("page")),
            "columns": self._columns(file),
            "meanings": [*self.columns.labels.items(), *PARTS.items()],
        }
        return render(self.request, f"league/{self.names}_preview.html", context)

    def _columns(self, file: PeopleFile) -> list[FileColumn]:
        """The file's columns, each with what it holds and its first cells."""
        examples = [line.cells for line in file.lines[:EXAMPLES]]
        return [
            FileColumn(
                at,
                head or _("Column %d") % (at + 1),
                meaning,
                ", ".join(cells[at] for cells in examples if at < len(cells) and cells[at]),
            )
            for at, (head, meaning) in enumerate(zip(file.heads, file.meant, strict=True))
        ]

    def _answered(self, draft: Draft) -> HttpResponse:
        """What a button of the preview does: another page, other columns, import, throw away."""
        page = self.request.POST.get("look", "")
        what = "look" if page else self.request.POST.get("do", "apply")
        if what == "drop":
            draft_drop(draft)
            return redirect(self.address_of_form())
        if what == "columns" and not draft.applied_at:
            return self._columns_chosen(draft)
        if what in self.questions and not draft.applied_at:
            self.answer(draft, what)
            return redirect(self.address(draft))
        if what == "look" and not draft.applied_at:
            draft_answer(draft, self._answers())
            self.keep_choices(draft)
            query = urlencode({"kind": self.request.POST.get("kind", ""), "page": page})
            return redirect(f"{self.address(draft)}?{query}")
        return self._applied(draft)

    def _applied(self, draft: Draft) -> HttpResponse:
        """Import what was seen; where the answers of this form do something else, show it first."""
        self.confirm()
        seen = self.request.POST.get("seen", "")
        before = None if draft.applied_at else self.plan(draft)
        if before:
            self.keep_choices(draft)
        if before and draft_answer(draft, self._answers()):
            after = self.plan(draft)
            if before.fingerprint != seen or not after.only_adds_to(before):
                messages.warning(
                    self.request,
                    _("Nothing is imported yet. Look at the lines that you changed, then import."),
                )
                return redirect(self.address(draft))
            seen = after.fingerprint
        try:
            plan = self.apply(draft, seen)
        except Refusal as refusal:
            messages.warning(self.request, refusal.message)
            return redirect(self.address(draft if refusal.code == "moved" else None))
        sentence = ngettext(
            "Imported: %(new)d new, %(changed)d changed, %(out)d line left out.",
            "Imported: %(new)d new, %(changed)d changed, %(out)d lines left out.",
            plan.left_out,
        )
        messages.success(self.request, sentence % {**plan.counts, "out": plan.left_out})
        if plan.out_names:
            left_out = _("Left out: %s.") % listed(plan.out_names, NAMED)
            messages.warning(self.request, left_out)
        if plan.taken_in_part:
            in_part = _(
                "Imported without an e-mail address because the one in the file is wrong: %s."
            )
            messages.warning(self.request, in_part % listed(plan.taken_in_part, NAMED))
        return redirect(self.address())

    def _answers(self) -> dict[int, dict[str, Any]]:
        """What the form says of the lines that it shows; of others it says nothing."""
        sent = self.request.POST
        shown = {read_id(text) for text in sent.getlist("line")[:ON_A_PAGE]}
        answers: dict[int, dict[str, Any]] = {}
        for number in shown - {0}:
            name = name_clean(sent.get(f"name-{number}", ""))[:NAME_LENGTH]
            cells = {
                field: clean_cell(sent[f"cell-{number}-{field}"])
                for field in self.columns.labels
                if f"cell-{number}-{field}" in sent
            }
            answers[number] = {
                "skip": f"take-{number}" not in sent,
                **({"name": name} if name else {}),
                **({"same": True} if f"same-{number}" in sent else {}),
                **({"cells": cells} if cells else {}),
            }
        return answers

    def _columns_chosen(self, draft: Draft) -> HttpResponse:
        """Read the file's columns as the form says, and remember it for the next file."""
        file, sent = draft_file(draft), self.request.POST
        allowed = {*self.columns.labels, *PARTS}
        chosen = [sent.get(f"column-{at}", "") for at in range(len(file.heads))]
        meant = [meaning if meaning in allowed else "" for meaning in chosen]
        read = with_meanings(file, self.columns, meant, first_line="first_line" in sent)
        draft_columns(draft, club=self.club, kind=self.names, columns=self.columns, read=read)
        if not read.fields:
            messages.warning(self.request, _("Choose the column that holds the names."))
        elif twice := [meaning for meaning in set(meant) if meaning and meant.count(meaning) > 1]:
            labels = {**self.columns.labels, **PARTS}
            messages.warning(
                self.request,
                _("Two columns mean the same. The first one is used: %s.")
                % all_of(sorted(str(labels[meaning]) for meaning in twice)),
            )
        return redirect(self.address(draft))

    def confirm(self) -> None:
        """Ask for the password first, where the list is one that a stolen session could harm."""
