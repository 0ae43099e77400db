"""A line of a board among the others: what decided its place."""

import datetime

from league.seasons.models import Board, Season, Standing
from league.seasons.place_words import PlaceAmong, players_compared
from league.standings.methods import BY_DAY
from league.standings.scores import score
from scoring.accounts.models import Player

from .results import method_of, results_of


def line_of(board: Board, player: int) -> Standing | None:
    """Return the player's line of the board, None where the player is not on it; one query."""
    return board.standings.select_related("player").filter(player=player).first()


def place_among(season: Season, line: Standing, *, with_days: bool) -> PlaceAmong:
    """Return what decided a line's place; five queries at most.

    `with_days` says which days count, where the season chooses among them: a board does not.
    """
    lines = line.board.standings.select_related("player").exclude(place=None)
    # Two values can read alike and differ: the exact one decides who is level.
    others = lines.exclude(exact=line.exact)
    return PlaceAmong(
        line=line,
        ranked=lines.count(),
        level=tuple(lines.filter(exact=line.exact).exclude(pk=line.pk)),
        ahead=others.filter(position__lt=line.position).last(),
        behind=others.filter(position__gt=line.position).first(),
        names=dict(Player.objects.filter(pk__in=players_compared(line)).values_list("pk", "name")),
        days=_days(season, line) if with_days else (),
    )


def _days(season: Season, line: Standing) -> tuple[datetime.date, ...]:
    """Return the days that count; none where that is not known, as of a closed season."""
    if season.count not in BY_DAY or season.closed_at:
        return ()
    results = results_of(season, line.board.date, only=[line.player_id])
    return score(method_of(season), line.player_id, results).counted
