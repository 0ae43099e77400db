"""The clubs of one account: seeing them, switching, leaving."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.accounts.access import actor_anew, club_choose
from scoring.accounts.club_rows import read_club
from scoring.accounts.models import Membership
from scoring.accounts.selectors.people import memberships_of
from scoring.accounts.services import people
from scoring.web.pages import session_kept, show_refusal, told_id

from .confirming import confirm_person


@require_safe
@login_required
def own_clubs(request: HttpRequest) -> HttpResponse:
    """Show the clubs of one's account, and which one this browser acts in."""
    context = {"memberships": memberships_of(_user(request))}
    return render(request, "scoring/own_clubs.html", context)


@require_POST
@login_required
@session_kept
def club_switch(request: HttpRequest) -> HttpResponse:
    """Act in another club of one's own from now on, in this browser."""
    membership = _membership_asked_for(request)
    club_choose(request, membership.club)
    messages.success(request, _("You are in %s now.") % membership.club.name)
    there = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(there, allowed_hosts=None):
        there = reverse("scoring:home")
    return redirect(there)


@require_POST
@login_required
def club_leave(request: HttpRequest) -> HttpResponse:
    """End one's own part in a club."""
    membership = _membership_asked_for(request)
    confirm_person(request)
    with show_refusal(request):
        people.member_leave(membership=membership)
        actor_anew(request)
        messages.success(request, _("You have left %s.") % membership.club.name)
    return redirect("scoring:own-clubs")


def _membership_asked_for(request: HttpRequest) -> Membership:
    """Return what the person is in the club that the form names; 404 for a club not theirs."""
    club = told_id(request, "club")
    rows = memberships_of(_user(request))
    membership = next((row for row in rows if row.club_id == club), None)
    if membership is None:
        raise Http404
    read_club(membership.club)
    return membership


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)  # noqa: S101  login_required stands before
    return request.user
