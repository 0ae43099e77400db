"""A line of a board among the others: what decided its place."""

import datetime
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

from django.db.models import QuerySet
from django.utils.formats import number_format

from league.days.models import TableGame
from league.seasons.models import Board, BoardRow, Season, SeatTally, Standing
from league.seasons.place_words import PlaceAmong, players_compared
from league.standings.methods import BY_DAY
from league.standings.results import Result
from league.standings.scores import decimals_of, gains_of, score, written
from scoring.accounts.models import Player

from .leaderboard import with_unknown
from .results import days_until, method_of, results_of
from .tallies import came_in_with

Line = TypeVar("Line", bound=BoardRow)


def line_of(board: Board, player: int) -> Standing | None:
    """Return the player's line of the board, None where the player is not on it; one query."""
    lines = with_unknown(board.standings.select_related("player"))
    return lines.filter(player=player).first()


def place_among(season: Season, line: Standing, *, with_days: bool) -> PlaceAmong:
    """Return what decided a line's place; six queries at most.

    `with_days` says which days count, where the season chooses among them: a board does not.
    """
    around = neighbors(line, line.board.standings.select_related("player"))
    return PlaceAmong(
        **around,
        names=dict(Player.objects.filter(pk__in=players_compared(line)).values_list("pk", "name")),
        days=_days(season, line) if with_days else (),
        came_in=came_in_of(season, line.board, line.player_id).get(line.player_id, (0, 0)),
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


def came_in_of(
    season: Season, board: Board, player: int | None = None
) -> dict[int, tuple[int, int]]:
    """Return the points that players came in with, and for how many missed rounds; one query."""
    tallies = SeatTally.objects.filter(
        game__table_game__game_day__in=days_until(season, board.date), place__isnull=False
    )
    if player is not None:
        tallies = tallies.filter(player=player)
    sums: dict[int, tuple[int, int]] = {}
    for (late, _game), (points, rounds) in came_in_with(tallies).items():
        before = sums.get(late, (0, 0))
        sums[late] = before[0] + points, before[1] + rounds
    return sums


@dataclass(frozen=True)
class GameGain:
    """A game of the season, the place that somebody had in it, and in words what that gave.

    `rounds` are those that its gain is from.
    """

    row: TableGame
    day: datetime.date
    place: int
    shared: bool
    rounds: int
    gain: str


def game_gains(season: Season, line: Standing) -> tuple[GameGain, ...]:
    """Return what each game that counts gave, first to last.

    None of a closed season, whose games may have changed since; two queries.
    """
    if season.closed_at:
        return ()
    results = results_of(season, line.board.date, only=[line.player_id])
    if season.count in BY_DAY:
        days = score(method_of(season), line.player_id, results).counted
        results = [result for result in results if result.day in days]
    gains = gains_of(method_of(season), results)
    rows = TableGame.objects.filter(game__in=[result.game for result, _gain in gains])
    by_game = {row.game_id: row for row in rows.select_related("game")}
    decimals = decimals_of(gain for _result, gain in gains)
    return tuple(
        GameGain(
            row=by_game[int(result.game)],
            day=result.day,
            place=place,
            shared=result.sharing > 1,
            rounds=result.rounds,
            gain=_gain_words(season, result, gain, decimals),
        )
        for result, gain in gains
        if (place := result.place) is not None
    )


def _gain_words(season: Season, result: Result, gain: Fraction, decimals: int) -> str:
    """Write what a game gave; a dash where nobody knows how many rounds were won."""
    if season.measure == Season.Measure.OUTS and result.outs is None:
        return "–"
    return number_format(written(gain, decimals))


def _days(season: Season, line: Standing) -> tuple[datetime.date, ...]:
    """Return the days that count; none where that is not known, as of a closed season."""
    if season.count not in BY_DAY or season.closed_at:
        return ()
    results = results_of(season, line.board.date, only=[line.player_id])
    return score(method_of(season), line.player_id, results).counted
