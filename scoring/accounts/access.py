"""Who sends a request, and what they may see: every view begins with one of these functions.

What is not yours does not exist: a stranger gets 404, and no hint that there is something. Who may
do what, page by page, is in docs/permissions.md.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import Any, Literal, Protocol

from django.contrib.auth.models import User
from django.db.models import OuterRef, Subquery
from django.http import Http404, HttpRequest
from django.utils.crypto import constant_time_compare

from scoring.accounts.club_rate import rate_hold
from scoring.accounts.club_rows import every_club, read_club
from scoring.accounts.club_time import tell_time_of
from scoring.accounts.models import Club, Membership, Operator, Tablet
from scoring.accounts.models.people import secret_hash
from scoring.accounts.selectors.notices import READ, notices_since, shown_since
from scoring.accounts.shown_names import names_show
from scoring.web.compiled_queries import CompiledQuery

TABLET_COOKIE = "roundhouse-tablet"
TABLET_SALT = "scoring.tablet"
# Where a session keeps the club that somebody of several has switched to in this browser.
CHOSEN_CLUB = "club"
PAIRED_TABLET = CompiledQuery(
    lambda pk: Tablet.objects.select_related("club").filter(pk=pk, unpaired_at__isnull=True)
)


Role = Literal["organizer", "director", "scorekeeper", "tablet", "table", "operator", "stranger"]


class HasTable(Protocol):
    """What a permission depends on: the club of a game, and the table it is played at."""

    club: Club
    table_number: int | None


@dataclass(frozen=True)
class Actor:
    """Whoever sends a request, with the club that he, she or the tablet acts for.

    A tablet with the role `table` belongs to one table. It acts for that table and for no club, so
    that whatever asks for a club's people is closed to it. A stranger has no club either, nor has
    whoever operates the site.
    """

    role: Role
    name: str = ""
    club: Club | None = None
    user: User | None = None
    tablet: Tablet | None = None
    # Whether somebody did something to this account that this session has not put away.
    has_notices: bool = False
    # The language that this person has chosen on any device.
    chosen_language: str = ""
    # The other clubs of this person, in which nothing is seen or done until they switch.
    other_clubs: tuple[Club, ...] = ()

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
        return self.role not in ("operator", "stranger")

    @property
    def home(self) -> Club | None:
        """The club that this belongs to, also for a tablet of one table."""
        return self.tablet.club if self.tablet else self.club

    @property
    def language(self) -> str:
        """The language to speak where the device has none: one's own, or the club's; maybe none."""
        return self.chosen_language or (self.home.language if self.home else "")

    @property
    def table_number(self) -> int | None:
        """The one table that this is for; None for everybody but a tablet of one table."""
        return self.tablet.table_number if self.tablet else None

    def has_table(self, club: Club, number: int | None) -> bool:
        """Whether this may score at that table of the club."""
        if self.role == "table":
            return self.home == club and self.table_number == number
        return self.club == club

    def may_score(self, game: HasTable) -> bool:
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

    A signed-in person acts as their account, also on a paired tablet.
    """
    actor: Actor | None = getattr(request, "_scoring_actor", None)
    if actor is None:
        with every_club():
            actor = _member(request) or _tablet(request) or _operator(request) or STRANGER
        act_as(request, actor)
    return actor


def actor_anew(request: HttpRequest) -> Actor:
    """Who sends this request, once somebody has signed in or out in it."""
    request._scoring_actor = None  # type: ignore[attr-defined]
    return actor_of(request)


def act_as(request: HttpRequest, actor: Actor) -> None:
    """Let the rest of this request be the doing of `actor`, such as of a tablet just paired."""
    request._scoring_actor = actor  # type: ignore[attr-defined]
    if actor.home is not None:
        read_club(actor.home)
        tell_time_of(actor.home)


def tell_club(request: HttpRequest, club: Club) -> None:
    """Note the club of a page that a stranger may use, so that the deed is in that club's log."""
    request._scoring_club = club  # type: ignore[attr-defined]


def club_told(request: HttpRequest) -> Club | None:
    """The club that `tell_club` named."""
    club: Club | None = getattr(request, "_scoring_club", None)
    return club


def _member(request: HttpRequest) -> Actor | None:
    if not request.user.is_authenticated:
        return None
    memberships = _memberships_since(shown_since()).rows(request.user.pk)
    if not memberships:
        return None
    # Kept in the session, so that switching in one browser switches no other one.
    chosen = request.session.get(CHOSEN_CLUB)
    membership = next((row for row in memberships if row.club_id == chosen), memberships[0])
    unread = (membership.newest or 0) > notices_read(request)
    role = ROLES[Membership.Role(membership.role)]
    name = request.user.get_full_name() or request.user.get_username()
    return Actor(
        role,
        name=name,
        club=membership.club,
        user=request.user,
        has_notices=unread,
        chosen_language=membership.language,
        other_clubs=tuple(row.club for row in memberships if row is not membership),
    )


def _operator(request: HttpRequest) -> Actor | None:
    """Whoever runs the site, in no club: a part in one would end that."""
    if not request.user.is_authenticated:
        return None
    if not Operator.objects.filter(user=request.user.pk).exists():
        return None
    return Actor("operator", name=request.user.get_username())


@lru_cache(maxsize=1)
def _memberships_since(moment: datetime) -> CompiledQuery[Any]:
    """Return the query of a user's memberships, each with its club and newest notice since then.

    Every request asks for some of these. Building the query takes longer than asking it, so that it
    is built and compiled once a minute.
    """
    newest = notices_since(moment).filter(user=OuterRef("user")).values("pk")[:1]
    rows = Membership.objects.select_related("club").annotate(newest=Subquery(newest))
    return CompiledQuery(lambda user: rows.filter(user=user).order_by("pk"))


def club_choose(request: HttpRequest, club: Club) -> Actor:
    """Let the signed-in person act in that club of theirs from now on, in this browser."""
    request.session[CHOSEN_CLUB] = club.pk
    return actor_anew(request)


def actor_in(request: HttpRequest, club: Club) -> Actor:
    """Return the asker as of that club, if it is one of theirs; for this request alone.

    Only for what names its club itself, such as rounds of a game that a tablet hands over.
    """
    actor = actor_of(request)
    if actor.user is None or club not in actor.other_clubs:
        return actor
    read_club(club)
    membership = Membership.objects.get(user=actor.user, club=club)
    others = tuple(row for row in (actor.club, *actor.other_clubs) if row and row != club)
    role = ROLES[Membership.Role(membership.role)]
    return replace(actor, role=role, club=club, other_clubs=others)


def notices_read(request: HttpRequest) -> int:
    """The number of the newest notice that was put away in this session."""
    return int(request.session.get(READ, 0))


def _tablet(request: HttpRequest) -> Actor | None:
    tablet = _tablet_of(request.get_signed_cookie(TABLET_COOKIE, default="", salt=TABLET_SALT))
    return tablet_actor(tablet) if tablet else None


def _tablet_of(value: str | None) -> Tablet | None:
    """Return the paired tablet that a cookie names with its number and secret."""
    number, _colon, secret = (value or "").partition(":")
    if not number.isdecimal():
        return None
    tablet = PAIRED_TABLET.first(int(number))
    if tablet is None or not constant_time_compare(tablet.secret_hash, secret_hash(secret)):
        return None
    return tablet


def tablet_to_move(request: HttpRequest) -> tuple[Tablet, str] | None:
    """The tablet that this device is at the plain door, and what the cookie there holds.

    None at the plain door itself, and for whoever acts as somebody already. Anybody in the same
    wifi may have put that cookie there, so it is only a question to who holds the device.
    """
    there = HttpRequest()
    there.COOKIES = getattr(request, "plain_cookies", {})
    if TABLET_COOKIE not in there.COOKIES or actor_of(request).role != "stranger":
        return None
    value = there.get_signed_cookie(TABLET_COOKIE, default="", salt=TABLET_SALT) or ""
    with every_club():
        tablet = _tablet_of(value)
    return (tablet, value) if tablet else None


def tablet_actor(tablet: Tablet) -> Actor:
    """Return a paired tablet as the actor of a request."""
    if tablet.table_number is not None:
        return Actor("table", name=tablet.name, tablet=tablet)
    return Actor("tablet", name=tablet.name, club=tablet.club, tablet=tablet)


def show_public(request: HttpRequest, club: Club) -> None:
    """Let somebody who is not of the club read it, with people's names as the club shows them.

    Raises `ClubPaused` where the club is.
    """
    if actor_of(request).home != club:
        club_runs(club)
        names_show(club.names, club.pk)


class ClubPaused(Http404):
    """The page is one of a club that whoever runs the site has paused."""

    def __init__(self, club: Club) -> None:
        """Note the club."""
        super().__init__("paused")
        self.club = club


def club_runs(club: Club) -> None:
    """Let a page that is open to the asker, as by a link, read the club's rows.

    Raises `ClubPaused` where the club is, and `QuotaReached` where its pages are asked for too
    often.
    """
    if club.suspended_at is not None:
        raise ClubPaused(club)
    read_club(club)
    rate_hold(club)
    tell_time_of(club)


def club_to_score(request: HttpRequest) -> Club:
    """Return the club if the actor may score all its games, else raise 404."""
    return _club_or_404(actor_of(request).club)


def club_to_start(request: HttpRequest) -> Club:
    """The club in which the asker may start a game, one table's tablet at its table; else 404."""
    return _club_or_404(actor_of(request).home)


def club_to_organize(request: HttpRequest) -> Club:
    """The club that the asker organizes; 404 for everybody else."""
    actor = actor_of(request)
    return _club_or_404(actor.club if actor.organizes else None)


def club_to_direct(request: HttpRequest) -> Club:
    """Return the club if the actor is one of its directors or organizers, else raise 404."""
    actor = actor_of(request)
    return _club_or_404(actor.club if actor.directs else None)


def _club_or_404(club: Club | None) -> Club:
    if club is None:
        raise Http404
    return club
