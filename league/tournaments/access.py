"""Who may see a tournament, score at its tables and direct it; what is not yours does not exist."""

from functools import cache

from django.db.models import OuterRef, QuerySet
from django.http import Http404, HttpRequest

from scoring.accounts.access import actor_of, club_to_direct, show_public
from scoring.accounts.club_rows import every_club
from scoring.sheets.models import Game
from scoring.watching.revisions import sheets_in, with_revision
from scoring.web.compiled_queries import CompiledQuery

from .models import StageTable, Tournament


def watched_tournaments() -> QuerySet[Tournament]:
    """Return all tournaments, each read with its club, its season and its revision."""
    return _watched_tournaments().all()


@cache
def _watched_tournaments() -> QuerySet[Tournament]:
    # Every poll asks for one of these; building the query anew takes a third of its processor time.
    tables = StageTable.objects.filter(round__stage__tournament=OuterRef("pk"))
    rows = Tournament.objects.select_related("club", "season")
    return with_revision(rows, sheets_in(tables, "game__revision"))


WATCHED = CompiledQuery(lambda pk: watched_tournaments().filter(pk=pk))


def tournament_to_see(request: HttpRequest, pk: int) -> Tournament:
    """The tournament with that number, for people of its club, or for all where it is public."""
    with every_club():
        tournament = WATCHED.first(pk)
    if tournament is None:
        raise Http404
    if not tournament.public and tournament.club != actor_of(request).club:
        raise Http404
    show_public(request, tournament.club)
    return tournament


def tournament_to_score(request: HttpRequest, pk: int, table: int) -> Tournament:
    """Return the tournament with that number if the actor may score at that table, else 404."""
    tournament = Tournament.objects.select_related("club", "season").filter(pk=pk).first()
    if tournament is None or not actor_of(request).has_table(tournament.club, table):
        raise Http404
    return tournament


def tournament_of_game(game: Game) -> Tournament | None:
    """Return the tournament that has that game at one of its tables, if any."""
    return Tournament.objects.filter(stages__seated__tables__game=game).first()


def tournament_to_direct(request: HttpRequest, pk: int) -> Tournament:
    """The tournament with that number, for a director or organizer of its club; else 404."""
    tournament = WATCHED.first(pk)
    if tournament is None or tournament.club != club_to_direct(request):
        raise Http404
    return tournament
