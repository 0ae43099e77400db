"""Whoever is in the room without a seat, and where there is a free one in each game to come."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from league.days.models import Attendance, GameDay, TableGame, Wish
from scoring.sheets.models import Game

from .game_days import Attendee
from .planning import Inputs
from .seat_changes import games_to_change
from .seating import DaySeating, meeting_words, seating_of, wished_pair

# Who takes a seat that another is offered already: players' ids by game and table.
Offered = Mapping[tuple[int, int], list[int]]
NOTHING_OFFERED: Offered = {}


@dataclass(frozen=True)
class LateSeat:
    """Somebody without a seat from game `lacks` on.

    `seats` are a free one's table by game, none where there is no room in one of the games;
    `people` is how many sit at the first of them. `again` are those whom these seats let the person
    meet more than once, with how often, the most frequent first. `others` are seats that begin at
    other tables. `plays_at` is the table at which somebody joined the game that is on, 0 for none.
    """

    person: Attendee
    lacks: int
    seats: dict[int, int]
    people: int = 0
    again: tuple[tuple[str, str, int], ...] = ()
    others: tuple["LateSeat", ...] = ()
    plays_at: int = 0

    @property
    def game(self) -> int:
        """The first game with a seat; 0 for none."""
        return min(self.seats, default=0)

    @property
    def table(self) -> int:
        """The table in that game; 0 for none."""
        return self.seats.get(self.game, 0)

    @property
    def meetings(self) -> str:
        """Say whom the person meets more than once; "" for nobody."""
        return meeting_words(self.again) if self.again else ""


def late_seats(inputs: Inputs) -> list[LateSeat]:
    """Return everybody in the room who lacks a seat in a game to come, with where there is room.

    No seat is offered to two of them.
    """
    if inputs.seating.plan is None:
        return []
    late: list[LateSeat] = []
    offered: dict[tuple[int, int], list[int]] = {}
    for person in inputs.seating.here:
        if lacks := _lacks(inputs, person):
            offers = _offers(inputs, person, lacks, offered)
            line = offers[0] if offers else _late_seat(inputs, person, lacks, {})
            late.append(replace(line, others=tuple(offers[1:])))
            for place in line.seats.items():
                offered.setdefault(place, []).append(person.player.pk)
    return late


def _offers(inputs: Inputs, person: Attendee, lacks: list[int], offered: Offered) -> list[LateSeat]:
    """Return the person's seats for each table to begin at, the best ones first.

    A table with too few people comes first, then whoever meets the fewest people again.
    """
    offers = [
        _late_seat(inputs, person, lacks, seats, offered)
        for table in range(1, len(inputs.seating.tables(lacks[0])) + 1)
        if (seats := _free_seats(inputs, person, lacks, offered, wanted=table))
    ]
    return sorted(
        offers,
        key=lambda offer: (
            offer.people >= inputs.day.least,
            sum(times * (times - 1) for *_names, times in offer.again),
            offer.people,
            offer.table,
        ),
    )


def late_seat_at(inputs: Inputs, late: LateSeat, table: int) -> LateSeat | None:
    """Return the seats of somebody who wants to begin at that table; None where it has no room.

    It may have been offered to them a moment ago, before another one who is late came or left.
    """
    lacks = _lacks(inputs, late.person)
    seats = _free_seats(inputs, late.person, lacks, {}, wanted=table)
    return _late_seat(inputs, late.person, lacks, seats) if seats else None


def _late_seat(
    inputs: Inputs,
    person: Attendee,
    lacks: list[int],
    seats: dict[int, int],
    offered: Offered = NOTHING_OFFERED,
) -> LateSeat:
    seating = inputs.seating
    plays_at, _seat = seating.seats(seating.day.current_round).get(person.player.pk, (0, 0))
    people = len(_table(seating, min(seats.items()), offered)) if seats else 0
    again = _again(inputs, person, seats, offered)
    return LateSeat(person, lacks[0], seats, people, again, plays_at=plays_at)


def _table(seating: DaySeating, place: tuple[int, int], offered: Offered) -> list[int]:
    """The people at a table of a game, with those who are offered a seat there."""
    number, table = place
    return [*seating.tables(number)[table - 1], *offered.get(place, ())]


def _met(seating: DaySeating, player: int) -> Counter[int]:
    """In how many games of the day somebody sits with each of the others."""
    return Counter(
        other
        for tables in seating.rounds
        for ids in tables
        if player in ids
        for other in ids
        if other != player
    )


def _again(
    inputs: Inputs,
    person: Attendee,
    seats: Mapping[int, int],
    offered: Offered,
) -> tuple[tuple[str, str, int], ...]:
    """Return whom these seats let the person meet more than once: two names, how often.

    Nobody where people stay at their tables all day, as they wish it.
    """
    if inputs.day.movement == GameDay.Movement.STAY:
        return ()
    seating = inputs.seating
    new = Counter(pk for place in seats.items() for pk in _table(seating, place, offered))
    met = _met(seating, person.player.pk) + new
    names = dict(seating.names) | {other.player.pk: other.name for other in seating.people}
    again = [(person.name, names.get(pk, "?"), met[pk]) for pk in new if met[pk] > 1]
    return tuple(sorted(again, key=lambda row: (-row[2], row[1])))


def names_without_seat(game: Game) -> list[str]:
    """Whoever is in the room and has no seat while this game of a day is played, by name."""
    row = TableGame.objects.select_related("game_day__club").filter(game=game).first()
    if row is None or row.seating_round != row.game_day.current_round:
        return []
    seating = seating_of(row.game_day)
    seated = seating.seats(row.seating_round)
    return [person.name for person in seating.here if person.player.pk not in seated]


def place_of(seating: DaySeating, row: Attendance) -> str:
    """Say where somebody who has come sits in the next game; "" for who has no seat."""
    player = row.player.same_as_id or row.player_id
    for number in range(max(seating.day.current_round, row.joins_at), len(seating.rounds) + 1):
        if player in (seats := seating.seats(number)):
            where = {"game": number, "table": seats[player][0]}
            return _("Game %(game)d: table %(table)d.") % where
    return ""


def _lacks(inputs: Inputs, person: Attendee) -> list[int]:
    seating = inputs.seating
    coming = range(seating.first_open, games_to_change(seating).stop)
    return [
        number
        for number in coming
        if person.plays(number) and person.player.pk not in seating.seats(number)
    ]


def _free_seats(
    inputs: Inputs,
    person: Attendee,
    numbers: list[int],
    offered: Offered,
    *,
    wanted: int,
) -> dict[int, int]:
    """A table with room in each of these games; {} where one of them has none.

    One with too few people, else where the person meets the fewest again, and of those the one with
    the fewest people. Nobody is put beside somebody from whom he or she is kept apart. In the first
    game it is the `wanted` table. Seats that are `offered` to others count as taken.
    """
    day, seating, pk = inputs.day, inputs.seating, person.player.pk
    apart = {
        other.pk
        for wish in inputs.wishes
        if wish.kind == Wish.Kind.APART and pk in (player.pk for player in wished_pair(wish))
        for other in wished_pair(wish)
    } - {pk}
    met = _met(seating, pk)
    seats: dict[int, int] = {}
    for number in numbers:
        tables = [
            _table(seating, (number, table), offered)
            for table in range(1, len(seating.tables(number)) + 1)
        ]
        free = [
            (len(ids) >= day.least, sum(met[other] for other in ids), len(ids), table)
            for table, ids in enumerate(tables, 1)
            if 0 < len(ids) < day.most
            and (number != numbers[0] or table == wanted)
            and (number, table) not in seating.games
            and (number, table) not in seating.locks.tables
            and not apart & set(ids)
            and person.fixed in (None, 0, table)
        ]
        if not free:
            return {}
        seats[number] = min(free)[-1]
        met.update(tables[seats[number] - 1])
    if day.movement == GameDay.Movement.STAY:
        # Where everybody stays all day, so does who comes late.
        seats = dict.fromkeys(range(numbers[0], len(seating.rounds) + 1), seats[numbers[0]])
    return seats
