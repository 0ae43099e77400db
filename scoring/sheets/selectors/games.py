"""The games that go on, for the first page of a club."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Prefetch, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import ngettext

from scoring.accounts.models import Club
from scoring.lists import all_of
from scoring.rules.selectors import OWN
from scoring.sheets.models import Game, Seat, SheetEntry

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
    """One game that goes on: who plays, how many rounds its sheet counts."""

    game: Game
    names: tuple[str, ...]
    rounds: int

    @property
    def players(self) -> str:
        """The players' names in one line."""
        return all_of(self.names)

    @property
    def rounds_says(self) -> tuple[str, str]:
        """How many rounds there are, with a gap for a tablet that knows of more: one, and more."""
        single, several = (
            ngettext("%(rounds)s round", "%(rounds)s rounds", count) % {"rounds": "{number}"}
            for count in (1, 2)
        )
        return single, several

    @property
    def began_today(self) -> bool:
        """Whether the hour alone says when it began."""
        return timezone.localdate(self.game.started_at) == timezone.localdate()


def running_games(club: Club, table_number: int | None = None) -> list[GameLine]:
    """The club's games that still run, the newest first; of one table where told. Two queries."""
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
        Game.objects.filter(club=club, finished_at=None, taken_back_at=None)
        .annotate(rounds_counted=Coalesce(Subquery(counted), 0))
        .prefetch_related(Prefetch("seats", Seat.objects.select_related("player")))
        .order_by("-started_at")
    )
    if table_number is not None:
        games = games.filter(table_number=table_number)
    return [
        GameLine(
            game=game,
            names=tuple(seat.player.name for seat in game.seats.all()),
            rounds=game.rounds_counted,
        )
        for game in games[:MOST_RUNNING]
    ]


def rules_played_last(club: Club) -> str:
    """The rule set of the club's newest game, as a form's choices know it; "" before the first."""
    newest = club.games.order_by("-started_at", "-pk").values("rule_sheet_id", "rules").first()
    if newest is None:
        return ""
    sheet = newest["rule_sheet_id"]
    return f"{OWN}{sheet}" if sheet else str(newest["rules"].get("base", ""))
