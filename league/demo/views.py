"""Looking around first in a made-up club, and removing it again."""

from django.contrib import messages
from django.contrib.auth import login, logout
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.privacy.public import club_plan
from scoring.accounts.access import actor_anew
from scoring.accounts.public import session_limit, sessions_note, setup_code_check
from scoring.refusals import Refusal
from scoring.web.addresses import client_address, on_the_machine
from scoring.web.pages import sent

from .access import club_to_remove, site_to_look_around
from .forms import LookAroundByCodeForm, LookAroundForm
from .selectors import made_up_places
from .services.making import MadeUpClub, made_up_club_make
from .services.removing import made_up_club_remove


@require_http_methods(["GET", "HEAD", "POST"])
def look_around(request: HttpRequest) -> HttpResponse:
    """Make a club up and sign in as its organizer; not there once there is a club.

    Whoever may set the first club up may do this, by the same code from another device. The code
    stays good, for the club that is set up once the made-up one is removed.
    """
    site_to_look_around()
    here = on_the_machine(request)
    form = LookAroundForm(sent(request)) if here else LookAroundByCodeForm(sent(request))
    if request.method == "POST" and form.is_valid():
        try:
            if not here:
                code = form.cleaned_data["code"]
                setup_code_check(typed=code, address=client_address(request))
            made_up = made_up_club_make()
        except Refusal as refusal:
            form.add_error("code" if refusal.code == "code" else None, refusal.message)
        else:
            return _ready(request, made_up)
    return render(request, "league/look_around.html", {"form": form})


def _ready(request: HttpRequest, made_up: MadeUpClub) -> HttpResponse:
    """Sign in, and say once what to sign in with elsewhere: the password is kept nowhere."""
    user = made_up.membership.user
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    session_limit(request=request)
    sessions_note(request=request)
    actor_anew(request)
    context = {
        "username": user.get_username(),
        "password": made_up.password,
        "places": made_up_places(made_up.club),
    }
    return render(request, "league/made_up_ready.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def made_up_remove(request: HttpRequest) -> HttpResponse:
    """Ask once whether a made-up club is to go, and remove it.

    No password is asked for, unlike for erasing a club: what is in it is nobody's.
    """
    club = club_to_remove(request)
    if request.method == "POST":
        made_up_club_remove(club=club)
        if not User.objects.filter(username=request.user.get_username()).exists():
            logout(request)
        messages.success(request, _("The made-up club is removed."))
        return redirect("scoring:home")
    return render(request, "league/made_up_remove.html", {"plan": club_plan(club)})
