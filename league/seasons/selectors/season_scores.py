"""Everybody's score in a season, from what a board keeps and from the games that changed since.

A score needs the results of its player alone. So of a season of a million points only the results
of those are read who are, or were, in a changed game; the others' scores are in the rows of a
board: of the date's own, which may be stale, or of an earlier one.
"""

import datetime
from collections.abc import Collection, Container, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

from django.db.models import QuerySet

from league.seasons.models import Board, BoardRow, Season
from league.standings.methods import Method
from league.standings.rating import Rated
from league.standings.results import Key
from league.standings.scores import Score, Unranked, scores, value_written, written
from league.standings.table import StandingLine, rank, tied

from .results import counting_mark, days_until, method_of, results_of
from .sources import Changes, Source, Sums, changes_since, source_of, sums_of


@dataclass(frozen=True)
class SeasonScores:
    """Everybody's score by player, and the tallies that the scores follow from."""

    source: Source
    scores: Mapping[int, Score]


class KeptLine(NamedTuple):
    """What a standing keeps of a player's score, place and rating; see there."""

    pk: int
    player_id: int
    position: int
    place: int | None
    shared: bool
    moved: int | None
    mu: float | None
    sigma: float | None
    exact: str
    unranked: str
    games: int
    rounds: int
    days: int
    total: int
    rounds_out: int | None
    wins: int
    wins_known: bool
    best_game: int | None
    best_day: datetime.date | None
    lowest_round: int | None
    brought: Decimal | None


def score_kept(line: KeptLine | BoardRow) -> Score:
    """Return the score that `score_columns` wrote; which days counted is not kept."""
    return Score(
        player=line.player_id,
        value=Fraction(*map(int, line.exact.split("/"))) if line.exact else None,
        unranked=Unranked(line.unranked) if line.unranked else None,
        games=line.games,
        rounds=line.rounds,
        days=line.days,
        total=line.total,
        outs=line.rounds_out,
        wins=line.wins if line.wins_known else None,
        best_game=line.best_game,
        best_day=line.best_day,
        lowest_round=line.lowest_round,
        brought=None if line.brought is None else Fraction(line.brought),
    )


def line_columns(method: Method, position: int, line: StandingLine) -> dict[str, Any]:
    """Return the columns of a board's line: its place, why, and the score."""
    value = line.value
    return {
        "position": position,
        "place": line.place,
        "shared": line.shared,
        "value": None if value is None else float(value),
        "shown": "" if value is None else value_written(method, value),
        "why": [step.written for step in line.why],
        **score_columns(line.score),
    }


def score_columns(score: Score) -> dict[str, Any]:
    """The columns of a standing that keep a score."""
    return {
        "player_id": score.player,
        "exact": _exact(score),
        "unranked": score.unranked or "",
        "games": score.games,
        "rounds": score.rounds,
        "days": score.days,
        "total": score.total,
        "rounds_out": score.outs,
        "wins": score.wins or 0,
        "wins_known": score.wins is not None,
        "best_game": score.best_game,
        "best_day": score.best_day,
        "lowest_round": score.lowest_round,
        "brought": None if score.brought is None else Decimal(written(score.brought)),
    }


def _exact(score: Score) -> str:
    value = score.value
    return "" if value is None else f"{value.numerator}/{value.denominator}"


@dataclass(frozen=True)
class KeptBoard:
    """A board with its lines by player."""

    board: Board
    lines: Mapping[int, KeptLine]

    @property
    def scores(self) -> SeasonScores:
        """The scores that its lines keep."""
        by_player = {player: score_kept(line) for player, line in self.lines.items()}
        return SeasonScores(self.board.source or {}, by_player)

    @property
    def ratings(self) -> dict[Key, Rated]:
        """The ratings after its day of all who have one."""
        return {
            player: Rated(self.board.date, line.mu, line.sigma)
            for player, line in self.lines.items()
            if line.mu is not None and line.sigma is not None
        }

    def untouched(self, now: SeasonScores, players: Collection[int]) -> dict[int, KeptLine]:
        """The lines that still say the right value and reason where only these players changed.

        The others are theirs, and of everybody who was or is level with one of them.
        """
        touched = {self.lines[player].exact for player in players if player in self.lines}
        touched |= {_exact(now.scores[player]) for player in players if player in now.scores}
        return {
            player: line
            for player, line in self.lines.items()
            if player not in players and line.exact not in touched
        }


def boards_kept(season: Season) -> QuerySet[Board]:
    """The boards from which others can be derived, stale or not, newest first."""
    return Board.objects.filter(
        season=season,
        source__isnull=False,
        fingerprint__startswith=counting_mark(season),
    ).order_by("-date")


def ratings_kept(board: Board, players: Container[Key]) -> dict[Key, Rated]:
    """The ratings after a board's day of those of these players who have one."""
    rows = board.standings.order_by().values_list("player_id", "mu", "sigma")
    return {
        player: Rated(board.date, mu, sigma)
        for player, mu, sigma in rows
        if player in players and mu is not None and sigma is not None
    }


def board_kept(season: Season, until: datetime.date) -> KeptBoard | None:
    """The newest board until this date from which others can be derived, stale or not."""
    board = boards_kept(season).filter(date__lte=until).first()
    if board is None:
        return None
    rows = board.standings.order_by().values_list(*KeptLine._fields)
    return KeptBoard(board, {line.player_id: line for line in map(KeptLine._make, rows)})


def scores_now(season: Season, until: datetime.date, base: SeasonScores | None) -> SeasonScores:
    """Everybody's scores after the games until a date: from `base` and what changed, or all."""
    sums = sums_of(days_until(season, until))
    changed = base and scores_changed(season, until, base, sums)
    if changed:
        return changed[0]
    # The source first: what changes meanwhile is newer than it, and looked at again.
    source = source_of(days_until(season, until))
    by_player = scores(method_of(season), results_of(season, until))
    return SeasonScores(source, {int(score.player): score for score in by_player})


def scores_changed(
    season: Season, until: datetime.date, base: SeasonScores, sums: Sums
) -> tuple[SeasonScores, Changes] | None:
    """Return everybody's scores after the games until a date, and what changed since `base`.

    `sums` are those of the tallies now. None where the changes cannot be told.
    """
    changes = changes_since(base.source, days_until(season, until), sums)
    if changes is None:
        return None
    own = results_of(season, until, only=changes.players) if changes.players else []
    by_player = {
        player: score for player, score in base.scores.items() if player not in changes.players
    }
    by_player |= {
        int(score.player): score for score in scores(method_of(season), own, only=changes.players)
    }
    return SeasonScores(changes.source, by_player), changes


def lines_of(
    season: Season, until: datetime.date, by_player: Mapping[int, Score]
) -> tuple[StandingLine, ...]:
    """The standings that these scores give, best first.

    Head-to-head reads the results of the players who are tied.
    """
    method = method_of(season)
    level = {int(player) for player in tied(method, by_player.values())}
    results = results_of(season, until, only=level) if level else ()
    return rank(method, by_player.values(), results)
