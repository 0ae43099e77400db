"""Who may see a season, and change one; what is not yours does not exist."""

from django.db.models import OuterRef, QuerySet
from django.http import Http404, HttpRequest

from league.days.models import TableGame
from league.seasons.models import Season
from scoring.accounts.access import actor_of, club_to_organize, show_public
from scoring.accounts.club_rows import first_of_any_club
from scoring.watching.revisions import sheets_in, with_revision


def watched_seasons() -> QuerySet[Season]:
    """Return all seasons, each read with its club and its revision."""
    games = TableGame.objects.filter(
        game_day__club=OuterRef("club"),
        game_day__date__range=(OuterRef("first"), OuterRef("last")),
    )
    return with_revision(Season.objects.select_related("club"), sheets_in(games, "game__revision"))


def season_to_see(request: HttpRequest, pk: int) -> Season:
    """The season with that number, for people of its club, or for all where it is public."""
    season = first_of_any_club(watched_seasons().filter(pk=pk))
    if season is None:
        raise Http404
    if not season.public and season.club != actor_of(request).club:
        raise Http404
    show_public(request, season.club)
    return season


def season_to_organize(request: HttpRequest, pk: int) -> Season:
    """The season with that number, for an organizer of its club; else 404."""
    season = Season.objects.select_related("club").filter(pk=pk).first()
    if season is None or season.club != club_to_organize(request):
        raise Http404
    return season
