"""Record books, derived from tallies and kept until their source changes."""

from django.db import transaction

from league.seasons.models import RecordBook, Season
from league.seasons.selectors.records import (
    book_kept,
    book_read,
    record_sums,
    records_written,
    sourced_book,
)
from league.seasons.selectors.sources import mark_of
from scoring.accounts.models import Club

from .tallies import tallies_refresh


def records_refresh(*, club: Club, season: Season | None = None) -> RecordBook:
    """Return the records of a season, or of all game days, derived again if they are stale.

    Those of a closed season are left as they are.
    """
    tallies_refresh(club=club)
    book = book_kept(club, season)
    if book is not None and season is not None and season.closed_at:
        return book
    if book is not None and book.fingerprint == mark_of(record_sums(club, season)):
        return book
    return _book_make(club, season)


@transaction.atomic
def _book_make(club: Club, season: Season | None) -> RecordBook:
    # Under a lock: of two that find the book old, the second waits and finds nothing changed.
    if season is None:
        Club.objects.select_for_update().get(pk=club.pk)
    else:
        Season.objects.select_for_update().get(pk=season.pk)
    sums = record_sums(club, season)
    now = sourced_book(club, season, book_read(book_kept(club, season)), sums)
    book, _made = RecordBook.objects.update_or_create(
        club=club,
        season=season,
        defaults={
            "fingerprint": mark_of(sums),
            "least_rounds": now.book.least_rounds,
            "records": records_written(now.book.records),
            "source": now.source,
        },
    )
    return book
