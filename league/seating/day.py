"""A case with numbers in place of names: the rounds still to come, and what was before them."""

from collections import Counter
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations

import numpy as np
from numpy.typing import NDArray

from league.seating.case import MOST_PLAYERS, MOST_ROUNDS, MOST_SEATINGS, Case, WishedSizes, pairs
from league.seating.errors import CaseError, name_list
from league.seating.locks import RoundTables, round_tables
from league.seating.sizes import SMALLEST_TABLE, fitted
from league.seating.wishes import Wishes, settle_wishes

Grid = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Day:
    """People are numbers from 0, tables too; rounds are those still to come.

    Where people are locked, the tables of a round are those that can be filled, counted from 0, and
    a round in which all are locked is left out: `laid` has the numbers that people know.
    """

    people: int
    sizes: tuple[tuple[int, ...], ...]
    """The tables of each round."""
    there: tuple[tuple[int, ...], ...]
    """The people who are there in each round."""
    wishes: Wishes
    places: tuple[Mapping[int, int], ...]
    """The table of each person whose table is known in a round: fixed there, or locked."""
    overruled: bool
    """Whether locks leave a wish unkept, so that no bound may rely on wishes."""
    laid: tuple[RoundTables, ...]
    """The tables of all rounds still to come by their numbers, those too that are all locked."""
    earlier: Grid
    """How often each two met before: on earlier days, in the rounds played, at closed tables."""
    first_seats: tuple[int, ...]
    """How often each had the first seat in the rounds played."""
    short_tables: tuple[int, ...]
    """How often each sat at a smaller table than others in the rounds played."""
    seed: int
    most: int = 0
    """How often two may meet before it counts more than any other meeting; 0: no limit."""

    @property
    def rounds(self) -> int:
        return len(self.sizes)

    @property
    def round_numbers(self) -> list[int]:
        """The number of each round, from 1 on over the whole day."""
        return [tables.number for tables in self.laid if tables.people]

    @property
    def is_plain(self) -> bool:
        """The same people and tables in all rounds."""
        return len(set(self.sizes)) <= 1 and all(len(who) == self.people for who in self.there)


def day_of(case: Case) -> Day:
    """The case in numbers. Raises `CaseError` where it makes no sense or its wishes clash."""
    _check(case)
    number = {name: i for i, name in enumerate(case.players)}
    laid = tuple(_laid(case, at) for at in range(len(case.played) + 1, case.rounds + 1))
    rounds = [tables for tables in laid if tables.people]
    closed = [table for tables in laid for table in tables.closed.values()]
    earlier = np.zeros((len(number), len(number)), dtype=np.int64)
    seated = [*(table for tables in case.played for table in tables), *closed]
    for first, second in pairs([*case.met, *seated]):
        if first in number and second in number:
            earlier[number[first], number[second]] += 1
            earlier[number[second], number[first]] += 1
    wishes = settle_wishes(case, {tables.number: tables for tables in rounds})
    places = tuple(_places(tables, wishes, number) for tables in rounds)
    there = tuple(tuple(number[name] for name in tables.people) for tables in rounds)
    firsts = Counter(table[0] for table in seated if table)
    shorts: Counter[str] = Counter()
    for played in case.played:
        least, most = (f((len(table) for table in played), default=0) for f in (min, max))
        shorts.update(name for table in played for name in table if len(table) == least < most)
    return Day(
        people=len(number),
        sizes=tuple(tables.sizes for tables in rounds),
        there=there,
        wishes=wishes,
        places=places,
        overruled=any(_overrules(wishes, *row) for row in zip(places, there, strict=True)),
        laid=laid,
        earlier=earlier,
        first_seats=tuple(firsts[name] for name in case.players),
        short_tables=tuple(shorts[name] for name in case.players),
        seed=case.seed,
        most=case.most,
    )


def plain_day(rounds: Sequence[Sequence[Collection[Hashable]]]) -> Day:
    """Rounds of tables as a day without wishes; who sits at which of them is left open."""
    there = [list(dict.fromkeys(who for table in tables for who in table)) for tables in rounds]
    number = {who: at for at, who in enumerate(dict.fromkeys(chain.from_iterable(there)))}
    return Day(
        people=len(number),
        sizes=tuple(tuple(sorted(map(len, tables), reverse=True)) for tables in rounds if tables),
        there=tuple(tuple(number[who] for who in people) for people in there if people),
        wishes=Wishes({}, (), frozenset()),
        places=({},) * sum(1 for tables in rounds if tables),
        overruled=False,
        laid=(),
        earlier=np.zeros((len(number), len(number)), dtype=np.int64),
        first_seats=(0,) * len(number),
        short_tables=(0,) * len(number),
        seed=0,
    )


def _laid(case: Case, number: int) -> RoundTables:
    if any(lock.round == number for lock in case.locked):
        return round_tables(case, number)
    people = tuple(name for name in case.players if number not in case.absent.get(name, ()))
    sizes: Sequence[int] = case.tables if not isinstance(case.tables, WishedSizes) else ()
    if isinstance(case.tables, WishedSizes):
        sizes = case.tables.for_people(len(people))
    elif len(people) < len(case.players):
        sizes = fitted(sizes, len(people))
    return RoundTables(number, people, tuple(range(1, len(sizes) + 1)), tuple(sizes))


def _places(tables: RoundTables, wishes: Wishes, number: Mapping[str, int]) -> dict[int, int]:
    """The table of each person who has to sit at a certain one in a round.

    Whoever sits together with somebody who is locked is locked there too.
    """
    at = {table: index for index, table in enumerate(tables.numbers)}
    there = {number[name] for name in tables.people}
    places = {
        who: at[table + 1]
        for who, table in wishes.fixed.items()
        if who in there and table + 1 in at
    }
    locked = {number[name]: at[table] for name, table in tables.locked.items()}
    for group in wishes.groups:
        homes = {locked[who] for who in group if who in locked}
        if len(homes) == 1:
            places |= {who: home for who in group if who in there for home in homes}
    return places | locked


def _overrules(wishes: Wishes, places: Mapping[int, int], there: Sequence[int]) -> bool:
    """Whether a lock parts who should sit together, joins who should not, or moves a fixed one."""
    for group in wishes.groups:
        if len({places[who] for who in group if who in places}) > 1:
            return True
    if any(a in places and places[a] == places.get(b) for a, b in wishes.apart):
        return True
    fixed = [who for who in wishes.fixed if who in there]
    return any(who not in places for who in fixed) or any(
        (places[a] == places[b]) != (wishes.fixed[a] == wishes.fixed[b])
        for a, b in combinations(fixed, 2)
    )


def _check(case: Case) -> None:
    _check_numbers(case)
    _check_names(case)
    _check_played(case)
    _check_locks(case)
    if isinstance(case.tables, WishedSizes):
        if not case.locked:
            case.tables.for_people(len(case.players))
        return
    for at, size in enumerate(case.tables, 1):
        if size < SMALLEST_TABLE:
            if size == 1:
                raise CaseError(
                    "Table {table} has only one seat, and nobody plays alone. Give it 2 seats or "
                    "more, or leave it out.",
                    table=at,
                )
            raise CaseError(
                "Table {table} has no seat. Give it 2 seats or more, or leave it out.", table=at
            )
    seats, people = sum(case.tables), len(case.players)
    if seats != people:
        values = {"people": people, "seats": seats, "number": abs(seats - people)}
        if people > seats:
            raise CaseError(
                "{people} people do not fit {seats} seats. Seats to add, or people to leave out: "
                "{number}.",
                **values,
            )
        raise CaseError(
            "{people} people do not fill {seats} seats. Seats to take away, or people to add: "
            "{number}.",
            **values,
        )


def _check_numbers(case: Case) -> None:
    people = len(case.players)
    if people > MOST_PLAYERS or case.rounds > MOST_ROUNDS or people * case.rounds > MOST_SEATINGS:
        fewer = min(people, MOST_PLAYERS)
        raise CaseError(
            "{people} people and {rounds} games are more than can be planned at once: {most} "
            "people and {most_rounds} games can.",
            people=people,
            rounds=case.rounds,
            most=fewer,
            most_rounds=min(case.rounds, MOST_ROUNDS, MOST_SEATINGS // max(fewer, 1)),
        )
    if len(case.players) < SMALLEST_TABLE:
        if case.players:
            raise CaseError(
                "{name} is the only one, and a table needs at least 2 people. Add one more.",
                name=case.players[0],
            )
        raise CaseError("Nobody is there: a table needs at least 2 people. Add two or more.")
    if case.rounds < len(case.played):
        raise CaseError(
            "{played} games are played already, and the day has {rounds}: plan {played} games "
            "or more.",
            played=len(case.played),
            rounds=case.rounds,
        )


def _check_names(case: Case) -> None:
    twice = [name for name, times in Counter(case.players).items() if times > 1]
    if twice:
        raise CaseError(
            "Twice in the list of players: {names}. Leave one out, or tell them apart.",
            names=name_list(twice),
        )
    known = set(case.players)
    here_once = known | {name for tables in case.played for table in tables for name in table}
    wishes: tuple[tuple[str, set[str], set[str]], ...] = (
        ("fixed", set(case.fixed), known),
        ("apart", {name for group in case.apart for name in group}, known),
        ("together", {name for group in case.together for name in group}, known),
        ("absent", set(case.absent), known),
        ("locked", {name for lock in case.locked for name in lock.people}, known),
        ("met", {name for group in case.met for name in group}, here_once),
    )
    for what, named, may in wishes:
        if strangers := sorted(named - may):
            raise CaseError(
                "{what}: not among the players: {names}. Add the name, or leave it out of {what}.",
                what=what,
                names=name_list(strangers),
            )
    for what, groups in (("apart", case.apart), ("together", case.together), ("met", case.met)):
        for group in groups:
            for name, times in Counter(group).items():
                if times > 1:
                    raise CaseError(
                        "{what}: {name} is in one list twice: leave one out.",
                        what=what,
                        name=name_list([name]),
                    )


def _check_played(case: Case) -> None:
    for at, tables in enumerate(case.played, 1):
        for name, times in Counter(name for table in tables for name in table).items():
            if times > 1:
                raise CaseError(
                    "{name} sits at two places in game {round}, which is played: leave one out.",
                    name=name_list([name]),
                    round=at,
                )
    for name, rounds in case.absent.items():
        for at in rounds:
            if not 1 <= at <= case.rounds:
                raise CaseError(
                    "absent: {name} cannot be absent in game {round} of {rounds}.",
                    name=name_list([name]),
                    round=at,
                    rounds=case.rounds,
                )
    for at in range(len(case.played) + 1, case.rounds + 1):
        away = sum(at in rounds for rounds in case.absent.values())
        if len(case.players) - away < SMALLEST_TABLE:
            if len(case.players) == away:
                raise CaseError("Game {round} has nobody. Leave the game out.", round=at)
            raise CaseError(
                "Game {round} has one person alone: a table needs at least 2 people. Leave the "
                "game out.",
                round=at,
            )


def _check_locks(case: Case) -> None:
    tables: dict[tuple[int, str], int] = {}
    for lock in case.locked:
        if not len(case.played) < lock.round <= case.rounds:
            raise CaseError(
                "locked: game {round} is not one that is still to come.", round=lock.round
            )
        for name in lock.people:
            if lock.round in case.absent.get(name, ()):
                raise CaseError(
                    "locked: {name} is absent in game {round}.",
                    name=name_list([name]),
                    round=lock.round,
                )
            if tables.setdefault((lock.round, name), lock.table) != lock.table:
                raise CaseError(
                    "locked: {name} cannot sit at tables {table} and {other} in game {round}.",
                    name=name_list([name]),
                    table=tables[lock.round, name],
                    other=lock.table,
                    round=lock.round,
                )
