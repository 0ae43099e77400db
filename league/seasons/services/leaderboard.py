"""Leaderboards, derived from tallies and kept until their source changes."""

import datetime

from django.db import transaction

from league.seasons.models import Board, Season, Standing
from league.seasons.selectors.results import board_dates, fingerprint, method_of, results_of
from league.standings import moves, table
from league.standings.methods import Method
from league.standings.rating import ratings
from league.standings.results import Result, game_days
from league.standings.scores import written
from league.standings.table import StandingLine
from league.standings.ties import Why

from .tallies import tallies_refresh

RACERS = 8


def board_refresh(*, season: Season, as_of: datetime.date | None = None) -> Board | None:
    """Return the season's leaderboard as of a date (None: now), derived again if it is stale.

    That of the last game day until then; None before the first game. The boards of a closed season
    are left as they are.
    """
    tallies_refresh(club=season.club)
    dates = [day for day in board_dates(season) if as_of is None or day <= as_of]
    if not dates:
        return None
    date = dates[-1]
    board = Board.objects.filter(season=season, date=date).first()
    if board is not None and season.closed_at:
        return board
    mark = fingerprint(season, date)
    if board is not None and board.fingerprint == mark:
        return board
    return _board_make(season, date)


@transaction.atomic
def _board_make(season: Season, date: datetime.date) -> Board:
    # Under the season's lock: of two that find the board old, the second finds it new.
    season = Season.objects.select_for_update().get(pk=season.pk)
    mark = fingerprint(season, date)
    board, made = Board.objects.get_or_create(season=season, date=date)
    if not made and board.fingerprint == mark:
        return board
    method, results = method_of(season), results_of(season, date)
    rows = standing_rows(board, method, results)
    board.standings.all().delete()
    Standing.objects.bulk_create(rows, batch_size=1000)
    first = [row.player_id for row in rows[:RACERS] if row.place is not None]
    board.race = _race(method, first, results)
    board.fingerprint = mark
    board.save(update_fields=["race", "fingerprint"])
    return board


def standing_rows(board: Board, method: Method, results: list[Result]) -> list[Standing]:
    """The lines of a board, not kept yet, best first."""
    days = game_days(results)
    now = table.standings(method, results)
    before = table.standings(method, results, as_of=days[-2]) if len(days) > 1 else ()
    moved = moves.movement(now, before)
    rated = ratings(results)
    return [
        Standing(
            board=board,
            player_id=line.player,
            position=position,
            place=line.place,
            shared=line.shared,
            unranked=line.unranked or "",
            value=None if line.value is None else float(line.value),
            shown="" if line.value is None else written(line.value),
            games=line.score.games,
            rounds=line.score.rounds,
            days=line.score.days,
            wins=line.score.wins,
            rounds_out=line.score.outs,
            best_game=line.score.best_game,
            moved=moved.get(line.player),
            rating=rated[line.player][-1].shown if line.player in rated else None,
            why=_why(line),
        )
        for position, line in enumerate(now, start=1)
    ]


def _why(line: StandingLine) -> list[object]:
    return [[tie.step, str(tie.outcome), _numbers(tie)] for tie in line.why]


def _numbers(tie: Why) -> list[list[object]]:
    return [[player, str(number)] for player, number in tie.numbers]


def _race(method: Method, players: list[int], results: list[Result]) -> dict[str, object]:
    race = moves.race(method, players, results, game_days(results))
    return {
        "days": [day.isoformat() for day in race.days],
        "lines": [
            [player, [None if value is None else float(value) for value in values]]
            for player, values in race.lines
        ],
    }
