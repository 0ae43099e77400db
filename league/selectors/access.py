"""Who may see what of the league; what is not yours does not exist."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest

from league.models import Season, Tournament
from scoring.models import Club, Game, Player
from scoring.selectors.access import actor_of, club_to_direct, club_to_organize


def season_to_see(request: HttpRequest, pk: int) -> Season:
    """The season with that number, for people of its club, or for all where it is public."""
    season = Season.objects.select_related("club").filter(pk=pk).first()
    if season is None:
        raise Http404
    if not season.public and season.club != actor_of(request).club:
        raise Http404
    return season


def season_to_organize(request: HttpRequest, pk: int) -> Season:
    """The season with that number, for an organizer of its club; else 404."""
    season = Season.objects.select_related("club").filter(pk=pk).first()
    if season is None or season.club != club_to_organize(request):
        raise Http404
    return season


def tournament_to_see(request: HttpRequest, pk: int) -> Tournament:
    """The tournament with that number, for people of its club, or for all where it is public."""
    tournament = Tournament.objects.select_related("club", "season").filter(pk=pk).first()
    if tournament is None:
        raise Http404
    if not tournament.public and tournament.club != actor_of(request).club:
        raise Http404
    return tournament


def tournament_to_score(request: HttpRequest, pk: int, table: int) -> Tournament:
    """The tournament with that number, for whoever may score at that table of it; else 404."""
    tournament = Tournament.objects.select_related("club", "season").filter(pk=pk).first()
    if tournament is None or not actor_of(request).has_table(tournament.club, table):
        raise Http404
    return tournament


def tournament_of_game(game: Game) -> Tournament | None:
    """The tournament at one of whose tables that game is played, if any."""
    return Tournament.objects.filter(stages__seated__tables__game=game).first()


def tournament_to_direct(request: HttpRequest, pk: int) -> Tournament:
    """The tournament with that number, for a director or organizer of its club; else 404."""
    tournament = Tournament.objects.select_related("club", "season").filter(pk=pk).first()
    if tournament is None or tournament.club != club_to_direct(request):
        raise Http404
    return tournament


def club_to_read_people(request: HttpRequest) -> Club:
    """The club whose directory the asker may read: whoever signs in to it; else 404.

    What is private in it is for organizers alone.
    """
    actor = actor_of(request)
    if actor.club is None or actor.user is None:
        raise Http404
    return actor.club


@dataclass(frozen=True)
class SeenPlayer:
    """A player whose page the asker may see.

    `insider` is somebody of the club; `organizer` sees what is private too; `games` says whether
    the games' sheets can be opened.
    """

    player: Player
    insider: bool
    organizer: bool
    games: bool


def player_to_see(request: HttpRequest, pk: int) -> SeenPlayer:
    """The player with that id, for people of the club.

    For everybody where the club shows its games or one of its seasons is public; else 404.
    """
    player = Player.objects.select_related("club", "same_as").filter(pk=pk).first()
    if player is None:
        raise Http404
    actor = actor_of(request)
    insider = actor.club == player.club
    shown = player.club.shown == Club.Shown.GAMES
    if not (insider or shown or Season.objects.filter(club=player.club, public=True).exists()):
        raise Http404
    return SeenPlayer(
        player=player,
        insider=insider,
        organizer=insider and actor.organizes,
        games=insider or shown,
    )
