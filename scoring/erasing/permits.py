"""The permit under which names go, and taking them off the log once they are old."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django.db import connection, transaction
from django.db.models import Q
from django.utils import timezone

from scoring.accounts.models import Club
from scoring.log.models import LogEntry

from .models import Erasure, ErasurePermit

# A seal that no row has: see ErasurePermit.
NO_ROW = 0
BATCH = 500
# What of a line of the log names somebody, or where somebody was.
TRACED = ~Q(who="") | ~Q(about="") | Q(address__isnull=False) | Q(user__isnull=False)
TRACED |= Q(tablet__isnull=False)


@contextmanager
def erasing(*, kind: ErasurePermit.Kind, club_number: int | None = None) -> Iterator[None]:
    """Let the sheet and the log give names away meanwhile; must run inside a transaction.

    The permit is gone at the end, whatever happens: the database keeps none.
    """
    assert connection.in_atomic_block  # noqa: S101  a permit outside one would be refused
    permit = ErasurePermit.objects.create(kind=kind, club_number=club_number, seal_id=NO_ROW)
    yield
    ErasurePermit.objects.filter(pk=permit.pk).delete()


def log_fade(*, before: datetime) -> int:
    """Take names and addresses off the log's lines from before that moment; answer how many.

    The deeds stay. A limited number of lines at a time is changed in its own transaction, and
    nobody waits for all of it.
    """
    faded = 0
    while True:
        with transaction.atomic():
            old = LogEntry.objects.filter(TRACED, moment__lt=before).order_by()
            numbers = list(old.values_list("pk", flat=True)[:BATCH])
            if not numbers:
                return faded
            with erasing(kind=ErasurePermit.Kind.NAMES):
                LogEntry.objects.filter(pk__in=numbers).update(
                    who="", about="", address=None, user=None, tablet=None
                )
        faded += len(numbers)


def erasure_note(
    *, kind: Erasure.Kind, number: int, club: Club | None, neutral_name: str = ""
) -> Erasure:
    """Write down that something was erased, and not what it was; the disk is swept afterwards."""
    transaction.on_commit(_sweep, robust=True)
    return Erasure.objects.create(
        kind=kind, number=number, club=club, neutral_name=neutral_name, erased_at=timezone.now()
    )


def _sweep() -> None:
    """Let SQLite empty the file beside the database, in which pages stand as they were before."""
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
