"""The sheets of many games at once, for code that reads results across tables."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from scoring.sheets.models import Game, Seat, SeatResult, SheetEntry

from .sheet import Sheet, derive


def sheets_of(games: Sequence[Game]) -> Iterator[Sheet]:
    """The sheet of each game, in the order given; three queries however many they are.

    All rows are read before the first sheet is answered: ask for some hundred games at a time.
    """
    if not games:
        return
    seats: dict[int, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.filter(game__in=games).select_related("player"):
        seats[seat.game_id].append(seat)
    entries: dict[int, list[SheetEntry]] = defaultdict(list)
    for entry in SheetEntry.objects.filter(game__in=games):
        entries[entry.game_id].append(entry)
    results: dict[int, dict[int, SeatResult]] = defaultdict(dict)
    for result in SeatResult.objects.filter(entry__game__in=games):
        results[result.entry_id][result.seat_id] = result
    for game in games:
        own = entries[game.pk]
        yield derive(game, seats[game.pk], own, {e.pk: results[e.pk] for e in own})
