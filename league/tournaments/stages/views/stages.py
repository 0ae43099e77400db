"""The stages of a tournament, and what they mean for so many people."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.tournaments.access import tournament_to_direct
from league.tournaments.models import Stage, Tournament
from league.tournaments.stages.forms.stages import StageForm
from league.tournaments.stages.selectors.forecasts import (
    Expected,
    begun_courses,
    expected_of,
    forecast_of_stages,
    told_number,
)
from league.tournaments.stages.selectors.goers_changed import goers_changed
from league.tournaments.stages.services import stages as services
from league.tournaments.wording import stage_words
from scoring.accounts.authors import author_of
from scoring.web.pages import form_refusal, sent, show_refusal


@require_safe
def stages(request: HttpRequest, pk: int) -> HttpResponse:
    """The list of stages with what each means for those who entered, or for a number told."""
    tournament = tournament_to_direct(request, pk)
    rows = list(tournament.stages.all())
    expected = _expected(request, tournament)
    forecast = forecast_of_stages(rows, expected, begun_courses(tournament))
    context = {
        "tournament": tournament,
        "expected": expected,
        "forecast": forecast,
        "stages": [
            {
                "stage": stage,
                "words": stage_words(stage),
                "line": line,
                "first": at == 0 or rows[at - 1].opened_at is not None,
                "last": at == len(rows) - 1,
            }
            for at, (stage, line) in enumerate(zip(rows, forecast.lines, strict=True))
        ],
    }
    return render(request, "league/stages.html", context)


def _expected(request: HttpRequest, tournament: Tournament) -> Expected:
    """For how many people the page forecasts: those who entered, unless another number is told."""
    query = request.POST if request.method == "POST" else request.GET
    expected = expected_of(tournament)
    return expected.instead(told_number(query.get("entrants"), expected.entrants))


def _to_stages(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Lead to the list of stages, which forecasts for the number that was told."""
    expected = _expected(request, tournament)
    address = reverse("league:stages", args=[tournament.pk])
    query = f"?{urlencode({'entrants': expected.entrants})}" if expected.is_typed else ""
    return redirect(f"{address}{query}")


@require_http_methods(["GET", "HEAD", "POST"])
def stage_add(request: HttpRequest, pk: int) -> HttpResponse:
    """Add a stage after the last one."""
    tournament = tournament_to_direct(request, pk)
    rows = list(tournament.stages.all())
    stage = Stage(
        tournament=tournament,
        number=rows[-1].number + 1 if rows else 1,
        name=_("Final") if rows else _("First stage"),
        rules=rows[-1].rules if rows else {"base": "family", "fill": "defaults"},
        rule_sheet=rows[-1].rule_sheet if rows else None,
        set=rows[-1].set if rows else 12,
        minutes=rows[-1].minutes if rows else None,
    )
    form = StageForm(sent(request), instance=stage, stages=rows)
    if request.method == "POST" and "show" not in request.POST and form.is_valid():
        with form_refusal(form):
            added = services.stage_add(
                tournament=tournament, author=author_of(request), fields=form.told()
            )
            messages.success(request, _("%s is added.") % added.name)
            return _to_stages(request, tournament)
    return _form_page(request, tournament, form, None)


@require_http_methods(["GET", "HEAD", "POST"])
def stage_edit(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Change a stage."""
    tournament = tournament_to_direct(request, pk)
    stage = _stage(tournament, number)
    # Another object: the form writes into it, and the page's head names the stage as it is.
    form = StageForm(
        sent(request),
        instance=Stage.objects.select_related("tournament__club").get(pk=stage.pk),
        stages=list(tournament.stages.all()),
    )
    if request.method == "POST" and "show" not in request.POST and form.is_valid():
        with form_refusal(form):
            services.stage_change(stage=stage, author=author_of(request), changes=form.told())
            messages.success(request, _("%s is changed.") % form.cleaned_data["name"])
            return _to_stages(request, tournament)
    return _form_page(request, tournament, form, stage)


def _form_page(
    request: HttpRequest, tournament: Tournament, form: StageForm, stage: Stage | None
) -> HttpResponse:
    """The form, with what the stages would mean as they are typed."""
    expected = _expected(request, tournament)
    typed = not form.is_bound or form.is_valid()
    begun = begun_courses(tournament)
    context: dict[str, Any] = {
        "tournament": tournament,
        "stage": stage,
        "form": form,
        "is_last": form.is_last and not form.errors,
        "expected": expected,
        "forecast": forecast_of_stages(form.order(), expected, begun) if typed else None,
        "moved": goers_changed(tournament, form.order()) if begun and typed else (),
    }
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "league/_stage_forecast.html", context)
    return render(request, "league/stage_edit.html", context)


@require_POST
def stage_remove(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Take a stage out."""
    tournament = tournament_to_direct(request, pk)
    stage = _stage(tournament, number)
    with show_refusal(request):
        services.stage_remove(stage=stage, author=author_of(request))
        messages.success(request, _("%s is taken out.") % stage.name)
    return _to_stages(request, tournament)


@require_POST
def stage_move(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Let a stage change places with the one before it, or with `later` the one after it."""
    tournament = tournament_to_direct(request, pk)
    stage = _stage(tournament, number)
    with show_refusal(request):
        moved = services.stage_move(
            stage=stage, author=author_of(request), earlier="later" not in request.POST
        )
        sentence = _("%(stage)s is now stage %(number)d.")
        messages.success(request, sentence % {"stage": moved.name, "number": moved.number})
    return _to_stages(request, tournament)


def _stage(tournament: Tournament, number: int) -> Stage:
    stage = tournament.stages.filter(pk=number).first()
    if stage is None:
        raise Http404
    return stage
