"""A club's tournaments, as they are listed."""

from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from league.tournaments.entrants.selectors.divisions import who_entered
from league.tournaments.models import Tournament
from scoring.accounts.models import Club

MOST_PAST = 50


@dataclass(frozen=True)
class Listed:
    """The club's tournaments: those to come, the next one first, and the newest that are over."""

    coming: QuerySet[Tournament]
    past: QuerySet[Tournament]


def tournaments_of(club: Club) -> Listed:
    """The club's tournaments, each with who `entered`, and `waiting` by the form.

    One that has begun and not ended is among those to come, whatever its date; rehearsals are in
    neither. Two queries.
    """
    rows = Tournament.objects.filter(club=club, rehearsal_of=None).annotate(
        entered=Count("entrants", filter=who_entered("entrants__")),
        waiting=Count("entrants", filter=Q(entrants__number=None)),
    )
    is_over = Q(ended_at__isnull=False) | Q(date__lt=timezone.localdate(), began_at=None)
    return Listed(
        coming=rows.exclude(is_over).order_by("date", "pk"),
        # A query that counts forgets the model's own order.
        past=rows.filter(is_over).order_by("-date", "-pk")[:MOST_PAST],
    )
