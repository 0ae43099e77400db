"""Leaderboards, derived from tallies and kept until their source changes.

A board is derived from what an earlier one keeps and from the games that changed since, or from all
games where there is no such board. Both ways give the same rows, to the last digit.
"""

import datetime
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.db import transaction

from league.seasons.models import Board, Season, Standing
from league.seasons.selectors.leaderboard import with_unknown
from league.seasons.selectors.results import (
    board_dates,
    dates_played,
    days_until,
    fingerprint,
    method_of,
    results_of,
)
from league.seasons.selectors.season_scores import (
    KeptBoard,
    KeptLine,
    board_kept,
    boards_kept,
    line_columns,
    lines_of,
    ratings_kept,
    scores_changed,
)
from league.seasons.selectors.sources import Changes, Source, Sums, source_of, sums_of
from league.standings import moves, table
from league.standings.methods import Method
from league.standings.rating import Rated, ratings, reached
from league.standings.results import Key, Result, game_days
from league.standings.table import StandingLine
from scoring.accounts.models import Player

from .tallies import tallies_refresh

RACERS = 8
# Of more public seasons than this, a player's page shows the newest ones.
PUBLIC_SEASONS = 12
DAY = datetime.timedelta(days=1)


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
    board = Board.objects.filter(season=season, date=date).defer("source").first()
    if board is not None and season.closed_at:
        return board
    mark = fingerprint(season, sums_of(days_until(season, date)))
    if board is not None and board.fingerprint == mark:
        return board
    return _board_make(season, date)


def public_standings(player: Player) -> list[Standing]:
    """The player's lines on the newest boards of the club's public seasons, newest first."""
    seasons = Season.objects.filter(club=player.club_id, public=True).select_related("club")
    boards = [board_refresh(season=season) for season in seasons[:PUBLIC_SEASONS]]
    lines = Standing.objects.filter(player=player, board__in=[board for board in boards if board])
    return list(with_unknown(lines).select_related("board__season").order_by("-board__date"))


@dataclass(frozen=True)
class Derived:
    """What a board is to say: its lines, best first, with movement and ratings by player.

    `untouched` are lines that the board has already, right but for places, movement and rating.
    """

    method: Method
    source: Source
    lines: Sequence[StandingLine]
    moved: Mapping[Key, int | None]
    rated: Mapping[Key, Rated]
    race: dict[str, object]
    untouched: Mapping[int, KeptLine] = field(default_factory=dict)


@transaction.atomic
def _board_make(season: Season, date: datetime.date, *, as_before: bool = False) -> Board:
    """Derive a board and keep it; `as_before` is for the board before the one that is wanted."""
    # Under the season's lock: of two that find the board old, the second finds it new.
    season = Season.objects.select_for_update().get(pk=season.pk)
    sums = sums_of(days_until(season, date))
    mark = fingerprint(season, sums)
    board, made = Board.objects.get_or_create(season=season, date=date)
    if not made and board.fingerprint == mark:
        return board
    derived = _derive_changed(season, board, sums, as_before=as_before)
    _keep(board, derived or _derive_all(season, date), mark)
    return board


def _derive_all(season: Season, date: datetime.date) -> Derived:
    # The source first: what changes meanwhile is newer than it, and looked at again.
    source = source_of(days_until(season, date))
    return derive(method_of(season), results_of(season, date), source)


def derive(method: Method, results: list[Result], source: Source) -> Derived:
    """What a board is to say, from all results: the plain way."""
    days = game_days(results)
    lines = table.standings(method, results)
    before = table.standings(method, results, as_of=days[-2]) if len(days) > 1 else ()
    rated = {player: by_day[-1] for player, by_day in ratings(results).items()}
    race = _race(method, lines, results, days)
    return Derived(method, source, lines, moves.movement(lines, before), rated, race)


def _derive_changed(season: Season, board: Board, sums: Sums, *, as_before: bool) -> Derived | None:
    """What a board is to say, from what it or an earlier one keeps and what changed since.

    None where there is no such board, or the changes cannot be told.
    """
    date, played = board.date, dates_played(season, board.date)
    places = _places_before(season, played[:-1], sums, as_before=as_before)
    kept = board_kept(season, date)
    changed = kept and scores_changed(season, date, kept.scores, sums)
    if not (kept and changed) or places is None:
        return None
    now, changes = changed
    method, lines = method_of(season), lines_of(season, date, now.scores)
    return Derived(
        method=method,
        source=now.source,
        lines=lines,
        moved=moves.moved_from(places, lines),
        rated=_ratings_now(season, date, kept, changes),
        race=_race(method, lines, results_of(season, date, only=_racers(lines)), played),
        untouched=kept.untouched(now, changes.players) if kept.board == board else {},
    )


def _places_before(
    season: Season, earlier: Sequence[datetime.date], sums: Sums, *, as_before: bool
) -> dict[Key, int | None] | None:
    """Everybody's place after the last of the earlier days; None where boards cannot tell these.

    The board of that day is kept too, so that the next change finds it. That of the day before
    that is not: else a correction of the first day would derive the boards of all days.
    """
    if not earlier:
        return {}
    date = earlier[-1]
    sums = {day: numbers for day, numbers in sums.items() if day <= date}
    board = boards_kept(season).defer("race", "source").filter(date=date).first()
    if board is None or board.fingerprint != fingerprint(season, sums):
        if as_before:
            return _places_unkept(season, date, sums)
        board = _board_make(season, date, as_before=True)
    return dict(board.standings.order_by().values_list("player_id", "place"))


def _places_unkept(season: Season, date: datetime.date, sums: Sums) -> dict[Key, int | None] | None:
    kept = board_kept(season, date)
    changed = kept and scores_changed(season, date, kept.scores, sums)
    if not changed:
        return None
    return {line.player: line.place for line in lines_of(season, date, changed[0].scores)}


def _ratings_now(
    season: Season, date: datetime.date, kept: KeptBoard, changes: Changes
) -> dict[Key, Rated]:
    """Everybody's rating, from the first day on that has another ranking.

    Games from then on are rated again for those alone whom the changed games' players are linked
    to by them, from the ratings on the last board before that is not stale.
    """
    if changes.rated_from is None:
        return {**kept.ratings}
    root = _board_before(season, changes.rated_from, changes.source)
    since = root.date + DAY if root else None
    results = results_of(season, date, since=since)
    linked = reached(results, changes.players)
    before = ratings_kept(root, linked) if root else {}
    again = ratings([result for result in results if result.player in linked], before)
    rest = {player: rated for player, rated in kept.ratings.items() if player not in linked}
    return {**rest, **before, **{player: by_day[-1] for player, by_day in again.items()}}


def _board_before(season: Season, date: datetime.date, source: Source) -> Board | None:
    """The last board before a date that still follows from its games; `source` is what there is."""
    for board in boards_kept(season).filter(date__lt=date).defer("race").iterator():
        last = board.date.isoformat()
        if board.source == {day: keys for day, keys in source.items() if day <= last}:
            return board
    return None


def _keep(board: Board, derived: Derived, mark: str) -> None:
    """Write what the board is to say: the rows that differ, and the rest."""
    same = {
        line.player
        for position, line in enumerate(derived.lines, start=1)
        if _same(derived, position, line)
    }
    rows = standing_rows(board, derived, but=same)
    kept = {derived.untouched[int(player)].pk for player in same}
    pks = board.standings.order_by().values_list("pk", flat=True)
    Standing.objects.filter(pk__in=[pk for pk in pks if pk not in kept]).delete()
    Standing.objects.bulk_create(rows, batch_size=1000)
    board.race, board.fingerprint, board.source = derived.race, mark, derived.source
    board.save(update_fields=["race", "fingerprint", "source"])


def _same(derived: Derived, position: int, line: StandingLine) -> bool:
    """Whether the board has this line already as it is to be."""
    kept = derived.untouched.get(int(line.player))
    if kept is None:
        return False
    rated = derived.rated.get(line.player)
    return (kept.position, kept.place, kept.shared, kept.moved, kept.mu, kept.sigma) == (
        position,
        line.place,
        line.shared,
        derived.moved.get(line.player),
        rated.mu if rated else None,
        rated.sigma if rated else None,
    )


def standing_rows(board: Board, derived: Derived, *, but: Container[Key] = ()) -> list[Standing]:
    """The lines of a board, not kept yet, best first; without those of some players."""
    return [
        _row(board, derived, position, line)
        for position, line in enumerate(derived.lines, start=1)
        if line.player not in but
    ]


def _row(board: Board, derived: Derived, position: int, line: StandingLine) -> Standing:
    rated = derived.rated.get(line.player)
    return Standing(
        board=board,
        moved=derived.moved.get(line.player),
        rating=rated.shown if rated else None,
        mu=rated.mu if rated else None,
        sigma=rated.sigma if rated else None,
        **line_columns(derived.method, position, line),
    )


def _racers(lines: Iterable[StandingLine]) -> list[int]:
    """The players whose lines the chart shows: the first of those who have a place."""
    ranked = [int(line.player) for line in lines if line.place is not None]
    return ranked[:RACERS]


def _race(
    method: Method,
    lines: Iterable[StandingLine],
    results: list[Result],
    days: Sequence[datetime.date],
) -> dict[str, object]:
    race = moves.race(method, _racers(lines), results, days)
    return {
        "days": [day.isoformat() for day in race.days],
        "lines": [
            [player, [None if value is None else float(value) for value in values]]
            for player, values in race.lines
        ],
    }
