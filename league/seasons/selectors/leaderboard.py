"""What the leaderboard's page shows of a board."""

import datetime
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet

from league.seasons.models import Board, BroughtForward, Season, Standing
from scoring.collation import name_order
from scoring.names import name_key

from .results import games_going_on


@dataclass(frozen=True)
class RaceLine:
    """One player's line of the chart: a value after each game day, None before the first.

    `value_words` is the last one as the board writes it.
    """

    name: str
    values: tuple[float | None, ...]
    value_words: str


@dataclass(frozen=True)
class Leaderboard:
    """A season's board as a page shows it: its lines, the chart, what is still going on."""

    season: Season
    board: Board | None
    dates: tuple[datetime.date, ...]
    race: tuple[RaceLine, ...]
    race_days: tuple[datetime.date, ...]
    going_on: int

    @property
    def played(self) -> bool:
        """Whether the board is of games, and not of what is brought forward alone."""
        return bool(self.board and self.board.source)

    @property
    def is_newest(self) -> bool:
        """Whether this is the board after the last game day."""
        return self.board is None or self.board.date == self.dates[-1]


def leaderboard_of(
    season: Season, board: Board | None, dates: tuple[datetime.date, ...]
) -> Leaderboard:
    """What a page shows of this board, but for its lines; `dates` are those of all boards."""
    race = (board.race if board else {}) or {"days": [], "lines": []}
    racers = [pk for pk, _values in race["lines"]]
    rows = board.standings.filter(player__in=racers).select_related("player") if board else ()
    lines = {line.player_id: line for line in rows}
    return Leaderboard(
        season=season,
        board=board,
        dates=dates,
        # Whoever was deleted since is in the race still.
        race=tuple(
            RaceLine(lines[pk].player.name, tuple(values), lines[pk].value_words)
            for pk, values in race["lines"]
            if pk in lines
        ),
        race_days=tuple(datetime.date.fromisoformat(day) for day in race["days"]),
        going_on=games_going_on(season),
    )


def standings_of(
    board: Board, *, name: str = "", community: str = "", ranked_only: bool = False
) -> QuerySet[Standing]:
    """The board's lines, best first; fewer of them where filters are given, places as they are.

    `games_unknown` and `rounds_unknown` are true where something was brought forward without them.
    """
    lines = with_unknown(board.standings.select_related("player__profile"))
    if name := name_key(name):
        lines = lines.filter(player__name_key__contains=name)
    if community:
        lines = lines.filter(player__profile__community=community)
    if ranked_only:
        lines = lines.filter(place__isnull=False)
    return lines


def with_unknown(lines: QuerySet[Standing]) -> QuerySet[Standing]:
    """Let lines of boards say whether their numbers of games and rounds lack some."""
    theirs = Q(player=OuterRef("player")) | Q(player__same_as=OuterRef("player"))
    rows = BroughtForward.objects.filter(theirs, season=OuterRef("board__season"))
    return lines.annotate(
        games_unknown=Exists(rows.filter(games=None)),
        rounds_unknown=Exists(rows.filter(rounds=None)),
    )


def communities_of(board: Board) -> list[str]:
    """The home communities of those on the board, by name."""
    communities = board.standings.exclude(player__profile__community="")
    names = communities.values_list("player__profile__community", flat=True)
    return sorted({name for name in names.distinct() if name}, key=name_order)
