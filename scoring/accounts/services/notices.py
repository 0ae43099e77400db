"""Telling people what somebody else did to their account, and to their fellow organizers'."""

from django.contrib.auth.models import User
from django.utils import timezone

from scoring.accounts.models import AccountNotice, Club, Membership
from scoring.accounts.selectors.notices import LISTED_FOR

Kind = AccountNotice.Kind


def account_notices_make(
    *, kind: AccountNotice.Kind, about: User, by: User | None, club: Club | None = None
) -> int:
    """Notify a person of what was done to their account; return how many people are notified.

    With a `club`, its other organizers are notified as well: so no organizer takes over the account
    of another, or makes a new one, while nobody sees it. The person who did it is not notified.
    """
    readers = {about.pk} if kind not in (Kind.ADDED, Kind.REMOVED) else set()
    if club is not None:
        organizers = Membership.objects.filter(club=club, role=Membership.Role.ORGANIZER)
        readers |= set(organizers.values_list("user_id", flat=True)) - {about.pk}
    readers -= {by.pk if by else 0}
    now = timezone.now()
    AccountNotice.objects.bulk_create(
        AccountNotice(user_id=pk, about=about, by=by, kind=kind, moment=now)
        for pk in sorted(readers)
    )
    return len(readers)


def account_notices_clear() -> int:
    """Clear away what no page shows any more, and answer how many there were."""
    old = AccountNotice.objects.filter(moment__lte=timezone.now() - LISTED_FOR)
    count, _each = old.delete()
    return int(count)
