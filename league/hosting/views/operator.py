"""The operator's pages: the clubs in figures, pausing one, reports, links that found a club."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.hosting.access import club_to_operate, operator
from league.hosting.forms import FoundingLinkForm, HostForm, SuspendForm
from league.hosting.selectors.founding import founding_key, founding_open, links_that_work
from league.hosting.selectors.operator import (
    ClubOrder,
    club_lines,
    clubs_listed,
    leagues_listed,
    leagues_of,
    reports_open,
    site_sums,
)
from league.hosting.services import founding, operating
from scoring.accounts.models import AbuseReport
from scoring.accounts.views.confirming import confirm_person
from scoring.names import name_clean
from scoring.web.connection import link_to_show
from scoring.web.pages import form_refusal, sent, show_refusal

ON_A_PAGE = 50


@require_safe
@login_required
def clubs(request: HttpRequest) -> HttpResponse:
    """List the clubs with their sizes, and when each was last used."""
    operator(request)
    query = name_clean(request.GET.get("q", "")[:100])
    order = request.GET.get("order", "")
    order = order if order in ClubOrder else ClubOrder.NEWEST
    page = Paginator(clubs_listed(query, order), ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "lines": club_lines(list(page)),
        "sums": None if query else site_sums(),
        "query": query,
        "order": order,
        "orders": ClubOrder.choices,
        "founding": founding_open(),
    }
    return render(request, "league/operator.html", context)


@require_safe
def leagues(request: HttpRequest) -> HttpResponse:
    """List the leagues of several clubs: their names and sizes, which everybody may see."""
    operator(request)
    query = name_clean(request.GET.get("q", "")[:100])
    page = Paginator(leagues_listed(query), ON_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "league/operator_leagues.html", {"page": page, "query": query})


@require_http_methods(["GET", "HEAD", "POST"])
def club(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one club in figures and what was reported of it, and set what is the operator's."""
    club = club_to_operate(request, pk)
    names = ("host_name", *operating.LIMITS)
    form = HostForm(sent(request), initial={name: getattr(club, name) for name in names})
    if request.method == "POST" and form.is_valid():
        with form_refusal(form, "host_name"):
            cleaned = form.cleaned_data
            operating.host_name_set(club=club, host_name=cleaned["host_name"])
            operating.limits_set(club=club, limits=cleaned)
            messages.success(request, _("Saved."))
            return redirect("league:operator-club", pk=pk)
    context = {
        "form": form,
        "suspend_form": SuspendForm(),
        "line": club_lines([club])[0],
        "reports": reports_open(club),
        "leagues": leagues_of(club),
    }
    return render(request, "league/operator_club.html", context)


@require_POST
def suspend(request: HttpRequest, pk: int) -> HttpResponse:
    """Pause a club, with a reason."""
    club = club_to_operate(request, pk)
    confirm_person(request)
    form = SuspendForm(request.POST)
    if form.is_valid():
        operating.club_suspend(club=club, reason=form.cleaned_data["reason"])
        messages.success(request, _("%s is paused.") % club.name)
    else:
        messages.error(request, _("Give a reason: the club’s people read it."))
    return redirect("league:operator-club", pk=pk)


@require_POST
def resume(request: HttpRequest, pk: int) -> HttpResponse:
    """Let a paused club go on."""
    club = club_to_operate(request, pk)
    operating.club_resume(club=club)
    messages.success(request, _("%s is open again.") % club.name)
    return redirect("league:operator-club", pk=pk)


@require_POST
def report_done(request: HttpRequest, pk: int) -> HttpResponse:
    """Put a report aside that is dealt with."""
    operator(request)
    report = get_object_or_404(AbuseReport, pk=pk)
    operating.report_done(report=report)
    messages.success(request, _("The report is put aside."))
    return redirect("league:operator-club", pk=report.club_id)


@require_http_methods(["GET", "HEAD", "POST"])
def links(request: HttpRequest) -> HttpResponse:
    """Show the links that found a club, and make one."""
    user = operator(request)
    if request.method == "POST":
        confirm_person(request)
    form = FoundingLinkForm(sent(request))
    if request.method == "POST" and form.is_valid():
        with show_refusal(request):
            link = founding.founding_invite(name=form.cleaned_data["name"], made_by=user)
            return redirect("league:operator-link", pk=link.pk)
    context = {
        "form": form,
        "links": links_that_work().filter(email=""),
        "founding": founding_open(),
        "anybody": settings.FOUNDING == "anybody",
    }
    return render(request, "league/operator_links.html", context)


@never_cache
@require_safe
def link(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a link that founds a club, which nobody has used yet."""
    operator(request)
    founding_link = get_object_or_404(links_that_work().filter(email=""), pk=pk)
    path = reverse("league:found", args=[founding_key(founding_link)])
    address = link_to_show(request, path, accounts=True)
    context = {"founding_link": founding_link, "link": address}
    return render(request, "league/operator_link.html", context)


@require_POST
def link_take_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Let nobody found a club by a link any more."""
    operator(request)
    founding_link = get_object_or_404(links_that_work().filter(email=""), pk=pk)
    founding.founding_take_back(link=founding_link)
    messages.success(request, _("The link for %s no longer works.") % founding_link.name)
    return redirect("league:operator-links")
