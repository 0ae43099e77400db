"""Who asks, and what they may see: every view begins with one of these.

What is not yours does not exist: a stranger gets 404, never a hint that there is something.
"""

from dataclasses import dataclass
from typing import Literal

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest
from django.utils.crypto import constant_time_compare

from scoring.models import Club, Game, Membership, Tablet
from scoring.models.people import secret_hash

TABLET_COOKIE = "roundhouse-tablet"
TABLET_SALT = "scoring.tablet"


@dataclass(frozen=True)
class Actor:
    """Whoever sends a request, with the club that he, she or the tablet acts for.

    `role` is organizer, scorekeeper, tablet or stranger; a stranger has no club.
    """

    role: Literal["organizer", "scorekeeper", "tablet", "stranger"]
    name: str = ""
    club: Club | None = None
    user: User | None = None
    tablet: Tablet | None = None

    @property
    def organizes(self) -> bool:
        """Whether this is an organizer of the club."""
        return self.role == "organizer"

    @property
    def scores(self) -> bool:
        """Whether this may write on the sheets of the club's games."""
        return self.role != "stranger"


STRANGER = Actor("stranger")


def actor_of(request: HttpRequest) -> Actor:
    """Who sends this request; asks the database once a request.

    Somebody who is signed in acts as that account, also on a paired tablet.
    """
    actor: Actor | None = getattr(request, "_scoring_actor", None)
    if actor is None:
        actor = _member(request) or _tablet(request) or STRANGER
        request._scoring_actor = actor  # type: ignore[attr-defined]
    return actor


def _member(request: HttpRequest) -> Actor | None:
    if not request.user.is_authenticated:
        return None
    membership = (
        Membership.objects.select_related("club").filter(user=request.user).order_by("pk").first()
    )
    if membership is None:
        return None
    role: Literal["organizer", "scorekeeper"] = (
        "organizer" if membership.role == Membership.Role.ORGANIZER else "scorekeeper"
    )
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
    return Actor("tablet", name=tablet.name, club=tablet.club, tablet=tablet)


def club_to_score(request: HttpRequest) -> Club:
    """The club whose games the asker may score; 404 for a stranger."""
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


def game_to_score(request: HttpRequest, code: str) -> Game:
    """The game with that code, for somebody who may write on its sheet; else 404."""
    game = Game.objects.select_related("club").filter(code=code).first()
    if game is None or game.club != actor_of(request).club:
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
    if game.club != actor_of(request).club and game.club.shown != Club.Shown.GAMES:
        raise Http404
    return game


def game_to_watch(watch_key: str) -> Game:
    """The game whose link for watching holds this key; the link is the permission."""
    game = Game.objects.select_related("club").filter(watch_key=watch_key).first()
    if game is None:
        raise Http404
    return game
