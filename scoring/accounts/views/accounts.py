"""Setting up, signing in, and what an organizer decides about the club."""

from copy import copy
from typing import Any
from urllib.parse import urlencode

from allauth.account.views import LoginView
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.module_loading import import_string
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.accounts.access import actor_of, club_to_organize, notices_read
from scoring.accounts.club_rows import every_club, read_club
from scoring.accounts.forms import (
    ClubForm,
    NewPasswordForm,
    ScorekeeperForm,
    SetupByCodeForm,
    SetupForm,
)
from scoring.accounts.languages import has_choice, speak_after_choice
from scoring.accounts.models import Club, Membership, Tablet
from scoring.accounts.selectors.accounts import keys_of
from scoring.accounts.selectors.invitations import invitations_of
from scoring.accounts.selectors.notices import READ, newest_notice
from scoring.accounts.selectors.people import former_members_of, members_of
from scoring.accounts.services import accounts, people
from scoring.accounts.services.introductions import FIELD, introduction_make
from scoring.accounts.services.sessions import session_begin
from scoring.accounts.services.setup_code import setup_code_check, setup_code_forget
from scoring.web.addresses import client_address, on_the_machine, passkeys_work
from scoring.web.connection import phone_link
from scoring.web.pages import form_refusal, sent, session_kept, show_refusal, told_id

from .confirming import confirm_person


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
    with every_club():
        if Club.objects.exists():
            raise Http404
    here = on_the_machine(request)
    form = SetupForm(sent(request)) if here else SetupByCodeForm(sent(request))
    if request.method == "POST" and form.is_valid():
        cleaned = form.cleaned_data
        with form_refusal(form, by_code={}):
            if not here:
                setup_code_check(typed=cleaned["code"], address=client_address(request))
            membership = people.club_found(
                club_name=cleaned["club"],
                username=cleaned["username"],
                name=cleaned["name"],
                password=cleaned["password"],
            )
            setup_code_forget()
            read_club(membership.club)
            fields = {"time_zone": cleaned["time_zone"]}
            if has_choice():
                fields["language"] = get_language() or settings.LANGUAGE_CODE
            people.club_update(club=membership.club, fields=fields)
            session_begin(request=request, user=membership.user)
            messages.success(request, _("Your club is set up. Start a game whenever you like."))
            return redirect("scoring:home")
    return render(request, "scoring/setup.html", {"form": form})


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """End the session of the signed-in person."""
    logout(request)
    return redirect("scoring:home")


@require_http_methods(["GET", "HEAD", "POST"])
def club(request: HttpRequest) -> HttpResponse:
    """Let an organizer change the club's name and what it shows.

    Scoring does not know what else can be shown, such as a leaderboard: the functions named in the
    setting CLUB_CHOICES take the club and the form, and do what was chosen there.
    """
    club = club_to_organize(request)
    # A copy: the form writes into it what was typed, and the page's head names the club as it is.
    form = ClubForm(sent(request), instance=copy(club))
    if request.method == "POST" and form.is_valid():
        people.club_update(club=club, fields=form.cleaned_data)
        for path in settings.CLUB_CHOICES:
            import_string(path)(club, request.POST)
        speak_after_choice(request, club)
        messages.success(request, _("Saved."))
        return redirect("scoring:club")
    return render(request, "scoring/club.html", {"form": form})


@require_http_methods(["GET", "HEAD", "POST"])
def members(request: HttpRequest) -> HttpResponse:
    """Show the accounts of the club, and add one."""
    club = club_to_organize(request)
    if request.method == "POST":
        confirm_person(request)
    form = ScorekeeperForm(sent(request))
    if request.method == "POST" and form.is_valid():
        cleaned = form.cleaned_data
        with form_refusal(form, "username"):
            people.member_add(
                club=club,
                username=cleaned["username"],
                name=cleaned["name"],
                password=cleaned["password"],
                role=Membership.Role(cleaned["role"]),
                by=actor_of(request).user,
            )
            messages.success(request, _("%s can sign in now.") % cleaned["name"])
            return redirect("scoring:members")
    context = {
        "form": form,
        "members": members_of(club),
        "former": former_members_of(club),
        "invitations": invitations_of(club),
    }
    return render(request, "scoring/members.html", context)


@require_POST
def member_remove(request: HttpRequest, pk: int) -> HttpResponse:
    """End what an account may do in the club."""
    membership = get_object_or_404(Membership, club=club_to_organize(request), pk=pk)
    confirm_person(request)
    with show_refusal(request):
        paired = people.member_remove(membership=membership, by=actor_of(request).user)
        messages.success(request, _("%s can no longer sign in to this club.") % membership.user)
        if paired:
            messages.warning(request, paired_still(membership, paired))
    if membership.user == actor_of(request).user:
        return redirect("scoring:home")
    return redirect("scoring:members")


@require_http_methods(["GET", "HEAD", "POST"])
def member_account(request: HttpRequest, pk: int) -> HttpResponse:
    """Show how somebody's account is opened, and give them a new password."""
    membership = get_object_or_404(Membership, club=club_to_organize(request), pk=pk)
    if request.method == "POST":
        confirm_person(request)
    form = NewPasswordForm(sent(request))
    if request.method == "POST" and form.is_valid():
        with form_refusal(form):
            accounts.password_give(
                membership=membership,
                password=form.cleaned_data["password"],
                by=actor_of(request).user,
            )
            messages.success(request, _("%s has a new password.") % name_of(membership))
            if membership.user == actor_of(request).user:
                return redirect("scoring:sign-in")
            return redirect("scoring:members")
    context = {
        "form": form,
        "membership": membership,
        "name": name_of(membership),
        "keys": keys_of(membership.user),
        "introduction": phone_link(request, introduction_path(membership), accounts=True),
    }
    return render(request, "scoring/member_account.html", context)


@require_POST
def member_keys_remove(request: HttpRequest, pk: int) -> HttpResponse:
    """Take off somebody's second step and passkeys, such as when a phone is lost."""
    membership = get_object_or_404(Membership, club=club_to_organize(request), pk=pk)
    confirm_person(request)
    with show_refusal(request):
        accounts.keys_remove(membership=membership, by=actor_of(request).user)
        messages.success(request, _("%s can sign in with just the password.") % name_of(membership))
    return redirect("scoring:member-account", pk=pk)


@require_POST
def member_sign_out(request: HttpRequest, pk: int) -> HttpResponse:
    """End all of somebody's sessions, such as when a laptop is lost."""
    membership = get_object_or_404(Membership, club=club_to_organize(request), pk=pk)
    accounts.member_sign_out(membership=membership, by=actor_of(request).user)
    messages.success(request, _("%s is signed out everywhere.") % name_of(membership))
    if membership.user == actor_of(request).user:
        return redirect("scoring:home")
    return redirect("scoring:member-account", pk=pk)


@require_POST
@login_required
def notices_put_away(request: HttpRequest) -> HttpResponse:
    """Show the notices about one's account no longer in this browser, until there is a new one."""
    last = min(told_id(request, "last"), newest_notice(actor_of(request).user))
    request.session[READ] = max(last, notices_read(request))
    where = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(where, allowed_hosts=None):
        where = reverse("scoring:home")
    return redirect(where)


def introduction_path(membership: Membership) -> str:
    """Return the path that makes a browser known for somebody; each look makes a new one."""
    token = introduction_make(name=membership.user.get_username())
    query = urlencode({FIELD: token})
    return f"{reverse('scoring:sign-in')}?{query}"


def paired_still(membership: Membership, paired: list[Tablet]) -> str:
    """Say which tablets a removed person has paired."""
    return (
        _("%(name)s paired these tablets, and they go on scoring: %(tablets)s.")
        % {
            "name": name_of(membership),
            "tablets": ", ".join(tablet.name for tablet in paired),
        }
        + " "
        + _("If one of them is not the club's, unpair it under Tablets.")
    )


def name_of(membership: Membership) -> str:
    """What somebody with an account is called."""
    return str(membership.user.get_full_name() or membership.user.get_username())
