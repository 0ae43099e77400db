"""What came of a game day: everybody's place over its games, each table, the day's records.

Places go to those who played all of the day's games, or as many as anybody did: whoever goes home
after one good game has won no day. The others are listed below, with how many they played.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.days.models import GameDay, TableGame
from league.seasons.models import Board, Season
from league.seasons.selectors.records import (
    RecordLine,
    book_of,
    names_of,
    played_games,
    record_lines,
)
from league.seasons.selectors.results import (
    TABLES,
    guests_of,
    method_of,
    results_by_day,
    results_on,
    season_on,
)
from league.standings.methods import BY_DAY, Count, Method
from league.standings.results import Result
from league.standings.scores import Unranked, decimals_of, written
from league.standings.table import StandingLine, standings
from league.tie_break_words import UNRANKED, level_in_words
from scoring import referee
from scoring.accounts.models import Club
from scoring.collation import name_order
from scoring.sheets.models import Game, Seat
from scoring.sheets.progress import Progress, unended


@dataclass(frozen=True)
class RankLine:
    """One person's line of the day. `totals` are the games' points, None for one not played.

    `place` is None for somebody who has none, and `why` says why; else it says what parted those of
    the same value. `value` is what the season counts by. `wins` are of finished games; `outs` is
    None where a game came from paper that does not say who went out.
    """

    player_id: int
    name: str
    place: int | None
    shared: bool
    value: str
    wins: int
    outs: int | None
    totals: tuple[int | None, ...]
    why: str = ""

    @property
    def points(self) -> int | None:
        """The points of all games that this one played together; None for who played none."""
        points = [total for total in self.totals if total is not None]
        return sum(points) if points else None


MOST_RUNNERS_UP = 4


@dataclass(frozen=True)
class TableResult:
    """One game of the day; `lines` are place, whether it is shared, name and points, in order.

    `rounds` is how many rounds its sheet has.
    """

    number: int
    game: Game
    lines: tuple[tuple[int | None, bool, str, int | None], ...]
    rounds: int

    @property
    def progress(self) -> Progress | None:
        """How far the game is while it is played."""
        if self.game.finished_at is not None:
            return None
        return Progress(self.rounds, referee.round_count(self.game))


@dataclass(frozen=True)
class DayResult:
    """The day's ranking over its games as they stand, with the games by their numbers.

    `season` is the one whose way of counting ranks; one that is not kept where the day has none.
    Whoever has a place has played `asked` games. `waiting` are the numbers of games that not all
    tables have finished, and `over` says that nothing more is played. `usual_rounds` is
    how many rounds most finished games had. `left_out` are so many whom its reader may not see.
    `missing` are the games and tables of today that the hall went on without.
    """

    day: GameDay
    season: Season
    lines: tuple[RankLine, ...]
    games: tuple[tuple[int, tuple[TableResult, ...]], ...]
    records: tuple[RecordLine, ...]
    asked: int
    waiting: frozenset[int]
    over: bool
    usual_rounds: int
    short: tuple[str, ...]
    left_out: int = 0
    missing: tuple[tuple[int, int], ...] = ()

    @property
    def winners(self) -> tuple[RankLine, ...]:
        """Those who share the first place, one as a rule."""
        return tuple(line for line in self.lines if line.place == 1)

    @property
    def first_words(self) -> str:
        """What the first place is called, while the day goes on and afterwards."""
        if not self.over:
            return _("In the lead")
        return ngettext("Winner of the day", "Winners of the day", len(self.winners))

    @property
    def places_note(self) -> str:
        """Say who has a place at all where somebody has none; else ""."""
        if not (self.some_unranked and self.asked > 1):
            return ""
        if self.waiting:
            sentence = _(
                "Places are for those who played %(games)s games. Nobody played more in the games "
                "that all tables have finished."
            )
        else:
            sentence = _(
                "Places are for those who played %(games)s games, as many as anybody did. It is so "
                "on every game day."
            )
        words = sentence % {"games": self.asked}
        least = self.season.least_games
        if self.season.pk is None or self.season.count in BY_DAY or least >= self.asked:
            return words
        fewer = ngettext(
            "In the season %(games)s game is enough for a place.",
            "In the season %(games)s games are enough for a place.",
            least,
        )
        return f"{words} {fewer % {'games': least}}"

    @property
    def adds_up(self) -> bool:
        """Whether points of several games are shown, and the value is not their sum."""
        per = (Season.Count.PER_ROUND, Season.Count.PER_GAME)
        points = self.season.measure == Season.Measure.POINTS
        return len(self.games) > 1 and not (points and self.season.count not in per)

    @property
    def counts_wins(self) -> bool:
        """Whether the value is the number of games won, so that no column says it again."""
        averages = (Season.Count.PER_ROUND, Season.Count.PER_GAME)
        return self.season.measure == Season.Measure.WINS and self.season.count not in averages

    @property
    def hides_winner(self) -> bool:
        """Whether whoever won is not among the lines that its reader may see."""
        return bool(self.left_out) and not self.winners

    @property
    def runners_up(self) -> tuple[RankLine, ...]:
        """Those at the second and third place; nobody where more share them than a line holds."""
        lines = tuple(line for line in self.lines if line.place in (2, 3))
        return lines if len(lines) <= MOST_RUNNERS_UP else ()

    @property
    def playing(self) -> int:
        """How many tables still play, with those that lack only the end of their game."""
        return sum(not table.game.finished_at for _number, row in self.games for table in row)

    @property
    def unended(self) -> int:
        """How many tables have all rounds in, and only the end of their game is missing."""
        return unended(table.progress for _number, row in self.games for table in row)

    @property
    def in_rounds(self) -> int:
        """How many tables have a round to play."""
        return self.playing - self.unended

    @property
    def some_unranked(self) -> bool:
        """Whether somebody played fewer games than a place takes."""
        return any(line.place is None for line in self.lines)

    @property
    def outs_unknown(self) -> bool:
        """Whether of somebody it is not known in how many rounds they went out."""
        return any(line.outs is None for line in self.lines)

    @property
    def by_rounds(self) -> int:
        """How many finished games were scored round by round, and not from paper."""
        return sum(
            table.game.finished_at is not None and not table.game.totals_only
            for _number, row in self.games
            for table in row
        )

    @property
    def by_totals(self) -> int:
        """How many finished games came from paper without their rounds."""
        return self.finished - self.by_rounds

    @property
    def finished(self) -> int:
        """How many games are finished."""
        return sum(
            table.game.finished_at is not None for _number, row in self.games for table in row
        )


def method_of_day(season: Season) -> Method:
    """Return the season's way of counting for one day: its games add up, and one is enough.

    Guests without a place on the leaderboard, or not on it, have none on the day either: whoever
    wins a day is somebody whom the leaderboard can rank.
    """
    method = method_of(season)
    count = Count.SUM if method.count in BY_DAY else method.count
    apart = () if season.guests == Season.Guests.RANKED else guests_of(season)
    return replace(method, count=count, days=0, least_games=1, brought=(), apart=apart)


def standings_of_day(
    method: Method, results: Sequence[Result], waiting: Container[int] = ()
) -> tuple[int, tuple[StandingLine, ...]]:
    """Return how many games a place takes, and everybody's standing on one day.

    A place takes as many games as anybody has played; games in `waiting`, which not all tables have
    finished, are not asked for. Nor do they make up for one that was missed: its place would be
    gone when the last table has finished.
    """
    played = Counter(
        result.player
        for result in results
        if result.ranked and result.order // TABLES not in waiting
    )
    asked = max(played.values(), default=1)
    behind = {result.player for result in results if played and played[result.player] < asked}
    behind -= set(method.apart)
    apart = (*method.apart, *sorted(int(player) for player in behind))
    lines = standings(replace(method, least_games=asked, apart=apart), results)
    return asked, tuple(_missed_a_game(line) if line.player in behind else line for line in lines)


def _missed_a_game(line: StandingLine) -> StandingLine:
    """The line of somebody who was kept apart for having played too few games, saying so."""
    return replace(line, score=replace(line.score, unranked=Unranked.FEW_GAMES))


def day_result_of(day: GameDay) -> DayResult:
    """Return the day's result from tallies that are up to date; eight queries."""
    this_day = GameDay.objects.filter(pk=day.pk)
    season = season_on(day.club, day.date) or Season(club=day.club)
    results = results_on(this_day)
    rows = list(day.table_games.select_related("game"))
    waiting, missing = _waiting(day, rows)
    names = names_of({int(result.player) for result in results})
    asked, ranking = standings_of_day(method_of_day(season), results, waiting)
    book = book_of(played_games(this_day).values())
    return DayResult(
        day=day,
        season=season,
        lines=_rank_lines(ranking, rows, results, names, asked),
        games=tuple(_games(rows, results, names)),
        records=tuple(line for line in record_lines(book.records) if line.holders),
        asked=asked,
        waiting=waiting,
        over=bool(ranking) and _is_over(day, rows, waiting, missing),
        usual_rounds=book.least_rounds,
        short=tuple(_short(rows, results, book.least_rounds)),
        missing=missing,
    )


def result_on_board(result: DayResult, board: Board | None) -> DayResult:
    """Return what a public leaderboard shows of a day: the places of those who stand on it.

    Tables, single games and records are for who may see games; one query.
    """
    shown = set(board.standings.values_list("player", flat=True)) if board else set()
    lines = tuple(replace(line, totals=()) for line in result.lines if line.player_id in shown)
    left_out = len(result.lines) - len(lines)
    return replace(result, lines=lines, games=(), records=(), short=(), left_out=left_out)


def _is_over(
    day: GameDay,
    rows: Sequence[TableGame],
    waiting: Container[int],
    missing: Collection[tuple[int, int]],
) -> bool:
    """Whether no result is still to come: the last games are finished, or the day is past."""
    last = max((row.seating_round for row in rows), default=0)
    played = last >= day.rounds and last not in waiting and not missing
    past = day.date < timezone.localdate()
    return (played or past) and all(row.game.finished_at for row in rows)


FIRST_THREE = (1, 2, 3)


@dataclass(frozen=True)
class FirstPlaces:
    """Who has which of the first three places of the day: one name each as a rule.

    `places` are everybody's name, place and whether it is shared, by their ids.
    """

    names: tuple[tuple[str, ...], ...]
    over: bool
    places: Mapping[int, tuple[str, int, bool]]


def first_places(day: GameDay) -> FirstPlaces:
    """Who is first, second and third in `day_result_of`, and whether it is over; six queries."""
    season = season_on(day.club, day.date) or Season(club=day.club)
    rows = list(day.table_games.select_related("game"))
    waiting, missing = _waiting(day, rows)
    results = results_on(GameDay.objects.filter(pk=day.pk))
    _asked, lines = standings_of_day(method_of_day(season), results, waiting)
    named = [[int(line.player) for line in lines if line.place == place] for place in FIRST_THREE]
    names = names_of({int(line.player) for line in lines if line.place})
    return FirstPlaces(
        names=tuple(
            tuple(sorted((names[player] for player in players), key=name_order))
            for players in named
        ),
        over=_is_over(day, rows, waiting, missing),
        places={
            int(line.player): (names[int(line.player)], line.place, line.shared)
            for line in lines
            if line.place
        },
    )


def _waiting(
    day: GameDay, rows: Sequence[TableGame]
) -> tuple[frozenset[int], tuple[tuple[int, int], ...]]:
    """Return the games that not all tables have finished, and the tables of earlier games without.

    Those games are waited for. What was left behind when the hall went on is not, and may yet come
    from paper. One query; none, and nothing, for a past day.
    """
    if day.date < timezone.localdate():
        return frozenset(), ()
    plan = day.plans.filter(taken_at__isnull=False).first()
    seated = {
        number: [table for table, ids in enumerate(tables, 1) if ids]
        for number, tables in enumerate(plan.tables if plan else [], 1)
    }
    finished = Counter(row.seating_round for row in rows if row.game.finished_at)
    begun = Counter(row.seating_round for row in rows)
    waiting = frozenset(
        number
        for number in begun
        if finished[number] < begun[number]
        or (number >= day.current_round and finished[number] < len(seated.get(number, ())))
    )
    there = {(row.seating_round, row.table_number) for row in rows}
    missing = tuple(
        (number, table)
        for number, tables in seated.items()
        if number < day.current_round
        for table in tables
        if (number, table) not in there
    )
    return waiting, missing


def winners_of(club: Club, days: Sequence[GameDay]) -> dict[int, tuple[str, ...]]:
    """The names of who won each of these days of the club, by the day's id; none while it is on.

    As `day_result_of`, from tallies that are up to date; three queries, what a season's way of
    counting asks for, and six for a day of today.
    """
    seasons = list(Season.objects.filter(club=club))
    firsts: dict[int, tuple[int, ...]] = {}
    methods: dict[int | None, Method] = {}
    results = results_by_day(days)
    for day in days:
        if day.date >= timezone.localdate() and not first_places(day).over:
            continue
        season = next(
            (season for season in seasons if season.first <= day.date <= season.last), None
        ) or Season(club=club)
        if season.pk not in methods:
            methods[season.pk] = method_of_day(season)
        firsts[day.pk] = _winners(methods[season.pk], tuple(results.get(day.pk, ())))
    names = names_of({player for players in firsts.values() for player in players})
    return {day: tuple(names[player] for player in players) for day, players in firsts.items()}


# A season's days and more: of those that nothing was changed on, nobody derives again who won.
@lru_cache(maxsize=128)
def _winners(method: Method, results: tuple[Result, ...]) -> tuple[int, ...]:
    _asked, lines = standings_of_day(method, results)
    return tuple(int(line.player) for line in lines if line.place == 1)


def ended_days(days: Iterable[GameDay]) -> list[GameDay]:
    """Those of these `past_days` that have games, all of them finished."""
    return [day for day in days if day.games and not day.open]  # type: ignore[attr-defined]


def days_with_winners(club: Club, days: Sequence[GameDay]) -> list[tuple[GameDay, tuple[str, ...]]]:
    """Each of these `past_days` with the names of who won it: none while a game is not finished."""
    ended = ended_days(days)
    winners = winners_of(club, ended) if ended else {}
    return [(day, winners.get(day.pk, ())) for day in days]


def _rank_lines(
    ranking: Sequence[StandingLine],
    rows: Sequence[TableGame],
    results: Sequence[Result],
    names: Mapping[int, str],
    asked: int,
) -> tuple[RankLine, ...]:
    """Return the lines of the ranking, all values with as many decimals."""
    games = {row.game_id: row for row in rows}
    totals: dict[int, dict[int, int | None]] = defaultdict(dict)
    wins: Counter[int] = Counter()
    for result in results:
        player, row = int(result.player), games[int(result.game)]
        totals[player][row.seating_round] = result.total
        wins[player] += bool(row.game.finished_at and result.won)
    missed = _missed(results, games)
    decimals = decimals_of(line.value for line in ranking)
    numbers = range(1, max((row.seating_round for row in rows), default=0) + 1)
    return tuple(
        RankLine(
            player_id=player,
            name=names[player],
            place=line.place,
            shared=line.shared,
            value="" if line.value is None else number_format(written(line.value, decimals)),
            wins=wins[player],
            outs=line.score.outs,
            totals=tuple(totals[player].get(number) for number in numbers),
            why=_why(line, asked, missed[player]),
        )
        for line in ranking
        for player in [int(line.player)]
    )


def _missed(
    results: Iterable[Result], games: Mapping[int, TableGame]
) -> Mapping[int, Sequence[str]]:
    """Say of each player in which finished games they have no place, and why; one query at most."""
    words: dict[int, list[str]] = defaultdict(list)
    without = [
        result
        for result in results
        if not result.ranked and games[int(result.game)].game.finished_at
    ]
    late = Seat.objects.filter(game__in=[result.game for result in without], late=True)
    came = set(late.values_list("game", "player")) if without else set()
    for result in without:
        row = games[int(result.game)]
        played = row.game.totals_only or result.lowest_round is not None
        if played:
            sentence = _("left game %(game)d early, without a place")
        elif (result.game, result.player) in came:
            sentence = _("came into game %(game)d after its last round")
        else:
            sentence = _("left game %(game)d before playing a round")
        words[int(result.player)].append(sentence % {"game": row.seating_round})
    return words


def _why(line: StandingLine, asked: int, missed: Sequence[str]) -> str:
    """Say why somebody has no place, or what parted those of the same value."""
    if missed and line.unranked in (Unranked.FEW_GAMES, Unranked.NO_GAMES):
        return " · ".join(missed)
    if line.unranked == Unranked.FEW_GAMES:
        if line.score.games >= asked:
            # One that not all tables have finished is among them.
            return _("missed a game")
        numbers = {"games": line.score.games, "of": asked}
        return _("played %(games)d of %(of)d") % numbers
    if line.unranked:
        return str(UNRANKED[line.unranked])
    return level_in_words((step.written for step in line.why), int(line.player))


# So many tables that stopped early are named; of more it is said that there are some.
NAMED_SHORT = 3


def _short(rows: Iterable[TableGame], results: Iterable[Result], usual: int) -> Iterable[str]:
    """Say which tables finished a game after fewer rounds than most games had."""
    rounds: Counter[int] = Counter()
    for result in results:
        rounds[int(result.game)] = max(rounds[int(result.game)], result.rounds)
    short = [row for row in rows if row.game.finished_at and 0 < rounds[row.game_id] < usual]
    if len(short) > NAMED_SHORT:
        yield _("%(tables)d tables played fewer rounds in a game than the others.") % {
            "tables": len(short)
        }
        return
    for row in short:
        yield ngettext(
            "Table %(table)d stopped game %(game)d after %(rounds)d round. Most games had %(of)d.",
            "Table %(table)d stopped game %(game)d after %(rounds)d rounds. Most games had %(of)d.",
            rounds[row.game_id],
        ) % {
            "table": row.table_number,
            "game": row.seating_round,
            "rounds": rounds[row.game_id],
            "of": usual,
        }


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
            key=lambda seat: (
                seat.place is None,
                seat.place or 0,
                name_order(names[int(seat.player)]),
            ),
        )
        places = Counter(seat.place for seat in best_first)
        lines = tuple(
            (seat.place, places[seat.place] > 1, names[int(seat.player)], seat.total)
            for seat in best_first
        )
        rounds = max((seat.rounds for seat in best_first), default=0)
        table = TableResult(row.table_number, row.game, lines, rounds)
        by_number[row.seating_round].append(table)
    for number in sorted(by_number):
        yield number, tuple(sorted(by_number[number], key=lambda table: table.number))
