"""The seats of the next round of seating when there is no plan for the whole day; pure."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from league.seating.movement import move_lowest
from league.seating.sizes import table_sizes


@dataclass(frozen=True)
class TableSizes:
    """The wished number of people at a table, the fewest and the most.

    There are no more than `tables`; None says that there are enough.
    """

    size: int
    least: int
    most: int
    tables: int | None = None

    def fit(self, tables: int, people: int) -> bool:
        """Return whether a number of tables can seat a number of people."""
        enough = self.tables is None or tables <= self.tables
        return enough and tables * self.least <= people <= tables * self.most


@dataclass
class _Room:
    """Tables that people are moved between, as few as can be; fixed ones stay at theirs."""

    tables: list[list[int]]
    fixed: Mapping[int, int]
    waiting: list[int] = field(default_factory=list)

    def close(self, at: int, *, ordered: bool) -> None:
        """Close that table; its people wait. The last takes its number, or all move up."""
        self.waiting += self.tables[at]
        if not ordered:
            self.tables[at] = self.tables[-1]
            at = len(self.tables) - 1
        del self.tables[at]

    def smallest(self) -> int:
        """Where fewest people sit; the last of such tables."""
        return min(range(len(self.tables)), key=lambda at: (len(self.tables[at]), -at))

    def take_from(self, table: list[int]) -> int:
        """Return the last at the table who may move; the last of all if everybody is fixed."""
        free = [person for person in table if person not in self.fixed]
        moving = (free or table)[-1]
        table.remove(moving)
        return moving

    def give(self, person: int) -> None:
        """Seat somebody at the fixed table, else where fewest sit; the last of such tables."""
        wanted = self.fixed.get(person, 0)
        if 0 < wanted <= len(self.tables):
            self.tables[wanted - 1].append(person)
        else:
            self.tables[self.smallest()].append(person)

    def even_out(self, sizes: TableSizes) -> None:
        """Move people one by one from the largest to the smallest table until all sizes are right.

        The number of tables has to fit, or it would never end.
        """
        while True:
            small, large = self.tables[self.smallest()], max(self.tables, key=len)
            if len(small) >= sizes.least and len(large) <= sizes.most:
                return
            small.append(self.take_from(large))

    def bring_home(self) -> None:
        """Let each fixed person change seats with somebody at the table that he or she needs."""
        for person, wanted in sorted(self.fixed.items()):
            at = next((table for table in self.tables if person in table), None)
            if at is None or not 0 < wanted <= len(self.tables):
                continue
            home = self.tables[wanted - 1]
            movable = [other for other in home if other not in self.fixed]
            if home is not at and movable:
                other = movable[-1]
                home[home.index(other)], at[at.index(person)] = person, other


def settle(
    tables: Sequence[Sequence[int]],
    present: Sequence[int],
    sizes: TableSizes,
    fixed: Mapping[int, int],
    *,
    ordered: bool = False,
) -> list[list[int]]:
    """The same tables without those who left and with those who came, with as few moves as can be.

    `present` are all who are to sit, newcomers in the order in which they are seated. A table that
    is closed is the smallest; the last table takes its number, or with `ordered` all
    after it move up. Raises `CaseError` if tables of these sizes cannot seat all people.
    """
    there = set(present)
    room = _Room([[person for person in table if person in there] for table in tables], fixed)
    seated = {person for table in room.tables for person in table}
    room.waiting = [person for person in present if person not in seated]
    while room.tables and not room.tables[room.smallest()]:
        room.close(room.smallest(), ordered=ordered)
    wanted = len(room.tables)
    if not wanted or not sizes.fit(wanted, len(present)):
        wanted = len(table_sizes(len(present), sizes.size, sizes.least, sizes.most, sizes.tables))
    while len(room.tables) > wanted:
        room.close(room.smallest(), ordered=ordered)
    room.tables += [[] for _table in range(wanted - len(room.tables))]
    for person in room.waiting:
        room.give(person)
    room.even_out(sizes)
    room.bring_home()
    return room.tables


def moved_by_totals(
    tables: Sequence[Sequence[int]],
    totals: Mapping[int, int],
    movers: int,
    stay: Collection[int] = (),
) -> list[list[int]]:
    """The tables after the `movers` lowest of each moved up one and the highest moved down one.

    Those in `stay`, and those without a total, change with nobody. Where a table is too small for
    so many movers, fewer move everywhere. Low totals are good, so the best come to table 1.
    """
    tables = [table for table in tables if table]
    moving = [
        [person for person in table if person in totals and person not in stay] for table in tables
    ]
    staying = [
        [person for person in table if person not in moving[at]] for at, table in enumerate(tables)
    ]
    ends = [
        len(table) // (1 if at in (0, len(moving) - 1) else 2) for at, table in enumerate(moving)
    ]
    n = min([movers, *ends])
    names = [[str(person) for person in table] for table in moving]
    after = move_lowest(names, {str(person): total for person, total in totals.items()}, n)
    return [
        [int(name) for name in table] + rest for table, rest in zip(after, staying, strict=True)
    ]
