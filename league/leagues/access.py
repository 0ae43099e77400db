"""Who may see a league, and change one; what is not yours does not exist."""

from django.db.models import F, OuterRef, QuerySet
from django.http import Http404, HttpRequest

from league.days.models import TableGame
from league.leagues.models import League, LeagueClub
from league.leagues.selectors import parts_of
from scoring.accounts.access import club_runs, club_to_organize
from scoring.accounts.club_rows import first_of_any_club, read_club
from scoring.watching.revisions import sheets_in, with_revision


def watched_leagues() -> QuerySet[League]:
    """Return all leagues, each read with its founding club and its revision."""
    seasons = "game_day__club__seasons"
    games = TableGame.objects.filter(
        **{
            f"{seasons}__league_clubs__league": OuterRef("pk"),
            "game_day__date__gte": F(f"{seasons}__first"),
            "game_day__date__lte": F(f"{seasons}__last"),
        }
    )
    return with_revision(League.objects.select_related("club"), sheets_in(games, "game__revision"))


def league_to_see(pk: int) -> League:
    """Return the league with that number: everybody may see it, for all in it is public.

    Raises `ClubPaused` while the club that founded it is paused.
    """
    league = first_of_any_club(watched_leagues().filter(pk=pk))
    if league is None:
        raise Http404
    club_runs(league.club)
    return league


def league_to_organize(request: HttpRequest, pk: int) -> League:
    """Return the league with that number, for an organizer of the club that founded it."""
    league = League.objects.select_related("club").filter(pk=pk).first()
    if league is None or league.club != club_to_organize(request):
        raise Http404
    # An organizer takes clubs out, with their lines.
    parts_of(league)
    return league


def part_to_organize(request: HttpRequest, pk: int) -> LeagueClub:
    """Return the part of the asker's club in the league with that number, for its organizer."""
    parts = LeagueClub.objects.select_related("league__club", "club", "season")
    part = first_of_any_club(parts.filter(league=pk, club=club_to_organize(request)))
    if part is None:
        raise Http404
    read_club(part.league.club)
    return part
