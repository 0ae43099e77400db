"""Founding a club in the browser: asking for a link, and what the link opens."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from league.hosting.forms import FoundedClubForm, FoundingAskForm, FoundingForm
from league.hosting.selectors.founding import founding_key, founding_of_key
from league.hosting.services import founding
from league.hosting.services.founding import NewClub
from scoring.accounts.access import club_choose
from scoring.accounts.models import FoundingLink, Membership
from scoring.accounts.public import session_begin
from scoring.web.addresses import client_address
from scoring.web.connection import link_to_show
from scoring.web.pages import form_refusal, sent, session_kept


@require_http_methods(["GET", "HEAD", "POST"])
def found_ask(request: HttpRequest) -> HttpResponse:
    """Ask for a club, where anybody may found one; a link is mailed."""
    _anybody_may_found()
    form = FoundingAskForm(sent(request))
    if request.method == "POST" and form.is_valid():
        cleaned = form.cleaned_data
        with form_refusal(form, by_code={"server": "email"}):
            link = founding.founding_ask(
                club=NewClub(cleaned["club"], cleaned["short_name"]),
                name=cleaned["name"],
                email=cleaned["email"],
                address=client_address(request),
            )
            path = reverse("league:found", args=[founding_key(link)])
            address = link_to_show(request, path, accounts=True)
            founding.founding_mail(link=link, address=address)
            return redirect("league:found-sent")
    return render(request, "league/found_ask.html", {"form": form})


@require_safe
def found_sent(request: HttpRequest) -> HttpResponse:
    """Say that a mail is on its way; the same to everybody."""
    _anybody_may_found()
    return render(request, "league/found_sent.html")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@session_kept
def found_club(request: HttpRequest, founding_key: str) -> HttpResponse:
    """Let whoever has the link found a club: with the account that is signed in, or a new one."""
    link = founding_of_key(founding_key)
    if link is None:
        return render(request, "league/founding_gone.html", status=404)
    user = request.user if isinstance(request.user, User) else None
    form = _form(request, link, user)
    if request.method == "POST" and form.is_valid():
        membership = _founded(link, form, user)
        if membership is not None:
            if user is None:
                session_begin(request=request, user=membership.user)
            club_choose(request, membership.club)
            messages.success(request, _("Your club is set up. Start a game whenever you like."))
            return redirect("scoring:home")
    context = {
        "link": link,
        "form": form,
        "signed_in": user is not None,
        "sign_in": f"{reverse('scoring:sign-in')}?{urlencode({'next': request.path})}",
    }
    return render(request, "league/found.html", context)


def _anybody_may_found() -> None:
    if settings.FOUNDING != "anybody":
        raise Http404


def _form(request: HttpRequest, link: FoundingLink, user: User | None) -> Form:
    initial = {"club": link.club_name, "short_name": link.short_name, "name": link.name}
    if user is not None:
        return FoundedClubForm(sent(request), initial=initial)
    form = FoundingForm(sent(request), initial=initial)
    if link.email:
        del form.fields["username"]
    return form


def _founded(link: FoundingLink, form: Form, user: User | None) -> Membership | None:
    """Found the club; None with what is wrong in the form."""
    cleaned = form.cleaned_data
    club = NewClub(cleaned["club"], cleaned["short_name"], cleaned["time_zone"])
    with form_refusal(form, by_code={"taken": "username"}):
        if user is not None:
            return founding.club_found_by(link=link, club=club, user=user)
        return founding.club_found_anew(
            link=link,
            club=club,
            username=cleaned.get("username", ""),
            name=cleaned["name"],
            password=cleaned["password"],
        )
    return None
