"""Pairing tablets with a club, and ending that."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.forms import PairForm, TabletForm
from scoring.models import Tablet
from scoring.selectors.access import (
    TABLET_COOKIE,
    TABLET_SALT,
    act_as,
    actor_of,
    club_to_organize,
    tablet_actor,
)
from scoring.selectors.addresses import client_address
from scoring.selectors.people import open_codes_of, tablets_of
from scoring.services.errors import Refusal
from scoring.services.tablets import code_make, tablet_change, tablet_pair
from scoring.services.tablets import tablet_unpair as unpair

from .common import sent

TEN_YEARS = 10 * 365 * 24 * 60 * 60


@require_http_methods(["GET", "HEAD", "POST"])
def tablets(request: HttpRequest) -> HttpResponse:
    """Show the club's tablets and open codes, and make a code for one more."""
    club = club_to_organize(request)
    form = TabletForm(sent(request))
    if request.method == "POST" and form.is_valid():
        organizer = actor_of(request).user
        code_make(
            club=club,
            tablet_name=form.cleaned_data["name"],
            made_by=organizer,
            table_number=form.table_number(),
            made_from=client_address(request),
        )
        return redirect("scoring:tablets")
    context = {
        "form": form,
        "tablets": tablets_of(club),
        "codes": open_codes_of(club),
        "origin": f"{request.scheme}://{request.get_host()}",
        "pair_path": reverse("scoring:pair"),
    }
    return render(request, "scoring/tablets.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def tablet_edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Change what a tablet is called, and whether it is one table's."""
    tablet = get_object_or_404(tablets_of(club_to_organize(request)), pk=pk)
    number = tablet.table_number
    initial = {"name": tablet.name, "scope": "table" if number else "club", "table": number}
    form = TabletForm(sent(request), initial=initial)
    if request.method == "POST" and form.is_valid():
        tablet_change(
            tablet=tablet, name=form.cleaned_data["name"], table_number=form.table_number()
        )
        messages.success(request, _("Saved: %s.") % tablet.name)
        return redirect("scoring:tablets")
    return render(request, "scoring/tablet_edit.html", {"tablet": tablet, "form": form})


@require_POST
def tablet_unpair(request: HttpRequest, pk: int) -> HttpResponse:
    """End what a tablet may do, at once."""
    tablet = get_object_or_404(Tablet, club=club_to_organize(request), pk=pk)
    unpair(tablet=tablet)
    messages.success(request, _("%s is unpaired. It can score no more games.") % tablet.name)
    return redirect("scoring:tablets")


@require_http_methods(["GET", "HEAD", "POST"])
def pair(request: HttpRequest) -> HttpResponse:
    """Turn the device that types a right code into a tablet of the club."""
    form = PairForm(sent(request))
    if request.method == "POST" and form.is_valid():
        try:
            tablet, secret = tablet_pair(
                code=form.cleaned_data["code"], address=client_address(request)
            )
        except Refusal as refusal:
            form.add_error("code", refusal.message)
        else:
            act_as(request, tablet_actor(tablet))
            messages.success(request, _("This tablet is paired. It is called %s.") % tablet.name)
            response = redirect("scoring:home")
            response.set_signed_cookie(
                TABLET_COOKIE,
                f"{tablet.pk}:{secret}",
                salt=TABLET_SALT,
                max_age=TEN_YEARS,
                httponly=True,
                samesite="Lax",
                # As the session's: a laptop has a plain and a secure door, and the tablet is the
                # same at both. A secure cookie would also bar the plain door from pairing anew.
                secure=settings.SESSION_COOKIE_SECURE,
            )
            return response
    return render(request, "scoring/pair.html", {"form": form})
