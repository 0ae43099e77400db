"""Where tables send people on: the lowest of each, and the queue of the rest behind them.

The rest fill what is left of the next stage: the best seconds before the best thirds.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from league.standings.results import Key
from league.standings.tie_breaks import TieBreak
from league.standings.ties import Parted

from .counting import by_places, counts, counts_of_rounds, is_in, lots, slack, steps_of, table_lines
from .ranking import by_totals, ranking
from .values import Fill, How, Kind, Level, Round, StageCourse, StagePlan

Cost = Fraction | int | float


@dataclass
class Cutoff:
    """What a number of places makes of groups in their order: who goes on, and who is tied."""

    on: list[Key]
    level: Level | None = None

    @property
    def places(self) -> int:
        return len(self.on) + (self.level.places if self.level else 0)


def cut_off(course: StageCourse, groups: Iterable[Parted], places: int) -> Cutoff:
    """Take the first of these groups, up to a number; more if a director lets all of one go on.

    With fewer people than places all go on.
    """
    cut = Cutoff([])
    for keys, why in groups:
        left = places - len(cut.on)
        if left <= 0:
            break
        if len(keys) <= left or frozenset(keys) in course.all_on:
            cut.on += keys
        else:
            cut.level = Level(keys, left, why)
            break
    return cut


@dataclass
class TableCut(Cutoff):
    """What the number of places makes of one table, and how each of it stands behind it.

    `order` are its people in groups that are level, best first. `winning` are the places at the
    table of those who go on from it or are level for that.
    """

    order: tuple[Parted, ...] = ()
    tiers: dict[Key, int] = field(default_factory=dict)
    winning: dict[Key, int] = field(default_factory=dict)


def table_cuts(
    course: StageCourse, at: Round, group: str, eligible: Collection[Key]
) -> list[TableCut]:
    """Return the cut of each table of a group that has a result."""
    counted = counts_of_rounds(course, [at])
    steps = steps_of(course, counted, [at])
    cuts = []
    for table in at.tables:
        lines = table_lines(course, at, table) if table.group == group else ()
        there = [line.key for line in lines if line.total is not None and line.key in eligible]
        if there:
            drawn = tuple(by_totals(there, counted, (*steps, lots(course))))
            cut = cut_off(course, drawn, course.plan.count)
            # A lot for a place in the next stage makes nobody of a table a third.
            parted = tuple(by_totals(there, counted, steps, course.plan.count))
            tiers = _tiers(parted, course.plan.count)
            first = {*cut.on, *(cut.level.keys if cut.level else ())}
            winning = {key: place for key, place in _tiers(parted, 0).items() if key in first}
            cuts.append(TableCut(cut.on, cut.level, drawn, tiers, winning))
    return cuts


def _tiers(groups: Iterable[Parted], winners: int) -> dict[Key, int]:
    """How each of a table stands if not among its winners: 2 for the best second, 3, ...

    Tied people share it. People who lose where others are tied for going on come next after
    those who do.
    """
    tiers: dict[Key, int] = {}
    for keys, _why in groups:
        tiers |= dict.fromkeys(keys, max(len(tiers), winners) + 1)
    return tiers


def _last_tiers(course: StageCourse, cut: TableCut) -> dict[Key, int]:
    """Return the last tier that each of those who wait at a table may come to.

    Four level for two places who play them off become a third and a fourth, and the fourth comes
    after the thirds of all other tables. Nobody plays off where a tie decides nothing.
    """
    if cut.level is None:
        return {}
    behind = cut.level.losers - 1 if TieBreak.PLAY_OFF in course.ties else 0
    return {key: cut.tiers[key] + behind for key in cut.level.keys}


def filled(plan: StagePlan, following: StagePlan | None, winners: int) -> int:
    """Return how many go on in all if this many go on by their tables.

    Full tables are those of the following stage, which in an elimination seat two; without one
    nobody fills. Never below the winners.
    """
    if plan.fill is Fill.FULL and following is not None:
        size = following.sizes.size if following.kind is Kind.TABLES else 2
        return -(-winners // size) * size
    return max(winners, plan.fill_to) if plan.fill is Fill.TO else winners


At = tuple[int, Cost, int]
"""Where one of the rest stands: tier, value, and the order that tie-breaks gave among equals."""


class TableQueue:
    """The lowest of each table of a small stage, and the queue of the rest for what is filled.

    While tables are open, those of equal value count as level: a newcomer to their tie could take
    a tie-break from them. Once all are in, tie-breaks, play-offs and lots decide as they stand.
    """

    def __init__(
        self,
        course: StageCourse,
        group: str,
        following: StagePlan | None,
        eligible: Collection[Key],
    ) -> None:
        plan = course.plan
        self.plan = plan
        cuts = table_cuts(course, course.rounds[0], group, eligible)
        self.winners = [key for cut in cuts for key in cut.on]
        self.levels = [cut.level for cut in cuts if cut.level]
        seated = [
            len([key for key in table.seats if key in eligible])
            for table in course.rounds[0].tables
            if table.group == group and not is_in(course, course.rounds[0], table)
        ]
        self.first = sum(cut.places for cut in cuts) + sum(min(plan.count, n) for n in seated)
        self.places = filled(plan, following, self.first) - self.first
        self.open_tables = seated
        # Losers whose names are not known yet: at open tables, and of ties. Those count however
        # many points they have: where a director lets all of a tie go on, less room is left.
        self.to_come = sum(max(n - plan.count, 0) for n in seated)
        self.to_come += sum(level.losers for level in self.levels)
        self.waiting = {key for level in self.levels for key in level.keys}
        scores = counts(course)
        sign = -1 if by_places(course) else 1
        less, more = slack(course)
        order = {} if any(seated) else self._order(course, cuts)
        self.rest: dict[Key, At] = {
            key: (tier, sign * scores[key].value - less[key], order.get(key, 0))
            for cut in cuts
            for key, tier in cut.tiers.items()
            if key not in cut.on
        }
        self.order = sorted(at for key, at in self.rest.items() if key not in self.waiting)
        self.worst: dict[Key, At] = {
            key: (tier, number + less[key] + more[key], number_among)
            for key, (tier, number, number_among) in self.rest.items()
        }
        self.worst |= {
            key: (last, *self.worst[key][1:])
            for cut in cuts
            for key, last in _last_tiers(course, cut).items()
        }
        self.behind = sorted(at for key, at in self.worst.items() if key not in self.waiting)

    def _order(self, course: StageCourse, cuts: Iterable[TableCut]) -> dict[Key, int]:
        """Return how tie-breaks order those of the rest who have the same tier and value.

        Where somebody who waits at a table may come there too, nobody knows yet who is in the tie.
        """
        scores = counts(course)
        tiers: dict[int, list[Key]] = defaultdict(list)
        for cut in cuts:
            for key in cut.tiers.keys() - set(cut.on):
                tiers[cut.tiers[key]].append(key)
        unsure = {
            (tier, scores[key].value)
            for cut in cuts
            for key, last in _last_tiers(course, cut).items()
            for tier in range(cut.tiers[key], last + 1)
        }
        return {
            key: number
            for tier, keys in tiers.items()
            for number, (group, _why) in enumerate(ranking(course, keys, [lots(course)]).ranked)
            for key in group
            if (tier, scores[key].value) not in unsure
        }

    def going(self) -> dict[Key, How]:
        """Return who goes on whatever is to come; of a tie that waits, whoever is first."""
        going = dict.fromkeys(self.winners, How.TABLE)
        for key, at in self.worst.items():
            waits = key in self.waiting
            before = bisect_right(self.order, at) + self.to_come - 1
            if before < self.places:
                going[key] = How.EITHER if waits else How.FILL
        return going

    def idle(self) -> list[Level]:
        """Return the ties at tables that decide nothing: all of them go on, whoever is first."""
        going = self.going()
        return [level for level in self.levels if going.keys() >= set(level.keys)]

    def decisive(self) -> list[Level]:
        """Return the ties at tables that decide who goes on."""
        idle = self.idle()
        return [level for level in self.levels if level not in idle]

    def cannot(self) -> set[Key]:
        """Return who is behind enough people for certain; nobody of a tie that waits."""
        behind = set()
        for key, at in self.rest.items():
            if key in self.waiting:
                continue
            tier = at[0]
            before = bisect_left(self.behind, at)
            # The second of an open table is before every third.
            before += sum(max(min(n, tier - 1) - self.plan.count, 0) for n in self.open_tables)
            before += sum(self._losing_before(level, at) for level in self.levels)
            if before >= self.places:
                behind.add(key)
        return behind

    def _losing_before(self, level: Level, at: At) -> int:
        """Return how many of those who lose a tie are before somebody, at least.

        By a play-off the first of them stands where the tie does, the second at most one tier
        later: so of three who are level for one place somebody is a second, before every third.
        """
        tier = self.rest[level.keys[0]][0]
        by_value = sum(self.worst[key] < at for key in level.keys) - level.places
        return max(min(level.losers, at[0] - tier), by_value, 0)
