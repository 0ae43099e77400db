"""Deriving what pages across games read: one line for each player's game."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

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
def seats_forget(*, game: Game) -> None:
    """Delete what was derived from a game at which a seat is somebody else's now."""
    tallies_forget(games=[game.pk])
    SeatTally.objects.filter(game=game).delete()


@transaction.atomic
def _tallies_make(game_ids: Sequence[int]) -> None:
    # Under the games' locks: no entry is added between reading a sheet and keeping its tally.
    games = list(Game.objects.select_for_update().filter(pk__in=game_ids).order_by("pk"))
    old = {tally.game_id: tally for tally in Tally.objects.filter(game__in=games)}
    former = _players_so_far(old)
    Tally.objects.filter(game__in=games).delete()
    SeatTally.objects.filter(game__in=games).delete()
    sheets = list(sheets_of(games))
    lines = {sheet.game.pk: seat_tallies(sheet) for sheet in sheets}
    Tally.objects.bulk_create(
        Tally(
            game=sheet.game,
            revision=sheet.game.revision,
            rounds=sheet.rounds_played,
            blocked=sum(line.entry.ending == "blocked" for line in sheet.rounds),
            ended=any(entry.kind == SheetEntry.Kind.FINISH for entry in sheet.entries),
            ranking=_ranking(lines[sheet.game.pk]),
            earlier=_earlier(old.get(sheet.game.pk)),
            former=sorted(
                former[sheet.game.pk] - {line.player_id for line in lines[sheet.game.pk]}
            ),
        )
        for sheet in sheets
    )
    SeatTally.objects.bulk_create(line for sheet in sheets for line in lines[sheet.game.pk])


def _ranking(lines: Iterable[SeatTally]) -> list[list[int]]:
    places = {line.player_id: line.place for line in lines if line.place is not None}
    return [[player, places[player]] for player in sorted(places)]


def _earlier(tally: Tally | None) -> list[object]:
    return [*tally.earlier, [tally.pk, tally.ranking]] if tally else []


def _players_so_far(tallies: Mapping[int, Tally]) -> dict[int, set[int]]:
    """All players who have a line in each of these games, or had one; none for other games."""
    players: dict[int, set[int]] = defaultdict(set)
    for game, tally in tallies.items():
        players[game].update(tally.former)
    lines = SeatTally.objects.filter(game__in=tallies).values_list("game_id", "player_id")
    for game, player in lines if tallies else ():
        players[game].add(player)
    return players
