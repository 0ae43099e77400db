"""The first page: the club's games, or the way in."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from scoring.models import Club
from scoring.selectors.access import actor_of
from scoring.selectors.games import games_of


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the club's games to its people, and shown clubs' games to everybody."""
    actor = actor_of(request)
    if actor.club is not None:
        return render(
            request,
            "scoring/home.html",
            {
                "running": games_of(actor.club, finished=False),
                "finished": games_of(actor.club, finished=True),
            },
        )
    if not Club.objects.exists():
        return redirect("scoring:setup")
    clubs = [
        (club, games_of(club, finished=False), games_of(club, finished=True))
        for club in Club.objects.filter(shown=Club.Shown.GAMES).order_by("name")[:10]
    ]
    return render(request, "scoring/welcome.html", {"clubs": clubs})
