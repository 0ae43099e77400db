"""Where tables send people on: the lowest of each, and the queue of the rest behind them.

The rest fill what is left of the next stage: the best seconds before the best thirds.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf

from league.seating.errors import CaseError
from league.seating.sizes import table_sizes
from league.standings.results import Key
from league.standings.ties import Parted, Why, part

from .counting import (
    all_steps,
    by_places,
    counts,
    counts_of_rounds,
    groups_of,
    is_in,
    lots,
    steps_for_good,
    steps_of,
    table_lines,
    ways_to_count,
    who_may_go_on,
)
from .ranking import by_totals
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
    table of those who go on from it or are level for that. `behind` are those who are level behind
    these: somebody of them is second, another third, and nobody knows who.
    """

    order: tuple[Parted, ...] = ()
    tiers: dict[Key, int] = field(default_factory=dict)
    winning: dict[Key, int] = field(default_factory=dict)
    behind: tuple[Parted, ...] = ()


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
            order = tuple(by_totals(there, counted, (*steps, lots(course))))
            cut = cut_off(course, order, course.plan.count)
            first = {*cut.on, *(cut.level.keys if cut.level else ())}
            winning = {key: place for key, place in _tiers(order, 0).items() if key in first}
            tiers = _tiers(order, course.plan.count)
            behind = tuple(tie for tie in order if len(tie[0]) > 1 and first.isdisjoint(tie[0]))
            cuts.append(TableCut(cut.on, cut.level, order, tiers, winning, behind))
    return cuts


def places_behind(course: StageCourse, visitors_go_on: bool) -> dict[Key, int]:
    """Return the place at the table by which each goes on behind its lowest: 2 for the best second.

    It counts those alone who may go on: not who left, nor visitors who may not take a place.
    """
    able = who_may_go_on(course.field, visitors_go_on)
    return {
        key: tier
        for group in groups_of(course)
        for at in course.rounds
        for cut in table_cuts(course, at, group, able)
        for key, tier in cut.tiers.items()
    }


def _tiers(groups: Iterable[Parted], winners: int) -> dict[Key, int]:
    """How each of a table stands if not among its winners: 2 for the best second, 3, ...

    Tied people share it. People who lose where others are tied for going on come next after
    those who do.
    """
    tiers: dict[Key, int] = {}
    for keys, _why in groups:
        tiers |= dict.fromkeys(keys, max(len(tiers), winners) + 1)
    return tiers


def _last_tiers(cut: TableCut) -> dict[Key, int]:
    """Return the last tier that each of those who are level at a table may come to.

    Four level for two places become a third and a fourth once they are parted, and the fourth comes
    after the thirds of all other tables.
    """
    last: dict[Key, int] = {}
    if cut.level is not None:
        last |= {key: cut.tiers[key] + cut.level.losers - 1 for key in cut.level.keys}
    for keys, _why in cut.behind:
        last |= {key: cut.tiers[key] + len(keys) - 1 for key in keys}
    return last


def filled(plan: StagePlan, following: StagePlan | None, winners: int, *, by_word: int = 0) -> int:
    """Return how many go on in all if this many go on by their tables.

    Full tables are those of the following stage, which in an elimination seat two; without one
    nobody fills. Never below the winners. Of these, so many go on only because the director lets
    all of a tie do so: where they fit at tables that the stage allows, they draw in nobody else.
    """
    if plan.fill is Fill.FULL and following is not None:
        at_tables = following.kind is Kind.TABLES
        size = following.sizes.size if at_tables else 2
        full = -(-winners // size) * size
        fewer = max(winners, -(-(winners - by_word) // size) * size)
        return fewer if at_tables and fewer < full and _fit(fewer, following) else full
    return max(winners, plan.fill_to) if plan.fill is Fill.TO else winners


def _fit(people: int, plan: StagePlan) -> bool:
    """Whether tables of the stage can seat so many."""
    try:
        table_sizes(people, plan.sizes.size, plan.sizes.least, plan.sizes.most)
    except CaseError:
        return False
    return True


At = tuple[int, Cost, Cost]
"""Where one of the rest stands: tier, value, and the order that tie-breaks gave among equals."""
FIRST, LAST = -inf, inf
"""The order among equals of who is level at a table, at best and at worst."""


@dataclass(frozen=True)
class _Behind:
    """People level at a table behind those who go on: one has each place, and nobody knows who.

    `best` and `worst` are where each of these places stands, at its least and at its most.
    """

    keys: tuple[Key, ...]
    why: tuple[Why, ...]
    best: tuple[At, ...]
    worst: tuple[At, ...]


class TableQueue:
    """The lowest of each table of a small stage, and the queue of the rest for what is filled.

    While tables are open, those of equal value are parted by those tie-breaks alone that nobody who
    comes to their tie can take from them (`steps_for_good`). Once all are in, tie-breaks, play-offs
    and lots decide as they stand.
    `as_it_stands` leaves out the tables without a result. As many rounds count between tables as
    the course says; `queues_of` has one for each number that may come to count.

    Who is level at a table behind those who go on holds several places there: two who are level are
    a second and a third, not two seconds. Where that decides who goes on, and all tables are in,
    they wait (`waiting_behind`); `by_word` go on because the director lets all of such a tie do so.
    """

    def __init__(
        self,
        course: StageCourse,
        group: str,
        following: StagePlan | None,
        eligible: Collection[Key],
        *,
        as_it_stands: bool = False,
    ) -> None:
        plan = course.plan
        self.plan = plan
        self.all_on = course.all_on
        cuts = table_cuts(course, course.rounds[0], group, eligible)
        self.winners = [key for cut in cuts for key in cut.on]
        self.levels = [cut.level for cut in cuts if cut.level]
        at_open = [
            {*table.seats}.intersection(eligible)
            for table in course.rounds[0].tables
            if table.group == group and not is_in(course, course.rounds[0], table)
        ]
        at_open = [] if as_it_stands else at_open
        seated = [len(keys) for keys in at_open]
        self.first = sum(cut.places for cut in cuts) + sum(min(plan.count, n) for n in seated)
        by_word = sum(max(cut.places - plan.count, 0) for cut in cuts)
        self.places = filled(plan, following, self.first, by_word=by_word) - self.first
        self.open_tables = seated
        # Losers whose names are not known yet: at open tables, and of ties. Those count however
        # many points they have: where a director lets all of a tie go on, less room is left.
        self.to_come = sum(max(n - plan.count, 0) for n in seated)
        self.to_come += sum(level.losers for level in self.levels)
        self.waiting = {key for level in self.levels for key in level.keys}
        self._stand(course, cuts, set().union(*at_open))
        self.by_word: list[Key] = []
        self._let_on()

    def _stand(
        self, course: StageCourse, cuts: Collection[TableCut], joining: Collection[Key]
    ) -> None:
        """Work out where each of the rest stands, at best and at worst."""
        scores = counts(course)
        sign = -1 if by_places(course) else 1
        order = self._order(course, cuts, joining)
        self.rest: dict[Key, At] = {
            key: (tier, sign * scores[key].value, order.get(key, FIRST))
            for cut in cuts
            for key, tier in cut.tiers.items()
            if key not in cut.on
        }
        self.ties = [self._tie(keys, why) for cut in cuts for keys, why in cut.behind]
        self.worst = self.rest | {
            key: (last, self.rest[key][1], LAST)
            for cut in cuts
            for key, last in _last_tiers(cut).items()
        }
        self._line_up()

    def _tie(self, keys: tuple[Key, ...], why: tuple[Why, ...]) -> _Behind:
        tier = self.rest[keys[0]][0]
        least = min(self.rest[key][1] for key in keys)
        most = max(self.rest[key][1] for key in keys)
        tiers = range(tier, tier + len(keys))
        best = tuple((at, least, FIRST) for at in tiers)
        worst = tuple((at, most, LAST) for at in tiers)
        return _Behind(keys, why, best, worst)

    def _line_up(self) -> None:
        """Put the rest in line, and of those who are level at a table the places they hold."""
        tied = {key for tie in self.ties for key in tie.keys} | self.waiting
        self.order = sorted(
            [at for key, at in self.rest.items() if key not in tied]
            + [at for tie in self.ties for at in tie.best]
        )
        self.behind = sorted(
            [at for key, at in self.worst.items() if key not in tied]
            + [at for tie in self.ties for at in tie.worst]
        )

    def _let_on(self) -> None:
        """Let all of a tie behind go on by the director's word, in the places it waits for."""
        while waiting := [
            tie for tie in self.waiting_behind() if frozenset(tie.keys) in self.all_on
        ]:
            self.by_word += waiting[0].keys
            self.places -= waiting[0].places
            for key in waiting[0].keys:
                del self.rest[key], self.worst[key]
            self.ties = [tie for tie in self.ties if tie.keys != waiting[0].keys]
            self._line_up()

    @property
    def in_all(self) -> int:
        """How many go on in all, if there are enough."""
        return self.first + self.places + len(self.by_word)

    def _order(
        self, course: StageCourse, cuts: Iterable[TableCut], joining: Collection[Key]
    ) -> dict[Key, int]:
        """Return how tie-breaks order those of the rest who have the same tier and value.

        While others may be `joining` them, or somebody who is level at a table may come there too,
        those tie-breaks that part them for good.
        """
        scores = counts(course)
        level = {key: last for cut in cuts for key, last in _last_tiers(cut).items()}
        tied: dict[tuple[int, Fraction], list[Key]] = defaultdict(list)
        coming: dict[tuple[int, Fraction], set[Key]] = defaultdict(lambda: {*joining})
        for cut in cuts:
            for key in cut.tiers.keys() - set(cut.on):
                if key not in level:
                    tied[cut.tiers[key], scores[key].value].append(key)
                else:
                    for tier in range(cut.tiers[key], level[key] + 1):
                        coming[tier, scores[key].value].add(key)
        order: dict[Key, int] = {}
        for at, keys in tied.items():
            others = coming[at]
            steps = steps_for_good(course, others) if others else all_steps(course)
            for number, (group, _why) in enumerate(part(keys, steps)):
                order |= dict.fromkeys(group, number)
        return order

    def going(self) -> dict[Key, How]:
        """Return who goes on whatever is to come; of a tie that waits, whoever is first."""
        going = dict.fromkeys(self.winners, How.TABLE) | dict.fromkeys(self.by_word, How.FILL)
        for key, at in self.worst.items():
            if self._is_safe(at):
                going[key] = How.EITHER if key in self.waiting else How.FILL
        return going

    def _is_safe(self, at: At) -> bool:
        """Whether there is room for who stands there at worst, whoever else is before."""
        return bisect_right(self.order, at) + self.to_come - 1 < self.places

    def idle(self) -> list[Level]:
        """Return the ties at tables that decide nothing: all of them go on, whoever is first."""
        going = self.going()
        return [level for level in self.levels if going.keys() >= set(level.keys)]

    def waiting_behind(self) -> list[Level]:
        """Return who is level at a table behind those who go on, where that decides who does.

        Not before all tables are in and nobody waits for a place that a table itself gives.
        `places` are those that they have in any case, though not for all of them.
        """
        if any(self.open_tables) or self.decisive():
            return []
        going, cannot = self.going(), self.cannot()
        open_ties = [
            tie
            for tie in self.ties
            if not (going.keys() >= set(tie.keys) or cannot.issuperset(tie.keys))
        ]
        return [Level(tie.keys, self._places_of(tie), tie.why) for tie in open_ties]

    def _places_of(self, tie: _Behind) -> int:
        return min(max(sum(map(self._is_safe, tie.worst)), 1), len(tie.keys) - 1)

    def tiers(self, seeds: Mapping[Key, int]) -> dict[Key, int]:
        """Return the tiers of the rest; where a tie decides nothing, its places go by seed."""
        tiers = {key: tier for key, (tier, _value, _order) in self.rest.items()}
        for tie in self.ties:
            for later, key in enumerate(sorted(tie.keys, key=lambda key: seeds[key])):
                tiers[key] += later
        return tiers

    def decisive(self) -> list[Level]:
        """Return the ties at tables that decide who goes on."""
        idle = self.idle()
        return [level for level in self.levels if level not in idle]

    def cannot(self) -> set[Key]:
        """Return who is behind enough people for certain; nobody of a tie that waits."""
        behind = set()
        idle = self.idle()
        for key, at in self.rest.items():
            if key in self.waiting:
                continue
            tier = at[0]
            before = bisect_left(self.behind, at)
            # The second of an open table is before every third.
            before += sum(max(min(n, tier - 1) - self.plan.count, 0) for n in self.open_tables)
            before += sum(
                level.losers if level in idle else self._losing_before(level, at)
                for level in self.levels
            )
            if before >= self.places:
                behind.add(key)
        return behind

    def _losing_before(self, level: Level, at: At) -> int:
        """Return how many of those who lose a tie are before somebody, at least.

        Once parted, the first of them stands where the tie does, the second at most one tier
        later: so of three who are level for one place somebody is a second, before every third.
        """
        tier = self.rest[level.keys[0]][0]
        by_value = sum(self.worst[key] < at for key in level.keys) - level.places
        return max(min(level.losers, at[0] - tier), by_value, 0)


def queues_of(
    course: StageCourse, group: str, following: StagePlan | None, eligible: Collection[Key]
) -> list[TableQueue]:
    """Return the queue for each number of rounds that may come to count between the tables."""
    return [TableQueue(way, group, following, eligible) for way in ways_to_count(course)]


def idle_in(queues: Sequence[TableQueue]) -> list[Level]:
    """Return the ties at tables that decide nothing, whichever of these queues it comes to."""
    idle = [queue.idle() for queue in queues]
    return [level for level in queues[0].levels if all(level in levels for levels in idle)]
