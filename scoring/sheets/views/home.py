"""The first page: the club's games, or the way in."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from scoring.accounts.access import actor_of, tablet_to_move
from scoring.accounts.models import Club
from scoring.sheets.selectors.games import games_of
from scoring.sheets.selectors.table_home import table_address


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
        context = {
            "running": games_of(actor.home, finished=False, table_number=number),
            "finished": games_of(actor.home, finished=True, table_number=number),
            "number": number,
            "goes_on": goes_on,
        }
        return render(request, "scoring/home.html", context)
    if not Club.objects.exists():
        return redirect("scoring:setup")
    clubs = [
        (club, games_of(club, finished=False), games_of(club, finished=True))
        for club in Club.objects.filter(shown=Club.Shown.GAMES).order_by("name")[:10]
    ]
    welcome = {"clubs": clubs, "moving": tablet_to_move(request)}
    return render(request, "scoring/welcome.html", welcome)
