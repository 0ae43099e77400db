"""Changing seats by hand at tables of the newest round that have not begun.

Somebody plays in another's place, is added, sits the game out, changes seats with somebody of
another table, or moves there. Tables that have begun stay as they are, and so do earlier rounds;
later ones are seated from what is there by then. A withdrawn person's seat is free.

Who has a bye in the game can be seated too. Who plays until then and is replaced by them has the
bye instead. Somebody whom all others at the table have left can be left out: that is a bye.

In the stage's first game who plays instead takes over the place in the stage as well: the seed,
and so the slot of a bracket. In a later game at tables a newcomer joins the field behind everybody,
and who gave up the seat stays in the stage and misses that game. Between two games somebody can
join the field as well, and gets a seat when the next one is seated.

In an elimination the bracket says who meets whom. So people can take over a place or change places
there in its first games alone, and nobody can be added, left out or moved.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations

from league.seating.errors import CaseError
from league.standings.results import Key

from .values import Kind, Member, StageCourse, Table


class SeatDeed(StrEnum):
    """What is changed."""

    REPLACE = "replace"
    ADD = "add"
    LEAVE_OUT = "leave_out"
    SWAP = "swap"
    MOVE = "move"
    JOIN = "join"


@dataclass(frozen=True)
class TableChange:
    """A change of seats: `who` is replaced, added, left out, swapped, moved, or joins the field.

    `other` plays instead of them (REPLACE) or takes their seat (SWAP); `table` is the table that
    they come to (ADD, MOVE).
    """

    deed: SeatDeed
    who: Key
    other: Key | None = None
    table: int = 0

    @property
    def comes(self) -> Key | None:
        """Who gets a seat, now or in the next game, and has none before; None for nobody."""
        if self.deed in (SeatDeed.ADD, SeatDeed.JOIN):
            return self.who
        return self.other if self.deed is SeatDeed.REPLACE else None


@dataclass(frozen=True)
class SeatEffects:
    """What a change makes of a game.

    `sizes` are the people who play at each table where their number changes. `again` are pairs who
    come together and have met before in the tournament, `mates` pairs of club-mates who do so where
    they were to be kept apart. `unseated` are those who had a table, are in the stage and have none
    any more, `freed` those who have a bye instead.
    """

    sizes: Mapping[int, int]
    again: tuple[tuple[Key, Key], ...]
    mates: tuple[tuple[Key, Key], ...]
    unseated: tuple[Key, ...]
    freed: tuple[Key, ...] = ()


def seats_changed(
    course: StageCourse,
    change: TableChange,
    begun: Collection[int],
    newcomer: Member | None = None,
) -> StageCourse:
    """Return the stage with the change made in its newest round, and in its field if needed.

    `begun` are the numbers of the tables of that round that have begun. `newcomer` is who gets a
    seat without being in the stage's field; the seed is given here. Raises `CaseError` where the
    change cannot be, with people named by their keys.
    """
    if not course.rounds:
        raise CaseError("Nobody has a seat in this stage yet.")
    game = _Game(course, frozenset(begun), newcomer)
    if change.deed is SeatDeed.REPLACE:
        return _replaced(game, change.who, change.comes)
    if change.deed is SeatDeed.SWAP:
        return _swapped(game, change.who, change.other)
    if course.plan.kind is not Kind.TABLES:
        raise CaseError(
            "Here two play at each table, and the bracket decides who meets whom. Let somebody "
            "play instead, or swap two people."
        )
    if change.deed is SeatDeed.ADD:
        return _added(game, change.who, change.table)
    if change.deed is SeatDeed.MOVE:
        return _moved(game, change.who, change.table)
    if change.deed is SeatDeed.JOIN:
        return game.changed({}, game.joined())
    return _left_out(game, change.who)


def effects(courses: Sequence[StageCourse], after: StageCourse) -> SeatEffects:
    """Return what a change makes of the last of these courses, which are the tournament's so far.

    `after` is that last course with the change made.
    """
    before = courses[-1]
    old, new = _playing(before), _playing(after)
    together = _pairs(new.values()) - _pairs(old.values())
    met = _pairs(
        table.seats
        for course in (*courses[:-1], replace(before, rounds=before.rounds[:-1]))
        for at in course.rounds
        for table in at.tables
    )
    clubs = {member.key: member.club for member in after.field}
    mates = [pair for pair in together if len({clubs[key] for key in pair}) == 1]
    mates = [pair for pair in mates if before.plan.apart and any(clubs[key] for key in pair)]
    seated = {key for seats in new.values() for key in seats}
    still_in = {member.key for member in after.field if not member.out}
    left = {key for seats in old.values() for key in seats} - seated
    return SeatEffects(
        sizes={
            number: len(new.get(number, ()))
            for number in sorted(old)
            if len(old[number]) != len(new.get(number, ()))
        },
        again=_ordered(together & met),
        mates=_ordered(mates),
        unseated=tuple(sorted((left & still_in).difference(after.rounds[-1].byes), key=str)),
        freed=tuple(sorted((left & still_in).intersection(after.rounds[-1].byes), key=str)),
    )


def _playing(course: StageCourse) -> dict[int, tuple[Key, ...]]:
    """The people of each table of the newest round who have not withdrawn."""
    out = {member.key for member in course.field if member.out}
    return {
        table.number: tuple(key for key in table.seats if key not in out)
        for table in course.rounds[-1].tables
    }


def _pairs(tables: Iterable[Sequence[Key]]) -> set[frozenset[Key]]:
    return {frozenset(pair) for seats in tables for pair in combinations(seats, 2)}


def _ordered(pairs: Iterable[frozenset[Key]]) -> tuple[tuple[Key, Key], ...]:
    return tuple(sorted((_two(pair) for pair in pairs), key=str))


def _two(pair: Iterable[Key]) -> tuple[Key, Key]:
    first, second = sorted(pair, key=str)
    return first, second


@dataclass(frozen=True)
class _Game:
    """The newest round of a stage, while it is changed."""

    course: StageCourse
    begun: frozenset[int]
    newcomer: Member | None

    @property
    def is_first(self) -> bool:
        return len(self.course.rounds) == 1

    @property
    def elimination(self) -> bool:
        return self.course.plan.kind is not Kind.TABLES

    @property
    def tables(self) -> tuple[Table, ...]:
        return self.course.rounds[-1].tables

    @property
    def least(self) -> int:
        return max(2, self.course.plan.sizes.least)

    def member(self, key: Key | None) -> Member:
        """Return somebody of the field, or who is to join it."""
        members = [member for member in self.course.field if member.key == key]
        if self.newcomer is not None and self.newcomer.key == key:
            members.append(self.newcomer)
        if not members:
            raise CaseError("{name} does not play in this stage.", name=key)
        return members[0]

    def people(self, table: Table) -> list[Key]:
        """The people of a table who have not withdrawn."""
        return [key for key in table.seats if not self.member(key).out]

    def open_table(self, number: int) -> Table:
        """Return the table of that number, which must not have begun."""
        table = next((table for table in self.tables if table.number == number), None)
        if table is None:
            raise CaseError("There is no table {table} in this game.", table=number)
        if number in self.begun:
            raise CaseError("Table {table} has begun, so its people stay.", table=number)
        return table

    def table_of(self, key: Key | None) -> Table | None:
        return next((table for table in self.tables if key in table.seats), None)

    def open_table_of(self, key: Key | None) -> Table:
        """Return the table of somebody who has a seat, which must not have begun."""
        table = self.table_of(key)
        if table is None:
            raise CaseError("{name} sits at no table in this game.", name=key)
        return self.open_table(table.number)

    def check_plays(self, key: Key | None) -> None:
        if self.member(key).out:
            raise CaseError(
                "{name} has left, and the seat is free. Let somebody play instead.", name=key
            )

    def check_free(self, key: Key | None) -> None:
        """Refuse to seat somebody who has a seat or has withdrawn."""
        if self.member(key).out:
            raise CaseError("{name} has left, and gets no seat.", name=key)
        table = self.table_of(key)
        if table is not None and table.number in self.begun:
            raise CaseError(
                "{name} plays at table {table}, which has begun.", name=key, table=table.number
            )
        if table is not None:
            raise CaseError(
                "{name} sits at table {table} already. Swap two people instead.",
                name=key,
                table=table.number,
            )

    def check_group(self, key: Key | None, table: Table) -> None:
        if self.course.plan.by_division and self.member(key).group != table.group:
            raise CaseError(
                "Table {table} plays for {group}, and {name} does not belong there.",
                table=table.number,
                group=table.group,
                name=key,
            )

    def check_least(self, table: Table) -> None:
        """Refuse to take somebody from a table that is as small as it may be.

        Withdrawals may have made it smaller already: then it can be emptied.
        """
        if len(self.people(table)) == self.least:
            raise CaseError(
                "Table {table} would have fewer than {least}. Swap two people instead.",
                table=table.number,
                least=self.least,
            )

    def seated_at(self, table: Table, key: Key) -> tuple[Key, ...]:
        """Return the table's seats with one more person, on a withdrawn person's seat if any."""
        people = self.people(table)
        if not people:
            raise CaseError("Nobody is left at table {table}.", table=table.number)
        if len(people) >= self.course.plan.sizes.most:
            raise CaseError(
                "Table {table} has {people} people, the most that this stage allows.",
                table=table.number,
                people=len(people),
            )
        free = next((seat for seat in table.seats if seat not in people), None)
        if free is None:
            return (*table.seats, key)
        return tuple(key if seat == free else seat for seat in table.seats)

    def joined(self) -> tuple[Member, ...]:
        """The field with the newcomer, behind everybody."""
        if self.newcomer is None:
            return self.course.field
        last = max(member.seed for member in self.course.field)
        return (*self.course.field, replace(self.newcomer, seed=last + 1))

    def changed(
        self,
        seats: Mapping[int, tuple[Key, ...]],
        members: Iterable[Member],
        byes: Sequence[Key] = (),
    ) -> StageCourse:
        """Return the course with these seats at tables of the round; an empty table is no more.

        Who gets a seat has no bye any more.
        """
        at = self.course.rounds[-1]
        tables = [replace(table, seats=seats.get(table.number, table.seats)) for table in at.tables]
        seated = {key for table in tables for key in table.seats}
        newest = replace(
            at,
            tables=tuple(table for table in tables if table.seats),
            byes=tuple(key for key in (*at.byes, *byes) if key not in seated),
        )
        return replace(
            self.course,
            field=tuple(sorted(members, key=lambda member: member.seed)),
            rounds=(*self.course.rounds[:-1], newest),
        )


def _replaced(game: _Game, who: Key, other: Key | None) -> StageCourse:
    if game.elimination and not game.is_first:
        raise CaseError(
            "The bracket is past its first games, so nobody can take over a place in it any more."
        )
    table = game.open_table_of(who)
    newcomer = game.member(other)
    if game.elimination and newcomer is not game.newcomer:
        raise CaseError("{name} plays in this bracket already.", name=other)
    game.check_free(other)
    game.check_group(other, table)
    seats = {table.number: _exchanged(table.seats, {who: newcomer.key})}
    left = game.member(who)
    stays = left.out and left.keeps and not game.elimination
    # Who got here and keeps the place earned so far comes behind those who play, as one of them.
    if newcomer is not game.newcomer or not game.is_first or stays:
        exchanged = newcomer.key in game.course.rounds[-1].byes and not left.out
        return game.changed(seats, game.joined(), [left.key] if exchanged else [])
    # The seed goes over too: in a bracket it is what says who meets whom later.
    members = [
        replace(newcomer, seed=member.seed) if member.key == who else member
        for member in game.course.field
    ]
    return game.changed(seats, members)


def _swapped(game: _Game, who: Key, other: Key | None) -> StageCourse:
    tables = [game.open_table_of(key) for key in (who, other)]
    if tables[0] == tables[1]:
        raise CaseError("Choose two people who sit at different tables.")
    if game.elimination and not game.is_first:
        raise CaseError(
            "The bracket is past its first games, so nobody can change places in it any more."
        )
    members = [game.member(key) for key in (who, other)]
    for member, table in zip(members, reversed(tables), strict=True):
        game.check_plays(member.key)
        game.check_group(member.key, table)
    first, second = members
    exchange = {first.key: second.key, second.key: first.key}
    seats = {table.number: _exchanged(table.seats, exchange) for table in tables}
    if not game.elimination:
        return game.changed(seats, game.course.field)
    seeds = {first.key: second.seed, second.key: first.seed}
    return game.changed(
        seats,
        [replace(member, seed=seeds.get(member.key, member.seed)) for member in game.course.field],
    )


def _added(game: _Game, who: Key, number: int) -> StageCourse:
    table = game.open_table(number)
    game.check_free(who)
    game.check_group(who, table)
    return game.changed({number: game.seated_at(table, who)}, game.joined())


def _moved(game: _Game, who: Key, number: int) -> StageCourse:
    old, new = game.open_table_of(who), game.open_table(number)
    if old == new:
        raise CaseError("{name} sits at that table already.", name=who)
    game.check_plays(who)
    game.check_group(who, new)
    game.check_least(old)
    left = tuple(key for key in old.seats if key != who)
    return game.changed({old.number: left, number: game.seated_at(new, who)}, game.course.field)


def _left_out(game: _Game, who: Key) -> StageCourse:
    table = game.open_table_of(who)
    if game.member(who).out:
        raise CaseError(
            "{name} has left, so table {table} already plays with one less.",
            name=who,
            table=table.number,
        )
    alone = len(game.people(table)) == 1 and game.course.plan.rounds > 1
    if len(game.people(table)) <= game.least and not alone:
        raise CaseError(
            "Table {table} would have fewer than {least}. Let somebody play instead.",
            table=table.number,
            least=game.least,
        )
    left = tuple(key for key in table.seats if key != who)
    return game.changed({table.number: left}, game.course.field, [who] if alone else [])


def _exchanged(seats: Iterable[Key], names: Mapping[Key, Key]) -> tuple[Key, ...]:
    return tuple(names.get(key, key) for key in seats)
