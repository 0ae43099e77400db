"""The tables of a round, around the people who are locked at theirs.

A closed table is out of the plan: its people sit there already, and have met. All other tables are
laid for who is left. Where people are locked at table 7 and six tables would do, one of the six is
not laid, so that the locked ones stay: tables have numbers, and a number may be left out.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count, islice

from league.seating.case import Case, Lock, Names, WishedSizes
from league.seating.errors import CaseError, name_list
from league.seating.sizes import SMALLEST_TABLE, fitted


@dataclass(frozen=True, slots=True)
class RoundTables:
    """The tables of one round: `numbers` (from 1) with their `sizes`, to be filled with `people`.

    `locked` gives people their table's number; `closed` are the tables that are full, by number.
    """

    number: int
    people: Names
    numbers: tuple[int, ...]
    sizes: tuple[int, ...]
    locked: dict[str, int] = field(default_factory=dict)
    closed: dict[int, Names] = field(default_factory=dict)

    def filled(self, seated: Sequence[Names]) -> tuple[Names, ...]:
        """Return all tables from number 1 on, with `seated` at those that were to be filled."""
        tables = dict(zip(self.numbers, seated, strict=True)) | self.closed
        return tuple(tables.get(number, ()) for number in range(1, max(tables, default=0) + 1))


def round_tables(case: Case, number: int) -> RoundTables:
    """Return the tables of a round still to come. Raises `CaseError` where locks leave no way."""
    here = tuple(name for name in case.players if number not in case.absent.get(name, ()))
    locked = {name: lock.table for lock in _locks(case, number) for name in lock.people}
    closed = {lock.table for lock in _locks(case, number) if lock.closed}
    most = case.tables.most if isinstance(case.tables, WishedSizes) else len(here)
    crowds = Counter(locked.values())
    # A table with more people than are wished at any is full with them.
    closed |= {table for table, people in crowds.items() if people > most}
    full = {
        table: tuple(name for name in here if locked.get(name) == table) for table in sorted(closed)
    }
    people = tuple(name for name in here if locked.get(name) not in closed)
    needed = Counter(
        table for name in people if (table := locked.get(name) or case.fixed.get(name))
    )
    _check_open(case, people, locked, closed, number)
    if not people:
        return RoundTables(number, (), (), (), {}, full)
    sizes = _sizes(case, len(people), needed, closed, number)
    numbers = _numbers(case, len(sizes), needed, closed, number)
    return RoundTables(
        number,
        people,
        numbers,
        _large_enough(dict(zip(numbers, sizes, strict=True)), needed, case, number),
        {name: table for name, table in locked.items() if table not in closed},
        full,
    )


def _locks(case: Case, number: int) -> list[Lock]:
    return [lock for lock in case.locked if lock.round == number]


def _check_open(
    case: Case, people: Names, locked: Mapping[str, int], closed: Collection[int], number: int
) -> None:
    for name in people:
        if name not in locked and case.fixed.get(name) in closed:
            raise CaseError(
                "{name} is fixed at table {table}, but that table is locked in game {round}: "
                "unlock it, or let {name} sit at any table.",
                name=name_list([name]),
                table=case.fixed[name],
                round=number,
            )


def _sizes(
    case: Case, people: int, needed: Collection[int], closed: Collection[int], number: int
) -> list[int]:
    """The sizes of the tables to fill, the largest first: at least one for each that is needed."""
    wished = case.tables
    if not isinstance(wished, WishedSizes):
        open_sizes = [size for at, size in enumerate(wished, 1) if at not in closed]
        sizes = fitted(open_sizes, people)
        if sum(sizes) != people:
            raise _no_way(people, number)
        return sizes
    try:
        sizes = wished.for_people(people, len(closed))
    except CaseError:
        sizes = []
    if len(sizes) >= len(needed) and sizes:
        return sizes
    tables = len(needed)
    if not sizes or not tables * wished.least <= people <= tables * wished.most:
        raise _no_way(people, number)
    small, more = divmod(people, tables)
    return [small + (at < more) for at in range(tables)]


def _no_way(people: int, number: int) -> CaseError:
    return CaseError(
        "In game {round}, {people} people are left who are not at locked tables, and they cannot "
        "be seated: unlock a table or a person.",
        round=number,
        people=people,
    )


def _numbers(
    case: Case, tables: int, needed: Collection[int], closed: Collection[int], number: int
) -> tuple[int, ...]:
    """The numbers of the tables to fill: those that are needed, and the lowest besides."""
    if not isinstance(case.tables, WishedSizes):
        laid = [at for at in range(1, len(case.tables) + 1) if at not in closed][:tables]
        if not set(needed) <= set(laid):
            raise _no_way(tables, number)
        return tuple(laid)
    free = (at for at in count(1) if at not in needed and at not in closed)
    return tuple(sorted([*needed, *islice(free, tables - len(needed))]))


def _large_enough(
    sizes: dict[int, int], needed: Mapping[int, int], case: Case, number: int
) -> tuple[int, ...]:
    """The sizes, changed about so that each table has room for all who are to sit there."""
    least = case.tables.least if isinstance(case.tables, WishedSizes) else SMALLEST_TABLE
    for table, people in sorted(needed.items()):
        while sizes[table] < people:
            # From whoever can spare most: a table that is large and has few who must stay.
            spare = {at: size - max(needed.get(at, 0), least) for at, size in sizes.items()}
            giver = max((at for at in sizes if at != table), key=lambda at: spare[at], default=0)
            if not giver or spare[giver] < 1:
                raise CaseError(
                    "In game {round}, {people} people are to sit at table {table}, and the other "
                    "tables would become too small: unlock one of them.",
                    round=number,
                    people=people,
                    table=table,
                )
            sizes[giver] -= 1
            sizes[table] += 1
    return tuple(sizes.values())
