"""A case with numbers in place of names: the rounds still to come, and what was before them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from league.seating.case import MOST_PLAYERS, MOST_ROUNDS, MOST_SEATS, Case, WishedSizes, pairs
from league.seating.errors import CaseError, listed
from league.seating.sizes import SMALLEST_TABLE, fitted, table_sizes
from league.seating.wishes import Wishes, settle_wishes

Grid = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Day:
    """People are numbers from 0, tables too; rounds are those still to come."""

    people: int
    sizes: tuple[tuple[int, ...], ...]
    """The tables of each round."""
    there: tuple[tuple[int, ...], ...]
    """The people who are there in each round."""
    wishes: Wishes
    earlier: Grid
    """How often each two met before: on earlier days and in the rounds played."""
    first_seats: tuple[int, ...]
    """How often each had the first seat in the rounds played."""
    short_tables: tuple[int, ...]
    """How often each sat at a smaller table than others in the rounds played."""
    seed: int

    @property
    def rounds(self) -> int:
        return len(self.sizes)

    @property
    def is_plain(self) -> bool:
        """The same people and tables in all rounds."""
        return len(set(self.sizes)) <= 1 and all(len(who) == self.people for who in self.there)


def day_of(case: Case) -> Day:
    """The case in numbers. Raises `CaseError` where it makes no sense or its wishes clash."""
    _check(case)
    number = {name: i for i, name in enumerate(case.players)}
    earlier = np.zeros((len(number), len(number)), dtype=np.int64)
    tables = [table for tables in case.played for table in tables]
    for first, second in pairs([*case.met, *tables]):
        if first in number and second in number:
            earlier[number[first], number[second]] += 1
            earlier[number[second], number[first]] += 1
    there = tuple(
        tuple(i for i, name in enumerate(case.players) if at not in case.absent.get(name, ()))
        for at in range(len(case.played) + 1, case.rounds + 1)
    )
    sizes = _sizes(case, there)
    firsts = Counter(table[0] for table in tables if table)
    shorts: Counter[str] = Counter()
    for played in case.played:
        least, most = (f((len(table) for table in played), default=0) for f in (min, max))
        shorts.update(name for table in played for name in table if len(table) == least < most)
    return Day(
        people=len(number),
        sizes=sizes,
        there=there,
        wishes=settle_wishes(case, sizes),
        earlier=earlier,
        first_seats=tuple(firsts[name] for name in case.players),
        short_tables=tuple(shorts[name] for name in case.players),
        seed=case.seed,
    )


def _sizes(case: Case, there: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    sizes = []
    for who in there:
        if isinstance(case.tables, WishedSizes):
            wished = case.tables
            sizes.append(tuple(table_sizes(len(who), wished.size, wished.least, wished.most)))
        elif len(who) < len(case.players):
            sizes.append(tuple(fitted(case.tables, len(who))))
        else:
            sizes.append(tuple(case.tables))
    return tuple(sizes)


def _check(case: Case) -> None:
    _check_numbers(case)
    _check_names(case)
    _check_played(case)
    if isinstance(case.tables, WishedSizes):
        wished = case.tables
        table_sizes(len(case.players), wished.size, wished.least, wished.most)
        return
    for at, size in enumerate(case.tables, 1):
        if size < SMALLEST_TABLE:
            raise CaseError(
                "Table {table} has {seats}: nobody sits alone. Give it 2 seats or more, or leave "
                "it out.",
                table=at,
                seats="one seat" if size == 1 else "no seat",
            )
    seats, people = sum(case.tables), len(case.players)
    if seats != people:
        less = abs(seats - people)
        word = "seat" if less == 1 else "seats"
        change = f"add {less} {word}" if people > seats else f"take away {less} {word}"
        raise CaseError(
            "{people} people do not fit {seats} seats: {change}.",
            people=people,
            seats=seats,
            change=f"{change}, or let {less} {'leave' if people > seats else 'join'}",
        )


def _check_numbers(case: Case) -> None:
    people = len(case.players)
    if people > MOST_PLAYERS or case.rounds > MOST_ROUNDS or people * case.rounds > MOST_SEATS:
        fewer = min(people, MOST_PLAYERS)
        raise CaseError(
            "{people} people and {rounds} rounds are more than can be planned at once: {most} "
            "people and {most_rounds} rounds can.",
            people=people,
            rounds=case.rounds,
            most=fewer,
            most_rounds=min(case.rounds, MOST_ROUNDS, MOST_SEATS // max(fewer, 1)),
        )
    if len(case.players) < SMALLEST_TABLE:
        raise CaseError(
            "{who} cannot be seated: a table needs at least 2 people. Add {names}.",
            who=f"{case.players[0]} alone" if case.players else "Nobody",
            names="one more" if case.players else "two or more",
        )
    if case.rounds < len(case.played):
        raise CaseError(
            "{played} rounds are played already, and the day has {rounds}: give rounds as {played} "
            "or more.",
            played=len(case.played),
            rounds=case.rounds,
        )


def _check_names(case: Case) -> None:
    twice = [name for name, times in Counter(case.players).items() if times > 1]
    if twice:
        raise CaseError(
            "{names} {stand} in the list of players twice: leave one out, or tell them apart.",
            names=listed(twice),
            stand="stands" if len(twice) == 1 else "stand",
        )
    known = set(case.players)
    here_once = known | {name for tables in case.played for table in tables for name in table}
    wishes: tuple[tuple[str, set[str], set[str]], ...] = (
        ("fixed", set(case.fixed), known),
        ("apart", {name for group in case.apart for name in group}, known),
        ("together", {name for group in case.together for name in group}, known),
        ("absent", set(case.absent), known),
        ("met", {name for group in case.met for name in group}, here_once),
    )
    for what, named, may in wishes:
        if strangers := sorted(named - may):
            gone = [name for name in strangers if name in here_once]
            raise CaseError(
                "{what}: {names} {are} not among the players{gone}: add the name, or leave it out "
                "of {what}.",
                what=what,
                names=listed(strangers),
                are="is" if len(strangers) == 1 else "are",
                gone=" any more" if gone else "",
            )
    for what, groups in (("apart", case.apart), ("together", case.together), ("met", case.met)):
        for group in groups:
            for name, times in Counter(group).items():
                if times > 1:
                    raise CaseError(
                        "{what}: {name} stands twice in one list: leave one out.",
                        what=what,
                        name=listed([name]),
                    )


def _check_played(case: Case) -> None:
    for at, tables in enumerate(case.played, 1):
        for name, times in Counter(name for table in tables for name in table).items():
            if times > 1:
                raise CaseError(
                    "{name} sits at two places in round {round}, which is played: leave one out.",
                    name=listed([name]),
                    round=at,
                )
    for name, rounds in case.absent.items():
        for at in rounds:
            if not 1 <= at <= case.rounds:
                raise CaseError(
                    "absent: {name} cannot be absent in round {round} of {rounds}.",
                    name=listed([name]),
                    round=at,
                    rounds=case.rounds,
                )
    for at in range(len(case.played) + 1, case.rounds + 1):
        away = sum(at in rounds for rounds in case.absent.values())
        if len(case.players) - away < SMALLEST_TABLE:
            raise CaseError(
                "Round {round} has {left}: a table needs at least 2 people. Leave the round out.",
                round=at,
                left="nobody" if len(case.players) == away else "one person alone",
            )
