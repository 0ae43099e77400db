"""What came of a game day: everybody's place over its games, each table, the day's records."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils import timezone

from league.days.models import GameDay, TableGame
from league.seasons.models import Season
from league.seasons.selectors.records import (
    RecordLine,
    book_of,
    names_of,
    played_games,
    record_lines,
)
from league.seasons.selectors.results import method_of, results_by_day, results_on, season_on
from league.standings.methods import BY_DAY, Count, Method
from league.standings.results import Result
from league.standings.scores import written
from league.standings.table import StandingLine, standings
from league.tie_break_words import steps_in_words
from scoring.accounts.models import Club
from scoring.sheets.models import Game


@dataclass(frozen=True)
class RankLine:
    """One person's line of the day. `totals` are the games' points, None for one not played.

    `place` is None for somebody without a game that counts; `value` is what the season counts by.
    `why` says what parted those of the same value.
    """

    player_id: int
    name: str
    place: int | None
    shared: bool
    value: str
    wins: int
    outs: int
    totals: tuple[int | None, ...]
    why: str = ""


@dataclass(frozen=True)
class TableResult:
    """One game of the day; `lines` are place, name and points, the first place first."""

    number: int
    game: Game
    lines: tuple[tuple[int | None, str, int | None], ...]


@dataclass(frozen=True)
class DayResult:
    """The day's ranking over its games as they stand, with the games by their numbers.

    `season` is the one whose way of counting ranks; one that is not kept where the day has none.
    """

    day: GameDay
    season: Season
    lines: tuple[RankLine, ...]
    games: tuple[tuple[int, tuple[TableResult, ...]], ...]
    records: tuple[RecordLine, ...]

    @property
    def winners(self) -> tuple[RankLine, ...]:
        """Those who share the first place, one as a rule."""
        return tuple(line for line in self.lines if line.place == 1)

    @property
    def playing(self) -> int:
        """How many tables still play."""
        return sum(not table.game.finished_at for _number, row in self.games for table in row)

    @property
    def over(self) -> bool:
        """Whether nothing more is played: the last games are finished, or the day is past."""
        last = max((number for number, _row in self.games), default=0)
        played = last >= self.day.rounds or self.day.date < timezone.localdate()
        return bool(self.lines) and played and not self.playing


def method_of_day(season: Season) -> Method:
    """Return the season's way of counting for one day: its games add up, and one is enough."""
    method = method_of(season)
    count = Count.SUM if method.count in BY_DAY else method.count
    return replace(method, count=count, days=0, least_games=1, brought=())


def day_result_of(day: GameDay) -> DayResult:
    """Return the day's result from tallies that are up to date; seven queries."""
    this_day = GameDay.objects.filter(pk=day.pk)
    season = season_on(day.club, day.date) or Season(club=day.club)
    results = results_on(this_day)
    rows = list(day.table_games.select_related("game"))
    numbers = {row.game_id: row.seating_round for row in rows}
    names = names_of({int(result.player) for result in results})
    totals: dict[int, dict[int, int | None]] = defaultdict(dict)
    for result in results:
        totals[int(result.player)][numbers[int(result.game)]] = result.total
    ranking = standings(method_of_day(season), results)
    whole = all(line.value is None or line.value.denominator == 1 for line in ranking)
    decimals = 0 if whole else 2
    games = range(1, max(numbers.values(), default=0) + 1)
    book = book_of(played_games(this_day).values())
    return DayResult(
        day=day,
        season=season,
        lines=tuple(
            _rank_line(
                line, names, [totals[int(line.player)].get(game) for game in games], decimals
            )
            for line in ranking
        ),
        games=tuple(_games(rows, results, names)),
        records=tuple(line for line in record_lines(book.records) if line.holders),
    )


def winners_of(club: Club, days: Sequence[GameDay]) -> dict[int, tuple[str, ...]]:
    """The names of who won each of these days of the club, by the day's id, as `day_result_of`.

    From tallies that are up to date; three queries, and what a season's way of counting asks for.
    """
    seasons = list(Season.objects.filter(club=club))
    first_places: dict[int, list[int]] = {}
    methods: dict[int | None, Method] = {}
    results = results_by_day(days)
    for day in days:
        season = next(
            (season for season in seasons if season.first <= day.date <= season.last), None
        ) or Season(club=club)
        if season.pk not in methods:
            methods[season.pk] = method_of_day(season)
        lines = standings(methods[season.pk], results.get(day.pk, []))
        first_places[day.pk] = [int(line.player) for line in lines if line.place == 1]
    names = names_of({player for players in first_places.values() for player in players})
    return {
        day: tuple(names[player] for player in players) for day, players in first_places.items()
    }


def _rank_line(
    line: StandingLine,
    names: Mapping[int, str],
    totals: Iterable[int | None],
    decimals: int,
) -> RankLine:
    player = int(line.player)
    return RankLine(
        player_id=player,
        name=names[player],
        place=line.place,
        shared=line.shared,
        value="" if line.value is None else written(line.value, decimals),
        wins=line.score.wins,
        outs=line.score.outs,
        totals=tuple(totals),
        why="; ".join(steps_in_words((step.written for step in line.why), player)),
    )


def _games(
    rows: Iterable[TableGame], results: Iterable[Result], names: Mapping[int, str]
) -> Iterable[tuple[int, tuple[TableResult, ...]]]:
    """Return each game of the day with its tables, in their order."""
    seats: dict[int, list[Result]] = defaultdict(list)
    for result in results:
        seats[int(result.game)].append(result)
    by_number: dict[int, list[TableResult]] = defaultdict(list)
    for row in rows:
        best_first = sorted(
            seats[row.game_id],
            key=lambda seat: (seat.place is None, seat.place or 0, names[int(seat.player)]),
        )
        lines = tuple((seat.place, names[int(seat.player)], seat.total) for seat in best_first)
        by_number[row.seating_round].append(TableResult(row.table_number, row.game, lines))
    for number in sorted(by_number):
        yield number, tuple(sorted(by_number[number], key=lambda table: table.number))
