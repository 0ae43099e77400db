"""A club's own address: finding it, what it leads to, choosing its short name."""

from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from league.front.views import front
from league.hosting.forms import AddressForm, FindForm
from scoring.accounts.access import actor_of, club_to_organize
from scoring.accounts.public import address_give
from scoring.accounts.selectors.addresses import address_at, short_name_of
from scoring.web.connection import phone_link
from scoring.web.pages import form_refusal, sent


@require_safe
def club_find(request: HttpRequest) -> HttpResponse:
    """Lead to the club whose short name was typed; say so where there is none."""
    form = FindForm(request.GET or None)
    short_name = form.cleaned_data["short_name"] if form.is_valid() else ""
    # People copy the end of an address, or all of it.
    short_name = short_name.strip().strip("/").rpartition("/")[2]
    address = address_at(short_name) if short_name else None
    if address is not None:
        return redirect("league:club-at", short_name=address.short_name)
    return render(request, "league/club_find.html", {"short_name": short_name})


@require_safe
def club_at(request: HttpRequest, short_name: str) -> HttpResponse:
    """Show the club's page for everybody; where it has none, ask its people to sign in."""
    address = address_at(short_name)
    if address is None:
        raise Http404
    club = address.club
    own = short_name_of(club)
    if own != short_name:
        return redirect("league:club-at", short_name=own)
    actor = actor_of(request)
    if club.has_front or actor.club == club:
        return front(request, club.pk)
    if actor.home == club:
        return redirect("scoring:home")
    context = {
        "short_name": own,
        "own_club": club if club in actor.other_clubs else None,
        "sign_in": f"{reverse('scoring:sign-in')}?{urlencode({'next': request.path})}",
    }
    return render(request, "league/club_sign_in.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def club_address(request: HttpRequest) -> HttpResponse:
    """Let an organizer choose the club's short name."""
    club = club_to_organize(request)
    now = short_name_of(club)
    form = AddressForm(sent(request), initial={"short_name": now})
    if request.method == "POST" and form.is_valid():
        with form_refusal(form, "short_name"):
            address_give(club=club, short_name=form.cleaned_data["short_name"])
            messages.success(request, _("Saved."))
            return redirect("league:club-address")
    path = reverse("league:club-at", args=[now]) if now else ""
    context = {"form": form, "path": path, "link": phone_link(request, path) if path else None}
    return render(request, "league/club_address.html", context)
