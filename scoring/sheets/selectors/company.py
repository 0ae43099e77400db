"""What the people of a finished game have played together: how often, who won, their best game.

A few queries, however long the club has played: of the games together, the newest are read.
"""

import itertools
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.conf import settings
from django.db.models import Count, QuerySet
from django.utils.module_loading import import_string

from scoring.sheets.models import Game, Seat

from .many_sheets import sheets_of
from .sheet import SeatLine, Sheet

# So many games together are read; older ones are only counted.
NEWEST = 30


@dataclass(frozen=True)
class Wins:
    """Somebody's wins among the games that were read; `seat` is the one in the game shown."""

    seat: SeatLine
    games: int


@dataclass(frozen=True)
class BestGame:
    """The lowest total (points) among games of as many rounds; several people may share it."""

    names: tuple[str, ...]
    total: int
    day: date | None
    is_this: bool


@dataclass(frozen=True)
class Company:
    """What some people have played together up to a game.

    `met` counts their games, this one among them; `read` is how many of these the rest is of.
    `streak` is how many games in a row the winner of this one has won, 0 after a shared win.
    `best` is None where no other game had as many rounds.
    """

    met: int
    read: int
    wins: tuple[Wins, ...]
    streak: int
    best: BestGame | None


def company_of(sheet: Sheet) -> Company:
    """Return what everybody who sat in this finished game has played together, up to it."""
    games = _games_together(sheet)
    newest = list(games.order_by("-finished_at", "-pk")[:NEWEST])
    sheets = list(sheets_of(newest))
    winners = [{seat.player_id for seat in other.leaders} for other in sheets]
    won = Counter(itertools.chain.from_iterable(winners))
    wins = [Wins(seat, won[seat.player_id]) for seat in sheet.seats]
    return Company(
        met=games.count(),
        read=len(newest),
        wins=tuple(sorted(wins, key=lambda line: -line.games)),
        streak=_streak(winners),
        best=_best(sheet, sheets),
    )


def _games_together(sheet: Sheet) -> QuerySet[Game]:
    """The club's finished games in which all of them had a seat, this one and those before it."""
    players = [seat.player_id for seat in sheet.seats]
    together = (
        Seat.objects.filter(player__in=players)
        .order_by()
        .values("game")
        .annotate(seated=Count("pk"))
        .filter(seated=len(players))
        .values("game")
    )
    return Game.objects.filter(
        pk__in=together, finished_at__lte=sheet.game.finished_at, taken_back_at=None
    )


def _streak(winners: Sequence[set[int]]) -> int:
    """How often the one winner of the first of these games, the newest, won in a row."""
    if not winners or len(winners[0]) != 1:
        return 0
    return sum(1 for _game in itertools.takewhile(lambda won: won == winners[0], winners))


def _best(sheet: Sheet, sheets: Sequence[Sheet]) -> BestGame | None:
    """The lowest total among games with as many rounds as this one, the oldest such game."""
    rounds = sheet.rounds_played
    alike = [other for other in sheets if other.rounds_played == rounds and other.leaders]
    if len(alike) < 2:
        return None
    best = min(reversed(alike), key=lambda other: other.leaders[0].total)
    total = best.leaders[0].total
    return BestGame(
        names=tuple(seat.name for seat in best.leaders if seat.total == total),
        total=total,
        day=import_string(settings.GAME_DATES)([best.game]).get(best.game.pk),
        is_this=best.game == sheet.game,
    )
