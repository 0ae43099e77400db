"""Invitations that still let somebody in, and their links."""

from django.core import signing
from django.db.models import QuerySet
from django.utils import timezone

from scoring.accounts.club_rows import every_club
from scoring.accounts.models import Club, Invitation

SALT = "scoring.invitation"


def invitations_of(club: Club) -> QuerySet[Invitation]:
    """Return the club's invitations that nobody has used and that are not too old, newest first."""
    return Invitation.objects.filter(club=club, expires_at__gt=timezone.now()).order_by("-pk")


def invitation_key(invitation: Invitation) -> str:
    """Return the key in the link of an invitation; nobody without the site's secret can make it."""
    return signing.dumps(invitation.pk, salt=SALT)


@every_club()
def invitation_of_key(key: str) -> Invitation | None:
    """Return the invitation of a link; None for a forged one, and one that is used or too old."""
    try:
        number = signing.loads(key, salt=SALT)
    except signing.BadSignature:
        return None
    rows = Invitation.objects.select_related("club", "made_by")
    return rows.filter(pk=number, expires_at__gt=timezone.now()).first()
