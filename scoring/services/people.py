"""The club's people: players by name, accounts, the first organizer."""

import unicodedata

from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from scoring.models import Club, Membership, Player

from .errors import Refusal
from .sessions import sessions_end

# Signs without a shape, and those that turn the direction of all that follows in a line. The
# joiners that Persian letters and families of emoji need are not among them.
UNSEEN = (
    "\u00ad\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff"
)


def name_clean(name: str) -> str:
    """A name as it is kept: accents in one form, nothing unseen, single spaces."""
    seen = "".join(
        " " if letter.isspace() else letter
        for letter in name
        if letter not in UNSEEN and (letter.isspace() or unicodedata.category(letter) != "Cc")
    )
    return " ".join(unicodedata.normalize("NFC", seen).split())


def name_key(name: str) -> str:
    """A name as it is compared: letters' case and spaces do not tell people apart."""
    return name_clean(name).casefold()


def player_for_name(*, club: Club, name: str) -> Player:
    """The club's player of that name, or who that name has been merged with; else a new person."""
    player, _created = Player.objects.select_related("same_as").get_or_create(
        club=club, name_key=name_key(name), defaults={"name": name_clean(name)}
    )
    return player.same_as or player


@transaction.atomic
def club_found(*, club_name: str, username: str, name: str, password: str) -> Membership:
    """Create this installation's first club and its organizer.

    Raises `Refusal` where there is a club already, and `ValidationError` for a weak password.
    """
    if Club.objects.select_for_update().exists():
        raise Refusal("founded", _("This club is set up already. Sign in instead."))
    club = Club.objects.create(name=name_clean(club_name))
    return member_add(
        club=club,
        username=username,
        name=name,
        password=password,
        role=Membership.Role.ORGANIZER,
    )


@transaction.atomic
def member_add(
    *, club: Club, username: str, name: str, password: str, role: Membership.Role
) -> Membership:
    """Create an account with a role in the club.

    Raises `Refusal` where the sign-in name is taken and `ValidationError` for a weak password.
    """
    user = User(username=username, first_name=name_clean(name))
    validate_password(password, user)
    user.set_password(password)
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
    return Membership.objects.create(club=club, user=user, role=role)


def _taken(username: str) -> Refusal:
    return Refusal("taken", _("Somebody signs in as “%s” already. Choose another name.") % username)


@transaction.atomic
def member_remove(*, membership: Membership) -> None:
    """End what an account may do in its club, and its sessions; the account and its writing stay.

    Raises `Refusal` for the club's last organizer.
    """
    # Read, not counted by the database: counting would lock no row.
    organizers = list(
        Membership.objects.select_for_update().filter(
            club=membership.club, role=Membership.Role.ORGANIZER
        )
    )
    if membership.role == Membership.Role.ORGANIZER and len(organizers) == 1:
        raise Refusal("last", _("A club needs an organizer. Add another one first."))
    membership.delete()
    sessions_end(user=membership.user)


@transaction.atomic
def club_update(*, club: Club, name: str, shown: str, numerals: bool) -> Club:
    """Keep the club's name and what it shows."""
    club.name = name_clean(name)
    club.shown = shown
    club.numerals = numerals
    club.save(update_fields=["name", "shown", "numerals"])
    return club
