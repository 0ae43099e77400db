"""Inviting people into the club by a link, and joining by it."""

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.accounts.access import actor_of, club_choose, club_runs, club_to_organize, tell_club
from scoring.accounts.forms import InvitationForm, InvitedForm
from scoring.accounts.models import Invitation, Membership
from scoring.accounts.selectors.invitations import (
    invitation_key,
    invitation_of_key,
    invitations_of,
)
from scoring.accounts.services import invitations
from scoring.accounts.services.sessions import session_begin
from scoring.web.connection import phone_link, works_here_only
from scoring.web.pages import form_refusal, sent, session_kept, show_refusal

from .confirming import confirm_person


@require_http_methods(["GET", "HEAD", "POST"])
def invite(request: HttpRequest) -> HttpResponse:
    """Make an invitation into the club."""
    club = club_to_organize(request)
    if request.method == "POST":
        confirm_person(request)
    form = InvitationForm(sent(request))
    organizer = actor_of(request).user
    if request.method == "POST" and form.is_valid() and organizer is not None:
        made = invitations.invitation_make(
            club=club,
            name=form.cleaned_data["name"],
            role=Membership.Role(form.cleaned_data["role"]),
            made_by=organizer,
        )
        return redirect("scoring:invitation", pk=made.pk)
    return render(request, "scoring/invite.html", {"form": form})


@never_cache
@require_safe
def invitation(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the link of an invitation that nobody has used yet."""
    invitation = get_object_or_404(invitations_of(club_to_organize(request)), pk=pk)
    path = reverse("scoring:join", args=[invitation_key(invitation)])
    link = phone_link(request, path, accounts=True)
    context = {
        "invitation": invitation,
        "path": path,
        "link": link,
        "here_only": bool(link) and works_here_only(link or ""),
    }
    return render(request, "scoring/invitation.html", context)


@require_POST
def invitation_take_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Let nobody in by an invitation any more."""
    invitation = get_object_or_404(invitations_of(club_to_organize(request)), pk=pk)
    invitations.invitation_take_back(invitation=invitation)
    messages.success(request, _("The link for %s no longer works.") % invitation.name)
    return redirect("scoring:members")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@session_kept
def join(request: HttpRequest, invitation_key: str) -> HttpResponse:
    """Let whoever has the link join the club: with the account that is signed in, or a new one."""
    invitation = invitation_of_key(invitation_key)
    if invitation is None:
        return render(request, "scoring/invitation_gone.html", status=404)
    tell_club(request, invitation.club)
    club_runs(invitation.club)
    user = request.user
    # That of a new club's organizer has the club's name, for nobody knows theirs.
    known = "" if invitation.made_by_id is None else invitation.name
    form = InvitedForm(sent(request), initial={"name": known})
    if request.method == "POST":
        if isinstance(user, User):
            with show_refusal(request):
                return _joined(
                    request, invitations.invitation_accept(invitation=invitation, user=user)
                )
        elif form.is_valid() and (membership := _made_anew(invitation, form)):
            session_begin(request=request, user=membership.user)
            return _joined(request, membership)
    query = urlencode({"next": request.path})
    context = {
        "invitation": invitation,
        "form": form,
        "signed_in": isinstance(user, User),
        "sign_in": f"{reverse('scoring:sign-in')}?{query}",
    }
    return render(request, "scoring/join.html", context)


def _made_anew(invitation: Invitation, form: InvitedForm) -> Membership | None:
    """Make the account and let it join; None with what is wrong in the form."""
    cleaned = form.cleaned_data
    with form_refusal(form, by_code={"taken": "username"}):
        return invitations.invitation_accept_anew(
            invitation=invitation,
            username=cleaned["username"],
            name=cleaned["name"],
            password=cleaned["password"],
        )
    return None


def _joined(request: HttpRequest, membership: Membership) -> HttpResponse:
    club_choose(request, membership.club)
    messages.success(request, _("You are in %s now.") % membership.club.name)
    return redirect("scoring:home")
