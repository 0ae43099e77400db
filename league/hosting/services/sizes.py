"""Counting how much each club keeps."""

from django.utils import timezone

from league.hosting.selectors.sizes import bytes_of, clubs_to_count
from scoring.accounts.models import ClubSize


def sizes_count() -> int:
    """Count anew what each club keeps in which something was done; return how many clubs."""
    clubs = list(clubs_to_count())
    for club in clubs:
        # Before the rows are read: what is written meanwhile is counted the next time.
        now = timezone.now()
        ClubSize.objects.update_or_create(
            club=club, defaults={"bytes": bytes_of(club), "counted_at": now}
        )
    return len(clubs)
