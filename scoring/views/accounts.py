"""Setting up, signing in, and what an organizer decides about the club."""

from copy import copy
from typing import Any

from allauth.account.views import LoginView
from django.contrib import messages
from django.contrib.auth import login, logout
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.forms import ClubForm, NewPasswordForm, ScorekeeperForm, SetupForm
from scoring.models import Club, Membership
from scoring.selectors.access import actor_of, club_to_organize
from scoring.selectors.accounts import keys_of
from scoring.selectors.addresses import passkeys_work
from scoring.selectors.people import members_of
from scoring.services import accounts, people
from scoring.services.errors import Refusal
from scoring.services.sessions import sessions_end, sessions_note

from .common import sent, session_kept


class SignIn(LoginView):
    """Allauth's way in, on our page."""

    template_name = "scoring/sign_in.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Whether a passkey can be used on this page."""
        return super().get_context_data(**kwargs) | {"passkeys_here": passkeys_work(self.request)}


sign_in = require_http_methods(["GET", "HEAD", "POST"])(session_kept(SignIn.as_view()))


@require_http_methods(["GET", "HEAD", "POST"])
def setup(request: HttpRequest) -> HttpResponse:
    """Create the first club and its organizer; not there once there is a club."""
    if Club.objects.exists():
        raise Http404
    form = SetupForm(sent(request))
    if request.method == "POST" and form.is_valid():
        told = form.cleaned_data
        try:
            membership = people.club_found(
                club_name=told["club"],
                username=told["username"],
                name=told["name"],
                password=told["password"],
            )
        except Refusal as refusal:
            form.add_error(None, refusal.message)
        except ValidationError as error:
            form.add_error("password", error.messages)
        else:
            login(request, membership.user, backend="django.contrib.auth.backends.ModelBackend")
            sessions_note(request=request)
            messages.success(request, _("Your club is set up. Start a game whenever you like."))
            return redirect("scoring:home")
    return render(request, "scoring/setup.html", {"form": form})


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """End the session of whoever is signed in."""
    logout(request)
    return redirect("scoring:home")


@require_http_methods(["GET", "HEAD", "POST"])
def club(request: HttpRequest) -> HttpResponse:
    """Let an organizer change the club's name and what it shows."""
    club = club_to_organize(request)
    # A copy: the form writes into it what was typed, and the page's head names the club as it is.
    form = ClubForm(sent(request), instance=copy(club))
    if request.method == "POST" and form.is_valid():
        people.club_update(
            club=club,
            name=form.cleaned_data["name"],
            shown=form.cleaned_data["shown"],
            numerals=form.cleaned_data["numerals"],
        )
        messages.success(request, _("Saved."))
        return redirect("scoring:club")
    return render(request, "scoring/club.html", {"form": form})


@require_http_methods(["GET", "HEAD", "POST"])
def members(request: HttpRequest) -> HttpResponse:
    """Show who has an account in the club, and add one."""
    club = club_to_organize(request)
    form = ScorekeeperForm(sent(request))
    if request.method == "POST" and form.is_valid():
        told = form.cleaned_data
        try:
            people.member_add(
                club=club,
                username=told["username"],
                name=told["name"],
                password=told["password"],
                role=Membership.Role(told["role"]),
            )
        except Refusal as refusal:
            form.add_error("username", refusal.message)
        except ValidationError as error:
            form.add_error("password", error.messages)
        else:
            messages.success(request, _("%s can sign in now.") % told["name"])
            return redirect("scoring:members")
    return render(request, "scoring/members.html", {"form": form, "members": members_of(club)})


@require_POST
def member_remove(request: HttpRequest, pk: int) -> HttpResponse:
    """End what an account may do in the club."""
    membership = get_object_or_404(Membership, club=club_to_organize(request), pk=pk)
    try:
        people.member_remove(membership=membership)
    except Refusal as refusal:
        messages.error(request, refusal.message)
    else:
        messages.success(request, _("%s can no longer sign in to this club.") % membership.user)
    if membership.user == actor_of(request).user:
        return redirect("scoring:home")
    return redirect("scoring:members")


@require_http_methods(["GET", "HEAD", "POST"])
def member_account(request: HttpRequest, pk: int) -> HttpResponse:
    """Show how somebody's account is opened, and give them a new password."""
    membership = get_object_or_404(Membership, club=club_to_organize(request), pk=pk)
    form = NewPasswordForm(sent(request))
    if request.method == "POST" and form.is_valid():
        try:
            accounts.password_give(membership=membership, password=form.cleaned_data["password"])
        except Refusal as refusal:
            form.add_error(None, refusal.message)
        except ValidationError as error:
            form.add_error("password", error.messages)
        else:
            messages.success(request, _("%s has a new password.") % name_of(membership))
            if membership.user == actor_of(request).user:
                return redirect("scoring:sign-in")
            return redirect("scoring:members")
    context = {
        "form": form,
        "membership": membership,
        "name": name_of(membership),
        "keys": keys_of(membership.user),
    }
    return render(request, "scoring/member_account.html", context)


@require_POST
def member_keys_remove(request: HttpRequest, pk: int) -> HttpResponse:
    """Take off somebody's second step and passkeys, such as when a phone is lost."""
    membership = get_object_or_404(Membership, club=club_to_organize(request), pk=pk)
    try:
        accounts.keys_remove(membership=membership)
    except Refusal as refusal:
        messages.error(request, refusal.message)
    else:
        messages.success(
            request, _("%s can sign in with the password alone.") % name_of(membership)
        )
    return redirect("scoring:member-account", pk=pk)


@require_POST
def member_sign_out(request: HttpRequest, pk: int) -> HttpResponse:
    """End all of somebody's sessions, such as when a laptop is lost."""
    membership = get_object_or_404(Membership, club=club_to_organize(request), pk=pk)
    sessions_end(user=membership.user)
    messages.success(request, _("%s is signed out everywhere.") % name_of(membership))
    if membership.user == actor_of(request).user:
        return redirect("scoring:home")
    return redirect("scoring:member-account", pk=pk)


def name_of(membership: Membership) -> str:
    """What somebody with an account is called."""
    return str(membership.user.get_full_name() or membership.user.get_username())
