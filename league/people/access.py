"""Who may read the directory and see a player's page; what is not yours does not exist."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest

from league.seasons.models import Season
from scoring.accounts.access import actor_of
from scoring.accounts.models import Club, Player


def club_to_read_people(request: HttpRequest) -> Club:
    """Return the club if the actor may read its directory (everybody who signs in to it), else 404.

    What is private in it is for organizers alone.
    """
    actor = actor_of(request)
    if actor.club is None or actor.user is None:
        raise Http404
    return actor.club


@dataclass(frozen=True)
class SeenPlayer:
    """Return a player whose page the actor may see.

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
