"""Deriving what pages across games read: one line for each player's game."""

from collections.abc import Callable, Iterable, Sequence

from django.db import transaction

from league.seasons.models import SeatTally, Tally
from league.seasons.selectors.tallies import seat_tallies, stale_games
from scoring.accounts.models import Club
from scoring.sheets.models import Game, SheetEntry
from scoring.sheets.selectors.many_sheets import sheets_of

# The number of games whose entries and results are in memory at once.
BATCH = 200


def tallies_refresh(*, club: Club, progress: Callable[[int], object] = lambda _games: None) -> int:
    """Derive the tallies of games that have changed; return how many these were.

    `progress` gets the number derived since its last call. What is derived follows
    from the sheets alone: made twice, or by two at once, it is the same.
    """
    stale = list(stale_games(club).values_list("pk", flat=True))
    for start in range(0, len(stale), BATCH):
        batch = stale[start : start + BATCH]
        _tallies_make(batch)
        progress(len(batch))
    return len(stale)


def tallies_forget(*, games: Iterable[int]) -> None:
    """Delete the tallies of these games, since somebody in them is another person now."""
    Tally.objects.filter(game__in=list(games)).delete()


@transaction.atomic
def _tallies_make(game_ids: Sequence[int]) -> None:
    # Under the games' locks: no entry is added between reading a sheet and keeping its tally.
    games = list(Game.objects.select_for_update().filter(pk__in=game_ids).order_by("pk"))
    Tally.objects.filter(game__in=games).delete()
    SeatTally.objects.filter(game__in=games).delete()
    sheets = list(sheets_of(games))
    Tally.objects.bulk_create(
        Tally(
            game=sheet.game,
            revision=sheet.game.revision,
            rounds=len(sheet.rounds),
            blocked=sum(line.entry.ending == "blocked" for line in sheet.rounds),
            ended=any(entry.kind == SheetEntry.Kind.FINISH for entry in sheet.entries),
        )
        for sheet in sheets
    )
    SeatTally.objects.bulk_create(tally for sheet in sheets for tally in seat_tallies(sheet))
