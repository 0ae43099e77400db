"""Lists of games, for the first page of a club.

Scoring knows of no game days: the function named in the setting GAME_DATES says on which days games
were played, by their ids.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.conf import settings
from django.db.models import Count, Exists, OuterRef, Prefetch, Subquery
from django.db.models.functions import Coalesce
from django.utils.module_loading import import_string

from scoring.accounts.models import Club
from scoring.lists import all_of
from scoring.rules.selectors import OWN
from scoring.sheets.models import Game, Seat, SheetEntry

RECENT = 20
# More tables than any hall has: a game that goes on has to be found again.
MOST_RUNNING = 200


def scored_among(games: Iterable[int]) -> frozenset[int]:
    """Which of these games (ids) have rounds or totals on their sheets, undone ones too."""
    kinds = (SheetEntry.Kind.ROUND, SheetEntry.Kind.TOTALS)
    rows = SheetEntry.objects.filter(game__in=list(games), kind__in=kinds).order_by()
    return frozenset(rows.values_list("game", flat=True).distinct())


def is_scored(game: Game) -> bool:
    """Whether a round, or totals, were ever written on a game's sheet."""
    return bool(game.revision) and bool(scored_among([game.pk]))


@dataclass(frozen=True)
class GameLine:
    """One game in a list: who plays, how many rounds its sheet counts; a finished one's day."""

    game: Game
    names: tuple[str, ...]
    rounds: int
    day: date | None = None

    @property
    def players(self) -> str:
        """The players' names in one line."""
        return all_of(self.names)


def _lines(games: Sequence[Game], days: Mapping[int, date]) -> list[GameLine]:
    return [
        GameLine(
            game=game,
            day=days.get(game.pk),
            names=tuple(seat.player.name for seat in game.seats.all()),
            rounds=game.rounds_counted,  # type: ignore[attr-defined]
        )
        for game in games
    ]


def games_of(club: Club, *, finished: bool, table_number: int | None = None) -> list[GameLine]:
    """The club's games that still run, or the newest finished ones; of one table where told.

    Two queries, and one for the days of finished ones.
    """
    # A round counts from its first writing until that is undone; corrections change no number, and
    # a redo supersedes the undo.
    undone = SheetEntry.objects.filter(
        kind=SheetEntry.Kind.UNDO, superseded_by=None, supersedes=OuterRef("pk")
    )
    counted = (
        SheetEntry.objects.filter(
            game=OuterRef("pk"), kind=SheetEntry.Kind.ROUND, supersedes=None, contests=None
        )
        .exclude(Exists(undone))
        .order_by()
        .values("game")
        .annotate(number=Count("pk"))
        .values("number")
    )
    games = (
        Game.objects.filter(club=club, finished_at__isnull=not finished, taken_back_at=None)
        .annotate(rounds_counted=Coalesce(Subquery(counted), 0))
        .prefetch_related(Prefetch("seats", Seat.objects.select_related("player")))
    )
    if table_number is not None:
        games = games.filter(table_number=table_number)
    if finished:
        newest = list(games.order_by("-finished_at")[:RECENT])
        return _lines(newest, import_string(settings.GAME_DATES)(newest))
    return _lines(list(games.order_by("-started_at")[:MOST_RUNNING]), {})


def rules_played_last(club: Club) -> str:
    """The rule set of the club's newest game, as a form's choices know it; "" before the first."""
    newest = club.games.order_by("-started_at", "-pk").values("rule_sheet_id", "rules").first()
    if newest is None:
        return ""
    sheet = newest["rule_sheet_id"]
    return f"{OWN}{sheet}" if sheet else str(newest["rules"].get("base", ""))
