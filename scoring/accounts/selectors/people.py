"""The club's people, accounts and tablets, as pages list them."""

from collections.abc import Iterable
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Case, Count, QuerySet, When
from django.utils import timezone

from scoring.accounts.club_rows import every_club
from scoring.accounts.models import Club, Membership, PairingCode, Player, Tablet
from scoring.collation import name_order
from scoring.names import name_key


def everybody_of(club: Club) -> QuerySet[Player]:
    """The people known to the club, archived ones too, by name; each once.

    Erased people are not among them; results still show their neutral names.
    """
    return Player.objects.filter(club=club, same_as=None, erased_at=None)


def players_of(club: Club) -> QuerySet[Player]:
    """The people that the club's lists offer, by name; each once, whatever their names are."""
    return everybody_of(club).filter(archived_at=None)


def club_knows(*, club: Club, name: str) -> bool:
    """Whether somebody of the club has that name, or had it before two records were merged."""
    return Player.objects.filter(club=club, name_key=name_key(name)).exists()


def names_known(club: Club, names: Iterable[str]) -> set[str]:
    """Return the keys of those names that somebody of the club has or had; one query."""
    keys = [name_key(name) for name in names]
    known = Player.objects.filter(club=club, name_key__in=keys)
    return set(known.values_list("name_key", flat=True))


def regulars_of(club: Club, most: int = 16) -> list[str]:
    """The names of those who played most games, for tapping instead of typing."""
    players = players_of(club).annotate(games=Count("seats"))
    return sorted(
        players.order_by("-games", "name_key").values_list("name", flat=True)[:most],
        key=name_order,
    )


def members_of(club: Club) -> QuerySet[Membership]:
    """Return the people with an account in the club, organizers first, then directors."""
    ranks = [When(role=role, then=at) for at, role in enumerate(Membership.Role)]
    members = Membership.objects.filter(club=club).select_related("user")
    return members.order_by(Case(*ranks), "pk")


@every_club()
def memberships_of(user: User) -> list[Membership]:
    """Return what somebody is in each club of theirs, the oldest first."""
    return list(Membership.objects.filter(user=user).select_related("club").order_by("pk"))


def accounts_logged(club: Club) -> QuerySet[Any, Any]:
    """The accounts (as `user`) that did something in the club as somebody of it.

    The log also has lines of accounts that never were in the club: of whoever runs the site and has
    paused it, and of a stranger who is signed in.
    """
    lines = club.log.filter(user__isnull=False, role__in=Membership.Role.values)
    return lines.order_by().values("user").distinct()


def former_members_of(club: Club) -> list[User]:
    """Accounts that were in this club and are in none any more, as far as its log knows."""
    users = User.objects.filter(memberships=None, operator=None)
    return list(users.filter(pk__in=accounts_logged(club)).order_by("pk"))


def tablets_of(club: Club) -> QuerySet[Tablet]:
    """The club's paired tablets."""
    return Tablet.objects.filter(club=club, unpaired_at__isnull=True)


def open_codes_of(club: Club) -> QuerySet[PairingCode]:
    """The pairing codes that can still be typed, newest first."""
    return PairingCode.objects.filter(club=club, expires_at__gt=timezone.now()).order_by("-pk")
