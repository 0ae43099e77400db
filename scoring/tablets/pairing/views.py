"""Pairing tablets with a club, and ending that."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.accounts.access import act_as, actor_of, club_to_organize, tablet_actor, tablet_to_move
from scoring.accounts.languages import speak_as_club
from scoring.accounts.models import Tablet
from scoring.accounts.selectors.people import open_codes_of, tablets_of
from scoring.web.addresses import client_address
from scoring.web.connection import phone_link
from scoring.web.pages import form_refusal, sent

from .cookie import tablet_cookie_set
from .forms import PairForm, TabletForm
from .services import code_make, tablet_change, tablet_pair
from .services import tablet_unpair as unpair


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
        )
        return redirect("scoring:tablets")
    context = {
        "form": form,
        "tablets": tablets_of(club),
        "codes": open_codes_of(club),
        "pair_url": phone_link(request, reverse("scoring:pair")),
    }
    return render(request, "scoring/tablets.html", context)


@require_safe
def hall_card(request: HttpRequest) -> HttpResponse:
    """Show the card for the hall: a code that opens the site, and how a game is scored."""
    club = club_to_organize(request)
    speak_as_club(request, club)
    context = {"club": club, "link": phone_link(request, reverse("scoring:home"))}
    return render(request, "scoring/hall_card.html", context)


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
    """Turn the device that types a right code into a tablet of the club.

    One that was paired at the plain door is asked whether it goes on as the same at the secure one.
    """
    moving = tablet_to_move(request)
    if moving and request.method == "POST" and "move" in request.POST:
        return _paired(request, *moving)
    form = PairForm(sent(request))
    if request.method == "POST" and form.is_valid():
        with form_refusal(form, "code"):
            tablet, secret = tablet_pair(
                code=form.cleaned_data["code"], address=client_address(request)
            )
            return _paired(request, tablet, f"{tablet.pk}:{secret}")
    return render(request, "scoring/pair.html", {"form": form, "moving": moving})


def _paired(request: HttpRequest, tablet: Tablet, value: str) -> HttpResponse:
    """Let this device be the tablet from now on."""
    act_as(request, tablet_actor(tablet))
    messages.success(request, _("This tablet is paired. It is called %s.") % tablet.name)
    response = redirect("scoring:home")
    tablet_cookie_set(response, value)
    return response
