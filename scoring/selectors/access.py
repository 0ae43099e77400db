"""Who asks, and what they may see: every view begins with one of these.

What is not yours does not exist: a stranger gets 404, never a hint that there is something. Who may
do what, page by page, stands in docs/permissions.md.
"""

from dataclasses import dataclass
from typing import Literal

from django.conf import settings
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest
from django.utils.crypto import constant_time_compare
from django.utils.module_loading import import_string

from scoring.models import Club, Game, Membership, Tablet
from scoring.models.people import secret_hash

TABLET_COOKIE = "roundhouse-tablet"
TABLET_SALT = "scoring.tablet"


Role = Literal["organizer", "director", "scorekeeper", "tablet", "table", "stranger"]


@dataclass(frozen=True)
class Actor:
    """Whoever sends a request, with the club that he, she or the tablet acts for.

    A tablet whose role is `table` is one table's: it acts for that table and for no club, so that
    whatever asks for a club's people is closed to it. A stranger has no club either.
    """

    role: Role
    name: str = ""
    club: Club | None = None
    user: User | None = None
    tablet: Tablet | None = None

    @property
    def organizes(self) -> bool:
        """Whether this is an organizer of the club."""
        return self.role == "organizer"

    @property
    def directs(self) -> bool:
        """Whether this may run the club's tournaments: its directors and organizers."""
        return self.role in ("organizer", "director")

    @property
    def scores(self) -> bool:
        """Whether this may write on the sheets of the club's games, or of one table's."""
        return self.role != "stranger"

    @property
    def home(self) -> Club | None:
        """The club that this belongs to, also for a tablet of one table."""
        return self.tablet.club if self.tablet else self.club

    @property
    def table_number(self) -> int | None:
        """The one table that this is for; None for everybody but a tablet of one table."""
        return self.tablet.table_number if self.tablet else None

    def has_table(self, club: Club, number: int | None) -> bool:
        """Whether this may score at that table of the club."""
        if self.role == "table":
            return self.home == club and self.table_number == number
        return self.club == club

    def may_score(self, game: Game) -> bool:
        """Whether this may write on the game's sheet."""
        return self.has_table(game.club, game.table_number)


STRANGER = Actor("stranger")
ROLES: dict[Membership.Role, Role] = {
    Membership.Role.ORGANIZER: "organizer",
    Membership.Role.DIRECTOR: "director",
    Membership.Role.SCOREKEEPER: "scorekeeper",
}


def actor_of(request: HttpRequest) -> Actor:
    """Who sends this request; asks the database once a request.

    Somebody who is signed in acts as that account, also on a paired tablet.
    """
    actor: Actor | None = getattr(request, "_scoring_actor", None)
    if actor is None:
        actor = _member(request) or _tablet(request) or STRANGER
        request._scoring_actor = actor  # type: ignore[attr-defined]
    return actor


def actor_anew(request: HttpRequest) -> Actor:
    """Who sends this request, once somebody has signed in or out in it."""
    request._scoring_actor = None  # type: ignore[attr-defined]
    return actor_of(request)


def act_as(request: HttpRequest, actor: Actor) -> None:
    """Let the rest of this request be the doing of `actor`, such as of a tablet just paired."""
    request._scoring_actor = actor  # type: ignore[attr-defined]


def tell_club(request: HttpRequest, club: Club) -> None:
    """Say whose page it is that a stranger may use, so that this club's log has what is done."""
    request._scoring_club = club  # type: ignore[attr-defined]


def club_told(request: HttpRequest) -> Club | None:
    """The club that `tell_club` named."""
    club: Club | None = getattr(request, "_scoring_club", None)
    return club


def _member(request: HttpRequest) -> Actor | None:
    if not request.user.is_authenticated:
        return None
    membership = (
        Membership.objects.select_related("club").filter(user=request.user).order_by("pk").first()
    )
    if membership is None:
        return None
    role = ROLES[Membership.Role(membership.role)]
    name = request.user.get_full_name() or request.user.get_username()
    return Actor(role, name=name, club=membership.club, user=request.user)


def _tablet(request: HttpRequest) -> Actor | None:
    told = request.get_signed_cookie(TABLET_COOKIE, default="", salt=TABLET_SALT) or ""
    number, _colon, secret = told.partition(":")
    if not number.isdecimal():
        return None
    tablet = (
        Tablet.objects.select_related("club").filter(pk=number, unpaired_at__isnull=True).first()
    )
    if tablet is None or not constant_time_compare(tablet.secret_hash, secret_hash(secret)):
        return None
    return tablet_actor(tablet)


def tablet_actor(tablet: Tablet) -> Actor:
    """A paired tablet as the one that asks."""
    if tablet.table_number is not None:
        return Actor("table", name=tablet.name, tablet=tablet)
    return Actor("tablet", name=tablet.name, club=tablet.club, tablet=tablet)


def club_to_score(request: HttpRequest) -> Club:
    """The club all of whose games the asker may score; 404 for strangers and one table's tablet."""
    club = actor_of(request).club
    if club is None:
        raise Http404
    return club


def club_to_organize(request: HttpRequest) -> Club:
    """The club that the asker organizes; 404 for everybody else."""
    actor = actor_of(request)
    if not actor.organizes or actor.club is None:
        raise Http404
    return actor.club


def club_to_start(request: HttpRequest) -> Club:
    """The club in which the asker may start a game, one table's tablet at its table; else 404."""
    club = actor_of(request).home
    if club is None:
        raise Http404
    return club


def club_to_direct(request: HttpRequest) -> Club:
    """The club whose tournaments the asker runs; 404 for all but its directors and organizers."""
    actor = actor_of(request)
    if not actor.directs or actor.club is None:
        raise Http404
    return actor.club


def game_to_score(request: HttpRequest, code: str) -> Game:
    """The game with that code, for somebody who may write on its sheet; else 404."""
    game = Game.objects.select_related("club").filter(code=code).first()
    if game is None or not actor_of(request).may_score(game):
        raise Http404
    return game


def may_direct(request: HttpRequest, game: Game) -> bool:
    """Whether the asker may overrule at that game and reopen it.

    The club's organizers may, and its directors where the game is one of a tournament's tables:
    the functions named in the setting GAMES_DIRECTED know these.
    """
    actor = actor_of(request)
    if actor.club != game.club or not actor.directs:
        return False
    return actor.organizes or any(
        import_string(path)(game) is not None for path in settings.GAMES_DIRECTED
    )


def game_to_direct(request: HttpRequest, code: str) -> Game:
    """The game with that code, for somebody who may overrule at it; else 404."""
    game = game_to_score(request, code)
    if not may_direct(request, game):
        raise Http404
    return game


def game_to_organize(request: HttpRequest, code: str) -> Game:
    """The game with that code, for an organizer of its club; else 404."""
    game = game_to_score(request, code)
    if not actor_of(request).organizes:
        raise Http404
    return game


def game_to_see(request: HttpRequest, code: str) -> Game:
    """The game with that code, for somebody of its club, or for all where the club shows it."""
    game = Game.objects.select_related("club").filter(code=code).first()
    if game is None:
        raise Http404
    if game.club.shown != Club.Shown.GAMES and not actor_of(request).may_score(game):
        raise Http404
    return game


def game_to_watch(watch_key: str) -> Game:
    """The game whose link for watching holds this key; the link is the permission."""
    game = Game.objects.select_related("club").filter(watch_key=watch_key).first()
    if game is None:
        raise Http404
    return game
