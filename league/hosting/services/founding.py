"""Founding a club: the link of the operator, the link in a mail, and the club itself."""

import logging
from dataclasses import dataclass
from datetime import timedelta
from smtplib import SMTPException
from typing import Final

from django.conf import settings
from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.db import transaction
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from league.hosting.selectors.founding import founding_open
from scoring.accounts.club_rows import every_club
from scoring.accounts.languages import has_choice
from scoring.accounts.models import Club, FoundingLink, Membership, Operator
from scoring.accounts.public import account_save, address_give, new_account, short_name_check
from scoring.names import name_clean
from scoring.refusals import Refusal

logger = logging.getLogger(__name__)
INVITED_LIFE: Final = timedelta(days=7)
MAILED_LIFE: Final = timedelta(days=1)
# Mails that strangers let us send: a hall shares one address, and nobody is to be flooded.
SPAN: Final = timedelta(hours=1)
ASKED_AN_ADDRESS: Final = 5
ASKED_IN_ALL: Final = 60
# In a day, to one mail address.
MAILED_TO_ONE: Final = 3


@dataclass(frozen=True)
class NewClub:
    """What a founder says of the club.

    No short name means one made of its name, no time zone the site's.
    """

    name: str
    short_name: str = ""
    time_zone: str = ""


def founding_invite(*, name: str, made_by: User | None = None) -> FoundingLink:
    """Make a link by which somebody may found a club, within a week.

    Raises `Refusal` where the site's settings let nobody found one.
    """
    if not founding_open():
        raise Refusal(
            "closed", _("Nobody can found a club here. The setting FOUNDING has to allow it first.")
        )
    now = timezone.now()
    return FoundingLink.objects.create(
        name=name_clean(name), made_by=made_by, made_at=now, expires_at=now + INVITED_LIFE
    )


def founding_ask(*, club: NewClub, name: str, email: str, address: str | None) -> FoundingLink:
    """Note that somebody wants to found a club; the link is to be mailed to them.

    Raises `Refusal` for a short name that is no good, and after too many of these.
    """
    now = timezone.now()
    if club.short_name:
        short_name_check(club.short_name)
    mailed = FoundingLink.objects.filter(made_at__lte=now).exclude(email="")
    lately = mailed.filter(made_at__gt=now - SPAN)
    to_one = mailed.filter(email=email, made_at__gt=now - MAILED_LIFE).count()
    if (
        to_one >= MAILED_TO_ONE
        or lately.filter(address=address).count() >= ASKED_AN_ADDRESS
        or lately.count() >= ASKED_IN_ALL
    ):
        raise Refusal("flood", _("Too many clubs were asked for just now. Try again tomorrow."))
    return FoundingLink.objects.create(
        name=name_clean(name),
        club_name=name_clean(club.name),
        short_name=club.short_name,
        email=email,
        address=address,
        made_at=now,
        expires_at=now + MAILED_LIFE,
    )


def founding_mail(*, link: FoundingLink, address: str) -> None:
    """Mail the link. Raises `Refusal` where the mail server does not take it."""
    lines = (
        _("Hello %s,") % link.name,
        _("you want to found the club %s. Tap here to go on:") % link.club_name + f"\n{address}",
        _("The link works once, for one day. You did not ask for this? Then do nothing."),
    )
    message = EmailMessage(
        _("Found the club %s") % link.club_name,
        "\n\n".join(lines) + "\n",
        settings.DEFAULT_FROM_EMAIL,
        [link.email],
    )
    try:
        message.send()
    except (OSError, SMTPException) as error:
        logger.error("The mail to found a club was not sent: %s", error)
        raise Refusal(
            "server", _("The mail could not be sent. Check the e-mail address, or try later.")
        ) from error


@transaction.atomic
def club_found_by(*, link: FoundingLink, club: NewClub, user: User) -> Membership:
    """Found the club with an account that is here; it organizes the club from then on.

    Raises `Refusal` where the link was used meanwhile or the short name is no good, and for an
    operator.
    """
    if Operator.objects.filter(user=user).exists():
        raise Refusal(
            "operator", _("The person who runs the site is in no club. Use another account.")
        )
    _use_up(link)
    return _founded(club, user)


def club_found_anew(
    *, link: FoundingLink, club: NewClub, username: str, name: str, password: str
) -> Membership:
    """Found the club with a new account. A link that was mailed gives the user name: its address.

    Raises `Refusal` as `club_found_by` does and for a user name that is taken, and
    `ValidationError` for a weak password.
    """
    # Made before the lock: hashing takes a good part of a second.
    user = new_account(link.email or username, name, password)
    with transaction.atomic():
        _use_up(link)
        account_save(user)
        return _founded(club, user)


def _use_up(link: FoundingLink) -> None:
    now = timezone.now()
    # Written first: of two who press the button at once, the second finds it used.
    rows = FoundingLink.objects.filter(pk=link.pk, used_at=None, expires_at__gt=now)
    if not rows.update(used_at=now):
        raise Refusal("used", _("This link was used already, or is too old. Ask for a new one."))


@every_club()
def _founded(new: NewClub, user: User) -> Membership:
    language = (get_language() or settings.LANGUAGE_CODE) if has_choice() else ""
    club = Club.objects.create(
        name=name_clean(new.name), language=language, time_zone=new.time_zone
    )
    address_give(club=club, short_name=new.short_name)
    return Membership.objects.create(club=club, user=user, role=Membership.Role.ORGANIZER)


def founding_take_back(*, link: FoundingLink) -> None:
    """Let nobody found a club by this link any more."""
    FoundingLink.objects.filter(pk=link.pk, used_at=None).delete()


def foundings_clear() -> int:
    """Delete links that are used or too old, once they are no longer counted; return how many."""
    old = FoundingLink.objects.filter(expires_at__lt=timezone.now())
    return int(old.delete()[0])
