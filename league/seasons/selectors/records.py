"""The games that the club's records are found in, and the records as they are kept.

Records are of games that the table has ended, on game days that count: the lowest total of a game
that is still going on is no total yet. A game that was reopened to be corrected counts still.
"""

import datetime
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league.days.models import GameDay
from league.seasons.models import RecordBook, Season, SeatTally, Tally
from league.standings.records import (
    Course,
    Holder,
    Record,
    Records,
    Track,
    records,
    records_changed,
)
from league.standings.results import Result
from scoring.accounts.models import Club, Player
from scoring.sheets.models import Game

from .results import FEW, TABLES, board_dates, days_that_count
from .sources import DaySum, Source, Sums, changes_since, source_of, sums_of

# The records in the order in which they are shown.
NAMES = tuple(field.name for field in fields(Records))
TITLES = {
    "lowest_game": gettext_lazy("Lowest game"),
    "highest_round": gettext_lazy("Most points in one round"),
    "run": gettext_lazy("Most rounds won in a row"),
    "run_in_game": gettext_lazy("Most rounds won in a row in one game"),
    "comeback": gettext_lazy("Biggest comeback"),
    "blocked": gettext_lazy("Most blocked rounds in a game"),
}
EXPLAINED = {
    "run": gettext_lazy("number of rounds one after the other, also from one game to the next"),
    "comeback": gettext_lazy("so far behind the leader after a round, and first in the end"),
    "blocked": gettext_lazy("nobody went out, since nobody could play"),
}
# The most holders of a record that a page names; of the others it shows the number.
SHOWN = 100
IN_ROUNDS = ("run", "run_in_game", "blocked")
# Who goes out in one round has no run yet.
RUNS = ("run", "run_in_game")
SHORTEST_RUN = 2


@dataclass(frozen=True)
class PlayedGame:
    """One game as records look at it: its sums, and how it went; `rounds` is how many it had."""

    results: tuple[Result, ...]
    course: Course
    rounds: int


@dataclass(frozen=True)
class Book:
    """The records of some games; a game needs `least_rounds` rounds to be the lowest."""

    records: Records
    least_rounds: int


@dataclass(frozen=True)
class SourcedBook:
    """A book, and the tallies that it follows from."""

    book: Book
    source: Source


def days_of_records(club: Club, season: Season | None = None) -> QuerySet[GameDay]:
    """The game days that records are found on: a season's, or all of the club that count."""
    if season is not None:
        return days_that_count(season)
    return GameDay.objects.filter(club=club, counts=True, cancelled_at=None)


def record_sums(club: Club, season: Season | None = None) -> dict[datetime.date, DaySum]:
    """The sums of the tallies that a record book follows from; `mark_of` makes its mark of them."""
    return sums_of(days_of_records(club, season), ended=True)


def book_read(kept: RecordBook | None) -> SourcedBook | None:
    """The book that is kept; None where it was never made, or its source is not known."""
    if kept is None or kept.source is None:
        return None
    return SourcedBook(Book(records_read(kept.records), kept.least_rounds), kept.source)


def book_kept(club: Club, season: Season | None = None) -> RecordBook | None:
    """The record book as it was last made, None where it never was."""
    return RecordBook.objects.filter(club=club, season=season).first()


def played_games(
    days: QuerySet[GameDay], *, players: Collection[int] | None = None
) -> dict[int, PlayedGame]:
    """The ended games of these days by their keys, as tallied; one query, a line for each seat.

    With `players`, the games of these.
    """
    lines = SeatTally.objects.filter(game__table_game__game_day__in=days, game__tally__ended=True)
    if players is not None:
        own = SeatTally.objects.filter(player__in=players)
        lines = lines.filter(game__in=own.values("game"))
    rows: dict[int, list[Any]] = {}
    for row in lines.values(
        "player_id",
        "game_id",
        "game__table_game__game_day__date",
        "game__table_game__seating_round",
        "game__table_game__table_number",
        "game__tally__rounds",
        "game__tally__blocked",
        "total",
        "rounds",
        "rounds_out",
        "place",
        "sharing",
        "players",
        "best_round",
        "entered_with",
        "points",
        "out_rounds",
    ):
        rows.setdefault(row["game_id"], []).append(row)
    return {pk: _played(pk, seats) for pk, seats in rows.items()}


def _played(pk: int, seats: list[Any]) -> PlayedGame:
    table = seats[0]
    day: datetime.date = table["game__table_game__game_day__date"]
    seating_round = table["game__table_game__seating_round"]
    order = seating_round * TABLES + table["game__table_game__table_number"]
    rounds: int = table["game__tally__rounds"]
    outs: list[int | None] = [None] * rounds
    for seat in seats:
        for number in seat["out_rounds"]:
            outs[number - 1] = seat["player_id"]
    results = tuple(
        Result(
            player=seat["player_id"],
            game=pk,
            day=day,
            order=order,
            total=None if seat["place"] is None else seat["total"],
            rounds=seat["rounds"],
            outs=seat["rounds_out"],
            place=seat["place"],
            sharing=seat["sharing"],
            players=seat["players"],
            blocked=table["game__tally__blocked"],
            lowest_round=seat["best_round"],
        )
        for seat in seats
    )
    tracks = tuple(
        Track(
            player=seat["player_id"],
            points=tuple(seat["points"]),
            entry=seat["entered_with"],
            ranked=seat["place"] is not None,
            won=seat["place"] == 1,
        )
        for seat in seats
    )
    return PlayedGame(results, Course(pk, day, order, tuple(outs), tracks), rounds)


def book_of(games: Iterable[PlayedGame]) -> Book:
    """The records of these games.

    A game that ended early has a low total without merit: the lowest total is that of a game with
    as many rounds as most games have, or more.
    """
    played = list(games)
    usual = _usual(Counter(game.rounds for game in played))
    book = records(
        (result for game in played for result in game.results),
        (game.course for game in played),
        least_rounds=usual,
    )
    return Book(book, usual)


def _usual(times: Mapping[int, int]) -> int:
    """The number of rounds that most games have, of `times` how many games had each; the higher."""
    return max(times, key=lambda rounds: (times[rounds], rounds), default=1)


def sourced_book(
    club: Club, season: Season | None, base: SourcedBook | None, sums: Sums
) -> SourcedBook:
    """The records of a season, or of all game days: from `base` and what changed since, or all.

    `sums` are those of `record_sums`.
    """
    days = days_of_records(club, season)
    changed = base and _book_changed(days, base, sums)
    if changed:
        return changed
    # The source first: what changes meanwhile is newer than it, and looked at again.
    source = source_of(days, ended=True)
    return SourcedBook(book_of(played_games(days).values()), source)


def _book_changed(days: QuerySet[GameDay], base: SourcedBook, sums: Sums) -> SourcedBook | None:
    """The book after what changed since `base`; None where all games have to be read."""
    changes = changes_since(base.source, days, sums, ended=True)
    if changes is None or len(changes.players) > FEW:
        return None
    if not changes.games:
        return SourcedBook(base.book, changes.source)
    usual = _usual(_games_by_rounds(days))
    if usual != base.book.least_rounds:
        return None
    played = played_games(days, players=changes.players).values()
    book = records_changed(
        base.book.records,
        changes.games,
        changes.players,
        (result for game in played for result in game.results),
        (game.course for game in played),
        least_rounds=usual,
    )
    return SourcedBook(Book(book, usual), changes.source) if book else None


def _games_by_rounds(days: QuerySet[GameDay]) -> dict[int, int]:
    """How many ended games of these days had each number of rounds; those without one are none."""
    tallies = Tally.objects.filter(
        game__table_game__game_day__in=days, ended=True, rounds__gt=0
    ).order_by()
    return dict(tallies.values_list("rounds").annotate(Count("pk")))


class GamesKnown(NamedTuple):
    """How many games records are found in, and of how many of these the rounds are known."""

    all: int
    by_rounds: int

    @property
    def by_totals(self) -> int:
        """How many games came from paper without their rounds."""
        return self.all - self.by_rounds


def games_known(club: Club, season: Season | None = None) -> GamesKnown:
    """Return of how many games the rounds are known; one query, two for a closed season."""
    days = days_of_records(club, season)
    if season is not None and season.closed_at:
        days = days.filter(date__in=board_dates(season))
    ended = Tally.objects.filter(game__table_game__game_day__in=days, ended=True)
    by_rounds = Count("pk", filter=Q(game__totals_only=False))
    return GamesKnown(**ended.aggregate(all=Count("pk"), by_rounds=by_rounds))


def records_written(records: Records) -> dict[str, Any]:
    """The records as JSON keeps them."""
    return {name: _record_written(getattr(records, name)) for name in NAMES}


def _record_written(record: Record | None) -> dict[str, Any] | None:
    if record is None:
        return None
    return {
        "value": record.value,
        "holders": [
            [
                holder.day.isoformat(),
                holder.order,
                holder.game,
                holder.round,
                list(holder.players),
                holder.since.isoformat() if holder.since else None,
            ]
            for holder in record.holders
        ],
    }


def records_read(written: Mapping[str, Any]) -> Records:
    """The records that `records_written` wrote."""
    return Records(**{name: _record_read(written[name]) for name in NAMES})


def _record_read(written: dict[str, Any] | None) -> Record | None:
    if written is None:
        return None
    date = datetime.date.fromisoformat
    return Record(
        written["value"],
        tuple(
            Holder(date(day), order, game, number, tuple(players), date(since) if since else None)
            for day, order, game, number, players, since in written["holders"]
        ),
    )


@dataclass(frozen=True)
class HolderLine:
    """A holder as the page shows it: names, and the game's code."""

    names: tuple[str, ...]
    code: str
    day: datetime.date
    round: int | None
    since: datetime.date | None


@dataclass(frozen=True)
class RecordLine:
    """A record as the page shows it; nobody holds one without holders. `more` hold it besides."""

    name: str
    value: int | None
    holders: tuple[HolderLine, ...]
    more: int = 0

    @property
    def people(self) -> tuple[str, ...]:
        """Everybody named, once, however often each of them did it."""
        return tuple(dict.fromkeys(name for holder in self.holders for name in holder.names))


def record_lines(records: Records, shown: Collection[int] | None = None) -> list[RecordLine]:
    """Each record with its first holders' names and games' codes, in their order.

    With `shown`, only these players are named; of others it is said that they are not.
    """
    kept = [(name, _shown(name, getattr(records, name))) for name in NAMES]
    holders = [holder for _name, record in kept if record for holder in record.holders[:SHOWN]]
    names = names_of({int(player) for holder in holders for player in holder.players})
    if shown is not None:
        names |= dict.fromkeys(names.keys() - set(shown), _("somebody not on the leaderboard"))
    keys = {int(holder.game) for holder in holders}
    codes = {pk: game.code for pk, game in Game.objects.only("code").in_bulk(keys).items()}
    return [
        RecordLine(
            name,
            record.value if record else None,
            tuple(
                HolderLine(
                    names=tuple(names[int(player)] for player in holder.players),
                    code=codes[int(holder.game)],
                    day=holder.day,
                    round=holder.round,
                    since=holder.since,
                )
                for holder in (record.holders[:SHOWN] if record else ())
            ),
            max(len(record.holders) - SHOWN, 0) if record else 0,
        )
        for name, record in kept
    ]


def _shown(name: str, record: Record | None) -> Record | None:
    """The record, unless it is a run of one round."""
    return None if record and name in RUNS and record.value < SHORTEST_RUN else record


def names_of(players: Iterable[int]) -> dict[int, str]:
    """The names of these players by their keys."""
    return {
        pk: player.name for pk, player in Player.objects.only("name").in_bulk(list(players)).items()
    }


def value_in_words(name: str, value: int) -> str:
    """A record's value with what it counts, such as "5 rounds" or "120 points"."""
    if name in IN_ROUNDS:
        return ngettext("%d round", "%d rounds", value) % value
    return ngettext("%d point", "%d points", value) % value
