"""Whether the site is one of several clubs that somebody operates."""

from django.core.cache import caches

from scoring.accounts.club_rows import every_club
from scoring.accounts.models import Club, Operator

KEY = "reports-are-read"
SECONDS = 60


@every_club()
def are_reports_read() -> bool:
    """Whether several clubs are here and an operator, who reads what is reported of their pages.

    Each public page asks, so that the answer is kept for a minute.
    """
    parts = caches["parts"]
    known = parts.get(KEY)
    if known is None:
        several = Club.objects.filter(made_up=False)[:2].count() > 1
        known = several and Operator.objects.exists()
        parts.set(KEY, known, SECONDS)
    return bool(known)
