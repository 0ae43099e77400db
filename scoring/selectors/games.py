"""Lists of games, for the first page of a club."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Prefetch, Q
from django.utils.translation import gettext as _

from scoring.models import Club, Game, Seat, SheetEntry

RECENT = 20


@dataclass(frozen=True)
class GameLine:
    """One game in a list: who plays, and how many entries its sheet has."""

    game: Game
    names: tuple[str, ...]
    entries: int

    @property
    def players(self) -> str:
        """The players' names in one line."""
        return _(", ").join(self.names)


def _lines(games: Sequence[Game]) -> list[GameLine]:
    return [
        GameLine(
            game=game,
            names=tuple(seat.player.name for seat in game.seats.all()),
            entries=game.entries_written,  # type: ignore[attr-defined]
        )
        for game in games
    ]


def games_of(club: Club, *, finished: bool) -> list[GameLine]:
    """The club's games that still run, or the newest finished ones; two queries."""
    games = (
        Game.objects.filter(club=club, finished_at__isnull=not finished)
        .annotate(entries_written=Count("entries", filter=Q(entries__kind=SheetEntry.Kind.ROUND)))
        .prefetch_related(Prefetch("seats", Seat.objects.select_related("player")))
    )
    order = "-finished_at" if finished else "-started_at"
    return _lines(list(games.order_by(order)[:RECENT]))
