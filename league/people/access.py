"""Who may read the directory and see a player's page; what is not yours does not exist."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest

from league.seasons.models import Standing
from league.seasons.public import public_standings
from scoring.accounts.access import actor_of, show_public
from scoring.accounts.club_rows import first_of_any_club
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
    """A player whose page the asker may see; `organizer` sees what is private too.

    A stranger sees what public leaderboards show, and nothing else: `standings` are those lines.
    For somebody of the club (`insider`) it is empty.
    """

    player: Player
    insider: bool
    organizer: bool
    standings: tuple[Standing, ...] = ()


def player_to_see(request: HttpRequest, pk: int) -> SeenPlayer:
    """The player with that id: for people of the club, and for all who read it on a public board.

    Else 404.
    """
    rows = Player.objects.select_related("club", "same_as").filter(pk=pk)
    player = first_of_any_club(rows)
    if player is None:
        raise Http404
    actor = actor_of(request)
    if actor.club == player.club:
        return SeenPlayer(player, insider=True, organizer=actor.organizes)
    show_public(request, player.club)
    player.refresh_from_db(fields=["name"])
    standings = public_standings(player.same_as or player)
    if not standings:
        raise Http404
    return SeenPlayer(player, insider=False, organizer=False, standings=tuple(standings))
