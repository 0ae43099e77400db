"""Record books, derived from tallies and kept until their source changes."""

from django.db import transaction

from league.seasons.models import RecordBook, Season
from league.seasons.selectors.records import (
    book_kept,
    book_of,
    days_of_records,
    played_games,
    records_mark,
    records_written,
)
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
    if book is not None and book.fingerprint == records_mark(club, season):
        return book
    return _book_make(club, season)


@transaction.atomic
def _book_make(club: Club, season: Season | None) -> RecordBook:
    # Under a lock: of two that find the book old, the second waits and makes the same once more.
    if season is None:
        Club.objects.select_for_update().get(pk=club.pk)
    else:
        Season.objects.select_for_update().get(pk=season.pk)
    mark = records_mark(club, season)
    written = book_of(played_games(days_of_records(club, season)).values())
    book, _made = RecordBook.objects.update_or_create(
        club=club,
        season=season,
        defaults={
            "fingerprint": mark,
            "least_rounds": written.least_rounds,
            "records": records_written(written.records),
        },
    )
    return book
