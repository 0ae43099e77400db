"""Whether a club has room left for more, by what it kept when that was last counted."""

from scoring.accounts.models import Club, ClubSize
from scoring.quotas import MEGABYTE, NO_LIMIT, QuotaReached, megabytes_at_most


def space_hold(club: Club) -> None:
    """Raise `QuotaReached` where the club has filled its megabytes.

    Asked before what a club begins, such as a game or a list of people, and never of what was
    played: a sheet that has begun takes each of its entries.
    """
    quota = megabytes_at_most(club.most_megabytes)
    most = quota.most * MEGABYTE
    if quota.most != NO_LIMIT and ClubSize.objects.filter(club=club, bytes__gte=most).exists():
        raise QuotaReached(quota)
