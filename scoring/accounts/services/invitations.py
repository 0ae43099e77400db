"""Inviting people into a club by a link, and their joining it."""

from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.accounts.club_rows import every_club
from scoring.accounts.models import AccountNotice, Club, Invitation, Membership, Operator
from scoring.names import name_clean
from scoring.refusals import Refusal

from .addresses import address_give
from .notices import account_notices_make
from .people import account_save, new_account

LIFE = timedelta(days=7)


@transaction.atomic
def invitation_make(
    *, club: Club, name: str, role: Membership.Role, made_by: User | None
) -> Invitation:
    """Invite somebody into the club, once and for a week; old invitations are cleared away."""
    now = timezone.now()
    Invitation.objects.filter(expires_at__lte=now).delete()
    return Invitation.objects.create(
        club=club, name=name_clean(name), role=role, made_by=made_by, expires_at=now + LIFE
    )


@transaction.atomic
def club_begin(*, name: str, short_name: str = "") -> Invitation:
    """Make a club that nobody is in yet, and the invitation for its first organizer.

    Raises `Refusal` for a short name that the club cannot have.
    """
    club = Club.objects.create(name=name_clean(name))
    address_give(club=club, short_name=short_name)
    return _invite_organizer(club)


@transaction.atomic
def club_begin_again(*, club: Club) -> Invitation:
    """Make a new invitation for a club's first organizer; the old ones let nobody in any more.

    Raises `Refusal` where the club has an organizer, who invites whoever is to come.
    """
    Club.objects.select_for_update().get(pk=club.pk)
    if Membership.objects.filter(club=club, role=Membership.Role.ORGANIZER).exists():
        raise Refusal("organized", _("This club is set up already. Sign in instead."))
    Invitation.objects.filter(club=club).delete()
    return _invite_organizer(club)


def _invite_organizer(club: Club) -> Invitation:
    role = Membership.Role.ORGANIZER
    return invitation_make(club=club, name=club.name[:60], role=role, made_by=None)


def invitation_take_back(*, invitation: Invitation) -> None:
    """Let nobody in by this invitation any more."""
    Invitation.objects.filter(pk=invitation.pk).delete()


@transaction.atomic
def invitation_accept(*, invitation: Invitation, user: User) -> Membership:
    """Let somebody with an account join, in the role that the invitation gives.

    Raises `Refusal` where somebody has used it meanwhile, and, without using it up, for who is in
    the club already.
    """
    club = invitation.club
    _use_up(invitation)
    if Membership.objects.filter(club=club, user=user).exists():
        raise Refusal("member", _("You are in %s already.") % club.name)
    return _join(invitation, user)


def invitation_accept_anew(
    *, invitation: Invitation, username: str, name: str, password: str
) -> Membership:
    """Make an account for somebody who has none, and let it join.

    Raises `Refusal` where the invitation was used meanwhile (code "used") or the user name is
    taken, and `ValidationError` for a weak password.
    """
    # Made before the lock: hashing takes a good part of a second.
    user = new_account(username, name, password)
    with transaction.atomic():
        _use_up(invitation)
        account_save(user)
        return _join(invitation, user)


def _use_up(invitation: Invitation) -> None:
    # Deleted first: of two who press the button at once, the second finds nothing to delete.
    rows = Invitation.objects.filter(pk=invitation.pk, expires_at__gt=timezone.now())
    count, _each = rows.delete()
    if not count:
        raise Refusal("used", _("This link was used already, or is too old. Ask for a new one."))


def _join(invitation: Invitation, user: User) -> Membership:
    if Operator.objects.filter(user=user).exists():
        raise Refusal(
            "operator", _("The person who runs the site is in no club. Use another account.")
        )
    with every_club():
        spoken = Membership.objects.filter(user=user).values_list("language", flat=True).first()
    membership = Membership.objects.create(
        club=invitation.club, user=user, role=invitation.role, language=spoken or ""
    )
    if membership.role == Membership.Role.ORGANIZER:
        kind = AccountNotice.Kind.ADDED
        account_notices_make(kind=kind, about=user, by=invitation.made_by, club=invitation.club)
    return membership
