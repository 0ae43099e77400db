"""A line of a board among the others: what decided its place."""

import datetime
from typing import Any, TypeVar

from django.db.models import QuerySet

from league.seasons.models import Board, BoardRow, Season, SeatTally, Standing
from league.seasons.place_words import PlaceAmong, players_compared
from league.standings.methods import BY_DAY
from league.standings.scores import score
from scoring.accounts.models import Player

from .results import days_until, method_of, results_of

Line = TypeVar("Line", bound=BoardRow)


def line_of(board: Board, player: int) -> Standing | None:
    """Return the player's line of the board, None where the player is not on it; one query."""
    return board.standings.select_related("player").filter(player=player).first()


def place_among(season: Season, line: Standing, *, with_days: bool) -> PlaceAmong:
    """Return what decided a line's place; six queries at most.

    `with_days` says which days count, where the season chooses among them: a board does not.
    """
    return PlaceAmong(
        **neighbors(line, line.board.standings.select_related("player")),
        names=dict(Player.objects.filter(pk__in=players_compared(line)).values_list("pk", "name")),
        days=_days(season, line) if with_days else (),
        came_in=_came_in(season, line),
    )


def neighbors(line: Line, board: QuerySet[Line]) -> dict[str, Any]:
    """Return a line and those around it, as `PlaceAmong` names them; `board` are all lines."""
    lines = board.exclude(place=None)
    # Two values can read alike and differ: the exact one decides who is level.
    others = lines.exclude(place=line.place)
    return {
        "line": line,
        "ranked": lines.count(),
        "level": tuple(lines.filter(exact=line.exact).exclude(pk=line.pk)),
        "ahead": others.filter(position__lt=line.position).last(),
        "behind": others.filter(position__gt=line.position).first(),
    }


def _came_in(season: Season, line: Standing) -> tuple[int, int]:
    """Return the points that the player came in with, and for how many missed rounds; one query."""
    days = days_until(season, line.board.date)
    tallies = SeatTally.objects.filter(
        game__table_game__game_day__in=days, place__isnull=False, entered_with__gt=0
    )
    rows = tallies.filter(player=line.player_id).values_list("entered_with", "rounds", "points")
    # Of a game whose totals alone are known, nobody knows the points of a round.
    late = [
        (entered, rounds - sum(number is not None for number in points))
        for entered, rounds, points in rows
        if points
    ]
    return sum(entered for entered, _missed in late), sum(missed for _entered, missed in late)


def _days(season: Season, line: Standing) -> tuple[datetime.date, ...]:
    """Return the days that count; none where that is not known, as of a closed season."""
    if season.count not in BY_DAY or season.closed_at:
        return ()
    results = results_of(season, line.board.date, only=[line.player_id])
    return score(method_of(season), line.player_id, results).counted
