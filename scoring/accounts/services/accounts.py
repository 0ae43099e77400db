"""Passwords and second steps that an organizer gives and takes."""

from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.db import transaction
from django.utils.translation import gettext as _

from scoring.accounts.club_rows import every_club
from scoring.accounts.models import AccountNotice, Club, Membership
from scoring.refusals import Refusal

from .guesses import guesses_forget
from .notices import account_notices_make
from .sessions import sessions_end


@transaction.atomic
def password_give(*, membership: Membership, password: str, by: User | None = None) -> None:
    """Give a member of the club a new password, end all their sessions, and notify them.

    Raises `Refusal` for an account that is in another club too and `ValidationError` for a weak
    password.
    """
    user = _own_account(membership)
    validate_password(password, user)
    user.set_password(password)
    user.save(update_fields=["password"])
    guesses_forget(user)
    sessions_end(user=user)
    _tell(membership, AccountNotice.Kind.PASSWORD, by)


@transaction.atomic
def keys_remove(*, membership: Membership, by: User | None = None) -> int:
    """Take off the second step, its recovery codes and all passkeys; answer how many there were.

    The password alone opens the account from then on. Raises `Refusal` as `password_give` does.
    """
    count = _keys_remove(_own_account(membership))
    if count:
        _tell(membership, AccountNotice.Kind.KEYS, by)
    return count


@transaction.atomic
def member_sign_out(*, membership: Membership, by: User | None = None) -> None:
    """End all of somebody's sessions, and tell them."""
    sessions_end(user=membership.user)
    _tell(membership, AccountNotice.Kind.SESSIONS, by)


def _tell(membership: Membership, kind: AccountNotice.Kind, by: User | None) -> None:
    """Tell the person; where that is an organizer, the club's other organizers as well."""
    organizes = membership.role == Membership.Role.ORGANIZER
    club: Club | None = membership.club if organizes else None
    account_notices_make(kind=kind, about=membership.user, by=by, club=club)


@transaction.atomic
def account_rescue(*, user: User) -> None:
    """Leave the password as the only way in, and nobody inside; the next page tells so."""
    _keys_remove(user)
    sessions_end(user=user)
    account_notices_make(kind=AccountNotice.Kind.PASSWORD, about=user, by=None)


def _keys_remove(user: User) -> int:
    guesses_forget(user)
    count, _each = Authenticator.objects.filter(user=user).delete()
    return int(count)


@every_club()
def _own_account(membership: Membership) -> User:
    # Who could open this account could act in the other club.
    if Membership.objects.filter(user=membership.user).exclude(club=membership.club).exists():
        raise Refusal(
            "elsewhere",
            _("This account is in another club as well, so only its owner can change that."),
        )
    return membership.user
