"""The first page: the club's games, or the way in."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.module_loading import import_string
from django.views.decorators.http import require_safe

from scoring.accounts.access import actor_of, tablet_to_move
from scoring.accounts.club_rows import every_club, read_club
from scoring.accounts.models import Club
from scoring.accounts.selectors.addresses import club_of_host, short_name_of
from scoring.accounts.shown_names import names_show
from scoring.sheets.selectors.days_on import days_on
from scoring.sheets.selectors.first_steps import first_steps
from scoring.sheets.selectors.games import GameLine, running_games
from scoring.sheets.selectors.table_home import table_address
from scoring.web.addresses import host_of

MOST_CLUBS = 10


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the club's games to its people, and shown clubs' games to everybody.

    A tablet of one table goes straight to what is played there; with `games`, to the table's games.
    """
    actor = actor_of(request)
    if actor.home is not None:
        number, goes_on = actor.table_number, None
        if number is not None:
            goes_on = table_address(actor.home, number)
            if goes_on and "games" not in request.GET:
                return redirect(goes_on)
        finished = import_string(settings.FINISHED_GAMES)(actor.home, number)
        context = {
            "running": running_games(actor.home, number),
            "finished": finished,
            "number": number,
            "goes_on": goes_on,
            "steps": first_steps(actor.home) if actor.organizes and not finished else None,
            "days": days_on(actor.home) if number is None else (),
        }
        return render(request, "scoring/home.html", context)
    return _welcome(request)


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """Say to strangers what this site is, and how a club of theirs could have it."""
    may_found = settings.FOUNDING == "anybody"
    return render(request, "scoring/about.html", {"may_found": may_found})


def _welcome(request: HttpRequest) -> HttpResponse:
    """Show a stranger the only club; where there are several, ask which one it is to be."""
    if actor_of(request).role == "operator":
        return redirect("league:operator")
    with every_club():
        is_set_up = Club.objects.exists()
    if not is_set_up:
        return redirect("scoring:setup")
    by_host = club_of_host(host_of(request))
    if by_host is not None and (short_name := short_name_of(by_host)):
        return redirect("league:club-at", short_name=short_name)
    if has_several_clubs():
        several = {
            "several": True,
            "moving": tablet_to_move(request),
            "may_found": settings.FOUNDING == "anybody",
        }
        return render(request, "scoring/welcome.html", several)
    clubs = clubs_for_all()
    # The page of the only club is that club's: its name first, and the mark of a made-up one.
    club = clubs[0][0] if len(clubs) == 1 else None
    welcome = {"clubs": clubs, "club": club, "moving": tablet_to_move(request)}
    return render(request, "scoring/welcome.html", welcome)


@every_club()
def has_several_clubs() -> bool:
    """Whether more than one real club is here."""
    return Club.objects.filter(made_up=False)[:2].count() > 1


def clubs_for_all() -> list[tuple[Club, list[GameLine]]]:
    """The clubs that everybody may see, each with its games that go on, where it shows these.

    Where there are several, none is listed: each gives its address to its own people.
    """
    if has_several_clubs():
        return []
    shown = Club.objects.exclude(shown=Club.Shown.NOTHING).filter(suspended_at=None)
    with every_club():
        # Nobody is led to a made-up club where a real one is.
        shown = shown.filter(made_up=not Club.objects.filter(made_up=False).exists())
        clubs = list(shown.order_by("name")[:MOST_CLUBS])
    read_club(*clubs)
    return [(club, _running(club)) for club in clubs]


def _running(club: Club) -> list[GameLine]:
    """The games that go on in a club, with names as it shows these; a game has a round to show."""
    if club.shown != Club.Shown.GAMES:
        return []
    names_show(club.names, club.pk)
    return [line for line in running_games(club) if line.rounds]
