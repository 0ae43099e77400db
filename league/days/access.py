"""Who may see a game day and its calendar, score at its tables and organize it; else 404."""

from django.http import Http404, HttpRequest

from league.days.selectors.links import calendar_key, key_is_right, wall_key
from scoring.accounts.access import actor_of
from scoring.accounts.models import Club

from .models import GameDay


def day_to_score(request: HttpRequest, pk: int) -> GameDay:
    """The game day with that number, for people of its club; else 404."""
    day = GameDay.objects.select_related("club").filter(pk=pk).first()
    if day is None or day.club != actor_of(request).club:
        raise Http404
    return day


def day_at_table(request: HttpRequest, pk: int, table: int) -> GameDay:
    """Return the game day with that number if the actor may score at that table of it, else 404."""
    day = GameDay.objects.select_related("club").filter(pk=pk).first()
    if day is None or not actor_of(request).has_table(day.club, table):
        raise Http404
    return day


def day_to_organize(request: HttpRequest, pk: int) -> GameDay:
    """The game day with that number, for an organizer of its club; else 404."""
    day = day_to_score(request, pk)
    if not actor_of(request).organizes:
        raise Http404
    return day


def day_to_see(request: HttpRequest, pk: int) -> GameDay:
    """Return the game day for its club's people, for the link's holder, or for all if shown.

    Raises Http404 for everybody else.
    """
    day = GameDay.objects.select_related("club").filter(pk=pk).first()
    if day is None:
        raise Http404
    if (
        day.club != actor_of(request).club
        and day.club.shown != Club.Shown.GAMES
        and not key_is_right(wall_key(day), request.GET.get("key", ""))
    ):
        raise Http404
    return day


def club_of_calendar(request: HttpRequest, pk: int) -> Club:
    """Return the club of a calendar's address: with its key, or for all if the club shows it.

    Calendar programs do not sign in; the club's own people see it all the same. Else Http404.
    """
    club = Club.objects.filter(pk=pk).first()
    if club is None:
        raise Http404
    if (
        club.shown != Club.Shown.GAMES
        and club != actor_of(request).club
        and not key_is_right(calendar_key(club), request.GET.get("key", ""))
    ):
        raise Http404
    return club
