"""The public form by which people enter a tournament by themselves."""

from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.tournaments.access import tournament_to_direct
from league.tournaments.entrants.forms import SignUpForm
from league.tournaments.entrants.selectors.other_clubs import entries_of_club, people_to_enter
from league.tournaments.entrants.services import sign_ups
from league.tournaments.entrants.services.sign_ups import sign_up_link_renew
from league.tournaments.models import Entrant, Tournament
from scoring.accounts.access import actor_of, club_runs, tell_club
from scoring.accounts.club_rows import first_of_any_club
from scoring.accounts.models import Club
from scoring.accounts.selectors.people import players_of
from scoring.refusals import Refusal
from scoring.web.addresses import client_address
from scoring.web.pages import form_refusal, link_is_new, read_id, sent, show_refusal, told_id

ON_A_PAGE = 100


def _tournament(request: HttpRequest, key: UUID) -> Tournament:
    """Return the tournament whose form has that address; 404 if it is not switched on."""
    rows = Tournament.objects.select_related("club")
    tournament = first_of_any_club(rows.filter(sign_up_key=key, sign_up=True))
    if tournament is None:
        raise Http404
    tell_club(request, tournament.club)
    club_runs(tournament.club)
    return tournament


@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest, key: UUID) -> HttpResponse:
    """Ask for an entry, and say who will see what of it."""
    tournament = _tournament(request, key)
    form = SignUpForm(sent(request), tournament=tournament)
    if request.method == "POST" and form.is_valid():
        with form_refusal(form, by_code={}):
            sign_ups.sign_up(
                tournament=tournament,
                name=form.cleaned_data["name"],
                details=form.details(),
                address=client_address(request),
            )
            return redirect("league:sign-up-sent", key=key)
    actor = actor_of(request)
    context = {
        "tournament": tournament,
        "form": form,
        "closed": sign_ups.sign_up_closed(tournament),
        "other_club": actor.organizes and actor.club != tournament.club,
    }
    return render(request, "league/sign_up.html", context)


@require_safe
def sign_up_sent(request: HttpRequest, key: UUID) -> HttpResponse:
    """Say that the entry waits for the director: the same to everybody, known name or not."""
    tournament = _tournament(request, key)
    return render(request, "league/sign_up_sent.html", {"tournament": tournament})


@require_http_methods(["GET", "HEAD", "POST"])
def sign_up_club(request: HttpRequest, key: UUID) -> HttpResponse:
    """Let an organizer of another club enter its people, and take entries back."""
    tournament = _tournament(request, key)
    actor = actor_of(request)
    club = actor.club if actor.organizes and actor.club != tournament.club else None
    if club is None:
        context = {"tournament": tournament, "own": actor.club == tournament.club}
        return render(request, "league/sign_up_club_closed.html", context)
    # It is a deed of that club, whose organizer is no business of the other one's.
    tell_club(request, club)
    if request.method == "POST":
        with show_refusal(request) as attempt:
            messages.success(request, _club_deed(request, tournament, club))
        if not attempt.refused:
            return redirect("league:sign-up-club", key=key)
    entries = entries_of_club(tournament, club)
    context = {
        "tournament": tournament,
        "entries": entries,
        "page": Paginator(people_to_enter(club, entries), ON_A_PAGE).get_page(
            request.GET.get("page")
        ),
        # As they were sent, where that was refused.
        "chosen": _chosen(request),
        "agreed": "agree" in request.POST,
        "closed": sign_ups.sign_up_closed(tournament),
    }
    return render(request, "league/sign_up_club.html", context)


def _chosen(request: HttpRequest) -> list[int]:
    """Return the numbers of the people who are ticked."""
    return [read_id(number) for number in request.POST.getlist("player")[:ON_A_PAGE]]


def _club_deed(request: HttpRequest, tournament: Tournament, club: Club) -> str:
    """Do what a button of the page asks; return what was done, in a sentence."""
    if "back" in request.POST:
        entries = Entrant.objects.filter(tournament=tournament, from_club=club)
        rows = entries.select_related("tournament", "from_club")
        entrant = get_object_or_404(rows, pk=told_id(request, "back"))
        sign_ups.club_take_back(entrant=entrant)
        if entrant.number is None:
            return _("The entry is taken back.")
        sentence = _("The entry is taken back. The directory of %s keeps the name.")
        return sentence % tournament.club.name
    players = list(players_of(club).filter(pk__in=_chosen(request)))
    if not players:
        raise Refusal("nobody", _("Nobody is entered yet. Tick the people who enter."))
    if "agree" not in request.POST:
        raise Refusal("agree", _("Nobody is entered yet. Tick that these people agree."))
    number = sign_ups.club_enter(tournament=tournament, club=club, players=players)
    if not number:
        return _("These people are entered already.")
    sentence = ngettext(
        "%d entry waits for the director.", "%d entries wait for the director.", number
    )
    return sentence % number


@require_POST
def sign_up_renew(request: HttpRequest, pk: int) -> HttpResponse:
    """Give the form a new link; the old one is not there any more."""
    tournament = tournament_to_direct(request, pk)
    sign_up_link_renew(tournament=tournament)
    messages.success(request, link_is_new())
    return redirect("league:entrants", pk=pk)
