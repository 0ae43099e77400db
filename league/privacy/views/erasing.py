"""Erasing for good: a person, an account, one's own account, the whole club."""

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from league.privacy.forms import EraseForm
from league.privacy.selectors.erasing import account_name, account_plan, club_plan, person_plan
from league.privacy.selectors.traces import traces
from league.privacy.services import (
    erase_account as erasing_accounts,
)
from league.privacy.services import (
    erase_club as erasing_clubs,
)
from league.privacy.services import (
    erase_person as erasing,
)
from scoring.accounts.access import Actor, act_as, actor_of, club_to_organize
from scoring.accounts.models import Membership
from scoring.accounts.selectors.people import everybody_of, former_members_of
from scoring.accounts.views.confirming import confirm_person
from scoring.web.pages import form_refusal, sent


@require_http_methods(["GET", "HEAD", "POST"])
def person_erase(request: HttpRequest, pk: int) -> HttpResponse:
    """Say what of a person goes and what stays, and erase the person."""
    player = get_object_or_404(everybody_of(club_to_organize(request)), pk=pk)
    if request.method == "POST":
        confirm_person(request)
    form = EraseForm(sent(request), name=player.name)
    if request.method == "POST" and form.is_valid():
        with form_refusal(form):
            left = erasing.person_erase(player=player)
            words = {"name": left.name, "day": _day()}
            messages.success(
                request,
                _(
                    "The person is erased, and called %(name)s in results. Copies have the name "
                    "until %(day)s."
                )
                % words,
            )
            return redirect("league:people")
    context = {
        "form": form,
        "player": player,
        "plan": person_plan(player),
        "traces": traces(timezone.now()),
    }
    return render(request, "league/person_erase.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def member_erase(request: HttpRequest, pk: int) -> HttpResponse:
    """Erase the account of a current or former member of the club."""
    club = club_to_organize(request)
    user = get_object_or_404(User, pk=pk)
    member = Membership.objects.filter(club=club, user=user).exists()
    if not member and user not in former_members_of(club):
        raise Http404
    if user == request.user:
        return redirect("league:own-account-erase")
    name = account_name(user)
    if request.method == "POST":
        confirm_person(request)
    form = EraseForm(sent(request), name=name)
    if request.method == "POST" and form.is_valid():
        with form_refusal(form):
            erasing_accounts.account_erase(user=user, club=club)
            messages.success(request, _("The account of %s is erased.") % name)
            return redirect("scoring:members")
    context = {"form": form, "plan": account_plan(user), "traces": traces(timezone.now())}
    return render(request, "league/account_erase.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def own_account_erase(request: HttpRequest) -> HttpResponse:
    """Erase the account of the signed-in person."""
    user = get_object_or_404(User, pk=request.user.pk)
    actor = actor_of(request)
    if request.method == "POST":
        confirm_person(request)
    form = EraseForm(sent(request), name=account_name(user))
    if request.method == "POST" and form.is_valid():
        with form_refusal(form):
            neutral = erasing_accounts.account_erase(user=user)
            logout(request)
            # The log says who did it by the name that is left.
            act_as(request, Actor(actor.role, name=neutral, club=actor.club))
            messages.success(request, _("Your account is erased."))
            return redirect("scoring:home")
    context = {
        "form": form,
        "plan": account_plan(user),
        "traces": traces(timezone.now()),
        "own": True,
    }
    return render(request, "league/account_erase.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def club_erase(request: HttpRequest) -> HttpResponse:
    """Have the whole club erased, once its name is typed; its archive is offered first.

    It goes some days later, and until then this page says when, and how it is stopped.
    """
    club = club_to_organize(request)
    if request.method == "POST":
        confirm_person(request)
    form = EraseForm(sent(request), name=club.name)
    goes_at = club.erase_at or timezone.now() + erasing_clubs.WAIT
    context = {
        "form": form,
        "plan": club_plan(club),
        "goes_at": goes_at,
        "traces": traces(goes_at),
    }
    if request.method == "POST" and form.is_valid():
        erasing_clubs.club_erase_later(club=club)
        return redirect("league:club-erase")
    return render(request, "league/club_erase.html", context)


@require_POST
def club_erase_stop(request: HttpRequest) -> HttpResponse:
    """Let the club not be erased after all."""
    club = club_to_organize(request)
    erasing_clubs.club_erase_stop(club=club)
    messages.success(request, _("%s is not erased.") % club.name)
    return redirect("scoring:home")


def _day() -> str:
    """The day on which the last copy that has it is thrown away, in words."""
    return date_format(traces(timezone.now()).copies)
