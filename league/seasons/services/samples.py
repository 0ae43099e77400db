"""A season of played games, made up by a seed: for trying the site and for measuring it.

Nobody played these games. Players are called by plain first names and numbers. The same seed gives
the same season, but for the keys and codes that every game has of its own.
"""

import datetime
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from django.db import transaction
from django.utils import timezone

from league.days.models import GameDay, TableGame
from league.seasons.models import Season
from league.seasons.ways import TIE_BREAKS
from league.seating.sizes import table_sizes
from scoring.accounts.models import Club, Player
from scoring.names import name_key
from scoring.sheets.models import Game, Seat, SeatResult, SheetEntry
from scoring.sheets.public import new_watch_key

NAMES = ("Ann", "Bob", "Cal", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida", "Jim", "Kay", "Leo")
AUTHOR = "sample"
WEEK = datetime.timedelta(days=7)
# Rounds out of a hundred that nobody goes out in.
BLOCKED = 6


@dataclass(frozen=True)
class Sample:
    """How large a season is: its players, game days, and the rounds of each game."""

    players: int = 24
    days: int = 10
    rounds: int = 13
    seed: int = 1
    first: datetime.date = datetime.date(2026, 1, 5)

    @property
    def last(self) -> datetime.date:
        """The last game day."""
        return self.first + WEEK * (self.days - 1)

    @property
    def tables(self) -> list[int]:
        """The sizes of the tables of each day, in seats.

        Raises `CaseError` for so few players that they fill no table.
        """
        return table_sizes(self.players, size=4, least=3, most=5)


def season_sample(
    *, club: Club, sample: Sample, progress: Callable[[int], object] = lambda _games: None
) -> Season:
    """Write a season into the club: people, weekly game days, a finished game at every table.

    `progress` gets the number of games written since its last call. Raises `CaseError`
    as `Sample.tables` does.
    """
    sizes = sample.tables
    random = Random(sample.seed)  # noqa: S311  nothing here is to be kept secret
    season = Season.objects.create(
        club=club,
        name=f"Sample {sample.seed}",
        first=sample.first,
        last=sample.last,
        tie_breaks=[tie_break.value for tie_break in TIE_BREAKS],
    )
    players = _players(club, sample.players)
    strength = {player.pk: random.gauss(1.0, 0.15) for player in players}
    for number in range(sample.days):
        seated = random.sample(players, len(players))
        with transaction.atomic():
            day = GameDay.objects.create(
                club=club,
                date=sample.first + WEEK * number,
                starts=datetime.time(13),
                ends=datetime.time(16),
                rules={"base": "family", "fill": "defaults"},
            )
            tables = []
            for size in sizes:
                tables.append(seated[:size])
                seated = seated[size:]
            _day_write(day, tables, sample.rounds, random, strength)
        progress(len(sizes))
    return season


def _players(club: Club, count: int) -> list[Player]:
    names = [
        NAMES[number] if number < len(NAMES) else f"{NAMES[number % len(NAMES)]} {number + 1}"
        for number in range(count)
    ]
    keys = {name_key(name): name for name in names}
    Player.objects.bulk_create(
        [Player(club=club, name=name, name_key=key) for key, name in keys.items()],
        ignore_conflicts=True,
    )
    return list(Player.objects.filter(club=club, name_key__in=keys, same_as=None).order_by("pk"))


def _day_write(
    day: GameDay,
    tables: list[list[Player]],
    rounds: int,
    random: Random,
    strength: dict[int, float],
) -> None:
    """Write the games of one day, a kind of row at a time."""
    noon = datetime.datetime.combine(day.date, datetime.time(13), timezone.get_default_timezone())
    games = _games(day, len(tables), rounds, noon)
    seats = Seat.objects.bulk_create(
        Seat(game=game, player=player, place=place)
        for game, table in zip(games, tables, strict=True)
        for place, player in enumerate(table)
    )
    at = iter(seats)
    seated = [[next(at) for _player in table] for table in tables]
    played = [
        list(_rounds(rounds, [strength[seat.player_id] for seat in table], random))
        for table in seated
    ]
    entries = SheetEntry.objects.bulk_create(
        entry
        for game, table, lines in zip(games, seated, played, strict=True)
        for entry in _entries(game, table, lines, noon)
    )
    by_round = {(entry.game_id, entry.round_number): entry for entry in entries}
    SeatResult.objects.bulk_create(
        (
            SeatResult(entry=by_round[game.pk, number], seat=seat, points=points)
            for game, table, lines in zip(games, seated, played, strict=True)
            for number, line in enumerate(lines, start=1)
            for seat, points in zip(table, line, strict=True)
        ),
        batch_size=2000,
    )
    TableGame.objects.bulk_create(
        TableGame(game_day=day, game=game, seating_round=1, table_number=number)
        for number, game in enumerate(games, start=1)
    )


def _games(day: GameDay, tables: int, rounds: int, begun: datetime.datetime) -> list[Game]:
    return Game.objects.bulk_create(
        Game(
            club=day.club,
            code=secrets.token_hex(6),
            watch_key=new_watch_key(),
            set=12,
            rules=day.rules,
            started_at=begun,
            started_by=AUTHOR,
            finished_at=begun + datetime.timedelta(hours=2),
            revision=rounds + 1,
        )
        for _table in range(tables)
    )


def _rounds(count: int, strengths: list[float], random: Random) -> Iterator[list[int]]:
    """The points of each round: the stronger a player, the fewer; 0 is who went out."""
    for _round in range(count):
        points = [max(1, round(random.gammavariate(2, 14) / strength)) for strength in strengths]
        if random.randrange(100) >= BLOCKED:
            points[points.index(min(points))] = 0
        yield points


def _entries(
    game: Game, seats: list[Seat], rounds: list[list[int]], begun: datetime.datetime
) -> Iterator[SheetEntry]:
    common: dict[str, Any] = {"game": game, "author": AUTHOR}
    minutes = datetime.timedelta(minutes=8)
    for number, points in enumerate(rounds, start=1):
        out = points.index(0) if 0 in points else None
        yield SheetEntry(
            **common,
            number=number,
            kind=SheetEntry.Kind.ROUND,
            key=f"round-{number}",
            round_number=number,
            starting_double=max(0, 13 - number),
            ending=SheetEntry.Ending.BLOCKED if out is None else SheetEntry.Ending.OUT,
            out_seat=None if out is None else seats[out],
            recorded_at=begun + minutes * number,
        )
    yield SheetEntry(
        **common,
        number=len(rounds) + 1,
        kind=SheetEntry.Kind.FINISH,
        key="finish",
        recorded_at=begun + minutes * (len(rounds) + 1),
    )
