"""Reporting a public page to whoever runs the site."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from league.hosting.forms import ReportForm
from league.hosting.services import operating
from scoring.accounts.club_rows import first_of_any_club
from scoring.accounts.models import Club
from scoring.accounts.selectors.hosting import are_reports_read
from scoring.web.addresses import client_address
from scoring.web.pages import form_refusal, sent


@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask what is wrong with a page of the club with that number, and keep it for the operator."""
    if not are_reports_read():
        raise Http404
    club = first_of_any_club(Club.objects.filter(pk=pk))
    if club is None:
        raise Http404
    form = ReportForm(sent(request), initial={"page": request.GET.get("page", "")[:200]})
    if request.method == "POST" and form.is_valid():
        with form_refusal(form):
            operating.report_make(
                club=club,
                path=form.cleaned_data["page"],
                kind=form.cleaned_data["kind"],
                text=form.cleaned_data["text"],
                contact=form.cleaned_data["contact"],
                address=client_address(request),
            )
            return redirect("league:report-sent")
    return render(request, "league/report.html", {"form": form})


@require_safe
def report_sent(request: HttpRequest) -> HttpResponse:
    """Say that the report is with whoever runs the site."""
    return render(request, "league/report_sent.html")
