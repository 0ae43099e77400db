"""The games that the club's records are found in, and the records as they are kept.

Records are of games that the table has ended, on game days that count: the lowest total of a game
that is still going on is no total yet. A game that was reopened to be corrected counts still.
"""

import datetime
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy, ngettext

from league.days.models import GameDay
from league.seasons.models import RecordBook, Season, SeatTally
from league.standings.records import Course, Holder, Record, Records, Track, records
from league.standings.results import Result
from scoring.accounts.models import Club, Player
from scoring.sheets.models import Game

from .results import TABLES, days_that_count, mark_of

# The records in the order in which they are shown.
NAMES = tuple(field.name for field in fields(Records))
TITLES = {
    "lowest_game": gettext_lazy("Lowest game"),
    "highest_round": gettext_lazy("Most points in one round"),
    "run": gettext_lazy("Longest run of rounds gone out in"),
    "run_in_game": gettext_lazy("Longest such run in one game"),
    "comeback": gettext_lazy("Biggest comeback"),
    "blocked": gettext_lazy("Most blocked rounds in a game"),
}
# The most holders of a record that a page names; of the others it shows the number.
SHOWN = 100
IN_ROUNDS = ("run", "run_in_game", "blocked")


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


def days_of_records(club: Club, season: Season | None = None) -> QuerySet[GameDay]:
    """The game days that records are found on: a season's, or all of the club that count."""
    if season is not None:
        return days_that_count(season)
    return GameDay.objects.filter(club=club, counts=True, cancelled_at=None)


def records_mark(club: Club, season: Season | None = None) -> str:
    """Return a mark of what a record book follows from: equal marks are of equal books."""
    return mark_of(days_of_records(club, season), ended=True)


def book_kept(club: Club, season: Season | None = None) -> RecordBook | None:
    """The record book as it was last made, None where it never was."""
    return RecordBook.objects.filter(club=club, season=season).first()


def played_games(days: QuerySet[GameDay], *, game: Game | None = None) -> dict[int, PlayedGame]:
    """The ended games of these days by their keys, as tallied; one query, a line for each seat.

    With a `game`, that game alone.
    """
    lines = SeatTally.objects.filter(game__table_game__game_day__in=days, game__tally__ended=True)
    rows: dict[int, list[Any]] = {}
    for row in (lines if game is None else lines.filter(game=game)).values(
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
    times = Counter(game.rounds for game in played)
    usual = max(times, key=lambda rounds: (times[rounds], rounds), default=1)
    book = records(
        (result for game in played for result in game.results),
        (game.course for game in played),
        least_rounds=usual,
    )
    return Book(book, usual)


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


def record_lines(records: Records) -> list[RecordLine]:
    """Each record with its first holders' names and games' codes, in their order."""
    kept = [(name, getattr(records, name)) for name in NAMES]
    holders = [holder for _name, record in kept if record for holder in record.holders[:SHOWN]]
    names = names_of({int(player) for holder in holders for player in holder.players})
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
