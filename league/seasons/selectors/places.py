"""A line of a board among the others: what decided its place."""

import datetime
from typing import Any, TypeVar

from django.db.models import QuerySet

from league.seasons.models import Board, BoardRow, Season, Standing
from league.seasons.place_words import PlaceAmong, players_compared
from league.standings.methods import BY_DAY
from league.standings.scores import score
from scoring.accounts.models import Player

from .results import method_of, results_of

Line = TypeVar("Line", bound=BoardRow)


def line_of(board: Board, player: int) -> Standing | None:
    """Return the player's line of the board, None where the player is not on it; one query."""
    return board.standings.select_related("player").filter(player=player).first()


def place_among(season: Season, line: Standing, *, with_days: bool) -> PlaceAmong:
    """Return what decided a line's place; five queries at most.

    `with_days` says which days count, where the season chooses among them: a board does not.
    """
    return PlaceAmong(
        **neighbors(line, line.board.standings.select_related("player")),
        names=dict(Player.objects.filter(pk__in=players_compared(line)).values_list("pk", "name")),
        days=_days(season, line) if with_days else (),
    )


def neighbors(line: Line, board: QuerySet[Line]) -> dict[str, Any]:
    """Return a line and those around it, as `PlaceAmong` names them; `board` are all lines."""
    lines = board.exclude(place=None)
    # Two values can read alike and differ: the exact one decides who is level.
    others = lines.exclude(exact=line.exact)
    return {
        "line": line,
        "ranked": lines.count(),
        "level": tuple(lines.filter(exact=line.exact).exclude(pk=line.pk)),
        "ahead": others.filter(position__lt=line.position).last(),
        "behind": others.filter(position__gt=line.position).first(),
    }


def _days(season: Season, line: Standing) -> tuple[datetime.date, ...]:
    """Return the days that count; none where that is not known, as of a closed season."""
    if season.count not in BY_DAY or season.closed_at:
        return ()
    results = results_of(season, line.board.date, only=[line.player_id])
    return score(method_of(season), line.player_id, results).counted
