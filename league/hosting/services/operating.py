"""What the operator writes, and reports to them."""

import secrets
from collections.abc import Mapping
from datetime import timedelta
from typing import Final

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.accounts.club_rows import every_club
from scoring.accounts.models import AbuseReport, Club, Operator
from scoring.accounts.public import account_save, new_account
from scoring.refusals import Refusal

# The fields of a club that say how large it may get.
LIMITS: Final = ("most_people", "most_games", "most_megabytes")
SPAN: Final = timedelta(hours=1)
REPORTED_BY_AN_ADDRESS: Final = 5
REPORTED_IN_ALL: Final = 100
# A year after it was dealt with, nobody needs a report any more.
REPORTS_KEPT: Final = timedelta(days=365)


def operator_make(*, username: str) -> str:
    """Make an account that operates the site and is in no club; return its password.

    The password is kept nowhere. Raises `Refusal` for a name that is taken.
    """
    password = "-".join(secrets.token_hex(2) for _part in range(4))
    user = new_account(username, username, password)
    with transaction.atomic():
        account_save(user)
        Operator.objects.create(user=user)
    return password


def club_suspend(*, club: Club, reason: str) -> None:
    """Close the club's pages to everybody, with a reason that its people read."""
    club.suspended_at, club.suspended_reason = timezone.now(), reason
    club.save(update_fields=["suspended_at", "suspended_reason"])


def club_resume(*, club: Club) -> None:
    """Let the club go on as before."""
    club.suspended_at, club.suspended_reason = None, ""
    club.save(update_fields=["suspended_at", "suspended_reason"])


def host_name_set(*, club: Club, host_name: str) -> None:
    """Let the first page of a host name be the club's; "" for none.

    Raises `Refusal` where another club has it.
    """
    club.host_name = host_name or None
    try:
        with transaction.atomic():
            club.save(update_fields=["host_name"])
    except IntegrityError as error:
        raise Refusal("host_name", _("Another club has this host name.")) from error


def limits_set(*, club: Club, limits: Mapping[str, int | None]) -> None:
    """Give the club limits of its own; None for those of the settings, 0 for none at all."""
    for name in LIMITS:
        setattr(club, name, limits[name])
    club.save(update_fields=LIMITS)


@every_club()
def report_make(
    *, club: Club, path: str, kind: str, text: str, contact: str, address: str | None
) -> None:
    """Keep what somebody reports of a page. Raises `Refusal` after too many in an hour."""
    now = timezone.now()
    lately = AbuseReport.objects.filter(made_at__gt=now - SPAN, made_at__lte=now)
    by_address = lately.filter(address=address).count()
    if by_address >= REPORTED_BY_AN_ADDRESS or lately.count() >= REPORTED_IN_ALL:
        raise Refusal("flood", _("Too many reports were sent just now. Try again in an hour."))
    AbuseReport.objects.create(
        club=club, path=path, kind=kind, text=text, contact=contact, address=address, made_at=now
    )


def report_done(*, report: AbuseReport) -> None:
    """Note that a report is dealt with; whoever sent it need not be known any longer."""
    report.done_at, report.address, report.contact = timezone.now(), None, ""
    report.save(update_fields=["done_at", "address", "contact"])


def reports_clear() -> int:
    """Delete reports that were dealt with long ago; return how many."""
    old = AbuseReport.objects.filter(done_at__lt=timezone.now() - REPORTS_KEPT)
    return int(old.delete()[0])
