"""The club's people: players by name, accounts, the first organizer."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from scoring.accounts.club_rows import every_club
from scoring.accounts.models import (
    AccountNotice,
    Club,
    Invitation,
    Membership,
    PairingCode,
    Player,
    Tablet,
)
from scoring.accounts.selectors.people import everybody_of
from scoring.names import name_clean, name_key
from scoring.quotas import people_at_most, quota_hold
from scoring.refusals import Refusal

from .addresses import address_give
from .notices import account_notices_make
from .sessions import sessions_end


def player_for_name(*, club: Club, name: str) -> Player:
    """Return the club's player of that name; see `players_for_names`."""
    return players_for_names(club=club, names=[name])[0]


def players_for_names(*, club: Club, names: Sequence[str]) -> list[Player]:
    """Return the club's player of each name, or who that name has been merged with; else a new one.

    Who was archived is back from then on. Raises `QuotaReached` for more people than the club may
    have: must run inside a transaction, which takes them back.
    """
    wanted = {name_key(name): name_clean(name) for name in names}
    known = _players_by_key(club, wanted)
    # In one order, so that of two tables that write the same people neither waits for the other.
    if new := sorted(wanted.keys() - known.keys()):
        # Whom another table writes at the same moment is read afterwards, as its own is.
        Player.objects.bulk_create(
            (Player(club=club, name=wanted[key], name_key=key) for key in new),
            ignore_conflicts=True,
        )
        known |= _players_by_key(club, new)
        people_hold(club=club)
    people = [known[name_key(name)] for name in names]
    means = [player.same_as or player for player in people]
    for player in means:
        if player.archived_at:
            player.archived_at = None
            player.save(update_fields=["archived_at"])
    return means


def _players_by_key(club: Club, keys: Iterable[str]) -> dict[str, Player]:
    rows = Player.objects.filter(club=club, name_key__in=list(keys)).select_related("same_as")
    return {player.name_key: player for player in rows}


def people_hold(*, club: Club) -> None:
    """Raise `QuotaReached` where the club has more people than it may, with those just written.

    Must run inside the transaction that wrote them, which takes them back.
    """
    quota_hold(people_at_most(club.most_people), everybody_of(club))


def player_rename(*, player: Player, name: str) -> Player:
    """Give a player another name. Raises `Refusal` where somebody else of the club has it."""
    player.name, player.name_key = name_clean(name), name_key(name)
    try:
        with transaction.atomic():
            player.save(update_fields=["name", "name_key"])
    except IntegrityError as error:
        raise Refusal("taken", _("The club knows %s already.") % player.name) from error
    return player


@every_club()
def club_found(
    *,
    club_name: str,
    username: str,
    name: str,
    password: str,
    made_up: bool = False,
    beside: bool = False,
) -> Membership:
    """Create this installation's first club and its organizer; `beside` others if that is said.

    Raises `Refusal` where there is a club already, and `ValidationError` for a weak password.
    """
    # Made before the lock: hashing takes a good part of a second, and others wait at the lock.
    user = new_account(username, name, password)
    with transaction.atomic():
        # There is no club row yet to lock, so lock the row that describes the model.
        ContentType.objects.select_for_update().get(app_label="scoring", model="club")
        if Club.objects.exists() and not beside:
            raise Refusal("founded", _("This club is set up already. Sign in instead."))
        club = Club.objects.create(name=name_clean(club_name), made_up=made_up)
        if not made_up:
            address_give(club=club)
        return _join(club, user, Membership.Role.ORGANIZER)


def member_add(
    *,
    club: Club,
    username: str,
    name: str,
    password: str,
    role: Membership.Role,
    by: User | None = None,
) -> Membership:
    """Create an account with a role in the club; the other organizers hear of a new organizer.

    Raises `Refusal` where the sign-in name is taken and `ValidationError` for a weak password.
    """
    user = new_account(username, name, password)
    with transaction.atomic():
        membership = _join(club, user, role)
        if role == Membership.Role.ORGANIZER:
            kind = AccountNotice.Kind.ADDED
            account_notices_make(kind=kind, about=user, by=by, club=club)
    return membership


def new_account(username: str, name: str, password: str) -> User:
    """Return an account that is not saved yet. Raises `ValidationError` for a weak password."""
    user = User(username=username, first_name=name_clean(name))
    validate_password(password, user)
    user.set_password(password)
    return user


def _join(club: Club, user: User, role: Membership.Role) -> Membership:
    """Save a new account with its role. Raises `Refusal` where its name is taken."""
    account_save(user)
    return Membership.objects.create(club=club, user=user, role=role)


def account_save(user: User) -> None:
    """Save a new account. Raises `Refusal` where its user name is taken."""
    username = user.username
    try:
        user.full_clean(exclude=["password"])
    except ValidationError as error:
        if "username" in error.message_dict and User.objects.filter(username=username).exists():
            raise _taken(username) from error
        raise
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError as error:
        raise _taken(username) from error


def _taken(username: str) -> Refusal:
    return Refusal("taken", _("Somebody signs in as “%s” already. Choose another name.") % username)


@transaction.atomic
def member_remove(*, membership: Membership, by: User | None = None) -> list[Tablet]:
    """End what an account may do in its club, and its sessions; the account and its writing stay.

    Codes for tablets and invitations that this person made are worth nothing from then on. The
    tablets that were paired by them are the club's and go on: answers those, so that somebody looks
    at each. Of a removed organizer the others are notified. Raises `Refusal` for the last one.
    """
    _membership_end(membership, by)
    club, user = membership.club, membership.user
    sessions_end(user=user)
    return list(Tablet.objects.filter(club=club, paired_by=user, unpaired_at=None))


@transaction.atomic
def member_leave(*, membership: Membership) -> None:
    """End one's own part in a club; one stays signed in, for one's other clubs.

    The club's organizers are told of an organizer who leaves. Raises `Refusal` for the last one.
    """
    _membership_end(membership, by=membership.user)


def _membership_end(membership: Membership, by: User | None) -> None:
    # Read, not counted by the database: counting would lock no row.
    organizers = list(
        Membership.objects.select_for_update().filter(
            club=membership.club, role=Membership.Role.ORGANIZER
        )
    )
    if membership.role == Membership.Role.ORGANIZER and len(organizers) == 1:
        raise Refusal("last", _("A club needs an organizer. Add another one first."))
    club, user = membership.club, membership.user
    membership.delete()
    PairingCode.objects.filter(club=club, made_by=user).delete()
    Invitation.objects.filter(club=club, made_by=user).delete()
    if membership.role == Membership.Role.ORGANIZER:
        account_notices_make(kind=AccountNotice.Kind.REMOVED, about=user, by=by, club=club)


@every_club()
@transaction.atomic
def language_choose(*, user: User, language: str) -> None:
    """Keep the language that a person has chosen, for each device on which none is."""
    Membership.objects.filter(user=user).exclude(language=language).update(language=language)


def club_update(*, club: Club, fields: Mapping[str, Any]) -> Club:
    """Keep these fields of the club: its name, what it shows, and what it says of itself."""
    for name, value in fields.items():
        setattr(club, name, name_clean(value) if name == "name" else value)
    club.save(update_fields=[*fields])
    return club
