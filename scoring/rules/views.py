"""A club's rule sheets: the list of them, one as a page of questions, on paper, and its end.

And the published rule sets side by side.
"""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from scoring import referee
from scoring.accounts.access import actor_of, club_to_organize, club_to_score
from scoring.accounts.authors import author_of
from scoring.web.pages import form_refusal, sent, show_refusal

from . import services
from .access import rule_sheet_to_change, rule_sheet_to_see
from .forms import FindForm, NewRuleSheetForm, RuleSheetForm
from .models import RuleSheet
from .selectors import differences_between, offers_of, uses_of


@require_http_methods(["GET", "HEAD", "POST"])
def rule_sheets(request: HttpRequest) -> HttpResponse:
    """List the club's rule sheets and the published ones; an organizer makes a new one."""
    club = club_to_organize(request) if request.method == "POST" else club_to_score(request)
    offers = offers_of(club)
    form = NewRuleSheetForm(sent(request), offers=offers)
    if request.method == "POST" and form.is_valid():
        with form_refusal(form, "name"):
            sheet = services.rule_sheet_create(
                club=club,
                author=author_of(request),
                name=form.cleaned_data["name"],
                rules=form.start.rules,
                other_rules=form.start.sheet.other_rules if form.start.sheet else "",
            )
            return redirect("scoring:rule-sheet", pk=sheet.pk)
    context = {"offers": offers, "form": form}
    return render(request, "scoring/rule_sheets.html", context)


@vary_on_headers("HX-Request")
@require_http_methods(["GET", "HEAD", "POST"])
def rule_sheet(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a rule sheet: every question with its answers; an organizer changes them here."""
    reader = rule_sheet_to_change if request.method == "POST" else rule_sheet_to_see
    sheet = reader(request, pk)
    find = FindForm(request.GET or None)
    matches = find.matches(sheet.rules)
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "scoring/_rules_found.html", {"matches": matches})
    initial = {"name": sheet.name, "other_rules": sheet.other_rules}
    form = RuleSheetForm(sent(request), rules=sheet.rules, initial=initial)
    only_compares = "compare" in request.POST
    sound = form.is_valid()
    if sound and not only_compares and _save(request, sheet, form):
        return redirect("scoring:rule-sheet", pk=pk)
    context = {
        "sheet": sheet,
        "form": form,
        "sections": form.section_fields(),
        "find": find,
        "matches": matches,
        "base": referee.TITLES[sheet.rules["base"]],
        "sets": referee.SETS,
        "lines": referee.two_lines(sheet.rules),
        "warnings": referee.sheet_warnings(sheet.rules),
        "uses": uses_of(sheet),
        "decisions": _decisions(sheet),
        "only_compares": only_compares and sound,
        **_compared(request, sheet, form.rule_spec() if sound else sheet.rules),
    }
    return render(request, "scoring/rule_sheet.html", context)


def _save(request: HttpRequest, sheet: RuleSheet, form: RuleSheetForm) -> bool:
    """Whether the answers were saved; else the form says why not."""
    with form_refusal(form, "name"):
        services.rule_sheet_save(
            sheet=sheet,
            author=author_of(request),
            name=form.cleaned_data["name"],
            rules=form.rule_spec(),
            other_rules=form.cleaned_data["other_rules"],
        )
        messages.success(
            request, _("Saved. Games that start from now on can play by it; others stay as is.")
        )
        return True
    return False


def _compared(request: HttpRequest, sheet: RuleSheet, rules: Mapping[str, Any]) -> dict[str, Any]:
    """What these answers change in the rules they stand on, or in others that were chosen."""
    offers = [offer for offer in offers_of(sheet.club) if offer.sheet != sheet]
    than = request.POST.get("than", request.GET.get("than", ""))
    other, lines = differences_between(rules, offers, than)
    return {"offers": offers, "other": other, "differences": lines, "than": than}


def _decisions(sheet: RuleSheet) -> list[dict[str, Any]]:
    """The rules of the sheet that came from disputes, with the dispute where it is known."""
    kept = sheet.precedents.filter(ended_at__isnull=True).select_related("dispute__game")
    return [
        {
            "precedent": precedent,
            "question": referee.parameter_sentence(precedent.parameter),
            "answer": referee.rule_question(sheet.rules, precedent.parameter).label,
        }
        for precedent in kept
        if sheet.rules.get(precedent.parameter, ...) == precedent.value
    ]


@require_safe
def rule_sheet_print(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the rules on one page for paper: the club's own first, nothing that does not matter."""
    sheet = rule_sheet_to_see(request, pk)
    context = {
        "sheet": sheet,
        "base": referee.TITLES[sheet.rules["base"]],
        "sections": referee.sheet_on_paper(sheet.rules),
    }
    return render(request, "scoring/rule_sheet_print.html", context)


@require_POST
def rule_sheet_copy(request: HttpRequest, pk: int) -> HttpResponse:
    """Make a copy under a name of its own, and go there."""
    sheet = rule_sheet_to_change(request, pk)
    with show_refusal(request):
        copy = services.rule_sheet_copy(sheet=sheet, author=author_of(request))
        messages.success(request, _("This is the copy. Give it a name of its own."))
        return redirect("scoring:rule-sheet", pk=copy.pk)
    return redirect("scoring:rule-sheet", pk=pk)


@require_http_methods(["GET", "HEAD", "POST"])
def rule_sheet_delete(request: HttpRequest, pk: int) -> HttpResponse:
    """Say what still goes by these rules, and delete them once that is agreed to."""
    sheet = rule_sheet_to_change(request, pk)
    if request.method == "POST":
        services.rule_sheet_delete(sheet=sheet)
        messages.success(
            request, _("%s are deleted. Games that play by them keep them.") % sheet.name
        )
        return redirect("scoring:rule-sheets")
    context = {"sheet": sheet, "uses": uses_of(sheet), "me": actor_of(request)}
    return render(request, "scoring/rule_sheet_delete.html", context)


@require_safe
def rule_sets(request: HttpRequest) -> HttpResponse:
    """The published rule sets side by side; for everybody."""
    titles = referee.preset_titles()
    lines = [
        (sentence, list(zip(titles, values, strict=True)))
        for sentence, values in referee.presets_side_by_side()
    ]
    context = {"titles": titles, "lines": lines}
    return render(request, "scoring/rule_sets.html", context)
