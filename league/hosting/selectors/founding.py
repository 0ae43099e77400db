"""Links that found a club, and who is there already."""

from django.conf import settings
from django.core import signing
from django.db.models import QuerySet
from django.utils import timezone

from scoring.accounts.models import FoundingLink

SALT = "league.founding"


def founding_open() -> bool:
    """Whether clubs can be founded in the browser at all."""
    return settings.FOUNDING != "nobody"


def founding_key(link: FoundingLink) -> str:
    """Return the key in a link; nobody without the site's secret can make it."""
    return signing.dumps(link.pk, salt=SALT)


def founding_of_key(key: str) -> FoundingLink | None:
    """Return what a key stands for; None for a forged, used or old one, and while none is taken.

    A link that was mailed works only while anybody may found a club.
    """
    if not founding_open():
        return None
    try:
        number = signing.loads(key, salt=SALT)
    except signing.BadSignature:
        return None
    link = links_that_work().filter(pk=number).first()
    return link if link and (not link.email or settings.FOUNDING == "anybody") else None


def links_that_work() -> QuerySet[FoundingLink]:
    """Return the links that nobody has used and that are not too old, newest first."""
    rows = FoundingLink.objects.filter(used_at=None, expires_at__gt=timezone.now())
    return rows.select_related("made_by").order_by("-pk")
